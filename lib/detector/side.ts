// A body and the one that it is held against → what a query keeps of that side from pose to pose: what measures its
// leaves.

import type { BoneBody, ToolBody } from '../bodies/index.ts';
import { crossingsOf } from '../intersect/index.ts';
import { SubTriangleMeasurer } from '../measure/index.ts';
import { SignedDistance } from '../proximity/index.ts';
import { type BONE, type DistanceRecords, type SubTriangles, TOOL } from '../records/index.ts';
import { leafCorners } from '../subdivide/index.ts';
import { TrianglePair } from '../triangles/index.ts';

/** Both backends' reports are made of two sides; each backend adds the tables of its own stages. */
export class Side {
  readonly number: typeof BONE | typeof TOOL;
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  #toOther: SignedDistance | null = null;
  /** The other solid's inside test; null where it has none. */
  inside: ((x: number, y: number, z: number) => boolean) | null;
  #measurer: SubTriangleMeasurer | null = null;

  constructor(number: typeof BONE | typeof TOOL, body: BoneBody | ToolBody, other: BoneBody | ToolBody) {
    this.number = number;
    this.body = body;
    this.other = other;
    this.inside = other.signed ? other.solid.isInside : null;
  }

  get toOther(): SignedDistance {
    this.#toOther ??= new SignedDistance(this.other, this.inside);
    return this.#toOther;
  }

  /** To be called after an edit of the other body, which may have opened or closed it. */
  otherEdited(): void {
    const { other } = this;
    if (other.signed === (this.inside !== null)) return;
    this.inside = other.signed ? other.solid.isInside : null;
    this.#toOther = null;
  }

  /**
   * Measures leaves of this body in f64, and exactly where that does not decide.
   * @param intersecting pairs of faces that share a point: bone, tool, …
   * @param records receives a record for each contact, in the leaves' order.
   */
  measure(leaves: SubTriangles, intersecting: Uint32Array, delta: number, records: DistanceRecords): void {
    const { body, other, number, toOther } = this;
    const bodyIsTool = number === TOOL;
    const cornersOf = this.cornersOf(leaves);
    const crossings = crossingsOf(intersecting, number);
    this.#measurer ??= new SubTriangleMeasurer();
    this.#measurer.measure({ body, other, bodyIsTool, leaves, cornersOf, crossings, toOther, delta }, records);
  }

  /**
   * Returns a function that writes the nine corner coordinates of a leaf (bone frame, mm). It is valid until the rows
   * of `leaves` change. It reads the columns once: reading them for each leaf took 3 % of a report.
   */
  cornersOf(leaves: SubTriangles): (leaf: number, out: Float64Array) => void {
    const { positions, faces } = this.body;
    const { face, level, lattice } = leaves.rows.columns;
    const parent = new TrianglePair();
    let loaded = -1;
    return (leaf, out) => {
      if (face[leaf] !== loaded) {
        loaded = face[leaf];
        parent.loadFirstFace(positions, faces, loaded);
      }
      leafCorners(parent.corners, lattice, 6 * leaf, 1 << level[leaf], out);
    };
  }
}
