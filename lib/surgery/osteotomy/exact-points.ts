// Vertices, and the points at which edges cross planes, those of edges between such points too → exact points, and on
// which side of each plane they lie.
//
// A point is four integers, x : w, in units of a power of 2 that holds every coordinate at hand. Where the edge from a
// to b, at heights s and t, crosses a plane is (s·b − t·a) / (s − t), so no point needs a division:
//
//      s = n·a − d·w(a)      crossing = (s·b − t·a : s·w(b) − t·w(a)), with the sign that makes w positive
//
// A vertex has w = 1. A crossing of a given edge has about 280 bits, where it crosses a second plane 550, and the point
// of three planes 1,100, for coordinates of 53 bits that are not much smaller than the planes'.

import { dot, roundedQuotient, toIntegers, type Vector } from '#triangles';
import { inOrder } from './in-order.ts';
import type { CutPlane, PlaneSides } from './plane-sides.ts';

interface ExactPoint {
  readonly x: Vector;
  /** > 0 */
  readonly w: bigint;
}

interface ExactPlane {
  readonly normal: Vector;
  readonly offset: bigint;
}

export class ExactPoints {
  /** Vertices have the numbers below this, crossings those from here on. */
  readonly vertexCount: number;
  readonly planes: readonly ExactPlane[];
  readonly #positions: ArrayLike<number>;
  readonly #sides: readonly PlaneSides[];
  readonly #unit: number;
  readonly #exponent: number;
  readonly #points = new Map<number, ExactPoint>();
  /** By plane: crossings by edge, and the sides of crossings. */
  readonly #crossings: readonly Map<number, Map<number, number>>[];
  readonly #signs: readonly Map<number, number>[];
  /** By crossing, from the first on: the key of the given edge on which it lies, or −1. */
  readonly #edgeOf: number[] = [];

  /** @param used the vertices that take part. @param sides of all vertices, by plane. */
  constructor(
    positions: ArrayLike<number>,
    used: Iterable<number>,
    planes: readonly CutPlane[],
    sides: readonly PlaneSides[],
  ) {
    this.vertexCount = positions.length / 3;
    this.#positions = positions;
    this.#sides = sides;
    // Every f64 is a whole multiple of the last place of a smaller one, so the smallest sets the unit.
    let least = Infinity;
    const heed = (x: number): void => {
      if (x !== 0) least = Math.min(least, Math.abs(x));
    };
    for (const v of used) for (let k = 0; k < 3; k++) heed(positions[3 * v + k]);
    for (const plane of planes) for (let k = 0; k < 3; k++) heed(plane[k]);
    this.#unit = least < Infinity ? least : 1;
    this.#exponent = toIntegers([this.#unit]).exponent;
    this.planes = planes.map((plane) => {
      const [x, y, z] = toIntegers([plane[3], plane[4], plane[5]]).values;
      const normal: Vector = [x, y, z];
      return { normal, offset: dot(normal, this.#integers(plane, 0)) };
    });
    this.#crossings = planes.map(() => new Map());
    this.#signs = planes.map(() => new Map());
  }

  /** 1 in front of the plane, 0 on it, −1 behind it. */
  signOf(point: number, plane: number): number {
    if (point < this.vertexCount) return this.#sides[plane].of[point];
    const known = this.#signs[plane].get(point);
    if (known !== undefined) return known;
    const height = this.#height(this.#at(point), plane);
    const sign = height > 0n ? 1 : height < 0n ? -1 : 0;
    this.#signs[plane].set(point, sign);
    return sign;
  }

  /** The point where the edge between points on different sides crosses the plane: one of its ends, if it is on it. */
  crossing(a: number, b: number, plane: number): number {
    if (this.signOf(a, plane) === 0) return a;
    if (this.signOf(b, plane) === 0) return b;
    const [low, high] = a < b ? [a, b] : [b, a];
    const from = this.#crossings[plane].get(low) ?? new Map<number, number>();
    this.#crossings[plane].set(low, from);
    const known = from.get(high);
    if (known !== undefined) return known;
    const point = this.vertexCount + this.#edgeOf.length;
    this.#points.set(point, this.#cross(this.#at(low), this.#at(high), plane));
    this.#edgeOf.push(this.#commonEdge(a, b));
    from.set(high, point);
    return point;
  }

  /** The key of the given edge on which a crossing lies, or −1. */
  edgeOf(point: number): number {
    return point < this.vertexCount ? -1 : this.#edgeOf[point - this.vertexCount];
  }

  /** Of a given edge, either way round. */
  edgeKey(a: number, b: number): number {
    return Math.min(a, b) * this.vertexCount + Math.max(a, b);
  }

  /** Points of a given edge, from its end of the lower number on. */
  alongEdge(key: number, points: readonly number[]): number[] {
    return inOrder(this, points, ...this.#endsOf(key));
  }

  /** Negative if a has the lower coordinate along an axis, 0 if both have the same. */
  compare(a: number, b: number, axis: number): number {
    const [p, q] = [this.#at(a), this.#at(b)];
    const difference = p.x[axis] * q.w - q.x[axis] * p.w;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  }

  /** The f64 nearest to each coordinate. */
  place(point: number): readonly [number, number, number] {
    const { x, w } = this.#at(point);
    const at = (k: number) => roundedQuotient(x[k], w, this.#exponent);
    return [at(0), at(1), at(2)];
  }

  /** The key of the given edge on which two points lie; −1, or that of no edge, if there is none. */
  #commonEdge(a: number, b: number): number {
    const [ofA, ofB] = [this.edgeOf(a), this.edgeOf(b)];
    if (ofA < 0 && ofB < 0) return a < this.vertexCount && b < this.vertexCount ? this.edgeKey(a, b) : -1;
    const isOn = (point: number, edge: number) => this.edgeOf(point) === edge || this.#endsOf(edge).includes(point);
    return ofA >= 0 && isOn(b, ofA) ? ofA : ofB >= 0 && isOn(a, ofB) ? ofB : -1;
  }

  #endsOf(edge: number): readonly [number, number] {
    return [Math.floor(edge / this.vertexCount), edge % this.vertexCount];
  }

  #at(point: number): ExactPoint {
    const known = this.#points.get(point);
    if (known !== undefined) return known;
    const made = { x: this.#integers(this.#positions, 3 * point), w: 1n };
    this.#points.set(point, made);
    return made;
  }

  #integers(numbers: ArrayLike<number>, at: number): Vector {
    const [x, y, z] = toIntegers([numbers[at], numbers[at + 1], numbers[at + 2], this.#unit]).values;
    return [x, y, z];
  }

  /** A positive multiple of the height. */
  #height({ x, w }: ExactPoint, plane: number): bigint {
    const { normal, offset } = this.planes[plane];
    return dot(normal, x) - offset * w;
  }

  #cross(a: ExactPoint, b: ExactPoint, plane: number): ExactPoint {
    const [s, t] = [this.#height(a, plane), this.#height(b, plane)];
    const sign = s > 0n ? 1n : -1n;
    const at = (k: number) => sign * (s * b.x[k] - t * a.x[k]);
    return { x: [at(0), at(1), at(2)], w: sign * (s * b.w - t * a.w) };
  }
}
