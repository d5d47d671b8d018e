// A closed oriented surface → the same surface with a list of the corners at each vertex, and two edits that keep it
// manifold: collapse and flip.
//
//     first[v]                          A corner is an index into `faces`, so its face is corner ÷ 3, rounded down.
//        ↓                              Here v is the vertex of the corners 7, 12 and 3. Invariant: the list of a
//        7 ──next→ 12 ──next→ 3 → −1    vertex holds exactly its corners in the faces that are not dead.

import { createMesh, type TriangleMesh } from '#mesh';

// These are bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { max, min, sqrt } = Math;

/**
 * A corner is an index into `faces`. The corners of a vertex are a linked list, so that one list can be appended to
 * another.
 */
export class EditableSurface {
  readonly positions: ArrayLike<number>;
  readonly faces: Uint32Array;
  /**
   * The first corner of each vertex, −1 for a removed vertex. `next` holds, for each corner, the one after it in its
   * vertex's list, −1 at the end.
   */
  readonly first: Int32Array;
  readonly next: Int32Array;
  faceCount: number;
  /** The quality of the triangle measured last: 4√3 · area ÷ sum of squared edges (1 equilateral, 0 degenerate). */
  quality = 0;
  /** The squared length of that triangle's shortest edge, mm². */
  squaredShortest = 0;
  /**
   * The sine of the angle between the shortest and the longest edge of that triangle (1 if the shortest is 0). A needle
   * has a large value, a cap a small one.
   */
  needleness = 0;
  /** The least cosine between that triangle's normal and the input's normals at its corners. */
  alignment = 0;
  readonly #name: string;
  readonly #last: Int32Array;
  readonly #dead: Uint8Array;
  readonly #mark: Uint32Array;
  readonly #normals: Float64Array;
  #stamp = 0;

  constructor(mesh: TriangleMesh) {
    const vertexCount = mesh.positions.length / 3;
    this.#name = mesh.name;
    this.positions = mesh.positions;
    this.faces = mesh.faces.slice();
    this.faceCount = mesh.faces.length / 3;
    this.first = new Int32Array(vertexCount).fill(-1);
    this.#last = new Int32Array(vertexCount).fill(-1);
    this.next = new Int32Array(this.faces.length).fill(-1);
    for (let corner = 0; corner < this.faces.length; corner++) this.#append(this.faces[corner], corner);
    this.#dead = new Uint8Array(this.faceCount);
    this.#mark = new Uint32Array(vertexCount);
    this.#normals = vertexNormals(mesh);
  }

  /** The vertex that follows a corner in its face, and the one that precedes it. */
  after(corner: number): number {
    return this.faces[corner % 3 === 2 ? corner - 2 : corner + 1];
  }
  before(corner: number): number {
    return this.faces[corner % 3 === 0 ? corner + 2 : corner - 1];
  }

  isDead(face: number): boolean {
    return this.#dead[face] === 1;
  }

  squaredLength(u: number, v: number): number {
    const p = this.positions;
    const dx = p[3 * u] - p[3 * v];
    const dy = p[3 * u + 1] - p[3 * v + 1];
    const dz = p[3 * u + 2] - p[3 * v + 2];
    return dx * dx + dy * dy + dz * dz;
  }

  /** How many vertices are neighbours of both u and v. */
  sharedNeighbours(u: number, v: number): number {
    const stamp = ++this.#stamp;
    for (let corner = this.first[v]; corner >= 0; corner = this.next[corner]) this.#mark[this.after(corner)] = stamp;
    let shared = 0;
    for (let corner = this.first[u]; corner >= 0; corner = this.next[corner])
      if (this.#mark[this.after(corner)] === stamp) shared++;
    return shared;
  }

  /** The corner at u of the face whose edge runs from u to v, or −1. */
  cornerOfEdge(u: number, v: number): number {
    let corner = this.first[u];
    while (corner >= 0 && this.after(corner) !== v) corner = this.next[corner];
    return corner;
  }

  /** Sets `quality`, `squaredShortest`, `needleness` and `alignment` for the triangle (a, b, c). */
  measure(a: number, b: number, c: number): void {
    const p = this.positions;
    const ex = p[3 * c] - p[3 * b];
    const ey = p[3 * c + 1] - p[3 * b + 1];
    const ez = p[3 * c + 2] - p[3 * b + 2];
    const vx = p[3 * a] - p[3 * b];
    const vy = p[3 * a + 1] - p[3 * b + 1];
    const vz = p[3 * a + 2] - p[3 * b + 2];
    const nx = ey * vz - ez * vy;
    const ny = ez * vx - ex * vz;
    const nz = ex * vy - ey * vx;
    const doubleArea = sqrt(nx * nx + ny * ny + nz * nz);
    const bc = ex * ex + ey * ey + ez * ez;
    const ab = vx * vx + vy * vy + vz * vz;
    const ca = this.squaredLength(a, c);
    this.quality = (2 * sqrt(3) * doubleArea) / (ab + bc + ca);
    this.squaredShortest = min(ab, bc, ca);
    const product = sqrt(this.squaredShortest * max(ab, bc, ca));
    this.needleness = product > 0 ? doubleArea / product : 1;
    this.alignment = -1;
    if (!(doubleArea > 0)) return;
    const n = this.#normals;
    const least = min(
      nx * n[3 * a] + ny * n[3 * a + 1] + nz * n[3 * a + 2],
      nx * n[3 * b] + ny * n[3 * b + 1] + nz * n[3 * b + 2],
      nx * n[3 * c] + ny * n[3 * c + 1] + nz * n[3 * c + 2],
    );
    this.alignment = least / doubleArea;
  }

  /**
   * Moves u onto its neighbour v and drops the two faces between them. The caller must have checked that
   * sharedNeighbours(u, v) is 2.
   */
  collapse(u: number, v: number): void {
    const touched = [v];
    for (let corner = this.first[u]; corner >= 0; ) {
      const following = this.next[corner];
      this.next[corner] = -1;
      const after = this.after(corner);
      const before = this.before(corner);
      if (after === v || before === v) {
        this.#dead[(corner / 3) | 0] = 1;
        this.faceCount--;
        touched.push(after === v ? before : after);
      } else {
        this.faces[corner] = v;
        this.#append(v, corner);
      }
      corner = following;
    }
    this.first[u] = -1;
    for (const vertex of touched) this.#prune(vertex);
  }

  /**
   * Replaces the edge from a (the corner's vertex) to the next vertex b by the edge between the two opposite vertices.
   * The caller must have checked that there is no such edge yet.
   */
  flip(corner: number): void {
    const a = this.faces[corner];
    const b = this.after(corner);
    const c = this.before(corner);
    const mate = this.cornerOfEdge(b, a);
    const d = this.before(mate);
    // The face (a, b, c) becomes (a, d, c), and (b, a, d) becomes (b, c, d): one corner of each changes its vertex.
    const atB = corner % 3 === 2 ? corner - 2 : corner + 1;
    const atA = mate % 3 === 2 ? mate - 2 : mate + 1;
    this.#remove(b, atB);
    this.#remove(a, atA);
    this.faces[atB] = d;
    this.faces[atA] = c;
    this.#append(d, atB);
    this.#append(c, atA);
  }

  /** Drops dead faces and unused vertices, and keeps the order of the others. */
  toMesh(): TriangleMesh {
    const number = new Int32Array(this.first.length).fill(-1);
    let vertexCount = 0;
    for (let vertex = 0; vertex < number.length; vertex++) if (this.first[vertex] >= 0) number[vertex] = vertexCount++;
    const positions = new Float64Array(3 * vertexCount);
    for (let vertex = 0; vertex < number.length; vertex++)
      for (let axis = 0; axis < 3 && number[vertex] >= 0; axis++)
        positions[3 * number[vertex] + axis] = this.positions[3 * vertex + axis];
    const faces = new Uint32Array(3 * this.faceCount);
    let end = 0;
    for (let corner = 0; corner < this.faces.length; corner++)
      if (!this.#dead[(corner / 3) | 0]) faces[end++] = number[this.faces[corner]];
    return createMesh(positions, faces, { name: this.#name });
  }

  #append(vertex: number, corner: number): void {
    this.next[corner] = -1;
    if (this.first[vertex] < 0) this.first[vertex] = corner;
    else this.next[this.#last[vertex]] = corner;
    this.#last[vertex] = corner;
  }

  #remove(vertex: number, corner: number): void {
    let previous = -1;
    for (let at = this.first[vertex]; at !== corner; at = this.next[at]) previous = at;
    if (previous < 0) this.first[vertex] = this.next[corner];
    else this.next[previous] = this.next[corner];
    if (this.#last[vertex] === corner) this.#last[vertex] = previous;
  }

  /** Unlinks the corners of dead faces from the vertex's list. */
  #prune(vertex: number): void {
    let previous = -1;
    for (let corner = this.first[vertex]; corner >= 0; corner = this.next[corner]) {
      if (this.#dead[(corner / 3) | 0]) continue;
      if (previous < 0) this.first[vertex] = corner;
      else this.next[previous] = corner;
      previous = corner;
    }
    if (previous < 0) this.first[vertex] = -1;
    else this.next[previous] = -1;
    this.#last[vertex] = previous;
  }
}

/** Unit normals of the vertices: the mean of the faces' normals, weighted by area. */
function vertexNormals({ positions, faces }: TriangleMesh): Float64Array {
  const normals = new Float64Array(positions.length);
  for (let i = 0; i < faces.length; i += 3) {
    const a = 3 * faces[i];
    const b = 3 * faces[i + 1];
    const c = 3 * faces[i + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    for (const vertex of [a, b, c]) {
      normals[vertex] += uy * vz - uz * vy;
      normals[vertex + 1] += uz * vx - ux * vz;
      normals[vertex + 2] += ux * vy - uy * vx;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const nx = normals[i];
    const ny = normals[i + 1];
    const nz = normals[i + 2];
    const length = sqrt(nx * nx + ny * ny + nz * nz);
    for (let axis = 0; axis < 3 && length > 0; axis++) normals[i + axis] /= length;
  }
  return normals;
}
