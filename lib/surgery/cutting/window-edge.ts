// A cut and a window → whether the cut comes to what the grid does not hold, bone beyond the window or its sides; and
// which box holds what it comes to.
//
//        ┌──────────────┐         The tool meets the surface beyond the window at some pose, or, where it is thinner
//   ─────┤▒▒▒▒▒▒▒▒▒▒▒▒▒▒├─────    than poses are apart, at any time; it holds a part of the bone there as a whole; a
//        │▒▒▒▒▒▒▒▒▒▒▒▒▒▒│         part of it begins in bone there; or it comes through the window's side from within.
//   ─────┤▒▒▒▒▒▒▒▒▒▒▒▒▒▒├─────    The grid's lattice goes on for some cells beyond the sides, with signs that no face
//        └──────────────┘         shows: whatever the tool sweeps there changes one of them, or an edge there.
//
// Where the given surface runs exactly in a low side, the vertices there count as outside, though the bone begins with
// them (mark-bone.ts). A cut that goes on to such a vertex has come to the side as well.

import { MeshError, type RigidPose } from '#core';
import { type GivenBody, OuterBody, type OuterTool } from '#inset';
import { type Bounds, measureBounds, type TriangleMesh } from '#mesh';
import type { RigidMotion } from '#motion';
import type { CutGrid, OuterSurface } from './cut-grid.ts';
import type { CutTool } from './cut-tool.ts';
import { triple } from './lattice.ts';
import type { Sweep } from './sweep.ts';
import { replaces } from './sweep-cuts.ts';
import type { Window } from './window-box.ts';

/** The surface beyond the window, and what asks it. */
interface Skin {
  readonly mesh: TriangleMesh;
  readonly body: OuterBody;
  readonly tools: WeakMap<CutTool, { readonly tool: OuterTool | null }>;
}

export class WindowEdge {
  readonly #grid: CutGrid;
  readonly #outer: OuterSurface;
  readonly #bounds: Bounds;
  readonly #given: GivenBody;
  /** Made when it is needed. */
  #skin: Skin | null = null;
  readonly #place = new Int32Array(3);
  readonly #lowFlips: ReadonlySet<number>;
  readonly #min = [0, 0, 0];
  readonly #max = [0, 0, 0];

  /** @param given the surface that the bone was made of. */
  constructor(grid: CutGrid, outer: OuterSurface, given: GivenBody) {
    this.#grid = grid;
    this.#lowFlips = new Set(outer.lowFlips);
    this.#outer = outer;
    this.#given = given;
    this.#bounds = measureBounds(given.mesh.positions, given.mesh.faces);
  }

  /** Drops indexes, which are made anew if they are needed. */
  release(): void {
    this.#skin = null;
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
    const outer = this.#toolOf(tool);
    if (outer === null) return;
    const { cell, first } = this.#grid.lattice;
    const [from, to] = [0, 3].map((end) => [0, 1, 2].map((k) => (box[end + k] + first[k]) * cell));
    const met = this.#noteFaces(outer.metFaces(pose), from, to);
    for (const part of outer.heldParts(pose, { min: triple(from), max: triple(to) }))
      this.#note(part.min, part.max, from, to);
    const isBeyond = (...place: number[]) =>
      place.some((x, k) => x < (first[k] + low[k]) * cell || x > (first[k] + high[k]) * cell);
    if (isFirst && met === 0 && outer.isBuried(pose, { has: isBeyond }))
      this.#note(this.#bounds.min, this.#bounds.max, from, to);
  }

  /** Notes what a tool thinner than poses are apart meets beyond the window between them. */
  noteBetween(motion: RigidMotion, tool: CutTool): void {
    const outer = this.#toolOf(tool);
    const matrix = outer?.firstMet(motion) ?? null;
    if (outer === null || matrix === null) return;
    const { positions } = tool.mesh;
    const [from, to] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    for (let n = 0; n < positions.length; n += 3)
      for (let k = 0; k < 3; k++) {
        const [x, y, z] = positions.subarray(n, n + 3);
        const at = matrix[k] * x + matrix[4 + k] * y + matrix[8 + k] * z + matrix[12 + k];
        from[k] = Math.min(from[k], at);
        to[k] = Math.max(to[k], at);
      }
    if (this.#noteFaces(outer.metFaces({ matrix }), from, to) === 0)
      this.#note(this.#bounds.min, this.#bounds.max, from, to);
  }

  #toolOf(tool: CutTool): OuterTool | null {
    const { body, tools } = this.#skinOf();
    const held = tools.get(tool) ?? { tool: body.with(tool.mesh) };
    tools.set(tool, held);
    return held.tool;
  }

  #skinOf(): Skin {
    if (this.#skin === null) {
      const { positions, faces } = this.#grid;
      const numbers = this.#outer.faces;
      const mesh = {
        positions: positions.values.slice(0, positions.length),
        faces: Uint32Array.from(
          { length: 3 * numbers.length },
          (_, n) => faces.values[3 * numbers[Math.floor(n / 3)] + (n % 3)],
        ),
        name: this.#given.mesh.name,
      };
      this.#skin = { mesh, body: new OuterBody(mesh, this.#given), tools: new WeakMap() };
    }
    return this.#skin;
  }

  /** Notes what of faces lies in a tool's box. @returns how many they are. */
  #noteFaces(met: Uint32Array, from: readonly number[], to: readonly number[]): number {
    const { positions, faces } = this.#skinOf().mesh;
    for (const face of met) {
      const corners = [0, 1, 2].map((n) => 3 * faces[3 * face + n]);
      const along = [0, 1, 2].map((k) => corners.map((corner) => positions[corner + k]));
      const [min, max] = [along.map((x) => Math.min(...x)), along.map((x) => Math.max(...x))];
      this.#note(min, max, from, to);
    }
    return met.length;
  }

  /** Notes what was swept on the window's sides, or beyond them. */
  noteSwept({ removed, cuts }: Sweep): void {
    const { lattice } = this.#grid;
    for (let n = 0; n < removed.length; n++) {
      const key = removed.values[n];
      if (!this.#isWithin(key)) this.#noteVertex();
      if (this.#lowFlips.size === 0) continue;
      for (let axis = 0; axis < 3; axis++) if (this.#lowFlips.has(lattice.below(key, axis))) this.#noteVertex();
    }
    cuts.each((edge, isLowInside, at) => {
      const key = (edge - (edge % 3)) / 3;
      const isFlip = this.#lowFlips.has(key);
      if (!isFlip && (this.#isWithin(lattice.above(key, edge % 3)) || this.#isWithin(key))) return;
      if (isFlip) this.#isWithin(key);
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

  /** Whether a vertex, which is looked at then, lies within the window, on none of its sides. */
  #isWithin(key: number): boolean {
    const { low, high } = this.#outer;
    this.#grid.lattice.place(key, this.#place);
    return this.#place.every((x, k) => x > low[k] && x < high[k]);
  }
}

/** @param what reached it, the beginning of a sentence. */
export function beyondWindow({ min, max }: Window, what: string): MeshError {
  const corner = (place: readonly number[]) => `(${place.map((x) => x.toFixed(1)).join(', ')})`;
  return new MeshError(
    'BEYOND_WINDOW',
    `${what} reaches bone on the sides of the window or beyond them, at least from ${corner(min)} to ${corner(max)} mm with the window, and changes nothing; make the window wider, or let it grow.`,
  );
}
