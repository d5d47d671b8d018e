// A bone to be cut: cuts, undo and redo, and the surface that is left.

import type { Convex } from '#convex';
import { checkOptionNames, described, GrowingArray, MeshError, OptionError, type OptionNames } from '#core';
import { inspectMesh, keptFaces, type TriangleMesh } from '#mesh';
import { checkMotion, type RigidMotion } from '#motion';
import { BoneHistory } from './bone-history.ts';
import { packBone, type SavedBone } from './cut-file.ts';
import { CutGrid } from './cut-grid.ts';
import { addChangedCells, type CutEdit, type CutRecord, EdgeCuts, replay } from './cut-record.ts';
import { type CutTool, cutTool } from './cut-tool.ts';
import type { LostFeatures } from './lost-features.ts';
import { lostVolume } from './lost-volume.ts';
import { BETWEEN, MotionPoses } from './motion-poses.ts';
import { checkRenumbering, type NumberedMesh, numberedMesh, type Renumbering, renumber } from './numbered-mesh.ts';
import { PathVolume } from './path-volume.ts';
import { facePieces } from './pieces.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { CutSurface } from './surface.ts';
import { Sweep } from './sweep.ts';
import { type CutMeasures, type MeasuredCut, measureCut } from './swept-volume.ts';
import type { ToolPoints } from './tool-points.ts';

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

export interface CutResult {
  readonly edit: CutEdit;
  /**
   * mm³: contains the volume of the intersection of the bone before the cut with what the tool swept. It is computed
   * when first read, at any later time; until then the result keeps what that needs of the earlier bone.
   */
  readonly removedVolume: VolumeBounds;
  /**
   * mm³: how much less `mesh` encloses than before, up to rounding. Over all cuts this sums to what the bone has lost
   * since it was made. It differs from the swept volume by what the cells cannot show, within `removedVolume`.
   */
  readonly volumeLoss: number;
  /**
   * What of the exact bone the surface does not show since this cut, and may be farther from than `bound`: walls,
   * spikes and gaps thinner than a cell, where volumes prove it. Of the bone as its surface was before the cut: what an
   * earlier one left within `bound` of the surface, and did not show, is not seen. It is computed with `removedVolume`.
   */
  readonly lost: LostFeatures;
  /** How long the cut took, without `removedVolume` and `lost`. */
  readonly milliseconds: number;
}

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
  /** Where the last cut ended: if a saw's next cut begins there, that pose need not be swept again. */
  #last: { readonly tool: ToolPoints; readonly matrix: Float64Array } | null = null;
  #mesh: { readonly mesh: TriangleMesh; readonly numbers: NumberedMesh } | null = null;

  /**
   * How often, when the bone was made, a line of the lattice crossed bone or a gap in bone between two of its vertices:
   * walls and gaps thinner than a cell, which the surface does not show.
   */
  readonly thinWalls: number;

  /**
   * What of the surface as given the bone did not show when it was made, and may be farther from than `bound`: walls,
   * spikes, and gaps such as canals, each counted once, with a place. null for a bone from a volume.
   */
  readonly lost: LostFeatures | null;

  /**
   * @param saved its grid, with the surface made.
   * @internal
   */
  constructor({ name, grid, thinWalls, lost, done, undone }: SavedBone) {
    this.#name = name;
    this.#grid = grid;
    this.thinWalls = thinWalls;
    this.lost = lost;
    this.#done = [...done];
    this.#undone = [...undone];
    this.#surface = new CutSurface(grid);
    this.#sweep = new Sweep(grid);
    this.#cuts = new EdgeCuts(grid);
    this.#history = new BoneHistory(grid);
  }

  /** mm: the cell size in use, which is the requested one rounded to 11 bits. */
  get cell(): number {
    return this.#grid.lattice.cell;
  }

  /** mm: no point of the exact surface is farther than this from `mesh`, nor vice versa, but for what is `lost`. */
  get bound(): number {
    return BOUND * this.cell;
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
   * @throws MeshError NOT_SOLID (the tool), EMPTY_MESH if nothing would be left, and those of createMesh; PoseError and
   * OptionError as for firstContact; OptionError MISSING_MESH (a shape not made by createConvex), TOOL_TOO_LARGE (a
   * sphere or capsule of more than about 140 cells). The bone is then unchanged.
   */
  cut(tool: TriangleMesh | Convex, motion: RigidMotion): CutResult {
    const started = performance.now();
    const checked = checkMotion(motion);
    const { points, about, between, thin } = this.#toolOf(tool);
    const poses = new MotionPoses(checked, points.reach, between * this.cell);
    const last = this.#last;
    const goesOn = last?.tool === points && last.matrix.every((x, n) => x === checked.from.matrix[n]);
    this.#last = null;
    this.#sweep.begin(goesOn);
    if (thin !== null) {
      points.moveTo(poses.first);
      thin.begin(points);
    }
    poses.each((pose) => {
      points.moveTo(pose);
      if (thin !== null) {
        thin.moveTo(points);
        this.#sweep.addBetween(thin);
      }
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
      removed: record.removed,
      heldCount: held,
      loss,
    });
  }

  /** Its measures are computed when first read: they take longer than the cut, and a servo does not need them. */
  #result(edit: CutEdit, milliseconds: number, cut: MeasuredCut): CutResult {
    const [grid, history] = [this.#grid, this.#history];
    let waiting: MeasuredCut | null = cut;
    let known: CutMeasures | null = null;
    const measures = () => {
      if (waiting !== null) known = measureCut(grid, history, waiting);
      waiting = null;
      return known as CutMeasures;
    };
    return {
      edit,
      get removedVolume() {
        return measures().volume;
      },
      get lost() {
        return measures().lost;
      },
      volumeLoss: cut.loss,
      milliseconds,
    };
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
    checkRenumbering(this.#grid, renumbering, this.#name);
    renumber(this.#grid, renumbering);
    this.#mesh = null;
  }

  /** The bone and its cuts, as bytes for `loadCuttableBone`. */
  save(): Uint8Array<ArrayBuffer> {
    const { thinWalls, lost } = this;
    return packBone({ name: this.#name, grid: this.#grid, thinWalls, lost, done: this.#done, undone: this.#undone });
  }

  /**
   * The pieces into which the bone has come apart, the largest first; one if it is whole. @param options.least mm³:
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
    const { mesh, numbers } = this.#current();
    const { count, of } = facePieces(this.#grid, numbers);
    const pieces = Array.from({ length: count }, (_, piece) => {
      const name = count === 1 ? mesh.name : `${mesh.name}, piece ${piece + 1}`;
      const own = keptFaces(numbers.positions, numbers.faces, (face) => of[face] === piece);
      const body = { ...own, name };
      return { mesh: body, volume: inspectMesh(body).volume };
    });
    return pieces.filter(({ volume }) => volume >= least).sort((a, b) => b.volume - a.volume);
  }

  /**
   * Measures how much of the present bone motions sweep, whatever is cut meanwhile; each point counts once. It keeps a
   * copy of the bone's grid.
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
