export { inspectModules } from './inspect-modules.ts';
export { loadStock } from '../stock/load-stock.ts';
