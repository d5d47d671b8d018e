// A mesh, or the parts of a body on another thread → what bone and tool have in common: stored coordinates, indexes,
// topology, divisions. Indexes and topology are made when they are first needed.

import { BvhWinding, buildBvh } from '#bvh';
import type { LocalFrame } from '#core';
import { DividedFaces } from '#divisions';
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
  #divided: DividedFaces | null = null;

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

  /** How the faces are divided at a resolution (mm): under the present pose, and, as a rule, under any. */
  divided(resolution: number): DividedFaces {
    return this.ownDivided(resolution);
  }

  /** How the faces are divided under every pose for whose coordinates isStretchEnough holds. */
  ownDivided(resolution: number): DividedFaces {
    const { faces, faceCount } = this;
    const [positions, magnitude] = [this.ownPositions(), this.ownMagnitude];
    if (this.#divided?.isFor(resolution, magnitude)) this.#divided.grow(positions, faces, faceCount);
    else this.#divided = new DividedFaces(positions, faces, faceCount, resolution, magnitude);
    return this.#divided;
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
    this.#divided = other.#divided;
  }

  /**
   * The body as it is now; indexes and topology are made if they have not been yet. The arrays are the body's own: a
   * caller that keeps them across an edit copies them first.
   */
  parts(): BodyParts {
    const { name, vertexCount, faces, faceCount, retired, bvh } = this;
    const scanlines = this.hasScanlines ? this.scanlines : null;
    const own = { positions: this.ownPositions(), bounds: this.ownBounds, magnitude: this.ownMagnitude };
    const found = { scanlines, bvh, topology: this.topology.parts() };
    return { name, method: this.method, ...own, vertexCount, faces, faceCount, retired, ...found };
  }

  /** Coordinates in the body's own frame, that of the indexes. */
  abstract ownPositions(): Float64Array;
  /** Box and largest coordinate in the own frame. */
  abstract readonly ownBounds: Float64Array;
  abstract readonly ownMagnitude: number;
}
