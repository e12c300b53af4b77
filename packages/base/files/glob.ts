/** Whether a path fits; both the pattern and the path are taken name by name, so that only `**` goes past a `/`. */
export type GlobMatch = (path: string) => boolean;

const mostAlternatives = 256;

/**
 * Compiles a glob: `*` and `?` inside one name, `**` for any number of folders, `[…]`, `{a,b}`, and `\` before a
 * character that means itself. `folder/**` fits the folder too. A leading `!` is a character like any other.
 */
export function compileGlob(pattern: string): GlobMatch {
  const alternatives = expandBraces(pattern).map((one) => one.split('/').filter((name) => name !== ''));
  const compiled = alternatives.map((names) => names.map(compileName));
  return (path) => {
    const names = path.split('/').filter((name) => name !== '');
    return compiled.some((matchers) => matches(matchers, names));
  };
}

type NameMatch = ((name: string) => boolean) | '**';

function compileName(name: string): NameMatch {
  if (name === '**') return '**';
  if (!/[*?[\]\\{}!]/.test(name)) return (candidate) => candidate === name;
  // Bun takes a leading ! for "all but".
  const glob = new Bun.Glob(name.startsWith('!') ? `\\${name}` : name);
  return (candidate) => glob.match(candidate);
}

/** Remembers only where the last `**` stood: going back further cannot help. */
function matches(pattern: readonly NameMatch[], names: readonly string[]): boolean {
  let [at, name, star, starName] = [0, 0, -1, 0];
  while (name < names.length) {
    const matcher = pattern[at];
    const candidate = names[name] ?? '';
    if (matcher === '**') {
      [star, starName] = [at, name];
      at += 1;
    } else if (matcher !== undefined && matcher(candidate)) {
      at += 1;
      name += 1;
    } else if (star >= 0) {
      starName += 1;
      [at, name] = [star + 1, starName];
    } else return false;
  }
  return pattern.slice(at).every((matcher) => matcher === '**');
}

/** Alternatives may hold a `/`, so they are written out before the pattern is taken apart. */
function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const braces = firstBraces(one);
    if (braces === undefined) done.push(one);
    else open.push(...braces);
    if (done.length + open.length > mostAlternatives)
      throw new RangeError(`a glob has more than ${mostAlternatives} alternatives`);
  }
  return done;
}

/** The pattern once for each alternative of its first braces; undefined where it has none. */
function firstBraces(pattern: string): string[] | undefined {
  let [start, depth, from] = [-1, 0, 0];
  const parts: string[] = [];
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (character === '{') {
      if (depth === 0) [start, from] = [index, index + 1];
      depth += 1;
    } else if (depth === 1 && (character === ',' || character === '}')) {
      parts.push(pattern.slice(from, index));
      from = index + 1;
      if (character === ',') continue;
      const [head, tail] = [pattern.slice(0, start), pattern.slice(index + 1)];
      return parts.map((part) => `${head}${part}${tail}`);
    } else if (character === '}' && depth > 0) depth -= 1;
  }
  return undefined;
}
