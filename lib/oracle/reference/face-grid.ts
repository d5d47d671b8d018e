// Boxes of faces → uniform buckets that find those that meet a box. Comparisons of f64 numbers are exact, so no answer
// depends on the buckets.

import { boxesMeet } from './boxes.ts';
import type { Numbers } from './integer-vectors.ts';

/** The most buckets per box: more would cost memory and gain little. */
const CELLS_PER_FACE = 4;
const MOST_CELLS_ALONG = 1024;
/** Boxes longer than this many times the median would overlap many buckets, so they go into a grid of their own. */
const USUAL = 4;
/** mm: the least edge of a bucket, so that its reciprocal is finite. */
const LEAST_EDGE = 2 ** -1000;

export class FaceGrid {
  /** Edge of a bucket, mm. */
  readonly edge: number;
  /** Low x, y, z and high x, y, z over the boxes of usual size; low > high if there are none. */
  readonly #bounds: Float64Array;
  readonly #boxes: Float64Array;
  readonly #counts: readonly [number, number, number];
  /** entries[starts[cell] … starts[cell + 1]] are the boxes that overlap a bucket. */
  readonly #starts: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #larger: FaceGrid | undefined;

  /**
   * @param boxes low x, y, z, high x, y, z of each face, finite; kept, not copied.
   * @param faces the numbers of the faces to find; all by default.
   */
  constructor(boxes: Float64Array, faces: Uint32Array = Uint32Array.from({ length: boxes.length / 6 }, (_, i) => i)) {
    const median = medianOf(Float64Array.from(faces, (face) => longestSide(boxes, face)));
    const usual = faces.filter((face) => longestSide(boxes, face) <= USUAL * median);
    // At most half of the boxes are above the median.
    const large = faces.filter((face) => longestSide(boxes, face) > USUAL * median);
    this.#larger = large.length === 0 ? undefined : new FaceGrid(boxes, large);
    this.#boxes = boxes;
    this.#bounds = boundsOf(boxes, usual);
    this.edge = this.#edgeFor(usual.length, median);
    this.#counts = this.#countsFor(this.edge);
    this.#starts = new Uint32Array(this.#counts[0] * this.#counts[1] * this.#counts[2] + 1);
    for (const face of usual) this.#eachCell(boxes, face, (cell) => this.#starts[cell + 1]++);
    for (let cell = 1; cell < this.#starts.length; cell++) this.#starts[cell] += this.#starts[cell - 1];
    this.#entries = new Uint32Array(this.#starts[this.#starts.length - 1]);
    const next = this.#starts.slice();
    for (const face of usual)
      this.#eachCell(boxes, face, (cell) => {
        this.#entries[next[cell]++] = face;
      });
  }

  /**
   * Every face whose closed box meets a closed box (low x, y, z, high x, y, z; infinite ends allowed), ascending, each
   * once.
   */
  facesMeeting(box: Numbers): number[] {
    const found: number[] = [];
    this.#collect(box, found);
    return found.sort((a, b) => a - b);
  }

  #collect(box: Numbers, found: number[]): void {
    if (this.#larger) this.#larger.#collect(box, found);
    if (!boxesMeet(this.#bounds, 0, box, 0)) return;
    const first = [this.#cellAlong(0, box[0]), this.#cellAlong(1, box[1]), this.#cellAlong(2, box[2])];
    this.#eachCell(box, 0, (cell, x, y, z) => {
      for (let i = this.#starts[cell]; i < this.#starts[cell + 1]; i++) {
        const face = this.#entries[i];
        // A face is taken only from the first bucket that it shares with the box, so that it appears once.
        if (
          boxesMeet(this.#boxes, face, box, 0) &&
          x === Math.max(first[0], this.#cellAlong(0, this.#boxes[6 * face])) &&
          y === Math.max(first[1], this.#cellAlong(1, this.#boxes[6 * face + 1])) &&
          z === Math.max(first[2], this.#cellAlong(2, this.#boxes[6 * face + 2]))
        )
          found.push(face);
      }
    });
  }

  #eachCell(boxes: Numbers, i: number, visit: (cell: number, x: number, y: number, z: number) => void): void {
    const [nx, ny] = this.#counts;
    const [x0, x1] = [this.#cellAlong(0, boxes[6 * i]), this.#cellAlong(0, boxes[6 * i + 3])];
    const [y0, y1] = [this.#cellAlong(1, boxes[6 * i + 1]), this.#cellAlong(1, boxes[6 * i + 4])];
    const [z0, z1] = [this.#cellAlong(2, boxes[6 * i + 2]), this.#cellAlong(2, boxes[6 * i + 5])];
    for (let z = z0; z <= z1; z++)
      for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) visit((z * ny + y) * nx + x, x, y, z);
  }

  /** Rounded subtraction, multiplication and ⌊ ⌋ are monotone, so intervals that overlap have buckets in common. */
  #cellAlong(axis: number, coordinate: number): number {
    const cell = Math.floor((coordinate - this.#bounds[axis]) * (1 / this.edge));
    return Math.max(0, Math.min(this.#counts[axis] - 1, cell));
  }

  /** The usual longest side, or enough more to keep the number of buckets within its limits. */
  #edgeFor(faceCount: number, side: number): number {
    let edge = Math.max(side, longestSide(this.#bounds, 0) / MOST_CELLS_ALONG, LEAST_EDGE);
    const cells = () => this.#countsFor(edge).reduce((product, count) => product * count);
    while (cells() > CELLS_PER_FACE * faceCount + 1) edge *= 1.25;
    return edge;
  }

  #countsFor(edge: number): [number, number, number] {
    const count = (axis: number) =>
      Math.floor(Math.max(0, this.#bounds[3 + axis] - this.#bounds[axis]) * (1 / edge)) + 1;
    return [count(0), count(1), count(2)];
  }
}

function longestSide(boxes: Numbers, i: number): number {
  return Math.max(
    boxes[6 * i + 3] - boxes[6 * i],
    boxes[6 * i + 4] - boxes[6 * i + 1],
    boxes[6 * i + 5] - boxes[6 * i + 2],
  );
}

/** The median (the lower of two middle values); 0 if there are no values. */
function medianOf(values: Float64Array): number {
  return values.length === 0 ? 0 : values.sort()[(values.length - 1) >> 1];
}

function boundsOf(boxes: Float64Array, faces: Uint32Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const face of faces)
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], boxes[6 * face + axis]);
      bounds[3 + axis] = Math.max(bounds[3 + axis], boxes[6 * face + 3 + axis]);
    }
  return bounds;
}
