// Faces with the other body's faces near them → leaves of the adaptive face subdivision, each with the faces near it.
//
// Depth first, face by face; a sub-triangle's children follow it, in the order of paths. A sub-triangle keeps those
// faces of its parent that its bounding sphere, inflated by the requested distance, may meet. If none is left, it is
// farther than that from the other surface, hence wholly on one side. If that is outside, it is dropped; if inside, it
// is split down to its leaves without a list. At the face's leaf level (edges ≤ h) it is a leaf.
//
//     #near     │ face's list │ child's │ grandchild's │ …       a stack: each list follows its parent's, and
//               └─ level 0    └─ 1      └─ 2                     siblings overwrite each other's
//     #lattice  │ 6 numbers per level: (i, j) of three corners, in 2^level parts of the face's edges
//
// Invariant: a face within the requested distance of some point of a sub-triangle is in that sub-triangle's list, so no
// point that near is dropped. Corners follow from lattice numbers alone (leafCorners), so that neighbouring faces
// compute the same bits for the points of their common edge.

import { grown, lengthSlack } from '#core';
import { type ActiveFaces, type ApartInsideTest, CHILDREN, type SubTriangles, type Surface } from '#records';
import { DEEPEST_LEVEL, TrianglePair } from '#triangles';
import { appendLeaf, tooFine, WHOLE_FACE, writeChild } from './leaf-lattice.ts';
import { SphereFaceTest } from './sphere-face.ts';

export interface SubdivideInput {
  readonly body: Surface;
  readonly other: Surface;
  /** Faces of the body, each with the faces of the other that may be near it. */
  readonly active: ActiveFaces;
  /** The other solid's inside test; null if it has none. */
  readonly inside: ApartInsideTest | null;
  /** mm. */
  readonly maxDistance: number;
  /** The leaf level of each of the body's faces at this resolution. */
  readonly levels: Uint8Array;
  /** h, mm. */
  readonly resolution: number;
}

export class FaceSubdivider {
  /** Lattice numbers of the present sub-triangle of each level, six per level. */
  readonly #lattice = new Int32Array(6 * (DEEPEST_LEVEL + 1));
  readonly #point = new Float64Array(9);
  /** The lists of the present sub-triangles, each after its parent's. */
  #near = new Uint32Array(1024);
  #sphere!: SphereFaceTest;
  #inside: ApartInsideTest | null = null;
  #out!: SubTriangles;
  /** The present face: its number, its corners (the first triangle), its leaf level. */
  #face = 0;
  readonly #parent = new TrianglePair();
  #leaf = 0;

  /**
   * Fills `out` with the leaves that may come within `maxDistance` of the other body or lie inside it, by face and
   * path.
   * @throws OptionError RESOLUTION_TOO_FINE: a face would be halved too often. See also check-leaf-count.ts.
   */
  subdivide({ body, other, active, inside, maxDistance, levels, resolution }: SubdivideInput, out: SubTriangles): void {
    out.rows.clear();
    out.near.length = 0;
    out.visited = 0;
    const slack = lengthSlack(Math.max(body.magnitude, other.magnitude) + maxDistance);
    this.#sphere = new SphereFaceTest(other, maxDistance + slack);
    this.#inside = inside;
    this.#out = out;
    const { face, start, count, inside: known } = active.rows.columns;
    for (let row = 0; row < active.rows.length; row++) {
      if (levels[face[row]] > DEEPEST_LEVEL) throw tooFine(body, face[row], resolution);
      this.#face = face[row];
      this.#parent.loadFirstFace(body.positions, body.faces, face[row]);
      this.#leaf = levels[face[row]];
      this.#lattice.set(WHOLE_FACE);
      this.#near = grown(this.#near, 0, count[row]);
      for (let i = 0; i < count[row]; i++) this.#near[i] = active.near.values[start[row] + i];
      this.#visit(0, 0, 0, count[row], known[row]);
    }
  }

  /** Visits a sub-triangle whose parent's list is #near[start … start + count); children come in the order of paths. */
  #visit(level: number, path: number, start: number, count: number, known: number): void {
    const out = this.#out;
    out.visited++;
    if (count === 0) {
      if (level === this.#leaf) this.#emit(path, out.near.length, 0, known);
      else this.#split(level, path, start, 0, known);
      return;
    }
    const point = this.#point;
    leafCorners(this.#parent.corners, this.#lattice, 6 * level, 1 << level, point);
    const end = start + count;
    // Checked here, not in a call for every sub-triangle: a profile showed `grown` at 1 % of a report.
    if (end + count > this.#near.length) this.#near = grown(this.#near, end, end + count);
    const near = this.#near;
    const sphere = this.#sphere;
    sphere.sphereOf(point);
    let kept = 0;
    for (let i = start; i < end; i++) if (sphere.mayMeet(near[i])) near[end + kept++] = near[i];
    if (kept === 0 && this.#inside?.(point) !== true) return;
    const inside = kept === 0 ? 1 : known;
    if (level < this.#leaf) {
      this.#split(level, path, end, kept, inside);
      return;
    }
    const first = out.near.length;
    out.near.reserve(kept);
    for (let i = 0; i < kept; i++) out.near.values[first + i] = near[end + i];
    out.near.length = first + kept;
    this.#emit(path, first, kept, inside);
  }

  #split(level: number, path: number, start: number, count: number, inside: number): void {
    for (let child = 0; child < CHILDREN; child++) {
      writeChild(this.#lattice, level, child);
      this.#visit(level + 1, path * CHILDREN + child, start, count, inside);
    }
  }

  #emit(path: number, firstNear: number, kept: number, inside: number): void {
    appendLeaf(this.#out, this.#face, this.#leaf, path, this.#lattice, firstNear, kept, inside);
  }
}

/**
 * Writes the three corners of a sub-triangle: lattice point (i, j) is ((n − i − j)·a + i·b + j·c) / n, n = 2^level.
 * The two faces of a shared edge give the same bits.
 * @param face xyz of a, b, c; more may follow.
 * @param lattice (i, j) of each corner, from `at` on.
 * @param out nine numbers.
 */
export function leafCorners(face: Float64Array, lattice: Int32Array, at: number, n: number, out: Float64Array): void {
  // n is a power of two, so the product has the same bits as the quotient.
  const part = 1 / n;
  for (let k = 0; k < 3; k++) {
    const i = lattice[at + 2 * k];
    const j = lattice[at + 2 * k + 1];
    const w = n - i - j;
    for (let m = 0; m < 3; m++) out[3 * k + m] = (w * face[m] + i * face[3 + m] + j * face[6 + m]) * part;
  }
}
