// The pieces over a tile → the volume of the intersection of both solids over it, as exactly as possible.
//
//   depth ▲ ──────────────────────      Sorted by depth, pieces fall into clusters that do not overlap. Below the first
//         │ ═══════ bone ↓              piece all winding numbers are known; above a cluster they have grown by the
//         │     (gap: 1, 1)             sum of its pieces' signed areas over the tile's area, an integer. So in the
//         │ ───╲__╱── tool ↑            gaps both are constant: a gap counts in full or not at all.
//         │     (gap: 1, 0)
//         │ ═══╱══╲══ bone ↑            In a cluster, each body is one of:
//         └────────────────────▶ u      EMPTY, FULL  its winding number is 0, or nowhere 0
//                                       STEP         it changes once from 0 to ±1 or back: w is 0/1 there and
//                                                    ∫ w = w₀·column + Σ (ceiling·area − moment)
//                                       OPEN         anything else: silhouettes, self-overlap
//
// A tool known to wind nowhere more than once is a STEP at silhouettes too: see `onceOff` in rounding.ts.
//
// A cluster counts nothing if one body is EMPTY, all if both are FULL, ∫ w if one is FULL and the other STEP; for two
// STEPs at least x + y − column, at most min(x, y). If that is not enough, pairs decide: ∫ w₁w₂ is a sum over pairs of
// one face of each (PairIntegral), with no cutting along intersection curves and no special case. For bodies that wind
// 0 or 1 times this is the volume. Whether a body does is decided by its own pairs: w(w − 1) ≥ 0 for every integer w,
// and 0 only for 0 and 1, so D = ∫ w² − ∫ w bounds the error:
//     w − w(w − 1)/2 ≤ [w ≠ 0] ≤ w + w(w − 1),        |[w ≠ 0] − w| ≤ w(w − 1).
// For a body that winds the other way, −w takes the place of w.
//
// A line of sight that meets a triangle whose sense rounding leaves undecided is set aside: such triangles have next to
// no area (`flat`), and the volume over them counts as an error.

import { stopIfUnwanted } from '#core';
import { BOTTOM, ClusterPairs, DIAGONAL_SQUARED, TILE, TOP } from './cluster-pairs.ts';
import { BONE, BOTH, BOX, type Pieces, TOOL } from './pieces.ts';
import { integralError, pieceLoad } from './rounding.ts';

const EMPTY = 0;
const FULL = 1;
const STEP = 2;
const OPEN = 3;

/** What is known of a body in the current cluster: the columns of a row of #sums. */
const AREA = 0;
const MOMENT = 1;
const LOAD = 2;
const FLAT = 3;
/** Lower and upper bounds on the volume of the part of the cluster inside the body. */
const LEAST = 4;
const MOST = 5;
const WRONG = 6;
/** ∫ w times the sign of w; that sign; a bound on the difference between ∫ [w ≠ 0] and INTEGRAL. */
const INTEGRAL = 7;
const SIGN = 8;
const EXCESS = 9;
const ROW = 10;

export class DepthClusters {
  /** mm³: least and most without rounding, and the rounding error bound of each. */
  readonly found = new Float64Array(3);
  /** The number of pairs of triangles that would have to be integrated for the undecided clusters. */
  pairs = 0;
  /** Whether the tool's winding number is 0 or one other number, ±1, everywhere, up to `onceOff` in rounding.ts. */
  toolWindsOnce = false;
  readonly #pieces: Pieces;
  readonly #pairs: ClusterPairs;
  readonly #sums = new Float64Array(2 * ROW);
  readonly #count = new Int32Array(2);
  readonly #triangleCount = new Int32Array(2);
  readonly #senses = new Uint8Array(2);
  readonly #states = new Uint8Array(2);
  /** The bodies' winding numbers before and after the cluster. */
  readonly #before = new Int32Array(2);
  readonly #after = new Int32Array(2);
  /** See cluster-pairs.ts. */
  readonly #column = new Float64Array(4);

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
    this.#pairs = new ClusterPairs(pieces);
  }

  /**
   * @param members[start …] the tile's pieces in the order of their least depth.
   * @param bases[at], bases[at + 1] the winding numbers of bone and tool below all of them; one is 0.
   * @param tile[place], tile[place + 1] the tile's area and the square of its diagonal.
   * @param isWhole whether pairs are integrated.
   */
  measure(
    members: Int32Array,
    start: number,
    count: number,
    bases: Int32Array,
    at: number,
    tile: Float64Array,
    place: number,
    isWhole: boolean,
  ): void {
    const { boxes } = this.#pieces;
    const column = this.#column;
    column[TILE] = tile[place];
    column[DIAGONAL_SQUARED] = tile[place + 1];
    this.found.fill(0);
    this.pairs = 0;
    const before = this.#before;
    const after = this.#after;
    after[BONE] = bases[at];
    after[TOOL] = bases[at + 1];
    let top = 0;
    const last = start + count;
    for (let i = start; i < last; ) {
      stopIfUnwanted();
      const low = boxes[BOX * members[i] + 2];
      if (i > start && after[BONE] !== 0 && after[TOOL] !== 0) this.#countWhole(low - top);
      top = boxes[BOX * members[i] + 5];
      let end = i + 1;
      for (; end < last && boxes[BOX * members[end] + 2] <= top; end++)
        top = Math.max(top, boxes[BOX * members[end] + 5]);
      before[BONE] = after[BONE];
      before[TOOL] = after[TOOL];
      column[BOTTOM] = low;
      column[TOP] = top;
      this.#cluster(members, i, end, isWhole);
      i = end;
    }
  }

  /** Counts a gap of this height in full. */
  #countWhole(height: number): void {
    const volume = this.#column[TILE] * height;
    this.#add(volume, volume, integralError(0, 0, 0, 0, volume));
  }

  #add(least: number, most: number, wrong: number): void {
    this.found[0] += least;
    this.found[1] += most;
    this.found[2] += wrong;
  }

  #cluster(members: Int32Array, from: number, end: number, isWhole: boolean): void {
    this.#gather(members, from, end);
    const states = this.#states;
    const sums = this.#sums;
    for (let body = BONE; body <= TOOL; body++) this.#classify(body);
    if (states[BONE] === EMPTY || states[TOOL] === EMPTY) {
      this.#add(0, 0, (states[BONE] === EMPTY ? sums[WRONG] : 0) + (states[TOOL] === EMPTY ? sums[ROW + WRONG] : 0));
      return;
    }
    const whole = this.#column[TILE] * (this.#column[TOP] - this.#column[BOTTOM]);
    const wrong = sums[WRONG] + sums[ROW + WRONG];
    const least = Math.max(0, sums[LEAST] + sums[ROW + LEAST] - whole);
    const most = Math.min(sums[MOST], sums[ROW + MOST]);
    if (!(most > least) || !isWhole) {
      if (most > least) this.pairs += this.#pairsNeeded();
      this.#add(least, most, wrong + integralError(0, 0, 0, 0, whole));
      return;
    }
    this.#integrate(members, from, end, whole, least, most, wrong);
  }

  /** Sums the quantities of a cluster's pieces. */
  #gather(members: Int32Array, from: number, end: number): void {
    const { area, moment, flat, senses, size, boxes, body: bodies } = this.#pieces;
    const sums = this.#sums;
    sums.fill(0);
    this.#count.fill(0);
    this.#triangleCount.fill(0);
    this.#senses.fill(0);
    for (let i = from; i < end; i++) {
      const piece = members[i];
      const body = bodies[piece];
      const row = ROW * body;
      const box = BOX * piece;
      const triangles = size[piece] - 2;
      sums[row + AREA] += area[piece];
      sums[row + MOMENT] += moment[piece];
      sums[row + LOAD] += pieceLoad(triangles, (boxes[box + 3] - boxes[box]) * (boxes[box + 4] - boxes[box + 1]));
      sums[row + FLAT] += flat[piece];
      this.#count[body]++;
      this.#triangleCount[body] += triangles;
      this.#senses[body] |= senses[piece];
    }
  }

  /**
   * Rounding to the nearest integer is safe: the sum of areas has an error < u·(n + 1)·load (integralError), and load ≤
   * n·9·13 tiles for pieces of seven corners at most. So the error is far less than half a tile for any n that fits in
   * memory.
   */
  #classify(body: number): void {
    const row = ROW * body;
    const sums = this.#sums;
    const column = this.#column;
    const low = column[BOTTOM];
    const top = column[TOP];
    const before = this.#before[body];
    const after = before + Math.round(sums[row + AREA] / column[TILE]);
    this.#after[body] = after;
    const whole = column[TILE] * (top - low);
    const count = this.#count[body];
    const least = Math.min(before, after);
    const most = Math.max(before, after);
    sums[row + WRONG] = sums[row + FLAT] * (top - low);
    const isFolded = count > 0 && this.#senses[body] === BOTH;
    if (isFolded && !this.#isOnce(body, least, most)) {
      this.#open(body, whole);
    } else if (!isFolded && (least > 0 || most < 0)) {
      this.#states[body] = FULL;
      sums[row + LEAST] = whole;
      sums[row + MOST] = whole;
    } else if (!isFolded && least === most) this.#states[body] = EMPTY;
    else if (isFolded || most - least === 1) {
      this.#states[body] = STEP;
      const integral = Math.abs(before * whole + this.#raised(body));
      sums[row + LEAST] = Math.min(whole, integral);
      sums[row + MOST] = sums[row + LEAST];
      sums[row + WRONG] += this.#integralError(body, whole);
    } else this.#open(body, whole);
  }

  /**
   * Whether the body is a tool that winds once, and the bone winds at most once here: if the bone may wind n times,
   * what `onceOff` bounds would count n times.
   */
  #isOnce(body: number, least: number, most: number): boolean {
    if (body !== TOOL || !this.toolWindsOnce || this.#states[BONE] === OPEN) return false;
    return (least >= 0 && most <= 1) || (least >= -1 && most <= 0);
  }

  #open(body: number, whole: number): void {
    const row = ROW * body;
    this.#states[body] = OPEN;
    this.#sums[row + LEAST] = 0;
    this.#sums[row + MOST] = whole;
    this.#sums[row + WRONG] = 0;
  }

  #integralError(body: number, whole: number): number {
    const depth = Math.max(Math.abs(this.#column[BOTTOM]), Math.abs(this.#column[TOP]));
    return integralError(this.#count[body], this.#sums[ROW * body + LOAD], depth, this.#before[body], whole);
  }

  #pairsNeeded(): number {
    const states = this.#states;
    const bone = this.#triangleCount[BONE];
    const tool = this.#triangleCount[TOOL];
    let pairs = states[BONE] === FULL || states[TOOL] === FULL ? 0 : bone * tool;
    if (states[BONE] === OPEN) pairs += bone * bone;
    if (states[TOOL] === OPEN) pairs += tool * tool;
    return pairs;
  }

  /** Adds the volume of a cluster, integrated over its pairs. @param wrong the rounding error bound without them. */
  #integrate(
    members: Int32Array,
    from: number,
    end: number,
    whole: number,
    least: number,
    most: number,
    wrong: number,
  ): void {
    const states = this.#states;
    const sums = this.#sums;
    const pairs = this.#pairs;
    pairs.list(members, from, end, this.#column);
    let off = wrong;
    for (let body = BONE; body <= TOOL; body++) off += this.#judge(body, whole);
    const bone = sums[EXCESS];
    const tool = sums[ROW + EXCESS];
    let middle: number;
    let below: number;
    let above: number;
    if (states[BONE] === FULL || states[TOOL] === FULL) {
      middle = states[BONE] === FULL ? sums[ROW + INTEGRAL] : sums[INTEGRAL];
      above = bone + tool;
      below = above / 2;
    } else {
      pairs.integrateBoth();
      const [before, under] = [this.#before[BONE], this.#before[TOOL]];
      middle = before * under * whole + pairs.sum;
      middle += under * this.#raised(BONE) + before * this.#raised(TOOL);
      if (sums[SIGN] !== sums[ROW + SIGN]) middle = -middle;
      off += pairs.error;
      off += Math.abs(under) * this.#integralError(BONE, whole) + Math.abs(before) * this.#integralError(TOOL, whole);
      // [w₁ ≠ 0][w₂ ≠ 0] − w₁w₂ = ([w₁ ≠ 0] − w₁)·[w₂ ≠ 0] + w₁·([w₂ ≠ 0] − w₂), and vice versa.
      above = Math.min(bone + this.#largest(BONE) * tool, tool + this.#largest(TOOL) * bone);
      below = above;
    }
    const low = Math.min(Math.max(middle - below, least), most);
    const high = Math.max(Math.min(middle + above, most), least);
    this.#add(Math.min(low, high), Math.max(low, high), off);
  }

  /**
   * Sets the body's ∫ w, and a bound on the difference between ∫ [w ≠ 0] and ∫ w: D, or 0 if rounding alone explains
   * the D found.
   * @returns for an OPEN body the rounding error bound of ∫ w, plus three times the error of such a D times (1 + the
   * other body's largest |w|); for any other, whose D is 0, 0.
   */
  #judge(body: number, whole: number): number {
    const sums = this.#sums;
    const row = ROW * body;
    const before = this.#before[body];
    const first = before * whole + this.#raised(body);
    const ends = before + this.#after[body];
    const sign = ends < 0 || (ends === 0 && first < 0) ? -1 : 1;
    sums[row + SIGN] = sign;
    sums[row + INTEGRAL] = sign * first;
    sums[row + EXCESS] = 0;
    if (this.#states[body] !== OPEN) return 0;
    this.#pairs.integrateOwn(body);
    const second = before * before * whole + 2 * before * this.#raised(body) + this.#pairs.sum;
    const error = (2 + 2 * Math.abs(before)) * this.#integralError(body, whole) + this.#pairs.error;
    const missing = second - sign * first;
    if (missing > 2 * error) sums[row + EXCESS] = missing + error;
    return error + 3 * error * (1 + this.#largest(1 - body));
  }

  /** ∫ w minus its value if the cluster had no pieces. */
  #raised(body: number): number {
    return this.#column[TOP] * this.#sums[ROW * body + AREA] - this.#sums[ROW * body + MOMENT];
  }

  /** A bound on |w| in the cluster. */
  #largest(body: number): number {
    return this.#states[body] === OPEN ? Math.abs(this.#before[body]) + this.#triangleCount[body] : 1;
  }
}
