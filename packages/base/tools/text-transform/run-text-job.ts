import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import type { Job } from '../../contained/job.ts';
import { runJob } from '../../contained/run-job.ts';

/** Runs work on a text that could take without end, such as a regular expression, in a process that can be ended. */
export async function runTextJob<Input extends object, Output>(
  ctx: Pick<ToolContext, 'signal'>,
  job: Job<Input, Output>,
  input: Input,
): Promise<Output> {
  return runJob(job, {
    input,
    signal: ctx.signal,
    limits: {
      cpuSeconds: 5,
      memoryMegabytes: 1024,
      onExceeded: (what) => onExceeded(what, 'pattern' in input),
    },
  });
}

function onExceeded(what: 'time' | 'memory' | 'answer', hasPattern: boolean): Error {
  if (what === 'time' && hasPattern) {
    return new GoondanError(
      'E_TEXT_PATTERN',
      'The pattern took more than 5 s of processor time on this text and was stopped.',
    );
  }
  const reasons = {
    time: 'The work took more than 5 s of processor time and was stopped.',
    memory: 'The work needs more memory than it may use and was stopped.',
    answer: 'The result is larger than 48 MB.',
  };
  const suggestion = 'Work on a shorter text, or on parts of it one after the other.';
  return new GoondanError('E_TOOL_INVALID_ARGS', reasons[what], { suggestion });
}
