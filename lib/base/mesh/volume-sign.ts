// Some faces of closed surfaces → the sign of the volume that each encloses, where rounding cannot change it.
//
// Six times the volume is the sum of the determinants |a−o b−o c−o|, o being any point. With differences divided by
// the box's half side r, each of a determinant's six products passes through at most 12 roundings: 3 differences, 3
// quotients, 2 products, 1 difference, and 3 in the sum of the three terms and of the faces before; n faces add n more.
// So the sum is off by at most γ = (n + 12)·u / (1 − (n + 12)·u) times the sum of the products' magnitudes, u = 2^-53.
// Twice that covers the rounding of the bound itself, and n·2^-1000 whatever underflows.

import type { Positions } from './triangle-mesh.ts';

const ROUNDOFF = 2 ** -53;

/** Faces that belong to surfaces, and the surfaces' boxes. */
interface Surfaces {
  readonly faces: Uint32Array;
  /** By face: the number of its surface; one beyond the boxes belongs to none. */
  readonly of: Uint32Array;
  /** By face: 1 if it counts as turned. */
  readonly isTurned: Uint8Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** @returns by surface: 1, −1, or 0 if the volume may be 0 or have either sign. */
export function findVolumeSigns(positions: Positions, { faces, of, isTurned, min, max }: Surfaces): Int8Array {
  const count = min.length / 3;
  const centres = min.map((low, i) => low / 2 + max[i] / 2);
  const scales = Float64Array.from({ length: count }, (_, s) =>
    Math.max(
      ...[0, 1, 2].map((k) => Math.max(max[3 * s + k] - centres[3 * s + k], centres[3 * s + k] - min[3 * s + k])),
    ),
  );
  const sums = new Float64Array(count);
  const magnitudes = new Float64Array(count);
  const faceCounts = new Float64Array(count);
  const at = (i: number, axis: number, surface: number) =>
    (positions[3 * faces[i] + axis] - centres[3 * surface + axis]) / scales[surface];
  for (let face = 0; face < of.length; face++) {
    const s = of[face];
    if (s >= count) continue;
    const i = 3 * face;
    const [ax, ay, az] = [at(i, 0, s), at(i, 1, s), at(i, 2, s)];
    const [bx, by, bz] = [at(i + 1, 0, s), at(i + 1, 1, s), at(i + 1, 2, s)];
    const [cx, cy, cz] = [at(i + 2, 0, s), at(i + 2, 1, s), at(i + 2, 2, s)];
    const six = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sums[s] += isTurned[face] === 1 ? -six : six;
    magnitudes[s] +=
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
    faceCounts[s]++;
  }
  return Int8Array.from(sums, (sum, s) => {
    const bound = 2 * (faceCounts[s] + 12) * ROUNDOFF * magnitudes[s] + faceCounts[s] * 2 ** -1000;
    return sum > bound ? 1 : sum < -bound ? -1 : 0;
  });
}
