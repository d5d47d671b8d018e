// A bone to be cut: cuts, undo and redo, and the surface that is left.

import type { Convex } from '#convex';
import { checkOptionNames, described, GrowingArray, OptionError, type OptionNames, uninterrupted } from '#core';
import { inspectMesh, patchVolume, type TriangleMesh } from '#mesh';
import type { RigidMotion } from '#motion';
import { solidsOf } from '#osteotomy';
import { type CutEdit, type NumberedMesh, type Renumbering, takesAll } from '#slots';
import { BoneState, type Swept } from './bone-state.ts';
import { continueNumbers, renumberedGrid } from './continue-numbers.ts';
import { packBone, type SavedBone } from './cut-file.ts';
import { CutGrid, type GrowingMesh } from './cut-grid.ts';
import { addChangedCells, type CutRecord, movedRecord, replay } from './cut-record.ts';
import { type CutResult, cutResult } from './cut-result.ts';
import { grownState } from './grow-window.ts';
import { GivenBody } from '#inset';
import type { LostFeatures } from './lost-features.ts';
import { BETWEEN } from './motion-poses.ts';
import { checkRenumbering, faceRuns, numberedMesh, renumber } from './numbered-mesh.ts';
import { PathVolume } from './path-volume.ts';
import { gridPieces } from './pieces.ts';
import type { Window } from './window-box.ts';
import { beyondWindow } from './window-edge.ts';

/** A part of the bone that is connected to no other. */
export interface BonePiece {
  /** Closed, oriented, manifold; a body of its own. */
  readonly mesh: TriangleMesh;
  /** mm³, up to rounding. */
  readonly volume: number;
}

interface PieceOptions {
  readonly least?: number;
}
const PIECES: OptionNames<PieceOptions> = { least: true };

/**
 * Bounds in both directions, in cells.
 * From this surface to the exact one: a face lies within a cell, and each of its corners on an edge is a point of the
 * exact surface of bone or tool, to 2^-16 of a cell. So the face is no farther away than the cell's diagonal, √3; or √3
 * + 1, where what a wedge's edge swept between poses is left, which is thin no deeper than a cell (thin-faces.ts). From
 * the exact surface to this one: each of its points lies in a cell that, with its 26 neighbours, does not have all
 * vertices on one side (unless a wall, a spike or a gap was lost, which `lost` and `CutResult.lost` count; a thin
 * tool's slot is widened until this holds). So one of these 27 cells has a face, and the two points are at most 2 cells
 * apart along each axis: 2·√3. Add to both 2^-15, which is more than the 2^-16, and BETWEEN for the motion between two
 * poses and the error of a sphere's or capsule's mesh.
 */
const BOUND = 2 * Math.sqrt(3) + BETWEEN + 2 ** -15;

/** Cells around what a cut reaches beyond its window by which the window grows, at first. */
const MARGIN = 8;

/** A cut, in the lattice of `to`; the window grew before it if that is not `from`. */
export interface Step {
  readonly record: CutRecord;
  readonly from: BoneState;
  readonly to: BoneState;
}

interface Handover {
  /**
   * The grid's surface takes the place of another one, whose numbers go on.
   * @param mesh what these numbers refer to.
   */
  continueFrom(before: NumberedMesh, mesh: GrowingMesh): CutEdit;
  /** No undone cut can be redone any more. */
  forgetUndone(): void;
}

export class CuttableBone {
  readonly #name: string;
  /** With a window, the surface that the bone was made of. */
  readonly #given: GivenBody | null;
  readonly #beyondWindow: 'grow' | 'refuse';
  #state: BoneState;
  readonly #done: Step[];
  readonly #undone: Step[];
  readonly #cells = new GrowingArray(new Uint32Array(1024));
  #mesh: { readonly mesh: TriangleMesh; readonly numbers: NumberedMesh } | null = null;

  /**
   * @param saved its grid, with the surface made.
   * @internal
   */
  constructor({ name, grid, thinWalls, lost, given, beyondWindow, done, undone }: SavedBone) {
    this.#name = name;
    this.#given = given && new GivenBody(given);
    this.#beyondWindow = beyondWindow;
    this.#state = new BoneState(grid, thinWalls, lost, this.#given);
    this.#done = done.map((record) => ({ record, from: this.#state, to: this.#state }));
    this.#undone = undone.map((record) => ({ record, from: this.#state, to: this.#state }));
  }

  get #grid(): CutGrid {
    return this.#state.grid;
  }

  /** The grid as it is, and the cuts that led to it. @internal */
  get steps(): { readonly grid: CutGrid; readonly done: readonly Step[] } {
    return { grid: this.#grid, done: this.#done };
  }

  /** The grid's surface after these steps, and its bound, mm. @internal */
  get shownByGrid(): { readonly mesh: TriangleMesh; readonly bound: number } {
    return { mesh: this.#current().mesh, bound: BOUND * this.cell };
  }

  /** What the numbers of edits refer to. @internal */
  get spokenOf(): GrowingMesh {
    return this.#grid.mesh;
  }

  /**
   * How often, when the bone was made, a line of the lattice crossed bone or a gap in bone between two of its vertices:
   * walls and gaps thinner than a cell, which the surface does not show. With a window, of what the grid holds now.
   */
  get thinWalls(): number {
    return this.#state.thinWalls;
  }

  /**
   * What of the surface as given the bone did not show when it was made, and may be farther from than `bound`: walls,
   * spikes, and gaps such as canals, each counted once, with a place. With a window, of what the grid holds now. null
   * for a bone from a volume.
   */
  get lost(): LostFeatures | null {
    return this.#state.lost;
  }

  /** mm: the cell size in use, which is the requested one rounded to 11 bits. */
  get cell(): number {
    return this.#grid.lattice.cell;
  }

  /** mm: no point of the exact surface is farther than this from `mesh`, nor vice versa, but for what is `lost`. */
  get bound(): number {
    return BOUND * this.cell;
  }

  /**
   * mm: the box that the grid fills now; beyond it the surface is as given. null without a window: the grid then takes
   * all.
   */
  get window(): Window | null {
    return windowOf(this.#grid);
  }

  /** The bone as it is now: closed, oriented, manifold. It is remade when first read after a cut. */
  get mesh(): TriangleMesh {
    return this.#current().mesh;
  }

  /** For each face of `mesh`, the number that edits use for it. Before the first cut it is the face's row. */
  get faceNumbers(): Uint32Array {
    return this.#current().numbers.faceNumbers;
  }

  /**
   * Removes what the tool sweeps. The tool is a mesh, or a convex body from createConvex. For a sphere or capsule, an
   * inner mesh cuts, at most 1/64 cell from the shape; `bound` covers this. `removedVolume` is for the true shape.
   * With a window, a cut that reaches its sides makes it grow first, unless `beyondWindow` is 'refuse'; the edit holds
   * that too, and takes as long as making the window.
   * @throws MeshError NOT_SOLID (the tool), EMPTY_MESH if nothing would be left, BEYOND_WINDOW, CUT_MEETS_ITSELF where
   * the window cannot grow, and those of createMesh; PoseError and OptionError as for firstContact; OptionError
   * MISSING_MESH (a shape not made by createConvex), TOOL_TOO_LARGE (a sphere or capsule of more than about 140 cells),
   * CELL_TOO_SMALL for a window that would grow too large. The bone is then unchanged.
   */
  cut(tool: TriangleMesh | Convex, motion: RigidMotion): CutResult {
    const started = performance.now();
    const from = this.#state;
    let swept: Swept;
    try {
      swept = this.#sweep(tool, motion);
    } catch (error) {
      this.#state = from;
      throw error;
    }
    return uninterrupted(() => this.#apply(from, swept, started));
  }

  /** @param from the state before the sweep. */
  #apply(from: BoneState, swept: Swept, started: number): CutResult {
    const to = this.#state;
    const record = to.cuts.apply(to.sweep);
    const before = to.history.present;
    const own = this.#remake(record);
    const loss = lossOf(to.grid, own);
    const edit = from === to ? own : continueNumbers(numberedMesh(from.grid), from.grid.mesh, renumberedGrid(to.grid));
    to.hold(swept);
    this.#done.push({ record, from, to });
    this.#undone.length = 0;
    // What the wider window shows otherwise than the given surface is part of what the mesh has lost, not of the cut.
    const volumeLoss = from === to ? loss : lossOf(to.grid, edit);
    const milliseconds = performance.now() - started;
    const measured = { ...swept, before, after: to.history.present, removed: record.removed, loss };
    const window = windowOf(from.grid);
    const taken = from === to || window === null || to.lost === null ? null : { before: window, lost: to.lost };
    return cutResult(to, measured, { edit, volumeLoss, milliseconds, bound: this.bound, taken });
  }

  /** Removes the vertices that a tool sweeps, after the window has grown until it holds them. */
  #sweep(tool: TriangleMesh | Convex, motion: RigidMotion): Swept {
    for (let margin = MARGIN * this.cell; ; margin *= 2) {
      const state = this.#state;
      const swept = state.sweepAlong(tool, motion);
      const { grid, edge, sweep } = state;
      const isLeft = !grid.isEmpty || (grid.outer?.faces.length ?? 0) > 0;
      if (edge?.isReached !== true && isLeft) return swept;
      sweep.takeBack();
      if (edge?.isReached !== true) throw takesAll(this.#name);
      if (this.#beyondWindow === 'refuse' || this.#given === null)
        throw beyondWindow(edge.wanted, `The cut of "${this.#name}"`);
      edge.release();
      this.#state = grownState(state, this.#given, widened(edge.wanted, margin));
    }
  }

  /** Undoes the last cut. @returns the edit that does so; null if there is none. */
  undo(): CutEdit | null {
    return this.#step(this.#done, this.#undone, true);
  }

  /** Redoes the cut that was undone last. @returns the edit that does so; null if there is none. */
  redo(): CutEdit | null {
    return this.#step(this.#undone, this.#done, false);
  }

  /**
   * Adopts the numbers that `detector.compactBone` returned: later edits refer to faces and vertices by them. The
   * detector must have received every edit so far.
   * @throws MeshError BAD_RENUMBERING: it is for another number of faces or vertices, or it drops a live face.
   */
  renumber(renumbering: Renumbering): void {
    checkRenumbering(this.#grid.mesh, faceRuns(this.#grid), renumbering, this.#name);
    renumber(this.#grid, renumbering);
    this.#mesh = null;
  }

  /**
   * The bone and its cuts, as bytes for `loadCuttableBone`. A window stays as wide as it is: cuts that made it grow can
   * be undone after loading, but not its growth; and an undone cut that would make it grow again, with those after it,
   * cannot be redone then, and is left out.
   */
  save(): Uint8Array<ArrayBuffer> {
    const { thinWalls, lost } = this;
    const { lattice } = this.#grid;
    const grown = this.#undone.findLastIndex(({ from, to }) => from !== to);
    return packBone({
      ...{ name: this.#name, grid: this.#grid, thinWalls, lost },
      ...{ given: this.#given?.mesh ?? null, beyondWindow: this.#beyondWindow },
      done: this.#done.map(({ record, to }) => movedRecord(record, to.grid.lattice, lattice)),
      undone: this.#undone.slice(grown + 1).map(({ record }) => record),
    });
  }

  /**
   * The pieces into which the bone has come apart, the largest first; one if it is whole. Bone that is not shown may
   * still hold them together: see `CutResult.lost` and `CutResult.bridges`. @param options.least mm³:
   * smaller ones are crumbs, and left out; default 0.
   * @throws OptionError BAD_LEAST, WRONG_TYPE, UNKNOWN_OPTION.
   */
  pieces(options: PieceOptions = {}): BonePiece[] {
    checkOptionNames(options, PIECES, 'pieces');
    const { least = 0 } = options;
    if (!(typeof least === 'number' && least >= 0 && least < Infinity))
      throw new OptionError(
        'BAD_LEAST',
        `Pieces: least is ${described(least)}, expected a volume ≥ 0, mm³; leave it out for all pieces.`,
      );
    const { bodies } = this;
    const pieces = bodies.map((own, piece) => {
      const body = { ...own, name: bodies.length === 1 ? this.#name : `${this.#name}, piece ${piece + 1}` };
      return { mesh: body, volume: inspectMesh(body).volume };
    });
    return pieces.filter(({ volume }) => volume >= least).sort((a, b) => b.volume - a.volume);
  }

  /**
   * Measures how much of the present bone motions sweep, whatever is cut meanwhile; each point counts once. It keeps a
   * copy of the bone's grid. With a window, motions that reach its sides are refused, BEYOND_WINDOW, and not counted.
   */
  pathVolume(): PathVolume {
    return new PathVolume(CutGrid.of(structuredClone(this.#grid.parts)), this.#given);
  }

  /** The surface's connected parts, each with its cavities. @internal */
  protected get bodies(): readonly Pick<TriangleMesh, 'positions' | 'faces'>[] {
    const { mesh, numbers } = this.#current();
    return this.#grid.outer === null ? gridPieces(this.#grid, numbers) : solidsOf(mesh);
  }

  /** For a bone that something else may show. @internal */
  protected get handover(): Handover {
    return {
      continueFrom: (before, mesh) => this.#continueFrom(before, mesh),
      forgetUndone: () => {
        this.#undone.length = 0;
      },
    };
  }

  #continueFrom(before: NumberedMesh, mesh: GrowingMesh): CutEdit {
    this.#mesh = null;
    return continueNumbers(before, mesh, renumberedGrid(this.#grid));
  }

  #step(steps: Step[], others: Step[], isUndo: boolean): CutEdit | null {
    const step = steps.pop();
    if (step === undefined) return null;
    others.push(step);
    this.#state.forget();
    const { record, from, to } = step;
    if (from === to) {
      replay(this.#grid, record, isUndo);
      return this.#remake(record);
    }
    const present = this.#grid;
    this.#state = isUndo ? from : to;
    this.#state.forget();
    return this.#continueFrom(numberedMesh(present), present.mesh);
  }

  #remake(record: CutRecord): CutEdit {
    const { grid, surface, history } = this.#state;
    this.#mesh = null;
    this.#cells.length = 0;
    addChangedCells(grid, record, this.#cells);
    const firstFace = grid.faces.length;
    const firstPosition = grid.positions.length;
    const remove = surface.remake(this.#cells);
    const { replaced } = surface;
    history.note(record.removed, replaced.values.slice(0, replaced.length));
    return {
      remove: remove.values.slice(0, remove.length),
      positions: grid.positions.values.slice(firstPosition, grid.positions.length),
      faces: grid.faces.values.slice(firstFace, grid.faces.length),
    };
  }

  #current() {
    if (this.#mesh === null) {
      const numbers = numberedMesh(this.#grid);
      const { positions, faces } = numbers;
      this.#mesh = { mesh: { positions, faces, name: this.#name }, numbers };
    }
    return this.#mesh;
  }
}

/** mm³: how much less the surface encloses than before an edit. */
function lossOf({ positions, faces }: CutGrid, edit: CutEdit): number {
  return patchVolume(positions.values, faces.values, edit.remove, edit.faces).volume;
}

function windowOf({ outer, lattice }: CutGrid): Window | null {
  if (outer === null) return null;
  const at = (place: readonly number[]) => place.map((cells, k) => lattice.coordinate(k, cells, 0));
  return { min: at(outer.low), max: at(outer.high) };
}

/** @param margin mm. */
function widened({ min, max }: Window, margin: number): Window {
  return { min: min.map((x) => x - margin), max: max.map((x) => x + margin) };
}
