// The bone's BVH and the tool → the smallest distance between the two surfaces, and the two nearest points, by branch
// and bound.
//
// A face wholly outside is at distance d − r, d that of its nearest point from the axis; one wholly inside at r − D, D
// that of its farthest corner; one that is neither shares a point and is at 0 (face-side.ts, exact). All points of a
// box lie within its half diagonal of its centre c, so it is at least | |c − axis| − r | − half diagonal away.
//
// Invariant: every face that may be the answer was tried, or lies in a node on the stack. Among several at one
// distance, the one with the least number is returned.

import { cornerOffset, roundSlack } from '#core';
import { BRANCHING, type Surface } from '#records';
import { FaceSide, INSIDE, SHARED } from './face-side.ts';
import type { RoundTool } from './round-tool.ts';
import { SurfacePoint } from './surface-point.ts';
import { TriangleToAxis } from './triangle-to-axis.ts';

const LEVEL_SHIFT = 2 ** 32;
/** More halvings than an f64 between 0 and 1 allows. */
const HALVINGS = 64;

export class NearestSurfaces {
  /** mm, accurate to roundSlack; 0 if the surfaces share a point. Infinity if the bone has no faces. */
  distance = Number.POSITIVE_INFINITY;
  /** The bone's face, −1 if it has none. */
  face = -1;
  /** On the bone, on the tool, xyz each, mm. */
  readonly points = new Float64Array(6);
  readonly #bone: Surface;
  readonly #tool: RoundTool;
  readonly #side: FaceSide;
  readonly #toAxis: TriangleToAxis;
  readonly #corner: TriangleToAxis;
  readonly #opposite: SurfacePoint;
  readonly #stack: number[] = [];
  readonly #bounds: number[] = [];
  readonly #centre = new Float64Array(3);
  #magnitude = 0;
  #slack = 0;

  constructor(bone: Surface, tool: RoundTool) {
    this.#bone = bone;
    this.#tool = tool;
    this.#side = new FaceSide(bone, tool);
    this.#toAxis = new TriangleToAxis(tool);
    this.#corner = new TriangleToAxis(tool);
    this.#opposite = new SurfacePoint(bone, tool);
  }

  /** Finds them for the current bone and tool. */
  find(): void {
    this.#magnitude = Math.max(this.#bone.magnitude, this.#tool.magnitude);
    this.#slack = roundSlack(this.#magnitude);
    this.#side.begin();
    this.#toAxis.begin();
    this.#corner.begin();
    this.distance = Number.POSITIVE_INFINITY;
    this.face = -1;
    this.#walk();
    if (this.face >= 0) this.#writePoints();
  }

  /** Through the BVH, the child with the least bound first. */
  #walk(): void {
    const { bvh } = this.#bone;
    const stack = this.#stack;
    const bounds = this.#bounds;
    stack[0] = (bvh.levels.length - 1) * LEVEL_SHIFT;
    bounds[0] = 0;
    let top = 1;
    while (top > 0) {
      top--;
      if (bounds[top] > this.distance) continue;
      const level = Math.floor(stack[top] / LEVEL_SHIFT);
      const node = stack[top] - level * LEVEL_SHIFT;
      if (level === 0) {
        this.#tryLeaf(node);
        continue;
      }
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      const base = top;
      for (let child = BRANCHING * node; child < end; child++) {
        const bound = this.#boundOf(bvh.levels[level - 1], 6 * child);
        if (bound > this.distance) continue;
        let slot = top++;
        for (; slot > base && bounds[slot - 1] < bound; slot--) {
          bounds[slot] = bounds[slot - 1];
          stack[slot] = stack[slot - 1];
        }
        bounds[slot] = bound;
        stack[slot] = (level - 1) * LEVEL_SHIFT + child;
      }
    }
  }

  /** No face in the box is computed to be nearer than this, mm. */
  #boundOf(boxes: Float32Array, o: number): number {
    const c = this.#centre;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const low = boxes[o + k];
      const high = boxes[o + 3 + k];
      if (high < low) return Number.POSITIVE_INFINITY;
      c[k] = 0.5 * low + 0.5 * high;
      squared += (high - c[k]) * (high - c[k]);
    }
    const gap = Math.abs(this.#tool.axisDistance(c, 0) - this.#tool.radius) - Math.sqrt(squared);
    // One slack for each of the two distances, that of the face and this one.
    return gap - 3 * this.#slack;
  }

  #tryLeaf(node: number): void {
    const { bvh, retired } = this.#bone;
    const end = Math.min(bvh.count, BRANCHING * (node + 1));
    for (let slot = BRANCHING * node; slot < end; slot++) {
      const face = bvh.order[slot];
      if (retired !== null && retired[face] !== 0) continue;
      const distance = this.#distanceOf(face);
      if (distance > this.distance || (distance === this.distance && face >= this.face)) continue;
      this.distance = distance;
      this.face = face;
    }
  }

  #distanceOf(face: number): number {
    const { radius } = this.#tool;
    const side = this.#side.of(face);
    if (side === SHARED) return 0;
    // If rounding turns a distance that is not 0 into 0, the least number above 0 stands for it.
    if (side === INSIDE) return Math.max(radius - this.#farthest(face), Number.MIN_VALUE);
    return Math.max(this.#nearest(face) - radius, Number.MIN_VALUE);
  }

  #nearest(face: number): number {
    const { positions, faces } = this.#bone;
    this.#toAxis.pair.loadFirstFace(positions, faces, face);
    return this.#toAxis.measure(this.#magnitude);
  }

  /** Leaves the ends of the farthest corner in #corner. */
  #farthest(face: number): number {
    const { positions, faces } = this.#bone;
    let farthest = -1;
    let at = 0;
    for (let k = 0; k < 3; k++) {
      const offset = cornerOffset(faces, face, k);
      const distance = this.#tool.axisDistance(positions, offset);
      if (distance <= farthest) continue;
      farthest = distance;
      at = offset;
    }
    this.#corner.pair.loadPoint(positions, at);
    return this.#corner.measure(this.#magnitude);
  }

  /** Writes the points for the face found. */
  #writePoints(): void {
    const { points, face } = this;
    const side = this.#side.of(face);
    if (side === SHARED) {
      this.#writeShared();
      return;
    }
    const distance = side === INSIDE ? this.#farthest(face) : this.#nearest(face);
    const { ends } = side === INSIDE ? this.#corner : this.#toAxis;
    this.#opposite.find(face, ends, distance, this.#slack);
    for (let k = 0; k < 3; k++) {
      points[k] = ends[k];
      points[3 + k] = this.#opposite.point[k];
    }
  }

  /** Between the face's nearest point, not outside, and its farthest corner, not inside: the point r from the axis. */
  #writeShared(): void {
    const { points, face } = this;
    const { radius } = this.#tool;
    const at = this.#centre;
    this.#nearest(face);
    this.#farthest(face);
    const near = this.#toAxis.ends;
    const far = this.#corner.ends;
    let low = 0;
    let high = 1;
    for (let i = 0; i < HALVINGS; i++) {
      const t = 0.5 * (low + high);
      for (let k = 0; k < 3; k++) at[k] = near[k] + t * (far[k] - near[k]);
      if (this.#tool.axisDistance(at, 0) < radius) low = t;
      else high = t;
    }
    for (let k = 0; k < 3; k++) points[k] = points[3 + k] = near[k] + high * (far[k] - near[k]);
  }
}
