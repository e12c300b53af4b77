/**
 * Whether what was printed is what a document shows. Times, ids and bars differ from run to run and are taken as equal; in the document `…` stands for
 * anything in a line, and a line of it alone for any lines.
 */
export function isShown(shown: string, printed: string): boolean {
  const pattern = plain(shown)
    .split('\n')
    .map((line) => (line === '…' ? '[^]*?' : line.split('…').map(escaped).join('.*?')))
    .join('\n')
    .replace(/^\[\^\]\*\?\n/, String.raw`(?:[^]*?\n)?`)
    .replaceAll('\n[^]*?', '(?:\n[^]*?)?');
  return new RegExp(`^${pattern}$`, 'u').test(plain(printed));
}

/** A text without what differs from run to run. */
export function plain(text: string): string {
  return text
    .replaceAll(/[▁-▏]+/gu, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b[\d,]+(?:\.\d+)? (?:µs|ms|s|min|h)\b/g, 'TIME')
    .replaceAll(/\b[gh]-[0-9a-f]{12}\b/g, 'ID')
    .replaceAll(/\b(?:[0-9a-f]{32}|[0-9a-f]{16})\b/g, 'ID')
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').trimEnd())
    .join('\n')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
