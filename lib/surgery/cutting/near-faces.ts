// A posed tool → which of its faces may meet lines of a lattice that hold bone, by the lines' axis; and which groups of
// faces have points among vertices that are inside.
//
// A face smaller than a cell meets a line along an axis only if its ranges along both other axes contain a whole
// number; most faces have one along one axis, or none.
//
//      2  ·    ·    ·    ·
//                  ◺b            a, b: whole numbers in one range: no line along z.
//      1  ·    ·    ·    ·
//            ◿a      ◹c          c: x = 2 and y = 1 are in its ranges: the line along z through (2, 1) may meet it.
//      0  ·    ·    ·    ·
//         0    1    2    3   x
//
// Along the marking axis, faces far from a line's bone are kept too: whether a vertex is in the tool depends on all the
// faces that its line meets. Along the other axes a face matters only if it may cut an edge with an end inside.

import type { CutGrid } from './cut-grid.ts';
import { ACROSS } from './line-hits.ts';
import type { LineMask } from './line-mask.ts';
import type { NearBone } from './near-bone.ts';
import type { ToolPoints } from './tool-points.ts';

/**
 * Cells. A face cuts edges that it crosses, or misses by 1.5 parts of a cell (edge-places.ts), and their ends are a
 * cell apart. The rest covers that and rounding, as in tool-points.ts.
 */
const AWAY = 1 + 2 ** -14;
/**
 * Cells. The whole numbers from `low` to `high` lie in a face's range along a line: the face cuts edges from the one
 * that ends at `low` to the one that begins at `high`, whose other ends are this far away.
 */
const AN_EDGE = 1;

export class NearFaces {
  readonly #grid: CutGrid;
  readonly #bone: NearBone;
  /** By axis, the first `counts`: faces that lines with bone along it may meet. */
  readonly faces = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)];
  readonly counts = new Uint32Array(3);
  /** The first `groupCount`: groups that may have points among vertices that are inside. */
  groups = new Uint32Array(0);
  groupCount = 0;

  constructor(grid: CutGrid, bone: NearBone) {
    this.#grid = grid;
    this.#bone = bone;
  }

  /** Finds faces and groups, after the lines of `bone`. @param marking the axis of the marking lines. */
  find(tool: ToolPoints, marking: 0 | 1 | 2): void {
    const { groupStarts } = tool;
    this.#reserve(tool);
    this.counts.fill(0);
    this.groupCount = 0;
    for (let group = 0; group < groupStarts.length - 1; group++) {
      const isAcross = this.#hasLineAround(tool, group, marking);
      const isNear = this.#hasBoneAround(tool, group);
      if (isAcross && isNear) this.groups[this.groupCount++] = group;
      if (isAcross || isNear) this.#addFaces(tool, group, isAcross, isNear, marking);
    }
  }

  #addFaces(tool: ToolPoints, group: number, isAcross: boolean, isNear: boolean, marking: 0 | 1 | 2): void {
    const { groupStarts, groupFaces, faces, steps } = tool;
    const [linesX, linesY, linesZ] = this.#bone.lines;
    const [alongX, alongY, alongZ] = this.faces;
    const { counts } = this;
    const isX = marking === 0 ? isAcross : isNear;
    const isY = marking === 1 ? isAcross : isNear;
    const isZ = marking === 2 ? isAcross : isNear;
    const end = groupStarts[group + 1];
    for (let n = groupStarts[group]; n < end; n++) {
      const face = groupFaces[n];
      const a = 3 * faces[3 * face];
      const b = 3 * faces[3 * face + 1];
      const c = 3 * faces[3 * face + 2];
      const lowX = least(steps[a], steps[b], steps[c]) >> 1;
      const lowY = least(steps[a + 1], steps[b + 1], steps[c + 1]) >> 1;
      const lowZ = least(steps[a + 2], steps[b + 2], steps[c + 2]) >> 1;
      const highX = ((most(steps[a], steps[b], steps[c]) + 1) >> 1) - 1;
      const highY = ((most(steps[a + 1], steps[b + 1], steps[c + 1]) + 1) >> 1) - 1;
      const highZ = ((most(steps[a + 2], steps[b + 2], steps[c + 2]) + 1) >> 1) - 1;
      const hasX = lowX <= highX;
      const hasY = lowY <= highY;
      const hasZ = lowZ <= highZ;
      if (isX && hasY && hasZ && mayMeet(linesX, lowY, highY, lowZ, highZ, marking === 0, lowX, highX))
        alongX[counts[0]++] = face;
      if (isY && hasZ && hasX && mayMeet(linesY, lowZ, highZ, lowX, highX, marking === 1, lowY, highY))
        alongY[counts[1]++] = face;
      if (isZ && hasX && hasY && mayMeet(linesZ, lowX, highX, lowY, highY, marking === 2, lowZ, highZ))
        alongZ[counts[2]++] = face;
    }
  }

  #reserve({ faces, groupStarts }: ToolPoints): void {
    const count = faces.length / 3;
    if (this.groups.length < groupStarts.length) this.groups = new Uint32Array(groupStarts.length);
    if (this.faces[0].length >= count) return;
    for (let axis = 0; axis < 3; axis++) this.faces[axis] = new Uint32Array(count);
  }

  #hasLineAround({ groupPlaces }: ToolPoints, group: number, axis: 0 | 1 | 2): boolean {
    const [u, v] = ACROSS[axis];
    const i = groupPlaces[4 * group + u];
    const j = groupPlaces[4 * group + v];
    const radius = groupPlaces[4 * group + 3] + AWAY;
    const low = (x: number) => Math.floor(x - radius);
    const high = (x: number) => Math.ceil(x + radius);
    return this.#bone.lines[axis].hasAny(low(i), high(i), low(j), high(j));
  }

  #hasBoneAround({ groupPlaces }: ToolPoints, group: number): boolean {
    const x = groupPlaces[4 * group];
    const y = groupPlaces[4 * group + 1];
    const z = groupPlaces[4 * group + 2];
    const radius = groupPlaces[4 * group + 3] + AWAY;
    return this.#grid.hasBone(x - radius, y - radius, z - radius, x + radius, y + radius, z + radius);
  }
}

/** Whether a face in a rectangle of lines, from `low` to `high` along them, may meet one that holds bone. */
function mayMeet(
  lines: LineMask,
  lowI: number,
  highI: number,
  lowJ: number,
  highJ: number,
  isMarking: boolean,
  low: number,
  high: number,
): boolean {
  if (isMarking) return lines.hasAny(lowI, highI, lowJ, highJ);
  return lines.meets(lowI, highI, lowJ, highJ, low - AN_EDGE, high + AN_EDGE);
}

/** For integers of magnitude below 2^30. Branchless, as the branch is unpredictable; Math.min has one. */
function least(a: number, b: number, c: number): number {
  const d = (a - b) | 0;
  const low = b + (d & (d >> 31));
  const e = (low - c) | 0;
  return (c + (e & (e >> 31))) | 0;
}

function most(a: number, b: number, c: number): number {
  const d = (a - b) | 0;
  const high = a - (d & (d >> 31));
  const e = (high - c) | 0;
  return (high - (e & (e >> 31))) | 0;
}
