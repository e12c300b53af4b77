import { crc32, deflateRawSync } from 'node:zlib';

/** What an archive is made of; `declaredSize` is what its directory says, true or not. */
export interface ZipFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly declaredSize?: number;
  readonly isEncrypted?: boolean;
}

/** An archive of files, compressed. */
export function makeZip(files: readonly ZipFile[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize, isEncrypted = false } of files) {
    const bytes = Buffer.from(content);
    const data = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(declaredSize ?? bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const local = Buffer.concat([signature(0x04_03_4b_50), common, title, data]);
    directory.push(Buffer.concat([signature(0x02_01_4b_50), Buffer.from([20, 0]), common, entry, title]));
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...directory, signature(0x06_05_4b_50), end]);
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
