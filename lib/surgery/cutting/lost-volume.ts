// An edit of the surface → how much less it encloses, and the rounding error of that.

import { UNIT_ROUNDOFF } from '#core';
import type { CutGrid } from './cut-grid.ts';
import type { CutEdit } from './cut-record.ts';

/**
 * The volume under the faces that an edit removes, minus that under the faces it adds. Each face forms a tetrahedron
 * with the first corner of the first face. A face lies in a cell, so its tetrahedron is at most R·A/3 with A = √3·cell²
 * and R the greatest distance from that point; the sum of n such terms, each from at most 16 operations, is off by at
 * most n·(n + 16)·u·R·A.
 */
export function lostVolume(grid: CutGrid, { remove, faces }: CutEdit): { volume: number; error: number } {
  const P = grid.positions.values;
  const all = grid.faces.values;
  const added = faces.length / 3;
  const start = 3 * ((remove.length > 0 ? all[3 * remove[0]] : faces[0]) ?? 0);
  let volume = 0;
  let farthest = 0;
  for (let n = 0; n < remove.length + added; n++) {
    const isRemoved = n < remove.length;
    const at = isRemoved ? 3 * remove[n] : 3 * (n - remove.length);
    const corners = isRemoved ? all : faces;
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
    const six = ax * (uy * vz - uz * vy) + ay * (uz * vx - ux * vz) + az * (ux * vy - uy * vx);
    volume += isRemoved ? six / 6 : -six / 6;
    farthest = Math.max(farthest, Math.abs(ax) + Math.abs(ay) + Math.abs(az));
  }
  const count = remove.length + added;
  const area = Math.sqrt(3) * grid.lattice.cell ** 2;
  return { volume, error: count * (count + 16) * UNIT_ROUNDOFF * farthest * area };
}
