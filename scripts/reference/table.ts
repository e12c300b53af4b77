/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map(
    (row) => `| ${row.join(' | ')} |`,
  );
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');
}
