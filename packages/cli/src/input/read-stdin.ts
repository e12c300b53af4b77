/** All of stdin as text; only commands that were asked to with `-` read it. */
export async function readStdin(): Promise<string> {
  return Bun.stdin.text();
}
