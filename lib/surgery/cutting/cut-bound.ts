// A cut → how far at most its surface and the exact one are apart, from what it is made of here.
//
// Exact is: the bone as its surface was before the cut, less all that the tool sweeps.
//
//     ░░░░░░│ exact    Exact to shown: boxes through which the exact surface may pass (exact-boxes.ts).
//     ░░░▒▒▒│          Shown to exact: the faces that the cut has made (made-faces.ts).
//     ░░▒▒▒▒└──────
//     ░╱▒ shown ▒▒▒    Both are searched best first: what may be farthest is divided, until nothing can be ENOUGH
//     ╱▒▒▒▒▒▒▒▒▒▒▒▒    off, or the first one is as small as parts get.
//
// Nothing of this uses how the surface is made, so it bounds also what the worst case of all cuts does not foresee.

import type { BoneHistory } from './bone-history.ts';
import type { CutGrid } from './cut-grid.ts';
import { ExactBoxes } from './exact-boxes.ts';
import { KeptBone, SLACK } from './kept-bone.ts';
import { MadeFaces } from './made-faces.ts';
import type { MotionPoses } from './motion-poses.ts';
import { changedCells, shownIn } from './shown-cells.ts';
import type { MeasuredCut } from './swept-volume.ts';
import { partsOf } from './tool-parts.ts';
import type { ToolPoints } from './tool-points.ts';
import { ToolWay } from './tool-way.ts';

/** In cells: a bound that is not worth improving. */
const ENOUGH = 1 / 2;
/** The most parts that are divided or left out. */
const MOST = 2 ** 14;

/** @returns mm; Infinity where nothing is shown near the exact surface, or the tool's shells are not known. */
export function boundOfCut(grid: CutGrid, history: BoneHistory, cut: MeasuredCut): number {
  const { tool, about, poses } = cut;
  const { cell } = grid.lattice;
  const within = partsOf(tool, poses, grid.lattice);
  const around = about === null ? within : partsOf(about, poses, grid.lattice);
  if (!within.isSimple || !around.isSimple) return Number.POSITIVE_INFINITY;
  const box = boxOfWay(about ?? tool, poses);
  // The true tool moves as far as `poses` knows, whatever is around it.
  const way = new ToolWay({
    ...{ within: within.parts, about: around.parts, poses },
    slack: SLACK * cell + poses.slack,
  });
  const shown = history.at(cut.after, (facesOf) => shownIn(grid, box, facesOf));
  return history.at(cut.before, (facesOf) => {
    const bone = new KeptBone(grid, way, facesOf);
    const changed = changedCells(grid, shown, facesOf);
    const [exact, made] = [new ExactBoxes(grid, bone, shown, changed, box), new MadeFaces(grid, bone, shown, changed)];
    return (closedIn([exact, made]) + SLACK) * cell;
  });
}

/** Parts of something with bounds, of which the greatest can be divided. */
interface Divisible {
  readonly greatest: number;
  /** @returns false if it cannot be. */
  divide(): boolean;
}

/** In cells: the greatest bound of all, when dividing no longer helps. */
function closedIn(all: readonly Divisible[]): number {
  const first = () => all.reduce((a, b) => (a.greatest >= b.greatest ? a : b));
  for (let n = 0; n < MOST; n++) {
    const one = first();
    if (one.greatest <= ENOUGH || !one.divide()) break;
  }
  return first().greatest;
}

/** In cells: low xyz, high xyz of all that the tool comes to. */
export function boxOfWay(tool: ToolPoints, poses: MotionPoses): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  poses.each((pose) => {
    tool.moveTo(pose);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], tool.box[k] - 1);
      box[3 + k] = Math.max(box[3 + k], tool.box[3 + k] + 1);
    }
  });
  return box;
}
