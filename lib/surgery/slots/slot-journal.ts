// The cuts of blades that stay in a plane, in the order in which they were made → the user's own mesh less their slots.
//
//   tool ─flat-blade→ prism ─blade-path→ cells of a slot ─exact-cell→ planes ─slot-solid→ change ─slot-numbers→ edit
//
// Cuts that this cannot answer are refused with the reason, and nothing has changed: whoever asks has another way.

import { UNIT_ROUNDOFF } from '#core';
import { measureBounds, patchVolume, type TriangleMesh } from '#mesh';
import { checkMotion, type RigidMotion } from '#motion';
import { type BladeCut, BladePath } from './blade-path.ts';
import type { CutEdit, NumberedMesh, Renumbering } from './edit-records.ts';
import { boxAround, exactCell, flatsOf } from './exact-cell.ts';
import { flatBlade } from './flat-blade.ts';
import type { SlotFrame } from './slot-frame.ts';
import { SlotNumbers } from './slot-numbers.ts';
import { type SolidChange, SlotSolid } from './slot-solid.ts';

/** mm: a mesh this near to a prism is one. Coordinates of f32 have errors up to 2^-18 mm within 64 mm of the origin. */
const FLAT = 2 ** -17;

/** mm³; low ≤ exact ≤ high. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

export interface SlotCut {
  /** null if nothing was cut. */
  readonly change: SolidChange | null;
  readonly edit: CutEdit;
  /** mm³: contains the volume of what the tool swept and was bone: see #slackNear for how far that is proved. */
  readonly removedVolume: Bounds;
  /** mm³: how much less the mesh encloses, up to rounding. */
  readonly volumeLoss: number;
  /** mm: how far the slot's walls are from what the tool swept, and corners from where walls meet. */
  readonly bound: number;
}

export class SlotJournal {
  readonly #solid: SlotSolid;
  readonly #numbers: SlotNumbers;
  readonly #given: TriangleMesh;
  readonly #frames: SlotFrame[] = [];
  /** null for a tool that is no blade. */
  readonly #paths = new WeakMap<TriangleMesh, BladePath | null>();
  /** mm: the rounding of a corner's place. */
  readonly #rounded: number;
  /** Where the last cut ended. */
  #last: { readonly tool: TriangleMesh; readonly matrix: Float64Array } | null = null;

  /** @param surface closed and oriented; corners at the same place are the same vertex. It must not change. */
  constructor(surface: TriangleMesh) {
    this.#given = surface;
    this.#solid = new SlotSolid(surface);
    this.#numbers = new SlotNumbers(this.#solid.surface);
    const { min, max } = measureBounds(surface.positions, surface.faces);
    const farthest = Math.max(...[...min, ...max].map(Math.abs));
    this.#rounded = Math.sqrt(3) * UNIT_ROUNDOFF * farthest;
  }

  /** The numbers of edits, and what they stand for. */
  get numbers(): SlotNumbers {
    return this.#numbers;
  }

  numbered(): NumberedMesh {
    return this.#numbers.numbered(this.#given.faces.length / 3, this.#solid.parts);
  }

  /**
   * Cuts the slot of a blade out of the bone. @returns why not, after "the cut", and nothing has changed.
   * @throws as checkMotion.
   */
  cut(tool: TriangleMesh, motion: RigidMotion): SlotCut | string {
    const { from, to } = checkMotion(motion);
    const path = this.#pathOf(tool);
    const last = this.#last;
    this.#last = null;
    if (path === null) return 'is not that of a blade with two flats and a convex outline';
    const goesOn = last?.tool === tool && last.matrix.every((x, n) => x === from.matrix[n]);
    const swept = path.cut(this.#frames, motion, goesOn);
    if (swept === null) return 'leaves the plane of its slot, or turns too far at once';
    const cells = swept.cells.map((cell) => exactCell(this.#solid.points, swept.frame, cell));
    const before = this.#slackNear(swept);
    const change = this.#solid.cut(cells);
    if (typeof change === 'string') {
      path.forget();
      return change;
    }
    if (!this.#frames.includes(swept.frame)) this.#frames.push(swept.frame);
    this.#last = { tool, matrix: to.matrix.slice() };
    const removed = change?.gone.flatMap(({ faces }) => faces) ?? [];
    const edit = this.#numbers.edit(removed);
    const { positions, faces } = this.#numbers;
    const { volume, error } = patchVolume(positions.values, faces.values, edit.remove, edit.faces);
    const slack = error + before + this.#slackNear(swept);
    const removedVolume = { low: Math.max(0, volume - slack), high: Math.max(0, volume + slack) };
    return { change, edit, removedVolume, volumeLoss: volume, bound: swept.error + this.#rounded };
  }

  /** Takes a cut's change back, or makes it again: of the last one that stands, or was taken back. */
  restore(change: SolidChange | null): { readonly change: SolidChange | null; readonly edit: CutEdit } {
    this.forget();
    const back = change && this.#solid.restore(change);
    return { change: back, edit: this.#numbers.edit(back?.gone.flatMap(({ faces }) => faces) ?? []) };
  }

  /** The next cut begins anew. */
  forget(): void {
    this.#last = null;
  }

  renumber(renumbering: Renumbering): void {
    this.#numbers.renumber(renumbering);
  }

  /**
   * mm³. Bone that was swept and is still there, or is gone and was not swept, is within the cut's error of where bone
   * ends, before the cut or after it: a way of that length from there into the cells, or out of them, passes a face. It
   * is within the flats' error of those in the flats' planes. So half of this, the area of the faces near the blade
   * times the error, holds what lies on the side of them where bone is, to first order in the error. The other half is
   * for what edges and corners add, which is of second order; that it suffices is not proved.
   */
  #slackNear({ frame, error, flatError, corners }: BladeCut): number {
    const box = boxAround(frame, corners);
    // The rounding of the heights and of the box is far below the error, which is no less than a step of the lattice.
    const within = 2 * error;
    const { flat, others } = this.#solid.areaNear(
      { min: box.min.map((x) => x - within), max: box.max.map((x) => x + within) },
      flatsOf(this.#solid.points, frame),
      within,
    );
    return 2 * (flat * flatError + others * error);
  }

  #pathOf(tool: TriangleMesh): BladePath | null {
    const known = this.#paths.get(tool);
    if (known !== undefined) return known;
    const blade = flatBlade(tool, FLAT);
    const path = blade && new BladePath(blade);
    this.#paths.set(tool, path);
    return path;
  }
}
