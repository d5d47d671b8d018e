// A requested unit of length → meshes and poses in millimetres.

import { createMesh, type TriangleMesh } from '#mesh';
import type { PoseList } from './pose-file.ts';

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
