const colors = { red: 31, yellow: 33, dim: 2 } as const;

/** The colours findings are shown in. */
export type Color = keyof typeof colors;

/** The text in a colour, or as it is where colour is not wanted. */
export function paint(text: string, color: Color, enabled: boolean): string {
  return enabled ? `\u001B[${colors[color]}m${text}\u001B[0m` : text;
}
