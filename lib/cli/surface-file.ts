// A mesh or CT volume file → its surface.

import { statSync } from 'node:fs';
import { holdsDicom, isVolumeName, MESH_FORMATS } from '#io';
import type { TriangleMesh } from '#mesh';
import { UsageError, withFileErrors } from './exit-code.ts';
import { inMillimetres, type LengthUnit } from './length-unit.ts';
import type { Toolkit } from './toolkit.ts';

/** Whether a path names a volume: by its extension, or because it is a folder, which may hold DICOM slices. */
export function isVolume(path: string): boolean {
  if (isVolumeName(path)) return true;
  if (MESH_FORMATS.some((format) => path.toLowerCase().endsWith(`.${format}`))) return false;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export const surfaceFileHelp =
  'mesh (.stl .ply .obj .vtp .vtk), or CT volume (.nii .nii.gz .nrrd .nhdr .mha .mhd .vti, or a folder of DICOM ' +
  'slices) with --iso';

/**
 * @param unit the unit of a mesh's coordinates, which are returned in mm. A volume's header names its own unit.
 * @throws UsageError for a volume without `iso`, or a folder without slices; FileAccessError; FormatError, MeshError
 * from the reader.
 */
export async function loadSurface(
  kit: Toolkit,
  path: string,
  iso: number | undefined,
  unit: LengthUnit = 'mm',
): Promise<TriangleMesh> {
  if (!isVolume(path)) return inMillimetres(await withFileErrors('read', path, () => kit.loadMesh(path)), unit);
  if (iso === undefined && !isVolumeName(path) && !(await holdsDicom(path)))
    throw new UsageError(
      `${path} is a folder without DICOM files; give a mesh file, a volume's file, or the folder of its slices.`,
    );
  if (iso === undefined)
    throw new UsageError(
      `${path} is a volume: give --iso VALUE, the intensity of the bone's surface (for CT about 225 HU).`,
    );
  return withFileErrors('read', path, () => kit.loadSurfaceFromVolume(path, iso));
}
