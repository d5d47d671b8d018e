// One body of a query, and the other that its sub-triangles are measured against → tables and tools kept between
// queries.

import type { BoneBody, ToolBody } from '../bodies/index.ts';
import { cornerOffset } from '../core/index.ts';
import { crossingsOf } from '../intersect/index.ts';
import { SubTriangleMeasurer } from '../measure/index.ts';
import { SignedDistance } from '../proximity/index.ts';
import {
  type DistanceRecords,
  distanceRecords,
  type InsideTest,
  type SubTriangles,
  subTriangles,
  TOOL,
} from '../records/index.ts';
import { latticePoint } from '../subdivide/index.ts';

export class Side {
  readonly leaves = subTriangles();
  readonly records = distanceRecords();
  /** BONE or TOOL. */
  readonly number: 0 | 1;
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  /** The other solid's inside test; null where it has none. */
  inside: InsideTest | null;
  toOther: SignedDistance;
  readonly #measurer = new SubTriangleMeasurer();

  constructor(number: 0 | 1, body: BoneBody | ToolBody, other: BoneBody | ToolBody) {
    this.number = number;
    this.body = body;
    this.other = other;
    this.inside = other.signed ? other.solid.isInside : null;
    this.toOther = new SignedDistance(other, this.inside);
  }

  /** An edit may have opened or closed the other body. */
  otherEdited(): void {
    const { other } = this;
    if (other.signed === (this.inside !== null)) return;
    this.inside = other.signed ? other.solid.isInside : null;
    this.toOther = new SignedDistance(other, this.inside);
  }

  /** The corners of a sub-triangle of the body, bone frame: 9 numbers. */
  cornersOf(leaves: SubTriangles, leaf: number, out: Float64Array): void {
    const { positions, faces } = this.body;
    const { face, level, lattice } = leaves.rows.columns;
    const a = cornerOffset(faces, face[leaf], 0);
    const b = cornerOffset(faces, face[leaf], 1);
    const c = cornerOffset(faces, face[leaf], 2);
    const n = 2 ** level[leaf];
    for (let k = 0; k < 3; k++)
      latticePoint(positions, a, b, c, lattice[6 * leaf + 2 * k], lattice[6 * leaf + 2 * k + 1], n, out, 3 * k);
  }

  /** Appends what is measured on sub-triangles of the body. @param shared all pairs of faces that share a point. */
  measure(leaves: SubTriangles, shared: Uint32Array, delta: number, out: DistanceRecords): void {
    const { body, other, toOther, number } = this;
    const crossings = crossingsOf(shared, number);
    const cornersOf = (leaf: number, corners: Float64Array): void => this.cornersOf(leaves, leaf, corners);
    const bodyIsTool = number === TOOL;
    this.#measurer.measure({ body, other, bodyIsTool, leaves, cornersOf, crossings, toOther, delta }, out);
  }
}
