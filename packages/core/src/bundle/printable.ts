/** Text that keeps to its line and cannot steer a terminal: tabs and line ends become blanks, other control and direction characters a dot. */
export function printable(text: string): string {
  return text
    .replace(/\t/g, '    ')
    .replace(/[\n\r\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '·');
}
