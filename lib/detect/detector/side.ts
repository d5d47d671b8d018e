// A body and the one it is compared with → what a query keeps of that side from pose to pose: a measurer of its leaves.

import type { BoneBody, ToolBody } from '#bodies';
import { crossingsOf } from '#intersect';
import { SubTriangleMeasurer } from '#measure';
import { SignedDistance } from '#proximity';
import { type BONE, type DistanceRecords, type SubTriangles, TOOL } from '#records';
import { leafCornersOf } from './leaf-corners-of.ts';

/** A report of either backend has two sides; each backend adds the tables of its own stages. */
export class Side {
  readonly number: typeof BONE | typeof TOOL;
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  #toOther: SignedDistance | null = null;
  /** The other solid's inside test; null if it has none. */
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
   * Measures leaves of this body in f64, and exactly if that does not decide.
   * @param intersecting pairs of faces that share a point: bone, tool, …
   * @param records receives a record for each contact, in the leaves' order.
   */
  measure(leaves: SubTriangles, intersecting: Uint32Array, delta: number, records: DistanceRecords): void {
    const { body, other, number, toOther } = this;
    const bodyIsTool = number === TOOL;
    const cornersOf = leafCornersOf(body, leaves);
    const crossings = crossingsOf(intersecting, number);
    this.#measurer ??= new SubTriangleMeasurer();
    this.#measurer.measure({ body, other, bodyIsTool, leaves, cornersOf, crossings, toOther, delta }, records);
  }
}
