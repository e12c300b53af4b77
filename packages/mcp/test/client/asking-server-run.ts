/** A server of 2025-11-25 by stdio whose one tool asks two things before it answers; `--starts=FILE` gets a line for every call. */
import { appendFileSync } from 'node:fs';
import { incomingMessages, write } from './requests.ts';

const starts = process.argv.find((argument) => argument.startsWith('--starts='))?.slice(9);
const form = (message: string, field: string): object => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } } },
  },
});
const questions = [form('Who?', 'name'), form('Sure?', 'sure')];
const answers: unknown[] = [];
let calling: string | number | undefined;

for await (const { id, method, params, result } of incomingMessages()) {
  if (method === 'initialize')
    write({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'asking', version: '1' },
      },
    });
  else if (method === 'tools/list')
    write({
      id,
      result: {
        tools: [{ name: 'greet', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } }],
      },
    });
  else if (method === 'tools/call') {
    if (starts !== undefined) appendFileSync(starts, `${String(params['name'])}\n`);
    calling = id;
    answers.length = 0;
    write({ id: 'question-0', ...questions[0] });
  } else if (method === '' && String(id).startsWith('question-')) {
    answers.push(result);
    const next = questions[answers.length];
    if (next !== undefined) write({ id: `question-${answers.length}`, ...next });
    else write({ id: calling, result: { content: [{ type: 'text', text: JSON.stringify(answers) }] } });
  } else if (id !== undefined) write({ id, error: { code: -32601, message: 'not here' } });
}
