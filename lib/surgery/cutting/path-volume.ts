// A bone and tools' motions → the volume of bone that they sweep together, each point counted once, as an interval.
//
// The bone is kept unchanged, on a grid of its own, so all motions are measured in one bone, whatever is cut meanwhile.
// Only the grid is kept, and some numbers for each of its cells that a tool reaches: a path may be of any length.
//
// In a cell, a motion adds at most what it sweeps minus what the tool held there at its start, and at most what faces
// sweep outward: if the motion continues the one before, what the tool holds at its start has been counted. So a wall
// along which a saw slides again and again is counted once. union-volume.ts sums it up.
//
// The same can be computed for the bone as given, before it was put on a grid, and for its part in a region or outside
// one: given-bone.ts.

import type { Convex } from '#convex';
import type { Bounds, TriangleMesh } from '#mesh';
import { checkMotion, type RigidMotion } from '#motion';
import type { GivenBody } from '#inset';
import { BoneCones } from './bone-cones.ts';
import type { FaceRange } from './bone-history.ts';
import { BoneState } from './bone-state.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import { type CutTool, cutTool } from './cut-tool.ts';
import { GivenBone } from './given-bone.ts';
import { type CellBox, GivenSolid } from './given-solid.ts';
import type { Lattice } from './lattice.ts';
import { MotionPoses } from './motion-poses.ts';
import { type TakeCell, type VolumeBounds, VolumeMeter } from './removed-volume.ts';
import { heldBy } from './swept-volume.ts';
import { SweptPath } from './swept-path.ts';
import { partsOf } from './tool-parts.ts';
import type { ToolPoints } from './tool-points.ts';
import { UnionVolume } from './union-volume.ts';
import { beyondWindow } from './window-edge.ts';

/** A closed surface. */
export interface GivenPart {
  readonly mesh: TriangleMesh;
  readonly isLeftOut: boolean;
}

export class PathVolume {
  readonly #grid: CutGrid;
  /** With a window: what finds motions that reach its sides. */
  readonly #state: BoneState | null;
  readonly #union = new UnionVolume();
  readonly #tools = new Map<TriangleMesh | Convex, CutTool>();
  /** By the points of a tool's part. */
  readonly #paths = new Map<ToolPoints, SweptPath>();
  #last: { readonly tool: ToolPoints; readonly matrix: Float64Array } | null = null;
  readonly #bones: GivenBone[] = [];

  /** @internal @param grid owned by this object from now on. @param given with a window, the whole surface. */
  constructor(grid: CutGrid, given: GivenBody | null) {
    this.#grid = grid;
    this.#state = given && new BoneState(grid, 0, null, given);
  }

  /**
   * Bones as given: each is the intersection of some closed surfaces, minus those that are left out. Call it before the
   * first motion is added.
   * @internal
   * @param reach mm: a box around all places where they are measured.
   * @returns for each bone, a function that returns how much has been swept so far, mm³.
   */
  ofGiven(bones: readonly (readonly GivenPart[])[], reach: Bounds): (() => VolumeBounds)[] {
    const [grid, place, cones] = [this.#grid, new Int32Array(3), new BoneCones(this.#grid.lattice)];
    const box = boxAround(reach, grid.lattice);
    const solids = new Map<TriangleMesh, GivenSolid>();
    const range: FaceRange = { mesh: grid.mesh, first: 0, count: 0 };
    const read = facesOf(grid);
    const readCones = (key: number) => {
      grid.lattice.place(key, place);
      const [i, j, k] = place;
      read(key, range);
      cones.set(i, j, k, grid.cornersInside(i, j, k), range.mesh, range.first, range.count);
    };
    return bones.map((parts) => {
      const given = parts.map(({ mesh, isLeftOut }) => {
        const solid = solids.get(mesh) ?? new GivenSolid(grid, mesh, box, cones, place);
        solids.set(mesh, solid);
        return { solid, isLeftOut };
      });
      const bone = new GivenBone(grid, given, box, place, readCones);
      this.#bones.push(bone);
      return () => this.#inMm(bone.volume(this.#union));
    });
  }

  /** Adds what a tool sweeps. @throws as CuttableBone.cut; nothing is added then. */
  add(tool: TriangleMesh | Convex, motion: RigidMotion): void {
    const checked = checkMotion(motion);
    this.#checkWindow(tool, motion);
    const held = this.#tools.get(tool) ?? cutTool(tool, this.#grid.lattice);
    this.#tools.set(tool, held);
    const { points, about, between } = held;
    const poses = new MotionPoses(checked, points.reach, between * this.#grid.lattice.cell);
    const last = this.#last;
    const goesOn = last?.tool === points && last.matrix.every((x, n) => x === checked.from.matrix[n]);
    this.#last = { tool: points, matrix: Float64Array.from(checked.to.matrix) };
    const union = this.#union;
    if (about === null) this.#measure(points, poses, goesOn, union.add.bind(union));
    else {
      this.#measure(about, poses, goesOn, (key, bone, _low, fresh) => union.add(key, bone, 0, fresh));
      this.#measure(points, poses, goesOn, (key, bone, low) => union.add(key, bone, low, 0));
    }
  }

  #checkWindow(tool: TriangleMesh | Convex, motion: RigidMotion): void {
    if (this.#state === null) return;
    const { sweep, edge } = this.#state;
    this.#state.sweepAlong(tool, motion);
    sweep.takeBack();
    this.#state.forget();
    if (edge?.isReached === true) throw beyondWindow(edge.wanted, 'The path');
  }

  #measure(tool: ToolPoints, poses: MotionPoses, goesOn: boolean, take: TakeCell): void {
    const grid = this.#grid;
    const { parts, isSimple } = partsOf(tool, poses, grid.lattice);
    for (const part of parts) {
      const path = this.#paths.get(part) ?? new SweptPath((key) => this.#union.isDone(key));
      this.#paths.set(part, path);
      path.goesOn = goesOn;
      // Otherwise what the tool holds in cells that no face reaches has been counted.
      const held = goesOn ? NOTHING : heldBy(grid, part, { each: (visit) => visit(poses.first) });
      const box = new VolumeMeter(grid, { tool: part, isSimple, poses, held }, facesOf(grid), take, path).measure();
      for (const bone of this.#bones) bone.comeNear(box);
    }
  }

  /** mm³: contains the volume of the bone that all motions so far have swept. */
  get volume(): VolumeBounds {
    return this.#inMm(this.#union.sum());
  }

  #inMm({ low, high }: VolumeBounds): VolumeBounds {
    const mm3 = this.#grid.lattice.cell ** 3;
    return { low: low * mm3, high: high * mm3 };
  }
}

const NOTHING = new Uint32Array(0);

/** The lattice's cells in which a box lies, and one more in each direction. */
function boxAround({ min, max }: Bounds, { cell, first, size }: Lattice): CellBox {
  const within = (x: number, k: number) => Math.min(size[k] - 2, Math.max(0, Math.floor(x / cell) - first[k]));
  return { low: min.map((x, k) => within(x - cell, k)), high: max.map((x, k) => within(x + cell, k)) };
}

const facesOf = (grid: CutGrid) => (cell: number, out: FaceRange) => {
  const row = grid.cells.find(cell);
  out.mesh = grid.mesh;
  out.first = row === NONE ? 0 : grid.firstFace[row];
  out.count = row === NONE ? 0 : grid.faceCount[row];
};
