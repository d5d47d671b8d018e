// A surface near a tool, sorted into cells → the faces whose boxes meet a ball: a few dozen in a row, which a search
// near the ball visits instead of the tree.
//
//     brick of 8³ cells ──filled through the tree, once──▶ by cell: the faces whose boxes meet it
//     ball ──gather──▶ faces of the cells about it ──▶ NearestFace.find, lists of near faces
//
// A cell is half open along each axis. A face is in all cells from the one that holds its box's low corner to the one
// that holds its high corner. Rounding in the computation of a coordinate's cell preserves the order of numbers. So a
// box that extends upward from a number is in that number's cell or a higher one, and a face in none of a ball's cells
// is not in the ball.
//
// Edits: added faces go into the bricks already filled; removed faces are unlinked when they are encountered.

import { grown, lengthSlack } from '#core';
import { BRANCHING, type Surface } from '#records';
import { CORNERS, KNOWN, type KnownFaces } from './known-faces.ts';
import { BOX_MARGIN } from './nearest-face.ts';

const LEAST = 128;
const LEVEL_SHIFT = 2 ** 32;
/** Cells along a brick, and per brick. */
const SIDE = 8;
const BRICK = SIDE ** 3;
/** The most bricks along an axis: cells are as wide as this requires. */
const MOST_BRICKS = 128;
const NONE = -1;

export class FaceCells {
  /** The result of `gather`: faces, offsets of their corners in known.values, squared distances of their boxes, mm². */
  count = 0;
  faces = new Int32Array(LEAST);
  corners = new Int32Array(LEAST);
  squares = new Float64Array(LEAST);
  readonly known: KnownFaces;
  readonly #surface: Surface;
  readonly #wanted: number;
  /** mm. */
  #cell = 1;
  /** The first cell's low corner, the bounds' high corner, and how many bricks there are along each axis. */
  readonly #low = new Float64Array(3);
  readonly #high = new Float64Array(3);
  readonly #bricks = new Int32Array(3);
  /** By brick: where its cells begin in #heads; NONE if it is not filled. */
  #directory = new Int32Array(0);
  #filled = 0;
  /** By cell: its last entry. */
  #heads = new Int32Array(BRICK);
  /** By entry: the previous entry in the same cell, and the known face's row. */
  #before = new Int32Array(LEAST);
  #rows = new Int32Array(LEAST);
  #entries = 0;
  /** By row: the last ball (#stamp) it was tested against. */
  #stamps = new Uint32Array(LEAST);
  #stamp = 0;
  /** The surface's edit and face counts when last seen. */
  #edits = 0;
  #faceCount = 0;
  /** The present ball: its centre, xyz, and the square of the greatest distance of a box, mm². */
  readonly #ball = new Float64Array(4);
  readonly #from = new Int32Array(3);
  readonly #to = new Int32Array(3);
  readonly #stack: number[] = [];

  /** @param known for the same surface; no one else calls its forget. @param cell mm: cells are this wide, or wider. */
  constructor(surface: Surface, known: KnownFaces, cell: number) {
    this.#surface = surface;
    this.known = known;
    this.#wanted = cell;
    this.forget();
  }

  /** Starts afresh: call it when the surface has moved, or to free memory. */
  forget(): void {
    const { bounds, edits, faceCount } = this.#surface;
    this.known.forget();
    this.#filled = this.#entries = 0;
    this.#edits = edits;
    this.#faceCount = faceCount;
    let widest = 0;
    for (let k = 0; k < 3; k++) {
      this.#low[k] = bounds[k];
      this.#high[k] = bounds[k + 3];
      widest = Math.max(widest, bounds[k + 3] - bounds[k]);
    }
    // One spare brick, for rounding.
    this.#cell = Math.max(this.#wanted, widest / (SIDE * (MOST_BRICKS - 1)));
    for (let k = 0; k < 3; k++) this.#bricks[k] = Math.floor((this.#high[k] - this.#low[k]) / this.#cell / SIDE) + 1;
    const count = this.#bricks[0] * this.#bricks[1] * this.#bricks[2];
    if (this.#directory.length < count) this.#directory = new Int32Array(count);
    this.#directory.fill(NONE, 0, count);
  }

  /**
   * Finds the faces whose boxes meet a ball, without those that edits have removed.
   * @param p offset in P, bone frame. @param radius mm.
   */
  gather(P: Float64Array, p: number, radius: number): void {
    if (this.#edits !== this.#surface.edits) this.#follow();
    this.count = 0;
    if (++this.#stamp === 2 ** 32 - 1) {
      this.#stamps.fill(0);
      this.#stamp = 1;
    }
    const ball = this.#ball;
    for (let k = 0; k < 3; k++) ball[k] = P[p + k];
    const magnitude = Math.max(this.#surface.magnitude, Math.abs(ball[0]), Math.abs(ball[1]), Math.abs(ball[2]));
    const wanted = radius + lengthSlack(magnitude);
    ball[3] = wanted * wanted * BOX_MARGIN;
    const from = this.#from;
    const to = this.#to;
    for (let k = 0; k < 3; k++) {
      from[k] = this.#cellAt(k, P[p + k] - wanted);
      to[k] = this.#cellAt(k, P[p + k] + wanted);
    }
    for (let k = from[2] >> 3; k <= to[2] >> 3; k++)
      for (let j = from[1] >> 3; j <= to[1] >> 3; j++)
        for (let i = from[0] >> 3; i <= to[0] >> 3; i++) this.#gatherBrick(i, j, k);
  }

  /** The cells of `#from … #to` that are in brick (i, j, k). */
  #gatherBrick(i: number, j: number, k: number): void {
    const base = this.#baseOf(i, j, k);
    const from = this.#from;
    const to = this.#to;
    const endX = Math.min(7, to[0] - 8 * i);
    const endY = Math.min(7, to[1] - 8 * j);
    const endZ = Math.min(7, to[2] - 8 * k);
    const firstX = Math.max(0, from[0] - 8 * i);
    const firstY = Math.max(0, from[1] - 8 * j);
    for (let c = Math.max(0, from[2] - 8 * k); c <= endZ; c++)
      for (let b = firstY; b <= endY; b++)
        for (let a = firstX, cell = base + firstX + 8 * (b + 8 * c); a <= endX; a++, cell++)
          if (this.#heads[cell] !== NONE) this.#gatherCell(cell);
  }

  #gatherCell(cell: number): void {
    // From an array, not as arguments: a call with non-integer numbers leaves them on the heap.
    const ball = this.#ball;
    const x = ball[0];
    const y = ball[1];
    const z = ball[2];
    const limit = ball[3];
    const { known } = this;
    const { retired } = this.#surface;
    const { values } = known;
    const before = this.#before;
    const rows = this.#rows;
    const stamps = this.#stamps;
    let last = NONE;
    for (let entry = this.#heads[cell]; entry !== NONE; entry = before[entry]) {
      const row = rows[entry];
      if (stamps[row] === this.#stamp) {
        last = entry;
        continue;
      }
      const face = known.faces[row];
      if (retired !== null && retired[face] !== 0) {
        if (last === NONE) this.#heads[cell] = before[entry];
        else before[last] = before[entry];
        continue;
      }
      last = entry;
      stamps[row] = this.#stamp;
      const o = KNOWN * row;
      const dx = Math.max(values[o] - x, 0, x - values[o + 3]);
      const dy = Math.max(values[o + 1] - y, 0, y - values[o + 4]);
      const dz = Math.max(values[o + 2] - z, 0, z - values[o + 5]);
      const square = dx * dx + dy * dy + dz * dz;
      if (square > limit) continue;
      if (this.count === this.faces.length) this.#grow();
      this.faces[this.count] = face;
      this.corners[this.count] = o + CORNERS;
      this.squares[this.count++] = square;
    }
  }

  #grow(): void {
    this.faces = grown(this.faces, this.count, this.count + 1);
    this.corners = grown(this.corners, this.count, this.faces.length);
    this.squares = grown(this.squares, this.count, this.faces.length);
  }

  /** The cell of a coordinate; one beyond the first or the last cell counts as in that cell. */
  #cellAt(axis: number, x: number): number {
    const cell = Math.floor((x - this.#low[axis]) / this.#cell);
    return Math.min(Math.max(0, cell), SIDE * this.#bricks[axis] - 1);
  }

  /** Where a brick's cells begin; it is filled if necessary. */
  #baseOf(i: number, j: number, k: number): number {
    const brick = i + this.#bricks[0] * (j + this.#bricks[1] * k);
    const base = this.#directory[brick];
    return base === NONE ? this.#fill(brick, i, j, k) : base;
  }

  #fill(brick: number, i: number, j: number, k: number): number {
    const base = BRICK * this.#filled++;
    this.#directory[brick] = base;
    this.#heads = grown(this.#heads, base, base + BRICK).fill(NONE, base, base + BRICK);
    const { bvh, retired } = this.#surface;
    this.#eachLeafNear(i, j, k, (leaf) => {
      const end = Math.min(bvh.count, BRANCHING * (leaf + 1));
      for (let place = BRANCHING * leaf; place < end; place++) {
        const face = bvh.order[place];
        if (retired === null || retired[face] === 0) this.#addTo(face, i, j, k, base);
      }
    });
    return base;
  }

  /** Calls back for the leaves of the tree whose boxes meet the ball about a brick. */
  #eachLeafNear(i: number, j: number, k: number, visit: (leaf: number) => void): void {
    const { bvh, frame, magnitude } = this.#surface;
    const half = (SIDE * this.#cell) / 2;
    const x = this.#low[0] + half * (2 * i + 1);
    const y = this.#low[1] + half * (2 * j + 1);
    const z = this.#low[2] + half * (2 * k + 1);
    const m = frame.inverse;
    const cx = m[0] * x + m[1] * y + m[2] * z + m[3];
    const cy = m[4] * x + m[5] * y + m[6] * z + m[7];
    const cz = m[8] * x + m[9] * y + m[10] * z + m[11];
    // The position of a cell is rounded, and so is this one.
    const radius = Math.sqrt(3) * half + 8 * lengthSlack(Math.max(magnitude, Math.abs(x), Math.abs(y), Math.abs(z)));
    const inBvh = (radius + frame.slack) / frame.shrink;
    const limit = inBvh * inBvh * BOX_MARGIN;
    const stack = this.#stack;
    stack[0] = (bvh.levels.length - 1) * LEVEL_SHIFT;
    let top = 1;
    while (top > 0) {
      const entry = stack[--top];
      const level = Math.floor(entry / LEVEL_SHIFT);
      const node = entry - level * LEVEL_SHIFT;
      if (level === 0) {
        visit(node);
        continue;
      }
      const boxes = bvh.levels[level - 1];
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      for (let child = BRANCHING * node; child < end; child++) {
        const o = 6 * child;
        const dx = Math.max(boxes[o] - cx, 0, cx - boxes[o + 3]);
        const dy = Math.max(boxes[o + 1] - cy, 0, cy - boxes[o + 4]);
        const dz = Math.max(boxes[o + 2] - cz, 0, cz - boxes[o + 5]);
        if (dx * dx + dy * dy + dz * dz <= limit) stack[top++] = (level - 1) * LEVEL_SHIFT + child;
      }
    }
  }

  /** Puts a face into those cells of a brick that its box meets. */
  #addTo(face: number, i: number, j: number, k: number, base: number): void {
    const row = this.known.rowOf(face);
    const { values } = this.known;
    const o = KNOWN * row;
    if (row >= this.#stamps.length) this.#stamps = grown(this.#stamps, this.#stamps.length, row + 1);
    const firstX = Math.max(0, this.#cellAt(0, values[o]) - 8 * i);
    const firstY = Math.max(0, this.#cellAt(1, values[o + 1]) - 8 * j);
    const endX = Math.min(7, this.#cellAt(0, values[o + 3]) - 8 * i);
    const endY = Math.min(7, this.#cellAt(1, values[o + 4]) - 8 * j);
    const endZ = Math.min(7, this.#cellAt(2, values[o + 5]) - 8 * k);
    for (let c = Math.max(0, this.#cellAt(2, values[o + 2]) - 8 * k); c <= endZ; c++)
      for (let b = firstY; b <= endY; b++)
        for (let a = firstX; a <= endX; a++) this.#link(base + a + 8 * (b + 8 * c), row);
  }

  #link(cell: number, row: number): void {
    const entry = this.#entries++;
    if (entry === this.#rows.length) {
      this.#rows = grown(this.#rows, entry, entry + 1);
      this.#before = grown(this.#before, entry, this.#rows.length);
    }
    this.#rows[entry] = row;
    this.#before[entry] = this.#heads[cell];
    this.#heads[cell] = entry;
  }

  /** Adds the faces that edits have added to the bricks already filled. */
  #follow(): void {
    const { bounds, edits, faceCount, retired } = this.#surface;
    for (let k = 0; k < 3; k++)
      if (bounds[k] < this.#low[k] || bounds[k + 3] > this.#high[k]) {
        this.forget();
        return;
      }
    for (let face = this.#faceCount; face < faceCount; face++)
      if (retired === null || retired[face] === 0) this.#addFace(face);
    this.#edits = edits;
    this.#faceCount = faceCount;
  }

  #addFace(face: number): void {
    const o = KNOWN * this.known.rowOf(face);
    const { values } = this.known;
    const endX = this.#cellAt(0, values[o + 3]) >> 3;
    const endY = this.#cellAt(1, values[o + 4]) >> 3;
    const endZ = this.#cellAt(2, values[o + 5]) >> 3;
    const firstX = this.#cellAt(0, values[o]) >> 3;
    const firstY = this.#cellAt(1, values[o + 1]) >> 3;
    for (let k = this.#cellAt(2, values[o + 2]) >> 3; k <= endZ; k++)
      for (let j = firstY; j <= endY; j++)
        for (let i = firstX; i <= endX; i++) {
          const base = this.#directory[i + this.#bricks[0] * (j + this.#bricks[1] * k)];
          if (base !== NONE) this.#addTo(face, i, j, k, base);
        }
  }
}
