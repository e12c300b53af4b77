import { stat } from 'node:fs/promises';
import { inWorkdir } from './check-folder.ts';
import { checkText, invalid } from './check-text.ts';
import { interpreterOf, textProgram, type Interpreter } from './interpreters.ts';

/** What a call of the script export says about the script. */
export interface ScriptInput {
  readonly script?: string;
  readonly path?: string;
  readonly interpreter?: Interpreter;
  readonly args?: readonly string[];
  readonly stdin?: string;
}

/** Reading it takes a supervisor time: more belongs into a file. */
const longestInputBytes = 1_000_000;

/** The command that runs the script. */
export async function scriptProgram(workdir: string, input: ScriptInput): Promise<string[]> {
  const { script, path, interpreter, args = [], stdin } = input;
  args.forEach((one, at) => checkText(`args/${at}`, one));
  if (stdin !== undefined) checkText('stdin', stdin, longestInputBytes);
  if ((script === undefined) === (path === undefined))
    throw invalid(
      script === undefined ? 'Neither /script nor /path is given.' : 'Both /script and /path are given.',
      'Send either script (the text) or path (a file in the workdir). Example: {"script":"echo hi"}',
    );
  if (script !== undefined) {
    checkText('script', script);
    return textProgram(interpreter ?? 'bash', script, args);
  }
  const file = await inWorkdir(workdir, 'path', path ?? '');
  if (!(await stat(file)).isFile()) throw invalid(`/path: "${path}" is not a file.`, 'Give a script file.');
  return [interpreter ?? (await interpreterOf(file)), file, ...args];
}
