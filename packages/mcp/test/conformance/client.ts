/** What the official conformance tool runs: one server, by our own client, with a person who agrees to everything. The address is the last argument. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, type JsonObject } from '@goondan/core';
import { ProcessWatch } from '../../src/client/process-watch.ts';
import { openConnection } from '../../src/client/open-connection.ts';
import { isInputRequired, type Connection } from '../../src/client/connection.ts';
import type { ServerConfig } from '../../src/client/server-config.ts';

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const url = process.argv.at(-1) ?? '';
const stateFolder = mkdtempSync(join(tmpdir(), 'goondan-conformance-'));

try {
  const connection = await open();
  await play(connection);
  await connection.close();
} catch (thrown) {
  console.error(thrown);
  process.exitCode = 1;
} finally {
  rmSync(stateFolder, { recursive: true, force: true });
}

function open(): Promise<Connection> {
  return openConnection(
    {
      key: 'conformance',
      config: configOf(),
      env: {},
      root: stateFolder,
      stateFolder,
      watch: new ProcessWatch(),
      person: {
        redirectUrl: 'http://localhost:3000/callback',
        clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
        async visit(page) {
          const response = await fetch(page, { redirect: 'manual' });
          return new URL(response.headers.get('location') ?? '').searchParams;
        },
      },
    },
    {
      onClosed: () => undefined,
      onToolsChanged: () => undefined,
      elicit: async () => ({ action: 'accept', content: {} }),
    },
  );
}

function configOf(): ServerConfig {
  const startTimeoutMs = 100_000;
  if (!scenario.startsWith('auth/')) return { url, startTimeoutMs };
  const clientId = text('client_id');
  const clientSecret = text('client_secret');
  const known = {
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
  };
  return {
    url,
    startTimeoutMs,
    auth: { type: scenario.includes('client-credentials') ? 'client-credentials' : 'oauth', ...known },
  };
}

function text(name: string): string | undefined {
  const value = isRecord(context) ? context[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Lists the tools and calls each, with what the scenario says or with something that fits. */
async function play(connection: Connection): Promise<void> {
  const tools = await connection.tools(100_000);
  const given = isRecord(context) ? context['toolCalls'] : undefined;
  const calls: readonly unknown[] = Array.isArray(given) ? given : [];
  // One scenario wants to be shown what we have of another tool's schema.
  const others = tools.filter(({ inputSchema }) => !('schema' in (inputSchema.properties ?? {})));
  if (calls.length === 0)
    for (const { name, inputSchema } of tools)
      await call(connection, name, {
        ...argumentsFor(inputSchema),
        ...schemaFor(inputSchema, others[0]?.inputSchema),
      });
  for (const wanted of calls) if (isWanted(wanted)) await call(connection, wanted.name, wanted.arguments);
}

async function call(connection: Connection, name: string, args: JsonObject): Promise<void> {
  let more: JsonObject = {};
  for (let round = 0; round < 5; round += 1) {
    const answer = await connection.call(name, args, more);
    if (!isInputRequired(answer)) return;
    const keys = Object.keys(answer.inputRequests ?? {});
    more = {
      inputResponses: Object.fromEntries(keys.map((key) => [key, { action: 'accept', content: {} }])),
      ...(answer.requestState === undefined ? {} : { requestState: answer.requestState }),
    };
  }
}

function argumentsFor(schema: unknown): JsonObject {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valueFor(property)]));
}

function isWanted(value: unknown): value is { readonly name: string; readonly arguments: JsonObject } {
  return isRecord(value) && typeof value['name'] === 'string' && isRecord(value['arguments']);
}

function schemaFor(own: unknown, other: unknown): JsonObject {
  const wanted = isRecord(own) && isRecord(own['properties']) && 'schema' in own['properties'];
  return wanted && isObject(other) ? { schema: other } : {};
}

function isObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

function valueFor(property: unknown): string | number | boolean {
  const type = isRecord(property) ? property['type'] : undefined;
  if (type === 'number' || type === 'integer') return 5;
  return type === 'boolean' ? true : 'text';
}
