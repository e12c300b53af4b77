import type { Environment } from '@goondan/core';

/** Where and how spans are exported. */
export interface OtlpSettings {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Of one export, retries included. */
  readonly timeoutMs: number;
  /** What the spans come from: `service.name` and the user's own. */
  readonly resource: Record<string, string>;
  readonly capturesContent: boolean;
}

/** An export under way keeps its process from ending, so that the 10 s of the standard would be felt at every command. */
const defaultTimeoutMs = 3_000;

/**
 * What the standard OTEL_* variables ask for; undefined unless an endpoint is set. A setting that cannot work is told
 * to `warn` and turns the export off.
 */
export function otlpSettingsOf(env: Environment, warn: (message: string) => void): OtlpSettings | undefined {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const ofTraces = (name: string): string | undefined =>
    read(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? read(`OTEL_EXPORTER_OTLP_${name}`);
  const endpoint = ofTraces('ENDPOINT');
  if (
    endpoint === undefined ||
    isTrue(read('OTEL_SDK_DISABLED')) ||
    read('OTEL_TRACES_EXPORTER') === 'none'
  ) {
    return undefined;
  }
  if (ofTraces('PROTOCOL') === 'grpc') {
    warn(
      'Traces are not exported: OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and only OTLP over HTTP is spoken here.',
    );
    return undefined;
  }
  // The endpoint of all signals is a base, that of traces is the whole address.
  const url = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    warn('Traces are not exported: OTEL_EXPORTER_OTLP_ENDPOINT is not an http or https address.');
    return undefined;
  }
  const serviceName = read('OTEL_SERVICE_NAME');
  const timeoutMs = Number(ofTraces('TIMEOUT'));
  return {
    url,
    headers: {
      ...pairsOf(read('OTEL_EXPORTER_OTLP_HEADERS')),
      ...pairsOf(read('OTEL_EXPORTER_OTLP_TRACES_HEADERS')),
    },
    timeoutMs: Number.isFinite(timeoutMs) && timeoutMs > 0 ? timeoutMs : defaultTimeoutMs,
    resource: {
      'service.name': 'goondan',
      ...pairsOf(read('OTEL_RESOURCE_ATTRIBUTES')),
      ...(serviceName === undefined ? {} : { 'service.name': serviceName }),
    },
    capturesContent: isTrue(read('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT')),
  };
}

function isTrue(value: string | undefined): boolean {
  return value?.toLowerCase() === 'true';
}

/** `key=value,key=value`, percent-encoded; pairs that cannot be read are left out. */
function pairsOf(text: string | undefined): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const pair of (text ?? '').split(',')) {
    const [, key, value] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(pair) ?? [];
    if (key === undefined || value === undefined) continue;
    try {
      pairs.push([decodeURIComponent(key), decodeURIComponent(value.trim())]);
    } catch {
      // A stray percent sign: the value is what it says.
      pairs.push([key, value.trim()]);
    }
  }
  return Object.fromEntries(pairs);
}
