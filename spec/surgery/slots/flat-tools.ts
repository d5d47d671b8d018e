// Names → tools for the specs of flat blades: prisms over polygons, and solids that are none.

import { createMesh, type TriangleMesh } from '#kerf';
import { type Body, box } from '#spec/base/mesh/bodies.ts';

/** The prism over a polygon that is star-shaped about the origin, from z = 0 to the height. */
export function prism(outline: readonly (readonly number[])[], height: number, taper = 1): Body {
  const count = outline.length;
  const positions: number[] = [];
  for (const [x, y] of outline) positions.push(x, y, 0);
  for (const [x, y] of outline) positions.push(taper * x, taper * y, height);
  positions.push(0, 0, 0, 0, 0, height);
  const faces: number[] = [];
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    faces.push(2 * count, j, i, 2 * count + 1, count + i, count + j, i, j, count + j, i, count + j, count + i);
  }
  return { positions, faces };
}

/** A square ring: a box with a square hole through it along z. */
export function holed(size: number, hole: number, height: number): Body {
  const square = (r: number, z: number) => [-r, -r, z, r, -r, z, r, r, z, -r, r, z];
  const positions = [...square(size, 0), ...square(hole, 0), ...square(size, height), ...square(hole, height)];
  const faces: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => faces.push(a, b, c, a, c, d);
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    quad(i, 4 + i, 4 + j, j);
    quad(8 + i, 8 + j, 12 + j, 12 + i);
    quad(i, j, 8 + j, 8 + i);
    quad(4 + j, 4 + i, 12 + i, 12 + j);
  }
  return { positions, faces };
}

export function regular(count: number, radius: number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A blade of 60 × 12 × 0.8 mm about the origin of its frame. */
export const SIZE = [60, 12, 0.8] as const;

export function posed({ positions, faces }: Body, m: ArrayLike<number>): TriangleMesh {
  const out = positions.map((_, n) => {
    const [at, k] = [n - (n % 3), n % 3];
    return m[k] * positions[at] + m[4 + k] * positions[at + 1] + m[8 + k] * positions[at + 2] + m[12 + k];
  });
  return createMesh(out, faces);
}

export const thinBox = (): Body => {
  const { positions, faces } = box(...SIZE);
  return { positions: positions.map((x, n) => x - SIZE[n % 3] / 2), faces };
};
