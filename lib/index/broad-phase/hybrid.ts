// Boxes → overlapping pairs, small and large bodies separately, leaf by leaf of a hierarchy over each.
//
// F. Liu, T. Harada, Y. Lee, Y. J. Kim, "Real-time collision culling of a million bodies on graphics processing units",
// ACM Transactions on Graphics 29(6), 2010, and its hybrid descendants (CN104408685): bodies are separated by size and
// ordered along a curve (size-classes.ts), a few per leaf (leaf-set.ts); the overlaps of a leaf are sought through the
// hierarchy of every class, once for all bodies of the leaf.
//
//   leaf A: bodies 7, 2, 9, 4           neighbours of A, ascending, packed into two words each (packed-boxes.ts):
//   ┌─────────┐                             3   4   5   7   9   12   20   31
//   │ ┌2┐ ┌─7─┼─┐                       row of 4:   ·   5   7   ·   12              those after 4 that overlap it
//   │ └─┘ └───┼─┘                       row of 7:           ·   9   ·   20
//   └─────────┘
//
// The published form has two sizes, orders bodies by Morton codes, and sweeps each leaf along one axis. Here there are
// as many sizes as matter to leaves, a Hilbert curve, and all neighbours of a leaf are compared: three axes take one
// subtraction, without branches. Neighbours are in ascending order, so rows come out sorted, and each pair is found
// once, in the row of its lesser body. README.md has both forms measured.

import { type Boxes, overlap } from './boxes.ts';
import { type IntegerBoxes, LeafSet, type LeafTables, leafTables } from './leaf-set.ts';
import { localBoxes } from './local-boxes.ts';
import { NeighbourList } from './neighbour-list.ts';
import { GUARDS, LeafFrame, ONES } from './packed-boxes.ts';
import { copyRows, type NewMemory, placesOf, RowStore, type Rows } from './row-store.ts';
import type { Share } from './share.ts';
import { classesOf, sizeClasses } from './size-classes.ts';
import { dealtTurns, type NextTurn } from './turns.ts';

/** The sign bit marks a neighbour whose comparison must be repeated. */
const IN_DOUBT = 1 << 31;

const WHOLE: Share = { index: 0, of: 1 };

/** The input of the pair search; several threads may read it. */
export interface HybridTables {
  readonly boxes: Boxes;
  /** Leaves by size class. */
  readonly sets: readonly LeafTables[];
}

/** The leaves of a share of the classes. */
export function hybridSets(boxes: Boxes, share: Share = WHOLE): LeafTables[] {
  const local = localBoxes(boxes);
  return classesOf(share, sizeClasses(local)).map((bodies) => leafTables(bodies, local));
}

export function hybridPairs(boxes: Boxes): Uint32Array {
  if (boxes.count < 2) return new Uint32Array(0);
  return pairsOf(hybridRows({ boxes, sets: hybridSets(boxes) }), boxes.count);
}

/**
 * All pairs except those of two bodies of class `own`.
 * @param local as returned by localBoxes. @param classes as returned by sizeClasses. @param own a class's number.
 */
export function pairsBesides(
  boxes: Boxes,
  local: Float32Array,
  classes: readonly Uint32Array[],
  own: number,
): Uint32Array {
  if (classes.length < 2) return new Uint32Array(0);
  const tables = { boxes, sets: classes.map((bodies) => leafTables(bodies, local)) };
  return pairsOf(new Hybrid(tables, plainMemory, own).find(dealtTurns(WHOLE)), boxes.count);
}

/**
 * Partners with greater numbers, for each body of the groups of leaves whose turns are taken. A turn is the number of a
 * group, counted through all sets. @param memory allocates the rows.
 */
export function hybridRows(
  tables: HybridTables,
  nextTurn: NextTurn = dealtTurns(WHOLE),
  memory: NewMemory = plainMemory,
): Rows {
  return new Hybrid(tables, memory, null).find(nextTurn);
}

/** The turns of which no store has the rows. */
export function missingTurns({ boxes, sets }: HybridTables, stores: readonly Rows[]): number[] {
  if (stores.reduce((sum, { order }) => sum + order.length, 0) === boxes.count) return [];
  const isDone = new Uint8Array(boxes.count);
  for (const { order } of stores) for (const body of order) isDone[body] = 1;
  return sets
    .flatMap((tables) => {
      const set = new LeafSet(tables);
      return Array.from({ length: set.groupCount }, (_, group) => set.order[set.start(set.groupStart(group))]);
    })
    .flatMap((first, turn) => (isDone[first] === 1 ? [] : [turn]));
}

function pairsOf(rows: Rows, count: number): Uint32Array {
  const places = placesOf([rows], count, plainMemory);
  const pairs = new Uint32Array(places[count]);
  copyRows(rows, places, pairs);
  return pairs;
}

function plainMemory(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes);
}

class Hybrid {
  readonly #boxes: Boxes;
  readonly #sets: LeafSet[];
  readonly #rows: RowStore;
  /** For each set: its leaves near the current group of leaves, and their number. */
  readonly #leaves: Int32Array[];
  readonly #leafCounts: Int32Array;
  readonly #frame = new LeafFrame();
  /** Neighbours of the current leaf. */
  readonly #near: NeighbourList;
  /** The class whose internal pairs are left out. */
  readonly #leftOut: number | null;

  constructor({ boxes, sets }: HybridTables, memory: NewMemory, leftOut: number | null) {
    this.#boxes = boxes;
    this.#leftOut = leftOut;
    this.#sets = sets.map((tables) => new LeafSet(tables));
    this.#rows = new RowStore(boxes.count, memory);
    this.#leaves = this.#sets.map(({ leafCount }) => new Int32Array(leafCount));
    this.#leafCounts = new Int32Array(this.#sets.length);
    this.#near = new NeighbourList(boxes.count);
  }

  find(nextTurn: NextTurn): Rows {
    // Where each set's turns end.
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
    return this.#rows.rows();
  }

  /** Adds the rows of a group of leaves of set `own`. */
  #addGroup(own: number, group: number): void {
    const set = this.#sets[own];
    this.#sets.forEach((other, k) => {
      const isLeftOut = k === this.#leftOut && k === own;
      this.#leafCounts[k] = isLeftOut ? 0 : other.leavesAt(set.groupBoxes, 6 * group, this.#leaves[k]);
    });
    for (let leaf = set.groupStart(group); leaf < set.groupStart(group + 1); leaf++) this.#addRows(set, leaf);
  }

  #addRows(set: LeafSet, leaf: number): void {
    const [start, end] = [set.start(leaf), set.start(leaf + 1)];
    let least = set.order[start];
    for (let place = start + 1; place < end; place++) least = Math.min(least, set.order[place]);
    this.#frame.setTo(set.leafBoxes, 6 * leaf);
    this.#near.length = 0;
    for (let k = 0; k < this.#sets.length; k++) this.#addNeighbours(k, set.leafBoxes, 6 * leaf, least);
    this.#near.sort();
    for (let place = start; place < end; place++) this.#addRow(set, place);
  }

  /** Adds the bodies of set k with numbers above `least` that overlap the leaf's box, at leafBoxes[at …]. */
  #addNeighbours(k: number, leafBoxes: IntegerBoxes, at: number, least: number): void {
    const x0 = leafBoxes[at];
    const y0 = leafBoxes[at + 1];
    const z0 = leafBoxes[at + 2];
    const x1 = leafBoxes[at + 3];
    const y1 = leafBoxes[at + 4];
    const z1 = leafBoxes[at + 5];
    const set = this.#sets[k];
    const { order, boxes, leafBoxes: l } = set;
    const { numbers, lows, highs } = this.#near;
    let near = this.#near.length;
    for (let n = 0; n < this.#leafCounts[k]; n++) {
      const leaf = this.#leaves[k][n];
      const o = 6 * leaf;
      const apart = (x1 - l[o]) | (l[o + 3] - x0) | (y1 - l[o + 1]) | (l[o + 4] - y0) | (z1 - l[o + 2]);
      if ((apart | (l[o + 5] - z0)) < 0) continue;
      const end = set.start(leaf + 1);
      for (let place = set.start(leaf), i = 6 * place; place < end; place++, i += 6) {
        const outside =
          (x1 - boxes[i]) | (boxes[i + 3] - x0) | (y1 - boxes[i + 1]) | (boxes[i + 4] - y0) | (z1 - boxes[i + 2]);
        if ((outside | (boxes[i + 5] - z0)) < 0 || order[place] <= least) continue;
        numbers[near] = order[place];
        lows[near] = this.#frame.lows(boxes, i);
        highs[near] = this.#frame.highs(boxes, i);
        near++;
      }
    }
    this.#near.length = near;
  }

  /** Adds the row of a body: its partners with greater numbers, ascending. */
  #addRow(set: LeafSet, place: number): void {
    const { length: near, numbers, lows, highs } = this.#near;
    const body = set.order[place];
    const first = firstAbove(numbers, near, body);
    this.#rows.reserve(near - first);
    const { block, start } = this.#rows;
    const low = this.#frame.lows(set.boxes, 6 * place);
    const high = this.#frame.highs(set.boxes, 6 * place);
    const lesserHigh = high - ONES;
    let at = start;
    let doubts = 0;
    for (let i = first; i < near; i++) {
      // `miss` is 0 if low ≤ high on all three axes, both ways; `equal` is 0 if low < high.
      const miss = ((high - lows[i]) & (highs[i] - low) & GUARDS) ^ GUARDS;
      const equal = ((lesserHigh - lows[i]) & (highs[i] - ONES - low) & GUARDS) ^ GUARDS;
      const doubt = -equal & IN_DOUBT;
      const isHit = (miss - 1) >>> 31;
      block[at] = numbers[i] | doubt;
      at += isHit;
      doubts |= doubt & -isHit;
    }
    this.#rows.close(body, doubts === 0 ? at - start : this.#settle(body, start, at));
  }

  /** Drops the doubtful entries of block[start … end − 1] that do not overlap `body`. @returns how many remain. */
  #settle(body: number, start: number, end: number): number {
    const { block } = this.#rows;
    let to = start;
    for (let at = start; at < end; at++) {
      const other = block[at] & ~IN_DOUBT;
      if (other === block[at] || overlap(this.#boxes, body, other)) block[to++] = other;
    }
    return to - start;
  }
}

/** The first of numbers[0 … count − 1], ascending, that is above `value`; count if none is. */
function firstAbove(numbers: Uint32Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
