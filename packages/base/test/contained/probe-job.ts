import { writeFileSync } from 'node:fs';
import { JobFailure, type Job } from '../../contained/job.ts';

/** What the probe does, and where it leaves the number of its process. */
export interface ProbeInput {
  readonly act:
    | 'tell'
    | 'fail'
    | 'break'
    | 'noise'
    | 'spin'
    | 'match'
    | 'objects'
    | 'buffers'
    | 'exit'
    | 'flood';
  readonly pidFile?: string;
}

/** A job that does what it is told, good or bad. */
export const job: Job<ProbeInput, { readonly told: string }> = {
  file: import.meta.path,
  run({ act, pidFile }, bytes) {
    if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid));
    const kept: unknown[] = [];
    switch (act) {
      case 'tell':
        return { told: JSON.stringify([process.cwd(), Object.keys(process.env).toSorted(), [...bytes]]) };
      case 'fail':
        throw new JobFailure('E_DOCUMENT_DAMAGED', 'It is broken.', 'Mend it.');
      case 'break':
        throw new TypeError('a mistake of ours');
      case 'noise':
        console.log('noise');
        console.warn('noise');
        return { told: 'quiet' };
      case 'spin':
        for (;;);
      case 'match':
        return { told: String(/\s+$/.test(`${' '.repeat(10_000_000)}x`)) };
      case 'objects':
        for (;;) kept.push({ index: kept.length, text: `x${kept.length}` });
      case 'buffers':
        for (;;) kept.push(new Uint8Array(32_000_000).fill(1));
      case 'exit':
        return process.exit(0);
      case 'flood':
        return { told: 'x'.repeat(60_000_000) };
    }
  },
};
