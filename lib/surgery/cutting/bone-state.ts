// A bone's grid, and all that works on it: what is replaced as a whole when its window grows.

import type { Convex } from '#convex';
import type { TriangleMesh } from '#mesh';
import type { GivenBody } from '#inset';
import { checkMotion, type RigidMotion } from '#motion';
import { BoneHistory } from './bone-history.ts';
import type { CutGrid } from './cut-grid.ts';
import { EdgeCuts } from './cut-record.ts';
import { type CutTool, cutTool } from './cut-tool.ts';
import type { LostFeatures } from './lost-features.ts';
import { MotionPoses } from './motion-poses.ts';
import { CutSurface } from './surface.ts';
import { Sweep } from './sweep.ts';
import type { MeasuredCut } from './swept-volume.ts';
import type { ToolPoints } from './tool-points.ts';
import { WindowEdge } from './window-edge.ts';

/** What a sweep did: see MeasuredCut. */
export type Swept = Pick<MeasuredCut, 'tool' | 'about' | 'poses' | 'mesh' | 'motion' | 'heldCount'>;

export class BoneState {
  readonly grid: CutGrid;
  readonly surface: CutSurface;
  readonly sweep: Sweep;
  readonly cuts: EdgeCuts;
  readonly history: BoneHistory;
  /** null without a window. */
  readonly edge: WindowEdge | null;
  /** See CuttableBone. */
  readonly thinWalls: number;
  readonly lost: LostFeatures | null;
  readonly #tools = new WeakMap<TriangleMesh | Convex, CutTool>();
  /** Where the last cut ended: if a saw's next cut begins there, that pose need not be swept again. */
  #last: { readonly tool: ToolPoints; readonly matrix: Float64Array } | null = null;

  /** @param given with a window, the surface that the bone was made of. */
  constructor(grid: CutGrid, thinWalls: number, lost: LostFeatures | null, given: GivenBody | null) {
    this.grid = grid;
    this.thinWalls = thinWalls;
    this.lost = lost;
    this.surface = new CutSurface(grid);
    this.sweep = new Sweep(grid);
    this.cuts = new EdgeCuts(grid);
    this.history = new BoneHistory(grid);
    this.edge = grid.outer !== null && given !== null ? new WindowEdge(grid, grid.outer, given) : null;
  }

  /** The next cut begins anew. */
  forget(): void {
    this.#last = null;
  }

  /** A next cut by the same tool may go on from where this one ended. */
  hold({ tool, motion }: Swept): void {
    this.#last = { tool, matrix: Float64Array.from(motion.to.matrix) };
  }

  /**
   * Removes the vertices that a tool sweeps from the grid's signs, until `sweep.takeBack`; `edge` has noted what of it
   * is on the window's sides or beyond them.
   * @throws as cutTool.
   */
  sweepAlong(tool: TriangleMesh | Convex, given: RigidMotion): Swept {
    const motion = checkMotion(given);
    const { sweep, edge } = this;
    const cutter = this.#toolOf(tool);
    const { mesh, points, about, between, thin } = cutter;
    const poses = new MotionPoses(motion, points.reach, between * this.grid.lattice.cell);
    const last = this.#last;
    const goesOn = last?.tool === points && last.matrix.every((x, n) => x === motion.from.matrix[n]);
    this.#last = null;
    sweep.begin(goesOn);
    try {
      edge?.begin();
      if (thin !== null) {
        points.moveTo(poses.first);
        thin.begin(points);
      }
      let isFirst = !goesOn;
      poses.each((pose) => {
        points.moveTo(pose);
        edge?.noteAt(pose, cutter, isFirst);
        isFirst = false;
        if (edge?.isReached) return;
        if (thin !== null) {
          thin.moveTo(points);
          sweep.addBetween(thin);
        }
        sweep.addPose(points);
      }, goesOn);
      // Poses are as close as the tool is thick, but for its thin parts.
      if (thin !== null) edge?.noteBetween(given, cutter);
    } catch (error) {
      // It was stopped on its way.
      sweep.takeBack();
      throw error;
    }
    const heldCount = sweep.removed.length;
    sweep.removeThin();
    edge?.noteSwept(sweep);
    return { tool: points, about, poses, mesh, motion, heldCount };
  }

  #toolOf(tool: TriangleMesh | Convex): CutTool {
    const held = this.#tools.get(tool);
    if (held !== undefined) return held;
    const made = cutTool(tool, this.grid.lattice);
    this.#tools.set(tool, made);
    return made;
  }
}
