// Boxes → overlapping pairs, by planes across the axes that separate them (a BSP of axis-aligned planes), two sets at a
// time.
//
//   all(S)        a plane divides S into left, on and right: boxes below it, boxes that meet it, boxes above it
//                 = all(left) + all(on) + all(right) + between(left, on) + between(on, right)
//   between(S, T) the same plane divides both
//                 = between each part of S and each of T, except left with right
//
//      left      │     right        Boxes on opposite sides of the plane are never compared. A small set, or one that
//    ┌──┐ ┌─┐ ┌──┼──┐ ┌────┐        no plane divides any more, is compared box by box.
//    └──┘ └─┘ └──┼──┘ └────┘
//                on
//
// The plane is the cheapest of those that halve, by number, the boxes' lows and highs; its cost is the sum of the
// products of the sizes of the sets still to be compared. H. Fuchs, Z. Kedem, B. Naylor, "On visible surface generation
// by a priori tree structures", SIGGRAPH 1980; this is the special case of planes across the axes.

import { type Boxes, overlap } from './boxes.ts';
import { localBoxes } from './local-boxes.ts';
import { PairList } from './pair-list.ts';

/** With fewer comparisons than this, boxes are compared instead of being divided. */
const FEW = 128;
/** The size of the sample from which the median of a set is taken. */
const SAMPLE = 64;
/** A plane is rejected unless it saves this share of the comparisons. */
const LEAST_SAVED = 0.1;

interface Plane {
  readonly axis: number;
  readonly at: number;
}

interface Parts {
  readonly left: Uint32Array;
  readonly on: Uint32Array;
  readonly right: Uint32Array;
}

export function bspPairs(boxes: Boxes): Uint32Array {
  return new AxisPlanes(boxes).pairs();
}

class AxisPlanes {
  readonly #boxes: Boxes;
  readonly #local: Float32Array;
  readonly #pairs = new PairList();

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#local = localBoxes(boxes);
  }

  pairs(): Uint32Array {
    const { count } = this.#boxes;
    this.#all(Uint32Array.from({ length: count }, (_, body) => body));
    return this.#pairs.take(count);
  }

  #all(bodies: Uint32Array): void {
    const whole = (bodies.length * (bodies.length - 1)) / 2;
    const plane = whole > FEW ? this.#bestPlane(bodies, bodies, 2 * whole) : null;
    if (plane === null) {
      for (let i = 0; i < bodies.length; i++)
        for (let j = i + 1; j < bodies.length; j++) this.#compare(bodies[i], bodies[j]);
      return;
    }
    const { left, on, right } = this.#part(bodies, plane);
    this.#all(left);
    this.#all(on);
    this.#all(right);
    this.#between(left, on);
    this.#between(on, right);
  }

  #between(first: Uint32Array, second: Uint32Array): void {
    const whole = first.length * second.length;
    const plane = whole > FEW ? this.#bestPlane(first, second, whole) : null;
    if (plane === null) {
      for (const a of first) for (const b of second) this.#compare(a, b);
      return;
    }
    const a = this.#part(first, plane);
    const b = this.#part(second, plane);
    this.#between(a.left, b.left);
    this.#between(a.left, b.on);
    this.#between(a.on, b.left);
    this.#between(a.on, b.on);
    this.#between(a.on, b.right);
    this.#between(a.right, b.on);
    this.#between(a.right, b.right);
  }

  #compare(a: number, b: number): void {
    if (overlap(this.#boxes, a, b)) this.#pairs.add(a, b);
  }

  #part(bodies: Uint32Array, { axis, at }: Plane): Parts {
    const local = this.#local;
    return {
      left: bodies.filter((body) => local[6 * body + 3 + axis] < at),
      on: bodies.filter((body) => local[6 * body + axis] <= at && local[6 * body + 3 + axis] >= at),
      right: bodies.filter((body) => local[6 * body + axis] > at),
    };
  }

  /** The plane that leaves the fewest comparisons; null if none saves enough of `whole`. */
  #bestPlane(first: Uint32Array, second: Uint32Array, whole: number): Plane | null {
    let best: Plane | null = null;
    let least = (1 - LEAST_SAVED) * whole;
    for (let axis = 0; axis < 3; axis++)
      for (const at of this.#candidates(first, second, axis)) {
        const left = [first, second].map((bodies) => this.#countBelow(bodies, axis, at));
        const right = [first, second].map((bodies) => this.#countAbove(bodies, axis, at));
        const cost = whole - left[0] * right[1] - right[0] * left[1];
        if (cost >= least) continue;
        least = cost;
        best = { axis, at };
      }
    return best;
  }

  /** Medians of lows, of highs, and of both, from a sample. */
  #candidates(first: Uint32Array, second: Uint32Array, axis: number): number[] {
    const local = this.#local;
    const lows: number[] = [];
    const highs: number[] = [];
    for (const bodies of [first, second]) {
      const step = Math.max(1, Math.floor(bodies.length / SAMPLE));
      for (let i = 0; i < bodies.length; i += step) {
        lows.push(local[6 * bodies[i] + axis]);
        highs.push(local[6 * bodies[i] + 3 + axis]);
      }
    }
    return [lows, highs, [...lows, ...highs]].map((values) => values.sort((a, b) => a - b)[values.length >> 1]);
  }

  #countBelow(bodies: Uint32Array, axis: number, at: number): number {
    let count = 0;
    for (const body of bodies) if (this.#local[6 * body + 3 + axis] < at) count++;
    return count;
  }

  #countAbove(bodies: Uint32Array, axis: number, at: number): number {
    let count = 0;
    for (const body of bodies) if (this.#local[6 * body + axis] > at) count++;
    return count;
  }
}
