// The task in the detector's thread: its plan is drawn, what the tools do is noted, scored, and the flap lifted.

import type { BonePiece, TriangleMesh } from 'kerf';
import type { Held } from '../../workbench/src/bodies.ts';
import type { Cutting, Near } from '../../workbench/src/cutting.ts';
import { CutLog } from './cut-log.ts';
import { frameOf } from './corridor.ts';
import { joined } from './joined.ts';
import { rounded, thinned } from './path.ts';
import { phantomPlan } from './phantom-plan.ts';
import { planHere } from './plan-here.ts';
import type { Plan, Point } from './plan.ts';
import { scoreOf } from './score.ts';
import { taskSurfaces } from './task-surfaces.ts';
import type { TaskPart, TaskReply, TaskRequest } from './task-wire.ts';

/** A path is kept with poses at most this far apart; the score is that of the path as kept. */
const KEPT = { mm: 0.5, degrees: 1 };
/** mm: the cells in which a task's bone is cut, and how far beyond the line they reach at first. */
const CELL = 0.75;
const BESIDE = 14;
/** mm by which the flap is lifted. */
const LIFT = 18;

/** What the detector's thread lends to the task. */
export interface TaskHost {
  held(): Held | null;
  cutting(): Cutting | null;
  /** N; null while the bone is not felt. */
  force(): number | null;
  /** Puts back whatever was cut. */
  reset(): Promise<void>;
  /** Draws the surfaces of the task, in place of those before; null: none. */
  drawTask(surfaces: Readonly<Partial<Record<TaskPart, TriangleMesh>>> | null): void;
  /** Draws this in place of the bone. */
  drawBone(bone: TriangleMesh): void;
  /** Draws the bone as it is. */
  redraw(): Promise<void>;
  progress(says: string, share: number | undefined): void;
}

export class TaskBench {
  readonly #host: TaskHost;
  #plan: Plan | null = null;
  #isLifted = false;
  log: CutLog | null = null;

  constructor(host: TaskHost) {
    this.#host = host;
  }

  /** mm: of the plan's burr; undefined without a plan. */
  get burr(): number | undefined {
    return this.#plan?.burrHole.diameter;
  }

  /** Where the bone is cut, about the planned line: in finer cells than a whole bone, and drawn with fewer faces. */
  get near(): Near | null {
    const line = this.#plan?.line;
    if (line === undefined) return null;
    const along = (k: number) => line.map((point) => point[k]);
    const ends = (most: typeof Math.min, by: number) => [0, 1, 2].map((k) => most(...along(k)) + by);
    return { cell: CELL, window: { min: ends(Math.min, -BESIDE), max: ends(Math.max, BESIDE) } };
  }

  async handle(request: TaskRequest): Promise<TaskReply> {
    try {
      if (request.what === 'begin') return await this.#begin(request.plan, request.at);
      if (request.what === 'path') return { what: 'path', path: this.#path() };
      if (request.what === 'score') return await this.#score(request.path);
      if (request.what === 'lift') return { what: 'lifted', volume: this.#lift() };
      await this.putBack();
      this.#plan = null;
      this.log = null;
      this.#host.drawTask(null);
      return { what: 'ended' };
    } catch (error) {
      return { what: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The flap back to its place in the picture, for whatever changes the bone. */
  async putBack(): Promise<void> {
    if (!this.#isLifted) return;
    this.#isLifted = false;
    this.#host.drawTask(this.#plan && taskSurfaces(this.#plan, this.#held().bone));
    await this.#host.redraw();
  }

  async #begin(given: Plan | null, at: Float64Array): Promise<TaskReply> {
    const { bone, isPhantom } = this.#held();
    const plan = given ?? (isPhantom ? phantomPlan() : planHere(bone, at));
    const isFor = plan.bone ?? { name: 'the skull phantom', faceCount: bone.faces.length / 3 };
    const isIts =
      plan.bone === null ? isPhantom : bone.name === isFor.name && bone.faces.length / 3 === isFor.faceCount;
    if (!isIts)
      throw new Error(
        `The plan "${plan.name}" is for ${isFor.name} of ${isFor.faceCount} faces, and ${bone.name} of ${bone.faces.length / 3} faces is open; open that bone, or another plan.`,
      );
    this.#plan = plan;
    this.#isLifted = false;
    this.log = new CutLog(() => {
      const tool = this.#held().toolSource;
      return { tool: tool instanceof File ? tool.name : tool, force: this.#host.force() };
    });
    await this.#host.reset();
    this.#host.drawTask(taskSurfaces(plan, bone));
    return { what: 'begun', plan };
  }

  #path(): ReturnType<typeof rounded> {
    const cutting = this.#host.cutting();
    const path = this.log?.path((stroke) => cutting?.isDone(stroke) === true) ?? { passes: [] };
    return rounded(thinned(path, KEPT));
  }

  async #score(path: ReturnType<typeof rounded>): Promise<TaskReply> {
    const plan = this.#asked();
    const says = 'measuring what was cut …';
    const score = await scoreOf(plan, path, this.#held().bone, (share) => this.#host.progress(says, share));
    return { what: 'score', score };
  }

  /** @returns mm³ of the flap; null if nothing is free whose middle is inside the planned line. */
  #lift(): number | null {
    const plan = this.#asked();
    const pieces = this.#host.cutting()?.freed() ?? [];
    const flap = pieces
      .filter(({ mesh }) => isInside(plan, middleOf(mesh)))
      .reduce<BonePiece | null>(
        (least, piece) => (least === null || piece.volume < least.volume ? piece : least),
        null,
      );
    if (flap === null) return null;
    const rest = joined(pieces.filter((piece) => piece !== flap).map(({ mesh }) => mesh));
    this.#isLifted = true;
    this.#host.drawBone(rest);
    this.#host.drawTask({ ...taskSurfaces(plan, this.#held().bone), flap: lifted(flap.mesh, plan.outward) });
    return flap.volume;
  }

  #held(): Held {
    const held = this.#host.held();
    if (held === null) throw new Error('No bone is open yet; open one.');
    return held;
  }

  #asked(): Plan {
    if (this.#plan === null) throw new Error('There is no task; begin one.');
    return this.#plan;
  }
}

/** Whether a point is inside the line, seen along `outward`: an even or odd number of sides is to one side of it. */
function isInside({ line, outward }: Plan, at: Point): boolean {
  const { u, v } = frameOf(outward);
  const seen = [...line, at].map((point) => [u, v].map((axis) => axis.reduce((sum, x, k) => sum + x * point[k], 0)));
  const [x, y] = seen.pop() as number[];
  let isIn = false;
  for (const [n, [ax, ay]] of seen.entries()) {
    const [bx, by] = seen[(n + 1) % seen.length];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isIn = !isIn;
  }
  return isIn;
}

function middleOf({ positions }: TriangleMesh): Point {
  const sum: [number, number, number] = [0, 0, 0];
  for (let v = 0; v < positions.length; v++) sum[v % 3] += positions[v];
  const count = positions.length / 3;
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function lifted({ positions, faces, name }: TriangleMesh, outward: Point): TriangleMesh {
  return { positions: positions.map((x, k) => x + LIFT * outward[k % 3]), faces, name };
}
