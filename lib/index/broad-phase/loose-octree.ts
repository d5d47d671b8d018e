// Boxes → overlapping pairs, by a loose octree.
//
// T. Ulrich, "Loose octrees", Game Programming Gems, 2000: a box lies in one cell, at the deepest level whose cells are
// as wide as it is. It may stick out of its cell, by less than the cell's width.
//
//   level 1   ┌───────────┬─────────       A box belongs to the cell that contains its low corner. A box b of a level
//             │ ┌──b──┐   │                whose cells are s wide has an extent below s, so b meets a only if b's low
//   level 2   ├─┼───┬─┼───┤                corner lies between low(a) − s and high(a), along each axis: in a's cells or
//             │ └───┼─┘a┐ │                one cell below.
//
// Bodies are sorted by cell, and a table finds a cell's run. Each body searches its own level and all coarser ones; of
// two bodies of one level the lesser one finds the greater. So each pair is found once.
//
// Invariant: the width of a cell is a power of two, so that cells of f32 coordinates are exact.

import { HashTable, hashWith, sortByKey } from '#core';
import { type Boxes, overlap } from './boxes.ts';
import { localBoxes } from './local-boxes.ts';
import { PairList } from './pair-list.ts';

/** Cells of level l are 2^−l wide in the coordinates of localBoxes, which range from 0 to at most 1. */
const DEEPEST = 9;
/** A cell's number: three coordinates of ten bits each. */
const SHIFT = 10;

export function octreePairs(boxes: Boxes): Uint32Array {
  const found = new PairList();
  const levels = boxes.count > 1 ? levelsOf(boxes) : [];
  for (const level of levels)
    for (const coarser of levels) if (coarser.width >= level.width) addPairs(boxes, level, coarser, found);
  return found.take(boxes.count);
}

/** Adds the pairs of the bodies of one level with those of another, equally coarse or coarser. */
function addPairs(boxes: Boxes, level: Level, coarser: Level, found: PairList): void {
  const isOwn = level === coarser;
  for (const body of level.bodies)
    coarser.eachNear(body, (other) => {
      if ((!isOwn || body < other) && overlap(boxes, body, other)) found.add(body, other);
    });
}

/** The bodies of one level, by cell. */
class Level {
  readonly width: number;
  /** In the order of their cells. */
  readonly bodies: Uint32Array;
  readonly #local: Float32Array;
  /** For each non-empty cell: its number, and where its bodies begin in `bodies`. */
  readonly #cells: number[] = [];
  readonly #starts: number[] = [];
  readonly #table: HashTable;

  constructor(depth: number, bodies: readonly number[], local: Float32Array) {
    this.width = 2 ** -depth;
    this.#local = local;
    const cells = Uint32Array.from(bodies, (body) => this.#cellOf(body));
    const order = sortByKey(cells, bodies.length);
    this.bodies = Uint32Array.from(order, (i) => bodies[i]);
    this.#table = new HashTable(bodies.length);
    for (let i = 0; i < order.length; i++) {
      const cell = cells[order[i]];
      if (this.#cells.at(-1) === cell) continue;
      this.#find(cell);
      this.#table.put(this.#cells.length);
      this.#cells.push(cell);
      this.#starts.push(i);
    }
    this.#starts.push(order.length);
  }

  /** Visits the bodies whose low corners are near enough to a body's box. */
  eachNear(body: number, visit: (other: number) => void): void {
    const [i0, j0, k0] = [0, 1, 2].map((axis) => Math.max(0, this.#along(6 * body + axis) - 1));
    const [i1, j1, k1] = [3, 4, 5].map((axis) => this.#along(6 * body + axis));
    for (let k = k0; k <= k1; k++)
      for (let j = j0; j <= j1; j++)
        for (let i = i0; i <= i1; i++) {
          const entry = this.#find(numberOf(i, j, k));
          if (entry < 0) continue;
          for (let at = this.#starts[entry]; at < this.#starts[entry + 1]; at++) visit(this.bodies[at]);
        }
  }

  #cellOf(body: number): number {
    return numberOf(this.#along(6 * body), this.#along(6 * body + 1), this.#along(6 * body + 2));
  }

  #along(at: number): number {
    return Math.floor(Math.max(0, this.#local[at]) / this.width);
  }

  /** The entry of a cell; below 0 if it has no bodies. */
  #find(cell: number): number {
    let entry = this.#table.first(hashWith(0, cell));
    while (entry >= 0 && this.#cells[entry] !== cell) entry = this.#table.next();
    return entry;
  }
}

function numberOf(i: number, j: number, k: number): number {
  return i + (j << SHIFT) + (k << (2 * SHIFT));
}

/** The non-empty levels. */
function levelsOf(boxes: Boxes): Level[] {
  const local = localBoxes(boxes);
  const bodies: number[][] = Array.from({ length: DEEPEST + 1 }, () => []);
  for (let body = 0; body < boxes.count; body++) bodies[depthOf(local, 6 * body)].push(body);
  return bodies.flatMap((own, depth) => (own.length > 0 ? [new Level(depth, own, local)] : []));
}

/**
 * The deepest level whose cells are wider than the box at local[at …]. If a difference of two f32 rounds to below a
 * power of two, it is not above it.
 */
function depthOf(local: Float32Array, at: number): number {
  const extent = Math.max(local[at + 3] - local[at], local[at + 4] - local[at + 1], local[at + 5] - local[at + 2]);
  let depth = 0;
  while (depth < DEEPEST && extent < 2 ** -(depth + 1)) depth++;
  return depth;
}
