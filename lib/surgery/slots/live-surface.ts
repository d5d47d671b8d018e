// A closed surface → the same surface under changes of a few faces at a time, each proved before it is made.
//
//   replace ─patch-fault→ what would be wrong, and nothing has changed
//                     └─→ faces retired and appended ─→ topology (faces round a vertex), near-index (faces in a place)
//
// Vertices and faces are appended only. The faces at the start have the first numbers and stay stored once they are
// gone, so whether two of them met can be found at any time. Nothing is renumbered: undo adds faces under new numbers.
// A vertex that no live face uses costs about 50 bytes, a face that is gone about 40.

import { capacityFor, GrowingArray } from '#core';
import { nonManifoldVertices, SurfaceTopology, type TriangleMesh } from '#mesh';
import { NearIndex } from './near-index.ts';
import { type CheckedSurface, PatchCheck } from './patch-fault.ts';

export class LiveSurface implements CheckedSurface {
  /** xyz of all vertices ever. */
  readonly positions: GrowingArray<Float64Array>;
  /** Corners of all faces ever. */
  readonly faces: GrowingArray<Uint32Array>;
  readonly #firstAdded: number;
  /** By added face, from #firstAdded on. */
  readonly #sources = new GrowingArray(new Int32Array(64));
  readonly #topology: SurfaceTopology;
  readonly #index: NearIndex;
  readonly #check: PatchCheck;
  /** Welded vertices at which the mesh was not manifold. */
  readonly #pinches: ReadonlySet<number>;

  /**
   * Time and memory: in proportion to the mesh, which is copied.
   * @param mesh closed and oriented; vertices with equal coordinates are one.
   */
  constructor(mesh: TriangleMesh) {
    this.positions = growingCopy(mesh.positions, Float64Array);
    this.faces = growingCopy(mesh.faces, Uint32Array);
    this.#firstAdded = mesh.faces.length / 3;
    const topology = new SurfaceTopology(mesh.positions, mesh.faces);
    topology.reserve(mesh.positions);
    this.#topology = topology;
    const welded = mesh.faces.map((vertex) => topology.weld(vertex));
    this.#pinches = new Set(nonManifoldVertices(welded, mesh.positions.length / 3));
    this.#index = new NearIndex(this);
    this.#check = new PatchCheck(this);
  }

  isLive(face: number): boolean {
    return this.#topology.isLive(face);
  }

  /** The face of the mesh at the start of which a face is a part, which may be all of it; −1 if a cut has made it. */
  source(face: number): number {
    return face < this.#firstAdded ? face : this.#sources.values[face - this.#firstAdded];
  }

  /**
   * A new vertex, even where one is already: they are one for every check. It stays after a refusal.
   * @param x mm, as y and z; finite and in a detector's range.
   */
  addVertex(x: number, y: number, z: number): number {
    const vertex = this.positions.length / 3;
    for (const coordinate of [x, y, z]) this.positions.push(coordinate);
    return vertex;
  }

  /**
   * Takes faces out and puts others in, if the surface stays closed, oriented, and manifold where the mesh at the start
   * was, every new face has an area, and no new face meets another one beyond common corners and edges, unless they are
   * parts of two faces at the start that did: all exactly. Takes time in proportion to the patch and what lies near it,
   * but for the pairs of new faces, whose boxes are all compared.
   * @param remove live faces, each once.
   * @param corners three vertices for each new face, counter-clockwise from outside.
   * @param sourceOf the k-th new face's source.
   * @returns what would be wrong, for a message, and then no face has changed; null if nothing is.
   */
  replace(remove: readonly number[], corners: readonly number[], sourceOf: (k: number) => number): string | null {
    this.#weldAdded();
    const fault = this.#check.faultOf({ remove, corners, sourceOf });
    if (fault === null) this.restore(remove, corners, sourceOf);
    return fault;
  }

  /** The same without any check: for undo, with faces that were live before and their sources. */
  restore(remove: readonly number[], corners: readonly number[], sourceOf: (k: number) => number): void {
    const first = this.faces.length / 3;
    for (const vertex of corners) this.faces.push(vertex);
    for (let k = 0; 3 * k < corners.length; k++) this.#sources.push(sourceOf(k));
    this.#updateTopology(remove);
    this.#index.edit(remove, first, this.#topology.retired);
  }

  /** Live faces whose boxes meet a box, each once. */
  nearBox(min: ArrayLike<number>, max: ArrayLike<number>): number[] {
    return this.#index.nearBox(min, max);
  }

  /**
   * Live faces whose boxes meet a line, infinite both ways, each once, even if its numbers and the faces' corners are
   * rounded from those meant; and perhaps some that miss it by as much.
   * @param direction of any length but 0.
   */
  nearLine(point: ArrayLike<number>, direction: ArrayLike<number>): number[] {
    return this.#index.nearLine(point, direction);
  }

  /** The first vertex with this vertex's coordinates, once `replace` or `restore` has been called after adding it. */
  weld(vertex: number): number {
    return this.#topology.weld(vertex);
  }

  facesAround(vertex: number, out: number[]): number {
    return this.#topology.facesAround(vertex, out);
  }

  wasManifoldAt(vertex: number): boolean {
    return !this.#pinches.has(vertex);
  }

  #weldAdded(): void {
    if (this.#topology.vertexCount < this.positions.length / 3) this.#updateTopology([]);
  }

  #updateTopology(remove: readonly number[]): void {
    const { positions, faces } = this;
    this.#topology.edit(remove, positions.values, positions.length / 3, faces.values, faces.length / 3);
  }
}

/** The numbers, with room for a quarter more. */
function growingCopy<T extends Float64Array | Uint32Array>(
  numbers: ArrayLike<number>,
  Numbers: new (length: number) => T,
): GrowingArray<T> {
  const copy = new GrowingArray(new Numbers(capacityFor(numbers.length + 1, numbers.length)));
  copy.values.set(numbers);
  copy.length = numbers.length;
  return copy;
}
