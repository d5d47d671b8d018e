// A box along the axes of a map's frame → its side of the map's surface, if the table proves that it keeps off it.
//
//        ╲   │   ╱     The points of a box on a side of the cube have a depth from max(low, least |a|) to high, where a
//         ╲┌─┼─┐╱      are the other two coordinates: a lies between −m and m there. So a/m is in an interval, and the
//          │ │ │       texels that see a part of the box are among a rectangle of columns and rows. If the distances
//          └─┼─┘╲      from the box's nearest to its farthest point are in a free zone of all of them, the box is free.
//            ●
//
// The box is connected, and so is each rectangle, which has a point of the box: all their zones are on one side.

import { MET } from './side-walk.ts';
import { BOX_GROW, BOX_SHRINK, LINE_MARGIN } from './slack.ts';
import type { ZoneTable } from './zone-table.ts';

export class BoxSides {
  /** Texels looked up so far. */
  texels = 0;
  readonly #zones: ZoneTable;
  readonly #sides: Int8Array;
  /** Low x, y, z, high x, y, z relative to the centre. */
  readonly #box = new Float64Array(6);
  /** The least magnitude of each coordinate. */
  readonly #least = new Float64Array(3);
  /** Distances of the nearest and the farthest point, in the map's unit. */
  readonly #range = new Float64Array(2);
  /** The first and the last column, the first and the last row. */
  readonly #lines = new Int32Array(4);
  #side = 0;

  constructor(zones: ZoneTable, sides: Int8Array) {
    this.#zones = zones;
    this.#sides = sides;
  }

  /**
   * 1 or −1 if the box is certainly inside or outside, 0 if it is free of the surface, MET if it may meet it.
   * @param box low x, y, z, high x, y, z, mm, in the map's frame.
   */
  sideOf(box: Float64Array): number {
    this.#load(box);
    this.#side = 0;
    for (let side = 0; side < 6; side++) {
      const axis = side >> 1;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const high = side % 2 === 0 ? this.#box[3 + axis] : -this.#box[axis];
      const across = Math.max(this.#least[u], this.#least[v]);
      if (high < across) continue;
      const low = Math.max(across, side % 2 === 0 ? this.#box[axis] : -this.#box[3 + axis]);
      // The box may hold the centre.
      if (!(low > 0)) return MET;
      this.#setLines(u, low, high, 0);
      this.#setLines(v, low, high, 2);
      if (!this.#isFree(side)) return MET;
    }
    return this.#side;
  }

  #load(given: Float64Array): void {
    const { centre, unit } = this.#zones;
    const box = this.#box;
    let nearest = 0;
    let farthest = 0;
    for (let k = 0; k < 3; k++) {
      const low = given[k] - centre[k];
      const high = given[3 + k] - centre[k];
      const least = Math.max(0, low, -high);
      const most = Math.max(-low, high);
      box[k] = low;
      box[3 + k] = high;
      this.#least[k] = least;
      nearest += least * least;
      farthest += most * most;
    }
    this.#range[0] = (Math.sqrt(nearest) / unit) * BOX_SHRINK;
    this.#range[1] = (Math.sqrt(farthest) / unit) * BOX_GROW;
  }

  /** Sets the first and the last line across an axis that the box's part of depths low to high may touch. */
  #setLines(across: number, low: number, high: number, at: number): void {
    const { size } = this.#zones;
    const [a, b] = [this.#box[across], this.#box[3 + across]];
    const first = ((a / (a < 0 ? low : high) + 1) * size) / 2 - LINE_MARGIN;
    const last = ((b / (b < 0 ? high : low) + 1) * size) / 2 + LINE_MARGIN;
    this.#lines[at] = Math.max(0, Math.min(size - 1, Math.floor(first)));
    this.#lines[at + 1] = Math.max(0, Math.min(size - 1, Math.floor(last)));
  }

  #isFree(cubeSide: number): boolean {
    const [low, high] = this.#range;
    const [firstColumn, lastColumn, firstRow, lastRow] = this.#lines;
    for (let row = firstRow; row <= lastRow; row++)
      for (let column = firstColumn; column <= lastColumn; column++) {
        const { size } = this.#zones;
        this.texels++;
        const zone = this.#zones.freeZone((cubeSide * size + row) * size + column, low, high);
        if (zone < 0) return false;
        if (this.#sides[zone] !== 0) this.#side = this.#sides[zone];
      }
    return true;
  }
}
