// A mesh or CT volume file → its surface; and a requested unit of length → meshes and poses in millimetres.

import { statSync } from 'node:fs';
import { holdsDicom, isVolumeName, MESH_FORMATS } from '#io';
import { createMesh, type TriangleMesh } from '#mesh';
import { UsageError, withFileErrors } from './exit-code.ts';
import { lengthOption } from './option-values.ts';
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

/** mm in a unit have at most so many decimals that are looked for: those of a thousandth of a nanometre. */
const MOST_DIVISOR = 1e9;

/** What a file's numbers count: a unit, as in or um, or a length, as 0.1mm. */
export type LengthUnit = string;

/** A unit in mm, as a quotient. */
interface Millimetres {
  readonly factor: number;
  readonly divisor: number;
}

/**
 * The quotient of whole numbers that is nearest to the unit: 254 / 10 for an inch, which is no f64, 1 / 1000 for um.
 * @param option that names the unit. @throws OptionError as lengthOption.
 */
export function millimetresPer(unit: LengthUnit, option = 'unit'): Millimetres {
  const text = unit.trim();
  const length = lengthOption(/^\p{L}+$/u.test(text) ? `1${text}` : text, option);
  const inverse = Math.round(1 / length);
  if (1 / inverse === length) return { factor: 1, divisor: inverse };
  for (let divisor = 1; divisor <= MOST_DIVISOR; divisor *= 10) {
    const factor = Math.round(length * divisor);
    if (factor / divisor === length && Number.isSafeInteger(factor)) return { factor, divisor };
  }
  return { factor: length, divisor: 1 };
}

/**
 * The mesh with each coordinate multiplied by the unit in f64; for mm, the mesh itself. Rounded once if the unit is a
 * whole number of mm or mm are a whole number of it, else twice.
 */
export function inMillimetres(mesh: TriangleMesh, unit: LengthUnit): TriangleMesh {
  if (unit === 'mm') return mesh;
  const { positions, faces, name, frame } = mesh;
  const scale = millimetresPer(unit);
  return createMesh(
    Float64Array.from(positions, (x) => times(x, scale)),
    faces,
    { name, frame },
  );
}

/** Converts the translations; rotations have no unit. */
export function posesInMillimetres(poses: PoseList, unit: LengthUnit): PoseList {
  if (unit === 'mm') return poses;
  const scale = millimetresPer(unit);
  const matrices = poses.matrices.map((entry, i) => (i % 16 >= 12 && i % 16 < 15 ? times(entry, scale) : entry));
  return { ...poses, matrices };
}

function times(value: number, { factor, divisor }: Millimetres): number {
  return (value * factor) / divisor;
}
