import type { Environment } from '@goondan/core';
import { OpenSpans, type EndedSpan } from './open-spans.ts';
import type { SpanSender } from './otlp-sender.ts';
import { otlpSettingsOf } from './otlp-settings.ts';
import type { RuntimeEvent, TurnDelta } from './runtime-event.ts';

/** What an export is made of. */
export interface OtlpExportOptions {
  /** Where the OTEL_* variables are read from. */
  readonly env: Environment;
  /** Told once when spans cannot be exported. */
  readonly logger: Pick<Console, 'warn'>;
  /** How long `close` waits for a collector that does not answer. Default 2 s. */
  readonly closeLimitMs?: number;
}

/** Sends what it observes to an OpenTelemetry collector. None of it throws, rejects or holds a turn up. */
export interface OtlpExport {
  observe(event: RuntimeEvent | TurnDelta): void;
  /** Sends all spans that have ended; resolves once the collector has answered or failed to. */
  flush(): Promise<void>;
  /** Sends what it can within the limit; what is observed afterwards is ignored. */
  close(): Promise<void>;
}

const maxOpenSpans = 10_000;
/** Spans that end while OpenTelemetry is still being loaded. */
const maxWaiting = 2_000;

/** The export that the environment asks for, by OTLP over HTTP; undefined when it asks for none. */
export function createOtlpExport(options: OtlpExportOptions): OtlpExport | undefined {
  const { logger, closeLimitMs = 2_000 } = options;
  const settings = otlpSettingsOf(options.env, (message) => logger.warn(message));
  if (settings === undefined) return undefined;

  const open = new OpenSpans(maxOpenSpans);
  let loading: Promise<void> | undefined;
  let sender: SpanSender | undefined;
  let waiting: EndedSpan[] = [];
  let isClosed = false;
  let hasWarned = false;

  const warn = (reason: unknown): void => {
    if (hasWarned) return;
    hasWarned = true;
    const why = reason instanceof Error && reason.message !== '' ? reason.message : 'no answer';
    logger.warn(
      `Traces cannot be exported to ${withoutCredentials(settings.url)}: ${why}. Turns go on without.`,
    );
  };
  const load = async (): Promise<void> => {
    try {
      const { createSpanSender } = await import('./otlp-sender.ts');
      sender = createSpanSender(settings, warn);
      const early = waiting;
      waiting = [];
      for (const ended of early) sender.send(ended);
    } catch (thrown) {
      warn(thrown);
    }
  };

  return {
    observe: (event) => {
      if (isClosed || event.type === 'delta') return;
      loading ??= load();
      const ended = open.add(event);
      if (ended === undefined) return;
      try {
        if (sender !== undefined) sender.send(ended);
        else if (waiting.length < maxWaiting) waiting.push(ended);
      } catch (thrown) {
        warn(thrown);
      }
    },
    flush: async () => {
      await loading;
      await sender?.flush();
    },
    close: async () => {
      isClosed = true;
      if (loading === undefined) return;
      await within(
        closeLimitMs,
        loading.then(() => sender?.close()),
        () => warn(new Error('no answer in time')),
      );
    },
  };
}

async function within(limitMs: number, work: Promise<unknown>, onLimit: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    onLimit();
    resolve();
  }, limitMs);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
