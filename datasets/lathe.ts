// A profile in the half-plane (radius, z) → its closed surface of revolution about the z axis, with rings as fine as a
// given edge length.

import { createMesh, type TriangleMesh } from '#mesh';
import { sineCosine } from './sine-cosine.ts';

/**
 * Revolves the profile about z. The profile starts and ends on the axis (radius 0), touches it nowhere else, and does
 * not cross itself. It runs so that the body lies to its left in the (radius, z) plane: the profile of a ball runs from
 * its lowest point outwards and up. Each point gives a ring of about 2π · radius ÷ edge vertices, at least 6.
 * Neighbouring rings are joined by azimuth.
 */
export function lathe(profile: readonly (readonly [number, number])[], edge: number, name: string): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  let lower: Ring | undefined;
  for (const [radius, z] of profile) {
    const count = radius === 0 ? 1 : Math.max(6, Math.round((2 * Math.PI * radius) / edge));
    const ring = { start: positions.length / 3, count };
    for (let i = 0; i < count; i++) {
      const [s, c] = sineCosine((2 * Math.PI * i) / count);
      positions.push(radius * c, radius * s, z);
    }
    if (lower) stitch(lower, ring, faces);
    lower = ring;
  }
  return createMesh(Float64Array.from(positions), Uint32Array.from(faces), { name });
}

interface Ring {
  readonly start: number;
  readonly count: number;
}

/** Adds the triangles between two rings. Each step advances on the ring whose next vertex comes first in azimuth. */
function stitch(lower: Ring, upper: Ring, faces: number[]): void {
  const lowerSteps = lower.count === 1 ? 0 : lower.count;
  const upperSteps = upper.count === 1 ? 0 : upper.count;
  let i = 0;
  let j = 0;
  while (i < lowerSteps || j < upperSteps) {
    const a = lower.start + (i % lower.count);
    const b = upper.start + (j % upper.count);
    // Compares (i + ½) / lowerSteps with (j + ½) / upperSteps in whole numbers.
    const onLower = j === upperSteps || (i < lowerSteps && (2 * i + 1) * upperSteps <= (2 * j + 1) * lowerSteps);
    if (onLower) {
      i++;
      faces.push(a, lower.start + (i % lower.count), b);
    } else {
      j++;
      faces.push(a, upper.start + (j % upper.count), b);
    }
  }
}
