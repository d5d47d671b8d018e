// A tool along its motion, and a ball → whether the tool holds all of the ball at some time, or never meets it, or at
// which parts of the motion it may.
//
//     poses   0 · · · 3 · · · 7 · · · 11 …     A span of poses is tried at its middle one: no point of the tool is
//             └─ span ─┘       farther from its place there than `reach`. If the tool at the middle is farther than
//                              that from the ball, no pose of the span comes near; if it may be nearer, the span is
//                              halved, until its reach is no more than the ball's radius, or it is a single pose.
//
// All that is found of a ball holds for each ball within it, so the parts of a body inherit its spans.

import { BoneBody } from '#bodies';
import { NearestFace } from '#proximity';
import { RIGID_LIMIT } from '#core';
import { inverseOf } from './inverse-frame.ts';
import type { MotionPoses } from './motion-poses.ts';
import type { ToolPoints } from './tool-points.ts';

/** Pairs: the first and the last pose of each span. */
export type Spans = readonly number[];

/** A pose may stretch a length by this factor, or shrink it by as much. */
const STRETCH = 1 + 2 * RIGID_LIMIT;
/** A mesh around a round tool is at most 1/15 larger, and so moves farther by as much (swept-volume.ts). */
const ROUND_REACH = 16 / 15;

/** One of the solids whose union the tool is, in its own frame. */
class Part {
  readonly #body: BoneBody;
  readonly #nearest: NearestFace;
  /** Of the last point: its distance from the surface. */
  distance = 0;
  #x = 0;
  #y = 0;
  #z = 0;
  #isIn: boolean | null = null;

  constructor({ vertices, faces }: ToolPoints) {
    this.#body = new BoneBody({ positions: vertices, faces, name: '' }, undefined, 'bvh');
    this.#nearest = new NearestFace(this.#body);
  }

  moveTo(x: number, y: number, z: number): void {
    this.#x = x;
    this.#y = y;
    this.#z = z;
    this.#isIn = null;
    this.#nearest.find(x, y, z, this.#nearest.face);
    this.distance = Math.sqrt(this.#nearest.squared);
  }

  get isIn(): boolean {
    this.#isIn ??= this.#body.solid.isInside(this.#x, this.#y, this.#z);
    return this.#isIn;
  }
}

const known = new WeakMap<ToolPoints, Part>();

/** A tool's index is made once. */
function partOf(tool: ToolPoints): Part {
  const held = known.get(tool);
  if (held !== undefined) return held;
  const part = new Part(tool);
  known.set(tool, part);
  return part;
}

export interface MovedTool {
  /** Solids whose union is what the tool holds at least, and at most; the same ones, if the tool is its mesh. */
  readonly within: readonly ToolPoints[];
  readonly about: readonly ToolPoints[];
  readonly poses: MotionPoses;
  /** mm: covers the rounding of places. */
  readonly slack: number;
}

export class ToolWay {
  readonly #poses: MotionPoses;
  readonly #within: readonly Part[];
  readonly #about: readonly Part[];
  readonly #halfStep: number;
  readonly #slack: number;
  /** By pose: the bone's frame → the tool's, row-major 3×4. */
  readonly #inverses = new Map<number, readonly number[]>();

  constructor({ within, about, poses, slack }: MovedTool) {
    this.#poses = poses;
    this.#within = within.map(partOf);
    this.#about = about === within ? this.#within : about.map(partOf);
    this.#halfStep = poses.halfStep * (about === within ? 1 : ROUND_REACH);
    this.#slack = slack;
  }

  /** The whole motion. */
  get all(): Spans {
    return [0, this.#poses.count - 1];
  }

  /**
   * @param at mm, the ball's centre. @param spans when the tool may come to it.
   * @returns when it may come to the ball; empty if never; null if at some time it holds the whole ball.
   */
  spansAt(at: ArrayLike<number>, radius: number, spans: Spans): Spans | null {
    const open = Array.from(spans);
    const kept: number[] = [];
    while (open.length > 0) {
      const last = open.pop() as number;
      const first = open.pop() as number;
      const middle = (first + last) >> 1;
      const reach = (2 * (last - middle) + 1) * this.#halfStep;
      this.#moveTo(middle, at);
      const wide = STRETCH * radius + this.#slack;
      if (this.#within.some((part) => part.distance > wide && part.isIn)) return null;
      if (this.#about.every((part) => part.distance > STRETCH * (radius + reach) + this.#slack && !part.isIn)) continue;
      if (first === last || reach <= radius) kept.push(first, last);
      else if (middle === first) open.push(first, first, last, last);
      else open.push(first, middle - 1, middle, last);
    }
    return kept;
  }

  /** mm: from what the tool holds at the poses of these spans, at most; Infinity if there are none. */
  distanceAt(at: ArrayLike<number>, spans: Spans): number {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < spans.length; n += 2)
      for (let pose = spans[n]; pose <= spans[n + 1]; pose++) {
        this.#moveTo(pose, at);
        for (const part of this.#within) least = Math.min(least, part.isIn ? 0 : part.distance);
      }
    return STRETCH * least + this.#slack;
  }

  #moveTo(pose: number, at: ArrayLike<number>): void {
    let m = this.#inverses.get(pose);
    if (m === undefined) {
      const { matrix } = this.#poses.at(pose / Math.max(1, this.#poses.count - 1));
      m = inverseOf([0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => matrix[4 * column + row])));
      this.#inverses.set(pose, m);
    }
    const x = m[0] * at[0] + m[1] * at[1] + m[2] * at[2] + m[3];
    const y = m[4] * at[0] + m[5] * at[1] + m[6] * at[2] + m[7];
    const z = m[8] * at[0] + m[9] * at[1] + m[10] * at[2] + m[11];
    for (const part of this.#within) part.moveTo(x, y, z);
    if (this.#about !== this.#within) for (const part of this.#about) part.moveTo(x, y, z);
  }
}
