// Faces → bounds, area and enclosed volume.

import type { Positions } from './triangle-mesh.ts';

export interface Bounds {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** Axis-aligned box of the vertices that faces use, mm, with 0 for -0. An unused vertex does not widen it. */
export function measureBounds(positions: Positions, faces: Uint32Array): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const vertex of faces) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis] + 0;
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return { min, max };
}

/**
 * Area, mm², of all faces, and volume, mm³: the sum over faces of the signed volume of the tetrahedron from the centre
 * of the bounds, positive if faces are counter-clockwise seen from outside, and meaningful only for a closed, oriented
 * surface. Corners are taken relative to that centre and sums are compensated (Neumaier 1974), so neither the distance
 * from the origin nor the number of faces costs digits beyond those of the stored coordinates.
 */
export function measureAreaAndVolume(
  positions: Positions,
  faces: Uint32Array,
  bounds: Bounds,
): { area: number; volume: number } {
  const [ox, oy, oz] = bounds.min.map((low, axis) => low + (bounds.max[axis] - low) / 2);
  const area = new CompensatedSum();
  const volume = new CompensatedSum();
  for (let i = 0; i < faces.length; i += 3) {
    const a = 3 * faces[i];
    const b = 3 * faces[i + 1];
    const c = 3 * faces[i + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    area.add(Math.sqrt(nx * nx + ny * ny + nz * nz) / 2);
    volume.add(((positions[a] - ox) * nx + (positions[a + 1] - oy) * ny + (positions[a + 2] - oz) * nz) / 6);
  }
  return { area: area.value, volume: volume.value };
}

/** Neumaier's sum: the rounding error of each addition is kept and added at the end. */
class CompensatedSum {
  #sum = 0;
  #lost = 0;

  add(term: number): void {
    const next = this.#sum + term;
    this.#lost += Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - next + term : term - next + this.#sum;
    this.#sum = next;
  }

  get value(): number {
    return this.#sum + this.#lost;
  }
}
