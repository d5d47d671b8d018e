// A body → its buffers on the GPU: geometry in grid coordinates, scanline index, BVH; an edit → only what it touches,
// rewritten.

import type { Divisions, FaceDivisions } from '#divisions';
import { type BvhLayout, bvhChanges, bvhLayout, bvhWords } from '#bvh';
import type { Gpu } from '#gpu';
import { DIVISION, FACE, RETIRED_CORNER, wordsOf } from '#records';
import {
  cellCapacity,
  GpuIndex,
  type IndexedFaces,
  type IndexKernels,
  type IntegerFaces,
  integerBounds,
  integerGrid,
  touchedCells,
} from '#scanlines';
import type { BoneBody } from './bone-body.ts';
import { faceWords, type GeometryLayout, geometryLayout, nodeWords, vertexWords } from './gpu-geometry.ts';
import type { ToolBody } from './tool-body.ts';

/** Spare capacity for edits, as a share of the present amounts. An edit beyond it rebuilds the whole GpuBody. */
const SPARE = 1 / 4;
const FACE_WORDS = wordsOf(FACE);
const NODE_WORDS = wordsOf(DIVISION);

interface BodyPlace {
  /** The origin of the grid's coordinates, in the body's own frame, mm. */
  readonly centre: readonly [number, number, number];
  /** mm. */
  readonly unit: number;
  readonly isEdited: boolean;
}

export class GpuBody {
  readonly geometry: GPUBuffer;
  readonly bvh: GPUBuffer;
  readonly layout: GeometryLayout;
  /** Box of the faces in the grid: low x, y, z, high x, y, z. Removed faces may still count. */
  readonly bounds: Int32Array;
  readonly #gpu: Gpu;
  readonly #kernels: IndexKernels;
  readonly #label: string;
  readonly #body: BoneBody | ToolBody;
  readonly #place: BodyPlace;
  readonly #bvhLayout: BvhLayout;
  readonly #vertices: Int32Array;
  #index: GpuIndex;
  /** The number of nodes that the geometry holds. */
  #nodes = 0;

  /** @throws DeviceError TOO_LARGE_FOR_DEVICE. */
  constructor(
    gpu: Gpu,
    kernels: IndexKernels,
    label: string,
    body: BoneBody | ToolBody,
    divided: FaceDivisions,
    place: BodyPlace,
  ) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#label = label;
    this.#body = body;
    this.#place = place;
    const { vertexCount, faceCount, bvh } = body;
    const { centre, unit, isEdited } = place;
    const spare = isEdited ? SPARE : 0;
    const faces = faceWords(body, 0, faceCount, divided);
    this.layout = geometryLayout(vertexCount, faceCount, divided.divisions.count, spare);
    this.#vertices = new Int32Array(3 * this.layout.vertexCapacity);
    this.#bvhLayout = bvhLayout(bvh, spare);
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    this.geometry = gpu.buffer(`${label}: geometry`, 4 * this.layout.words, usage);
    this.bvh = gpu.buffer(`${label}: bvh`, 4 * this.#bvhLayout.words, usage);
    this.#writeGeometry(0, 0, faces, divided.divisions);
    gpu.device.queue.writeBuffer(this.bvh, 0, bvhWords(bvh, this.#bvhLayout, centre, unit));
    this.bounds = integerBounds(this.#integers, faceCount);
    this.#index = this.#makeIndex();
  }

  /** Levels of the BVH in use: an edit may add one. */
  get bvhLevels(): number {
    return this.#body.bvh.sizes.length;
  }

  /** Leaves of the BVH in use. */
  get bvhLeaves(): number {
    return this.#body.bvh.sizes[0];
  }

  get index(): GpuIndex {
    return this.#index;
  }

  /**
   * Applies an edit: faces removed, vertices and faces appended.
   * @returns false if it exceeds the capacity; a new GpuBody must then be made.
   */
  edit(removed: Uint32Array, firstVertex: number, firstFace: number, divided: FaceDivisions): boolean {
    const { vertexCount, faceCount, bvh, faces } = this.#body;
    const { vertexCapacity, faceCapacity, nodeCapacity, faceOffset } = this.layout;
    if (vertexCount > vertexCapacity || faceCount > faceCapacity || bvh.count > this.#bvhLayout.faceCapacity)
      return false;
    const words = faceWords(this.#body, firstFace, faceCount, divided);
    if (divided.divisions.count > nodeCapacity) return false;
    const { queue } = this.#gpu.device;
    const retired = Uint32Array.of(RETIRED_CORNER);
    const added = Uint32Array.from({ length: faceCount - firstFace }, (_, i) => firstFace + i);
    this.#writeGeometry(firstVertex, firstFace, words, divided.divisions);
    for (const face of removed) queue.writeBuffer(this.geometry, 4 * (faceOffset + FACE_WORDS * face), retired);
    const { centre, unit } = this.#place;
    for (const { at, words } of bvhChanges(bvh, this.#bvhLayout, firstFace, centre, unit))
      queue.writeBuffer(this.bvh, 4 * at, words);
    this.#index.edit(this.#indexed, touchedCells(this.#index.grid, this.#integers, removed, added));
    for (let i = 3 * firstFace; i < 3 * faceCount; i++)
      for (let k = 0; k < 3; k++) {
        const x = this.#vertices[3 * faces[i] + k];
        if (x < this.bounds[k]) this.bounds[k] = x;
        if (x > this.bounds[3 + k]) this.bounds[3 + k] = x;
      }
    return true;
  }

  /** Rebuilds the index from the faces on the GPU, after an edit has filled it. */
  rebuildIndex(): void {
    this.#index.destroy();
    this.#index = this.#makeIndex();
  }

  destroy(): void {
    for (const owned of [this.geometry, this.bvh, this.#index]) owned.destroy();
  }

  get #integers(): IntegerFaces {
    return { vertices: this.#vertices, faces: this.#body.faces };
  }

  get #indexed(): IndexedFaces {
    return { geometry: this.geometry, faceOffset: this.layout.faceOffset, faceCount: this.#body.faceCount };
  }

  #makeIndex(): GpuIndex {
    const { faceCount, retired } = this.#body;
    const { isEdited } = this.#place;
    const grid = integerGrid(this.#integers, faceCount, this.bounds);
    const sizes = cellCapacity(grid, this.#integers, faceCount, retired, isEdited);
    return new GpuIndex(this.#kernels, this.#label, this.#indexed, { grid, ...sizes, isEdited });
  }

  /** @param faces words of the faces from firstFace on; the divisions have their nodes. */
  #writeGeometry(firstVertex: number, firstFace: number, faces: Uint32Array, divisions: Divisions): void {
    const { vertexCount } = this.#body;
    const { queue } = this.#gpu.device;
    const { centre, unit } = this.#place;
    const vertices = vertexWords(this.#body.ownPositions(), firstVertex, vertexCount, centre, unit);
    this.#vertices.set(vertices, 3 * firstVertex);
    queue.writeBuffer(this.geometry, 12 * firstVertex, vertices);
    queue.writeBuffer(this.geometry, 4 * (this.layout.faceOffset + FACE_WORDS * firstFace), faces);
    const nodes = nodeWords(divisions, this.#nodes, divisions.count);
    queue.writeBuffer(this.geometry, 4 * (this.layout.nodeOffset + NODE_WORDS * this.#nodes), nodes);
    this.#nodes = divisions.count;
  }
}
