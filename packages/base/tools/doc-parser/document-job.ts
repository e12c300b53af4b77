import type { Job } from '../../contained/job.ts';
import type { DocumentRequest, ParsedDocument } from '../../documents/document.ts';

/** Reads one document in a process of its own. */
export const job: Job<DocumentRequest, ParsedDocument> = {
  file: import.meta.path,
  async run(request, bytes) {
    const { parseDocument } = await import('../../documents/parse-document.ts');
    return parseDocument(bytes, request);
  },
};
