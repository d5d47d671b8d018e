// Planned planes and a bone → dots along the lines in which they meet, for a picture.

import type { Plane } from '#assessment';
import { dot } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Marks } from '../report/picture.ts';

/** The plan's colour in pictures and their key. */
export const PLAN_COLOUR = [0, 130, 160];
/** Pixels. */
const RADIUS = 2;
/** Between two dots of a line, as a share of the radius of what the picture shows. */
const APART = 1 / 40;

interface Ball {
  readonly centre: readonly number[];
  /** mm. */
  readonly radius: number;
}

/** Dots on the bone's surface within the ball; undefined if no plane meets it there. */
export function planMarks(bone: TriangleMesh, planes: readonly Plane[], ball: Ball): Marks | undefined {
  const places: number[] = [];
  for (const plane of planes)
    for (let face = 0; face < bone.faces.length / 3; face++) {
      const ends = crossing(bone, face, plane);
      if (ends !== undefined) places.push(...dotted(ends, ball));
    }
  if (places.length === 0) return undefined;
  return { positions: Float64Array.from(places), radius: RADIUS, colour: () => PLAN_COLOUR, areHidden: true };
}

/** The segment in which a face meets a plane; undefined if it lies on one side, or only touches it. */
function crossing({ positions, faces }: TriangleMesh, face: number, { point, normal }: Plane): number[][] | undefined {
  const corners = [0, 1, 2].map((k) => [...positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)]);
  const heights = corners.map((corner) => dot(normal, corner.map((x, k) => x - point[k]))); // biome-ignore format: a line
  const ends = [0, 1, 2].flatMap((k) => {
    const [from, to] = [heights[k], heights[(k + 1) % 3]];
    if (from < 0 === to < 0) return [];
    const next = corners[(k + 1) % 3];
    return [corners[k].map((x, axis) => x + (from / (from - to)) * (next[axis] - x))];
  });
  return ends.length === 2 ? ends : undefined;
}

/** The coordinates of dots along a segment, as far as they lie in the ball. */
function dotted([from, to]: readonly number[][], { centre, radius }: Ball): number[] {
  const far = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));
  const dots = Math.max(1, Math.round(far(from, to) / (APART * radius)));
  return Array.from({ length: dots }, (_, n) => from.map((x, k) => x + (n / dots) * (to[k] - x)))
    .filter((place) => far(place, centre) <= radius)
    .flat();
}
