// A mesh → its faces indexed by their projection along one direction, and the winding number from the few that one ray
// can meet.
//
// Along d = (1, 101, 10201) the numbers U = 10201 x − z and V = 10201 y − 101 z are constant. So the line through a
// point in that direction can meet, or touch the rim of, only faces whose intervals of U and V contain the point's.
//
// Rounding, with u = 2^-53: the products p and q and their difference s are each off by ≤ u of themselves, or by
// 2^-1074 if they underflow, so s is off by ≤ u (|p| + |q| + |s|). Intervals are widened by 4 u of that sum and
// 2^-1000, which also covers the roundings of the sum and of the widening.

import { FaceGrid } from './face-grid.ts';
import type { FaceList } from './face-list.ts';
import type { Point } from './integer-vectors.ts';
import { roundedEnds } from './rounded-points.ts';
import { firstDirection, sumOfCrossings } from './winding-number.ts';
import { crossingsAlong, windingOffSurface } from './winding-off-surface.ts';

/** The factors of z in U and in V. */
const FACTORS = [1, 101];

export class ProjectedFaces {
  readonly #surface: FaceList;
  readonly #grid: FaceGrid;

  constructor(surface: FaceList) {
    this.#surface = surface;
    const boxes = new Float64Array(6 * surface.faceCount);
    for (let face = 0; face < surface.faceCount; face++)
      for (let axis = 0; axis < 2; axis++) {
        let [low, high] = [Infinity, -Infinity];
        for (let corner = 9 * face; corner < 9 * face + 9; corner += 3) {
          const [a, z] = [surface.corners[corner + axis], surface.corners[corner + 2]];
          low = Math.min(low, projectedBelow(FACTORS[axis], a, z));
          high = Math.max(high, -projectedBelow(FACTORS[axis], -a, -z));
        }
        boxes[6 * face + axis] = low;
        boxes[6 * face + 3 + axis] = high;
      }
    this.#grid = new FaceGrid(boxes);
  }

  /** `windingOffSurface`, from few faces; if the first ray touches a rim, that function itself, over all faces. */
  winding(point: Point): number {
    const [low, high] = roundedEnds(point);
    const box = [0, 0, 0, 0, 0, 0];
    for (let axis = 0; axis < 2; axis++) {
      box[axis] = projectedBelow(FACTORS[axis], low[axis], high[2]);
      box[3 + axis] = -projectedBelow(FACTORS[axis], -high[axis], -low[2]);
    }
    const faces = this.#grid.facesMeeting(box);
    const crossingOf = crossingsAlong(firstDirection, point, this.#surface);
    const winding = sumOfCrossings(faces.length, (i) => crossingOf(faces[i]));
    return winding === 'touches the rim' ? windingOffSurface(point, this.#surface) : winding;
  }
}

/** A lower bound of 10201 · a − factor · z. */
function projectedBelow(factor: number, a: number, z: number): number {
  const first = 10201 * a;
  const second = factor * z;
  const value = first - second;
  return value - ((Math.abs(first) + Math.abs(second) + Math.abs(value)) * 2 ** -51 + 2 ** -1000);
}
