export { edit } from './edit.ts';
export { list } from './list.ts';
export { mkdir } from './mkdir.ts';
export { read } from './read.ts';
export { remove } from './remove.ts';
export { search } from './search.ts';
export { stat } from './stat.ts';
export { write } from './write.ts';
