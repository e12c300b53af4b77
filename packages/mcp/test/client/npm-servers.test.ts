import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'bun:test';
import { isRecord, type JsonObject } from '@goondan/core';
import { startHost } from './extension-host.ts';
import { npmServer } from './npm-servers.ts';
import { waitUntil } from './wait-until.ts';

const memoryFile = join(tmpdir(), `goondan-memory-${process.pid}.json`);
const host = await startHost({
  all: npmServer('everything'),
  memory: {
    ...npmServer('memory'),
    env: { MEMORY_FILE_PATH: memoryFile },
  },
  thinking: npmServer('sequential-thinking'),
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(memoryFile, { force: true });
});

test('MCP-1: tools of everything are called by stdio, and their parts keep their types', async () => {
  expect(await host.call('all__echo', { message: 'hi' })).toMatchObject({ status: 'ok', output: 'Echo: hi' });
  expect(await host.call('all__get-tiny-image')).toMatchObject({
    output: { content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png' }, { type: 'text' }] },
  });
  expect(await host.call('all__get-resource-links', { count: 1 })).toMatchObject({
    output: { content: [{ type: 'text' }, { type: 'resource_link' }] },
  });
});

test('structured content is given once, as it is', async () => {
  const { output } = await host.call('all__get-structured-content', { location: 'New York' });
  expect(isRecord(output) && Object.keys(output).toSorted()).toEqual([
    'conditions',
    'humidity',
    'temperature',
  ]);
});

test('a tool of memory and one of sequential-thinking are called', async () => {
  const entity = { name: 'goondan', entityType: 'project', observations: ['runs tools'] };
  expect(await host.call('memory__create_entities', { entities: [entity] })).toMatchObject({ status: 'ok' });
  expect(await host.call('memory__read_graph')).toMatchObject({ output: { entities: [entity] } });
  const thought = { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
  expect(await host.call('thinking__sequentialthinking', thought)).toMatchObject({ status: 'ok' });
});

test('a tool of filesystem is called, within the folder it was given', async () => {
  await using own = await startHost({});
  writeFileSync(join(own.folder, 'note.txt'), 'a note');
  await using files = await startHost({ files: npmServer('filesystem', own.folder) });
  const read = await files.call('files__read_text_file', { path: join(own.folder, 'note.txt') });
  expect(read).toMatchObject({ status: 'ok', output: { content: 'a note' } });
  expect(await files.call('files__read_text_file', { path: '/etc/passwd' })).toMatchObject({
    error: { code: 'E_MCP_TOOL_ERROR' },
  });
});

test('PEND-3: what a server of 2025-11-25 wants to know in the middle of a call is a question to a person', async () => {
  const asked: JsonObject[] = [];
  const result = await host.call(
    'all__trigger-elicitation-request',
    {},
    {
      person(question) {
        asked.push(question);
        return { name: 'Ada', check: true };
      },
    },
  );
  expect(asked).toMatchObject([{ server: 'all', schema: { type: 'object' } }]);
  expect(JSON.stringify(result)).toContain('Ada');
  const nobody = await host.call('all__trigger-elicitation-request');
  expect(nobody).toMatchObject({ error: { code: 'E_TOOL_UNANSWERED' } });
});

test('PEND-1: a task of 2025-11-25 is a pending call, and its result comes under the handle', async () => {
  const result = await host.call('all__simulate-research-query', { topic: 'tools', ambiguous: false });
  const { status, handle = '' } = result;
  expect(status).toBe('pending');
  expect(handle).toMatch(/^mcp-[0-9a-f]{24}$/);
  await waitUntil(() => host.completed.has(handle));
  expect(host.completed.get(handle)).toMatchObject({ status: 'ok' });
});

test('progress of a call is told to whoever listens', async () => {
  expect(await host.call('all__trigger-long-running-operation', { duration: 0.2, steps: 2 })).toMatchObject({
    status: 'ok',
  });
  expect(host.progress.length).toBeGreaterThan(0);
});
