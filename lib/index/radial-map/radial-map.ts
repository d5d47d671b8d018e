// A point → the side of a surface that it lies on, from the zone that contains it.

import { described, OptionError, refuse } from '#core';
import type { ZoneTable } from './zone-table.ts';

/**
 * Reports which side of a closed surface a point lies on, by one table look-up: certain, or unknown. It is made by
 * createRadialMap and never changes.
 */
export interface RadialMap {
  /** Texels along an edge of each of the cube's six sides. */
  readonly size: number;
  /** xyz, mm. */
  readonly centre: Readonly<ArrayLike<number>>;
  /** mm: any point at least this far from the centre is outside. */
  readonly radius: number;
  /** The size of the table. */
  readonly bytes: number;
  /**
   * 1 if the point (mm, the mesh's frame) is certainly inside, that is, the surface winds round it, −1 if it is
   * certainly outside, 0 if that is unknown. 0 also if a coordinate is not finite. It makes no garbage.
   */
  side(x: number, y: number, z: number): -1 | 0 | 1;
  /**
   * The distances from the centre, mm, at which a texel's cone may meet the surface: low, high, low, high, …, ascending
   * and disjoint. Any part of the surface in the cone is within one of these intervals.
   * @param cubeSide 0 to 5: +x, −x, +y, −y, +z, −z of the centre.
   * @param column on that side: for ±x along y, for ±y along z, for ±z along x; 0 contains −1, the last 1, of that
   * coordinate over the distance along the side's axis.
   * @param row likewise: for ±x along z, for ±y along x, for ±z along y.
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
  /** The side of each zone, as `side` reports it. */
  readonly #sides: Int8Array;
  /** Low x, y, z, high x, y, z of the surface, mm: all points beyond it are outside. */
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
    // One branch, not six: for scattered points, some of six would be mispredicted.
    const isAbove = +(x >= box[0]) & +(y >= box[1]) & +(z >= box[2]);
    if ((isAbove & +(x <= box[3]) & +(y <= box[4]) & +(z <= box[5])) === 0)
      // x − x is NaN if x is not finite.
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
