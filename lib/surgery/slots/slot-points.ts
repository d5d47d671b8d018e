// Vertices of a mesh, and the points in which slots' planes cut its edges, its faces and each other → exact points.
//
// Cuts follow each other without end, each in what the ones before have left. A point worked out from the points of an
// earlier cut would take twice their digits, and after a dozen cuts a million. But however it was reached, a point of
// the cut bone is one of four:
//
//      ●  a vertex                              no digits more than the mesh's own
//      ─●─ an edge × a plane                    (s·b − t·a) / (s − t), for heights s and t of the edge's ends
//      a face × two planes, three planes        Cramer's rule
//
// So each point carries on which faces, planes and edge it lies; the edge between two points lies on what both carry;
// and its crossing with a plane follows from that, with a few hundred bits. Points are made out by place: two that
// round to the same f64 numbers are compared exactly, so however it was reached, a point has one number.
//
// A point is four integers, x : w, in units of a power of 2 that holds every coordinate.

import { cross, dot, minus, roundedQuotient, toIntegers, type Vector } from '#triangles';
import {
  type ExactPlane,
  type ExactPoint,
  inRatio,
  isSame,
  lowestTerms,
  meetingOf,
  roundedPlane,
} from './exact-planes.ts';

/** On what a point that a plane has made lies, as far as is known. */
interface Carriers {
  /** The key of an edge of the mesh, or −1. */
  edge: number;
  readonly faces: number[];
  readonly planes: number[];
}

/**
 * The height of a point is a sum of four products, of a normal's f64 numbers, the point's and the offset, each off by
 * half a unit in the last place: 2^-53 for either factor and for the product, and 3·2^-53 for the sums. So it is off by
 * less than 6·2^-53 of the sum of the products' sizes, and by the squares of these.
 */
const ROUNDED = 2 ** -50;

/** Lattice points of frames are whole multiples of 2^this, in mm. */
const FRAME_EXPONENT = -46;

/** In place of what is no longer needed. */
const NO_POINT: ExactPoint = { x: [0n, 0n, 0n], w: 1n };
const NO_CARRIERS: Carriers = { edge: -1, faces: [], planes: [] };

export class SlotPoints {
  /** Vertices have the numbers below this, other points those from here on. */
  readonly vertexCount: number;
  readonly exponent: number;
  readonly planes: ExactPlane[] = [];
  /** The face within which points are sought now, or −1. */
  face = -1;
  readonly #positions: ArrayLike<number>;
  readonly #faces: ArrayLike<number>;
  readonly #exact: ExactPoint[] = [];
  readonly #carriers: Carriers[] = [];
  /** xyz, mm: each the f64 nearest to the exact coordinate. */
  readonly #places: number[] = [];
  readonly #byPlace = new Map<string, number[]>();
  readonly #heeded = new Set<number>();
  readonly #vertices = new Map<number, ExactPoint>();
  readonly #planesOfVertex = new Map<number, number[]>();
  readonly #planeOfFace = new Map<number, ExactPlane>();
  readonly #planeIds = new Map<string, number>();
  /** By plane: normal and offset, divided by the normal's largest component. Signs that rounding leaves open. */
  readonly #rounded: (readonly number[])[] = [];
  readonly #signs: Map<number, number>[] = [];

  /** @param positions xyz; points are made of these `vertexCount` alone. */
  constructor(positions: ArrayLike<number>, faces: ArrayLike<number>) {
    this.#positions = positions;
    this.#faces = faces;
    this.vertexCount = positions.length / 3;
    this.exponent = Math.min(FRAME_EXPONENT, lastBit(positions));
  }

  /** The number of the next point that is made. */
  get next(): number {
    return this.vertexCount + this.#exact.length;
  }

  /** Frees the points from a number on that are not used: nobody may speak of them any more. */
  free(from: number, isUsed: (point: number) => boolean): void {
    for (let point = from; point < this.next; point++) {
      if (isUsed(point)) continue;
      const key = keyOf(this.place(point, 0), this.place(point, 1), this.place(point, 2));
      const others = (this.#byPlace.get(key) ?? []).filter((other) => other !== point);
      if (others.length > 0) this.#byPlace.set(key, others);
      else this.#byPlace.delete(key);
      const at = point - this.vertexCount;
      for (const plane of this.#carriers[at].planes) this.#signs[plane].delete(point);
      this.#exact[at] = NO_POINT;
      this.#carriers[at] = NO_CARRIERS;
    }
  }

  /** Finite multiples of 2^exponent, as integers. */
  integers(x: number, y: number, z: number): Vector {
    const { values, exponent } = toIntegers([x, y, z]);
    const shift = BigInt(exponent - this.exponent);
    // What is shifted out is 0.
    const at = (k: number) => (shift < 0n ? values[k] >> -shift : values[k] << shift);
    return [at(0), at(1), at(2)];
  }

  /** The number of a plane, the same for either way it faces; and 1 if it faces as given, or else −1. */
  plane(normal: Vector, offset: bigint): { readonly id: number; readonly sign: 1 | -1 } {
    const { plane, sign } = lowestTerms(normal, offset);
    const key = `${plane.normal.join()},${plane.offset}`;
    const known = this.#planeIds.get(key);
    const id = known ?? this.planes.length;
    if (known === undefined) {
      this.#planeIds.set(key, id);
      this.planes.push(plane);
      this.#rounded.push(roundedPlane(plane, this.exponent));
      this.#signs.push(new Map());
    }
    return { id, sign };
  }

  /** Makes vertices known by their places, so that points found there are these vertices. */
  heed(vertex: number): void {
    if (this.#heeded.has(vertex)) return;
    this.#heeded.add(vertex);
    this.#at(this.place(vertex, 0), this.place(vertex, 1), this.place(vertex, 2)).unshift(vertex);
  }

  /** 1 if a face's normal points to the front of a plane, −1 if to its back. */
  facing(face: number, plane: number): number {
    return dot(this.#facePlane(face).normal, this.planes[plane].normal) > 0n ? 1 : -1;
  }

  /** A vertex that was heeded at a place, if there is one. */
  heededAt(x: number, y: number, z: number): number | undefined {
    const first = this.#byPlace.get(keyOf(x, y, z))?.[0];
    return first !== undefined && first < this.vertexCount ? first : undefined;
  }

  /** A plane's normal, of any length. */
  roundedNormal(plane: number): readonly number[] {
    return this.#rounded[plane].slice(0, 3);
  }

  /** mm: how far in front of a plane a place is, up to rounding. */
  heightAt(places: ArrayLike<number>, at: number, plane: number): number {
    const [x, y, z, offset] = this.#rounded[plane];
    return (x * places[at] + y * places[at + 1] + z * places[at + 2] - offset) / Math.hypot(x, y, z);
  }

  /** A coordinate, mm: the f64 nearest to the exact one. */
  place(point: number, axis: number): number {
    return point < this.vertexCount
      ? this.#positions[3 * point + axis]
      : this.#places[3 * (point - this.vertexCount) + axis];
  }

  /** 1 in front of the plane, 0 on it, −1 behind it. */
  signOf(point: number, plane: number): number {
    const rounded = this.#roundedSign(point, plane);
    if (rounded !== 0) return rounded;
    const known = this.#signs[plane].get(point);
    if (known !== undefined) return known;
    const sign = this.#exactSign(point, plane);
    this.#signs[plane].set(point, sign);
    if (sign === 0) addOnce(this.#planesOf(point), plane);
    return sign;
  }

  /** The point where the edge between points on different sides crosses the plane: one of its ends, if it is on it. */
  crossing(a: number, b: number, plane: number): number {
    if (this.signOf(a, plane) === 0) return a;
    if (this.signOf(b, plane) === 0) return b;
    const edge = this.#commonEdge(a, b);
    const faces = this.#commonFaces(a, b);
    const planes = this.#planesOf(a).filter((id) => this.#planesOf(b).includes(id));
    const found = this.#numbered(this.#crossingOn(edge, faces, planes, a, b, plane));
    for (const id of [...planes, plane]) addOnce(this.#planesOf(found), id);
    if (found < this.vertexCount) return found;
    const carriers = this.#carriers[found - this.vertexCount];
    if (carriers.edge < 0) carriers.edge = edge;
    for (const face of faces) addOnce(carriers.faces, face);
    return found;
  }

  /** Negative if a has the lower coordinate along an axis, 0 if both have the same. */
  compare(a: number, b: number, axis: number): number {
    // Rounding keeps order, where it leaves a difference.
    const rounded = this.place(a, axis) - this.place(b, axis);
    if (rounded !== 0) return rounded;
    const [p, q] = [this.#exactly(a), this.#exactly(b)];
    const difference = p.x[axis] * q.w - q.x[axis] * p.w;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  }

  /** A point of the line in which two planes cut each other, mm, rounded once, and its direction; null if parallel. */
  lineOf(a: number, b: number): { readonly point: readonly number[]; readonly direction: readonly number[] } | null {
    const [first, second] = [this.planes[a], this.planes[b]];
    const along = cross(first.normal, second.normal);
    const nearest = meetingOf(first, second, { normal: along, offset: 0n });
    if (nearest === null) return null;
    return { point: this.#placeOf(nearest), direction: inRatio(along) };
  }

  #crossingOn(
    edge: number,
    faces: readonly number[],
    planes: readonly number[],
    a: number,
    b: number,
    plane: number,
  ): ExactPoint {
    if (edge >= 0) return this.#between(...this.#endsOf(edge), plane);
    const carriers = [...planes.map((id) => this.planes[id]), ...faces.map((face) => this.#facePlane(face))];
    for (let i = 0; i < carriers.length; i++)
      for (let j = 0; j < i; j++) {
        const found = meetingOf(carriers[i], carriers[j], this.planes[plane]);
        if (found !== null) return found;
      }
    return this.#between(a, b, plane);
  }

  #between(i: number, j: number, plane: number): ExactPoint {
    const [a, b] = [this.#exactly(i), this.#exactly(j)];
    const [s, t] = [this.#height(a, plane), this.#height(b, plane)];
    const sign = s > 0n ? 1n : -1n;
    const at = (k: number) => sign * (s * b.x[k] - t * a.x[k]);
    return { x: [at(0), at(1), at(2)], w: sign * (s * b.w - t * a.w) };
  }

  /** The number of an exact point, new or known. */
  #numbered(exact: ExactPoint): number {
    const place = this.#placeOf(exact);
    const list = this.#at(place[0], place[1], place[2]);
    const known = list.find((point) => isSame(this.#exactly(point), exact));
    if (known !== undefined) return known;
    const point = this.vertexCount + this.#exact.length;
    this.#exact.push(exact);
    this.#carriers.push({ edge: -1, faces: [], planes: [] });
    this.#places.push(...place);
    list.push(point);
    return point;
  }

  #at(x: number, y: number, z: number): number[] {
    const key = keyOf(x, y, z);
    const known = this.#byPlace.get(key);
    if (known !== undefined) return known;
    const list: number[] = [];
    this.#byPlace.set(key, list);
    return list;
  }

  /** 0 if rounding leaves it open. */
  #roundedSign(point: number, plane: number): number {
    const rounded = this.#rounded[plane];
    const isGiven = point < this.vertexCount;
    const places = isGiven ? this.#positions : this.#places;
    const at = 3 * (isGiven ? point : point - this.vertexCount);
    const x = rounded[0] * places[at];
    const y = rounded[1] * places[at + 1];
    const z = rounded[2] * places[at + 2];
    const height = x + y + z - rounded[3];
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(rounded[3]);
    return Math.abs(height) > ROUNDED * size ? Math.sign(height) : 0;
  }

  #exactSign(point: number, plane: number): number {
    const height = this.#height(this.#exactly(point), plane);
    return height > 0n ? 1 : height < 0n ? -1 : 0;
  }

  /** A positive multiple of the height. */
  #height({ x, w }: ExactPoint, plane: number): bigint {
    const { normal, offset } = this.planes[plane];
    return dot(normal, x) - offset * w;
  }

  #exactly(point: number): ExactPoint {
    if (point >= this.vertexCount) return this.#exact[point - this.vertexCount];
    const known = this.#vertices.get(point);
    if (known !== undefined) return known;
    const made = { x: this.integers(this.place(point, 0), this.place(point, 1), this.place(point, 2)), w: 1n };
    this.#vertices.set(point, made);
    return made;
  }

  #placeOf({ x, w }: ExactPoint): readonly number[] {
    return x.map((value) => roundedQuotient(value, w, this.exponent));
  }

  #planesOf(point: number): number[] {
    if (point >= this.vertexCount) return this.#carriers[point - this.vertexCount].planes;
    const known = this.#planesOfVertex.get(point);
    if (known !== undefined) return known;
    const list: number[] = [];
    this.#planesOfVertex.set(point, list);
    return list;
  }

  #facePlane(face: number): ExactPlane {
    const known = this.#planeOfFace.get(face);
    if (known !== undefined) return known;
    const [a, b, c] = [0, 1, 2].map((k) => this.#exactly(this.#faces[3 * face + k]).x);
    const normal = cross(minus(b, a), minus(c, a));
    const plane = { normal, offset: dot(normal, a) };
    this.#planeOfFace.set(face, plane);
    return plane;
  }

  /** Faces on which both points lie; the one within which they are, for certain. */
  #commonFaces(a: number, b: number): number[] {
    const [p, q] = [a, b].sort((i, j) => j - i);
    const known = p < this.vertexCount ? [] : this.#carriers[p - this.vertexCount].faces;
    const common = known.filter((face) => this.#isOnFace(q, face));
    if (this.face >= 0) addOnce(common, this.face);
    return common;
  }

  #isOnFace(point: number, face: number): boolean {
    if (point >= this.vertexCount) return this.#carriers[point - this.vertexCount].faces.includes(face);
    return [0, 1, 2].some((k) => this.#faces[3 * face + k] === point);
  }

  /** The key of a line through two vertices on which both points lie, or −1. */
  #commonEdge(a: number, b: number): number {
    if (a < this.vertexCount && b < this.vertexCount) return this.#edgeKey(a, b);
    const [edge, other] = a < this.vertexCount ? [this.#edgeOf(b), a] : [this.#edgeOf(a), b];
    if (edge < 0) return -1;
    if (other >= this.vertexCount) return this.#edgeOf(other) === edge ? edge : -1;
    return this.#endsOf(edge).includes(other) ? edge : -1;
  }

  #edgeOf(point: number): number {
    return this.#carriers[point - this.vertexCount].edge;
  }

  #edgeKey(a: number, b: number): number {
    return Math.min(a, b) * this.vertexCount + Math.max(a, b);
  }

  #endsOf(edge: number): readonly [number, number] {
    return [Math.floor(edge / this.vertexCount), edge % this.vertexCount];
  }
}

/** −0 and 0 are written alike. */
function keyOf(x: number, y: number, z: number): string {
  return `${x},${y},${z}`;
}

function addOnce(list: number[], x: number): void {
  if (!list.includes(x)) list.push(x);
}

/** The exponent of the last bit that any of the numbers has. */
function lastBit(numbers: ArrayLike<number>): number {
  const view = new DataView(new ArrayBuffer(8));
  let least = 0;
  for (let n = 0; n < numbers.length; n++) {
    if (numbers[n] === 0) continue;
    view.setFloat64(0, numbers[n]);
    const [high, low] = [view.getUint32(0), view.getUint32(4)];
    const biased = (high >>> 20) & 0x7ff;
    const mantissa = biased === 0 ? high & 0xfffff : (high & 0xfffff) | 0x100000;
    const zeros = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(mantissa & -mantissa);
    least = Math.min(least, Math.max(biased, 1) - 1075 + zeros);
  }
  return least;
}
