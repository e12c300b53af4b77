import { createRequire } from 'node:module';
import type { MathJsInstance } from 'mathjs';
import { restrict } from './restrict.ts';

let instance: MathJsInstance | undefined;

/** The library, set up for this tool: 64 exact digits, numbers up to 1e1000, nothing that takes for ever. */
export function mathjs(): MathJsInstance {
  instance ??= load();
  return instance;
}

/**
 * The one-file build is required rather than imported: its functions are made when they are first used, while an
 * import reads, and so makes, all of them. That is a third of the time of `import('mathjs')` or less.
 */
function load(): MathJsInstance {
  const library: unknown = createRequire(import.meta.url)('mathjs/lib/browser/math.js');
  if (!isLibrary(library)) throw new TypeError('mathjs is not what this tool was written for.');
  restrict(library);
  return library;
}

function isLibrary(value: unknown): value is MathJsInstance {
  return typeof value === 'object' && value !== null && 'parse' in value && 'config' in value;
}
