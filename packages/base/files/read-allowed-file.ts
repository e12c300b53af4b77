import type { FileScope } from './allowed-files.ts';
import { withFileErrors } from './file-error.ts';
import { atPlace } from './open-place.ts';
import { openRegularFile } from './open-regular-file.ts';
import { readBytes } from './read-bytes.ts';
import { checkNotFolder } from './requested-path.ts';

/** The bytes of a file that a call may read. */
export interface AllowedFile {
  /** The absolute path as it was asked for. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
  /** True where the file has more than `bytes`. */
  readonly truncated: boolean;
}

/** Reads at most `maxBytes` of a regular file inside the workdir or what policy allows, also where links or names change meanwhile. */
export async function readAllowedFile(
  ctx: FileScope,
  path: string,
  options: { readonly maxBytes: number },
): Promise<AllowedFile> {
  return atPlace(ctx, path, { followLast: true }, (place) => {
    checkNotFolder(path, place.path);
    using file = openRegularFile(place);
    const bytes = withFileErrors(place.path, () => readBytes(file.descriptor, 0, options.maxBytes + 1));
    const size = Math.max(file.stats.size, bytes.length);
    return {
      path: place.path,
      bytes: bytes.subarray(0, options.maxBytes),
      size,
      truncated: bytes.length > options.maxBytes,
    };
  });
}
