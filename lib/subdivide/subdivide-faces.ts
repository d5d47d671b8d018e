// Faces with the other body's faces near them → leaves of the adaptive face subdivision, each with the faces near it.
//
// Face by face, level by level. A sub-triangle keeps the faces that its bounding sphere, inflated by the distance asked for, can reach. With none left it is farther than that
// from the other surface, hence wholly on one side of it: outside it is dropped, inside it goes on to its leaves without a list.

import { KerfError, lengthSlack } from '../core/index.ts';
import type { FrontFaces, InsideTest, SubTriangles, Surface } from '../records/index.ts';
import { DEEPEST_LEVEL, longestEdgeSquared, resolutionTooFine } from './face-shape.ts';
import { SphereReach } from './sphere-reach.ts';

/** Leaves of one query, at most: their tables stay below 2^32 bytes a column. */
const MOST_LEAVES = 2 ** 24;

/** Corners of the four children, as indices into c0, c1, c2, m01, m12, m02: children 0, 1, 2 keep a corner, 3 is the middle. */
const CHILDREN = [0, 3, 5, 3, 1, 4, 5, 4, 2, 4, 5, 3];

interface Front {
  /** Six lattice numbers, then first and count of near faces, inside flag, path: 10 a row. */
  rows: number[];
  near: number[];
}

export class FaceSubdivider {
  #front: Front = { rows: [], near: [] };
  #next: Front = { rows: [], near: [] };
  readonly #lattice = new Float64Array(12);

  /**
   * Fills `out` with the leaves that may come within `within` (mm) of the other body or lie inside it, by face and path.
   * @param inside the other solid's inside test, or null where it has none. @param levels the leaf level of each of the body's faces at resolution h, mm.
   * @throws OptionError RESOLUTION_TOO_FINE; KerfError TOO_MANY_SUB_TRIANGLES.
   */
  subdivide(
    body: Surface,
    other: Surface,
    front: FrontFaces,
    inside: InsideTest | null,
    within: number,
    levels: Uint8Array,
    resolution: number,
    out: SubTriangles,
  ): void {
    out.rows.clear();
    out.near.length = 0;
    out.visited = 0;
    const slack = lengthSlack(Math.max(body.magnitude, other.magnitude) + within);
    const reach = new SphereReach(other, within + slack);
    const { face, start, count, inside: known } = front.rows.columns;
    for (let row = 0; row < front.rows.length; row++) {
      const first = this.#front;
      first.near = Array.from(front.near.values.subarray(start[row], start[row] + count[row]));
      first.rows = [0, 0, 1, 0, 0, 1, 0, count[row], known[row], 0];
      if (levels[face[row]] > DEEPEST_LEVEL) throw tooFine(body, face[row], resolution);
      this.#subdivideFace(body, face[row], reach, inside, levels[face[row]], out);
    }
  }

  #subdivideFace(
    body: Surface,
    face: number,
    reach: SphereReach,
    inside: InsideTest | null,
    leaf: number,
    out: SubTriangles,
  ): void {
    const A = body.positions;
    const a = 3 * body.faces[3 * face];
    const b = 3 * body.faces[3 * face + 1];
    const c = 3 * body.faces[3 * face + 2];
    const point = new Float64Array(9);
    for (let level = 0; ; level++) {
      const { rows, near } = this.#front;
      const n = 2 ** level;
      const next = this.#next;
      next.rows.length = 0;
      next.near.length = 0;
      const atLeaf = level === leaf;
      for (let r = 0; r < rows.length; r += 10) {
        out.visited++;
        for (let k = 0; k < 3; k++) latticePoint(A, a, b, c, rows[r + 2 * k], rows[r + 2 * k + 1], n, point, 3 * k);
        let isInside = rows[r + 8];
        const firstNear = atLeaf ? out.near.length : next.near.length;
        let kept = 0;
        if (rows[r + 7] > 0) {
          reach.sphereOf(point);
          const end = rows[r + 6] + rows[r + 7];
          for (let i = rows[r + 6]; i < end; i++) {
            if (!reach.reaches(near[i])) continue;
            kept++;
            if (atLeaf) out.near.push(near[i]);
            else next.near.push(near[i]);
          }
          if (kept === 0) {
            if (inside?.(point[0], point[1], point[2]) !== true) continue;
            isInside = 1;
          }
        }
        if (atLeaf) emit(out, face, level, rows, r, isInside, firstNear, kept);
        else split(rows, r, isInside, firstNear, kept, next.rows, this.#lattice);
      }
      if (atLeaf || next.rows.length === 0) return;
      [this.#front, this.#next] = [this.#next, this.#front];
    }
  }
}

function tooFine({ positions, faces, name }: Surface, face: number, resolution: number): Error {
  const f = 3 * face;
  const squared = longestEdgeSquared(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]);
  return resolutionTooFine(squared, resolution, name, face);
}

/** Lattice point (i, j) of n = 2^level: ((n − i − j)·a + i·b + j·c) / n. The same bits from either face of a shared edge. */
export function latticePoint(
  A: Float64Array,
  a: number,
  b: number,
  c: number,
  i: number,
  j: number,
  n: number,
  out: Float64Array,
  at: number,
): void {
  const w = n - i - j;
  for (let k = 0; k < 3; k++) out[at + k] = (w * A[a + k] + i * A[b + k] + j * A[c + k]) / n;
}

/** @param lattice receives the lattice numbers of c0, c1, c2, m01, m12, m02 on the next level. */
function split(
  rows: number[],
  r: number,
  inside: number,
  firstNear: number,
  kept: number,
  next: number[],
  lattice: Float64Array,
): void {
  for (let k = 0; k < 6; k++) {
    lattice[k] = 2 * rows[r + k];
    lattice[6 + k] = rows[r + k] + rows[r + ((k + 2) % 6)];
  }
  for (let child = 0; child < 4; child++) {
    for (let k = 0; k < 3; k++) {
      const corner = CHILDREN[3 * child + k];
      next.push(lattice[2 * corner], lattice[2 * corner + 1]);
    }
    next.push(firstNear, kept, inside, rows[r + 9] * 4 + child);
  }
}

function emit(
  out: SubTriangles,
  face: number,
  level: number,
  rows: number[],
  r: number,
  inside: number,
  firstNear: number,
  kept: number,
): void {
  const at = out.rows.length;
  if (at >= MOST_LEAVES)
    throw new KerfError(
      'TOO_MANY_SUB_TRIANGLES',
      `The query needs more than ${MOST_LEAVES} sub-triangles of one body; use a coarser resolution or a smaller contact distance.`,
    );
  out.rows.reserve(1);
  const { columns } = out.rows;
  columns.face[at] = face;
  columns.level[at] = level;
  columns.path[at] = rows[r + 9];
  for (let k = 0; k < 6; k++) columns.lattice[6 * at + k] = rows[r + k];
  columns.start[at] = firstNear;
  columns.count[at] = kept;
  columns.inside[at] = inside;
  out.rows.length = at + 1;
}
