// A mesh and a length → the same surface with no edge longer than that.
//
// The longest edge of the whole mesh is halved, again and again; every face at it is cut from the edge's middle to its
// opposite corner, so that faces that share an edge go on sharing its halves (M.-C. Rivara, "Algorithms for refining
// triangular grids suitable for adaptive and multigrid techniques", 1984):
//
//          c                     c
//         / \                   /|\
//        /   \       ──▶       / | \          a heap holds the edges that are too long, the longest on top;
//       /     \               /  |  \         a table, for each edge, the faces at it
//      a───────b             a───m───b
//
// A face's longest edge is not longer than the one halved, so neither is the new edge from m to c: no angle becomes
// less than half of the least of its face.

import { described, OptionError } from '#core';
import { checkedMesh, type TriangleMesh } from './triangle-mesh.ts';

/** The most faces that it makes. */
const MOST_FACES = 2 ** 24;

/** Ends in ascending order, as one number: there are fewer than 2^26 vertices. */
const keyOf = (a: number, b: number) => (a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a);

/**
 * Halves the edges longer than `edge`, the longest first, from all faces at them alike: what was closed stays closed.
 * The faces of a mesh whose seams repeat vertices stay together too, since equal edges are halved at equal points.
 * Vertices keep their numbers, new ones follow; a face is replaced in place by its first part, further parts follow.
 * Positions are f64, in which a middle of f32 corners is exact.
 * @param edge mm, > 0: the greatest length of an edge, up to the rounding of its square.
 * @throws OptionError BAD_EDGE; RESOLUTION_TOO_FINE beyond 2^24 faces. @throws MeshError as createMesh.
 */
export function refineMesh(mesh: TriangleMesh, edge: number): TriangleMesh {
  const given = checkedMesh(mesh, 'mesh');
  if (typeof edge !== 'number' || !(edge > 0 && edge < Number.POSITIVE_INFINITY))
    throw new OptionError(
      'BAD_EDGE',
      `refineMesh: edge is ${described(edge)}, expected a finite number > 0, mm; pass the longest edge that may stay.`,
    );
  const surface = new Refinement(given, edge);
  while (surface.halve()) if (surface.faceCount > MOST_FACES) throw tooFine(given.name, edge);
  const { positions, faces } = surface;
  return { ...given, positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}

function tooFine(name: string, edge: number): OptionError {
  return new OptionError(
    'RESOLUTION_TOO_FINE',
    `Edges of ${edge} mm make more than ${MOST_FACES} faces of "${name}"; use longer ones.`,
  );
}

class Refinement {
  readonly positions: number[];
  readonly faces: number[];
  readonly #limit: number;
  /** By edge: the faces at it. */
  readonly #facesAt = new Map<number, number[]>();
  /** A heap of edges that are too long: squared lengths and keys; ties by the lesser key. */
  readonly #squares: number[] = [];
  readonly #keys: number[] = [];

  constructor({ positions, faces }: TriangleMesh, edge: number) {
    this.positions = Array.from(positions);
    this.faces = Array.from(faces);
    this.#limit = edge * edge;
    for (let face = 0; face < this.faceCount; face++) this.#enter(face);
  }

  get faceCount(): number {
    return this.faces.length / 3;
  }

  /** Halves the longest edge. @returns false if none is too long. */
  halve(): boolean {
    if (this.#keys.length === 0) return false;
    const key = this.#take();
    const a = Math.floor(key / 2 ** 26);
    const b = key - a * 2 ** 26;
    const m = this.positions.length / 3;
    for (let k = 0; k < 3; k++) this.positions.push((this.positions[3 * a + k] + this.positions[3 * b + k]) / 2);
    const at = this.#facesAt.get(key) as number[];
    this.#facesAt.delete(key);
    for (const face of at) this.#cut(face, a, b, m);
    return true;
  }

  /** Cuts a face from m, the middle of its edge a b, to its third corner. */
  #cut(face: number, a: number, b: number, m: number): void {
    const corners = this.faces.slice(3 * face, 3 * face + 3);
    for (let k = 0; k < 3; k++) this.#leave(corners[k], corners[(k + 1) % 3], face);
    // The edge as the face goes round it. A face with two equal corners is a segment, and so are its halves.
    const k = [0, 1, 2].find((i) => keyOf(corners[i], corners[(i + 1) % 3]) === keyOf(a, b)) as number;
    const [from, to, opposite] = [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]];
    const first = [from, m, opposite === to ? m : opposite];
    const second = [m, to, opposite === from ? m : opposite];
    for (let i = 0; i < 3; i++) this.faces[3 * face + i] = first[i];
    this.faces.push(...second);
    this.#enter(face);
    this.#enter(this.faceCount - 1);
  }

  /** Enters a face's edges into the table, and those that are new and too long into the heap. */
  #enter(face: number): void {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [this.faces[3 * face + k], this.faces[3 * face + ((k + 1) % 3)]];
      const key = keyOf(a, b);
      const at = this.#facesAt.get(key);
      if (at !== undefined) {
        if (!at.includes(face)) at.push(face);
        continue;
      }
      this.#facesAt.set(key, [face]);
      let squared = 0;
      for (let axis = 0; axis < 3; axis++)
        squared += (this.positions[3 * a + axis] - this.positions[3 * b + axis]) ** 2;
      if (squared > this.#limit) this.#put(squared, key);
    }
  }

  /** An edge that loses its only face stays in the table: the face's parts enter it again. */
  #leave(a: number, b: number, face: number): void {
    const at = this.#facesAt.get(keyOf(a, b));
    if (at?.includes(face)) at.splice(at.indexOf(face), 1);
  }

  #isAbove(i: number, j: number): boolean {
    const [x, y] = [this.#squares[i], this.#squares[j]];
    return x > y || (x === y && this.#keys[i] < this.#keys[j]);
  }

  #swap(i: number, j: number): void {
    for (const column of [this.#squares, this.#keys]) [column[i], column[j]] = [column[j], column[i]];
  }

  #put(squared: number, key: number): void {
    let i = this.#keys.push(key) - 1;
    this.#squares.push(squared);
    for (let up = (i - 1) >> 1; i > 0 && this.#isAbove(i, up); i = up, up = (i - 1) >> 1) this.#swap(i, up);
  }

  /** Takes the longest edge's key off the heap. */
  #take(): number {
    const key = this.#keys[0];
    this.#swap(0, this.#keys.length - 1);
    this.#keys.pop();
    this.#squares.pop();
    for (let i = 0; ; ) {
      let above = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < this.#keys.length && this.#isAbove(child, above)) above = child;
      if (above === i) return key;
      this.#swap(i, above);
      i = above;
    }
  }
}
