export { lockFolder } from './folder-lock.ts';
export { RecordLog, type LogRecord } from './record-log.ts';
