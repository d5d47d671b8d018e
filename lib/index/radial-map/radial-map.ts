// A point → the side of a surface that it lies on, from the zone that contains it.

import { checkNumbers, checkPose, described, OptionError, refuse } from '#core';
import { type MapSurface, surfaceBytes } from './map-surface.ts';
import { type SidesOptions, sidesOf } from './sides-of.ts';
import { type RadialMapTest, type TestedMap, testMaps } from './test-maps.ts';
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
  /** The size of the table, which is all that `side` and `sides` read. */
  readonly tableBytes: number;
  /** The memory of the map: of the table, and of the surface, which `test` reads. */
  readonly bytes: number;
  /**
   * 1 if the point (mm, the mesh's frame) is certainly inside, that is, the surface winds round it, −1 if it is
   * certainly outside, 0 if that is unknown. 0 also if a coordinate is not finite. It makes no garbage.
   */
  side(x: number, y: number, z: number): -1 | 0 | 1;
  /**
   * The sides of many points, as `side` gives them.
   * @param points x, y, z of each, mm, the mesh's frame.
   * @param into receives them, if it is given, and is returned. Then nothing is allocated.
   * @throws OptionError WRONG_TYPE, BAD_LENGTH.
   */
  sides(points: ArrayLike<number>, into?: Int8Array): Int8Array;
  /**
   * The sides of many points, by a GPU if there is one: what f32 leaves undecided the CPU decides, so that every
   * backend gives the same bytes as `sides`. 'auto' takes no software adapter; a lost device is reopened, once per
   * call.
   * @param points x, y, z of each, mm, the mesh's frame. They are copied.
   * @throws OptionError WRONG_TYPE, BAD_LENGTH, UNKNOWN_OPTION, BAD_BACKEND (as rejections). DeviceError, from backend
   * 'webgpu' alone: NO_ADAPTER, SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR.
   */
  sidesOf(points: ArrayLike<number>, options?: SidesOptions): Promise<Int8Array>;
  /**
   * How another map's body, under a pose, lies to this one's: certain, or unknown with the faces left to test. Posed
   * vertices are those that the detector computes, rounded; the answer is about the exact surfaces between them.
   * @param pose the other mesh's frame → this mesh's, 4×4, column-major.
   * @throws OptionError WRONG_TYPE. PoseError BAD_LENGTH, NON_FINITE_POSE, NOT_RIGID, COORDINATE_RANGE.
   */
  test(other: RadialMap, pose: ArrayLike<number>): RadialMapTest;
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
  readonly tableBytes: number;
  readonly bytes: number;
  readonly #zones: ZoneTable;
  /** The side of each zone, as `side` reports it. */
  readonly #sides: Int8Array;
  /** Low x, y, z, high x, y, z of the surface, mm: all points beyond it are outside. */
  readonly #box: Float64Array;
  readonly #tested: TestedMap;
  readonly #point = new Float64Array(3);

  constructor(zones: ZoneTable, sides: Int8Array, surface: MapSurface) {
    this.size = zones.size;
    this.centre = zones.centre.slice();
    this.radius = zones.farthest();
    this.tableBytes = zones.bytes + sides.byteLength;
    this.bytes = this.tableBytes + surfaceBytes(surface);
    this.#zones = zones;
    this.#sides = sides;
    this.#box = surface.box;
    // Of its own: what a caller writes into `centre` must not change an answer.
    const { centre } = zones;
    const { radius } = this;
    this.#tested = { zones, sides, surface, box: surface.box, centre, radius, side: this.side.bind(this) };
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

  sides(points: ArrayLike<number>, into?: Int8Array): Int8Array {
    const count = pointCount(points);
    const out = into === undefined ? new Int8Array(count) : checkedOut(into, count);
    for (let n = 0; n < count; n++) out[n] = this.side(points[3 * n], points[3 * n + 1], points[3 * n + 2]);
    return out;
  }

  async sidesOf(points: ArrayLike<number>, options: SidesOptions = {}): Promise<Int8Array> {
    pointCount(points);
    return sidesOf(this, this.#tested, Float64Array.from(points), options);
  }

  test(other: RadialMap, pose: ArrayLike<number>): RadialMapTest {
    if (!(other instanceof RadialTable))
      refuse(other, 'other', 'a map made by createRadialMap', 'make one of the other mesh');
    return testMaps(this.#tested, other.#tested, checkPose(pose));
  }

  crossings(cubeSide: number, column: number, row: number): Float64Array {
    checkPlace(cubeSide, 'cubeSide', 6);
    checkPlace(column, 'column', this.size);
    checkPlace(row, 'row', this.size);
    return this.#zones.distances((cubeSide * this.size + row) * this.size + column);
  }
}

function pointCount(points: unknown): number {
  checkNumbers(points, 'points', 'pass x, y, z of each point in mm');
  if (points.length % 3 !== 0)
    throw new OptionError('BAD_LENGTH', `points has ${points.length} numbers, expected 3 per point; pass x, y, z.`);
  return points.length / 3;
}

function checkedOut(into: unknown, count: number): Int8Array {
  if (!(into instanceof Int8Array))
    refuse(into, 'into', 'an Int8Array', 'pass one that has an element per point, or leave it out');
  if (into.length < count)
    throw new OptionError(
      'BAD_LENGTH',
      `into has ${into.length} elements, expected at least ${count}, one per point; pass a longer one, or leave it out.`,
    );
  return into;
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
