import { JobFailure } from '../contained/job.ts';
import { markdownOfHtml } from '../html/markdown-of-html.ts';
import type { DocumentRequest, ParsedDocument } from './document.ts';
import { unpacked, zipEntries } from './zip/zip-entries.ts';

const largestProperties = 1024 * 1024;

/** Reads a Word document as Markdown: headings, lists, tables, links and notes; pictures are left out. */
export async function readDocx(
  bytes: Uint8Array<ArrayBuffer>,
  { name }: DocumentRequest,
): Promise<ParsedDocument> {
  const { default: mammoth } = await import('mammoth');
  const withoutPictures = mammoth.images.imgElement(async () => ({ src: '' }));
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: withoutPictures },
    );
    const { markdown } = await markdownOfHtml(value.replaceAll(/<img\b[^>]*>/g, ''));
    return { format: 'docx', title: titleOf(bytes, name), markdown, truncated: false };
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof JobFailure) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new JobFailure(
      'E_DOCUMENT_DAMAGED',
      `${name} is a Word document whose content cannot be read: ${why}.`,
      'Open it in a word processor and save it anew, or get it again from its source.',
    );
  }
}

function titleOf(bytes: Uint8Array<ArrayBuffer>, name: string): string {
  const entry = zipEntries(bytes, name).find((one) => one.name === 'docProps/core.xml');
  if (entry === undefined) return '';
  const xml = new TextDecoder().decode(unpacked(entry, largestProperties, name));
  const title = /<dc:title>([^<]{0,1000})<\/dc:title>/.exec(xml)?.[1] ?? '';
  return title
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}
