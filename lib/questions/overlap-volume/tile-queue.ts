// Faces over a box → pieces over one tile, which is halved again and again where it pays, until the volume is known.
//
// Best first: the tile whose least and most differ most is integrated by pairs of its faces, or halved along its longer
// side. Sums of least and most over all tiles are updated on the way, and recomputed at the end.

import { grown, stopIfUnwanted, UNIT_ROUNDOFF } from '#core';
import { type ColumnFaces, FACE } from './column-faces.ts';
import { BOX, Pieces } from './pieces.ts';
import { DETERMINANT_ERROR, movedVolume, onceOff } from './rounding.ts';
import { TileSettler } from './settle-tile.ts';
import {
  AREA,
  CEILING,
  DIAGONAL_SQUARED,
  FLOOR,
  HIGH_U,
  HIGH_V,
  LEAST,
  LOW_U,
  LOW_V,
  MOST,
  TILE_NUMBERS,
  Tiles,
  WRONG,
} from './tiles.ts';

/** Tiles after which the interval is returned as it is. Bodies that do not overlap themselves take some hundreds. */
export const MOST_TILES = 2 ** 16;
/** Tiles after which none is halved merely to reduce the rounding error, which is smaller over smaller tiles. */
const MOST_ROUNDED = 2 ** 10;
/** A tile with more pairs of triangles than this is halved rather than integrated. */
const MOST_PAIRS = 1024;

/** Ranges of depth into which the first tile's pieces are sorted before they are sorted by insertion. */
const BUCKETS = 4096;

export class TileQueue {
  readonly #pieces = new Pieces();
  readonly #tiles = new Tiles();
  readonly #settler = new TileSettler(this.#pieces, this.#tiles);
  readonly #box = new Float64Array(BOX);
  /** mm: a bound on the |coordinates| of all pieces. */
  #extent = 0;
  /** mm²: areas of faces in the box, each at most that of a plane in the box, and of cut pieces: see movedVolume. */
  #area = 0;
  #boxArea = 0;
  #onceSlack: number | null = null;
  #upper = new Int32Array(256);
  #bucket = new Int32Array(256);
  #starts = new Int32Array(BUCKETS + 1);
  /** mm³: sums over the tiles that are done: least, most, rounding error; and over those that are open. */
  readonly #done = new Float64Array(3);
  readonly #open = new Float64Array(3);

  /** The number of tiles so far. */
  get tiles(): number {
    return this.#tiles.count;
  }

  clear(): void {
    this.#pieces.clear();
    this.#tiles.clear();
    this.#done.fill(0);
    this.#open.fill(0);
    this.#extent = 0;
    this.#area = 0;
  }

  /**
   * @param box low u, v, depth, high u, v, depth: it contains the overlap.
   * @param onceSlack mm: the slack of the tool's frame if the tool certainly winds nowhere more than once; else null.
   */
  begin(box: Float64Array, onceSlack: number | null): void {
    this.#box.set(box);
    this.#onceSlack = onceSlack;
    this.#settler.toolWindsOnce = onceSlack !== null;
    const [u, v, w] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
    this.#boxArea = u * v + v * w + w * u;
  }

  /** Makes pieces of a body's faces: all that are over, under or in the box. */
  add(body: number, { corners: { values, length }, slack }: ColumnFaces): void {
    for (let at = 0; at < length; at += FACE) {
      if (at % (FACE << 10) === 0) stopIfUnwanted();
      this.#addFace(body, values, at, slack);
    }
  }

  /** @param slack mm: a face this near the box in depth may sweep some of it. */
  #addFace(body: number, values: Float64Array, at: number, slack: number): void {
    const pieces = this.#pieces;
    const box = this.#box;
    pieces.addFace(body, values, at);
    for (let k = at; k < at + FACE; k++) this.#extent = Math.max(this.#extent, Math.abs(values[k]));
    const first = BOX * (pieces.count - 1);
    if (pieces.boxes[first + 2] <= box[5] + slack && pieces.boxes[first + 5] >= box[2] - slack)
      this.#area += Math.min(this.#boxArea, faceArea(values, at));
    let piece = pieces.count - 1;
    for (let k = 0; k < 2; k++) {
      const low = box[k];
      const high = box[3 + k];
      if (pieces.boxes[BOX * piece + k] < low && pieces.boxes[BOX * piece + 3 + k] > low) {
        pieces.line[0] = low;
        this.#countCut(piece, 2 * k);
        pieces.cut(piece, k);
        piece = pieces.count - 1;
      }
      if (pieces.boxes[BOX * piece + k] < high && pieces.boxes[BOX * piece + 3 + k] > high) {
        pieces.line[0] = high;
        this.#countCut(piece, 2 * k + 1);
        pieces.cut(piece, k);
        piece = pieces.count - 2;
      }
      // The piece has at most a side in common with the box.
      if (pieces.boxes[BOX * piece + 3 + k] <= low || pieces.boxes[BOX * piece + k] >= high) return;
    }
    this.#tiles.addMember(piece);
  }

  /** Counts the effect of a cut of a piece: see movedVolume. @param before the number of earlier cuts. */
  #countCut(piece: number, before: number): void {
    const { boxes } = this.#pieces;
    const at = BOX * piece;
    const u = boxes[at + 3] - boxes[at];
    const v = boxes[at + 4] - boxes[at + 1];
    const w = boxes[at + 5] - boxes[at + 2];
    this.#area += (3 + 2 * before) * Math.min(this.#boxArea, u * v + v * w + w * u);
  }

  /** Refines until high − low ≤ relativeWidth·high, or rounding leaves nothing to gain. */
  refine(relativeWidth: number): void {
    const tiles = this.#tiles;
    const open = this.#open;
    const done = this.#done;
    const first = tiles.add();
    const box = this.#box;
    this.#setTile(first, box[0], box[1], box[3], box[4]);
    tiles.numbers[FLOOR] = Number.NEGATIVE_INFINITY;
    tiles.numbers[CEILING] = Number.POSITIVE_INFINITY;
    tiles.start[first] = 0;
    tiles.size[first] = tiles.used;
    this.#sortRoughly();
    this.#settle(first);
    while (tiles.open > 0 && tiles.count < MOST_TILES) {
      stopIfUnwanted();
      const least = done[0] + open[0];
      const most = done[1] + open[1];
      const rounded = done[2] + open[2];
      const wrong = this.#wrong();
      // Includes the determinant's effect on low and high, so that the result has the requested width.
      if ((most + wrong) * (1 + 2 * DETERMINANT_ERROR) - (least - wrong) <= relativeWidth * (most + wrong)) break;
      if (most - least <= wrong && (rounded <= this.#moved || tiles.count > MOST_ROUNDED)) break;
      const tile = tiles.take();
      this.#count(open, tile, -1);
      if (tiles.isPaired[tile] === 0 && tiles.pairs[tile] <= MOST_PAIRS) {
        this.#settler.integrate(tile);
        this.#file(tile);
      } else if (!this.#halve(tile)) this.#count(done, tile, 1);
    }
    open.fill(0);
    for (let i = 0; i < tiles.open; i++) this.#count(open, tiles.heap[i], 1);
  }

  /** Sorts the first tile's pieces by the bucket of their least depth: a counting sort. */
  #sortRoughly(): void {
    const { members, used } = this.#tiles;
    const { boxes } = this.#pieces;
    const starts = this.#starts.fill(0);
    this.#bucket = grown(this.#bucket, 0, 2 * used);
    const bucket = this.#bucket;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < used; i++) {
      const depth = boxes[BOX * members[i] + 2];
      low = Math.min(low, depth);
      high = Math.max(high, depth);
    }
    for (let i = 0; i < used; i++) {
      const share = high > low ? (boxes[BOX * members[i] + 2] - low) / (high - low) : 0;
      bucket[i] = Math.floor(share * (BUCKETS - 1));
      bucket[used + i] = members[i];
      starts[bucket[i] + 1]++;
    }
    for (let b = 0; b < BUCKETS; b++) starts[b + 1] += starts[b];
    for (let i = 0; i < used; i++) members[starts[bucket[i]]++] = bucket[used + i];
  }

  /** No more than the exact volume: mm³ of the bone's frame, each of which is `scale` mm³ here. */
  low(scale: number): number {
    const volume = this.#done[0] + this.#open[0] - this.#wrong();
    return volume > 0 ? (volume / scale) * (1 - DETERMINANT_ERROR) : 0;
  }

  /** No less than the exact volume, in the same unit. */
  high(scale: number): number {
    return ((this.#done[1] + this.#open[1] + this.#wrong()) / scale) * (1 + DETERMINANT_ERROR);
  }

  get #moved(): number {
    const moved = movedVolume(this.#extent, this.#area);
    return this.#onceSlack === null ? moved : moved + onceOff(moved, this.#onceSlack, this.#area);
  }

  /** The error of either sum, including that of summing itself: for n numbers ≥ 0, < u·n times the sum. */
  #wrong(): number {
    const sums = 2 * UNIT_ROUNDOFF * this.#tiles.count * (this.#done[1] + this.#open[1]);
    return (this.#done[2] + this.#open[2]) * (1 + 2 ** -20) + this.#moved + sums;
  }

  /** @returns false if the tile is as narrow as f64 allows. */
  #halve(tile: number): boolean {
    const tiles = this.#tiles;
    const at = TILE_NUMBERS * tile;
    const [u0, v0, u1, v1] = tiles.numbers.subarray(at, at + 4);
    const axis = u1 - u0 >= v1 - v0 ? 0 : 1;
    const low = axis === 0 ? u0 : v0;
    const high = axis === 0 ? u1 : v1;
    const middle = low / 2 + high / 2;
    if (!(low < middle && middle < high)) return false;
    const [lower, upper] = this.#share(tile, axis, middle);
    this.#setTile(lower, u0, v0, axis === 0 ? middle : u1, axis === 0 ? v1 : middle);
    this.#setTile(upper, axis === 0 ? middle : u0, axis === 0 ? v0 : middle, u1, v1);
    this.#settle(lower);
    this.#settle(upper);
    return true;
  }

  /** @returns two new tiles, with the pieces on either side of the line, and the tile's depths. */
  #share(tile: number, axis: number, middle: number): [number, number] {
    const tiles = this.#tiles;
    const pieces = this.#pieces;
    const from = tiles.start[tile];
    const count = tiles.size[tile];
    const made: [number, number] = [tiles.add(), tiles.add()];
    for (const child of made) {
      for (let k = 0; k < 2; k++) tiles.bases[2 * child + k] = tiles.bases[2 * tile + k];
      tiles.numbers[TILE_NUMBERS * child + FLOOR] = tiles.numbers[TILE_NUMBERS * tile + FLOOR];
      tiles.numbers[TILE_NUMBERS * child + CEILING] = tiles.numbers[TILE_NUMBERS * tile + CEILING];
      tiles.depth[child] = tiles.depth[tile] + 1;
    }
    // Four lines bound the box.
    const before = 4 + tiles.depth[tile];
    tiles.reserve(2 * count);
    this.#upper = grown(this.#upper, 0, count);
    const { members } = tiles;
    const others = this.#upper;
    const start = tiles.used;
    let lower = start;
    let upper = 0;
    pieces.line[0] = middle;
    for (let i = from; i < from + count; i++) {
      const piece = members[i];
      if (pieces.boxes[BOX * piece + 3 + axis] <= middle) members[lower++] = piece;
      else if (pieces.boxes[BOX * piece + axis] >= middle) others[upper++] = piece;
      else {
        this.#countCut(piece, before);
        pieces.cut(piece, axis);
        members[lower++] = pieces.count - 2;
        others[upper++] = pieces.count - 1;
      }
    }
    tiles.start[made[0]] = start;
    tiles.size[made[0]] = lower - start;
    for (let i = 0; i < upper; i++) members[lower + i] = others[i];
    tiles.start[made[1]] = lower;
    tiles.size[made[1]] = upper;
    tiles.used = lower + upper;
    return made;
  }

  #setTile(tile: number, u0: number, v0: number, u1: number, v1: number): void {
    const { numbers } = this.#tiles;
    const at = TILE_NUMBERS * tile;
    const [u, v] = [u1 - u0, v1 - v0];
    numbers[at + LOW_U] = u0;
    numbers[at + LOW_V] = v0;
    numbers[at + HIGH_U] = u1;
    numbers[at + HIGH_V] = v1;
    numbers[at + AREA] = u * v;
    numbers[at + DIAGONAL_SQUARED] = u * u + v * v;
  }

  #settle(tile: number): void {
    this.#settler.settle(tile);
    this.#file(tile);
  }

  /** Counts a tile as done or open. */
  #file(tile: number): void {
    const { numbers } = this.#tiles;
    const at = TILE_NUMBERS * tile;
    const isOpen = numbers[at + MOST] > numbers[at + LEAST] || numbers[at + WRONG] > 0;
    this.#count(isOpen ? this.#open : this.#done, tile, 1);
    if (isOpen) this.#tiles.push(tile);
  }

  #count(sums: Float64Array, tile: number, sign: number): void {
    const { numbers } = this.#tiles;
    const at = TILE_NUMBERS * tile;
    sums[0] += sign * numbers[at + LEAST];
    sums[1] += sign * numbers[at + MOST];
    sums[2] += sign * numbers[at + WRONG];
  }
}

/** mm². */
function faceArea(c: Float64Array, i: number): number {
  const [a, b, d] = [c[i + 3] - c[i], c[i + 4] - c[i + 1], c[i + 5] - c[i + 2]];
  const [e, f, g] = [c[i + 6] - c[i], c[i + 7] - c[i + 1], c[i + 8] - c[i + 2]];
  return Math.sqrt((b * g - d * f) ** 2 + (d * e - a * g) ** 2 + (a * f - b * e) ** 2) / 2;
}
