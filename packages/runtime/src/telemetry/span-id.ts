/** Where a trace comes from or goes to: what a W3C `traceparent` header says. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller keeps the trace. */
  readonly sampled: boolean;
}

const noTrace = '0'.repeat(32);
const noSpan = '0'.repeat(16);
const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The span at a place of a trace: 16 lower-case hex digits, the same in every process and version, never all zero. */
export function spanIdOf(traceId: string, place: string): string {
  const id = Bun.SHA256.hash(`${traceId} ${place}`, 'hex').slice(0, 16);
  return id === noSpan ? '0000000000000001' : id;
}

/** A trace that nobody has used: 32 lower-case hex digits. */
export function newTraceId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
}

/** True for what W3C takes as a trace id: one that came from outside may be anything. */
export function isTraceId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text) && text !== noTrace;
}

/** What a `traceparent` header says; undefined when it is not one, which W3C wants treated as if there were none. */
export function parseTraceparent(header: string): TraceParent | undefined {
  const [, version, traceId, spanId, flags, rest] = traceparent.exec(header.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Later versions may add fields at the end; version 00 has none, and ff is no version.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (!isTraceId(traceId) || spanId === noSpan) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header that `parseTraceparent` reads. */
export function formatTraceparent({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
