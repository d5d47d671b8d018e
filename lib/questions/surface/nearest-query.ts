// A point and a surface → the exactly nearest face, the part of it that is nearest, and the distance.
//
//     ● p                A walk of the tree gathers all faces that f64 cannot tell from the nearest. Often these share
//     ┆                  the nearest corner or edge, and are equally far: exact signs prove that they do
//  ───╲───╱───           (triangles/nearest-feature.ts), and the lowest-numbered one is taken. If not, integers compare
//   1  ╲ ╱  2            their squared distances. So the face does not depend on the tree, or on rounding.
//
// Proximity's NearestFace names, of faces that f64 cannot tell apart, the one that it computes to be nearest, which is
// all that a distance needs; and its tree of eight children suits many points near each other, not one.

import { cornerOffset, lengthSlack, UNIT_ROUNDOFF } from '#core';
import { BOX_MARGIN, type SearchedSurface } from '#proximity';
import type { PairTree } from '#records';
import {
  CORNER_A,
  EDGE_AB,
  exactPointTriangle,
  faceNormal,
  INSIDE,
  LOWER,
  nearestFeature,
  nearestOnTriangle,
  POINT_TRIANGLE_SIZE,
  pointTriangle,
  roundedRoot,
  SOME_EDGE,
  SQUARED,
  sharpenPointTriangle,
  toIntegers,
  TrianglePair,
  type Vector,
} from '#triangles';

/** A point that f64 does not prove to be within this share of the greatest coordinate is rounded from integers. */
const FOOT_SHARE = 2 ** -41;

/** One child waits on each level of the tree: at most 48 + 26 (bvh/pair-tree.ts). */
const MOST_WAITING = 80;

export class NearestQuery {
  /** The answer: its face and feature (INSIDE, EDGE_AB, …), the point, xyz, and the distance, mm. */
  face = -1;
  feature = INSIDE;
  readonly point = new Float64Array(3);
  readonly #distance = new Float64Array(1);
  readonly #surface: SearchedSurface;
  readonly #tree: PairTree;
  readonly #waiting = new Int32Array(MOST_WAITING);
  readonly #squares = new Float64Array(MOST_WAITING);
  readonly #pair = new TrianglePair();
  readonly #p = new Float64Array(3);
  readonly #result = new Float64Array(POINT_TRIANGLE_SIZE);
  /** Faces that may be the nearest, lower bounds of their distances, and the least upper bound, mm. */
  readonly #kept: number[] = [];
  readonly #lows: number[] = [];
  readonly #least = new Float64Array(1);
  readonly #slack = new Float64Array(1);

  constructor(surface: SearchedSurface, tree: PairTree) {
    this.#surface = surface;
    this.#tree = tree;
  }

  get distance(): number {
    return this.#distance[0];
  }

  /** @param among faces that include all nearest ones; null: all of the surface. */
  find(x: number, y: number, z: number, among: ArrayLike<number> | null = null): void {
    this.#p[0] = x;
    this.#p[1] = y;
    this.#p[2] = z;
    this.#begin();
    if (among === null) this.#walk();
    else
      for (let i = 0; i < among.length; i++) this.#take(among[i], this.#surface.positions, ...this.#corners(among[i]));
    const ties = this.#ties();
    this.face = ties.length === 1 ? ties[0] : this.#exactNearest(ties);
    this.feature = this.#featureOf(this.face);
    this.#place();
  }

  /** Whether the distance found is at most a limit, mm, exactly. */
  isWithin(limit: number): boolean {
    const slack = lengthSlack(this.#magnitude());
    if (this.distance + slack <= limit) return true;
    if (this.distance - slack > limit) return false;
    const { squared, over } = this.#exactly([this.face], [limit])[0];
    return squared <= over;
  }

  #magnitude(): number {
    const p = this.#p;
    return Math.max(this.#surface.magnitude, Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2]));
  }

  /** Forgets the faces of the last question. */
  #begin(): void {
    this.#kept.length = 0;
    this.#lows.length = 0;
    this.#least[0] = Number.POSITIVE_INFINITY;
    this.#slack[0] = 2 * lengthSlack(this.#magnitude());
  }

  /** Keeps a face if its distance may be the least so far: f64's lower bound of it is not above the least upper one. */
  #take(face: number, A: Float64Array, a: number, b: number, c: number): void {
    const result = this.#result;
    pointTriangle(this.#p, 0, A, a, b, c, result);
    const low = result[LOWER] - this.#slack[0];
    if (low > this.#least[0]) return;
    this.#kept.push(face);
    this.#lows.push(low);
    const high = Math.sqrt(result[SQUARED]) + this.#slack[0];
    if (high < this.#least[0]) this.#least[0] = high;
  }

  /** Faces that f64 cannot tell from the nearest one. */
  #ties(): number[] {
    const least = this.#least[0];
    return this.#kept.filter((_, i) => this.#lows[i] <= least);
  }

  /**
   * Takes faces by a walk of the tree that opens the nearer child first. A box is skipped if it is farther than the
   * least upper bound of a face's distance; its own squared distance has 8 roundings at most (BOX_MARGIN).
   */
  #walk(): void {
    const { boxes, children, order, corners, count } = this.#tree;
    const [x, y, z] = this.#p;
    const waiting = this.#waiting;
    const squares = this.#squares;
    waiting[0] = count === 1 ? ~0 : 0;
    squares[0] = 0;
    let limit = Number.POSITIVE_INFINITY;
    let top = 1;
    while (top > 0) {
      if (squares[--top] > limit) continue;
      let node = waiting[top];
      while (node >= 0) {
        const at = 12 * node;
        let dx = x < boxes[at] ? boxes[at] - x : x > boxes[at + 3] ? x - boxes[at + 3] : 0;
        let dy = y < boxes[at + 1] ? boxes[at + 1] - y : y > boxes[at + 4] ? y - boxes[at + 4] : 0;
        let dz = z < boxes[at + 2] ? boxes[at + 2] - z : z > boxes[at + 5] ? z - boxes[at + 5] : 0;
        const first = dx * dx + dy * dy + dz * dz;
        dx = x < boxes[at + 6] ? boxes[at + 6] - x : x > boxes[at + 9] ? x - boxes[at + 9] : 0;
        dy = y < boxes[at + 7] ? boxes[at + 7] - y : y > boxes[at + 10] ? y - boxes[at + 10] : 0;
        dz = z < boxes[at + 8] ? boxes[at + 8] - z : z > boxes[at + 11] ? z - boxes[at + 11] : 0;
        const second = dx * dx + dy * dy + dz * dz;
        const isFirst = first <= second;
        const near = isFirst ? first : second;
        const far = isFirst ? second : first;
        if (near > limit) break;
        if (far <= limit) {
          waiting[top] = children[2 * node + (isFirst ? 1 : 0)];
          squares[top++] = far;
        }
        node = children[2 * node + (isFirst ? 0 : 1)];
      }
      if (node >= 0) continue;
      const c = 9 * ~node;
      this.#take(order[~node], corners, c, c + 3, c + 6);
      limit = this.#least[0] * this.#least[0] * BOX_MARGIN;
    }
  }

  #exactNearest(faces: readonly number[]): number {
    const lowest = faces.reduce((least, face) => Math.min(least, face));
    const shared = this.#sharedPart(faces[0]);
    if (shared !== '' && faces.every((face) => this.#sharedPart(face) === shared)) return lowest;
    const found = this.#exactly(faces, []);
    let best = 0;
    for (let i = 1; i < faces.length; i++) {
      const difference = found[i].squared * found[best].over - found[best].squared * found[i].over;
      if (difference < 0n || (difference === 0n && faces[i] < faces[best])) best = i;
    }
    return faces[best];
  }

  /**
   * The corner or the edge of the mesh in which a face is nearest, the same text for all faces there; '' if it is
   * neither.
   */
  #sharedPart(face: number): string {
    const feature = this.#featureOf(face);
    const { faces } = this.#surface;
    const vertex = (corner: number) => faces[3 * face + (corner % 3)];
    if (feature === INSIDE || feature === SOME_EDGE) return '';
    if (feature >= CORNER_A) return String(vertex(feature - CORNER_A));
    const [from, to] = [vertex(feature - EDGE_AB), vertex(feature - EDGE_AB + 1)];
    return from < to ? `${from} ${to}` : `${to} ${from}`;
  }

  #featureOf(face: number): number {
    const [a, b, c] = this.#corners(face);
    return nearestFeature(this.#p, 0, this.#surface.positions, a, b, c);
  }

  /** Squared distances as quotients, in units of 4^exponent mm²; or of (distance/limit)², if a limit is given. */
  #exactly(faces: readonly number[], limit: readonly number[]): { squared: bigint; over: bigint; exponent: number }[] {
    const A = this.#surface.positions;
    const corners = faces.flatMap((face) => this.#corners(face).flatMap((i) => [A[i], A[i + 1], A[i + 2]]));
    const { values, exponent } = toIntegers([...this.#p, ...corners, ...limit]);
    const at = (i: number): Vector => [values[i], values[i + 1], values[i + 2]];
    const unit = limit.length === 0 ? 1n : values[values.length - 1] ** 2n;
    return faces.map((_, n) => {
      const { squared, over } = nearestOnTriangle(at(0), [at(9 * n + 3), at(9 * n + 6), at(9 * n + 9)]);
      return { squared, over: over * unit, exponent };
    });
  }

  /** Writes the point and the distance. */
  #place(): void {
    const { positions } = this.#surface;
    const [a, b, c] = this.#corners(this.face);
    const result = this.#result;
    pointTriangle(this.#p, 0, positions, a, b, c, result);
    const pair = this.#pair.loadPoint(this.#p, 0).loadSecond(positions, a, b, c);
    sharpenPointTriangle(pair, this.#surface.magnitude, result);
    this.#distance[0] = Math.sqrt(result[SQUARED]);
    // Rounding must not put a point on the surface, or take it off.
    if (this.#distance[0] <= lengthSlack(this.#magnitude())) {
      const { squared, over, exponent } = this.#exactly([this.face], [])[0];
      this.#distance[0] = squared === 0n ? 0 : roundedRoot(squared, over, exponent);
    }
    const { feature, point } = this;
    if (feature === SOME_EDGE || (feature === INSIDE && !this.#isFootKnown(a, b, c))) exactPointTriangle(pair, result);
    if (feature === INSIDE || feature === SOME_EDGE) for (let k = 0; k < 3; k++) point[k] = result[k];
    else if (feature >= CORNER_A) for (let k = 0; k < 3; k++) point[k] = positions[[a, b, c][feature - CORNER_A] + k];
    else this.#footOnEdge([a, b, c][feature - EDGE_AB], [b, c, a][feature - EDGE_AB]);
  }

  /**
   * Writes the foot of the perpendicular on an edge that holds it. Per component of at most E the edge, w = p − its
   * start at most M: w·e is off by 16u·EM, e·e ≥ E² by 5u relatively, so the foot by 22u·M along it: far within
   * FOOT_SHARE.
   */
  #footOnEdge(from: number, to: number): void {
    const A = this.#surface.positions;
    const p = this.#p;
    let [along, whole] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const e = A[to + k] - A[from + k];
      along += (p[k] - A[from + k]) * e;
      whole += e * e;
    }
    const share = along / whole;
    for (let k = 0; k < 3; k++) this.point[k] = A[from + k] + share * (A[to + k] - A[from + k]);
  }

  /**
   * Whether f64 knows the foot on the face. Each of its weights is a product n·(edge × (p − corner)), off by 144u·E³M
   * (triangles/nearest-feature.ts), over n·n, of which 22u·E⁴ is lost: relative to an edge, 200u·E⁴M/(n·n) for M ≥ E.
   */
  #isFootKnown(a: number, b: number, c: number): boolean {
    const A = this.#surface.positions;
    const p = this.#p;
    const n = new Float64Array(3);
    faceNormal(A, a, b, c, n, 0);
    let [edge, reach] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [A[a + k], A[b + k], A[c + k]];
      edge = Math.max(edge, Math.abs(y - x), Math.abs(z - x), Math.abs(z - y));
      reach = Math.max(reach, Math.abs(p[k] - x), Math.abs(p[k] - y), Math.abs(p[k] - z));
    }
    const area = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    return 200 * UNIT_ROUNDOFF * edge ** 4 * Math.max(edge, reach) <= FOOT_SHARE * this.#magnitude() * area;
  }

  #corners(face: number): [number, number, number] {
    const { faces } = this.#surface;
    return [cornerOffset(faces, face, 0), cornerOffset(faces, face, 1), cornerOffset(faces, face, 2)];
  }
}
