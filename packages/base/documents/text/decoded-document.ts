import { JobFailure } from '../../contained/job.ts';
import type { DocumentRequest } from '../document.ts';
import { decodeText, encodingNamed, type DecodedText } from './decode-text.ts';

/** The text of a document in the encoding that was asked for, that its header or `declared` names, or that it looks like. */
export function decodedDocument(
  bytes: Uint8Array<ArrayBuffer>,
  { encoding, contentType = '', name }: DocumentRequest,
  declared?: string,
): DecodedText {
  if (encoding === undefined) {
    const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
    return decodeText(bytes, charset ?? declared);
  }
  const known = encodingNamed(encoding);
  if (known === undefined)
    throw new JobFailure(
      'E_TOOL_INVALID_ARGS',
      `${JSON.stringify(encoding)} is no known encoding.`,
      'Use a name such as utf-8, euc-kr, cp949, shift_jis, gb18030 or windows-1252, or leave it out.',
    );
  const decoded = decodeText(bytes, known);
  if (decoded.encoding === known) return decoded;
  throw new JobFailure(
    'E_DOCUMENT_FORMAT',
    `${name} is in ${decoded.encoding}, not in ${known}.`,
    'Leave out encoding: the content tells it.',
  );
}
