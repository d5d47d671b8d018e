// Bytes of a CT volume in a named format → the TriangleMesh of its isosurface.

import {
  checkOptionNames,
  checkText,
  described,
  MeshError,
  type NameOption,
  OptionError,
  type OptionNames,
} from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { type Isosurface, loadIsosurface } from './load-isosurface.ts';
import { readVolume, type VolumeBytes } from './read-volume.ts';
import { type Volume, valueRange } from './volume.ts';
import { checkVolumeFormat, type VolumeFormat } from './volume-format.ts';
import { checkVolumeOptions, tellNotices, VOLUME_OPTIONS, type VolumeOptions } from './volume-options.ts';
import { withinMemory } from './within-memory.ts';

interface ReadSurfaceOptions extends NameOption, VolumeOptions {}
const READ_OPTIONS: OptionNames<ReadSurfaceOptions> = { name: true, ...VOLUME_OPTIONS };

/**
 * Parses a volume (for a DICOM series, the bytes of each of its files) and returns the surface where its trilinear
 * cells pass isoValue, by marching cubes. isoValue is in the volume's own values, after the scaling of NIfTI and DICOM.
 * Gzipped bytes are unzipped first, whatever the format.
 *
 * The mesh is in the volume's physical frame, mm, f64. For VTI this is Origin, Spacing and Direction as VTK defines
 * them. NIfTI's world coordinates are RAS if an sform or qform gives them; the same mesh in LPS, as in DICOM and ITK,
 * is (−x, −y, z). For NRRD it is its space. The mesh names its frame if the volume does, and meshInFrame converts
 * between RAS and LPS. Bone is where the value is ≥ isoValue, and faces are counter-clockwise seen from outside the
 * bone, for mirrored frames too. The surface is closed except where bone reaches the border of the volume. There it is
 * open, since the volume does not say how the bone goes on. `onNotice` reports what was skipped, guessed or resampled.
 * @throws (as a rejection) OptionError BAD_ISO_VALUE (not finite), BAD_UNEVEN, WRONG_TYPE, UNKNOWN_OPTION. FormatError
 * WRONG_TYPE, UNKNOWN_FORMAT, TRUNCATED (also an empty file), BAD_HEADER, BAD_DIMENSIONS, BAD_COUNT, BAD_TOKEN,
 * BAD_COMPRESSION, MISSING_ARRAY, NON_FINITE_VALUE, UNSUPPORTED, MIXED_SERIES, UNKNOWN_SERIES, UNEVEN_SLICES, TOO_LARGE
 * (more triangles than a volume of its size may have, or more than memory holds). MeshError EMPTY_MESH if no voxel cell
 * passes isoValue.
 */
export async function readSurfaceFromVolume(
  bytes: VolumeBytes,
  format: VolumeFormat,
  isoValue: number,
  options: ReadSurfaceOptions = {},
): Promise<TriangleMesh> {
  checkOptionNames(options, READ_OPTIONS, 'readSurfaceFromVolume');
  const { name = 'volume', series, acceptUneven } = options;
  checkText(name, 'The name that readSurfaceFromVolume was given', 'pass a text, or leave it out');
  checkVolumeOptions(options);
  checkIsoValue(isoValue);
  const volume = await readVolume(bytes, checkVolumeFormat(format, name), name, { series, acceptUneven });
  tellNotices(volume.notices, options);
  return surfaceOf(volume, isoValue, name, name);
}

/** @throws OptionError BAD_ISO_VALUE. */
export function checkIsoValue(isoValue: number): void {
  if (!Number.isFinite(isoValue))
    throw new OptionError(
      'BAD_ISO_VALUE',
      `isoValue is ${described(isoValue)}, expected a finite number; give a value in HU.`,
    );
}

/**
 * The surface of a volume, with a source for the errors, which may differ from the mesh's name.
 * @throws MeshError EMPTY_MESH; FormatError TOO_LARGE.
 */
export async function surfaceOf(volume: Volume, isoValue: number, source: string, name: string): Promise<TriangleMesh> {
  const isosurface = await loadIsosurface();
  return withinMemory(source, () => meshOf(isosurface(volume, isoValue, source), volume, isoValue, source, name));
}

function meshOf(
  { positions, faces }: ReturnType<Isosurface>,
  volume: Volume,
  isoValue: number,
  source: string,
  name: string,
): TriangleMesh {
  if (faces.length === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `"${source}" has no surface at ${isoValue}: its values run from ${valueRange(volume).join(' to ')}; choose a value between.`,
    );
  return createMesh(positions, faces, { name, frame: volume.frame });
}
