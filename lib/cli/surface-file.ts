// A mesh or CT volume file → its surface; and a requested unit of length → meshes and poses in millimetres.

import { statSync } from 'node:fs';
import { holdsDicom, isVolumeName, MESH_FORMATS } from '#io';
import { createMesh, type TriangleMesh } from '#mesh';
import { UsageError, withFileErrors } from './exit-code.ts';
import type { PoseList } from './pose-file.ts';
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

/** Millimetres per unit. */
export const MILLIMETRES = { mm: 1, cm: 10, m: 1000, um: 0.001 } as const;
export type LengthUnit = keyof typeof MILLIMETRES;
export const UNITS = Object.keys(MILLIMETRES);

/** The mesh with each coordinate multiplied by the unit in f64, rounded once; for mm, the mesh itself. */
export function inMillimetres(mesh: TriangleMesh, unit: LengthUnit): TriangleMesh {
  if (unit === 'mm') return mesh;
  const { positions, faces, name, frame } = mesh;
  return createMesh(
    Float64Array.from(positions, (x) => times(x, unit)),
    faces,
    { name, frame },
  );
}

/** Converts the translations; rotations have no unit. */
export function posesInMillimetres(poses: PoseList, unit: LengthUnit): PoseList {
  if (unit === 'mm') return poses;
  const matrices = poses.matrices.map((entry, i) => (i % 16 >= 12 && i % 16 < 15 ? times(entry, unit) : entry));
  return { ...poses, matrices };
}

/** 0.001 is not an f64, so µm are divided by 1000: a whole number of µm then gives the f64 nearest to its mm. */
function times(value: number, unit: LengthUnit): number {
  return unit === 'um' ? value / 1000 : value * MILLIMETRES[unit];
}
