/** A process that runs a job which never ends, to be killed: what it leaves behind is what the test looks at. */
import { runJob } from '../../contained/run-job.ts';
import { job } from './probe-job.ts';

const [, , pidFile = ''] = process.argv;
await runJob(job, {
  input: { act: 'spin', pidFile },
  signal: new AbortController().signal,
  limits: { cpuSeconds: 1, memoryMegabytes: 512, onExceeded: (what) => new Error(what) },
});
