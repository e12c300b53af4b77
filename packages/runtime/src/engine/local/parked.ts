/** For what is to go no further in this process; nobody waits for it but the garbage collector. */
export function parked<Value>(): Promise<Value> {
  return new Promise(() => {});
}
