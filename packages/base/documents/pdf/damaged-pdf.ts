import { JobFailure } from '../../contained/job.ts';

/** What is thrown for a PDF that PDF.js cannot read. */
export function damagedPdf(name: string, thrown: unknown): JobFailure {
  const why = thrown instanceof Error ? thrown.message.replace(/\.$/, '') : String(thrown);
  return new JobFailure(
    'E_DOCUMENT_DAMAGED',
    `${name} is a PDF that cannot be read: ${why}.`,
    'Get the file again from its source, or open it in a PDF program and save it anew.',
  );
}
