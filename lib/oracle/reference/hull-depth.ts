// Two overlapping hulls → the exact square of the least translation that separates them; f64 bounds select what is
// computed exactly.
//
// The depth is the least extent of C = conv(B) − conv(A) beyond the origin along the normal of a facet of C (see
// hull-distance.ts). The sum of two edges is such a facet if each set lies on one side of its own edge. Each normal's
// depth is bounded in f64; those whose lower bound is not above the least upper bound are computed in integers.
//
// Notation: u = 2^-53; x a point minus one of the points, rounded once; S the greatest ‖x‖; n the exact normal of two
// edges e, f, themselves differences of such x. The x are off by ≤ u S, edges by ≤ 2 u S, and by 2 u S more for their
// own rounding; so e × f is off by ≤ 2 · 4.1 u S · 2 S, and by 2 u · 2 · 4 S² for its products and differences: in all
// by ν < 33 u S²; 40 u S² is used. A height n·x is off by ≤ ν S from n, by |n| u S from x and by 3.1 u |n| S from its
// products and sums; a difference of two heights by 2 ν S + 10.3 u |n| S; η = 2 ν S + 16 u |n| S. The lengths S and |n|
// have a relative error of 3 u, which the margins cover. Underflow: coordinates are ≤ 2^300; a product that underflows
// is off by < 2^-1074, times at most 2^302; 2^-500 is added to ν, as |n| loses up to 2^-536, and 2^-600 to η.

import { isLess, type Ratio } from './exact-numbers.ts';
import { supportGaps } from './hull-distance.ts';
import { cross, dot, isZero, type Numbers, subtract, type Vector } from './integer-vectors.ts';

const { max, min, sqrt } = Math;
const NORMAL_MARGIN = 40 * 2 ** -53;
const HEIGHT_MARGIN = 16 * 2 ** -53;
/** Factors that bound quotients of rounded sums, which have four roundings. */
const BELOW = 1 - 2 ** -50;
const ABOVE = 1 + 2 ** -50;

/** A set of points: in f64, relative to one origin common to both sets, and on the grid. */
interface Cloud {
  readonly local: Float64Array;
  readonly exact: readonly Vector[];
  /** Pairs of points; every edge of the hull is among them. */
  readonly edges: readonly (readonly [number, number])[];
  /** Triples of points; every facet of the hull is spanned by one of them. */
  readonly facets: readonly (readonly [number, number, number])[];
}

/**
 * @param a, b the points in f64, mm. @param exactA, exactB the same points on one grid. Their hulls share a point.
 * @returns the square of the depth, in square grid units; 0 if they only touch.
 */
export function hullDepth(a: Numbers, b: Numbers, exactA: readonly Vector[], exactB: readonly Vector[]): Ratio {
  const ofA = differences(a, a);
  const ofB = differences(b, a);
  const extent = max(greatestLength(ofA), greatestLength(ofB));
  return new Normals(cloudOf(ofA, exactA, extent), cloudOf(ofB, exactB, extent), extent).leastDepth();
}

class Normals {
  readonly #a: Cloud;
  readonly #b: Cloud;
  readonly #extent: number;
  /** Normals that may give the least depth, each with a lower bound on its depth. */
  readonly #open: { low: number; edges: readonly [Cloud, number, number, Cloud, number, number] }[] = [];
  /** An upper bound on the least depth, mm. */
  #high = Number.POSITIVE_INFINITY;

  constructor(a: Cloud, b: Cloud, extent: number) {
    this.#a = a;
    this.#b = b;
    this.#extent = extent;
  }

  leastDepth(): Ratio {
    for (const cloud of [this.#a, this.#b]) for (const [p, q, r] of cloud.facets) this.#bound(cloud, p, q, cloud, p, r);
    for (const [p, q] of this.#a.edges) for (const [r, s] of this.#b.edges) this.#bound(this.#a, p, q, this.#b, r, s);
    let least: Ratio | undefined;
    for (const { low, edges } of this.#open) {
      const depth = low <= this.#high ? this.#exactDepth(...edges) : undefined;
      if (depth !== undefined && (least === undefined || isLess(depth, least))) least = depth;
    }
    return least ?? { numerator: 0n, denominator: 1n };
  }

  #bound(c: Cloud, p: number, q: number, d: Cloud, r: number, s: number): void {
    const [nx, ny, nz] = normalOf(c.local, p, q, d.local, r, s);
    const length = sqrt(nx * nx + ny * ny + nz * nz);
    const slack = normalSlack(this.#extent);
    const height = heightSlack(length, this.#extent);
    if (c !== d && (isCut(nx, ny, nz, c.local, p, height) || isCut(nx, ny, nz, d.local, r, height))) return;
    const ofA = heights(nx, ny, nz, this.#a.local);
    const ofB = heights(nx, ny, nz, this.#b.local);
    const depth = min(ofA[1] - ofB[0], ofB[1] - ofA[0]);
    const low = (max(0, depth - height) / (length + slack)) * BELOW;
    if (low > this.#high) return;
    this.#open.push({ low, edges: [c, p, q, d, r, s] });
    if (length > 2 * slack) this.#high = min(this.#high, (max(0, depth + height) / (length - slack)) * ABOVE);
  }

  /** undefined if the edges are parallel. */
  #exactDepth(c: Cloud, p: number, q: number, d: Cloud, r: number, s: number): Ratio | undefined {
    const normal = cross(subtract(c.exact[q], c.exact[p]), subtract(d.exact[s], d.exact[r]));
    if (isZero(normal)) return undefined;
    const { forth, back } = supportGaps(normal, this.#a.exact, this.#b.exact);
    const depth = forth > back ? -forth : -back;
    return { numerator: depth * depth, denominator: dot(normal, normal) };
  }
}

function cloudOf(local: Float64Array, exact: readonly Vector[], extent: number): Cloud {
  const facets: [number, number, number][] = [];
  const count = exact.length;
  const isEdge = new Uint8Array(count * count);
  for (let p = 0; p < count; p++)
    for (let q = p + 1; q < count; q++) {
      if (count === 2) isEdge[1] = 1;
      for (let r = q + 1; r < count; r++) {
        const [nx, ny, nz] = normalOf(local, p, q, local, p, r);
        const slack = heightSlack(sqrt(nx * nx + ny * ny + nz * nz), extent);
        if (isCut(nx, ny, nz, local, p, slack)) continue;
        facets.push([p, q, r]);
        isEdge[p * count + q] = isEdge[p * count + r] = isEdge[q * count + r] = 1;
      }
    }
  const edges = Array.from(isEdge.keys())
    .filter((at) => isEdge[at] === 1)
    .map((at) => [Math.floor(at / count), at % count] as const);
  return { local, exact, edges, facets };
}

/** Whether points certainly lie on both sides of the plane through one of them; it then contains no facet of theirs. */
function isCut(nx: number, ny: number, nz: number, local: Float64Array, through: number, slack: number): boolean {
  const level = nx * local[3 * through] + ny * local[3 * through + 1] + nz * local[3 * through + 2];
  let above = false;
  let below = false;
  for (let i = 0; i < local.length && !(above && below); i += 3) {
    const height = nx * local[i] + ny * local[i + 1] + nz * local[i + 2] - level;
    if (height > slack) above = true;
    if (height < -slack) below = true;
  }
  return above && below;
}

/** An upper bound on ν: see the top of this file. */
function normalSlack(extent: number): number {
  return NORMAL_MARGIN * extent * extent + 2 ** -500;
}

/** An upper bound on η: see the top of this file. */
function heightSlack(length: number, extent: number): number {
  return 2 * normalSlack(extent) * extent + HEIGHT_MARGIN * length * extent + 2 ** -600;
}

/** (q − p) × (s − r). */
function normalOf(
  c: Float64Array,
  p: number,
  q: number,
  d: Float64Array,
  r: number,
  s: number,
): readonly [number, number, number] {
  const ex = c[3 * q] - c[3 * p];
  const ey = c[3 * q + 1] - c[3 * p + 1];
  const ez = c[3 * q + 2] - c[3 * p + 2];
  const fx = d[3 * s] - d[3 * r];
  const fy = d[3 * s + 1] - d[3 * r + 1];
  const fz = d[3 * s + 2] - d[3 * r + 2];
  return [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
}

/** The least and the greatest n·x. */
function heights(nx: number, ny: number, nz: number, local: Float64Array): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < local.length; i += 3) {
    const height = nx * local[i] + ny * local[i + 1] + nz * local[i + 2];
    if (height < low) low = height;
    if (height > high) high = height;
  }
  return [low, high];
}

function differences(points: Numbers, origin: Numbers): Float64Array {
  return Float64Array.from(points, (value, i) => value - origin[i % 3]);
}

function greatestLength(local: Float64Array): number {
  let most = 0;
  for (let i = 0; i < local.length; i += 3)
    most = max(most, sqrt(local[i] ** 2 + local[i + 1] ** 2 + local[i + 2] ** 2));
  return most;
}
