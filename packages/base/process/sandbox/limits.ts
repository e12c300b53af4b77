import { totalmem } from 'node:os';

/** What all processes of one sandbox may take together. */
export interface SandboxLimits {
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/** Half of the machine's memory up to 4 GiB, and 1,024 processes: enough to build and test with, too little to harm the machine. */
export function sandboxLimits(): SandboxLimits {
  return { memoryBytes: Math.min(4 * 1024 ** 3, Math.floor(totalmem() / 2)), tasks: 1024 };
}
