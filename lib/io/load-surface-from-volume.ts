// A path or URL of a CT volume → the TriangleMesh of its isosurface.

import { FormatError, MeshError, OptionError } from '../core/index.ts';
import { createMesh, type TriangleMesh } from '../mesh/index.ts';
import { gunzip } from './gunzip.ts';
import { isosurface } from './isosurface.ts';
import { baseName } from './mesh-format.ts';
import { readBytes } from './read-bytes.ts';
import { readNifti } from './read-nifti.ts';
import { readVti } from './read-vti.ts';
import type { Volume } from './volume.ts';

/**
 * Reads a .vti, .nii or .nii.gz volume from a path (Node), a file: URL (Node) or any URL that fetch takes, and returns the
 * surface where its trilinear cells pass isoValue (in the volume's own values, NIfTI scaling applied), by marching cubes.
 *
 * Frame: the volume's physical frame, mm, f64. VTI: Origin, Spacing and Direction as VTK defines them. NIfTI: world
 * coordinates are RAS (x to the patient's right, y to the front, z up); a mesh in LPS, as DICOM and ITK have it, is
 * (−x, −y, z) of it. Bone is where the value is ≥ isoValue; faces are counter-clockwise seen from outside it, for mirrored
 * frames too. The surface is closed except where bone reaches the volume's edge: there it is open, since the volume does
 * not say how the bone goes on.
 * @throws OptionError BAD_ISO_VALUE (not finite). FormatError UNKNOWN_FORMAT, UNREADABLE, TRUNCATED, BAD_HEADER,
 * BAD_DIMENSIONS, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION, MISSING_ARRAY, NON_FINITE_VALUE, UNSUPPORTED. MeshError EMPTY_MESH
 * when no voxel cell passes isoValue.
 */
export async function loadSurfaceFromVolume(source: string | URL, isoValue: number): Promise<TriangleMesh> {
  const text = String(source);
  if (!Number.isFinite(isoValue))
    throw new OptionError('BAD_ISO_VALUE', `isoValue is ${isoValue}, expected a finite number; give a value in HU.`);
  const name = baseName(text);
  const format = /\.(vti|nii|nii\.gz)$/i.exec(name)?.[1].toLowerCase();
  if (format === undefined)
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `"${text}" is no volume that kerf reads, expected the extension .vti, .nii or .nii.gz; convert or rename it.`,
    );
  const bytes = await gunzip(await readBytes(source), text);
  if (bytes.length === 0)
    throw new FormatError('TRUNCATED', `"${text}" has 0 bytes, expected a volume; fetch or export it again.`);
  const volume = format === 'vti' ? readVti(bytes, text) : readNifti(bytes, text);
  const { positions, faces } = isosurface(volume, isoValue);
  if (faces.length === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `"${text}" has no surface at ${isoValue}: its values run from ${range(volume).join(' to ')}; choose a value between.`,
    );
  return createMesh(positions, faces, { name });
}

function range({ values }: Volume): [number, number] {
  let [low, high] = [values[0], values[0]];
  for (let i = 1; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return [low, high];
}
