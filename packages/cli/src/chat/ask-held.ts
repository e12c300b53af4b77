import type { Engine } from '@goondan/runtime';
import { jsonOrText, typedObject } from '../handle/typed-json.ts';
import type { Output } from '../output/output.ts';
import { wantedLines, type HeldCall } from '../turn/held-call.ts';
import type { TerminalInput } from './terminal-input.ts';

const question = 'y lets it run · a this very call from now on too · n refuses · e changes its arguments > ';

/** Asks about a call that waits for a person, and answers it. False when the person would rather stop. */
export async function askHeld(
  call: HeldCall,
  {
    engine,
    input,
    output,
  }: { readonly engine: Engine; readonly input: TerminalInput; readonly output: Output },
): Promise<boolean> {
  const { handle } = call;
  for (const line of wantedLines(call)) output.line(line);
  if (call.question !== undefined) {
    const given = await input.ask('answer > ');
    if (given.kind !== 'line') return false;
    await engine.complete(handle, jsonOrText(given.text));
    return true;
  }
  for (;;) {
    const typed = await input.ask(question);
    if (typed.kind !== 'line') return false;
    const choice = typed.text.trim().toLowerCase();
    if (choice === 'y' || choice === 'yes') {
      await engine.complete(handle, { decision: 'approve' });
      return true;
    }
    if (choice === 'a' || choice === 'always') {
      await engine.complete(handle, { decision: 'approve', always: true });
      return true;
    }
    if (choice === 'n' || choice === 'no') {
      const note = await input.ask('why (the model reads it) > ');
      if (note.kind !== 'line') return false;
      const text = note.text.trim();
      await engine.complete(handle, { decision: 'deny', ...(text === '' ? {} : { note: text }) });
      return true;
    }
    if (choice === 'e' || choice === 'edit') {
      const edited = await input.ask('arguments as JSON > ');
      if (edited.kind !== 'line') return false;
      try {
        await engine.complete(handle, { decision: 'approve', args: typedObject('arguments', edited.text) });
        return true;
      } catch (error) {
        output.line(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
