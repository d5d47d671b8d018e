// A bone that is cut: cuts, undo and redo, and the surface that is left.

import type { Convex } from '#convex';
import { GrowingArray, MeshError } from '#core';
import { inspectMesh, keptFaces, type TriangleMesh } from '#mesh';
import { checkMotion, type RigidMotion } from '#motion';
import { BoneHistory } from './bone-history.ts';
import { packBone, type SavedBone } from './cut-file.ts';
import { CutGrid } from './cut-grid.ts';
import { addChangedCells, type CutEdit, type CutRecord, EdgeCuts, replay } from './cut-record.ts';
import { type CutTool, cutTool } from './cut-tool.ts';
import { lostVolume } from './lost-volume.ts';
import { BETWEEN, MotionPoses } from './motion-poses.ts';
import { checkRenumbering, type NumberedMesh, numberedMesh, type Renumbering, renumber } from './numbered-mesh.ts';
import { PathVolume } from './path-volume.ts';
import { facePieces } from './pieces.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { CutSurface } from './surface.ts';
import { Sweep } from './sweep.ts';
import { type MeasuredCut, sweptVolume } from './swept-volume.ts';
import type { ToolPoints } from './tool-points.ts';

/** A part of the bone that is connected with no other. */
export interface BonePiece {
  /** Closed, oriented, manifold; a body of its own. */
  readonly mesh: TriangleMesh;
  /** mm³, up to rounding. */
  readonly volume: number;
}

export interface CutResult {
  readonly edit: CutEdit;
  /**
   * mm³: holds the volume that the bone, as it was, had in common with what the tool swept. It is computed when it is
   * first read, at any later time; until then the result keeps what that takes of the bone as it was.
   */
  readonly removedVolume: VolumeBounds;
  /**
   * mm³: how much less `mesh` encloses than before, up to rounding. Cuts add up: the sum is what the bone has lost
   * since it was made. It differs from what was swept by what the cells cannot show, within `removedVolume`.
   */
  readonly volumeLoss: number;
  /** How long the cut took, without `removedVolume`. */
  readonly milliseconds: number;
}

/**
 * Bounds both ways, in cells.
 *
 * From the surface to the exact one: a face lies within a cell, and each corner of it on an edge is a point of the
 * exact surface of bone or tool, to 2^-16 of a cell; so it is no farther off than the cell's diagonal, √3. From the
 * exact surface to this one: a point of it lies in a cell whose 26 neighbours and itself do not have all their vertices
 * on one side (unless a wall or a gap was lost, which `thinWalls` counts; a thin tool's slot is widened until this
 * holds), so one of these 27 cells has a face, and two points of it are at most 2 cells apart along each axis: 2·√3. To
 * both comes what a tool does between two poses, with what the mesh of a sphere or capsule is off, BETWEEN, and the
 * 2^-16.
 */
const BOUND = 2 * Math.sqrt(3) + BETWEEN + 2 ** -15;

export class CuttableBone {
  readonly #name: string;
  readonly #grid: CutGrid;
  readonly #surface: CutSurface;
  readonly #sweep: Sweep;
  readonly #cuts: EdgeCuts;
  readonly #history: BoneHistory;
  readonly #done: CutRecord[];
  readonly #undone: CutRecord[];
  readonly #cells = new GrowingArray(new Uint32Array(1024));
  readonly #tools = new WeakMap<TriangleMesh | Convex, CutTool>();
  /** Where the last cut ended: a saw's next cut begins there, and that pose need not be swept twice. */
  #last: { readonly tool: ToolPoints; readonly matrix: Float64Array } | null = null;
  #mesh: { readonly mesh: TriangleMesh; readonly numbers: NumberedMesh } | null = null;

  /**
   * How often a line of the lattice went through bone, or through a gap in bone, between two of its vertices when the
   * bone was made: walls and gaps thinner than a cell, which the surface does not show.
   */
  readonly thinWalls: number;

  /**
   * @param saved with the grid's surface.
   * @internal
   */
  constructor({ name, grid, thinWalls, done, undone }: SavedBone) {
    this.#name = name;
    this.#grid = grid;
    this.thinWalls = thinWalls;
    this.#done = [...done];
    this.#undone = [...undone];
    this.#surface = new CutSurface(grid);
    this.#sweep = new Sweep(grid);
    this.#cuts = new EdgeCuts(grid);
    this.#history = new BoneHistory(grid);
  }

  /** mm: the cell that is used, the wanted one to 11 bits. */
  get cell(): number {
    return this.#grid.lattice.cell;
  }

  /** mm: no point of the exact surface is farther from `mesh`, or the other way round; see `thinWalls`. */
  get bound(): number {
    return BOUND * this.cell;
  }

  /** The bone as it is now: closed, oriented, manifold. It is made anew when it is first read after a cut. */
  get mesh(): TriangleMesh {
    return this.#current().mesh;
  }

  /**
   * By the faces of `mesh`: the numbers that edits give them. Before the first cut, row by row.
   */
  get faceNumbers(): Uint32Array {
    return this.#current().numbers.faceNumbers;
  }

  /**
   * Removes what the tool sweeps: a mesh, or a convex body from createConvex. For a sphere or capsule a mesh within it
   * cuts, no farther than 1/64 cell from it, which `bound` covers; `removedVolume` is of the true one.
   * @throws MeshError NOT_SOLID (the tool), EMPTY_MESH where nothing would be left, and as createMesh; PoseError,
   * OptionError as firstContact; OptionError MISSING_MESH (a shape that createConvex has not made), TOOL_TOO_LARGE (a
   * sphere or capsule of more than some 140 cells). The bone is then as it was.
   */
  cut(tool: TriangleMesh | Convex, motion: RigidMotion): CutResult {
    const started = performance.now();
    const checked = checkMotion(motion);
    const { points, about, between } = this.#toolOf(tool);
    const poses = new MotionPoses(checked, points.reach, between * this.cell);
    const last = this.#last;
    const goesOn = last?.tool === points && last.matrix.every((x, n) => x === checked.from.matrix[n]);
    this.#last = null;
    this.#sweep.begin(goesOn);
    poses.each((pose) => {
      points.moveTo(pose);
      this.#sweep.addPose(points);
    }, goesOn);
    const held = this.#sweep.removed.length;
    this.#sweep.removeThin();
    if (this.#grid.isEmpty) {
      this.#sweep.takeBack();
      throw new MeshError(
        'EMPTY_MESH',
        `The cut removes all of "${this.#name}": no bone would be left; cut less, or drop the bone instead.`,
      );
    }
    const record = this.#cuts.apply(this.#sweep);
    const before = this.#history.present;
    const edit = this.#remake(record);
    const loss = lostVolume(this.#grid, edit).volume;
    this.#last = { tool: points, matrix: Float64Array.from(checked.to.matrix) };
    this.#done.push(record);
    this.#undone.length = 0;
    const milliseconds = performance.now() - started;
    return this.#result(edit, milliseconds, {
      tool: points,
      about,
      poses,
      before,
      held: record.removed.subarray(0, held),
      loss,
    });
  }

  /** The swept volume is computed when it is first read: it takes longer than the cut, and a servo does not need it. */
  #result(edit: CutEdit, milliseconds: number, cut: MeasuredCut): CutResult {
    const [grid, history] = [this.#grid, this.#history];
    let waiting: MeasuredCut | undefined = cut;
    let volume: VolumeBounds = { low: 0, high: 0 };
    return {
      edit,
      get removedVolume() {
        if (waiting !== undefined) volume = sweptVolume(grid, history, waiting);
        waiting = undefined;
        return volume;
      },
      volumeLoss: cut.loss,
      milliseconds,
    };
  }

  /** Takes back the last cut. @returns the edit that does so; null where there is none. */
  undo(): CutEdit | null {
    return this.#step(this.#done, this.#undone, true);
  }

  /** Cuts again what was taken back last. @returns the edit that does so; null where there is none. */
  redo(): CutEdit | null {
    return this.#step(this.#undone, this.#done, false);
  }

  /**
   * Takes over the numbers that `detector.compactBone` handed out: edits speak of faces and vertices by these from now
   * on. The detector has had every edit so far.
   * @throws MeshError BAD_RENUMBERING: it is of another number of faces or vertices, or it drops a face that is there.
   */
  renumber(renumbering: Renumbering): void {
    checkRenumbering(this.#grid, renumbering, this.#name);
    renumber(this.#grid, renumbering);
    this.#mesh = null;
  }

  /** The bone and its cuts, as bytes that `loadCuttableBone` takes. */
  save(): Uint8Array<ArrayBuffer> {
    const [name, grid, thinWalls] = [this.#name, this.#grid, this.thinWalls];
    return packBone({ name, grid, thinWalls, done: this.#done, undone: this.#undone });
  }

  /** The pieces into which the bone has come apart, the largest first: one where it is whole. */
  pieces(): BonePiece[] {
    const { mesh, numbers } = this.#current();
    const { count, of } = facePieces(this.#grid, numbers);
    const pieces = Array.from({ length: count }, (_, piece) => {
      const name = count === 1 ? mesh.name : `${mesh.name}, piece ${piece + 1}`;
      const own = keptFaces(numbers.positions, numbers.faces, (face) => of[face] === piece);
      const body = { ...own, name };
      return { mesh: body, volume: inspectMesh(body).volume };
    });
    return pieces.sort((a, b) => b.volume - a.volume);
  }

  /**
   * What motions sweep of the bone as it is now, whatever is cut meanwhile: each point is counted once. It keeps a copy
   * of the bone's grid.
   */
  pathVolume(): PathVolume {
    return new PathVolume(CutGrid.of(structuredClone(this.#grid.parts)));
  }

  #step(from: CutRecord[], to: CutRecord[], isUndo: boolean): CutEdit | null {
    const record = from.pop();
    if (record === undefined) return null;
    to.push(record);
    this.#last = null;
    replay(this.#grid, record, isUndo);
    return this.#remake(record);
  }

  #remake(record: CutRecord): CutEdit {
    const grid = this.#grid;
    this.#mesh = null;
    this.#cells.length = 0;
    addChangedCells(grid, record, this.#cells);
    const firstFace = grid.faces.length;
    const firstPosition = grid.positions.length;
    const remove = this.#surface.remake(this.#cells);
    const { replaced } = this.#surface;
    this.#history.note(record.removed, replaced.values.slice(0, replaced.length));
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

  #toolOf(tool: TriangleMesh | Convex): CutTool {
    const held = this.#tools.get(tool);
    if (held !== undefined) return held;
    const made = cutTool(tool, this.#grid.lattice);
    this.#tools.set(tool, made);
    return made;
  }
}
