// A tool and its poses → the vertices of the grid that it removes, and where it cuts the remaining edges.
//
// At each pose, the lattice lines along one axis, the marking axis, determine which vertices are inside the tool; these
// are removed. Lines along all three axes determine where edges are cut:
//
//      inside  ●────────x1───x2──○  removed        Of all cuts of an edge at all poses, the one that leaves the least
//                       ↑                          bone stays: the edge's crossing goes to x1.
//                       cut at two poses
//
// So the walls of the kerf are as flat as the blade: each vertex on them is a point of the blade's own faces.
//
// A tool may pass between the vertices. If two of its sides cross one edge and form a wedge of less than 60°, it is a
// blade thinner than a cell; if one of its points lies in bone and no vertex around it is outside, it is a needle. Then
// the vertex nearest to the cut of the edge, or to the point, is removed as well: a thin tool cuts a slot of about a
// cell. Between two poses a thin tool passes through vertices and edges as well: the prisms of thin-prisms.ts cut like
// the tool at a pose.

import { GrowingArray } from '#core';
import type { CutGrid } from './cut-grid.ts';
import { ACROSS, hitLines, LineHits } from './line-hits.ts';
import { eachRange } from './mark-bone.ts';
import { NearBone } from './near-bone.ts';
import { NearFaces } from './near-faces.ts';
import { SweepCuts } from './sweep-cuts.ts';
import type { ThinPrisms } from './thin-prisms.ts';
import type { ToolPoints } from './tool-points.ts';

const AXES = [0, 1, 2] as const;
/** Numbers per deep point: its rank, x, y, z. */
const DEEP = 4;

export class Sweep {
  readonly #grid: CutGrid;
  readonly #near: NearBone;
  readonly #faces: NearFaces;
  readonly #hits = [new LineHits(), new LineHits(), new LineHits()] as const;
  readonly cuts: SweepCuts;
  /** Keys of vertices that were inside, in the order in which they were removed. */
  readonly removed = new GrowingArray(new Uint32Array(256));
  /** Points of the tool, in cells, whose surrounding vertices were all inside when the point was met. */
  readonly #deep = new GrowingArray(new Float64Array(64));
  /** Keys of vertices that thin faces passed through between poses, some of them more than once. */
  readonly #passed = new GrowingArray(new Uint32Array(64));
  readonly #low = new Int32Array(3);
  readonly #high = new Int32Array(3);
  #marking: 0 | 1 | 2 = 0;
  #poses = 0;

  constructor(grid: CutGrid) {
    this.#grid = grid;
    this.#near = new NearBone(grid);
    this.#faces = new NearFaces(grid, this.#near);
    this.cuts = new SweepCuts(grid);
  }

  /**
   * @param goesOn whether the first pose is the last one of the previous sweep, with the same tool, and nothing has
   * been put back since: such a pose removes no vertex, and must not be added again.
   */
  begin(goesOn: boolean): void {
    this.removed.length = this.#deep.length = this.#passed.length = 0;
    if (goesOn) this.cuts.keepLastPose();
    else this.cuts.clear();
    this.#near.forget();
    this.#poses = 0;
  }

  /** Puts back what has been removed since `begin`. */
  takeBack(): void {
    for (let n = 0; n < this.removed.length; n++) this.#grid.flip(this.removed.values[n]);
    this.removed.length = 0;
  }

  /** Removes the vertices inside the tool at its current pose. */
  addPose(tool: ToolPoints): void {
    for (const hits of this.#hits) hits.clear();
    this.#poses++;
    this.cuts.beginPose();
    const near = this.#near;
    const faces = this.#faces;
    if (!near.findBone(tool)) return;
    this.#marking = shortestAxis(tool.box, tool.box.subarray(3));
    faces.find(tool, this.#marking);
    for (const axis of AXES) {
      const hits = this.#hits[axis];
      const chosen = faces.faces[axis];
      hitLines(tool.points, tool.faces, chosen, faces.counts[axis], axis, near.low, near.high, hits, near.lines[axis]);
      // For all three axes, the signs are still those before the pose.
      this.cuts.collect(hits, axis, tool, near.low, near.high);
    }
    this.#mark();
    this.#collectDeep(tool);
  }

  /**
   * Finds what thin faces passed through since the last pose. It is removed at the end, with what is removed for being
   * near a thin part: `removed` begins with what the tool held at a pose.
   */
  addBetween(prisms: ThinPrisms): void {
    if (prisms.count === 0 || !this.#boxOf(prisms.points)) return;
    const grid = this.#grid;
    const low = this.#low;
    const high = this.#high;
    for (const axis of AXES) {
      const hits = this.#hits[axis];
      hits.clear();
      hitLines(prisms.points, prisms.faces, null, prisms.count, axis, low, high, hits);
      this.cuts.collect(hits, axis, prisms, low, high);
    }
    const axis = shortestAxis(low, high);
    const { parts } = grid.lattice;
    eachRange(this.#hits[axis], (i, j, from, to) => {
      const line = parts[ACROSS[axis][0]][i] + parts[ACROSS[axis][1]][j];
      for (let k = Math.max(from, low[axis]); k <= Math.min(to, high[axis]); k++) {
        const key = line + parts[axis][k];
        if (grid.isInside(key)) this.#passed.push(key);
      }
    });
  }

  /** The vertices around points, those of the lattice's own sides left out. @returns whether there are any. */
  #boxOf(points: Float64Array): boolean {
    const { size } = this.#grid.lattice;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let n = k; n < points.length; n += 3) {
        low = Math.min(low, points[n]);
        high = Math.max(high, points[n]);
      }
      this.#low[k] = Math.max(1, Math.floor(low));
      this.#high[k] = Math.min(size[k] - 2, Math.ceil(high));
      if (this.#low[k] > this.#high[k]) return false;
    }
    return true;
  }

  /** Removes the rows of vertices inside the tool at the current pose, in the box that it shares with bone. */
  #mark(): void {
    const grid = this.#grid;
    const axis = this.#marking;
    const { parts } = grid.lattice;
    const own = parts[axis];
    const partsU = parts[ACROSS[axis][0]];
    const partsV = parts[ACROSS[axis][1]];
    const low = this.#near.low[axis];
    const high = this.#near.high[axis];
    eachRange(this.#hits[axis], (i, j, from, to) => {
      const line = partsU[i] + partsV[j];
      const last = Math.min(to, high);
      for (let k = Math.max(from, low); k <= last; k++) {
        const key = line + own[k];
        // Most of the tool is where no bone is left; there, skip to the next brick.
        if (grid.insideCount[key >>> 9] === 0) k |= 7;
        else this.#remove(key);
      }
    });
  }

  #remove(key: number): void {
    if (!this.#grid.isInside(key)) return;
    this.#grid.flip(key);
    this.removed.push(key);
  }

  /** Keeps the points of the tool that lie in bone with no outside vertex around them. */
  #collectDeep(tool: ToolPoints): void {
    const { low, high } = this.#near;
    const { groups, groupCount } = this.#faces;
    const { probes } = tool;
    // Places whose 64 surrounding vertices lie in the box.
    const [lowX, lowY, lowZ] = low.map((place) => place + 1);
    const [highX, highY, highZ] = high.map((place) => place - 1);
    for (let group = 0; group < groupCount; group++) {
      const first = tool.probeStarts[groups[group]];
      const count = tool.moveProbes(groups[group]);
      for (let n = 0; n < 3 * count; n += 3) {
        const x = probes[n];
        const y = probes[n + 1];
        const z = probes[n + 2];
        if (!(x >= lowX && y >= lowY && z >= lowZ && x < highX && y < highY && z < highZ)) continue;
        // Within the lattice, rounding toward 0 is rounding down.
        const i = x | 0;
        const j = y | 0;
        const k = z | 0;
        if (!this.#isDeep(i - 1, j - 1, k - 1)) continue;
        this.#deep.push(this.#poses * tool.probeNumbers.length + tool.probeNumbers[first + n / 3]);
        for (let axis = 0; axis < 3; axis++) this.#deep.push(probes[n + axis]);
      }
    }
  }

  /** Whether all 64 vertices starting at (i, j, k) are inside. */
  #isDeep(i: number, j: number, k: number): boolean {
    const grid = this.#grid;
    const [x, y, z] = grid.lattice.parts;
    // The middle first, then the corners: near a wall one of these is outside.
    if (!grid.isInside(x[i + 1] + y[j + 1] + z[k + 1])) return false;
    for (let c = 0; c < 4; c += 3)
      for (let b = 0; b < 4; b += 3)
        for (let a = 0; a < 4; a += 3) if (!grid.isInside(x[i + a] + y[j + b] + z[k + c])) return false;
    for (let c = 0; c < 4; c++)
      for (let b = 0; b < 4; b++)
        for (let a = 0; a < 4; a++) if (!grid.isInside(x[i + a] + y[j + b] + z[k + c])) return false;
    return true;
  }

  /** Removes vertices that thin parts of the tool passed through, or between. Call once, after the last pose. */
  removeThin(): void {
    for (let n = 0; n < this.#passed.length; n++) this.#remove(this.#passed.values[n]);
    const nearest = this.cuts.thinEnds();
    const { parts } = this.#grid.lattice;
    const { values, length } = this.#deep;
    // Sorted by pose, then by the points' own numbers, independent of how faces are grouped.
    const order = Array.from({ length: length / DEEP }, (_, n) => DEEP * n).sort((a, b) => values[a] - values[b]);
    for (const n of order) {
      const [x, y, z] = [values[n + 1], values[n + 2], values[n + 3]];
      if (this.#isDeep(Math.floor(x) - 1, Math.floor(y) - 1, Math.floor(z) - 1))
        nearest.push(parts[0][Math.round(x)] + parts[1][Math.round(y)] + parts[2][Math.round(z)]);
    }
    for (const key of nearest) this.#remove(key);
  }
}

/**
 * Along the shortest extent, the most lines meet the tool. But these lines also find where walls are cut, and few of
 * them meet the tool far from the bone on them.
 */
function shortestAxis(low: ArrayLike<number>, high: ArrayLike<number>): 0 | 1 | 2 {
  const [x, y, z] = AXES.map((k) => high[k] - low[k]);
  return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}
