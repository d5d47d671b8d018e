// Rectangles of the projection plane, each with the pieces over it, as flat arrays; and a heap of the open ones, the
// one with the least certain volume first.

import { grown } from '#core';

/** The numbers of a tile: its rectangle; the depths between which both solids can be; its area and diagonal squared. */
export const LOW_U = 0;
export const LOW_V = 1;
export const HIGH_U = 2;
export const HIGH_V = 3;
/** Below the floor one of the winding numbers is 0, and above the ceiling: see settle-tile.ts. */
export const FLOOR = 4;
export const CEILING = 5;
export const AREA = 6;
export const DIAGONAL_SQUARED = 7;
/** mm³: the volume of the intersection of both solids over the tile, at least and at most, and the rounding error. */
export const LEAST = 8;
export const MOST = 9;
export const WRONG = 10;
export const TILE_NUMBERS = 11;

export class Tiles {
  count = 0;
  numbers = new Float64Array(TILE_NUMBERS * 256);
  /** For each tile, the index of its first piece in `members`, and the number of its pieces. */
  start = new Int32Array(256);
  size = new Int32Array(256);
  members = new Int32Array(4096);
  /** The number of `members` in use. */
  used = 0;
  /** Two per tile: the winding numbers of bone and tool below its pieces. */
  bases = new Int32Array(512);
  /** The number of cuts that made it. */
  depth = new Uint8Array(256);
  /** Whether pairs of its faces have been integrated. */
  isPaired = new Uint8Array(256);
  /** The number of pairs of triangles that would settle it; for 46,341 faces there are more than 32 bits hold. */
  pairs = new Float64Array(256);
  /** The open tiles: heap[i] is known no better than heap[2i + 1] and heap[2i + 2]. */
  heap = new Int32Array(256);
  open = 0;

  clear(): void {
    this.count = 0;
    this.used = 0;
    this.open = 0;
  }

  /** @returns the number of a new tile; the caller writes its numbers. */
  add(): number {
    const { count } = this;
    this.numbers = grown(this.numbers, TILE_NUMBERS * count, TILE_NUMBERS * (count + 1));
    this.start = grown(this.start, count, count + 1);
    this.size = grown(this.size, count, count + 1);
    this.bases = grown(this.bases, 2 * count, 2 * count + 2);
    this.depth = grown(this.depth, count, count + 1);
    this.isPaired = grown(this.isPaired, count, count + 1);
    this.pairs = grown(this.pairs, count, count + 1);
    this.bases[2 * count] = 0;
    this.bases[2 * count + 1] = 0;
    this.depth[count] = 0;
    return this.count++;
  }

  addMember(piece: number): void {
    this.reserve(1);
    this.members[this.used++] = piece;
  }

  /** Makes room for this many more members. */
  reserve(more: number): void {
    this.members = grown(this.members, this.used, this.used + more);
  }

  push(tile: number): void {
    this.heap = grown(this.heap, this.open, this.open + 1);
    const { heap } = this;
    let slot = this.open++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (!this.#isVaguer(tile, heap[parent])) break;
      heap[slot] = heap[parent];
      slot = parent;
    }
    heap[slot] = tile;
  }

  /** Takes the tile known least well off the heap. */
  take(): number {
    const { heap } = this;
    const taken = heap[0];
    const last = heap[--this.open];
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= this.open) break;
      if (child + 1 < this.open && this.#isVaguer(heap[child + 1], heap[child])) child++;
      if (!this.#isVaguer(heap[child], last)) break;
      heap[slot] = heap[child];
      slot = child;
    }
    heap[slot] = last;
    return taken;
  }

  #isVaguer(a: number, b: number): boolean {
    const { numbers } = this;
    const [i, j] = [TILE_NUMBERS * a, TILE_NUMBERS * b];
    return (
      numbers[i + MOST] - numbers[i + LEAST] + 2 * numbers[i + WRONG] >
      numbers[j + MOST] - numbers[j + LEAST] + 2 * numbers[j + WRONG]
    );
  }
}
