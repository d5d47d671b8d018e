// A direction and a bone → its vertex farthest along the direction, by a grid of cells in blocks.
//
//   ┌──┬──┬──┬──┐          Vertices are sorted into cells, and cells lie together in blocks of 4 × 4 × 4. Each cell and
//   │  │∙:│.∙│  │  ──▶ g   each block has the box of its vertices. The block whose box reaches farthest is searched
//   ├──┼──┼──┼──┤          first, then each block whose box reaches beyond the best so far, its cells likewise.
//   │.:│  │  │:.│ ◀ first
//   └──┴──┴──┴──┘          Invariant: every vertex that may be the farthest was tried, or lies in a block or a cell
//                          yet to be searched. Products are summed in one order for boxes and vertices, and rounding
//                          is monotone: no vertex's product is above that of a box that contains it.
//
// The grid is made by a counting sort over the vertices. The bone's BVH would give the same answer, but takes far
// longer to make. Edits append vertices and never move one. Vertices added since the cells were made are tried one by
// one; once there are too many of them, the cells are rebuilt. Vertices that no face uses count, since an edit may
// start to use them.

import type { Surface } from '#records';

/** Cells along the longest side of the bone's bounds, and along a block's side; one number holds block and cell. */
const CELLS = 32;
const BLOCK = 4;
const BLOCKS = CELLS / BLOCK;
/** The cells are rebuilt once more than FEW vertices, and more than this share of all, have been added since. */
const FEW = 1024;
const PART = 1 / 8;

/** The surface's numbering must not change while this is in use: a renumbering (BoneBody.become) makes another. */
export class SupportVertex {
  /** The last answer's vertex, mm. */
  readonly point = new Float64Array(3);
  /** g·point; −Infinity if the surface has no vertex. */
  most = Number.NEGATIVE_INFINITY;
  readonly #surface: Surface;
  /** The number of vertices in the cells. */
  #sorted = 0;
  #vertices = new Uint32Array(0);
  /** The cells that contain any, and the blocks that do. */
  #cells = new Boxes(0);
  #blocks = new Boxes(0);

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Sorts the vertices into cells if too many are not in them yet; call it before `find`. */
  prepare(): void {
    const { vertexCount } = this.#surface;
    if (vertexCount - this.#sorted > Math.max(FEW, PART * vertexCount) || this.#sorted === 0) this.#sort();
  }

  /**
   * Fills `point` and `most`. No vertex has a greater computed product. With 3 roundings, a product has an error of at
   * most 4·u·|g|₁·M, where M is the largest coordinate and |g|₁ the sum of |g_k|.
   * @param g three numbers.
   */
  find(g: Float64Array): void {
    const { positions, vertexCount } = this.#surface;
    const vertices = this.#vertices;
    const gx = g[0];
    const gy = g[1];
    const gz = g[2];
    const x = gx > 0 ? 3 : 0;
    const y = gy > 0 ? 4 : 1;
    const z = gz > 0 ? 5 : 2;
    const { starts: firstCells, boxes: blockBoxes, reaches } = this.#blocks;
    const { starts, boxes } = this.#cells;
    const blocks = reaches.length;
    let best = 0;
    for (let block = 0, o = 0; block < blocks; block++, o += 6) {
      reaches[block] = gx * blockBoxes[o + x] + gy * blockBoxes[o + y] + gz * blockBoxes[o + z];
      if (reaches[block] > reaches[best]) best = block;
    }
    let most = Number.NEGATIVE_INFINITY;
    let farthest = -1;
    for (let n = -1; n < blocks; n++) {
      const block = n < 0 ? best : n;
      if (!(reaches[block] > most)) continue;
      for (let cell = firstCells[block]; cell < firstCells[block + 1]; cell++) {
        const o = 6 * cell;
        if (!(gx * boxes[o + x] + gy * boxes[o + y] + gz * boxes[o + z] > most)) continue;
        for (let i = starts[cell]; i < starts[cell + 1]; i++) {
          const at = 3 * vertices[i];
          const reach = gx * positions[at] + gy * positions[at + 1] + gz * positions[at + 2];
          if (!(reach > most)) continue;
          most = reach;
          farthest = at;
        }
      }
    }
    for (let at = 3 * this.#sorted; at < 3 * vertexCount; at += 3) {
      const reach = gx * positions[at] + gy * positions[at + 1] + gz * positions[at + 2];
      if (!(reach > most)) continue;
      most = reach;
      farthest = at;
    }
    this.most = most;
    for (let k = 0; k < 3; k++) this.point[k] = positions[farthest + k];
  }

  #sort(): void {
    const { positions, vertexCount } = this.#surface;
    const cellOf = cellsOf(this.#surface);
    const counts = new Uint32Array(CELLS ** 3);
    for (let vertex = 0; vertex < vertexCount; vertex++) counts[cellOf[vertex]]++;
    /** Each cell's number among the non-empty ones; then the counts of non-empty cells and blocks so far. */
    const numbers = new Uint16Array(counts.length);
    let cellCount = 0;
    let blockCount = 0;
    const blockOf = new Uint16Array(counts.length);
    for (let cell = 0, last = -1; cell < counts.length; cell++) {
      if (counts[cell] === 0) continue;
      const block = Math.floor(cell / BLOCK ** 3);
      if (block !== last) blockCount++;
      last = block;
      blockOf[cellCount] = blockCount - 1;
      numbers[cell] = cellCount++;
    }
    const cells = new Boxes(cellCount);
    const blocks = new Boxes(blockCount);
    // starts[n + 1] serves as cell n's fill position, so that each cell ends where the next begins; blocks likewise.
    for (let cell = 0, sum = 0; cell < counts.length; cell++) {
      if (counts[cell] === 0) continue;
      cells.starts[numbers[cell] + 1] = sum;
      sum += counts[cell];
    }
    const vertices = new Uint32Array(vertexCount);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const cell = numbers[cellOf[vertex]];
      vertices[cells.starts[cell + 1]++] = vertex;
      cells.widen(cell, positions, 3 * vertex, positions, 3 * vertex);
    }
    for (let cell = 0; cell < cellCount; cell++) {
      blocks.starts[blockOf[cell] + 1] = cell + 1;
      blocks.widen(blockOf[cell], cells.boxes, 6 * cell, cells.boxes, 6 * cell + 3);
    }
    this.#sorted = vertexCount;
    this.#vertices = vertices;
    this.#cells = cells;
    this.#blocks = blocks;
  }
}

/** Cells of vertices, or blocks of cells. */
class Boxes {
  /** Where the parts of each begin, plus one more entry: where the last ends. */
  readonly starts: Uint32Array;
  /** Low x, y, z, high x, y, z of the vertices in each. */
  readonly boxes: Float64Array;
  /** How far each reaches along a direction: scratch space for a search. */
  readonly reaches: Float64Array;

  constructor(count: number) {
    this.starts = new Uint32Array(count + 1);
    this.boxes = new Float64Array(6 * count);
    for (let o = 0; o < this.boxes.length; o++) this.boxes[o] = o % 6 < 3 ? Infinity : -Infinity;
    this.reaches = new Float64Array(count);
  }

  widen(n: number, low: Float64Array, lowAt: number, high: Float64Array, highAt: number): void {
    const { boxes } = this;
    for (let k = 0, o = 6 * n; k < 3; k++, o++) {
      if (low[lowAt + k] < boxes[o]) boxes[o] = low[lowAt + k];
      if (high[highAt + k] > boxes[o + 3]) boxes[o + 3] = high[highAt + k];
    }
  }
}

/** The number of each vertex's cell; the cells of a block are consecutive. */
function cellsOf({ positions, vertexCount, bounds }: Surface): Uint16Array {
  const longest = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const density = longest > 0 ? CELLS / longest : 0;
  const out = new Uint16Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let block = 0;
    let within = 0;
    for (let k = 0; k < 3; k++) {
      const along = Math.floor((positions[3 * vertex + k] - bounds[k]) * density);
      // A vertex that no face uses may lie outside the bounds: it belongs to a border cell.
      const cell = Math.min(CELLS - 1, Math.max(0, along));
      block = block * BLOCKS + Math.floor(cell / BLOCK);
      within = within * BLOCK + (cell % BLOCK);
    }
    out[vertex] = block * BLOCK ** 3 + within;
  }
  return out;
}
