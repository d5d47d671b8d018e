// The thin faces of a tool at a pose and at the next one → the prisms that they pass through between the two.
//
//        pose k     pose k + 1     What a tool sweeps between two poses, and holds at neither, one of its faces passes
//         ┌┐ ░░░░░░░░░ ┌┐          through. A face behind which the tool is at least as thick as the poses are apart
//         ││ ░ prism ░ ││          passes through nothing else; only thin ones need prisms. A prism is closed: the face
//         └┘ ░░░░░░░░░ └┘          at both poses, and two triangles for each of its edges. Its corners move in straight
//                                  lines: in a turn they are off by less than an eighth of their radius, times the
//                                  square of the angle between the poses.

import type { ToolPoints } from './tool-points.ts';

const TRIANGLES = 8;

export class ThinPrisms {
  /** xyz of the thin faces' vertices, in cells: at the last pose, then at this one. */
  readonly points: Float64Array;
  /** Three vertices per triangle, counter-clockwise seen from outside its prism; the first `count` are in use. */
  readonly faces: Uint32Array;
  count = 0;
  /** The vertices' numbers in the tool. */
  readonly #vertices: Uint32Array;
  /** The thin faces, by numbers in `#vertices`. */
  readonly #corners: Uint32Array;

  /** @param thin numbers of faces. */
  constructor(faces: ArrayLike<number>, thin: Uint32Array) {
    const numbers = new Map<number, number>();
    this.#corners = new Uint32Array(3 * thin.length);
    for (let n = 0; n < this.#corners.length; n++) {
      const vertex = faces[3 * thin[Math.floor(n / 3)] + (n % 3)];
      const number = numbers.get(vertex) ?? numbers.size;
      numbers.set(vertex, number);
      this.#corners[n] = number;
    }
    this.#vertices = Uint32Array.from(numbers.keys());
    this.points = new Float64Array(6 * numbers.size);
    this.faces = new Uint32Array(3 * TRIANGLES * thin.length);
  }

  /** Begins a motion at the tool's current pose. */
  begin(tool: ToolPoints): void {
    this.#place(tool);
    this.count = 0;
  }

  /** Goes on to the tool's current pose. */
  moveTo(tool: ToolPoints): void {
    const half = this.points.length / 2;
    this.points.copyWithin(0, half);
    this.#place(tool);
    this.count = 0;
    for (let n = 0; n < this.#corners.length; n += 3) this.#addPrism(n, half / 3);
  }

  #place({ points }: ToolPoints): void {
    const half = this.points.length / 2;
    for (let n = 0; n < this.#vertices.length; n++)
      for (let k = 0; k < 3; k++) this.points[half + 3 * n + k] = points[3 * this.#vertices[n] + k];
  }

  /** @param next what is added to a vertex for its place at this pose. */
  #addPrism(n: number, next: number): void {
    const side = this.#way(n, next);
    // Nothing is passed through.
    if (side === 0) return;
    const a = this.#corners[n];
    const [b, c] =
      side > 0 ? [this.#corners[n + 1], this.#corners[n + 2]] : [this.#corners[n + 2], this.#corners[n + 1]];
    // If it moves backward, the prism is on its other side.
    this.#add(a + next, b + next, c + next);
    this.#add(a, c, b);
    this.#addSide(a, b, next);
    this.#addSide(b, c, next);
    this.#addSide(c, a, next);
  }

  /** Both prisms at an edge part its side in the same two triangles. */
  #addSide(a: number, b: number, next: number): void {
    if (a < b) {
      this.#add(a, b, b + next);
      this.#add(a, b + next, a + next);
    } else {
      this.#add(a, b, a + next);
      this.#add(b, b + next, a + next);
    }
  }

  #add(a: number, b: number, c: number): void {
    this.faces[3 * this.count] = a;
    this.faces[3 * this.count + 1] = b;
    this.faces[3 * this.count + 2] = c;
    this.count++;
  }

  /** Six times how far the face moves along its normal, times its area: > 0 if forward. */
  #way(n: number, next: number): number {
    const { points } = this;
    const [a, b, c] = [3 * this.#corners[n], 3 * this.#corners[n + 1], 3 * this.#corners[n + 2]];
    let way = 0;
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const normal =
        (points[b + i] - points[a + i]) * (points[c + j] - points[a + j]) -
        (points[b + j] - points[a + j]) * (points[c + i] - points[a + i]);
      for (const corner of [a, b, c]) way += normal * (points[corner + 3 * next + k] - points[corner + k]);
    }
    return way;
  }
}
