/** The token at which an expression stops being one. */
export interface FailingToken {
  /** Counted from 1. */
  readonly column: number;
  readonly type: string;
  /** As it is written; empty at the end of the expression. */
  readonly token: string;
  /** The character before it that is not blank. */
  readonly before: string;
  /** What the parser wanted, where it says so. */
  readonly expected?: string;
}

/** Finds where the library stumbled. It does not say: `said`, its message, is what shorter parts of the expression are compared by. */
export async function failingToken(expression: string, said: string): Promise<FailingToken> {
  const { compile, tokenize } = await import('@jmespath-community/jmespath');
  const lexed = failureOf(() => tokenize(expression));
  if (lexed !== undefined) {
    const unknown = /unknown character/.test(lexed);
    const start = unknown
      ? firstPosition(
          expression.length,
          (end) => failureOf(() => tokenize(expression.slice(0, end))) === lexed,
        ) - 1
      : lastReadable(expression, (end) => failureOf(() => tokenize(expression.slice(0, end))) === undefined);
    const [character = ''] = expression.slice(start, start + 2);
    return at(expression, start, { type: unknown ? 'Unknown' : 'Unclosed', token: character });
  }
  const tokens = tokenize(expression);
  const endOf = (count: number): number => tokens[count]?.start ?? expression.length;
  const count = firstPosition(
    tokens.length,
    (length) => failureOf(() => compile(expression.slice(0, endOf(length)))) === said,
  );
  const expected = /expected (\w+), got/.exec(said)?.[1];
  const more = expected === undefined ? {} : { expected: wanted(expected) };
  const token = count > tokens.length ? undefined : tokens[count - 1];
  // At its end an expression is only unfinished: what came last was right so far.
  if (token === undefined || /\bEOF\b/.test(said))
    return at(expression, expression.length, { type: 'EOF', token: '', ...more });
  const text = expression.slice(token.start, endOf(count)).trim();
  return at(expression, token.start, { type: token.type, token: text, ...more });
}

function at(expression: string, start: number, found: Omit<FailingToken, 'column' | 'before'>): FailingToken {
  const before = expression.slice(0, start).trimEnd().at(-1) ?? '';
  return { column: start + 1, before, ...found };
}

/** The smallest number up to `most` for which it is so, `most + 1` if for none; once so, it stays so. */
function firstPosition(most: number, isSo: (count: number) => boolean): number {
  let [low, high] = [1, most + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function lastReadable(expression: string, isReadable: (end: number) => boolean): number {
  for (let end = expression.length - 1; end > 0; end -= 1) if (isReadable(end)) return end;
  return 0;
}

function failureOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function wanted(name: string): string {
  const signs: Readonly<Record<string, string>> = {
    Rbracket: ']',
    Rparen: ')',
    Rbrace: '}',
    Star: '*, a number or a ]',
    Colon: ':',
    Comma: ',',
  };
  return `${signs[name] ?? name} is`;
}
