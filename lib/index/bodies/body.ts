// A mesh, or the parts of a body on another thread → what bone and tool have in common: stored coordinates, indexes,
// topology, leaf levels. Indexes and topology are made when they are first needed.

import { BvhWinding, buildBvh } from '#bvh';
import { grown, type LocalFrame } from '#core';
import { SurfaceTopology, type TopologyFacts, type TopologyParts, type TriangleMesh } from '#mesh';
import {
  type Bvh,
  type CandidateMethod,
  copyRecord,
  type ScanlineIndex,
  type ScannedSurface,
  type SolidTest,
} from '#records';
import { buildScanlines, ScanlineWinding } from '#scanlines';
import type { BoneIndex } from './bone-index.ts';
import { boundsOfFaces, largestOf } from './coordinate-bounds.ts';
import { faceLevels } from './leaf-levels.ts';

/** A body as plain arrays and numbers, in its own frame: another thread makes the same body without building. */
export interface BodyParts {
  readonly name: string;
  readonly positions: Float64Array;
  readonly vertexCount: number;
  readonly faces: Uint32Array;
  readonly faceCount: number;
  readonly retired: Uint8Array | null;
  readonly bounds: Float64Array;
  readonly magnitude: number;
  readonly method: CandidateMethod;
  /** null if the method does not need it. */
  readonly scanlines: ScanlineIndex | null;
  readonly bvh: Bvh;
  readonly topology: TopologyParts;
  /** Leaf level of each face at this resolution. */
  readonly resolution: number;
  readonly levels: Uint8Array;
}

/** What both bodies have. Indexes and topology are made when first needed: a query pays only for what it uses. */
export abstract class Body implements ScannedSurface {
  readonly name: string;
  positions: Float64Array;
  vertexCount: number;
  faces: Uint32Array;
  faceCount: number;
  retired: Uint8Array | null = null;
  edits = 0;
  abstract frame: LocalFrame;
  /** Low x, y, z, high x, y, z of the stored coordinates; the tool's `bounds` makes its own valid. */
  protected readonly box: Float64Array;
  /** Initialized with a number: V8 allocates for each number stored in a field that began as undefined. */
  magnitude = 0;
  #scanlines: ScanlineIndex | null = null;
  #bvh: Bvh | null = null;
  #topology: SurfaceTopology | null = null;
  #solid: SolidTest | null = null;
  /** Whether scanlines and bvh belong to a BoneIndex, which other detectors may share. */
  #isShared: boolean;
  #known: TopologyFacts | null;
  readonly #localBounds: Float64Array;
  #levels: Uint8Array | null = null;
  #levelsAt = 0;
  /** The number of faces whose level is known. */
  #levelled = 0;

  /** How candidates are found, which also decides the index of the inside tests. */
  readonly method: CandidateMethod;

  /** @param mesh is copied; parts are kept, as are the arrays that an index holds of the mesh. */
  protected constructor(mesh: TriangleMesh | BodyParts, index?: BoneIndex, method: CandidateMethod = 'scanlines') {
    this.name = mesh.name;
    if ('topology' in mesh) {
      this.method = mesh.method;
      this.positions = mesh.positions;
      this.vertexCount = mesh.vertexCount;
      this.faces = mesh.faces;
      this.faceCount = mesh.faceCount;
      this.retired = mesh.retired;
      this.box = mesh.bounds.slice();
      this.#localBounds = mesh.bounds;
      this.magnitude = mesh.magnitude;
      this.#scanlines = mesh.scanlines;
      this.#bvh = mesh.bvh;
      this.#topology = new SurfaceTopology(mesh.positions, mesh.faces, null, mesh.topology);
      this.#levels = mesh.levels;
      this.#levelsAt = mesh.resolution;
      this.#levelled = mesh.faceCount;
      this.#known = null;
      this.#isShared = false;
      return;
    }
    this.method = method;
    const parts = index?.parts;
    this.positions = parts?.positions ?? Float64Array.from(mesh.positions);
    this.vertexCount = mesh.positions.length / 3;
    this.faces = parts?.faces ?? new Uint32Array(mesh.faces);
    this.faceCount = mesh.faces.length / 3;
    this.box = boundsOfFaces(this.positions, this.faces);
    this.#localBounds = this.box.slice();
    this.magnitude = largestOf(this.positions);
    this.#scanlines = this.hasScanlines ? (parts?.scanlines ?? null) : null;
    this.#bvh = parts?.bvh ?? null;
    this.#known = parts?.topology ?? null;
    this.#isShared = parts !== undefined;
  }

  /** Whether the body has a scanline index: other methods do not need one. */
  get hasScanlines(): boolean {
    return this.method === 'scanlines';
  }

  get scanlines(): ScanlineIndex {
    this.#scanlines ??= buildScanlines(this.ownPositions(), this.faces, this.faceCount, this.#localBounds);
    return this.#scanlines;
  }

  get bvh(): Bvh {
    this.#bvh ??= buildBvh(this.ownPositions(), this.faces, this.faceCount, this.#localBounds);
    return this.#bvh;
  }

  get topology(): SurfaceTopology {
    this.#topology ??= new SurfaceTopology(this.ownPositions(), this.faces, this.#known);
    return this.#topology;
  }

  get bounds(): Float64Array {
    return this.box;
  }

  get solid(): SolidTest {
    this.#solid ??= this.hasScanlines ? new ScanlineWinding(this) : new BvhWinding(this);
    return this.#solid;
  }

  get signed(): boolean {
    return this.topology.signed;
  }

  /** The leaf level of each face at a resolution (mm), the same under every pose. */
  leafLevels(resolution: number): Uint8Array {
    return this.ownLevels(resolution);
  }

  /** The leaf level of each face under every pose for whose coordinates isStretchEnough holds. */
  ownLevels(resolution: number): Uint8Array {
    if (this.#levels === null || this.#levelsAt !== resolution) {
      this.#levels = new Uint8Array(this.faceCount);
      this.#levelsAt = resolution;
      this.#levelled = 0;
    }
    this.#levels = grown(this.#levels, this.#levelled, this.faceCount);
    if (this.#levelled < this.faceCount)
      faceLevels(
        this.ownPositions(),
        this.faces,
        this.#levelled,
        this.faceCount,
        resolution,
        this.stretch,
        this.#levels,
      );
    this.#levelled = this.faceCount;
    return this.#levels;
  }

  /** Replaces scanlines and bvh of a shared BoneIndex with copies, which this body may write to. */
  protected ownIndexes(): void {
    if (!this.#isShared) return;
    if (this.hasScanlines) this.#scanlines = copyRecord(this.scanlines);
    this.#bvh = copyRecord(this.bvh);
    this.#isShared = false;
  }

  /** Takes another body's arrays and indexes, all but `magnitude`. What was derived from the old ones is void. */
  protected takeFrom(other: Body): void {
    this.positions = other.positions;
    this.vertexCount = other.vertexCount;
    this.faces = other.faces;
    this.faceCount = other.faceCount;
    this.retired = other.retired;
    this.edits++;
    this.box.set(other.box);
    this.#localBounds.set(other.#localBounds);
    this.#scanlines = other.#scanlines;
    this.#bvh = other.#bvh;
    this.#topology = other.#topology;
    this.#solid = null;
    this.#isShared = other.#isShared;
    this.#known = other.#known;
    this.#levels = other.#levels;
    this.#levelsAt = other.#levelsAt;
    this.#levelled = other.#levelled;
  }

  /**
   * The body as it is now; indexes and topology are made if they have not been yet. The arrays are the body's own: a
   * caller that keeps them across an edit copies them first.
   */
  parts(resolution: number): BodyParts {
    const { name, vertexCount, faces, faceCount, retired, bvh } = this;
    const scanlines = this.hasScanlines ? this.scanlines : null;
    const own = { positions: this.ownPositions(), bounds: this.ownBounds, magnitude: this.ownMagnitude };
    const found = { scanlines, bvh, topology: this.topology.parts() };
    const levels = this.ownLevels(resolution);
    return { name, method: this.method, ...own, vertexCount, faces, faceCount, retired, ...found, resolution, levels };
  }

  /** The factor by which edges in the own frame are lengthened, so that a leaf level holds under every pose. */
  protected abstract readonly stretch: number;
  /** Coordinates in the body's own frame, that of the indexes. */
  abstract ownPositions(): Float64Array;
  /** Box and largest coordinate in the own frame. */
  abstract readonly ownBounds: Float64Array;
  abstract readonly ownMagnitude: number;
}
