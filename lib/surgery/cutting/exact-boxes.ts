// Where the exact surface of what a cut has left may be farthest from the surface shown: boxes, the farthest first.
//
// A box is left out if it holds no bone, if the tool holds all of it at some time, or never comes to it (kept-bone.ts).
// What is left is no farther from the faces shown than the box's centre is, plus half its diagonal. That is computed
// first, since most boxes are then near enough for nobody to ask whether the exact surface passes through them.

import { BoneBody } from '#bodies';
import { BestFirst } from '#core';
import { NearestFace } from '#proximity';
import type { CutGrid } from './cut-grid.ts';
import type { KeptBone } from './kept-bone.ts';
import { HALF_DIAGONAL } from './met-cells.ts';
import type { Shown } from './shown-cells.ts';
import type { Spans } from './tool-way.ts';

/** In cells: boxes as small are not divided. */
const LEAST = 1 / 16;

interface Box {
  /** In cells. */
  readonly low: Float64Array;
  readonly size: number;
  /** When the tool may come to it, or to what it is part of. */
  readonly spans: Spans;
}

export class ExactBoxes {
  readonly #bone: KeptBone;
  readonly #grid: CutGrid;
  readonly #changed: ReadonlySet<number>;
  /** null if nothing is shown. */
  readonly #nearest: NearestFace | null;
  readonly #queue = new BestFirst();
  readonly #boxes: Box[] = [];
  /** Whether the tool may come to bone beyond the window: what it does there is not searched. */
  #isOpen = false;

  /** @param box in cells: low xyz, high xyz of all that the tool comes to. @param changed cells with other faces. */
  constructor(grid: CutGrid, bone: KeptBone, shown: Shown, changed: ReadonlySet<number>, box: Float64Array) {
    this.#bone = bone;
    this.#grid = grid;
    this.#changed = changed;
    this.#nearest = shown.faces.length > 0 ? new NearestFace(new BoneBody(shown)) : null;
    const place = new Int32Array(3);
    for (const key of changed) {
      grid.lattice.place(key, place);
      this.#add(Float64Array.from(place), 1, bone.all);
    }
    const [low, high] = [0, 3].map((at) =>
      grid.lattice.bricks.map((n, k) => Math.min(Math.max(0, Math.floor(box[at + k] / 8)), n - 1)),
    );
    for (let k = low[2]; k <= high[2]; k++)
      for (let j = low[1]; j <= high[1]; j++)
        for (let i = low[0]; i <= high[0]; i++)
          if (grid.hasBone(8 * i, 8 * j, 8 * k, 8 * i + 8, 8 * j + 8, 8 * k + 8))
            this.#addCells(Float64Array.of(8 * i, 8 * j, 8 * k), 8, bone.all);
  }

  /**
   * In cells: no point of the exact surface is farther from the faces. Beyond a window, at no pose does the tool meet
   * the surface (window-edge.ts), and here it comes to no cell with a corner in bone. So it may have come a BETWEEN
   * into such bone from a surface, or to bone that holds no vertex, in which no ball of more than HALF_DIAGONAL fits.
   */
  get greatest(): number {
    const least = this.#grid.outer === null ? 0 : HALF_DIAGONAL;
    return this.#isOpen ? Number.POSITIVE_INFINITY : Math.max(least, this.#queue.greatest);
  }

  /** Divides the box that may be farthest, or leaves it out. @returns false if it is as small as boxes get. */
  divide(): boolean {
    const queue = this.#queue;
    if (this.#isOpen || !queue.take()) return false;
    const { low, size, spans } = this.#boxes[queue.item];
    const own = this.#bone.spansOf(low, size, spans);
    if (own === null || !this.#bone.mayPass(low, size, own, this.#changed.has(this.#bone.keyAt(low)))) return true;
    if (size <= LEAST) {
      queue.push(queue.item, queue.bound);
      return false;
    }
    for (const part of octants(low, size / 2)) this.#add(part, size / 2, own);
    return true;
  }

  /** The cells of a box of several that the tool may come to. */
  #addCells(low: Float64Array, size: number, given: Spans): void {
    const spans = this.#bone.spansOf(low, size, given);
    if (spans === null || spans.length === 0) return;
    for (const part of octants(low, size / 2))
      if (size > 2) this.#addCells(part, size / 2, spans);
      else if (this.#bone.isBeyond(part)) this.#isOpen ||= this.#bone.spansOf(part, 1, spans)?.length !== 0;
      else if (!this.#changed.has(this.#bone.keyAt(part))) this.#add(part, 1, spans);
  }

  #add(low: Float64Array, size: number, spans: Spans): void {
    if (this.#bone.insideAt(low) === 0) return;
    const [x, y, z] = this.#bone.inMm(low.map((place) => place + size / 2));
    this.#nearest?.find(x, y, z, this.#nearest.face);
    const distance = Math.sqrt(this.#nearest?.squared ?? Number.POSITIVE_INFINITY);
    this.#queue.push(this.#boxes.length, distance / this.#grid.lattice.cell + HALF_DIAGONAL * size);
    this.#boxes.push({ low, size, spans });
  }
}

/** The low corners of the eight boxes of an edge `size` into which a box is divided. */
function octants(low: Float64Array, size: number): Float64Array[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((child) => low.map((x, k) => x + ((child >> k) & 1) * size));
}
