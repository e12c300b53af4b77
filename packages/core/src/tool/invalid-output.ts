/** Thrown by a handler's wrapper that found the result not to be JSON before the executor could see it. */
export class InvalidOutput extends Error {
  constructor(path: string, reason: string) {
    super(`the result${path && ` at ${path}`} ${reason}`);
    this.name = 'InvalidOutput';
  }
}
