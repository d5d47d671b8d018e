// Bytes of a CT volume in a named format → the TriangleMesh of its isosurface.

import { FormatError, MeshError, OptionError } from '../core/index.ts';
import { createMesh, type TriangleMesh } from '../mesh/index.ts';
import { byteView } from './byte-view.ts';
import { gunzip } from './gunzip.ts';
import { isosurface } from './isosurface.ts';
import { readNifti } from './read-nifti.ts';
import { readVti } from './read-vti.ts';
import type { Volume } from './volume.ts';
import { checkVolumeFormat, type VolumeFormat } from './volume-format.ts';
import { withinMemory } from './within-memory.ts';

/**
 * Parses a volume file and returns the surface where its trilinear cells pass isoValue (in the volume's own values, NIfTI
 * scaling applied), by marching cubes. Gzipped bytes are unzipped first, whatever the format.
 *
 * Frame: the volume's physical frame, mm, f64. VTI: Origin, Spacing and Direction as VTK defines them. NIfTI: world
 * coordinates are RAS (x to the patient's right, y to the front, z up); a mesh in LPS, as DICOM and ITK have it, is
 * (−x, −y, z) of it. Bone is where the value is ≥ isoValue; faces are counter-clockwise seen from outside it, for mirrored
 * frames too. The surface is closed except where bone reaches the volume's edge: there it is open, since the volume does
 * not say how the bone goes on.
 * @throws (as a rejection) OptionError BAD_ISO_VALUE (not finite). FormatError UNKNOWN_FORMAT, TRUNCATED (also an empty
 * file), BAD_HEADER, BAD_DIMENSIONS, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION, MISSING_ARRAY,
 * NON_FINITE_VALUE, UNSUPPORTED, TOO_LARGE (a surface of more than 2^29 numbers, or more than memory holds).
 * MeshError EMPTY_MESH when no voxel cell passes isoValue.
 */
export async function readSurfaceFromVolume(
  bytes: ArrayBuffer | Uint8Array,
  format: VolumeFormat,
  isoValue: number,
  options: { name?: string } = {},
): Promise<TriangleMesh> {
  const name = options.name ?? 'volume';
  checkIsoValue(isoValue);
  return parseSurface(byteView(bytes), checkVolumeFormat(format, name), isoValue, name, name);
}

/** @throws OptionError BAD_ISO_VALUE. */
export function checkIsoValue(isoValue: number): void {
  if (!Number.isFinite(isoValue))
    throw new OptionError('BAD_ISO_VALUE', `isoValue is ${isoValue}, expected a finite number; give a value in HU.`);
}

/** readSurfaceFromVolume of what is checked, with a source for the errors that may differ from the mesh's name. */
export async function parseSurface(
  bytes: Uint8Array,
  format: VolumeFormat,
  isoValue: number,
  source: string,
  name: string,
): Promise<TriangleMesh> {
  const plain = await gunzip(bytes, source);
  if (plain.length === 0)
    throw new FormatError('TRUNCATED', `"${source}" has 0 bytes, expected a volume; fetch or export it again.`);
  return withinMemory(source, () => {
    const volume = format === 'vti' ? readVti(plain, source) : readNifti(plain, source);
    return meshOf(volume, isoValue, source, name);
  });
}

function meshOf(volume: Volume, isoValue: number, source: string, name: string): TriangleMesh {
  const { positions, faces } = isosurface(volume, isoValue, source);
  if (faces.length === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `"${source}" has no surface at ${isoValue}: its values run from ${range(volume).join(' to ')}; choose a value between.`,
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
