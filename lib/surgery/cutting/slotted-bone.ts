// A bone that is shown as given, less exact slots, for as long as all of its cuts are those of blades in a plane.
//
//   cuts ──slot, slot, slot──▸ a burr ──▸ …     A cut that no slot can hold goes to the grid, and all slots before it
//          exact slots         │ grid           as well: each is swept there, as it would have been at first. One edit
//                              ┘                replaces the one surface by the other, where they differ. Undo of that
//                                               cut brings the slots back.
//
// The grid is also what voxels, a path's volume and files are made of: whoever asks makes it catch up.

import { type Convex, toolShape } from '#convex';
import { MeshError, uninterrupted } from '#core';
import { patchVolume, type TriangleMesh } from '#mesh';
import { checkMotion, type RigidMotion } from '#motion';
import { solidsOf } from '#osteotomy';
import { type CutEdit, type NumberedMesh, type Renumbering, type SlotCut, SlotJournal } from '#slots';
import { checkSolid } from './check-solid.ts';
import { continueNumbers } from './continue-numbers.ts';
import type { SavedBone } from './cut-file.ts';
import type { CutResult } from './cut-result.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { joinedLost, type LostFeatures, NOTHING_LOST } from './lost-features.ts';
import { checkRenumbering, numberedMesh } from './numbered-mesh.ts';
import type { PathVolume } from './path-volume.ts';

interface Stroke {
  readonly tool: TriangleMesh | Convex;
  readonly motion: RigidMotion;
  readonly cut: SlotCut;
  /** Whether the grid held it when it was undone. */
  isSwept: boolean;
}

export class SlottedBone extends CuttableBone {
  readonly #name: string;
  readonly #journal: SlotJournal;
  /** By tool: its mesh, as it was at the first cut; null if it has none. */
  readonly #meshes = new WeakMap<TriangleMesh | Convex, TriangleMesh | null>();
  readonly #strokes: Stroke[] = [];
  readonly #undone: Stroke[] = [];
  /** How many of the strokes the grid holds. */
  #swept = 0;
  /** How many cuts that no slot holds are done; and how many undone. */
  #others = 0;
  #othersUndone = 0;
  #numbered: NumberedMesh | null = null;

  /** @param surface as given: closed, oriented; corners at the same place are the same vertex. @internal */
  constructor(saved: SavedBone, surface: TriangleMesh) {
    super(saved);
    this.#name = saved.name;
    this.#journal = new SlotJournal(surface);
  }

  override get steps(): CuttableBone['steps'] {
    this.#catchUp();
    return super.steps;
  }

  override get shownByGrid(): CuttableBone['shownByGrid'] {
    this.#catchUp();
    return super.shownByGrid;
  }

  override get spokenOf(): CuttableBone['spokenOf'] {
    return this.#isSlotted ? this.#journal.numbers : super.spokenOf;
  }

  override get thinWalls(): number {
    return this.#isSlotted ? 0 : super.thinWalls;
  }

  override get lost(): LostFeatures | null {
    return this.#isSlotted ? NOTHING_LOST : super.lost;
  }

  override get bound(): number {
    return this.#isSlotted ? Math.max(0, ...this.#strokes.map(({ cut }) => cut.bound)) : super.bound;
  }

  override get mesh(): TriangleMesh {
    if (!this.#isSlotted) return super.mesh;
    const { positions, faces } = this.#current();
    return { positions, faces, name: this.#name };
  }

  override get faceNumbers(): Uint32Array {
    return this.#isSlotted ? this.#current().faceNumbers : super.faceNumbers;
  }

  override cut(tool: TriangleMesh | Convex, motion: RigidMotion): CutResult {
    const started = performance.now();
    const cut = this.#isSlotted ? this.#slot(tool, motion) : null;
    if (cut === null || typeof cut === 'string') return this.#sweep(tool, motion, cut, started);
    const { from, to } = checkMotion(motion);
    const kept = { ...motion, from: from.matrix.slice(), to: to.matrix.slice() };
    this.#strokes.push({ tool: this.#meshOf(tool) ?? tool, motion: kept, cut, isSwept: false });
    this.#undone.length = this.#othersUndone = 0;
    this.handover.forgetUndone();
    this.#numbered = null;
    const { edit, removedVolume, volumeLoss, bound } = cut;
    return {
      ...{ edit, removedVolume, volumeLoss, bound, lost: NOTHING_LOST, bridges: new Float64Array(0) },
      ...{ layer: 'slot', beyondSlots: null, milliseconds: performance.now() - started },
    };
  }

  override undo(): CutEdit | null {
    if (this.#others > 0) {
      const undoOne = () => super.undo();
      const edit = this.#others === 1 ? this.#slotsAgain(undoOne) : undoOne();
      this.#others--;
      this.#othersUndone++;
      return edit;
    }
    const stroke = this.#strokes.pop();
    if (stroke === undefined) return null;
    stroke.isSwept = this.#swept > this.#strokes.length;
    if (stroke.isSwept) {
      super.undo();
      this.#swept--;
    }
    return this.#restored(stroke, this.#undone);
  }

  override redo(): CutEdit | null {
    const stroke = this.#undone.pop();
    if (stroke !== undefined) {
      if (stroke.isSwept) {
        super.redo();
        this.#swept++;
      }
      return this.#restored(stroke, this.#strokes);
    }
    if (this.#othersUndone === 0) return null;
    const before = this.#isSlotted ? this.#current() : null;
    const edit = super.redo();
    this.#others++;
    this.#othersUndone--;
    return before === null ? edit : this.handover.continueFrom(before, this.#journal.numbers);
  }

  override renumber(renumbering: Renumbering): void {
    if (!this.#isSlotted) {
      super.renumber(renumbering);
      return;
    }
    const { numbers } = this.#journal;
    const runs = Array.from(this.#current().faceNumbers, (face): [number, number] => [face, 1]);
    checkRenumbering(numbers, runs, renumbering, this.#name);
    this.#journal.numbers.renumber(renumbering);
    this.#numbered = null;
  }

  override save(): Uint8Array<ArrayBuffer> {
    this.#catchUp();
    return super.save();
  }

  override pathVolume(): PathVolume {
    this.#catchUp();
    return super.pathVolume();
  }

  protected override get bodies(): readonly Pick<TriangleMesh, 'positions' | 'faces'>[] {
    return this.#isSlotted ? solidsOf(this.mesh) : super.bodies;
  }

  /** Whether slots show the bone. */
  get #isSlotted(): boolean {
    return this.#others === 0;
  }

  #current(): NumberedMesh {
    this.#numbered ??= this.#journal.numbered();
    return this.#numbered;
  }

  /** @returns why the cut is no slot. */
  #slot(tool: TriangleMesh | Convex, motion: RigidMotion): SlotCut | string {
    const mesh = this.#meshOf(tool);
    if (mesh === null) return 'is not that of a blade with two flats';
    return uninterrupted(() => this.#journal.cut(mesh, motion));
  }

  #meshOf(tool: TriangleMesh | Convex): TriangleMesh | null {
    const known = this.#meshes.get(tool);
    if (known !== undefined) return known;
    const shape = toolShape(tool);
    const checked = 'mesh' in shape ? checkSolid(shape.mesh, 'tool') : null;
    // The grid sweeps it later, when the caller's arrays may have changed.
    const mesh = checked && { ...checked, positions: checked.positions.slice(), faces: checked.faces.slice() };
    this.#meshes.set(tool, mesh);
    return mesh;
  }

  /** The grid takes over, or goes on. @param reason why; null if it goes on. */
  #sweep(tool: TriangleMesh | Convex, motion: RigidMotion, reason: string | null, started: number): CutResult {
    const before = reason === null ? null : this.#current();
    const caught = this.#catchUp();
    const made = super.cut(this.#meshOf(tool) ?? tool, motion);
    this.#others++;
    this.#undone.length = this.#othersUndone = 0;
    if (before === null) return made;
    const edit = this.handover.continueFrom(before, this.#journal.numbers);
    const { positions, faces } = super.steps.grid;
    const volumeLoss = patchVolume(positions.values, faces.values, edit.remove, edit.faces).volume;
    const milliseconds = performance.now() - started;
    const making = super.lost ?? NOTHING_LOST;
    return {
      ...{ edit, volumeLoss, bound: this.bound, layer: 'grid', beyondSlots: reason, milliseconds },
      get removedVolume() {
        return made.removedVolume;
      },
      get lost() {
        return joinedLost([making, ...caught.map(({ lost }) => lost), made.lost]);
      },
      get bridges() {
        return made.bridges;
      },
    };
  }

  /** Sweeps in the grid the strokes that it does not hold. @throws MeshError if it cannot: see `exactSlots`. */
  #catchUp(): CutResult[] {
    const results: CutResult[] = [];
    for (; this.#swept < this.#strokes.length; this.#swept++) {
      const { tool, motion } = this.#strokes[this.#swept];
      try {
        results.push(super.cut(tool, motion));
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
        throw new MeshError(
          error.code,
          `The grid of "${this.#name}" has to hold exact slots now, and cannot hold slot ${this.#swept + 1}: ${error.message}`,
        );
      }
    }
    return results;
  }

  #restored(stroke: Stroke, others: Stroke[]): CutEdit {
    this.#numbered = null;
    const { change, edit } = this.#journal.restore(stroke.cut.change);
    others.push({ ...stroke, cut: { ...stroke.cut, change } });
    return edit;
  }

  /** The slots' surface takes the grid's place, as it is before its last cut is undone. */
  #slotsAgain(undoOne: () => void): CutEdit {
    const { numbers } = this.#journal;
    const { grid } = super.steps;
    const before = numberedMesh(grid);
    const spokenOf = { positions: { ...grid.positions }, faces: { ...grid.faces } };
    undoOne();
    const edit = continueNumbers(before, spokenOf, {
      numbered: this.#journal.numbered(),
      mesh: numbers,
      renumber: (renumbering) => numbers.renumber(renumbering),
      keepWhole: () => {},
    });
    this.#numbered = null;
    return edit;
  }
}
