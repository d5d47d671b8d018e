// Leaves of bodies → overlapping pairs, leaf by leaf, by a sweep in two passes: the published form of a leaf's search.
//
//   a                 ├───────────┤             Pairs of leaves are sought once, from the earlier leaf; so a body a
//   by minima          ◀──────────              of it must find every neighbour b of the later leaves:
//     b in pass 1       ├────┤                  pass 1, backward over the minima from a's maximum: minima in a;
//   by maxima         ──────────▶               pass 2, forward over the maxima from a's minimum: minima below a's,
//     b in pass 2  ├────┤                       until no later one has a lower minimum.
//     b in pass 2  ├──────────────────┤
//
// A neighbour's minimum is in one of the two ranges, so no pair is found twice. Within the leaf, a forward sweep
// finds each pair once. Coordinates are the integers of leaf-set.ts; a pair with two equal ones is compared as given.

import { overlap } from '#broad-phase/boxes.ts';
import type { HybridTables } from '#broad-phase/hybrid.ts';
import { type IntegerBoxes, LeafSet } from '#broad-phase/leaf-set.ts';
import { NeighbourList } from '#broad-phase/neighbour-list.ts';
import { PairList } from '#broad-phase/pair-list.ts';
import type { NextTurn } from '#broad-phase/turns.ts';
import { sortByKey } from '#core';

/** By body: its rank by minimum and by maximum along the axis. */
export interface Ranks {
  readonly byLow: Uint32Array;
  readonly byHigh: Uint32Array;
}

/** @param local as localBoxes returns it. */
export function ranksAlong(local: Float32Array, axis: number): Ranks {
  const count = local.length / 6;
  const bits = new Uint32Array(local.buffer);
  const [byLow, byHigh] = [axis, axis + 3].map((k) => {
    const order = sortByKey(
      Uint32Array.from({ length: count }, (_, body) => bits[6 * body + k]),
      count,
    );
    const ranks = new Uint32Array(count);
    order.forEach((body, rank) => {
      ranks[body] = rank;
    });
    return ranks;
  });
  return { byLow, byHigh };
}

/** @returns pairs ascending. */
export function sweptPairs(tables: HybridTables, ranks: Ranks, axis: number, nextTurn: NextTurn): Uint32Array {
  return new LeafSweep(tables, ranks, axis).find(nextTurn);
}

class LeafSweep {
  readonly #boxes: HybridTables['boxes'];
  readonly #sets: LeafSet[];
  readonly #ranks: Ranks;
  readonly #axis: number;
  readonly #pairs = new PairList();
  readonly #leaves: Int32Array[];
  readonly #leafCounts: Int32Array;
  /** Neighbours by minima: `lows` their place in #met, `highs` their rank by maxima; by maxima: `lows` that row. */
  readonly #near: NeighbourList;
  readonly #byHigh: NeighbourList;
  /** Neighbours in the order in which they are met, and by minima: their numbers and boxes. */
  readonly #metBodies: Uint32Array;
  readonly #met: Int32Array;
  readonly #bodies: Uint32Array;
  readonly #sorted: Int32Array;
  /** By row of #byHigh: the least minimum from there on. */
  readonly #least: Int32Array;

  constructor({ boxes, sets }: HybridTables, ranks: Ranks, axis: number) {
    this.#boxes = boxes;
    this.#ranks = ranks;
    this.#axis = axis;
    this.#sets = sets.map((tables) => new LeafSet(tables));
    this.#leaves = this.#sets.map(({ leafCount }) => new Int32Array(leafCount));
    this.#leafCounts = new Int32Array(sets.length);
    this.#near = new NeighbourList(boxes.count);
    this.#byHigh = new NeighbourList(boxes.count);
    this.#metBodies = new Uint32Array(boxes.count);
    this.#met = new Int32Array(6 * boxes.count);
    this.#bodies = new Uint32Array(boxes.count);
    this.#sorted = new Int32Array(6 * boxes.count);
    this.#least = new Int32Array(boxes.count + 1);
  }

  find(nextTurn: NextTurn): Uint32Array {
    let turns = 0;
    const ends = this.#sets.map(({ groupCount }) => {
      turns += groupCount;
      return turns;
    });
    for (let turn = nextTurn(); turn < turns; turn = nextTurn()) {
      const own = ends.findIndex((end) => turn < end);
      const set = this.#sets[own];
      this.#addGroup(own, turn - (ends[own] - set.groupCount));
    }
    return this.#pairs.take(this.#boxes.count);
  }

  #addGroup(own: number, group: number): void {
    const set = this.#sets[own];
    for (let k = own; k < this.#sets.length; k++)
      this.#leafCounts[k] = this.#sets[k].leavesAt(set.groupBoxes, 6 * group, this.#leaves[k]);
    for (let leaf = set.groupStart(group); leaf < set.groupStart(group + 1); leaf++) {
      this.#sweepWithin(set, leaf);
      this.#near.length = 0;
      for (let k = own; k < this.#sets.length; k++)
        this.#addNeighbours(k, k === own ? leaf : -1, set.leafBoxes, 6 * leaf);
      if (this.#near.length === 0) continue;
      this.#sort();
      for (let place = set.start(leaf); place < set.start(leaf + 1); place++)
        this.#sweep(set.order[place], set.boxes, 6 * place);
    }
  }

  /** The pairs of two bodies of the leaf: those behind a body by minimum, up to its maximum. */
  #sweepWithin(set: LeafSet, leaf: number): void {
    const { order, boxes } = set;
    const low = this.#axis;
    const places: number[] = [];
    for (let place = set.start(leaf); place < set.start(leaf + 1); place++) {
      const rank = this.#ranks.byLow[order[place]];
      let to = places.length;
      for (; to > 0 && this.#ranks.byLow[order[places[to - 1]]] > rank; to--) places[to] = places[to - 1];
      places[to] = place;
    }
    for (let n = 0; n < places.length; n++) {
      const i = 6 * places[n];
      const high = boxes[i + 3 + low];
      for (let m = n + 1; m < places.length && boxes[6 * places[m] + low] <= high; m++)
        this.#test(order[places[n]], boxes, i, order[places[m]], boxes, 6 * places[m]);
    }
  }

  /** Adds the bodies of set k in leaves after leaf `after` that overlap the leaf's box, at leafBoxes[at …]. */
  #addNeighbours(k: number, after: number, leafBoxes: IntegerBoxes, at: number): void {
    const x0 = leafBoxes[at];
    const y0 = leafBoxes[at + 1];
    const z0 = leafBoxes[at + 2];
    const x1 = leafBoxes[at + 3];
    const y1 = leafBoxes[at + 4];
    const z1 = leafBoxes[at + 5];
    const set = this.#sets[k];
    const { order, boxes, leafBoxes: l } = set;
    const { numbers, lows, highs } = this.#near;
    const { byLow, byHigh } = this.#ranks;
    let near = this.#near.length;
    for (let n = 0; n < this.#leafCounts[k]; n++) {
      const leaf = this.#leaves[k][n];
      if (leaf <= after) continue;
      const o = 6 * leaf;
      const apart = (x1 - l[o]) | (l[o + 3] - x0) | (y1 - l[o + 1]) | (l[o + 4] - y0) | (z1 - l[o + 2]);
      if ((apart | (l[o + 5] - z0)) < 0) continue;
      const end = set.start(leaf + 1);
      for (let place = set.start(leaf), i = 6 * place; place < end; place++, i += 6) {
        const outside =
          (x1 - boxes[i]) | (boxes[i + 3] - x0) | (y1 - boxes[i + 1]) | (boxes[i + 4] - y0) | (z1 - boxes[i + 2]);
        if ((outside | (boxes[i + 5] - z0)) < 0) continue;
        numbers[near] = byLow[order[place]];
        lows[near] = near;
        highs[near] = byHigh[order[place]];
        this.#metBodies[near] = order[place];
        for (let side = 0; side < 6; side++) this.#met[6 * near + side] = boxes[i + side];
        near++;
      }
    }
    this.#near.length = near;
  }

  #sort(): void {
    const near = this.#near;
    const byHigh = this.#byHigh;
    const met = this.#met;
    const sorted = this.#sorted;
    near.sort();
    byHigh.length = near.length;
    for (let row = 0; row < near.length; row++) {
      const from = near.lows[row];
      this.#bodies[row] = this.#metBodies[from];
      for (let side = 0; side < 6; side++) sorted[6 * row + side] = met[6 * from + side];
      byHigh.numbers[row] = near.highs[row];
      byHigh.lows[row] = row;
    }
    byHigh.sort();
    let least = 2 ** 31 - 1;
    for (let row = near.length - 1; row >= 0; row--) {
      least = Math.min(least, sorted[6 * byHigh.lows[row] + this.#axis]);
      this.#least[row] = least;
    }
  }

  #sweep(body: number, boxes: IntegerBoxes, at: number): void {
    const { length } = this.#near;
    const sorted = this.#sorted;
    const axis = this.#axis;
    const rows = this.#byHigh.lows;
    const low = boxes[at + axis];
    const high = boxes[at + 3 + axis];
    let row = firstNot(length, (n) => sorted[6 * n + axis] <= high) - 1;
    for (; row >= 0 && sorted[6 * row + axis] >= low; row--)
      this.#test(body, boxes, at, this.#bodies[row], sorted, 6 * row);
    let n = firstNot(length, (m) => sorted[6 * rows[m] + 3 + axis] < low);
    for (; n < length && this.#least[n] < low; n++)
      if (sorted[6 * rows[n] + axis] < low) this.#test(body, boxes, at, this.#bodies[rows[n]], sorted, 6 * rows[n]);
  }

  /** Adds the pair of a, at p[i …], and b, at q[j …], if they overlap. */
  #test(a: number, p: IntegerBoxes, i: number, b: number, q: IntegerBoxes, j: number): void {
    const x = p[i + 3] - q[j];
    const y = p[i + 4] - q[j + 1];
    const z = p[i + 5] - q[j + 2];
    const u = q[j + 3] - p[i];
    const v = q[j + 4] - p[i + 1];
    const w = q[j + 5] - p[i + 2];
    if ((x | y | z | u | v | w) < 0) return;
    const isStrict = x !== 0 && y !== 0 && z !== 0 && u !== 0 && v !== 0 && w !== 0;
    if (isStrict || overlap(this.#boxes, a, b)) this.#pairs.add(a, b);
  }
}

/** The first of 0 … count − 1 of which `holds` is false, count if none; it holds for all before that one. */
function firstNot(count: number, holds: (n: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
