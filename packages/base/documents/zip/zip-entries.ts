import { inflateRawSync } from 'node:zlib';
import { JobFailure } from '../../contained/job.ts';

/** A file in an archive, as its directory tells it. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  /** Its compressed bytes. */
  readonly data: Uint8Array<ArrayBuffer>;
}

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const mostEntries = 10_000;
const largestContent = 128 * 1024 * 1024;

/** The directory of an archive. Throws where it has none that can be read. */
export function zipEntries(bytes: Uint8Array<ArrayBuffer>, name: string): ZipEntry[] {
  try {
    return directoryOf(bytes);
  } catch (thrown) {
    if (thrown instanceof JobFailure) throw thrown;
    throw damagedArchive(name);
  }
}

/** What is thrown for an archive that is cut off or overwritten. */
function damagedArchive(name: string): JobFailure {
  return new JobFailure(
    'E_DOCUMENT_DAMAGED',
    `${name} begins like an office document, but its archive is damaged or cut off.`,
    'Get the file again from its source, or open it in its own program and save it anew.',
  );
}

/** Unpacks every file of an archive, and throws as soon as they are larger than any honest document. Directories may lie; the bytes do not. */
export function checkUnpackedSize(entries: readonly ZipEntry[], name: string): void {
  let total = 0;
  for (const entry of entries) {
    total += unpacked(entry, largestContent - total, name).length;
  }
}

/** The content of one file, of at most so many bytes. */
export function unpacked({ method, data }: ZipEntry, maxBytes: number, name: string): Uint8Array {
  if (method === 0 && data.length <= maxBytes) return data;
  try {
    if (method === 8) return inflateRawSync(data, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw damagedArchive(name);
  }
  throw new JobFailure(
    'E_DOCUMENT_TOO_LARGE',
    `${name} unpacks to more than 128 MB.`,
    'If it is yours, split it into smaller documents; a file from elsewhere that does so may be meant to harm.',
  );
}

function isTooLarge(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
}

function directoryOf(bytes: Uint8Array<ArrayBuffer>): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) throw new RangeError('too many files');
  const entries: ZipEntry[] = [];
  let offset = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(offset, true) !== entrySignature) throw new RangeError('no entry');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      view.getUint16(offset + at, true),
    );
    const local = view.getUint32(offset + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const size = view.getUint32(offset + 20, true);
    if (start + size > bytes.length) throw new RangeError('cut off');
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + (nameLength ?? 0))),
      isEncrypted: (view.getUint16(offset + 8, true) & 1) === 1,
      method: view.getUint16(offset + 10, true),
      data: bytes.subarray(start, start + size),
    });
    offset += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

/** The record at the end, behind which only a comment may stand. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - 65_557);
  for (let at = view.byteLength - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at;
  throw new RangeError('no end');
}
