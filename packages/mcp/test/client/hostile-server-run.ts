/**
 * A server that does what it must not. Its tools are named after what they do. `--tools=FILE` names a JSON file with the tools to list instead;
 * `--starts=FILE` gets a line for every start; where the file of `--broken-by=FILE` is there, it ends at once.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseJson } from '@goondan/core';
import { incomingMessages, write } from './requests.ts';

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

const object = { type: 'object' };
const tools = [
  'ok',
  'environment',
  'die',
  'big',
  'endless',
  'wrong-id',
  'flood',
  'grandchild',
  'wait',
  'no-json',
  'lying-output',
  'failing',
].map((name) => ({
  name,
  inputSchema: object,
  annotations: { readOnlyHint: true },
  ...(name === 'lying-output' ? { outputSchema: { type: 'object', required: ['sum'] } } : {}),
}));

const starts = option('starts');
if (starts !== undefined) appendFileSync(starts, `${process.pid}\n`);
const broken = option('broken-by');
if (process.argv.includes('--crash') || (broken !== undefined && existsSync(broken))) {
  console.error('no license found');
  process.exit(3);
}
if (process.argv.includes('--silent')) await new Promise(() => setInterval(() => {}, 1000));

const listed = (): unknown => {
  const file = option('tools');
  return file === undefined ? tools : parseJson(readFileSync(file, 'utf8'));
};
const said = (text: string): object => ({ content: [{ type: 'text', text }] });

for await (const { id, method, params } of incomingMessages()) {
  if (method === 'initialize')
    write({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'hostile', version: '1' },
      },
    });
  else if (method === 'tools/list') write({ id, result: { tools: listed() } });
  else if (method === 'tools/call') void call(Number(id), String(params['name']), params['arguments']);
  else if (method === 'notifications/cancelled') console.error(`cancelled ${String(params['requestId'])}`);
  else if (id !== undefined) write({ id, error: { code: -32601, message: 'not here' } });
}

async function call(id: number, name: string, args: unknown): Promise<void> {
  switch (name) {
    case 'environment':
      return write({ id, result: said(JSON.stringify(process.env)) });
    case 'die':
      return void process.kill(process.pid, 'SIGKILL');
    case 'big':
      return write({ id, result: said('x'.repeat(12 * 1024 * 1024)) });
    case 'endless': {
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
      const chunk = 'x'.repeat(1024 * 1024);
      for (let count = 0; count < 1024; count += 1)
        if (!process.stdout.write(chunk))
          await new Promise((resolve) => process.stdout.once('drain', resolve));
      return;
    }
    case 'wrong-id':
      write({ id: id + 1000, result: said('for nobody') });
      write({ id: String(id + 1000), error: { code: 1, message: 'for nobody' } });
      return write({ id, result: said('for you') });
    case 'flood':
      setInterval(() => {
        for (let count = 0; count < 100; count += 1) write({ method: 'notifications/tools/list_changed' });
      }, 1);
      return write({ id, result: said('flooding') });
    case 'grandchild': {
      // It leaves its group, ignores what it is told, and its parent forgets it.
      const script = `trap '' TERM HUP INT; while :; do sleep 1; done`;
      const child = Bun.spawn(['setsid', 'sh', '-c', script], {
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
      });
      child.unref();
      return write({ id, result: said(String(child.pid)) });
    }
    case 'wait':
      return;
    case 'no-json':
      process.stdout.write('starting up...\n{"half":\n\n[]\n"text"\n');
      return write({ id, result: said('after noise') });
    case 'lying-output':
      return write({ id, result: { ...said('{}'), structuredContent: { total: 1 } } });
    case 'failing':
      return write({ id, result: { ...said('the disk is full'), isError: true } });
    case 'change':
      write({ method: 'notifications/tools/list_changed' });
      return write({ id, result: said('changed') });
    default:
      return write({ id, result: said(`${name} ${JSON.stringify(args)}`) });
  }
}
