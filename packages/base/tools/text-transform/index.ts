export { change } from './change.ts';
export { count } from './count.ts';
export { diff } from './diff.ts';
export { decode, encode } from './encode.ts';
export { extract } from './extract.ts';
export { hash } from './hash.ts';
export { lines } from './lines.ts';
export { replace } from './replace.ts';
export { template } from './template.ts';
