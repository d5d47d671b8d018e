// A bone, and the edits that cut it → one BufferGeometry that stays up to date and uploads only what changed.

import { BufferAttribute, BufferGeometry, type TypedArray, Vector3 } from 'three';
import { type AppliedEdit, type BoneEdit, type BoneRenumbering, editBone } from '#bodies';
import { capacityFor, checkRecord, MeshError } from '#core';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { singlePrecision } from './single-precision.ts';
import { markRanges, type WrittenRange, waitingNumbers } from './update-ranges.ts';

/**
 * The bone as it is drawn. Its faces and vertices have the numbers that Detector.editBone gives them, so an edit of a
 * cut is passed to both. The arrays are its own: a Float32Array of positions (rounded to f32) and a Uint32Array of
 * corners, each with room for more. A removed face becomes a triangle of one vertex, which draws nothing.
 *
 * An edit marks the numbers that it wrote as update ranges of both attributes. three uploads them at the next frame, so
 * a cut costs as much as it touches. If the room runs out, the arrays are replaced by ones at least a quarter longer:
 * `geometry` stays the same object, its attributes are new ones, and they are uploaded whole (`reallocated` counts it).
 *
 * There are no normals: use a material with flatShading. The drawn range is that of the faces, and the bounding box and
 * sphere grow with new vertices; they do not shrink.
 */
export class EditableGeometry {
  /** For a Mesh. Read its attributes from it each time. `userData.kerf.rounding`: see geometryFromMesh. */
  readonly geometry: BufferGeometry = new BufferGeometry();
  #position: BufferAttribute;
  #index: BufferAttribute;
  #isRemoved: Uint8Array;
  #vertexCount: number;
  #faceCount: number;
  #removedCount = 0;
  #rounding: number;
  #reallocated = 0;

  /**
   * @param bone as the detector was given it; copied.
   * @throws MeshError as createMesh; COORDINATE_RANGE beyond the largest f32.
   */
  constructor(bone: TriangleMesh) {
    const { positions, faces, name } = checkedMesh(bone, 'bone');
    const { values, rounding } = singlePrecision(positions, `Mesh "${name}"`);
    this.#vertexCount = positions.length / 3;
    this.#faceCount = faces.length / 3;
    this.#rounding = rounding;
    this.#isRemoved = new Uint8Array(withRoom(this.#faceCount));
    [this.#position, this.#index] = this.#attributes(values, withRoom(this.#vertexCount), faces);
    this.geometry.name = name;
    this.geometry.computeBoundingBox();
    this.geometry.computeBoundingSphere();
    this.#describe();
  }

  /** Vertices and faces that have a number; removed faces count. */
  get vertexCount(): number {
    return this.#vertexCount;
  }
  get faceCount(): number {
    return this.#faceCount;
  }
  /** Faces that are drawn. */
  get liveFaceCount(): number {
    return this.#faceCount - this.#removedCount;
  }
  /** How often an array was replaced by a longer one, since when it was uploaded whole. */
  get reallocated(): number {
    return this.#reallocated;
  }
  /** Bytes in the update ranges that wait for the next frame: what edits since the last one upload. */
  get waitingBytes(): number {
    return 4 * (waitingNumbers(this.#position) + waitingNumbers(this.#index));
  }

  /**
   * Applies an edit, as Detector.editBone does, entirely or not at all: such as the `edit` that CuttableBone.cut
   * returns.
   * @throws MeshError as Detector.editBone.
   */
  editBone(edit: BoneEdit): void {
    const { vertexCount, faceCount, liveFaceCount } = this;
    const apply = (remove: Uint32Array, positions: Float64Array, faces: Uint32Array) =>
      this.#apply({ remove, positions, faces });
    editBone(
      { name: this.geometry.name, vertexCount, faceCount, liveFaceCount, retired: this.#isRemoved, apply },
      edit,
    );
  }

  #apply(edit: AppliedEdit): void {
    const { values, rounding } = singlePrecision(edit.positions, `Edit of "${this.geometry.name}"`);
    this.#reserve(this.#vertexCount + values.length / 3, this.#faceCount + edit.faces.length / 3);
    markRanges(this.#index, this.#writeFaces(edit));
    markRanges(this.#position, this.#writeVertices(values));
    this.#rounding = Math.max(this.#rounding, rounding);
    this.#describe();
  }

  /**
   * Takes the new numbers of a bone that was compacted (Detector.compactBone); both arrays are uploaded whole.
   * @throws MeshError BAD_LENGTH unless it numbers all faces and vertices, WRONG_TYPE.
   */
  renumber(renumbering: BoneRenumbering): void {
    checkRecord(renumbering, 'renumbering', 'an object', 'pass what compactBone returns', MeshError);
    const { faces, vertices, faceCount, vertexCount } = renumbering;
    if (faces?.length !== this.#faceCount || vertices?.length !== this.#vertexCount)
      throw new MeshError(
        'BAD_LENGTH',
        `The renumbering of "${this.geometry.name}" has ${faces?.length} faces and ${vertices?.length} vertices, expected ${this.#faceCount} and ${this.#vertexCount}; apply every edit of the bone first.`,
      );
    const positions = this.#position.array.slice();
    const corners = this.#index.array.slice();
    const wasRemoved = this.#isRemoved.slice();
    this.#reserve(vertexCount, faceCount);
    this.#index.array.fill(0);
    this.#isRemoved.fill(1, 0, faceCount);
    for (let v = 0; v < vertices.length; v++)
      for (let k = 0; vertices[v] >= 0 && k < 3; k++) this.#position.array[3 * vertices[v] + k] = positions[3 * v + k];
    let live = 0;
    for (let face = 0; face < faces.length; face++) {
      if (faces[face] < 0 || wasRemoved[face] === 1) continue;
      for (let k = 0; k < 3; k++) this.#index.array[3 * faces[face] + k] = vertices[corners[3 * face + k]];
      this.#isRemoved[faces[face]] = 0;
      live++;
    }
    this.#vertexCount = vertexCount;
    this.#faceCount = faceCount;
    this.#removedCount = faceCount - live;
    for (const attribute of [this.#position, this.#index]) {
      attribute.clearUpdateRanges();
      attribute.needsUpdate = true;
    }
    this.#describe();
  }

  /** Frees what the GPU holds of it. */
  dispose(): void {
    this.geometry.dispose();
  }

  /** @returns what it wrote. */
  #writeFaces({ remove, faces }: AppliedEdit): WrittenRange[] {
    const { array } = this.#index;
    const written: WrittenRange[] = [];
    for (const face of remove) {
      array.fill(array[3 * face], 3 * face, 3 * face + 3);
      this.#isRemoved[face] = 1;
      written.push({ start: 3 * face, count: 3 });
    }
    array.set(faces, 3 * this.#faceCount);
    if (faces.length > 0) written.push({ start: 3 * this.#faceCount, count: faces.length });
    this.#isRemoved.fill(0, this.#faceCount, this.#faceCount + faces.length / 3);
    this.#removedCount += remove.length;
    this.#faceCount += faces.length / 3;
    return written;
  }

  /** @returns what it wrote. */
  #writeVertices(values: Float32Array): WrittenRange[] {
    if (values.length === 0) return [];
    const start = 3 * this.#vertexCount;
    this.#position.array.set(values, start);
    this.#vertexCount += values.length / 3;
    const { boundingBox, boundingSphere } = this.geometry;
    const point = new Vector3();
    for (let i = 0; i < values.length; i += 3) {
      point.fromArray(values, i);
      boundingBox?.expandByPoint(point);
      boundingSphere?.expandByPoint(point);
    }
    return [{ start, count: values.length }];
  }

  /** Makes room. An attribute cannot grow once it is uploaded: disposing frees what the GPU holds of the old ones. */
  #reserve(vertices: number, faces: number): void {
    const room = this.#isRemoved.length;
    if (vertices <= this.#position.count && faces <= room) return;
    this.#reallocated++;
    this.geometry.dispose();
    const isRemoved = new Uint8Array(capacityFor(faces, room));
    isRemoved.set(this.#isRemoved);
    this.#isRemoved = isRemoved;
    const [values, corners] = [this.#position.array, this.#index.array];
    [this.#position, this.#index] = this.#attributes(values, capacityFor(vertices, this.#position.count), corners);
  }

  /** Both attributes anew, with room for as many faces as `#isRemoved` has. Spare vertices lie at the first one. */
  #attributes(
    values: TypedArray,
    room: number,
    faces: TypedArray,
  ): [position: BufferAttribute, index: BufferAttribute] {
    const positions = new Float32Array(3 * room);
    for (let i = values.length; i < positions.length; i++) positions[i] = values[i % 3];
    positions.set(values);
    const corners = new Uint32Array(3 * this.#isRemoved.length);
    corners.set(faces);
    const [position, index] = [uploadedOnce(positions, 3), uploadedOnce(corners, 1)];
    this.geometry.setAttribute('position', position).setIndex(index);
    return [position, index];
  }

  #describe(): void {
    this.geometry.setDrawRange(0, 3 * this.#faceCount);
    this.geometry.userData.kerf = { rounding: this.#rounding };
  }
}

/** A quarter more, so that the first cuts need no longer array. */
function withRoom(count: number): number {
  return Math.ceil(1.25 * count);
}

/** What was marked before the first upload, which is whole, does not wait for a second one. */
function uploadedOnce(values: TypedArray, itemSize: number): BufferAttribute {
  const attribute = new BufferAttribute(values, itemSize);
  return attribute.onUpload(() => attribute.clearUpdateRanges());
}
