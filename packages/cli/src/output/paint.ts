const colors = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** The text in a colour, or as it is where colour is not wanted. */
export function paint(text: string, color: keyof typeof colors, isColored: boolean): string {
  return isColored ? `\u001B[${colors[color]}m${text}\u001B[0m` : text;
}
