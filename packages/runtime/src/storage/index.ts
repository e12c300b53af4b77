export { folderOwner, lockFolder } from './folder-lock.ts';
export { RecordLog, type LogRecord, type StreamChange } from './record-log.ts';
