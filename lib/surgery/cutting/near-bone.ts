// A posed tool and a grid → where the tool may meet bone: a box of vertices, and the lines in it that hold bone.
//
// A line of the lattice matters only if one of its vertices is inside, in the bricks that the tool's box touches: no
// other line loses a vertex to the tool or has an edge that is cut. In a nearly finished kerf these are few.

import type { CutGrid } from './cut-grid.ts';
import { ACROSS } from './line-hits.ts';
import { LineMask } from './line-mask.ts';
import type { ToolPoints } from './tool-points.ts';

export class NearBone {
  readonly #grid: CutGrid;
  /** The box, both ends included, of the vertices of bricks with bone that the tool's own box touches. */
  readonly low = new Int32Array(3);
  readonly high = new Int32Array(3);
  /** By axis: the lines along it that hold bone in these bricks, each with its first and its last vertex inside. */
  readonly lines = [new LineMask(), new LineMask(), new LineMask()] as const;
  /** The bricks in which box and lines were found: the first one along each axis, and the one after the last. */
  readonly #bricks = new Int32Array(6);

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  /** Begins a sweep, during which bone only ever decreases. */
  forget(): void {
    this.#bricks.fill(0);
    this.high.fill(-1);
  }

  /**
   * Finds the box and the lines. Those of an earlier pose of the sweep are kept while the tool touches no other brick:
   * they may include bone that is gone, and miss none. @returns whether there are any.
   */
  findBone(tool: ToolPoints): boolean {
    const touched = this.#touched(tool);
    const seen = this.#bricks;
    const isSeen = [0, 1, 2].every((k) => touched[k] >= seen[k] && touched[k + 3] <= seen[k + 3]);
    if (!isSeen) {
      seen.set(touched);
      this.#findBox();
    }
    return this.high[0] >= 0;
  }

  /** The first brick that the tool's box touches along each axis, and the one after the last. */
  #touched({ box }: ToolPoints): Int32Array {
    const { bricks } = this.#grid.lattice;
    const touched = new Int32Array(6);
    for (let axis = 0; axis < 3; axis++) {
      touched[axis] = Math.max(0, (Math.floor(box[axis]) - 1) >> 3);
      touched[axis + 3] = Math.min(bricks[axis], ((Math.ceil(box[axis + 3]) + 1) >> 3) + 1);
    }
    return touched;
  }

  #findBox(): void {
    const { lattice, insideCount } = this.#grid;
    const { bricks, size } = lattice;
    const { low, high } = this;
    const [startX, startY, startZ, endX, endY, endZ] = this.#bricks;
    low.fill(2 ** 30);
    high.fill(-1);
    for (let z = startZ; z < endZ; z++)
      for (let y = startY; y < endY; y++)
        for (let x = startX; x < endX; x++) {
          if (insideCount[x + bricks[0] * (y + bricks[1] * z)] === 0) continue;
          low[0] = Math.min(low[0], x);
          low[1] = Math.min(low[1], y);
          low[2] = Math.min(low[2], z);
          high[0] = Math.max(high[0], x);
          high[1] = Math.max(high[1], y);
          high[2] = Math.max(high[2], z);
        }
    if (high[0] < 0) return;
    this.#findLines();
    for (let axis = 0; axis < 3; axis++) {
      // Also the vertices adjacent to those of the bricks.
      low[axis] = Math.max(1, 8 * low[axis] - 1);
      high[axis] = Math.min(size[axis] - 2, 8 * high[axis] + 8);
    }
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

  /**
   * Marks lines through a brick: along x vertex by vertex, along y and z by the rows and layers of half a brick.
   * @param word the brick's first word of signs: a word is four rows along x. @param x, y, z its first vertex.
   */
  #markBrick(word: number, x: number, y: number, z: number): void {
    const { signs } = this.#grid;
    const [alongX, alongY, alongZ] = this.lines;
    for (let half = 0; half < 2; half++) {
      const rowY = y + 4 * half;
      let columns = 0;
      let firstZ = z + 8;
      let lastZ = z;
      for (let k = 0; k < 8; k++) {
        const rows = signs[word + 2 * k + half];
        if (rows === 0) continue;
        columns |= rows;
        lastZ = z + k;
        firstZ = Math.min(firstZ, lastZ);
        for (let row = 0; row < 4; row++) {
          const along = (rows >>> (8 * row)) & 255;
          if (along !== 0)
            alongX.mark(rowY + row, z + k, x + 31 - Math.clz32(along & -along), x + 31 - Math.clz32(along));
        }
        const places = rows | (rows >>> 8) | (rows >>> 16) | (rows >>> 24);
        for (let i = 0; i < 8; i++) if ((places >>> i) & 1) alongY.mark(z + k, x + i, rowY, rowY + 3);
      }
      for (let n = 0; n < 32; n++) if ((columns >>> n) & 1) alongZ.mark(x + (n & 7), rowY + (n >>> 3), firstZ, lastZ);
    }
  }
}
