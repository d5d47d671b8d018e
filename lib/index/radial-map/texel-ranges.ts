// Faces → for each texel the ranges of distance at which its cone may meet a face, one per face and texel.
//
// A cube about the centre is divided into texels: n × n on each of its six sides. A texel's cone contains the rays from
// the centre through the texel.
//
//        v ▲                       side  axis  u  v
//          ├──┬──┬──┬──┐ 1         0, 1  ±x    y  z      On side 0 and 1, a point has m = ±x, and lies in the column
//          ├──┼──┼──┼──┤           2, 3  ±y    z  x      of u/m and the row of v/m, each from −1 to 1.
//          ├──┼──┼──┼──┤           4, 5  ±z    x  y
//          └──┴──┴──┴──┘ −1  ▶ u                         texel = (side·n + row)·n + column
//
// A face is clipped to the pyramid of a side, then to the rows that it touches, then to the columns. Nothing that a
// texel can see is lost: slack.ts.

import { f32Above, f32Below, GrowingArray } from '#core';
import { ConePolygon } from './cone-polygon.ts';
import { CONE_SLACK, NEAREST_DEPTH, SQUARE_GROW, SQUARE_SHRINK, TEXEL_MARGIN } from './slack.ts';

/** Parallel rows: a texel, and the squares of the ends of a range in it, rounded outward. */
export interface TexelRanges {
  readonly texels: GrowingArray<Uint32Array>;
  readonly lows: GrowingArray<Float32Array>;
  readonly highs: GrowingArray<Float32Array>;
}

/**
 * @param points xyz per vertex, in the map's frame: none above 1.
 * @param faces three vertices per face.
 * @param size texels along an edge.
 */
export function texelRanges(points: Float64Array, faces: Uint32Array, size: number): TexelRanges {
  const walk = new TexelWalk(size);
  for (let i = 0; i < faces.length; i += 3) walk.add(points, 3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2]);
  return walk.found;
}

class TexelWalk {
  readonly found: TexelRanges = {
    texels: new GrowingArray(new Uint32Array(1024)),
    lows: new GrowingArray(new Float32Array(1024)),
    highs: new GrowingArray(new Float32Array(1024)),
  };
  readonly #size: number;
  readonly #triangle = new ConePolygon();
  readonly #pyramid = new ConePolygon();
  readonly #row = new ConePolygon();
  readonly #texel = new ConePolygon();
  readonly #between = new ConePolygon();
  readonly #normal = new Float64Array(3);
  readonly #plane = new Float64Array(3);
  readonly #range = new Float64Array(2);
  /** The first and the last row or column that a polygon may touch. */
  readonly #rows = new Int32Array(2);
  readonly #columns = new Int32Array(2);

  constructor(size: number) {
    this.#size = size;
  }

  add(points: Float64Array, a: number, b: number, c: number): void {
    const triangle = this.#triangle;
    triangle.load(points, a, b, c);
    this.#setNormal(points, a, b, c);
    const only = sideOfAll(triangle);
    if (only >= 0) {
      this.#addPyramid(only, triangle);
      return;
    }
    for (let side = 0; side < 6; side++) {
      const axis = side >> 1;
      const sign = side % 2 === 0 ? 1 : -1;
      if (!this.#strip(triangle, this.#row, axis, sign, (axis + 1) % 3, -1, 1)) continue;
      if (this.#strip(this.#row, this.#pyramid, axis, sign, (axis + 2) % 3, -1, 1))
        this.#addPyramid(side, this.#pyramid);
    }
  }

  #addPyramid(side: number, polygon: ConePolygon): void {
    const axis = side >> 1;
    const sign = side % 2 === 0 ? 1 : -1;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    this.#touched(polygon, axis, sign, v, this.#rows);
    const [first, last] = this.#rows;
    for (let row = first; row <= last; row++) {
      const firstTexel = (side * this.#size + row) * this.#size;
      if (first === last) this.#addRow(firstTexel, polygon, axis, sign, u);
      else if (this.#strip(polygon, this.#row, axis, sign, v, this.#border(row), this.#border(row + 1)))
        this.#addRow(firstTexel, this.#row, axis, sign, u);
    }
  }

  #addRow(firstTexel: number, polygon: ConePolygon, axis: number, sign: number, u: number): void {
    this.#touched(polygon, axis, sign, u, this.#columns);
    const [first, last] = this.#columns;
    for (let column = first; column <= last; column++) {
      if (first === last) this.#addTexel(firstTexel + column, polygon);
      else if (this.#strip(polygon, this.#texel, axis, sign, u, this.#border(column), this.#border(column + 1)))
        this.#addTexel(firstTexel + column, this.#texel);
    }
  }

  #addTexel(texel: number, polygon: ConePolygon): void {
    const range = this.#range;
    polygon.rangeInto(range, this.#normal);
    this.found.texels.push(texel);
    this.found.lows.push(f32Below(range[0] * range[0] * SQUARE_SHRINK));
    this.found.highs.push(f32Above(range[1] * range[1] * SQUARE_GROW));
  }

  #border(line: number): number {
    return (2 * line) / this.#size - 1;
  }

  /** The part of a polygon with low ≤ a/m ≤ high. @returns whether it is not empty. */
  #strip(
    from: ConePolygon,
    to: ConePolygon,
    axis: number,
    sign: number,
    across: number,
    low: number,
    high: number,
  ): boolean {
    const plane = this.#plane.fill(0);
    plane[axis] = -sign * low;
    plane[across] = 1;
    if (!this.#between.clip(from, plane)) return false;
    plane[axis] = sign * high;
    plane[across] = -1;
    return to.clip(this.#between, plane);
  }

  /** The lines of texels across one axis that a polygon may touch: those between its corners, or all. */
  #touched({ points, count }: ConePolygon, axis: number, sign: number, across: number, lines: Int32Array): void {
    const last = this.#size - 1;
    const half = this.#size / 2;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < 3 * count; at += 3) {
      const depth = sign * points[at + axis];
      if (depth < NEAREST_DEPTH) {
        low = 0;
        high = last;
        break;
      }
      const place = (points[at + across] / depth + 1) * half;
      low = Math.min(low, place);
      high = Math.max(high, place);
    }
    lines[0] = Math.max(0, Math.min(last, Math.floor(low - TEXEL_MARGIN)));
    lines[1] = Math.max(0, Math.min(last, Math.floor(high + TEXEL_MARGIN)));
  }

  #setNormal(p: Float64Array, a: number, b: number, c: number): void {
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    this.#normal[0] = uy * vz - uz * vy;
    this.#normal[1] = uz * vx - ux * vz;
    this.#normal[2] = ux * vy - uy * vx;
  }
}

/** The cube's side whose pyramid contains a whole triangle by more than the slack: no other side sees it. Else −1. */
function sideOfAll({ points }: ConePolygon): number {
  const [x, y, z] = [Math.abs(points[0]), Math.abs(points[1]), Math.abs(points[2])];
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const sign = points[axis] < 0 ? -1 : 1;
  for (let at = 0; at < 9; at += 3) {
    const room = sign * points[at + axis] - CONE_SLACK;
    if (!(Math.abs(points[at + ((axis + 1) % 3)]) < room && Math.abs(points[at + ((axis + 2) % 3)]) < room)) return -1;
  }
  return 2 * axis + (sign < 0 ? 1 : 0);
}
