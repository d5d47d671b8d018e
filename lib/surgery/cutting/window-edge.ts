// A cut and a window → whether the cut comes to what the grid does not hold, bone beyond the window or its sides; and
// which box holds what it comes to.
//
//        ┌──────────────┐         Three ways lead there. The tool meets the surface beyond the window at some pose; a
//   ─────┤▒▒▒▒▒▒▒▒▒▒▒▒▒▒├─────    part of it begins in bone there; or it comes through the window's side from within.
//        │▒▒▒▒▒▒▒▒▒▒▒▒▒▒│         The grid's lattice goes on for some cells beyond the sides, with signs that no face
//   ─────┤▒▒▒▒▒▒▒▒▒▒▒▒▒▒├─────    shows: whatever the tool sweeps there changes one of them, or an edge there.
//        └──────────────┘

import type { RigidPose } from '#core';
import { OuterBody, type OuterTool } from '#inset';
import { type Bounds, measureBounds, type TriangleMesh } from '#mesh';
import type { CutGrid, OuterSurface } from './cut-grid.ts';
import type { CutTool } from './cut-tool.ts';
import type { Sweep } from './sweep.ts';
import { replaces } from './sweep-cuts.ts';
import type { Window } from './window-box.ts';

export class WindowEdge {
  readonly #grid: CutGrid;
  readonly #outer: OuterSurface;
  readonly #body: OuterBody;
  readonly #skin: TriangleMesh;
  readonly #bounds: Bounds;
  readonly #tools = new WeakMap<CutTool, { readonly tool: OuterTool | null }>();
  readonly #place = new Int32Array(3);
  readonly #min = [0, 0, 0];
  readonly #max = [0, 0, 0];

  /** @param given the surface that the bone was made of. */
  constructor(grid: CutGrid, outer: OuterSurface, given: TriangleMesh) {
    this.#grid = grid;
    this.#outer = outer;
    const { positions, faces } = grid;
    this.#skin = {
      positions: positions.values.slice(0, positions.length),
      faces: Uint32Array.from(
        { length: 3 * outer.faces.length },
        (_, n) => faces.values[3 * outer.faces[Math.floor(n / 3)] + (n % 3)],
      ),
      name: given.name,
    };
    this.#body = new OuterBody(this.#skin, given);
    this.#bounds = measureBounds(given.positions, given.faces);
  }

  begin(): void {
    this.#min.fill(Infinity);
    this.#max.fill(-Infinity);
  }

  get isReached(): boolean {
    return this.#min[0] <= this.#max[0];
  }

  /** mm: a box around what the cut has come to beyond the window, and the window. */
  get wanted(): Window {
    const { cell, first } = this.#grid.lattice;
    const { low, high } = this.#outer;
    return {
      min: this.#min.map((x, k) => Math.min(x, (first[k] + low[k]) * cell)),
      max: this.#max.map((x, k) => Math.max(x, (first[k] + high[k]) * cell)),
    };
  }

  /**
   * Notes what the tool, whose points have been moved to a pose, meets beyond the window.
   * @param isFirst whether nothing is known of the pose before.
   */
  noteAt(pose: RigidPose, tool: CutTool, isFirst: boolean): void {
    const { low, high } = this.#outer;
    const { box } = tool.points;
    if ([0, 1, 2].every((k) => box[k] >= low[k] && box[k + 3] <= high[k])) return;
    const held = this.#tools.get(tool) ?? { tool: this.#body.with(tool.mesh) };
    this.#tools.set(tool, held);
    if (held.tool === null) return;
    const { cell, first } = this.#grid.lattice;
    const [from, to] = [0, 3].map((end) => [0, 1, 2].map((k) => (box[end + k] + first[k]) * cell));
    const met = held.tool.metFaces(pose);
    const { positions, faces } = this.#skin;
    for (const face of met) {
      const corners = [0, 1, 2].map((n) => 3 * faces[3 * face + n]);
      const along = [0, 1, 2].map((k) => corners.map((corner) => positions[corner + k]));
      this.#note(
        along.map((x) => Math.min(...x)),
        along.map((x) => Math.max(...x)),
        from,
        to,
      );
    }
    const isBeyond = (...place: number[]) =>
      place.some((x, k) => x < (first[k] + low[k]) * cell || x > (first[k] + high[k]) * cell);
    if (isFirst && met.length === 0 && held.tool.isBuried(pose, { has: isBeyond }))
      this.#note(this.#bounds.min, this.#bounds.max, from, to);
  }

  /** Notes what was swept on the window's sides, or beyond them. */
  noteSwept({ removed, cuts }: Sweep): void {
    for (let n = 0; n < removed.length; n++) if (!this.#isWithin(removed.values[n])) this.#noteVertex();
    cuts.each((edge, isLowInside, at) => {
      const key = (edge - (edge % 3)) / 3;
      if (this.#isWithin(this.#grid.lattice.above(key, edge % 3)) || this.#isWithin(key)) return;
      const row = this.#grid.edges.find(edge);
      if (row < 0 || this.#grid.crossing[row] === 0 || replaces(this.#grid, row, isLowInside, at)) this.#noteVertex();
    });
  }

  /** Notes the common part of two boxes. */
  #note(min: readonly number[], max: readonly number[], from: readonly number[], to: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      this.#min[k] = Math.min(this.#min[k], Math.max(min[k], from[k]));
      this.#max[k] = Math.max(this.#max[k], Math.min(max[k], to[k]));
    }
  }

  /** Notes the vertex that was looked at last. */
  #noteVertex(): void {
    const { cell, first } = this.#grid.lattice;
    const at = Array.from(this.#place, (x, k) => (x + first[k]) * cell);
    this.#note(at, at, at, at);
  }

  /** Whether a vertex lies within the window, on none of its sides. */
  #isWithin(key: number): boolean {
    const { low, high } = this.#outer;
    this.#grid.lattice.place(key, this.#place);
    return this.#place.every((x, k) => x > low[k] && x < high[k]);
  }
}
