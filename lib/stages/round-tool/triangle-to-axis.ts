// A triangle and the tool's axis → their nearest points and distance, accurate to distanceError.
//
// The axis is a triangle without area: a point three times, or its first end and twice its second. ../triangles treats
// such triangles like any others, so f64 answers if its bound allows it, and integers answer the rest.

import { knownGap } from '#core';
import {
  KnownDistance,
  LOWER,
  POINT_TRIANGLE_SIZE,
  pointTriangle,
  SQUARED,
  sharpenPointTriangle,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TrianglePair,
} from '#triangles';
import type { RoundTool } from './round-tool.ts';

export class TriangleToAxis {
  /** The first triangle must be loaded before measuring; the second is the axis. */
  readonly pair = new TrianglePair();
  /** The nearest point of the triangle, then that of the axis, xyz, mm. */
  readonly ends = new Float64Array(6);
  readonly #tool: RoundTool;
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #found = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #turned = new TrianglePair();
  readonly #distance = new TriangleDistance();
  readonly #known = new KnownDistance();

  constructor(tool: RoundTool) {
    this.#tool = tool;
  }

  /** Takes the tool's axis at its current pose. */
  begin(): void {
    this.pair.loadSecond(this.#tool.axis, 0, 3, 3);
  }

  /** @param magnitude mm: a bound on all coordinates. @returns mm; 0 if the axis meets the triangle. */
  measure(magnitude: number): number {
    const { pair, ends } = this;
    if (this.#tool.isSphere) return this.#toPoint(magnitude);
    const found = this.#found;
    // A crossing is left to the exact test, which runs if bounds cannot decide: few triangles cross the axis.
    this.#distance.measure(pair, false, found);
    const distance = this.#known.of(pair, magnitude, found);
    for (let k = 0; k < 6; k++) ends[k] = found[k];
    return distance;
  }

  #toPoint(magnitude: number): number {
    const { axis } = this.#tool;
    const { corners } = this.pair;
    const near = this.#near;
    pointTriangle(axis, 0, corners, 0, 3, 6, near);
    if (Math.sqrt(near[SQUARED]) - near[LOWER] > knownGap(magnitude))
      sharpenPointTriangle(this.#turned.loadPoint(axis, 0).loadSecond(corners, 0, 3, 6), magnitude, near);
    for (let k = 0; k < 3; k++) {
      this.ends[k] = near[k];
      this.ends[3 + k] = axis[k];
    }
    return Math.sqrt(near[SQUARED]);
  }
}
