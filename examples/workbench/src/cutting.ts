// A bone under a cutting tool: what the tool's motions remove, in strokes that are undone as a whole, and how deep the
// tool is in the bone as it was before. A blade that goes to and fro removes all that it sweeps.

import {
  type BonePiece,
  type BoneRenumbering,
  type ContactReport,
  type CutEdit,
  type CuttableBone,
  createCuttableBone,
  createDetector,
  type Detector,
  inspectMesh,
  loadCuttableBone,
  type RigidMotion,
  type Stroke as BladeStroke,
  type TriangleMesh,
} from 'kerf';
import type { CutLog } from '../../trainer/src/cut-log.ts';
import { FEED, sweptBy } from './tools.ts';
import type { CutSummary } from './wire.ts';

/** mm: about the blade's thickness; with half of that, a whole skull has four times as many faces. */
const CELL = 1;
/** Bounds of the cells along the bone: a small bone has finer cells, a huge one coarser cells. */
const LEAST_CELLS = 100;
const MOST_CELLS = 400;
/** mm: from the tool to the sides of a grid around it, which grows where cuts come to them. */
const AROUND = 6;
/** mm: a hand that moves farther than this has jumped, and cuts nothing in between. */
const JUMP = 20;

/** mm³ removed by one cut. */
interface Removed {
  readonly low: number;
  readonly high: number;
  readonly loss: number;
}

/** Cells of that size, mm, in a box of the bone's frame, or around the tool at a pose. */
export type Near =
  | { readonly cell: number; readonly window: Window }
  | { readonly cell: number; readonly window?: undefined; readonly pose: Float64Array };

export interface Window {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

export interface BoneCut {
  readonly edit: CutEdit;
  /** Places of new corners, xyz, that are on the bone's own surface, where the grid has grown. */
  readonly own: Float32Array;
}
const NONE = new Float32Array();

/** Cuts from when the tool enters the bone until it removes nothing more, or is switched off. */
type Stroke = Removed[];

export class Cutting {
  readonly #bone: CuttableBone;
  readonly #tool: TriangleMesh;
  /** What the tool removes at a pose: its envelope, or itself. */
  readonly #swept: TriangleMesh;
  /** A detector of the bone as it was before the first cut. */
  readonly #before: Detector;
  readonly #beforeBone: TriangleMesh;
  #done: Stroke[] = [];
  #undone: Stroke[] = [];
  #at: Float64Array | null = null;
  /** Whether the last stroke continues. */
  #isInBone = false;
  #isFresh = true;
  #isOn = false;

  readonly #partsBefore: number;
  /** Of a task, if there is one: where all motions of the tool that is on are noted. */
  log: CutLog | null = null;

  private constructor(
    bone: CuttableBone,
    tool: TriangleMesh,
    swept: TriangleMesh,
    before: Detector,
    beforeBone: TriangleMesh,
    partsBefore: number,
  ) {
    this.#bone = bone;
    this.#tool = tool;
    this.#swept = swept;
    this.#before = before;
    this.#beforeBone = beforeBone;
    this.#partsBefore = partsBefore;
  }

  /**
   * @param size the bone's, mm. @param near a grid of a part of the bone; null for one of all of it. @param stroke
   * the blade's, of a saw. @throws MeshError NOT_SOLID and others, like createCuttableBone.
   */
  static async begin(
    surface: TriangleMesh,
    size: number,
    tool: TriangleMesh,
    near: Near | null = null,
    stroke: BladeStroke | null = null,
  ) {
    const swept = await sweptBy(tool, stroke);
    const whole = Math.max(Math.min(CELL, size / LEAST_CELLS), size / MOST_CELLS);
    const bone = await createCuttableBone(
      near === null
        ? { surface, cell: whole }
        : { surface, cell: near.cell, window: near.window ?? windowAround(swept, surface, near.pose) },
    );
    return new Cutting(bone, tool, swept, await detectorOf(surface, tool), surface, bone.pieces().length);
  }

  /** The same for another tool, or for a new detector, to be made of its `surface`; the cuts stay. */
  async renewed(tool: TriangleMesh, stroke: BladeStroke | null = null): Promise<Cutting> {
    if (this.#isFresh && tool === this.#tool) return this;
    const bone = this.#isFresh ? this.#bone : loadCuttableBone(this.#bone.save());
    const isSame = tool === this.#tool;
    const swept = isSame ? this.#swept : await sweptBy(tool, stroke);
    const before = isSame ? this.#before : await detectorOf(this.#beforeBone, tool);
    const made = new Cutting(bone, tool, swept, before, this.#beforeBone, this.#partsBefore);
    [made.#done, made.#undone, made.#isOn, made.log] = [this.#done, this.#undone, this.#isOn, this.log];
    return made;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether face numbers are still the rows of `surface`. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** The bone as it is now. */
  get surface(): TriangleMesh {
    return this.#bone.mesh;
  }

  /** Whether there is a cut that has not been undone. */
  get hasCuts(): boolean {
    return this.#done.length > 0;
  }

  get summary(): CutSummary {
    const total = { low: 0, high: 0, loss: 0 };
    for (const { low, high, loss } of this.#done.flat()) {
      total.low += low;
      total.high += high;
      total.loss += loss;
    }
    return { ...total, undo: this.#done.length, redo: this.#undone.length };
  }

  /** A report on the bone as it was: the tool's depth in it shows how near the inner surface is. */
  reportBefore(pose: Float64Array): ContactReport {
    return this.#before.detectSync(pose);
  }

  /** Switches the tool on or off. Motions while it is off remove nothing. */
  switch(isOn: boolean): void {
    this.#isOn = isOn;
    this.#at = null;
    this.#isInBone = false;
  }

  /** Moves the tool straight there; it cuts if it is on. @returns null if it removes nothing. */
  moveTo(pose: Float64Array): BoneCut | null {
    if (!this.#isOn) return null;
    const from = this.#at;
    this.#at = pose;
    if (from?.every((x, k) => x === pose[k])) return null;
    const isNear = from !== null && Math.hypot(...[12, 13, 14].map((k) => pose[k] - from[k])) <= JUMP;
    return this.cut({ from: isNear ? from : pose, to: pose });
  }

  /** @returns null if nothing is removed. */
  cut(motion: RigidMotion): BoneCut | null {
    const grid = this.#bone.window;
    const { edit, removedVolume, volumeLoss } = this.#bone.cut(this.#swept, motion);
    // An undone cut cannot be redone in a bone that has changed, nor be distinguished from a motion through air.
    this.#undone = [];
    if (edit.remove.length + edit.faces.length === 0) {
      // A motion through air is not a stroke to undo.
      this.#bone.undo();
      this.#isInBone = false;
      this.log?.add(motion, null);
      return null;
    }
    this.#isFresh = false;
    const removed = { ...removedVolume, loss: volumeLoss };
    if (!this.#isInBone) this.#done.push([]);
    const stroke = this.#done[this.#done.length - 1];
    stroke.push(removed);
    this.log?.add(motion, stroke);
    this.#isInBone = true;
    const hasGrown = JSON.stringify(grid) !== JSON.stringify(this.#bone.window);
    return { edit, own: hasGrown ? this.#besideTool(edit, motion) : NONE };
  }

  /** Undoes or redoes a stroke. @returns its edits; none if there is no stroke. */
  step(isUndo: boolean): BoneCut[] {
    const stroke = (isUndo ? this.#done : this.#undone).pop();
    if (stroke === undefined) return [];
    (isUndo ? this.#undone : this.#done).push(stroke);
    this.#isFresh = false;
    this.#at = null;
    this.#isInBone = false;
    return stroke.map(() => ({ edit: (isUndo ? this.#bone.undo() : this.#bone.redo()) as CutEdit, own: NONE }));
  }

  /** Corners that are farther than a cell from the tool's box where its motion begins, and where it ends. */
  #besideTool({ positions }: CutEdit, { from, to }: RigidMotion): Float32Array {
    const { min, max } = inspectMesh(this.#swept).bounds;
    const own: number[] = [];
    for (let v = 0; v < positions.length; v += 3) {
      const isNear = [from, to].some((pose) =>
        [0, 1, 2].every((k) => {
          let at = 0;
          for (let m = 0; m < 3; m++) at += pose[4 * k + m] * (positions[v + m] - pose[12 + m]);
          return at > min[k] - this.#bone.cell && at < max[k] + this.#bone.cell;
        }),
      );
      if (!isNear) own.push(positions[v], positions[v + 1], positions[v + 2]);
    }
    return Float32Array.from(own);
  }

  /** Whether a stroke that the log notes has not been undone. */
  isDone(stroke: object): boolean {
    return this.#done.includes(stroke as Stroke);
  }

  /** mm³ of each part, the largest first, if the bone has come apart into more parts than it had; else none. */
  pieces(): number[] {
    return this.freed().map(({ volume }) => volume);
  }

  /** The parts themselves, or none. */
  freed(): BonePiece[] {
    // A sealed cavity is a component of the surface, but not a part of the bone.
    if (inspectMesh(this.surface).components <= this.#partsBefore) return [];
    const pieces = this.#bone.pieces();
    return pieces.length > this.#partsBefore ? pieces : [];
  }

  /** Takes over the numbering of the detector's compacted bone. */
  renumber(renumbering: BoneRenumbering): void {
    this.#bone.renumber(renumbering);
  }
}

/** The part in the bone's box of the tool's box at a pose, or the nearest place there; AROUND more each way. */
function windowAround({ positions }: TriangleMesh, bone: TriangleMesh, pose: Float64Array) {
  const { min, max } = inspectMesh(bone).bounds;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < positions.length; v += 3)
    for (let k = 0; k < 3; k++) {
      const at =
        pose[k] * positions[v] + pose[4 + k] * positions[v + 1] + pose[8 + k] * positions[v + 2] + pose[12 + k];
      const near = Math.max(min[k], Math.min(max[k], at));
      low[k] = Math.min(low[k], near);
      high[k] = Math.max(high[k], near);
    }
  return { min: low.map((x) => x - AROUND), max: high.map((x) => x + AROUND) };
}

/** Penetration does not depend on δ; h is the page's. */
function detectorOf(bone: TriangleMesh, tool: TriangleMesh): Promise<Detector> {
  return createDetector({ bone, tool, feed: FEED, contactDistance: 0, resolution: 1, backend: 'cpu' });
}
