// Runs of a tool's samples, each in a sphere, under a pose × the bone → which of them are far from its surface, and on
// which side of it they lie.

import { LARGEST_COORDINATE, lengthSlack, poseVertex } from '#core';
import type { NearestFace } from '#proximity';
import type { Surface } from '#records';
import { FarBalls } from './far-balls.ts';
import type { SphereRuns } from './sample-points.ts';

/** The share of maxDistance that a sample or a run found to be far may move without a new search. */
export const SPARE = 0.125;

export const NEAR = 0;
const FAR_OUTSIDE = 1;
export const FAR_INSIDE = 2;

/** Runs of one size, with a bone face near the last place of each, and those that were far. */
export interface RunLevel {
  readonly runs: SphereRuns;
  readonly hints: Int32Array;
  readonly balls: FarBalls;
}

export function runLevel(runs: SphereRuns): RunLevel {
  return { runs, hints: new Int32Array(runs.count).fill(-1), balls: new FarBalls(runs.count) };
}

export class FarRuns {
  /** mm: a lower bound on the distance from the bone of every run found to be far. */
  clearance = LARGEST_COORDINATE;
  readonly #bone: Surface;
  readonly #nearest: NearestFace;
  /** The run last found to be far: its centre (xyz), its distance, mm, and the side on which it lies. */
  readonly #far = new Float64Array(4);
  #farSide = FAR_OUTSIDE;
  #maxDistance = 0;
  readonly #centre = new Float64Array(3);

  /** @param nearest searches the bone; its last answer is used as a hint. */
  constructor(bone: Surface, nearest: NearestFace) {
    this.#bone = bone;
    this.#nearest = nearest;
  }

  /** To be called before the runs of a pose. @param maxDistance mm: a run is far beyond it. */
  begin(maxDistance: number): void {
    this.#maxDistance = maxDistance;
    this.#far[3] = 0;
    this.clearance = LARGEST_COORDINATE;
  }

  /**
   * Whether a run of samples is farther than maxDistance from the surface, and if so, on which side all of it lies.
   * #centre becomes its centre; if it is near, #nearest describes the nearest point. No search is made for a far run
   * that lies wholly in a ball without surface, about another run's centre or about its own slightly earlier centre.
   */
  sideOf({ runs: { spheres }, hints, balls }: RunLevel, run: number, pose: Float64Array): number {
    const c = this.#centre;
    const nearest = this.#nearest;
    poseVertex(pose, spheres, 4 * run, c, 0);
    const radius = spheres[4 * run + 3];
    const slack = 4 * slackAt(this.#bone, c);
    // A run with a gap of at most its own radius is examined too: that gap may be much less than its samples' gaps.
    const most = Math.max(this.#maxDistance, radius);
    const far = this.#far;
    const x = c[0] - far[0];
    const y = c[1] - far[1];
    const z = c[2] - far[2];
    const way = Math.sqrt(x * x + y * y + z * z);
    let gap = far[3] - way - radius - 2 * slack;
    let side = this.#farSide;
    if (gap <= most) {
      gap = balls.leastFrom(run, c, SPARE * this.#maxDistance) - radius - 2 * slack;
      if (gap > most) side = this.isBallInside(balls, run, c) ? FAR_INSIDE : FAR_OUTSIDE;
      else {
        nearest.find(c[0], c[1], c[2], this.hintFrom(hints, run));
        hints[run] = nearest.face;
        gap = Math.sqrt(nearest.squared) - radius - slack;
        if (gap <= most) return NEAR;
        side = this.#isInside(c) ? FAR_INSIDE : FAR_OUTSIDE;
        for (let k = 0; k < 3; k++) far[k] = c[k];
        far[3] = Math.sqrt(nearest.squared);
        this.#farSide = side;
        balls.keep(run, c, far[3], side === FAR_INSIDE);
      }
    }
    this.clearance = Math.min(this.clearance, gap);
    return side;
  }

  #isInside(p: Float64Array): boolean {
    return this.#bone.signed && this.#bone.solid.isInside(p[0], p[1], p[2]);
  }

  /** @param p a point of the ball. */
  isBallInside(balls: FarBalls, which: number, p: Float64Array): boolean {
    if (!balls.hasSide(which)) balls.setSide(which, this.#isInside(p));
    return balls.isInside(which);
  }

  /** The face that was near last time, or, if there is none or it is gone, the face found last. */
  hintFrom(hints: Int32Array, place: number): number {
    const hint = hints[place];
    const isGone = hint < 0 || (this.#bone.retired !== null && this.#bone.retired[hint] !== 0);
    return isGone ? this.#nearest.face : hint;
  }
}

/** Bound on the error of a distance between a point and the bone. */
export function slackAt({ magnitude }: Surface, p: Float64Array): number {
  return lengthSlack(Math.max(magnitude, Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])));
}
