import type { JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import type { Engine, RuntimeEvent, TurnDelta } from '@goondan/runtime';
import { jsonOrText, typedObject } from '../handle/typed-json.ts';
import type { Output } from '../output/output.ts';
import { wantedLines, type HeldCall } from '../turn/held-call.ts';
import type { TerminalInput, Typed } from './terminal-input.ts';

const question = 'y run it · a always run this very call · n refuse · e edit arguments > ';

/** Who is asked, and who is told. */
interface Asking {
  readonly engine: Pick<Engine, 'complete' | 'observe'>;
  readonly input: Pick<TerminalInput, 'ask'>;
  readonly output: Pick<Output, 'line'>;
}

/** Asks about a call that waits for a person, and answers it, unless somebody else is quicker. False when the person would rather stop. */
export async function askHeld(call: HeldCall, { engine, input, output }: Asking): Promise<boolean> {
  const elsewhere = new AbortController();
  const stopObserving = engine.observe((event) => {
    if (isReleased(call, event)) elsewhere.abort();
  });
  const ask: Ask = (prompt) => input.ask(prompt, elsewhere.signal);
  try {
    for (const line of wantedLines(call)) output.line(line);
    const reply = call.question === undefined ? await decide(ask, output) : await answer(ask);
    if (reply.kind === 'answer') await complete(engine, call, { value: reply.value, output });
    if (reply.kind === 'withdrawn') output.line(answeredElsewhere);
    return reply.kind === 'answer' || reply.kind === 'withdrawn';
  } finally {
    stopObserving();
  }
}

const answeredElsewhere = 'answered elsewhere';

type Ask = (prompt: string) => Promise<Typed>;
/** What is answered, or why nothing is. */
type Reply = { readonly kind: 'answer'; readonly value: JsonValue } | Exclude<Typed, { kind: 'line' }>;

async function answer(ask: Ask): Promise<Reply> {
  const typed = await ask('answer > ');
  return typed.kind === 'line' ? { kind: 'answer', value: jsonOrText(typed.text) } : typed;
}

async function decide(ask: Ask, output: Asking['output']): Promise<Reply> {
  for (;;) {
    const typed = await ask(question);
    if (typed.kind !== 'line') return typed;
    const choice = typed.text.trim().toLowerCase();
    if (choice === 'y' || choice === 'yes') return { kind: 'answer', value: { decision: 'approve' } };
    if (choice === 'a' || choice === 'always')
      return { kind: 'answer', value: { decision: 'approve', always: true } };
    if (choice === 'n' || choice === 'no') {
      const note = await ask('why (the model reads it) > ');
      if (note.kind !== 'line') return note;
      const text = note.text.trim();
      return { kind: 'answer', value: { decision: 'deny', ...(text === '' ? {} : { note: text }) } };
    }
    if (choice === 'e' || choice === 'edit') {
      const edited = await ask('arguments as JSON > ');
      if (edited.kind !== 'line') return edited;
      try {
        const args = typedObject('arguments', edited.text);
        return { kind: 'answer', value: { decision: 'approve', args } };
      } catch (error) {
        output.line(error instanceof Error ? error.message : String(error));
      }
    }
  }
}

/** Another terminal may have answered between the key and here. */
async function complete(
  engine: Asking['engine'],
  { handle }: HeldCall,
  { value, output }: { readonly value: JsonValue; readonly output: Asking['output'] },
): Promise<void> {
  try {
    await engine.complete(handle, value);
  } catch (thrown) {
    if (!(thrown instanceof GoondanError) || thrown.code !== 'E_HANDLE_COMPLETED') throw thrown;
    output.line(answeredElsewhere);
  }
}

/** Whether the call, or its turn, has gone on without us. */
function isReleased({ turnId, toolCallId }: HeldCall, event: RuntimeEvent | TurnDelta): boolean {
  if (event.type === 'delta' || event.turnId !== turnId) return false;
  if (event.type === 'turn.cancelled' || event.type === 'turn.failed') return true;
  return event.toolCallId === toolCallId && event.type.startsWith('tool.') && event.type !== 'tool.held';
}
