// A tile with its pieces → the depths at which both solids can be over it, without the pieces that do not matter; and
// its volume, as accurately as it is known without a cut.
//
//   depth ▲     ══   dropped                 The ceiling is the top of a body that has ended there (its winding number
//         │   ─────────────── ceiling        above its last piece is 0), the floor the bottom of one that begins there.
//         │    ══╲                           The whole intersection of both solids lies between them.
//         │       ╲___╱══                    A sheet of pieces that overlap in depth stays whole if some of it lies
//         │   ─────────────── floor          between floor and ceiling; beyond its ends, a gap without pieces of that
//         │    ══   folded                   body, pieces above are dropped, pieces below are folded into the tile's
//                                            base: the winding number that they lead to, the same all over the tile.
//
// Invariant: one of the bodies has base 0 and no piece below the floor, so according to the pieces its winding number
// there is 0; and one, not always the same, has the winding number 0 above all its pieces and none of them above the
// ceiling. (Hence a piece exactly at the floor or the ceiling is kept.)

import { DepthClusters } from './depth-clusters.ts';
import { BONE, BOX, type Pieces, TOOL } from './pieces.ts';
import { AREA, CEILING, FLOOR, LEAST, MOST, TILE_NUMBERS, type Tiles, WRONG } from './tiles.ts';

export class TileSettler {
  readonly #pieces: Pieces;
  readonly #tiles: Tiles;
  readonly #clusters: DepthClusters;
  /** For each body: least and greatest depth, then ends of its sheets; signed area of all pieces, of those folded. */
  readonly #low = new Float64Array(2);
  readonly #high = new Float64Array(2);
  readonly #area = new Float64Array(2);
  readonly #folded = new Float64Array(2);

  constructor(pieces: Pieces, tiles: Tiles) {
    this.#pieces = pieces;
    this.#tiles = tiles;
    this.#clusters = new DepthClusters(pieces);
  }

  set toolWindsOnce(isOnce: boolean) {
    this.#clusters.toolWindsOnce = isOnce;
  }

  /** Narrows the tile's depths, drops and folds pieces, and bounds the volume. */
  settle(tile: number): void {
    const { numbers } = this.#tiles;
    const at = TILE_NUMBERS * tile;
    this.#narrow(tile);
    if (!(numbers[at + FLOOR] < numbers[at + CEILING])) {
      numbers[at + LEAST] = 0;
      numbers[at + MOST] = 0;
      numbers[at + WRONG] = 0;
      return;
    }
    this.#sift(tile);
    this.#sort(tile);
    this.#measure(tile, false);
  }

  /** Bounds a settled tile anew, by pairs of its faces. */
  integrate(tile: number): void {
    this.#measure(tile, true);
  }

  #measure(tile: number, isWhole: boolean): void {
    const { members, start, size, bases, numbers, isPaired, pairs } = this.#tiles;
    const at = TILE_NUMBERS * tile;
    const clusters = this.#clusters;
    clusters.measure(members, start[tile], size[tile], bases, 2 * tile, numbers, at + AREA, isWhole);
    numbers[at + LEAST] = clusters.found[0];
    numbers[at + MOST] = clusters.found[1];
    numbers[at + WRONG] = clusters.found[2];
    pairs[tile] = clusters.pairs;
    isPaired[tile] = isWhole ? 1 : 0;
  }

  /** By least depth, by insertion: the pieces come in the order that they had over the tile that was halved. */
  #sort(tile: number): void {
    const { members, start, size } = this.#tiles;
    const { boxes } = this.#pieces;
    const from = start[tile];
    for (let i = from + 1; i < from + size[tile]; i++) {
      const piece = members[i];
      const depth = boxes[BOX * piece + 2];
      let slot = i;
      for (; slot > from && boxes[BOX * members[slot - 1] + 2] > depth; slot--) members[slot] = members[slot - 1];
      members[slot] = piece;
    }
  }

  #narrow(tile: number): void {
    const { members, start, size, bases, numbers } = this.#tiles;
    const { boxes, body: bodies, area } = this.#pieces;
    const low = this.#low.fill(Number.POSITIVE_INFINITY);
    const high = this.#high.fill(Number.NEGATIVE_INFINITY);
    const total = this.#area.fill(0);
    const from = start[tile];
    const end = from + size[tile];
    for (let i = from; i < end; i++) {
      const piece = members[i];
      const body = bodies[piece];
      const box = BOX * piece;
      if (boxes[box + 2] < low[body]) low[body] = boxes[box + 2];
      if (boxes[box + 5] > high[body]) high[body] = boxes[box + 5];
      total[body] += area[piece];
    }
    const at = TILE_NUMBERS * tile;
    for (let body = BONE; body <= TOOL; body++) {
      const base = bases[2 * tile + body];
      if (base === 0 && low[body] > numbers[at + FLOOR]) numbers[at + FLOOR] = low[body];
      const top = base + Math.round(total[body] / numbers[at + AREA]);
      if (top === 0 && high[body] < numbers[at + CEILING]) numbers[at + CEILING] = high[body];
    }
  }

  #sift(tile: number): void {
    const { members, start, size, bases, numbers } = this.#tiles;
    const { boxes, body: bodies, area } = this.#pieces;
    const at = TILE_NUMBERS * tile;
    const low = this.#low;
    const high = this.#high;
    const folded = this.#folded.fill(0);
    this.#findSheets(tile);
    const from = start[tile];
    const end = from + size[tile];
    let kept = from;
    for (let i = from; i < end; i++) {
      const piece = members[i];
      const body = bodies[piece];
      const box = BOX * piece;
      if (boxes[box + 2] > high[body]) continue;
      if (boxes[box + 5] < low[body]) folded[body] += area[piece];
      else members[kept++] = piece;
    }
    size[tile] = kept - from;
    for (let body = BONE; body <= TOOL; body++) bases[2 * tile + body] += Math.round(folded[body] / numbers[at + AREA]);
  }

  /** Moves #low and #high from floor and ceiling to the ends of the sheets that cross these. */
  #findSheets(tile: number): void {
    const { members, start, size, numbers } = this.#tiles;
    const { boxes, body: bodies } = this.#pieces;
    const at = TILE_NUMBERS * tile;
    const low = this.#low.fill(numbers[at + FLOOR]);
    const high = this.#high.fill(numbers[at + CEILING]);
    const from = start[tile];
    const end = from + size[tile];
    for (let isMoved = true; isMoved; ) {
      isMoved = false;
      for (let i = from; i < end; i++) {
        const piece = members[i];
        const body = bodies[piece];
        const box = BOX * piece;
        if (boxes[box + 2] < low[body] && boxes[box + 5] >= low[body]) {
          low[body] = boxes[box + 2];
          isMoved = true;
        }
        if (boxes[box + 5] > high[body] && boxes[box + 2] <= high[body]) {
          high[body] = boxes[box + 5];
          isMoved = true;
        }
      }
    }
  }
}
