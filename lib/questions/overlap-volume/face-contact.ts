// Two faces → how one touches the other, exactly, by signs of orientations alone.
//
//      f ╱╲  g      FREE: neither crosses the other's interior, which excludes its edges; it may touch it:
//     __╱__╲___     sideOfF: g touches f's interior and lies on this side of f's plane or in it; sideOfG likewise.
//                   COPLANAR: both lie in one plane, their interiors overlap. CROSSING: they pass through each other.

import { lineSide, planeSide } from '#triangles';

export const FREE = 0;
export const CROSSING = 1;
export const COPLANAR = 2;

/** Offsets of f's and g's corners in `corners`, and of a point off the plane of both. */
const F = [0, 3, 6];
const G = [9, 12, 15];
const BESIDE = 18;

export class FaceContact {
  /** f's corners, then g's, then room for one more point. */
  readonly corners = new Float64Array(21);
  /**
   * From the last `find`: if g touches f's interior, the side of f's plane on which g lies, ±1; else 0. sideOfG: the
   * same with f and g exchanged.
   */
  sideOfF = 0;
  sideOfG = 0;

  /** @returns FREE also if only sideOfF or sideOfG says how they touch. Neither face may have zero area. */
  find(): number {
    this.sideOfF = 0;
    this.sideOfG = 0;
    const g = G.map((p) => this.#side(F, p));
    if (isBeside(g)) return FREE;
    const f = F.map((p) => this.#side(G, p));
    if (isBeside(f)) return FREE;
    if (g.every((sign) => sign === 0)) return this.#overlapInPlane() ? COPLANAR : FREE;
    const [gIsOnOneSide, fIsOnOneSide] = [!isAcross(g), !isAcross(f)];
    // Each has only edges or corners in the other's plane, and its edges are not part of its interior.
    if (gIsOnOneSide && fIsOnOneSide) return FREE;
    if (gIsOnOneSide && this.#touches(F, G, g)) this.sideOfF = sideOf(g);
    if (fIsOnOneSide && this.#touches(G, F, f)) this.sideOfG = sideOf(f);
    return !gIsOnOneSide && !fIsOnOneSide && this.#cross(f, g) ? CROSSING : FREE;
  }

  /** For coplanar faces: 1 if they face the same way, −1 if opposite ways. */
  facing(): number {
    return putBeside(this.corners) ? this.#side(F, BESIDE) * this.#side(G, BESIDE) : 0;
  }

  #side([a, b, c]: readonly number[], p: number): number {
    return Math.sign(planeSide(this.corners, a, b, c, this.corners, p));
  }

  /** The side of the line pq on which `at` lies, seen from a point off the plane that they share. */
  #lineSide(p: number, q: number, beside: number, at: number): number {
    return Math.sign(lineSide(this.corners, p, q, this.corners, beside, at));
  }

  /** Whether the part of `other` in the plane of `face`, a corner or an edge, meets the interior of `face`. */
  #touches(face: readonly number[], other: readonly number[], signs: readonly number[]): boolean {
    const beside = other[signs.findIndex((sign) => sign !== 0)];
    const inPlane = other.filter((_, i) => signs[i] === 0);
    return !this.#areApart(face, inPlane, beside);
  }

  #overlapInPlane(): boolean {
    return putBeside(this.corners) && !this.#areApart(F, G, BESIDE);
  }

  /**
   * Whether the interior of a triangle is disjoint from a point, a segment or a triangle's interior in its plane. Both
   * are convex, so if it is, the line of an edge of one separates them.
   */
  #areApart(triangle: readonly number[], other: readonly number[], beside: number): boolean {
    const keepsApart = (p: number, q: number) => {
      const sides = triangle.map((at) => this.#lineSide(p, q, beside, at));
      const others = other.map((at) => this.#lineSide(p, q, beside, at));
      return [1, -1].some((s) => sides.every((side) => s * side >= 0) && others.every((side) => s * side <= 0));
    };
    const ends = other.length === 1 ? [] : other.map((p, i) => [p, other[(i + 1) % other.length]]);
    return [...triangle.map((p, i) => [p, triangle[(i + 1) % 3]]), ...ends].some(([p, q]) => keepsApart(p, q));
  }

  /**
   * For faces that have corners on both sides of each other's planes: whether the segments that they cut out of the
   * line in which the planes meet share more than an end, as by O. Devillers, P. Guigue, "Faster triangle-triangle
   * intersection tests", INRIA 2002. Each segment runs between the two edges at the corner that is alone on its side.
   */
  #cross(f: readonly number[], g: readonly number[]): boolean {
    const a = aloneFirst(F, f);
    const b = aloneFirst(G, g);
    // Reordered so that each has its first corner on the positive side of the other.
    if (this.#side(b, a[0]) < 0) b.splice(1, 2, b[2], b[1]);
    if (this.#side(a, b[0]) < 0) a.splice(1, 2, a[2], a[1]);
    const { corners } = this;
    const first = lineSide(corners, a[0], a[1], corners, b[0], b[1]);
    const second = lineSide(corners, a[0], a[2], corners, b[2], b[0]);
    return first > 0 === second > 0 && first !== 0 && second !== 0;
  }
}

/**
 * Puts a point off the plane of the first triangle at 18: its first corner, moved along an axis that is not parallel to
 * the plane. @returns false if there is none: the triangle has no area.
 */
export function putBeside(corners: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    for (let j = 0; j < 3; j++) corners[BESIDE + j] = corners[j];
    const farthest = Math.max(...[k, 3 + k, 6 + k].map((at) => Math.abs(corners[at])));
    corners[BESIDE + k] = 2 * farthest + 1;
    if (planeSide(corners, F[0], F[1], F[2], corners, BESIDE) !== 0) return true;
  }
  return false;
}

const isBeside = (signs: readonly number[]) => signs[0] !== 0 && signs.every((sign) => sign === signs[0]);
const isAcross = (signs: readonly number[]) => signs.includes(1) && signs.includes(-1);
const sideOf = (signs: readonly number[]) => signs.find((sign) => sign !== 0) ?? 0;

/** The corners of a triangle on both sides of a plane, in cyclic order from the one that is alone on its side. */
function aloneFirst(face: readonly number[], signs: readonly number[]): number[] {
  const alone = [0, 1, 2].find((i) => signs[i] !== 0 && signs.every((sign, n) => n === i || sign !== signs[i])) ?? 0;
  return [0, 1, 2].map((n) => face[(alone + n) % 3]);
}
