// A point → on which side of a surface it lies, by the zone in which it is, and what is known of that.

import { described, OptionError, refuse } from '#core';
import type { ZoneTable } from './zone-table.ts';

/**
 * Tells on which side of a closed surface a point lies, by one look into a table: certain, or unknown. It is made by
 * createRadialMap and is never changed.
 */
export interface RadialMap {
  /** Texels along an edge of each of the cube's six sides. */
  readonly size: number;
  /** xyz, mm. */
  readonly centre: Readonly<ArrayLike<number>>;
  /** mm: whatever is as far from the centre, or farther, is outside. */
  readonly radius: number;
  /** What the table takes. */
  readonly bytes: number;
  /**
   * 1 where the point (mm, the mesh's frame) is certainly inside, which is where the surface winds round it, −1 where
   * it is certainly outside, 0 where that is unknown. What is not finite is no point: 0. It leaves no garbage.
   */
  side(x: number, y: number, z: number): -1 | 0 | 1;
  /**
   * The distances from the centre, mm, at which a texel's cone may meet the surface: low, high, low, high, …,
   * ascending and disjoint. Any part of the surface in the cone is within one of these intervals.
   * @param cubeSide 0 to 5: +x, −x, +y, −y, +z, −z of the centre.
   * @param column on that side: of +x or −x along y, of ±y along z, of ±z along x; 0 holds −1, the last 1, of that
   * coordinate over the distance along the side's axis.
   * @param row likewise: of +x or −x along z, of ±y along x, of ±z along y.
   * @throws OptionError WRONG_TYPE, BAD_TEXEL.
   */
  crossings(cubeSide: number, column: number, row: number): Float64Array;
}

export class RadialTable implements RadialMap {
  readonly size: number;
  readonly centre: Float64Array;
  readonly radius: number;
  readonly bytes: number;
  readonly #zones: ZoneTable;
  /** What each zone is, as `side` says it. */
  readonly #sides: Int8Array;
  /** Low x, y, z, high x, y, z of the surface, mm: beyond it all is outside. */
  readonly #box: Float64Array;
  readonly #point = new Float64Array(3);

  constructor(zones: ZoneTable, sides: Int8Array, box: Float64Array) {
    this.size = zones.size;
    this.centre = zones.centre.slice();
    this.radius = zones.farthest();
    this.bytes = zones.bytes + sides.byteLength;
    this.#zones = zones;
    this.#sides = sides;
    this.#box = box;
  }

  side(x: number, y: number, z: number): -1 | 0 | 1 {
    if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') refusePoint(x, y, z);
    const box = this.#box;
    // One branch, not six: for points here and there, some of six would be foreseen wrongly.
    const isAbove = +(x >= box[0]) & +(y >= box[1]) & +(z >= box[2]);
    if ((isAbove & +(x <= box[3]) & +(y <= box[4]) & +(z <= box[5])) === 0)
      // x − x is NaN where x is not finite.
      return x - x + (y - y) + (z - z) === 0 ? -1 : 0;
    const point = this.#point;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    return this.#sides[this.#zones.zoneOf(point)] as -1 | 0 | 1;
  }

  crossings(cubeSide: number, column: number, row: number): Float64Array {
    checkPlace(cubeSide, 'cubeSide', 6);
    checkPlace(column, 'column', this.size);
    checkPlace(row, 'row', this.size);
    return this.#zones.distances((cubeSide * this.size + row) * this.size + column);
  }
}

function refusePoint(...point: readonly unknown[]): never {
  const k = point.findIndex((value) => typeof value !== 'number');
  refuse(point[k], 'xyz'[k], 'a number', 'pass x, y, z of a point in mm');
}

function checkPlace(value: unknown, name: string, count: number): void {
  if (typeof value !== 'number')
    throw new OptionError('WRONG_TYPE', `${name} is ${described(value)}, expected a number; count from 0.`);
  if (!(Number.isInteger(value) && value >= 0 && value < count))
    throw new OptionError(
      'BAD_TEXEL',
      `${name} is ${value}, expected an integer from 0 to ${count - 1}; the map has ${count}.`,
    );
}
