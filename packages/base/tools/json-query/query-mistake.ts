import { JobFailure } from '../../contained/job.ts';
import { failingToken, type FailingToken } from './failing-token.ts';

/** What is wrong with an expression, where, and how it could be written; `thrown` is what the library said. */
export async function queryMistake(expression: string, thrown: unknown): Promise<JobFailure> {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const name = /^(?:Unknown function: |Invalid (?:arity|type|value): )(\w+)\(\)/.exec(said)?.[1];
  if (name !== undefined) return functionMistake(expression, name, said);
  if (said.startsWith('not-a-number')) {
    return failure(
      'query: + - * / were given what is not a number.',
      expression.includes('-')
        ? 'A name with - in it is written in double quotes: "user-id". Make numbers of texts by to_number().'
        : 'Make numbers of texts by to_number().',
    );
  }
  const variable = /undefined variable (\S+)/.exec(said)?.[1];
  if (variable !== undefined)
    return failure(
      `query: $${variable} is not defined.`,
      `$ is the whole JSON: write $.${variable}, or define it: let $${variable} = … in ….`,
    );
  if (!/syntax/i.test(said))
    return failure(`query: ${said.replace(/\.$/, '')}.`, 'Check the expression against the JSON.');
  const found = await failingToken(expression, said);
  return failure(`query: column ${found.column}: ${phrase(found)}.`, adviceFor(found));
}

async function functionMistake(expression: string, name: string, said: string): Promise<JobFailure> {
  const { getRegisteredFunctions } = await import('@jmespath-community/jmespath');
  const column = Math.max(0, expression.search(new RegExp(`\\b${name}\\s*\\(`))) + 1;
  if (said.startsWith('Unknown')) {
    const { nearest } = await import('@goondan/core/basics');
    const known = getRegisteredFunctions();
    const close = nearest(name, known);
    return failure(
      `query: column ${column}: there is no function ${name}().`,
      close === undefined ? `Use one of ${known.join(', ')}.` : `Did you mean ${close}()?`,
    );
  }
  const text = said.replace(/^Invalid \w+: /, '').replace(/ instead\.$|\.$/, '');
  const advice = said.startsWith('Invalid arity')
    ? `Correct the arguments of ${name}().`
    : 'Pick the part of that type first; type(…) tells the type of any part, keys(@) the fields of an object.';
  return failure(`query: column ${column}: ${text}.`, advice);
}

function phrase({ token, expected }: FailingToken): string {
  const got = token === '' ? 'the expression ends' : `${token} is not expected`;
  return expected === undefined ? `${got} here` : `${got} here, but ${expected}`;
}

function adviceFor({ type, token, before }: FailingToken): string {
  if (type === 'Number') return `Write a number in backticks: \`${token}\`.`;
  if (type === 'Assign') return 'Compare with ==.';
  if (type === 'QuotedIdentifier' && before === '[') return `Write a field with a dot: .${token}.`;
  if (type === 'Dot' && before === '.')
    return 'There is no ..: name each level, or use [] to flatten lists and * for all fields.';
  if (type === 'Unclosed') return 'Close the quote or backtick; inside backticks there must be JSON.';
  if (type === 'Unknown' && /[\p{L}\p{N}\p{So}]/u.test(token))
    return 'Write names with other characters than A-Z, a-z, 0-9 and _ in double quotes: "이름".';
  if (token === '') return 'Complete the expression.';
  return 'Correct the expression there.';
}

function failure(message: string, suggestion: string): JobFailure {
  return new JobFailure('E_TOOL_INVALID_ARGS', message, suggestion);
}
