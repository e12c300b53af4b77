import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { failureResult } from '../error/failure-result.ts';
import { exitCodes } from '../exit-code.ts';
import { listenForInterrupt } from '../turn/interrupt.ts';
import { watchBundle } from './watch-bundle.ts';

/** Runs an input, and again after each edit of the bundle, until it is interrupted. */
export async function watchInput(
  invocation: Invocation,
  options: { readonly bundleRoot: string; readonly run: () => Promise<CommandResult> },
): Promise<CommandResult> {
  const { output } = invocation;
  let edited = Promise.withResolvers<'edited'>();
  const unwatch = await watchBundle(options.bundleRoot, () => edited.resolve('edited'));
  const interrupt = listenForInterrupt();
  try {
    for (;;) {
      edited = Promise.withResolvers<'edited'>();
      const result = await options
        .run()
        .catch((error: unknown) => failureResult(error, output.isErrorColored));
      if (result.exitCode === exitCodes.interrupted) return result;
      if (result.text !== undefined) output.line(result.text);
      if (result.errorText !== undefined) output.note(result.errorText);
      output.line('waiting for an edit …');
      const first = await Promise.race([edited.promise, interrupt.promise]);
      if (first !== 'edited') return { exitCode: exitCodes.interrupted, json: undefined };
    }
  } finally {
    interrupt.dispose();
    await unwatch();
  }
}
