// A tool's faces → faces with no edge longer than a limit, which are the same surface.
//
// Every edge longer than the limit gets its middle as a new vertex, whichever face it is split for, so faces that
// share an edge split it alike and the surface stays closed. A face with one, two or three such edges becomes two,
// three or four, until no edge is too long. A middle is rounded once: it is off the edge by less than 2^-52 of its
// coordinates.
//
//        c             c
//       ╱ ╲           ╱ ╲            The vertices are kept for all later calls.
//      ╱   •         •───•
//     ╱  ╱  ╲       ╱ ╲ ╱ ╲
//    a───────b     a───•───b

import { GrowingArray } from '#core';

export class SplitFaces {
  /** xyz per vertex in the tool's own frame, mm. */
  readonly vertices: GrowingArray<Float64Array<ArrayBuffer>>;
  /** By edge, its middle: a number per pair of vertices. */
  readonly #middles = new Map<number, number>();

  /** @param vertices the first ones; later ones are added after them. */
  constructor(vertices: Float64Array) {
    this.vertices = new GrowingArray(Float64Array.from(vertices));
    this.vertices.length = vertices.length;
  }

  /**
   * @param faces three vertices each. @param longest mm.
   * @param track centres, xyz, in the tool's own frame; faces whose boxes are farther than `far` from all of them are
   * left out.
   * @returns the rest of the surface, three vertices per face.
   */
  split(faces: Uint32Array, longest: number, track: Float64Array, far: number): Uint32Array {
    const waiting = Array.from(faces);
    const done: number[] = [];
    while (waiting.length > 0) {
      const [c, b, a] = [waiting.pop(), waiting.pop(), waiting.pop()] as [number, number, number];
      if (!this.#isNear(a, b, c, track, far * far)) continue;
      const [p, q, r] = [this.#middle(a, b, longest), this.#middle(b, c, longest), this.#middle(c, a, longest)];
      const split = [p, q, r].filter((middle) => middle >= 0).length;
      if (split === 0) done.push(a, b, c);
      else if (split === 3) waiting.push(a, p, r, p, b, q, r, q, c, p, q, r);
      // Turned so that the first edge is the only one that is split, or the only one that is not.
      else if (p >= 0 === (split === 1)) addTurned(waiting, a, b, c, p, q, r);
      else if (q >= 0 === (split === 1)) addTurned(waiting, b, c, a, q, r, p);
      else addTurned(waiting, c, a, b, r, p, q);
    }
    return Uint32Array.from(done);
  }

  #isNear(a: number, b: number, c: number, track: Float64Array, squared: number): boolean {
    const { values: V } = this.vertices;
    const [lowX, highX] = [Math.min(V[3 * a], V[3 * b], V[3 * c]), Math.max(V[3 * a], V[3 * b], V[3 * c])];
    const [lowY, highY] = [
      Math.min(V[3 * a + 1], V[3 * b + 1], V[3 * c + 1]),
      Math.max(V[3 * a + 1], V[3 * b + 1], V[3 * c + 1]),
    ];
    const [lowZ, highZ] = [
      Math.min(V[3 * a + 2], V[3 * b + 2], V[3 * c + 2]),
      Math.max(V[3 * a + 2], V[3 * b + 2], V[3 * c + 2]),
    ];
    for (let n = 0; n < track.length; n += 3) {
      const x = Math.max(lowX - track[n], 0, track[n] - highX);
      const y = Math.max(lowY - track[n + 1], 0, track[n + 1] - highY);
      const z = Math.max(lowZ - track[n + 2], 0, track[n + 2] - highZ);
      if (x * x + y * y + z * z <= squared) return true;
    }
    return false;
  }

  /** The middle of an edge that is too long; −1 for any other. */
  #middle(a: number, b: number, longest: number): number {
    const { values, length } = this.vertices;
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (values[3 * a + k] - values[3 * b + k]) ** 2;
    if (squared <= longest * longest) return -1;
    const edge = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
    const known = this.#middles.get(edge);
    if (known !== undefined) return known;
    for (let k = 0; k < 3; k++) this.vertices.push((values[3 * a + k] + values[3 * b + k]) / 2);
    this.#middles.set(edge, length / 3);
    return length / 3;
  }
}

/** A face a, b, c with the middles p, q, r of ab, bc and ca: either p alone, or q and r. */
function addTurned(out: number[], a: number, b: number, c: number, p: number, q: number, r: number): void {
  if (p >= 0) out.push(a, p, c, p, b, c);
  else out.push(c, r, q, a, b, q, a, q, r);
}
