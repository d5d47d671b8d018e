// A path or URL of a CT volume → the TriangleMesh of its isosurface.

import type { TriangleMesh } from '../mesh/index.ts';
import { baseName, sourceText } from './mesh-format.ts';
import { readBytes } from './read-bytes.ts';
import { checkIsoValue, parseSurface } from './read-surface-from-volume.ts';
import { volumeFormatOf } from './volume-format.ts';

/**
 * Reads a .vti, .nii or .nii.gz volume (in either case) from a path (Node), a file: URL (Node) or any URL that fetch takes,
 * and returns its surface at isoValue, named after the file. Values, frame and sides as in readSurfaceFromVolume.
 * @throws OptionError BAD_ISO_VALUE and FormatError UNKNOWN_FORMAT, before anything is read; UNREADABLE; and all that
 * readSurfaceFromVolume throws.
 */
export async function loadSurfaceFromVolume(source: string | URL, isoValue: number): Promise<TriangleMesh> {
  const text = sourceText(source);
  checkIsoValue(isoValue);
  const format = volumeFormatOf(text);
  return parseSurface(await readBytes(source), format, isoValue, text, baseName(text));
}
