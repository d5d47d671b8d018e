// A triangle → the texels whose cones may meet it, each with a range of distances from the centre.
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

import { ConePolygon } from './cone-polygon.ts';
import { leastDepth, texelMargin } from './slack.ts';

/**
 * Takes a texel and the bounds on the distances of the part of the face in it, low and high, in the walk's unit. They
 * are in an array that the next texel overwrites.
 * @returns whether to go on with this face.
 */
export type TakeTexel = (texel: number, range: Float64Array) => boolean;

export class ConeWalk {
  readonly #size: number;
  readonly #slack: number;
  readonly #take: TakeTexel;
  /** See leastDepth and texelMargin in slack.ts. */
  readonly #leastDepth: number;
  readonly #margin: number;
  readonly #triangle: ConePolygon;
  readonly #pyramid: ConePolygon;
  readonly #row: ConePolygon;
  readonly #texel: ConePolygon;
  readonly #between: ConePolygon;
  readonly #normal = new Float64Array(3);
  readonly #plane = new Float64Array(3);
  readonly #range = new Float64Array(2);
  /** The first and the last row or column that a polygon may touch. */
  readonly #rows = new Int32Array(2);
  readonly #columns = new Int32Array(2);

  /**
   * @param size texels along an edge of the cube's sides.
   * @param slack in the walk's unit: CONE_SLACK, or coneSlack of slack.ts.
   */
  constructor(size: number, slack: number, take: TakeTexel) {
    this.#size = size;
    this.#slack = slack;
    this.#take = take;
    this.#leastDepth = leastDepth(slack);
    this.#margin = texelMargin(slack, size);
    this.#triangle = new ConePolygon(slack);
    this.#pyramid = new ConePolygon(slack);
    this.#row = new ConePolygon(slack);
    this.#texel = new ConePolygon(slack);
    this.#between = new ConePolygon(slack);
  }

  /**
   * Visits the texels that may see a part of a triangle.
   * @param points xyz, in the walk's frame: none above 1 in magnitude. The corners are at these offsets.
   * @returns whether all were visited: false once `take` has returned false.
   */
  visit(points: Float64Array, a: number, b: number, c: number): boolean {
    const triangle = this.#triangle;
    triangle.load(points, a, b, c);
    this.#setNormal(points, a, b, c);
    const only = sideOfAll(triangle, this.#slack);
    if (only >= 0) return this.#takePyramid(only, triangle);
    for (let side = 0; side < 6; side++) {
      const axis = side >> 1;
      const sign = side % 2 === 0 ? 1 : -1;
      if (!this.#strip(triangle, this.#row, axis, sign, (axis + 1) % 3, -1, 1)) continue;
      if (!this.#strip(this.#row, this.#pyramid, axis, sign, (axis + 2) % 3, -1, 1)) continue;
      if (!this.#takePyramid(side, this.#pyramid)) return false;
    }
    return true;
  }

  #takePyramid(side: number, polygon: ConePolygon): boolean {
    const axis = side >> 1;
    const sign = side % 2 === 0 ? 1 : -1;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    this.#touched(polygon, axis, sign, v, this.#rows);
    const [first, last] = this.#rows;
    for (let row = first; row <= last; row++) {
      const firstTexel = (side * this.#size + row) * this.#size;
      if (first === last) return this.#takeRow(firstTexel, polygon, axis, sign, u);
      if (!this.#strip(polygon, this.#row, axis, sign, v, this.#border(row), this.#border(row + 1))) continue;
      if (!this.#takeRow(firstTexel, this.#row, axis, sign, u)) return false;
    }
    return true;
  }

  #takeRow(firstTexel: number, polygon: ConePolygon, axis: number, sign: number, u: number): boolean {
    this.#touched(polygon, axis, sign, u, this.#columns);
    const [first, last] = this.#columns;
    for (let column = first; column <= last; column++) {
      if (first === last) return this.#takeTexel(firstTexel + column, polygon);
      if (!this.#strip(polygon, this.#texel, axis, sign, u, this.#border(column), this.#border(column + 1))) continue;
      if (!this.#takeTexel(firstTexel + column, this.#texel)) return false;
    }
    return true;
  }

  #takeTexel(texel: number, polygon: ConePolygon): boolean {
    polygon.rangeInto(this.#range, this.#normal);
    return this.#take(texel, this.#range);
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
      if (depth < this.#leastDepth) {
        low = 0;
        high = last;
        break;
      }
      const place = (points[at + across] / depth + 1) * half;
      low = Math.min(low, place);
      high = Math.max(high, place);
    }
    lines[0] = Math.max(0, Math.min(last, Math.floor(low - this.#margin)));
    lines[1] = Math.max(0, Math.min(last, Math.floor(high + this.#margin)));
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
function sideOfAll({ points }: ConePolygon, slack: number): number {
  const [x, y, z] = [Math.abs(points[0]), Math.abs(points[1]), Math.abs(points[2])];
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const sign = points[axis] < 0 ? -1 : 1;
  for (let at = 0; at < 9; at += 3) {
    const room = sign * points[at + axis] - slack;
    if (!(Math.abs(points[at + ((axis + 1) % 3)]) < room && Math.abs(points[at + ((axis + 2) % 3)]) < room)) return -1;
  }
  return 2 * axis + (sign < 0 ? 1 : 0);
}
