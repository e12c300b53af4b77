import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { EndedSpan } from './open-spans.ts';
import type { OtlpSettings } from './otlp-settings.ts';
import { readableSpan } from './readable-span.ts';

/** What sends spans off, in batches. */
export interface SpanSender {
  /** Queues a span; drops it when the queue is full. */
  send(ended: EndedSpan): void;
  /** Sends what is queued. Never rejects. */
  flush(): Promise<void>;
  /** Sends what is queued and lets everything go. Never rejects. */
  close(): Promise<void>;
}

/** Loads OpenTelemetry with it: to be imported only once there is something to send. */
export function createSpanSender(settings: OtlpSettings, onFailure: (reason: unknown) => void): SpanSender {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: settings.timeoutMs,
  });
  const telling: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) onFailure(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
  const processor = new BatchSpanProcessor(telling);
  const surroundings = {
    resource: defaultResource().merge(resourceFromAttributes(settings.resource)),
    capturesContent: settings.capturesContent,
  };
  return {
    send: (ended) => processor.onEnd(readableSpan(ended, surroundings)),
    flush: async () => {
      // The processor leaves batches that are under way to the exporter.
      await settled(processor.forceFlush());
      await settled(exporter.forceFlush());
    },
    close: () => settled(processor.shutdown()),
  };
}

/** Failures have been told by the exporter already. */
async function settled(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}
