// A header's names for the files with its voxels → their bytes, one after the other.

import { FormatError } from '#core';
import { joinedBytes } from './joined-bytes.ts';

/** Returns the bytes of the file that a header calls by this name. */
export type Beside = (name: string) => Promise<Uint8Array>;

/** The most files that a pattern may name; a volume has no more slices than that. */
const MOST_FILES = 2 ** 16;

/**
 * The names that NRRD's "data file" and MetaImage's ElementDataFile stand for: "name"; "LIST", with the names after the
 * header; or a C format of one whole number with its first, last and step, "slice%03d.raw 1 24 1".
 * @returns null if the text is none of these.
 */
export function dataFileNames(text: string, list: readonly string[]): readonly string[] | null {
  if (/^LIST\b/.test(text)) return list.length === 0 ? null : list;
  const numbered = /^(.*?)%(0?)(\d*)[diu](\S*)((?:\s+-?\d+){3,4})$/.exec(text);
  if (numbered === null) return text === '' ? null : [text];
  const [, before, zero, width, behind, numbers] = numbered;
  const [first, last, step] = numbers.trim().split(/\s+/).map(Number);
  const count = Math.floor((last - first) / step) + 1;
  if (!(count >= 1 && count <= MOST_FILES)) return null;
  return Array.from({ length: count }, (_, i) => {
    const digits = String(first + i * step).padStart(Number(width), zero === '0' ? '0' : ' ');
    return `${before}${digits}${behind}`;
  });
}

/**
 * Each file holds the same number of bytes of the whole.
 * @param plain the bytes of voxels in a file's bytes, `size` of them if their end decides where they begin.
 * @throws FormatError TRUNCATED, BAD_COUNT; as `plain` and `beside` throw.
 */
export async function joinedFiles(
  names: readonly string[],
  size: number,
  source: string,
  beside: Beside,
  plain: (file: Uint8Array, size: number) => Promise<Uint8Array> | Uint8Array,
): Promise<Uint8Array> {
  const each = size / names.length;
  const parts: Uint8Array[] = [];
  for (const name of names) {
    const part = await plain(await beside(name), each);
    if (part.length !== each)
      throw new FormatError(
        part.length < each ? 'TRUNCATED' : 'BAD_COUNT',
        `"${source}": "${name}" holds ${part.length} bytes of voxels, expected ${each}` +
          `${names.length === 1 ? '' : ` in each of ${names.length} files`}; fetch or save the volume again.`,
      );
    parts.push(part);
  }
  return parts.length === 1 ? parts[0] : joinedBytes(parts);
}
