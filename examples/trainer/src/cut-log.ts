// The motions of a tool that is on, as they come → the passes of an operation.
//
// Every motion counts, through bone or not: a blade that goes deeper in its own slot removes nothing, and may plunge.
// A motion that cut bone belongs to a stroke; once that is undone, it counts no more.
//
// A path is later kept with fewer poses, but with the ends of its passes. So a pass is divided where the tool was
// deepest, and where the force was greatest: both parts hold that pose, and nothing is lost between them.

import type { Penetration, RigidMotion } from 'kerf';
import type { Pass, TaskPath } from './path.ts';

/** Where a motion led. */
interface Reached {
  readonly pose: Float64Array;
  readonly seconds: number;
  /** N. */
  readonly force: number | null;
  /** mm out of the bone on its inner side, or less than 0: of wall ahead. */
  depth: number;
}

interface Entry extends Reached {
  readonly tool: string;
  readonly from: Float64Array;
  /** The stroke that it belongs to; null: it removed nothing. */
  readonly stroke: object | null;
}

export class CutLog {
  readonly #began = performance.now();
  readonly #entries: Entry[] = [];
  readonly #now: () => { readonly tool: string; readonly force: number | null };

  /** @param now the name of the tool that moves, and the force on it, N; null: it is not felt. */
  constructor(now: () => { readonly tool: string; readonly force: number | null }) {
    this.#now = now;
  }

  add({ from, to }: RigidMotion, stroke: object | null): void {
    const seconds = (performance.now() - this.#began) / 1000;
    const pose = (given: ArrayLike<number>) => Float64Array.from(given);
    const depth = Number.NEGATIVE_INFINITY;
    this.#entries.push({ ...this.#now(), from: pose(from), pose: pose(to), seconds, stroke, depth });
  }

  /** How deep the tool is where the last motion led. */
  reached({ through, protrusion, wallAhead }: Penetration): void {
    const last = this.#entries[this.#entries.length - 1];
    if (last !== undefined) last.depth = through ? protrusion.high : -(wallAhead?.low ?? Number.POSITIVE_INFINITY);
  }

  /** @param isDone whether a stroke has not been undone. @throws Error for a tool that is neither burr nor saw. */
  path(isDone: (stroke: object) => boolean): TaskPath {
    const passes: { readonly tool: Pass['tool']; readonly reached: Reached[] }[] = [];
    let last: Entry | null = null;
    for (const entry of this.#entries) {
      if (entry.stroke !== null && !isDone(entry.stroke)) continue;
      const { tool, from, pose } = entry;
      if (tool !== 'burr' && tool !== 'saw')
        throw new Error(`The task was done with ${tool}, which it has no score for; do it with the burr and the saw.`);
      const goesOn = last !== null && last.tool === tool && same(last.pose, from);
      if (!goesOn) passes.push({ tool, reached: [{ ...entry, pose: from }] });
      // A tool that has jumped removes what it holds there.
      if (goesOn || !same(from, pose)) passes[passes.length - 1].reached.push(entry);
      last = entry;
    }
    return { passes: passes.flatMap(({ tool, reached }) => divided(reached).map((part) => passOf(tool, part))) };
  }
}

function same(a: Float64Array, b: Float64Array): boolean {
  return a.every((x, k) => x === b[k]);
}

/** Parts that share their ends, which are the poses of the greatest depth and force. */
function divided(reached: readonly Reached[]): Reached[][] {
  const most = (of: (one: Reached) => number) => {
    const values = reached.map(of);
    return values.indexOf(Math.max(...values));
  };
  const ends = new Set([most(({ depth }) => depth), most(({ force }) => force ?? 0)]);
  const inner = [...ends].filter((n) => n > 0 && n < reached.length - 1).sort((a, b) => a - b);
  const cuts = [0, ...inner, reached.length - 1];
  if (cuts.length === 2) return [[...reached]];
  return cuts.slice(1).map((end, n) => reached.slice(cuts[n], end + 1));
}

function passOf(tool: Pass['tool'], reached: readonly Reached[]): Pass {
  const poses = new Float64Array(16 * reached.length);
  for (const [n, { pose }] of reached.entries()) poses.set(pose, 16 * n);
  return { tool, poses, seconds: reached.map(({ seconds }) => seconds), forces: reached.map(({ force }) => force) };
}
