// The bone: its frame is the frame of reference, and an edit changes mesh and indexes only where it touches them.

import { editBvh, reserveBvh } from '#bvh';
import { capacityFor, grown, identityFrame } from '#core';
import type { TriangleMesh } from '#mesh';
import type { CandidateMethod } from '#records';
import { editScanlines, reserveSpans } from '#scanlines';
import { Body, type BodyParts } from './body.ts';
import type { BoneIndex } from './bone-index.ts';
import { largestOf, largestOfFaces, widen } from './coordinate-bounds.ts';

/** The bone: its frame is the frame of reference, and it can be edited. */
export class BoneBody extends Body {
  readonly frame = identityFrame();
  protected readonly stretch = 1;
  /** Faces that no edit has removed. */
  liveFaceCount: number;
  #places: Uint32Array | null = null;

  constructor(mesh: TriangleMesh | BodyParts, index?: BoneIndex, method?: CandidateMethod) {
    super(mesh, index, method);
    // Over the vertices that faces use: some of a report's last bits depend on it, and unused vertices do not count.
    if (!('topology' in mesh)) this.magnitude = largestOf(this.bounds);
    this.liveFaceCount = this.faceCount;
    if (this.retired !== null)
      for (let face = 0; face < this.faceCount; face++) this.liveFaceCount -= this.retired[face];
  }

  ownPositions(): Float64Array {
    return this.positions;
  }

  get ownBounds(): Float64Array {
    return this.bounds;
  }

  get ownMagnitude(): number {
    return this.magnitude;
  }

  /**
   * Retires faces and appends vertices and faces; the caller has checked all of them. Scanline cells, BVH and topology
   * change only where these faces touch them. The first edit, even an empty one, raises all capacities by a quarter:
   * until they are used up, an edit costs time in proportion to what it touches.
   */
  apply(remove: Uint32Array, positions: Float64Array, faces: Uint32Array): void {
    this.ownIndexes();
    this.edits++;
    const { bvh, topology } = this;
    const retired = this.retired ?? this.#reserve();
    for (const face of remove) retired[face] = 1;
    const firstFace = this.faceCount;
    this.positions = appended(this.positions, 3 * this.vertexCount, positions);
    this.faces = appended(this.faces, 3 * this.faceCount, faces);
    this.vertexCount += positions.length / 3;
    this.faceCount += faces.length / 3;
    this.liveFaceCount += faces.length / 3 - remove.length;
    this.retired = grown(retired, firstFace, this.faceCount);
    const had = this.magnitude;
    for (const vertex of faces)
      for (let k = 0; k < 3; k++) {
        const x = this.positions[3 * vertex + k];
        widen(this.bounds, k, x);
        this.magnitude = Math.max(this.magnitude, Math.abs(x));
      }
    const added = new Uint32Array(faces.length / 3);
    for (let k = 0; k < added.length; k++) added[k] = firstFace + k;
    if (this.hasScanlines) editScanlines(this.scanlines, this.positions, this.faces, this.retired, remove, added);
    const places = this.#placesOf(bvh.order, firstFace);
    const removed = Array.from(remove, (face) => places[face] ?? face);
    editBvh(bvh, this.positions, this.faces, this.retired, removed, firstFace, faces.length / 3);
    // `magnitude` is that of the remaining faces, whatever was there before.
    const isGone = (vertex: number) => largestOf(this.positions.subarray(3 * vertex, 3 * vertex + 3)) === had;
    if (this.magnitude === had && remove.some((face) => this.faces.subarray(3 * face, 3 * face + 3).some(isGone)))
      this.magnitude = largestOfFaces(bvh, this.positions, this.faces, this.retired);
    topology.edit(remove, this.positions, this.vertexCount, this.faces, this.faceCount);
  }

  /**
   * Becomes a body of the same live faces under other numbers, whose arrays it takes: that body must not be used any
   * more. The name stays, and so does `magnitude`, which is that of the live faces in both.
   */
  become(renumbered: BoneBody): void {
    this.takeFrom(renumbered);
    this.#places = null;
    this.liveFaceCount = renumbered.liveFaceCount;
  }

  /**
   * The place of each face in the BVH's order, for faces present at the first edit: those that edits append are at
   * their own numbers.
   */
  #placesOf(order: Uint32Array, count: number): Uint32Array {
    if (this.#places === null) {
      this.#places = new Uint32Array(count);
      for (let place = 0; place < count; place++) this.#places[order[place]] = place;
    }
    return this.#places;
  }

  #reserve(): Uint8Array {
    const { vertexCount, faceCount } = this;
    this.positions = grown(this.positions, 3 * vertexCount, 3 * vertexCount + 3);
    this.faces = grown(this.faces, 3 * faceCount, 3 * faceCount + 3);
    if (this.hasScanlines) reserveSpans(this.scanlines);
    reserveBvh(this.bvh);
    this.topology.reserve(this.positions);
    return new Uint8Array(capacityFor(faceCount + 1, faceCount));
  }
}

/** Writes `more` after the first `used` values; into the same array if its capacity allows it. */
function appended<T extends Float64Array | Uint32Array>(values: T, used: number, more: T): T {
  const target = grown(values, used, used + more.length);
  target.set(more, used);
  return target;
}
