/** Where a text stops being JSON. */
export interface JsonMistake {
  readonly position: number;
  readonly expected: string;
  /** The character there; empty at the end of the text. */
  readonly found: string;
}

type State = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or ]' | ', or }' | 'end';

const token =
  /([{}[\],:])|("[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\p{Cc}]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/uy;
const blank = /[ \t\r\n]*/y;

const words: Readonly<Record<State, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  'name or }': 'a name in double quotes or }',
  name: 'a name in double quotes',
  ':': ':',
  ', or ]': ', or ]',
  ', or }': ', or }',
  end: 'nothing more',
};

/** Finds the first mistake of a text that `JSON.parse` has refused: that says what is wrong, but not where. */
export function jsonMistake(text: string): JsonMistake {
  const open: ('[' | '{')[] = [];
  let state: State = 'value';
  let position = 0;
  for (;;) {
    blank.lastIndex = position;
    position += blank.exec(text)?.[0].length ?? 0;
    token.lastIndex = position;
    const [whole = '', sign = '', name = ''] = token.exec(text) ?? [];
    const next: State | undefined =
      whole === '' ? undefined : step(state, { sign, isText: name !== '' }, open);
    if (next === undefined) {
      const [found = ''] = text.slice(position, position + 2);
      return { position, expected: words[state], found };
    }
    state = next;
    position += whole.length;
  }
}

function step(
  state: State,
  { sign, isText }: { readonly sign: string; readonly isText: boolean },
  open: ('[' | '{')[],
): State | undefined {
  switch (state) {
    case 'value':
    case 'value or ]':
      if (sign === '[' || sign === '{') {
        open.push(sign);
        return sign === '[' ? 'value or ]' : 'name or }';
      }
      if (sign === ']' && state === 'value or ]') return close(open);
      return sign === '' ? after(open) : undefined;
    case 'name or }':
      if (sign === '}') return close(open);
      return isText ? ':' : undefined;
    case 'name':
      return isText ? ':' : undefined;
    case ':':
      return sign === ':' ? 'value' : undefined;
    case ', or ]':
      return sign === ',' ? 'value' : sign === ']' ? close(open) : undefined;
    case ', or }':
      return sign === ',' ? 'name' : sign === '}' ? close(open) : undefined;
    case 'end':
      return undefined;
  }
}

function close(open: ('[' | '{')[]): State {
  open.pop();
  return after(open);
}

function after(open: readonly ('[' | '{')[]): State {
  const inner = open.at(-1);
  return inner === undefined ? 'end' : inner === '[' ? ', or ]' : ', or }';
}
