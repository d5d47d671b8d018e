// A face and the tool → whether all of it lies inside, all of it outside, or a point of it on the tool's surface;
// exactly.
//
//   corners all nearer than r         INSIDE    the distance from the axis is convex: greatest at a corner
//   none nearer than r, nor the face  OUTSIDE   (the face's own nearest point decides)
//   else                              SHARED    it is connected: somewhere the distance is r
//
// f64 decides if roundSlack allows it; integers decide the rest.

import { cornerOffset, roundSlack } from '#core';
import type { Surface } from '#records';
import { compareGap, TriangleIntersector, TrianglePair } from '#triangles';
import type { RoundTool } from './round-tool.ts';
import { TriangleToAxis } from './triangle-to-axis.ts';

export const INSIDE = -1;
export const SHARED = 0;
export const OUTSIDE = 1;

export class FaceSide {
  /** Comparisons that integers decided, since `begin`. */
  escalated = 0;
  readonly #bone: Surface;
  readonly #tool: RoundTool;
  readonly #toAxis: TriangleToAxis;
  readonly #intersector = new TriangleIntersector();
  readonly #corner = new TrianglePair();
  #magnitude = 0;
  #slack = 0;

  constructor(bone: Surface, tool: RoundTool) {
    this.#bone = bone;
    this.#tool = tool;
    this.#toAxis = new TriangleToAxis(tool);
  }

  /** Takes the current bone and tool. */
  begin(): void {
    this.#toAxis.begin();
    this.#corner.loadSecond(this.#tool.axis, 0, 3, 3);
    this.#magnitude = Math.max(this.#bone.magnitude, this.#tool.magnitude);
    this.#slack = roundSlack(this.#magnitude);
    this.escalated = 0;
  }

  /** @returns INSIDE, SHARED or OUTSIDE. */
  of(face: number): number {
    const { faces } = this.#bone;
    const first = this.#cornerSide(cornerOffset(faces, face, 0));
    if (first === SHARED) return SHARED;
    for (let k = 1; k < 3; k++) if (this.#cornerSide(cornerOffset(faces, face, k)) !== first) return SHARED;
    return first === OUTSIDE && this.isWithin(face, 0) ? SHARED : first;
  }

  /** Whether a point of the face lies within r + more of the axis, exactly. @param more mm, ≥ 0. */
  isWithin(face: number, more: number): boolean {
    const { positions, faces } = this.#bone;
    const { radius } = this.#tool;
    const { pair } = this.#toAxis;
    pair.loadFirstFace(positions, faces, face);
    const gap = this.#toAxis.measure(this.#magnitude) - radius;
    const slack = this.#slack + roundSlack(more);
    if (gap - slack > more) return false;
    if (gap + slack <= more) return true;
    this.escalated++;
    return this.#intersector.share(pair) || compareGap(pair, radius, more) <= 0;
  }

  /** For a corner at an offset: nearer to the axis than r, farther, or neither. */
  #cornerSide(at: number): number {
    const { positions } = this.#bone;
    const gap = this.#tool.axisDistance(positions, at) - this.#tool.radius;
    if (gap > this.#slack) return OUTSIDE;
    if (gap < -this.#slack) return INSIDE;
    this.escalated++;
    return compareGap(this.#corner.loadPoint(positions, at), this.#tool.radius);
  }
}
