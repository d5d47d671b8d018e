// Faces that are taken out of a surface, and those put in → how much less the surface encloses.

import { UNIT_ROUNDOFF } from '#core';

export interface PatchVolume {
  /** mm³ */
  readonly volume: number;
  /** mm³: how far off that may be by rounding. */
  readonly error: number;
  /** mm²: of the faces put in. */
  readonly area: number;
}

/**
 * The volume under the faces that are removed, minus that under those that are added. Each face forms a tetrahedron
 * with the first corner of the first face: at most R·A/3 for a face of area A and R the greatest distance from that
 * point. The sum of n such terms, each from at most 16 operations, is off by at most (n + 16)·u·R times the areas' sum;
 * twice that covers the rounding of the areas.
 * @param remove numbers of faces in `all`. @param added corners of faces.
 */
export function patchVolume(
  P: ArrayLike<number>,
  all: ArrayLike<number>,
  remove: ArrayLike<number>,
  added: ArrayLike<number>,
): PatchVolume {
  const count = remove.length + added.length / 3;
  const start = 3 * ((remove.length > 0 ? all[3 * remove[0]] : added[0]) ?? 0);
  let volume = 0;
  let farthest = 0;
  const areas = [0, 0];
  for (let n = 0; n < count; n++) {
    const isRemoved = n < remove.length;
    const at = isRemoved ? 3 * remove[n] : 3 * (n - remove.length);
    const corners = isRemoved ? all : added;
    const a = 3 * corners[at];
    const b = 3 * corners[at + 1];
    const c = 3 * corners[at + 2];
    const ax = P[a] - P[start];
    const ay = P[a + 1] - P[start + 1];
    const az = P[a + 2] - P[start + 2];
    const ux = P[b] - P[a];
    const uy = P[b + 1] - P[a + 1];
    const uz = P[b + 2] - P[a + 2];
    const vx = P[c] - P[a];
    const vy = P[c + 1] - P[a + 1];
    const vz = P[c + 2] - P[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const six = ax * nx + ay * ny + az * nz;
    volume += isRemoved ? six / 6 : -six / 6;
    areas[isRemoved ? 0 : 1] += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
    farthest = Math.max(farthest, Math.abs(ax) + Math.abs(ay) + Math.abs(az));
  }
  const error = 2 * (count + 16) * UNIT_ROUNDOFF * farthest * (areas[0] + areas[1]);
  return { volume, error, area: areas[1] };
}
