// A surface and three axes → extents of its leaf groups along the first, and boxes of their faces along all three.
//
// A leaf group is the eight faces below a leaf of the BVH. Results for a group are cached, in one of LINES lines, until
// the axes turn or another group takes the line.

import { BRANCHING, type Surface } from '#records';

/** Groups cached at once; two with the same remainder replace each other. */
const LINES = 512;

export class AlignedBoxes {
  /** Least and greatest coordinate of a group's faces along the first axis, at 2·line. `extent` fills a line. */
  readonly extents = new Float64Array(2 * LINES);
  /** Low and high along the three axes, 6 numbers per face, from 6·BRANCHING·line on. `boxes` fills a line. */
  readonly faces = new Float64Array(6 * BRANCHING * LINES);
  /** The same for a group, from 6·line on. */
  readonly groups = new Float64Array(6 * LINES);
  readonly #surface: Surface;
  readonly #axes: Float64Array;
  readonly #extentOf = new Uint32Array(LINES);
  readonly #extentAt = new Float64Array(LINES);
  readonly #boxOf = new Uint32Array(LINES);
  readonly #boxAt = new Float64Array(LINES);
  #turned = 0;
  /** The query in which a group's coordinates were last posed; empty if all are always valid. */
  #posedAt = new Float64Array(0);
  #query = 0;

  /** @param axes xyz of each; kept, so the caller calls `turn` after changing them. */
  constructor(surface: Surface, axes: Float64Array) {
    this.#surface = surface;
    this.#axes = axes;
  }

  /** The surface's coordinates have changed; call `turn` next. */
  begin(): void {
    const groups = this.#surface.poseFaces ? this.#surface.bvh.sizes[0] : 0;
    if (this.#posedAt.length !== groups) this.#posedAt = new Float64Array(groups);
    this.#query++;
  }

  /** The axes have changed. */
  turn(): void {
    this.#turned++;
  }

  /** Makes the stored coordinates of a leaf group valid. */
  pose(group: number): void {
    if (this.#posedAt.length === 0 || this.#posedAt[group] === this.#query) return;
    this.#posedAt[group] = this.#query;
    const { order, count } = this.#surface.bvh;
    this.#surface.poseFaces?.(order, BRANCHING * group, Math.min(count, BRANCHING * (group + 1)));
  }

  /** Computes a leaf group's extent along the first axis, unless it is cached. @returns its line. */
  extent(group: number): number {
    const line = group % LINES;
    if (this.#extentAt[line] !== this.#turned || this.#extentOf[line] !== group) {
      this.#extentAt[line] = this.#turned;
      this.#extentOf[line] = group;
      this.#fitExtent(group, line);
    }
    return line;
  }

  /** Computes the boxes of a leaf group, unless they are cached. @returns its line. */
  boxes(group: number): number {
    const line = group % LINES;
    if (this.#boxAt[line] !== this.#turned || this.#boxOf[line] !== group) {
      this.#boxAt[line] = this.#turned;
      this.#boxOf[line] = group;
      this.#fitBoxes(group, line);
    }
    return line;
  }

  #fitExtent(group: number, line: number): void {
    this.pose(group);
    const { positions: A, faces: F, bvh } = this.#surface;
    const { order } = bvh;
    const axes = this.#axes;
    const x = axes[0];
    const y = axes[1];
    const z = axes[2];
    const end = Math.min(bvh.count, BRANCHING * (group + 1));
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let slot = BRANCHING * group; slot < end; slot++) {
      const f = 3 * order[slot];
      for (let i = f; i < f + 3; i++) {
        const a = 3 * F[i];
        const p = x * A[a] + y * A[a + 1] + z * A[a + 2];
        if (p < low) low = p;
        if (p > high) high = p;
      }
    }
    this.extents[2 * line] = low;
    this.extents[2 * line + 1] = high;
  }

  #fitBoxes(group: number, line: number): void {
    this.pose(group);
    const { positions: A, faces: F, bvh } = this.#surface;
    const { order } = bvh;
    const axes = this.#axes;
    const boxes = this.faces;
    const groups = this.groups;
    const g = 6 * line;
    for (let k = 0; k < 3; k++) {
      groups[g + k] = Number.POSITIVE_INFINITY;
      groups[g + 3 + k] = Number.NEGATIVE_INFINITY;
    }
    const end = Math.min(bvh.count, BRANCHING * (group + 1));
    for (let slot = BRANCHING * group, o = BRANCHING * g; slot < end; slot++, o += 6) {
      const f = 3 * order[slot];
      const a = 3 * F[f];
      const b = 3 * F[f + 1];
      const c = 3 * F[f + 2];
      for (let k = 0; k < 3; k++) {
        const x = axes[3 * k];
        const y = axes[3 * k + 1];
        const z = axes[3 * k + 2];
        const p = x * A[a] + y * A[a + 1] + z * A[a + 2];
        const q = x * A[b] + y * A[b + 1] + z * A[b + 2];
        const r = x * A[c] + y * A[c + 1] + z * A[c + 2];
        const low = Math.min(p, q, r);
        const high = Math.max(p, q, r);
        boxes[o + k] = low;
        boxes[o + 3 + k] = high;
        if (low < groups[g + k]) groups[g + k] = low;
        if (high > groups[g + 3 + k]) groups[g + 3 + k] = high;
      }
    }
  }
}
