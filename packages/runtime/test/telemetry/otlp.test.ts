import { describe, expect, test } from 'bun:test';
import { createOtlpExport, type OtlpExportOptions } from '@goondan/runtime/telemetry';
import { aTurn, noon, places, traceId } from './a-turn.ts';
import { rememberWarnings, startCollector } from './collector.ts';

const { turn, step, call } = places;

/** Exports the events to a collector that works. */
async function exported(events = aTurn, env: OtlpExportOptions['env'] = {}) {
  const collector = startCollector();
  const logger = rememberWarnings();
  const exporter = createOtlpExport({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...env },
    logger,
  });
  for (const event of events) exporter?.observe(event);
  await exporter?.flush();
  await exporter?.close();
  await collector.stop();
  expect(logger.warnings).toEqual([]);
  const spans = collector.spans();
  const [turnSpan, stepSpan, callSpan] = [turn, step, call].map(({ spanId }) =>
    spans.find((span) => span.spanId === spanId),
  );
  return { collector, spans, turnSpan, stepSpan, callSpan };
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

describe('what is exported', () => {
  test('keeps the ids, parents and times of the events', async () => {
    const { collector, spans, turnSpan, stepSpan, callSpan } = await exported();
    expect(collector.paths).toEqual(['/v1/traces']);
    expect(spans.length).toBe(3);
    expect(spans.every((span) => span.traceId === traceId)).toBe(true);
    expect(turnSpan?.parentSpanId).toBeUndefined();
    expect(stepSpan?.parentSpanId).toBe(turn.spanId);
    expect(callSpan?.parentSpanId).toBe(step.spanId);
    expect(turnSpan?.startTimeUnixNano).toBe(nanoseconds(noon));
    expect(turnSpan?.endTimeUnixNano).toBe(nanoseconds(noon + 15));
    expect(stepSpan?.endTimeUnixNano).toBe(nanoseconds(noon + 1 + 13.25));
  });

  test('is named by the GenAI conventions', async () => {
    const { turnSpan, stepSpan, callSpan } = await exported();
    expect([turnSpan?.name, stepSpan?.name, callSpan?.name]).toEqual([
      'invoke_agent planner',
      'chat gemini-9',
      'execute_tool bash__exec',
    ]);
    // OTLP counts kinds from 1: internal is 1, client is 3.
    expect([turnSpan?.kind, stepSpan?.kind, callSpan?.kind]).toEqual([1, 3, 1]);
    expect(turnSpan?.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': 'default',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 3,
      'gen_ai.usage.reasoning.output_tokens': 2,
      'goondan.turn.id': 't1',
      'goondan.status': 'ok',
    });
    expect(stepSpan?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'gemini-9',
      'gen_ai.response.model': 'gemini-9-002',
      'gen_ai.response.finish_reasons': ['tool-calls'],
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 4,
      'goondan.step.index': 0,
    });
    expect(callSpan?.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'bash__exec',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'c0',
      'error.type': 'E_TOOL_TIMEOUT',
      'goondan.status': 'error',
    });
    // UNSET is 0, ERROR is 2.
    expect([turnSpan?.status.code, stepSpan?.status.code, callSpan?.status.code]).toEqual([0, 0, 2]);
  });

  test('tells of retries on the way', async () => {
    const { stepSpan } = await exported();
    expect(stepSpan?.events).toEqual([
      {
        name: 'goondan.model.retried',
        timeUnixNano: nanoseconds(noon + 2),
        attributes: { 'goondan.attempt': 1, 'goondan.waitMs': 5, 'goondan.code': 'E_MODEL_RATE_LIMIT' },
      },
    ]);
  });

  test('holds no arguments, contents or messages unless they are asked for', async () => {
    const quiet = await exported();
    expect(quiet.collector.bodies.join()).not.toMatch(/diary|your eyes/);
    const open = await exported(aTurn, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' });
    expect(open.callSpan?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"command":"cat diary.txt"}',
      'goondan.note': 'for your eyes only',
    });
    expect(open.callSpan?.status.message).toBe('diary.txt did not open');
  });

  test('comes with the headers, the service name and the resource of the environment', async () => {
    const { collector } = await exported(aTurn, {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-team = goose ',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=swan',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,service.name=ignored',
      OTEL_SERVICE_NAME: 'my, swarm',
    });
    expect(collector.headers[0]?.get('authorization')).toBe('Bearer abc');
    expect(collector.headers[0]?.get('x-team')).toBe('swan');
    expect(collector.headers[0]?.get('content-type')).toBe('application/json');
    expect(collector.resources()[0]).toMatchObject({
      'service.name': 'my, swarm',
      'deployment.environment': 'test',
    });
  });

  test('goes to the address of traces as it stands when there is one', async () => {
    const collector = startCollector();
    const { collector: other } = await exported(aTurn, {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.endpoint}/in/here`,
    });
    await collector.stop();
    expect(collector.paths).toEqual(['/in/here']);
    expect(other.paths).toEqual([]);
  });

  test('is one span however often it is told, and nothing while it runs', async () => {
    const { spans } = await exported([...aTurn.slice(0, -1), ...aTurn.slice(0, -1)]);
    expect(spans.map(({ spanId }) => spanId).sort()).toEqual([step.spanId, call.spanId].sort());
  });

  test('has its start even when that was told to another process', async () => {
    const { callSpan } = await exported(aTurn.filter(({ type }) => type !== 'tool.started'));
    expect(callSpan?.startTimeUnixNano).toBe(nanoseconds(noon + 13 - 2.4));
  });

  test('leaves out the deltas of streaming, and what comes after close', async () => {
    const collector = startCollector();
    const exporter = createOtlpExport({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/` },
      logger: rememberWarnings(),
    });
    const { agentName, instanceKey, turnId } = turn;
    exporter?.observe({
      type: 'delta',
      agentName,
      instanceKey,
      turnId,
      stepIndex: 0,
      attempt: 1,
      kind: 'text',
      text: 'hi',
    });
    for (const event of aTurn.slice(0, 5)) exporter?.observe(event);
    await exporter?.close();
    for (const event of aTurn) exporter?.observe(event);
    await exporter?.flush();
    await exporter?.close();
    await collector.stop();
    expect(collector.spans().map(({ spanId }) => spanId)).toEqual([call.spanId]);
  });
});

describe('a collector that fails', () => {
  test('with 500 costs one warning and nothing else', async () => {
    const collector = startCollector(() => new Response('no', { status: 500 }));
    const logger = rememberWarnings();
    const exporter = createOtlpExport({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint.replace('//', '//user:hunter2@') },
      logger,
    });
    for (const event of aTurn) {
      exporter?.observe(event);
      await exporter?.flush();
    }
    await exporter?.close();
    await collector.stop();
    expect(collector.paths.length).toBeGreaterThan(1);
    expect(logger.warnings.length).toBe(1);
    expect(logger.warnings[0]).toContain(`${collector.endpoint}/v1/traces: Internal Server Error`);
    expect(logger.warnings[0]).not.toContain('hunter2');
  });

  test('by never answering is left behind by close', async () => {
    const collector = startCollector(() => new Promise<Response>(() => {}));
    const logger = rememberWarnings();
    const exporter = createOtlpExport({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
      logger,
      closeLimitMs: 1,
    });
    for (const event of aTurn) exporter?.observe(event);
    void exporter?.flush();
    await collector.arrival;
    await exporter?.close();
    expect(logger.warnings).toEqual([
      `Traces cannot be exported to ${collector.endpoint}/v1/traces: no answer in time. Turns go on without.`,
    ]);
    await collector.stop();
  });

  test('by not being there costs one warning, and flush and close end', async () => {
    const collector = startCollector();
    await collector.stop();
    const logger = rememberWarnings();
    const exporter = createOtlpExport({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '1' },
      logger,
    });
    for (const event of aTurn) exporter?.observe(event);
    await exporter?.flush();
    await exporter?.close();
    expect(logger.warnings.length).toBe(1);
  });

  test('holds no more than a bounded number of spans in memory', async () => {
    const collector = startCollector(() => new Promise<Response>(() => {}));
    const exporter = createOtlpExport({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
      logger: rememberWarnings(),
      closeLimitMs: 1,
    });
    for (let index = 0; index < 20_000; index += 1) {
      const spanId = index.toString(16).padStart(16, '0');
      exporter?.observe({ ...call, spanId, type: 'tool.completed', at: noon, durationMs: 1 });
    }
    void exporter?.flush();
    await collector.arrival;
    await exporter?.close();
    await collector.stop();
    expect(collector.spans().length).toBeLessThanOrEqual(2_048);
  });
});

describe('an environment that asks for no export', () => {
  const endpoint = 'http://127.0.0.1:4318';

  test.each([
    ['says nothing', {}],
    ['has an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
    ['turns the SDK off', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
    ['turns traces off', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }],
  ])('%s: there is none', (_, env) => {
    const logger = rememberWarnings();
    expect(createOtlpExport({ env, logger })).toBeUndefined();
    expect(logger.warnings).toEqual([]);
  });

  test.each([
    ['gRPC', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    ['an address without http', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' }],
    ['no address', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector' }],
  ])('or asks for what cannot be done, %s: there is none, and a warning', (_, env) => {
    const logger = rememberWarnings();
    expect(createOtlpExport({ env, logger })).toBeUndefined();
    expect(logger.warnings.length).toBe(1);
  });

  test('loads nothing of OpenTelemetry, which an export does', async () => {
    expect(await loadedBy({})).toBe('0');
    expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).not.toBe('0');
  });
});

/** How many files of OpenTelemetry a process has loaded after a turn. */
async function loadedBy(env: Record<string, string>): Promise<string> {
  const script = `${import.meta.dir}/loaded-modules.ts`;
  const child = Bun.spawn([process.execPath, '--no-install', script], { env, stderr: 'ignore' });
  const text = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return text.trim();
}
