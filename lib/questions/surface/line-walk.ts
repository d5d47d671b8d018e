// A line or a ray and a surface → the first face that it crosses, or all in order, exactly.
//
//     o ●──────┬───────┬──┬───────┬──▶ d     Nodes of the pair tree (bvh/pair-tree.ts) are opened in the order in which
//              │ box A │  │ box B │          the line enters their boxes, the nearer child first; a box that the line
//              └───────┘  └───────┘          enters after the first crossing so far is skipped (A. Williams
//                                            et al., "An efficient and robust ray–box intersection algorithm",
//                                            Journal of Graphics Tools 10(1), 2005).
//
// Invariant: every face that the line crosses no later than the best one was asked, or lies in a node on the stack.
// Whether a face is crossed is exact (triangles/line-crossing.ts), and of two crossings whose places f64 cannot tell
// apart, integers name the nearer one; of equally near ones the lowest-numbered face is taken. So the answer depends
// neither on the tree nor on the order in which faces are asked.

import { cornerOffset, UNIT_ROUNDOFF } from '#core';
import type { SearchedSurface } from '#proximity';
import type { PairTree } from '#records';
import {
  comparePlaces,
  compareLength,
  type ExactPlace,
  exactPlace,
  LINE_EDGE,
  LINE_REACH,
  LINE_SIZE,
  LINE_WAY,
  lineCrossing,
  PLACE,
  PLACE_ERROR,
  roundedPlace,
} from '#triangles';

/** A face that the line crosses. */
export interface Crossing {
  readonly face: number;
  /** 1 against the face's normal, −1 along it. */
  readonly side: number;
  /** t, in units of the aimed direction, and a bound on its error. */
  readonly place: number;
  readonly error: number;
}

/**
 * Boxes are f32, rounded outward, so they hold their faces. Entry and exit of a slab are computed with three roundings
 * each (a difference, an inverse, a product): times at most 1 ± 3.1u. Where the exact entry is not beyond the exact
 * exit, the computed one is not beyond the computed exit by more than 6.3u of that; the same holds for the end of the
 * best place, which is rounded once more.
 */
const SLAB_SLACK = 16 * UNIT_ROUNDOFF;

/** |d| and a quotient by it: 3 squares, 2 sums, a root and a division, 4.1u. */
const LENGTH_ROUNDED = 8 * UNIT_ROUNDOFF;

/** A component of a direction that is a smaller share of the greatest one counts as 0: scaled, it might lose bits. */
export const LEAST_PART = 2 ** -1000;

/** One child waits on each level of the tree: at most 48 + 26 (bvh/pair-tree.ts). */
const MOST_WAITING = 80;

export class LineWalk {
  readonly #surface: SearchedSurface;
  readonly #tree: PairTree;
  readonly #bounds: Float64Array;
  readonly #line = new Float64Array(LINE_SIZE);
  readonly #inverse = new Float64Array(3);
  readonly #edge: number;
  readonly #place = new Float64Array(2);
  readonly #waiting = new Int32Array(MOST_WAITING);
  readonly #entries = new Float64Array(MOST_WAITING);
  /** t from 0, or any; and |t·d| up to this, mm. */
  #isLine = false;
  #most = Number.POSITIVE_INFINITY;
  /** The same as bounds of t: certainly within, certainly beyond. */
  readonly #limits = new Float64Array(2);
  /** The best crossing, as first() returns it; face −1 if there is none. */
  #face = -1;
  #side = 0;
  readonly #best = new Float64Array(2);
  /** All crossings, if they are wanted. */
  #found: Crossing[] | null = null;

  constructor(surface: SearchedSurface, tree: PairTree, bounds: Float64Array) {
    this.#surface = surface;
    this.#tree = tree;
    this.#bounds = bounds;
    this.#edge = longestEdge(surface);
  }

  /** |d|: the aimed direction's length; a place t is at t·|d| mm. */
  get length(): number {
    const d = this.#line;
    return Math.sqrt(d[LINE_WAY] ** 2 + d[LINE_WAY + 1] ** 2 + d[LINE_WAY + 2] ** 2);
  }

  /**
   * Sets the line for the next questions. @param direction xyz, not all 0; only its way counts. It is scaled by a power
   * of two, exactly. @param most mm. @param isLine whether it also runs backward from its point, without an end.
   */
  aim(origin: ArrayLike<number>, direction: ArrayLike<number>, most: number, isLine: boolean): void {
    const line = this.#line;
    const bounds = this.#bounds;
    const scale = powerAbove(Math.max(Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2])));
    let reach = this.#edge;
    for (let k = 0; k < 3; k++) {
      line[k] = origin[k];
      line[LINE_WAY + k] = scaled(direction[k], scale);
      this.#inverse[k] = 1 / line[LINE_WAY + k];
      reach = Math.max(reach, Math.abs(origin[k] - bounds[k]), Math.abs(origin[k] - bounds[3 + k]));
    }
    line[LINE_REACH] = reach * (1 + 2 * UNIT_ROUNDOFF);
    line[LINE_EDGE] = this.#edge;
    this.#most = most;
    this.#isLine = isLine;
    this.#limits[0] = (most / this.length) * (1 - LENGTH_ROUNDED);
    this.#limits[1] = (most / this.length) * (1 + LENGTH_ROUNDED);
  }

  /** The first face that the line crosses; null if there is none. @param among faces that include it; null: all. */
  first(among: ArrayLike<number> | null = null): Crossing | null {
    this.#found = null;
    this.#search(among);
    return this.#face < 0 ? null : this.#crossing(this.#face, this.#side, this.#best);
  }

  /** All faces that the line crosses, in order along it; of equally near ones, by number. */
  all(): Crossing[] {
    const found: Crossing[] = [];
    this.#found = found;
    this.#search(null);
    return found.sort((p, q) => this.#order(p.face, p.place, p.error, q.face, q.place, q.error));
  }

  /** The exact place of a face that the line crosses. */
  exactPlace(face: number): ExactPlace {
    const { faces, positions } = this.#surface;
    const [a, b, c] = [0, 1, 2].map((corner) => cornerOffset(faces, face, corner));
    return exactPlace(positions, a, b, c, this.#line);
  }

  /** The point at a place, xyz, mm. */
  pointAt(place: number): Float64Array {
    const line = this.#line;
    return Float64Array.of(line[0] + place * line[3], line[1] + place * line[4], line[2] + place * line[5]);
  }

  #crossing(face: number, side: number, place: Float64Array): Crossing {
    return { face, side, place: place[PLACE], error: place[PLACE_ERROR] };
  }

  #search(among: ArrayLike<number> | null): void {
    this.#face = -1;
    this.#best[PLACE] = Number.POSITIVE_INFINITY;
    this.#best[PLACE_ERROR] = 0;
    if (among === null) this.#walk();
    else for (let i = 0; i < among.length; i++) this.#ask(among[i]);
  }

  /** Opens nodes; one function, with the line's numbers in locals, since every ray spends its time here. */
  #walk(): void {
    const { boxes, children, count } = this.#tree;
    const line = this.#line;
    const inverse = this.#inverse;
    const ox = line[0];
    const oy = line[1];
    const oz = line[2];
    const ix = inverse[0];
    const iy = inverse[1];
    const iz = inverse[2];
    // Where a box keeps the sides by which the line enters and leaves.
    const nx = ix < 0 ? 3 : 0;
    const ny = iy < 0 ? 4 : 1;
    const nz = iz < 0 ? 5 : 2;
    const fx = 3 - nx;
    const fy = 5 - ny;
    const fz = 7 - nz;
    const start = this.#isLine ? Number.NEGATIVE_INFINITY : 0;
    const waiting = this.#waiting;
    const entries = this.#entries;
    waiting[0] = count === 1 ? ~0 : 0;
    entries[0] = start;
    let top = 1;
    let latest = this.#latest();
    while (top > 0) {
      if (entries[--top] > latest) continue;
      let node = waiting[top];
      while (node >= 0) {
        const at = 12 * node;
        // 0 · ∞ is NaN, where the line runs in a side of the slab: no comparison holds, and none is needed.
        let entry = start;
        let other = start;
        let exit = latest;
        let otherExit = latest;
        let t = (boxes[at + nx] - ox) * ix;
        if (t > entry) entry = t;
        t = (boxes[at + ny] - oy) * iy;
        if (t > entry) entry = t;
        t = (boxes[at + nz] - oz) * iz;
        if (t > entry) entry = t;
        t = (boxes[at + fx] - ox) * ix;
        if (t < exit) exit = t;
        t = (boxes[at + fy] - oy) * iy;
        if (t < exit) exit = t;
        t = (boxes[at + fz] - oz) * iz;
        if (t < exit) exit = t;
        t = (boxes[at + 6 + nx] - ox) * ix;
        if (t > other) other = t;
        t = (boxes[at + 6 + ny] - oy) * iy;
        if (t > other) other = t;
        t = (boxes[at + 6 + nz] - oz) * iz;
        if (t > other) other = t;
        t = (boxes[at + 6 + fx] - ox) * ix;
        if (t < otherExit) otherExit = t;
        t = (boxes[at + 6 + fy] - oy) * iy;
        if (t < otherExit) otherExit = t;
        t = (boxes[at + 6 + fz] - oz) * iz;
        if (t < otherExit) otherExit = t;
        // An exit at −∞ makes NaN, and is not met.
        const isMet = entry <= exit + SLAB_SLACK * Math.abs(exit);
        const isOtherMet = other <= otherExit + SLAB_SLACK * Math.abs(otherExit);
        if (isMet && isOtherMet) {
          const isFirst = entry <= other;
          waiting[top] = children[2 * node + (isFirst ? 1 : 0)];
          entries[top++] = isFirst ? other : entry;
          node = children[2 * node + (isFirst ? 0 : 1)];
        } else if (isMet || isOtherMet) node = children[2 * node + (isMet ? 0 : 1)];
        else break;
      }
      if (node >= 0) continue;
      this.#askAt(~node);
      latest = this.#latest();
    }
  }

  /** What a box's entry must exceed for it to be skipped: the end of the best crossing's place, and of the limit. */
  #latest(): number {
    const best = this.#best;
    const latest = Math.min(best[PLACE] + best[PLACE_ERROR], this.#limits[1]);
    return latest + SLAB_SLACK * Math.abs(latest);
  }

  #ask(face: number): void {
    const { faces, positions } = this.#surface;
    this.#askOf(face, positions, 3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]);
  }

  /** Asks the face at a place of the tree, where its corners are side by side. */
  #askAt(place: number): void {
    const { order, corners } = this.#tree;
    this.#askOf(order[place], corners, 9 * place, 9 * place + 3, 9 * place + 6);
  }

  #askOf(face: number, A: Float64Array, a: number, b: number, c: number): void {
    const side = lineCrossing(A, a, b, c, this.#line, this.#place);
    if (side === 0) return;
    if (this.#place[PLACE_ERROR] === Number.POSITIVE_INFINITY) {
      this.#place[PLACE] = roundedPlace(this.exactPlace(face)).place;
      this.#place[PLACE_ERROR] = UNIT_ROUNDOFF * Math.abs(this.#place[PLACE]);
    }
    if (!this.#isWanted(face)) return;
    const place = this.#place[PLACE];
    const error = this.#place[PLACE_ERROR];
    const best = this.#best;
    if (this.#found !== null) this.#found.push(this.#crossing(face, side, this.#place));
    else if (this.#face < 0 || this.#order(face, place, error, this.#face, best[0], best[1]) < 0) {
      this.#face = face;
      this.#side = side;
      best.set(this.#place);
    }
  }

  /** Whether the crossing at `#place` is from 0 on, and not farther than wanted. */
  #isWanted(face: number): boolean {
    const place = this.#place[PLACE];
    const error = this.#place[PLACE_ERROR];
    if (!this.#isLine && !(place - error >= 0)) {
      if (place + error < 0 || this.exactPlace(face).numerator < 0n) return false;
    }
    if (this.#most === Number.POSITIVE_INFINITY || Math.abs(place) + error <= this.#limits[0]) return true;
    if (Math.abs(place) - error > this.#limits[1]) return false;
    return compareLength(this.exactPlace(face), this.#most) <= 0;
  }

  /** Which of two crossings comes first: exactly, then by number. */
  #order(face: number, place: number, error: number, other: number, otherPlace: number, otherError: number): number {
    if (place + error < otherPlace - otherError) return -1;
    if (place - error > otherPlace + otherError) return 1;
    return comparePlaces(this.exactPlace(face), this.exactPlace(other)) || face - other;
  }
}

/** The greatest difference of two corners of a face in one coordinate, mm. */
function longestEdge({ positions, faces }: SearchedSurface): number {
  let longest = 0;
  for (let i = 0; i < faces.length; i += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [positions[3 * faces[i] + k], positions[3 * faces[i + 1] + k], positions[3 * faces[i + 2] + k]];
      longest = Math.max(longest, Math.max(a, b, c) - Math.min(a, b, c));
    }
  return longest * (1 + 2 * UNIT_ROUNDOFF);
}

/** The exponent e of 2^e ≤ x < 2^(e + 1), x > 0. */
function powerAbove(x: number): number {
  const e = Math.max(-1074, Math.min(1023, Math.floor(Math.log2(x))));
  return scaled(x, e) < 1 ? e - 1 : scaled(x, e) >= 2 ? e + 1 : e;
}

/** x · 2^−e, in two steps, since 2^1074 is no f64: exactly, or 0 if that is below LEAST_PART. */
function scaled(x: number, e: number): number {
  const half = Math.trunc(e / 2);
  const part = x * 2 ** -half * 2 ** -(e - half);
  return Math.abs(part) < LEAST_PART ? 0 : part;
}
