// A point and a surface → the nearest face, from the list of faces that can be nearest to some point of the point's
// cell of space (cell-lists).
//
//     entry of the list: face, L, g       least(p) = L + g·(p − c) is a lower bound of the distance from p to the face:
//                                         entries are measured only while it does not exceed the nearest face so far
//
// So the answer is that of a search through all faces, whatever lists existed before.

import { cornerOffset, knownGap } from '#core';
import type { Surface } from '#records';
import { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED, sharpenPointTriangle, TrianglePair } from '#triangles';
import { CELL_SLACK, CELL_STRIDE, CellLists, CROWDED, MOST_HALVINGS } from './cell-lists.ts';
import { BOUND } from './face-support.ts';
import { MOST_GATHERED, NearestFace } from './nearest-face.ts';

/** Nearest-face queries on one surface under one pose; the fields hold the last answer, the same as NearestFace's. */
export class CellFaces {
  x = 0;
  y = 0;
  z = 0;
  face = -1;
  squared = Number.POSITIVE_INFINITY;

  readonly #surface: Surface;
  readonly #lists: CellLists;
  /** In the bone's frame, for points without a list. */
  readonly #nearest: NearestFace;
  readonly #result = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #pair = new TrianglePair();
  /** Lower bounds of the distances from the present point, by place in the list. */
  readonly #least = new Float64Array(MOST_GATHERED);
  #size = 1;
  /** As in NearestFace, for the present list and point, mm. */
  #gap = 0;
  #maxDistance = Number.POSITIVE_INFINITY;
  #margin = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#lists = new CellLists(surface);
    this.#nearest = new NearestFace(surface);
  }

  /** Call it when the surface has moved or been edited. @param size edge of a cell, mm: answers do not depend on it. */
  begin(size: number): void {
    this.#size = size;
    this.#gap = knownGap(this.#surface.magnitude);
    this.#lists.begin(size);
  }

  /** @param p offset of the point in P, bone frame. */
  find(P: Float64Array, p: number): void {
    const px = P[p];
    const py = P[p + 1];
    const pz = P[p + 2];
    const m = this.#surface.frame.inverse;
    const ox = m[0] * px + m[1] * py + m[2] * pz + m[3];
    const oy = m[4] * px + m[5] * py + m[6] * pz + m[7];
    const oz = m[8] * px + m[9] * py + m[10] * pz + m[11];
    let size = this.#size;
    for (let halved = 0; halved <= MOST_HALVINGS; halved++, size /= 2) {
      const lists = this.#lists;
      const cell = lists.cellAt(ox, oy, oz, size);
      if (lists.lengths[cell] === CROWDED) continue;
      // If coordinates are so large that a cell's bounds are rounded, the point may be outside it.
      const at = CELL_STRIDE * cell;
      const half = size / 2;
      const x = ox - lists.centres[at];
      const y = oy - lists.centres[at + 1];
      const z = oz - lists.centres[at + 2];
      if (Math.abs(x) > half || Math.abs(y) > half || Math.abs(z) > half) break;
      this.#findIn(cell, P, p, x, y, z);
      return;
    }
    const nearest = this.#nearest;
    nearest.find(px, py, pz, nearest.face);
    this.x = nearest.x;
    this.y = nearest.y;
    this.z = nearest.z;
    this.face = nearest.face;
    this.squared = nearest.squared;
  }

  /** The nearest face of a list. @param x p − c in the own frame; y, z likewise. */
  #findIn(cell: number, P: Float64Array, p: number, x: number, y: number, z: number): void {
    const lists = this.#lists;
    const { bounds, faces } = lists;
    const first = lists.starts[cell];
    const count = lists.lengths[cell];
    const least = this.#least;
    let nearest = 0;
    let at = BOUND * first;
    for (let i = 0; i < count; i++, at += BOUND) {
      least[i] = bounds[at] + bounds[at + 1] * x + bounds[at + 2] * y + bounds[at + 3] * z;
      if (least[i] < least[nearest]) nearest = i;
    }
    this.face = -1;
    this.squared = Number.POSITIVE_INFINITY;
    // A bound has an error of at most 2·lengthSlack: L of one, as every support value; g·(p − c) and the sum, of terms
    // that add up to ≤ 7M, of less than another. A known distance has an error of less than one, S is between the
    // frames. So a face whose bound exceeds the best by four slacks is not known to be near.
    const slack = 4 * lists.centres[CELL_STRIDE * cell + CELL_SLACK];
    this.#maxDistance = Number.POSITIVE_INFINITY;
    this.#margin = slack;
    const { shrink } = this.#surface.frame;
    let limit = (this.#try(faces[first + nearest], P, p) + slack) / shrink;
    for (let i = 0; i < count; i++)
      if (least[i] <= limit && i !== nearest)
        limit = Math.min(limit, (this.#try(faces[first + i], P, p) + slack) / shrink);
  }

  /** @returns the distance to the face. */
  #try(face: number, P: Float64Array, p: number): number {
    const { positions, faces } = this.#surface;
    const result = this.#result;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    pointTriangle(P, p, positions, a, b, c, result);
    let distance = Math.sqrt(result[SQUARED]);
    if (distance - result[LOWER] > this.#gap) {
      // As in NearestFace: the other faces of a list must not affect the answer.
      if (result[LOWER] > this.#maxDistance) return distance;
      sharpenPointTriangle(this.#pair.loadPoint(P, p).loadSecond(positions, a, b, c), this.#surface.magnitude, result);
      distance = Math.sqrt(result[SQUARED]);
    }
    const squared = result[SQUARED];
    if (squared < this.squared || (squared === this.squared && face < this.face)) {
      this.squared = squared;
      this.face = face;
      this.x = result[0];
      this.y = result[1];
      this.z = result[2];
      this.#maxDistance = distance + this.#margin;
    }
    return distance;
  }
}
