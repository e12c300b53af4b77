export { get } from './get.ts';
export { list } from './list.ts';
export { put } from './put.ts';
export { remove } from './remove.ts';
export { search } from './search.ts';
