/** A module to be loaded before everything else: the time of day is off by what a file says, from one moment to the next, in every process that has it. */
export function jumpingClock(path: string): string {
  return `
    const bytes = Bun.mmap(${JSON.stringify(path)});
    const shared = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const RealDate = Date;
    const now = () => RealDate.now() + shared.getFloat64(0);
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new RealDate(now()).toString(),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  `;
}
