// A posed tool and a grid → where the tool may meet bone: a box of vertices, lines that hold bone, and faces.
//
// A line of the lattice matters only if a vertex of it is inside, in the bricks that the tool's box touches: none other
// loses a vertex to the tool, or has an edge that is cut. In a kerf that is all but sawn these are few.

import type { CutGrid } from './cut-grid.ts';
import { ACROSS } from './line-hits.ts';
import { LineMask } from './line-mask.ts';
import type { ToolPoints } from './tool-points.ts';

/**
 * Cells. A face cuts edges that it crosses, or misses by 1.5 parts of a cell (edge-places.ts), and their ends are a
 * cell apart. The rest covers rounding, as in line-hits.ts.
 */
const AWAY = 1 + 2 ** -14;

export class NearBone {
  readonly #grid: CutGrid;
  /** The box, both ends included, of the vertices of bricks with bone that the tool's own box touches. */
  readonly low = new Int32Array(3);
  readonly high = new Int32Array(3);
  /** By axis: the lines along it that hold bone in these bricks. */
  readonly lines = [new LineMask(), new LineMask(), new LineMask()] as const;
  /** Faces that lines with bone along the marking axis may meet: the first `acrossCount`. */
  across = new Uint32Array(0);
  acrossCount = 0;
  /** Faces that may cross edges of the lattice that have an end inside. */
  faces = new Uint32Array(0);
  faceCount = 0;
  /** Groups of the tool's faces that may have points among vertices that are inside. */
  groups = new Uint32Array(0);
  groupCount = 0;

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  /** Finds the box and the lines. @returns whether there are any. */
  findBone({ box }: ToolPoints): boolean {
    const { lattice, insideCount } = this.#grid;
    const { bricks, size } = lattice;
    const { low, high } = this;
    low.fill(2 ** 30);
    high.fill(-1);
    const endX = Math.min(bricks[0] - 1, (Math.ceil(box[3]) + 1) >> 3);
    const endY = Math.min(bricks[1] - 1, (Math.ceil(box[4]) + 1) >> 3);
    const endZ = Math.min(bricks[2] - 1, (Math.ceil(box[5]) + 1) >> 3);
    for (let z = Math.max(0, (Math.floor(box[2]) - 1) >> 3); z <= endZ; z++)
      for (let y = Math.max(0, (Math.floor(box[1]) - 1) >> 3); y <= endY; y++)
        for (let x = Math.max(0, (Math.floor(box[0]) - 1) >> 3); x <= endX; x++) {
          if (insideCount[x + bricks[0] * (y + bricks[1] * z)] === 0) continue;
          low[0] = Math.min(low[0], x);
          low[1] = Math.min(low[1], y);
          low[2] = Math.min(low[2], z);
          high[0] = Math.max(high[0], x);
          high[1] = Math.max(high[1], y);
          high[2] = Math.max(high[2], z);
        }
    if (high[0] < 0) return false;
    this.#findLines();
    for (let axis = 0; axis < 3; axis++) {
      // The vertices next to those of the bricks, too.
      low[axis] = Math.max(1, 8 * low[axis] - 1);
      high[axis] = Math.min(size[axis] - 2, 8 * high[axis] + 8);
    }
    return true;
  }

  /** Marks the lines, while `low` and `high` are those of bricks. */
  #findLines(): void {
    const { low, high, lines } = this;
    const { lattice, insideCount } = this.#grid;
    for (const axis of [0, 1, 2] as const) {
      const [u, v] = ACROSS[axis];
      lines[axis].clear(8 * low[u], 8 * high[u] + 7, 8 * low[v], 8 * high[v] + 7);
    }
    for (let z = low[2]; z <= high[2]; z++)
      for (let y = low[1]; y <= high[1]; y++)
        for (let x = low[0]; x <= high[0]; x++) {
          const brick = x + lattice.bricks[0] * (y + lattice.bricks[1] * z);
          if (insideCount[brick] > 0) this.#markBrick(16 * brick, 8 * x, 8 * y, 8 * z);
        }
    for (const mask of lines) mask.sum();
  }

  /** @param word the brick's first word of signs: a word is four rows along x. @param x, y, z its first vertex. */
  #markBrick(word: number, x: number, y: number, z: number): void {
    const { signs } = this.#grid;
    const [alongX, alongY, alongZ] = this.lines;
    for (let half = 0; half < 2; half++) {
      const rowY = y + 4 * half;
      let columns = 0;
      for (let k = 0; k < 8; k++) {
        const rows = signs[word + 2 * k + half];
        if (rows === 0) continue;
        columns |= rows;
        for (let row = 0; row < 4; row++) if ((rows >>> (8 * row)) & 255) alongX.mark(rowY + row, z + k);
        const places = rows | (rows >>> 8) | (rows >>> 16) | (rows >>> 24);
        for (let i = 0; i < 8; i++) if ((places >>> i) & 1) alongY.mark(z + k, x + i);
      }
      for (let n = 0; n < 32; n++) if ((columns >>> n) & 1) alongZ.mark(x + (n & 7), rowY + (n >>> 3));
    }
  }

  /** Finds faces and groups, after the lines. @param marking the axis of the marking lines. */
  findFaces(tool: ToolPoints, marking: 0 | 1 | 2): void {
    const { groupStarts, groupFaces } = tool;
    this.#reserve(tool);
    this.acrossCount = this.faceCount = this.groupCount = 0;
    for (let group = 0; group < groupStarts.length - 1; group++) {
      const isAcross = this.#hasLineAround(tool, group, marking);
      const isNear = this.#hasBoneAround(tool, group);
      if (isAcross && isNear) this.groups[this.groupCount++] = group;
      for (let n = groupStarts[group]; n < groupStarts[group + 1]; n++) {
        if (isAcross) this.across[this.acrossCount++] = groupFaces[n];
        if (isNear) this.faces[this.faceCount++] = groupFaces[n];
      }
    }
  }

  #reserve({ faces, groupStarts }: ToolPoints): void {
    const count = faces.length / 3;
    if (this.groups.length < groupStarts.length) this.groups = new Uint32Array(groupStarts.length);
    if (this.faces.length >= count) return;
    this.faces = new Uint32Array(count);
    this.across = new Uint32Array(count);
  }

  #hasLineAround({ groupPlaces }: ToolPoints, group: number, axis: 0 | 1 | 2): boolean {
    const [u, v] = ACROSS[axis];
    const i = groupPlaces[4 * group + u];
    const j = groupPlaces[4 * group + v];
    const radius = groupPlaces[4 * group + 3] + AWAY;
    const low = (x: number) => Math.floor(x - radius);
    const high = (x: number) => Math.ceil(x + radius);
    return this.lines[axis].hasAny(low(i), high(i), low(j), high(j));
  }

  #hasBoneAround({ groupPlaces }: ToolPoints, group: number): boolean {
    const x = groupPlaces[4 * group];
    const y = groupPlaces[4 * group + 1];
    const z = groupPlaces[4 * group + 2];
    const radius = groupPlaces[4 * group + 3] + AWAY;
    return this.#grid.hasBone(x - radius, y - radius, z - radius, x + radius, y + radius, z + radius);
  }
}
