import type { JsonObject, ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { runJob } from '../../contained/run-job.ts';
import type { DocumentRequest } from '../../documents/document.ts';
import { job } from './document-job.ts';
import type { GotDocument } from './get-document.ts';

/** Reads a document where it can harm nobody: with so much time and memory, and then no more. */
export async function readDocument(
  ctx: Pick<ToolContext, 'signal'>,
  { name, bytes, url, contentType }: GotDocument,
  part: Omit<DocumentRequest, 'name' | 'url' | 'contentType'>,
): Promise<JsonObject> {
  const read = await runJob(job, {
    input: { name, url, contentType, ...part },
    bytes,
    signal: ctx.signal,
    limits: { cpuSeconds: 20, memoryMegabytes: 2048, onExceeded: (what) => exceeded(name, what) },
  });
  const { sheets, pages, rows, ...plain } = read;
  return {
    ...plain,
    ...(sheets === undefined ? {} : { sheets: sheets.map((sheet) => ({ ...sheet })) }),
    ...(pages === undefined ? {} : { pages: { ...pages } }),
    ...(rows === undefined ? {} : { rows: { ...rows } }),
  };
}

function exceeded(name: string, what: 'time' | 'memory' | 'answer'): GoondanError {
  const reasons = {
    time: 'took more than 20 s of processor time to read',
    memory: 'needs more memory than reading it may use',
    answer: 'has more text than can be given back at once',
  };
  return new GoondanError('E_DOCUMENT_TOO_LARGE', `${name} ${reasons[what]}, and reading it was stopped.`, {
    suggestion:
      'Ask for a part of it: few pages of a PDF, or convert what is needed to CSV or plain text first.',
  });
}
