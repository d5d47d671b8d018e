// Ends of intervals for each texel, and a point → the number of the zone that contains the point.
//
//   centre ●──── zone 0 ────┤ met ├──── zone 2 ────┤ met ├──── zone 4 ───▶     a texel's cone, from the centre outward
//
// Even zones are free of surface within the whole cone, and connected: all points that a query can assign to such a
// zone are on one side of the surface, despite any rounding on the way to it (slack.ts).

import { SQUARE_GROW, SQUARE_SHRINK } from './slack.ts';
import type { TexelBounds } from './texel-bounds.ts';

/** The axis after axis k, and at k + 1 the one after that. */
const NEXT_AXIS = Uint8Array.of(1, 2, 0, 1);

export class ZoneTable {
  readonly size: number;
  /** xyz, mm. */
  readonly centre: Float64Array;
  /** Of the map's frame, mm: a power of two. */
  readonly unit: number;
  /** Converts mm² to squared units. */
  readonly #scale: number;
  readonly #x: number;
  readonly #y: number;
  readonly #z: number;
  /** Texel t has the ends starts[t] … starts[t + 1] − 1. */
  readonly starts: Uint32Array;
  /** Squares of distances, in squared units. */
  readonly ends: Float32Array;

  /** @param unit of the map's frame, mm. */
  constructor(size: number, centre: Float64Array, unit: number, bounds: TexelBounds) {
    this.size = size;
    this.centre = centre;
    [this.#x, this.#y, this.#z] = centre;
    this.unit = unit;
    this.#scale = 1 / unit / unit;
    this.starts = bounds.starts;
    this.ends = bounds.ends;
  }

  get bytes(): number {
    return this.starts.byteLength + this.ends.byteLength;
  }

  get texelCount(): number {
    return this.starts.length - 1;
  }

  /** The total number of zones. */
  get zoneCount(): number {
    return this.firstZone(this.texelCount);
  }

  /** The number of a texel's innermost zone: a texel has one more zone than it has ends. */
  firstZone(texel: number): number {
    return this.starts[texel] + texel;
  }

  /**
   * The zone of a point. Any zone if a coordinate is not finite.
   * @param point xyz, mm; it is overwritten. Passed one by one, numbers might become heap numbers.
   */
  zoneOf(point: Float64Array): number {
    const { size } = this;
    const half = size / 2;
    const dx = point[0] - this.#x;
    const dy = point[1] - this.#y;
    const dz = point[2] - this.#z;
    point[0] = dx;
    point[1] = dy;
    point[2] = dz;
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const az = Math.abs(dz);
    // Without a branch: for scattered points, one in two would be mispredicted.
    const isZ = +(az > Math.max(ax, ay));
    const axis = 2 * isZ + (1 - isZ) * +(ay > ax);
    const depth = point[axis];
    const factor = half / Math.abs(depth);
    const u = point[NEXT_AXIS[axis]] * factor + half;
    const v = point[NEXT_AXIS[axis + 1]] * factor + half;
    // The last one also takes the border, and NaN, which the centre itself yields.
    const column = u < size ? u | 0 : size - 1;
    const row = v < size ? v | 0 : size - 1;
    const texel = ((2 * axis + +(depth < 0)) * size + row) * size + column;
    const square = (dx * dx + dy * dy + dz * dz) * this.#scale;
    const last = this.starts[texel + 1];
    let end = this.starts[texel];
    while (end < last && square >= this.ends[end]) end++;
    return end + texel;
  }

  /**
   * The zone of a texel that holds a whole range of distances, none of its ends included; −1 if the range meets an
   * interval.
   * @param low, high in the map's unit.
   */
  freeZone(texel: number, low: number, high: number): number {
    const last = this.starts[texel + 1];
    const first = this.starts[texel];
    let end = first;
    const square = low * low * SQUARE_SHRINK;
    while (end < last && square > this.ends[end]) end++;
    if ((end - first) % 2 === 1) return -1;
    return end === last || high * high * SQUARE_GROW < this.ends[end] ? end + texel : -1;
  }

  /** The ends of a texel's intervals, mm, rounded outward. */
  distances(texel: number): Float64Array {
    const ends = this.ends.subarray(this.starts[texel], this.starts[texel + 1]);
    return Float64Array.from(ends, (end, k) => this.#distance(end, k % 2 === 0 ? SQUARE_SHRINK : SQUARE_GROW));
  }

  /** No interval of any texel reaches farther, mm. */
  farthest(): number {
    return this.#distance(
      this.ends.reduce((most, end) => Math.max(most, end), 0),
      SQUARE_GROW,
    );
  }

  /** √ and the product with the factor round by u each: the factor compensates for both. */
  #distance(end: number, factor: number): number {
    return Math.sqrt(end) * this.unit * factor;
  }
}
