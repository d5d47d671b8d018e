// A surface and a moving sphere → when and where it first touches, over the surface's BVH or among given faces.
//
// Nodes are visited in the order in which the sphere reaches their boxes, grown by the radius. A node or face that it
// reaches after the earliest contact so far is skipped: it cannot change the answer.
//
// The answer is a function of the surface and the sweep alone. Each face has its own interval, [low, high]; the answer
// ends at the least `high` of all and names its face (of several, the one with the least number); it begins at the
// least `low`. A face whose `low` is later than that end does not change the answer, whether it was tried or not, and
// every other face is tried, in whatever order (sweepReach).

import { cornerOffset } from '#core';
import { NearestFace, type SearchedSurface } from '#proximity';
import { BRANCHING } from '#records';
import { POINT_TRIANGLE_SIZE, pointTriangle } from '#triangles';
import { sweepNormal } from './sweep-normal.ts';
import { exactSphereOnFace } from './exact-sphere.ts';
import { SphereOnFace } from './sphere-on-face.ts';
import { SweptSlabs } from './swept-slabs.ts';

const LEVEL_SHIFT = 2 ** 32;

export interface SphereImpact {
  /**
   * In [0, 1]: no contact before `low`, contact at `high`, or before it if contact lasts only an instant that no f64
   * holds. Both are 0 if sphere and surface touch from the start.
   */
  readonly time: { readonly low: number; readonly high: number };
  /** The point of `face` nearest to the centre at `high`, mm. */
  readonly point: Float64Array;
  /**
   * A face in contact at `high`. If there is contact from the start, the face nearest to the centre; otherwise the one
   * proved to be first and, of several, the one with the least number.
   */
  readonly face: number;
  /**
   * Unit, from the surface to the centre at `high`; if the centre is on the surface, the face's normal on the side from
   * which the centre comes, NaN if the face has none.
   */
  readonly normal: Float64Array;
}

export class SphereSweeper {
  readonly #surface: SearchedSurface;
  readonly #sphere = new SphereOnFace();
  readonly #nearest = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #sweep = new Float64Array(7);
  readonly #corners = new Float64Array(9);
  readonly #nearestFace: NearestFace;
  readonly #slabs = new SweptSlabs();
  readonly #box = new Float64Array(6);
  /** Waiting nodes, and when the sphere reaches their boxes; among one parent's children the earliest is on top. */
  readonly #stack: number[] = [];
  readonly #entries: number[] = [];
  /** The earliest contact: the face whose interval ends first, and the least beginning of any. */
  #face = -1;
  #low = 1;
  #high = 1;

  constructor(surface: SearchedSurface) {
    this.#surface = surface;
    this.#nearestFace = new NearestFace(surface);
  }

  /**
   * @param sweeps holds, from `at` on, xyz of the centre at t = 0 and at t = 1, and the radius, mm.
   * @returns null if there is no contact.
   */
  sweep(sweeps: ArrayLike<number>, at: number): SphereImpact | null {
    this.#begin(sweeps, at);
    this.#walk();
    return this.#impact();
  }

  /**
   * The same, from faces that include all that can change the answer: those that come within sweepReach of the centre
   * by the end of the answer, or one that touches from the start.
   */
  sweepAmong(sweeps: ArrayLike<number>, at: number, faces: Uint32Array): SphereImpact | null {
    this.#begin(sweeps, at);
    for (let i = 0; i < faces.length && this.#high > 0; i++) this.#try(faces[i]);
    return this.#impact();
  }

  #begin(sweeps: ArrayLike<number>, at: number): void {
    for (let k = 0; k < 7; k++) this.#sweep[k] = sweeps[at + k];
    this.#sphere.load(this.#sweep, 0, this.#surface.magnitude);
    this.#slabs.load(this.#sphere);
    this.#face = -1;
    this.#low = this.#high = 1;
  }

  #impact(): SphereImpact | null {
    if (this.#face < 0) return null;
    if (this.#high === 0) this.#face = this.#nearestAtStart();
    this.#measure(this.#face, this.#high);
    const time = { low: Math.min(this.#low, this.#high), high: this.#high };
    const { centre, way, slack } = this.#sphere;
    const normal = sweepNormal(centre, this.#nearest, this.#cornersOf(this.#face), way, slack);
    return { time, point: this.#nearest.slice(0, 3), face: this.#face, normal };
  }

  #walk(): void {
    const { bvh } = this.#surface;
    const slabs = this.#slabs;
    const stack = this.#stack;
    const entries = this.#entries;
    stack[0] = (bvh.levels.length - 1) * LEVEL_SHIFT;
    entries[0] = 0;
    let top = 1;
    while (top > 0) {
      top--;
      if (entries[top] > this.#high) continue;
      const level = Math.floor(stack[top] / LEVEL_SHIFT);
      const node = stack[top] - level * LEVEL_SHIFT;
      if (level === 0) {
        if (this.#tryLeaf(node)) return;
        continue;
      }
      const boxes = bvh.levels[level - 1];
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      const base = top;
      for (let child = BRANCHING * node; child < end; child++) {
        const entry = slabs.entryOf(boxes, 6 * child);
        if (entry > this.#high) continue;
        let slot = top++;
        while (slot > base && entries[slot - 1] < entry) {
          entries[slot] = entries[slot - 1];
          stack[slot] = stack[slot - 1];
          slot--;
        }
        entries[slot] = entry;
        stack[slot] = (level - 1) * LEVEL_SHIFT + child;
      }
    }
  }

  /** @returns whether one of its faces touches from the start: nothing can be earlier. */
  #tryLeaf(node: number): boolean {
    const { bvh, retired } = this.#surface;
    const end = Math.min(bvh.count, BRANCHING * (node + 1));
    for (let slot = BRANCHING * node; slot < end; slot++) {
      const face = bvh.order[slot];
      if (retired?.[face] !== 1 && this.#try(face)) return true;
    }
    return false;
  }

  #try(face: number): boolean {
    const { positions, faces } = this.#surface;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    const box = this.#box;
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(positions[a + k], positions[b + k], positions[c + k]);
      box[3 + k] = Math.max(positions[a + k], positions[b + k], positions[c + k]);
    }
    const start = this.#slabs.entryOf(box, 0);
    if (start > this.#high) return false;
    const outcome = this.#sphere.meet(positions, a, b, c, start, this.#high);
    if (outcome === 'none') return false;
    let { low, high } = this.#sphere;
    if (outcome === 'undecided') {
      const exact = exactSphereOnFace(this.#sweep, this.#cornersOf(face));
      if (exact === null || exact.low > this.#high) return false;
      // The greater of two times, both proved: the choice must not depend on which face is tried first.
      low = Math.max(low, exact.low);
      ({ high } = exact);
    }
    this.#low = Math.min(this.#low, low);
    if (this.#face < 0 || high < this.#high || (high === this.#high && face < this.#face)) this.#face = face;
    this.#high = Math.min(this.#high, high);
    return high === 0;
  }

  #cornersOf(face: number): Float64Array {
    const { positions, faces } = this.#surface;
    for (let i = 0; i < 9; i++) this.#corners[i] = positions[cornerOffset(faces, face, Math.floor(i / 3)) + (i % 3)];
    return this.#corners;
  }

  #nearestAtStart(): number {
    const [x, y, z] = this.#sphere.from;
    this.#nearestFace.find(x, y, z, this.#face);
    return this.#nearestFace.face;
  }

  /** Finds the point of a face nearest to the centre at a time. */
  #measure(face: number, time: number): void {
    const { positions, faces } = this.#surface;
    const [a, b, c] = [0, 1, 2].map((k) => cornerOffset(faces, face, k));
    pointTriangle(this.#sphere.moveTo(time), 0, positions, a, b, c, this.#nearest);
  }
}
