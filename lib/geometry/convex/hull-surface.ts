// Points and a tetrahedron of four of them → the surface of their convex hull, in triangles, several of which may be
// coplanar.
//
// Points are added one at a time (K. L. Clarkson, P. W. Shor, "Applications of random sampling in computational
// geometry, II", 1989), the farthest above a triangle first (C. B. Barber et al., "The Quickhull algorithm for convex
// hulls", 1996). Each sign is exact, and a point in a triangle's plane does not see that triangle:
//
//        p                 The triangles that p is above form one region without holes. Around it runs the horizon, a
//       /|\                ring of half-edges; each makes a new triangle with p. None has zero area: p is above one
//      / | \               side of a horizon edge, so it is not on the edge's line.
//     /  |  \
//    u───v───w   horizon   A point q above a removed triangle F is above a new one or inside. If q is also above a
//    │ H │ H'│             remaining triangle H, the region that q sees has such an F and H on the two sides of a
//                          horizon edge. The plane of the new triangle there is −h(p)·f + f(p)·h, where f and h are
//                          the planes of F and H, with f(p) > 0 ≥ h(p), so q is above it. So the lists of the removed
//                          triangles are enough.
//
// Each point is in the list of one triangle that it is above. A point above none is dropped.

import { grown } from '#core';
import { planeSide } from '#triangles';

const NONE = -1;

export class HullSurface {
  /** Three vertices per triangle, counter-clockwise. Half-edge 3f + k runs from corner k of triangle f to the next. */
  corners = new Uint32Array(3 * 64);
  /** The half-edge that runs the other way. */
  twins = new Int32Array(3 * 64);
  /** 1 if the triangle is part of the surface. */
  live = new Uint8Array(64);
  /** How many triangles there are, live or not. */
  count = 0;

  readonly #points: Float64Array;
  /**
   * For each triangle: its list's first point, the farthest one, how far that is (times twice the area), the last
   * visit.
   */
  #first = new Int32Array(64);
  #farthest = new Int32Array(64);
  #height = new Float64Array(64);
  #visit = new Uint32Array(64);
  #visits = 0;
  readonly #next: Int32Array;
  /** By vertex of the horizon: the new triangle whose first corner it is. */
  readonly #starting: Uint32Array;
  readonly #free: number[] = [];
  /** Triangles that may have a list. */
  readonly #waiting: number[] = [];
  readonly #visible: number[] = [];
  readonly #horizon: number[] = [];
  readonly #made: number[] = [];

  /**
   * @param points xyz per point, mm; no two are equal.
   * @param simplex numbers of four non-coplanar points, the fourth on the side from which the others run
   * counter-clockwise.
   */
  constructor(points: Float64Array, [a, b, c, d]: readonly [number, number, number, number]) {
    this.#points = points;
    this.#next = new Int32Array(points.length / 3);
    this.#starting = new Uint32Array(points.length / 3);
    for (const corners of [
      [a, c, b],
      [a, b, d],
      [b, c, d],
      [c, a, d],
    ])
      this.#made.push(this.#triangle(corners[0], corners[1], corners[2]));
    this.#joinAll();
    for (let p = 0; p < points.length / 3; p++) this.#place(p);
    this.#await();
    for (let face = this.#waiting.pop(); face !== undefined; face = this.#waiting.pop())
      if (this.live[face] === 1 && this.#first[face] !== NONE) this.#add(this.#farthest[face], face);
  }

  #triangle(a: number, b: number, c: number): number {
    const face = this.#free.pop() ?? this.count++;
    if (face === this.live.length) this.#grow(face + 1);
    this.corners[3 * face] = a;
    this.corners[3 * face + 1] = b;
    this.corners[3 * face + 2] = c;
    this.live[face] = 1;
    this.#first[face] = NONE;
    this.#height[face] = 0;
    this.#visit[face] = 0;
    return face;
  }

  #grow(needed: number): void {
    const used = needed - 1;
    this.live = grown(this.live, used, needed);
    const size = this.live.length;
    this.corners = grown(this.corners, 3 * used, 3 * size);
    this.twins = grown(this.twins, 3 * used, 3 * size);
    this.#first = grown(this.#first, used, size);
    this.#farthest = grown(this.#farthest, used, size);
    this.#height = grown(this.#height, used, size);
    this.#visit = grown(this.#visit, used, size);
  }

  /** Joins the half-edges of the first tetrahedron. */
  #joinAll(): void {
    for (let h = 0; h < 12; h++)
      for (let g = 0; g < 12; g++)
        if (this.corners[h] === this.corners[after(g)] && this.corners[g] === this.corners[after(h)]) this.twins[h] = g;
  }

  /** Puts a point in the list of a new triangle that it is above, if there is one. */
  #place(p: number): void {
    for (const face of this.#made) {
      const height = this.#above(face, p);
      if (!(height > 0)) continue;
      this.#next[p] = this.#first[face];
      this.#first[face] = p;
      if (height > this.#height[face]) {
        this.#height[face] = height;
        this.#farthest[face] = p;
      }
      return;
    }
  }

  /** > 0 if the point is above the triangle, exactly. */
  #above(face: number, p: number): number {
    const { corners } = this;
    const h = 3 * face;
    return planeSide(this.#points, 3 * corners[h], 3 * corners[h + 1], 3 * corners[h + 2], this.#points, 3 * p);
  }

  #await(): void {
    for (const face of this.#made) if (this.#first[face] !== NONE) this.#waiting.push(face);
    this.#made.length = 0;
  }

  /** @param seen a triangle that p is above. */
  #add(p: number, seen: number): void {
    this.#look(p, seen);
    for (const h of this.#horizon) {
      const [u, v] = [this.corners[after(h)], this.corners[h]];
      const face = this.#triangle(u, v, p);
      this.#made.push(face);
      this.#starting[u] = face;
      this.#join(3 * face, h);
    }
    for (const face of this.#made) this.#join(3 * face + 1, 3 * this.#starting[this.corners[3 * face + 1]] + 2);
    for (const face of this.#visible) {
      for (let q = this.#first[face]; q !== NONE; ) {
        const following = this.#next[q];
        this.#place(q);
        q = following;
      }
      this.#free.push(face);
    }
    this.#await();
  }

  /**
   * Finds the triangles that p is above and marks them as not live; also finds the half-edges around them, which belong
   * to triangles that remain.
   */
  #look(p: number, seen: number): void {
    const visible = this.#visible;
    const horizon = this.#horizon;
    visible.length = 0;
    horizon.length = 0;
    const hidden = ++this.#visits;
    visible.push(seen);
    this.live[seen] = 0;
    for (let i = 0; i < visible.length; i++)
      for (let h = 3 * visible[i]; h < 3 * visible[i] + 3; h++) {
        const twin = this.twins[h];
        const face = Math.floor(twin / 3);
        if (this.live[face] === 0) continue;
        if (this.#visit[face] !== hidden && this.#above(face, p) > 0) {
          visible.push(face);
          this.live[face] = 0;
          continue;
        }
        this.#visit[face] = hidden;
        horizon.push(twin);
      }
  }

  #join(h: number, g: number): void {
    this.twins[h] = g;
    this.twins[g] = h;
  }
}

/** The next half-edge of the same triangle. */
export function after(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}
