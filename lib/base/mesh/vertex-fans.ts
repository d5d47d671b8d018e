// Faces around each vertex → whether they form one fan, and the vertices where the surface is not manifold.

import { DisjointSets, stopIfUnwanted } from '#core';
import { isProper } from './improper-faces.ts';
import { VertexFaces } from './vertex-faces.ts';

/**
 * Whether the faces around each welded vertex are connected through shared edges at that vertex. If no edge has more
 * than two faces, which this function does not check, they then form one cycle or one open strip. Uses 9 bytes per
 * vertex while it runs.
 */
export function haveOneFanEach(around: VertexFaces, faces: Uint32Array, welded: Uint32Array): boolean {
  const fans = new Fans(around, faces, welded);
  for (let vertex = 0; vertex < welded.length; vertex++) {
    if (vertex % 4096 === 0) stopIfUnwanted();
    if (fans.at(vertex) > 1) return false;
  }
  return true;
}

/**
 * The vertices at which a surface is not manifold, ascending: those with several fans, and the ends of edges that more
 * than two faces use.
 * @param faces of welded vertices.
 */
export function nonManifoldVertices(faces: Uint32Array, vertexCount: number): number[] {
  const around = new VertexFaces(vertexCount, faces.length / 3);
  for (let face = 0; face < faces.length / 3; face++) {
    const a = faces[3 * face];
    const b = faces[3 * face + 1];
    const c = faces[3 * face + 2];
    if (isProper(a, b, c)) around.add(face, a, b, c);
  }
  const fans = new Fans(
    around,
    faces,
    Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex),
  );
  const found: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) if (fans.at(vertex) > 1 || fans.isCrowded) found.push(vertex);
  return found;
}

class Fans {
  /** Whether more than two faces use an edge at the vertex that `at` was last called with. */
  isCrowded = false;
  readonly #around: VertexFaces;
  readonly #faces: Uint32Array;
  readonly #welded: Uint32Array;
  readonly #visit: Uint32Array;
  readonly #place: Uint32Array;
  readonly #uses: Uint8Array;
  readonly #ring: number[] = [];

  constructor(around: VertexFaces, faces: Uint32Array, welded: Uint32Array) {
    this.#around = around;
    this.#faces = faces;
    this.#welded = welded;
    this.#visit = new Uint32Array(welded.length);
    this.#place = new Uint32Array(welded.length);
    this.#uses = new Uint8Array(welded.length);
  }

  /** The number of fans that the faces around a vertex form. */
  at(vertex: number): number {
    const visit = this.#visit;
    const place = this.#place;
    const uses = this.#uses;
    const ring = this.#ring;
    this.isCrowded = false;
    const count = this.#around.list(vertex, ring);
    if (count < 2) return count;
    const fans = new DisjointSets(count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        const end = this.#welded[this.#faces[3 * ring[i] + k]];
        if (end === vertex) continue;
        if (visit[end] === vertex + 1) {
          fans.join(place[end], i);
          if (++uses[end] > 2) this.isCrowded = true;
        } else uses[end] = 1;
        visit[end] = vertex + 1;
        place[end] = i;
      }
    }
    let roots = 0;
    for (let i = 0; i < count; i++) if (fans.find(i) === i) roots++;
    return roots;
  }
}
