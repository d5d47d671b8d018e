// A closed surface → the same surface with more faces, by halving its longest edge again and again.
//
// Halving the longest edge of the whole mesh splits both of its faces at their longest edge. So no T-junction arises,
// and no angle falls below half of the smallest angle of the input (M.-C. Rivara, 1984; I. Rosenberg, F. Stenger,
// 1975).
//
//          c                    c         The longest edge (a, b) is halved at m. The face (a, b, c) becomes
//         ╱ ╲                  ╱│╲        (a, m, c) and (m, b, c), and the face on the other side of (a, b) is split
//        ╱   ╲        →       ╱ │ ╲       at m as well. Invariant: after each step, every edge has exactly two
//       a─────b              a──m──b      faces again.

import { createMesh, type TriangleMesh } from '#mesh';

/**
 * Halves edges, longest first, until there are at least targetFaces faces; each step adds two. Vertices are appended at
 * midpoints, so the shape does not change. The surface must be closed and oriented. Among edges of equal length, the
 * one found first is halved first.
 */
export function bisectEdges(mesh: TriangleMesh, targetFaces: number): TriangleMesh {
  const added = Math.max(0, Math.ceil((targetFaces - mesh.faces.length / 3) / 2));
  if (added === 0) return mesh;
  let vertexCount = mesh.positions.length / 3;
  let end = mesh.faces.length;
  const positions = new Float64Array(mesh.positions.length + 3 * added);
  positions.set(mesh.positions);
  const faces = new Uint32Array(end + 6 * added);
  faces.set(mesh.faces);
  // mates[c] is the corner where the same edge starts in the other face. An edge is named by either of its two corners.
  const mates = findMates(faces, end, vertexCount, faces.length);
  const heap = new EdgeHeap(positions, faces);
  for (let corner = 0; corner < end; corner++) if (corner < mates[corner]) heap.push(corner);

  function pairUp(a: number, b: number): void {
    mates[a] = b;
    mates[b] = a;
  }

  /** Splits the face (a, b, c) of the edge that starts at `corner` into (a, m, c) and, at `fresh`, (m, b, c). */
  function splitFace(corner: number, fresh: number, middle: number): void {
    const base = corner - (corner % 3);
    const atB = base + ((corner + 1) % 3);
    const atC = base + ((corner + 2) % 3);
    faces[fresh] = middle;
    faces[fresh + 1] = faces[atB];
    faces[fresh + 2] = faces[atC];
    faces[atB] = middle;
    // (b, c) moves to the fresh face; (m, c) becomes the edge between the halves.
    pairUp(fresh + 1, mates[atB]);
    pairUp(atB, fresh + 2);
  }

  for (let i = 0; i < added; i++) {
    const corner = heap.pop();
    const mate = mates[corner];
    const p = faces[corner];
    const q = faces[mate];
    const middle = vertexCount++;
    for (let axis = 0; axis < 3; axis++)
      positions[3 * middle + axis] = (positions[3 * p + axis] + positions[3 * q + axis]) / 2;
    const fresh = end;
    const freshMate = end + 3;
    end += 6;
    splitFace(corner, fresh, middle);
    splitFace(mate, freshMate, middle);
    // p–m: corner with freshMate; m–q: fresh with mate.
    pairUp(corner, freshMate);
    pairUp(fresh, mate);
    for (const changed of [corner, fresh, fresh + 1, fresh + 2, freshMate + 1, freshMate + 2]) heap.push(changed);
  }
  return createMesh(positions, faces, { name: mesh.name });
}

function findMates(faces: Uint32Array, end: number, vertexCount: number, size: number): Int32Array {
  const mates = new Int32Array(size).fill(-1);
  const byEdge = new Map<number, number>();
  for (let corner = 0; corner < end; corner++) {
    const from = faces[corner];
    const to = faces[corner % 3 === 2 ? corner - 2 : corner + 1];
    const other = byEdge.get(to * vertexCount + from);
    if (other === undefined) byEdge.set(from * vertexCount + to, corner);
    else {
      mates[corner] = other;
      mates[other] = corner;
    }
  }
  return mates;
}

/**
 * A heap of edges, each named by a corner, with the longest on top. An entry keeps the edge's length when pushed; it is
 * skipped if the edge's length has changed since.
 */
class EdgeHeap {
  readonly #corners: number[] = [];
  readonly #lengths: number[] = [];
  readonly #order: number[] = [];
  #pushed = 0;
  readonly #positions: Float64Array;
  readonly #faces: Uint32Array;

  constructor(positions: Float64Array, faces: Uint32Array) {
    this.#positions = positions;
    this.#faces = faces;
  }

  push(corner: number): void {
    let at = this.#corners.length;
    this.#corners.push(corner);
    this.#lengths.push(this.#squaredLength(corner));
    this.#order.push(this.#pushed++);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isAbove(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** The longest edge. */
  pop(): number {
    for (;;) {
      const corner = this.#corners[0];
      const length = this.#lengths[0];
      this.#drop();
      if (this.#squaredLength(corner) === length) return corner;
    }
  }

  #drop(): void {
    this.#swap(0, this.#corners.length - 1);
    this.#corners.pop();
    this.#lengths.pop();
    this.#order.pop();
    for (let at = 0; ; ) {
      let top = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#corners.length && this.#isAbove(child, top)) top = child;
      if (top === at) return;
      this.#swap(at, top);
      at = top;
    }
  }

  #isAbove(a: number, b: number): boolean {
    if (this.#lengths[a] !== this.#lengths[b]) return this.#lengths[a] > this.#lengths[b];
    return this.#order[a] < this.#order[b];
  }

  #swap(a: number, b: number): void {
    for (const column of [this.#corners, this.#lengths, this.#order]) [column[a], column[b]] = [column[b], column[a]];
  }

  #squaredLength(corner: number): number {
    const p = 3 * this.#faces[corner];
    const q = 3 * this.#faces[corner % 3 === 2 ? corner - 2 : corner + 1];
    const dx = this.#positions[p] - this.#positions[q];
    const dy = this.#positions[p + 1] - this.#positions[q + 1];
    const dz = this.#positions[p + 2] - this.#positions[q + 2];
    return dx * dx + dy * dy + dz * dz;
  }
}
