/** Foreign text that cannot steer a terminal: control and direction characters become dots, line ends and tabs stay. */
export function terminalText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '·');
}

/** Foreign text on one line, at most `limit` characters of it. */
export function oneLine(text: string, limit: number): string {
  const characters = Array.from(
    terminalText(text)
      .replace(/\s+/g, ' ')
      .slice(0, limit * 2),
  );
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : characters.join('');
}
