/** The program that a config names. `bun` is the one that runs us where the path of the server has none: with `gdn` there is always one. */
export function serverProgram(command: string, path: string | undefined): string {
  const isOurs = command === 'bun' && Bun.which(command, { PATH: path ?? '' }) === null;
  return isOurs ? process.execPath : command;
}
