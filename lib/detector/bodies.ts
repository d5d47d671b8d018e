// Meshes → the two bodies of a detector: stored coordinates, indexes, topology.

import {
  frameSlack,
  grown,
  identityFrame,
  isStretchEnough,
  type LocalFrame,
  POSED_STRETCH,
  posePositions,
  poseVertex,
  type RigidPose,
  roomFor,
  toolFrame,
  turnFrame,
} from '../core/index.ts';
import { SurfaceTopology, type TopologyFacts, type TopologyParts, type TriangleMesh } from '../mesh/index.ts';
import { type ClusterTree, copyRecord, type ScanlineIndex, type Surface } from '../records/index.ts';
import {
  appendToClusters,
  buildClusters,
  buildScanlines,
  editScanlines,
  reserveClusters,
  reserveSpans,
} from '../regions/index.ts';
import { faceLevels } from '../subdivide/index.ts';
import type { BoneIndex } from './bone-index.ts';

/** A body as plain arrays and numbers, in its own frame: another thread makes the same body of them, and builds nothing. */
export interface BodyParts {
  readonly name: string;
  readonly positions: Float64Array;
  readonly vertexCount: number;
  readonly faces: Uint32Array;
  readonly faceCount: number;
  readonly retired: Uint8Array | null;
  readonly bounds: Float64Array;
  readonly magnitude: number;
  readonly scanlines: ScanlineIndex;
  readonly clusters: ClusterTree;
  readonly topology: TopologyParts;
  /** Leaf level of each face at this resolution. */
  readonly resolution: number;
  readonly levels: Uint8Array;
}

/** What both bodies have. Indexes and topology are made when first asked for: a query pays only for what it uses. */
abstract class Body implements Surface {
  readonly name: string;
  positions: Float64Array;
  vertexCount: number;
  faces: Uint32Array;
  faceCount: number;
  retired: Uint8Array | null = null;
  edits = 0;
  abstract frame: LocalFrame;
  readonly bounds: Float64Array;
  /** From a number on: a field that begins undefined makes garbage of each number that it is given. */
  magnitude = 0;
  #scanlines: ScanlineIndex | null = null;
  #clusters: ClusterTree | null = null;
  #topology: SurfaceTopology | null = null;
  /** Whether scanlines and clusters are those of an index, which others may use. */
  #isShared: boolean;
  readonly #known: TopologyFacts | null;
  readonly #localBounds: Float64Array;
  #levels: Uint8Array | null = null;
  #levelsAt = 0;
  /** Faces whose level is known. */
  #levelled = 0;

  /** @param mesh is copied. @param parts are kept, and so is what an index holds of the mesh. */
  protected constructor(mesh: TriangleMesh | BodyParts, index?: BoneIndex) {
    this.name = mesh.name;
    if ('topology' in mesh) {
      this.positions = mesh.positions;
      this.vertexCount = mesh.vertexCount;
      this.faces = mesh.faces;
      this.faceCount = mesh.faceCount;
      this.retired = mesh.retired;
      this.bounds = mesh.bounds.slice();
      this.#localBounds = mesh.bounds;
      this.magnitude = mesh.magnitude;
      this.#scanlines = mesh.scanlines;
      this.#clusters = mesh.clusters;
      this.#topology = new SurfaceTopology(mesh.positions, mesh.faces, null, mesh.topology);
      this.#levels = mesh.levels;
      this.#levelsAt = mesh.resolution;
      this.#levelled = mesh.faceCount;
      this.#known = null;
      this.#isShared = false;
      return;
    }
    const parts = index?.parts;
    this.positions = parts?.positions ?? Float64Array.from(mesh.positions);
    this.vertexCount = mesh.positions.length / 3;
    this.faces = parts?.faces ?? new Uint32Array(mesh.faces);
    this.faceCount = mesh.faces.length / 3;
    this.bounds = boundsOf(this.positions, this.faces);
    this.#localBounds = this.bounds.slice();
    this.magnitude = largestOf(this.positions);
    this.#scanlines = parts?.scanlines ?? null;
    this.#clusters = parts?.clusters ?? null;
    this.#known = parts?.topology ?? null;
    this.#isShared = parts !== undefined;
  }

  get scanlines(): ScanlineIndex {
    this.#scanlines ??= buildScanlines(this.ownPositions(), this.faces, this.faceCount, this.#localBounds);
    return this.#scanlines;
  }

  get clusters(): ClusterTree {
    this.#clusters ??= buildClusters(this.ownPositions(), this.faces, this.faceCount, this.#localBounds);
    return this.#clusters;
  }

  get topology(): SurfaceTopology {
    this.#topology ??= new SurfaceTopology(this.ownPositions(), this.faces, this.#known);
    return this.#topology;
  }

  get signed(): boolean {
    return this.topology.signed;
  }

  /** The leaf level of each face at a resolution (mm), the same under every pose. */
  leafLevels(resolution: number): Uint8Array {
    return this.ownLevels(resolution);
  }

  /** The leaf level of each face under every pose whose coordinates isStretchEnough. */
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

  /** Makes scanlines and clusters this body's own, which may then be written to. */
  protected ownIndexes(): void {
    if (!this.#isShared) return;
    this.#scanlines = copyRecord(this.scanlines);
    this.#clusters = copyRecord(this.clusters);
    this.#isShared = false;
  }

  /** The body as it is now, with all that is otherwise made when first asked for. The arrays are its own: copy them before an edit. */
  parts(resolution: number): BodyParts {
    const { name, vertexCount, faces, faceCount, retired, scanlines, clusters } = this;
    const own = { positions: this.ownPositions(), bounds: this.ownBounds, magnitude: this.ownMagnitude };
    const found = { scanlines, clusters, topology: this.topology.parts() };
    const levels = this.ownLevels(resolution);
    return { name, ...own, vertexCount, faces, faceCount, retired, ...found, resolution, levels };
  }

  /** What an edge in the own frame is taken for, so that it covers every pose. */
  protected abstract readonly stretch: number;
  /** Coordinates in the body's own frame, that of the indexes. */
  abstract ownPositions(): Float64Array;
  /** Box and largest coordinate in the own frame. */
  abstract readonly ownBounds: Float64Array;
  abstract readonly ownMagnitude: number;
}

/** The bone: its frame is the frame of reference, and it can be edited. */
export class BoneBody extends Body {
  readonly frame = identityFrame();
  protected readonly stretch = 1;
  /** Faces that no edit has removed. */
  liveFaceCount: number;

  constructor(mesh: TriangleMesh | BodyParts, index?: BoneIndex) {
    super(mesh, index);
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
   * Retires faces and appends vertices and faces; all of it has been checked. Scanline cells, clusters and topology change where these touch them. The first
   * edit, even one of nothing, makes room for a quarter more of everything: until that is used, an edit costs what it touches.
   */
  apply(remove: Uint32Array, positions: Float64Array, faces: Uint32Array): void {
    this.ownIndexes();
    this.edits++;
    const { scanlines, clusters, topology } = this;
    const retired = this.retired ?? this.#makeRoom();
    for (const face of remove) retired[face] = 1;
    const firstFace = this.faceCount;
    this.positions = appended(this.positions, 3 * this.vertexCount, positions);
    this.faces = appended(this.faces, 3 * this.faceCount, faces);
    this.vertexCount += positions.length / 3;
    this.faceCount += faces.length / 3;
    this.liveFaceCount += faces.length / 3 - remove.length;
    this.retired = grown(retired, firstFace, this.faceCount);
    this.magnitude = Math.max(this.magnitude, largestOf(positions));
    for (const vertex of faces) for (let k = 0; k < 3; k++) widen(this.bounds, k, this.positions[3 * vertex + k]);
    const added = new Uint32Array(faces.length / 3);
    for (let k = 0; k < added.length; k++) added[k] = firstFace + k;
    editScanlines(scanlines, this.positions, this.faces, this.retired, remove, added);
    appendToClusters(clusters, this.positions, this.faces, firstFace, faces.length / 3);
    topology.edit(remove, this.positions, this.vertexCount, this.faces, this.faceCount);
  }

  #makeRoom(): Uint8Array {
    const { vertexCount, faceCount } = this;
    this.positions = grown(this.positions, 3 * vertexCount, 3 * vertexCount + 3);
    this.faces = grown(this.faces, 3 * faceCount, 3 * faceCount + 3);
    reserveSpans(this.scanlines);
    reserveClusters(this.clusters);
    this.topology.reserve(this.positions);
    return new Uint8Array(roomFor(faceCount + 1, faceCount));
  }
}

/** `more` behind the first `used` values, in the same array where it has room. */
function appended<T extends Float64Array | Uint32Array>(values: T, used: number, more: T): T {
  const target = grown(values, used, used + more.length);
  target.set(more, used);
  return target;
}

/** The tool: posed coordinates, indexes in its own frame. */
export class ToolBody extends Body {
  readonly frame = identityFrame();
  protected readonly stretch = POSED_STRETCH;
  readonly #local: Float64Array;
  /** The largest coordinate in the own frame, mm. */
  readonly ownMagnitude: number;
  /** Box in the own frame: low x, y, z, high x, y, z. */
  readonly ownBounds: Float64Array;
  /** The pose whose coordinates are made on demand, and which vertices have them: those with the present stamp. */
  #pending: RigidPose | null = null;
  readonly #posedAt: Float64Array;
  #stamp = 0;

  constructor(mesh: TriangleMesh | BodyParts) {
    super(mesh);
    this.ownMagnitude = this.magnitude;
    this.#local = this.positions;
    this.ownBounds = this.bounds.slice();
    this.positions = new Float64Array(this.#local.length);
    this.#posedAt = new Float64Array(this.vertexCount);
  }

  ownPositions(): Float64Array {
    return this.#local;
  }

  override leafLevels(resolution: number): Uint8Array {
    if (isStretchEnough(this.magnitude, resolution)) return super.leafLevels(resolution);
    const levels = new Uint8Array(this.faceCount);
    faceLevels(this.positions, this.faces, 0, this.faceCount, resolution, 1, levels);
    return levels;
  }

  /** Takes a pose: coordinates, box and frame. @param boneMagnitude a bound on the bone's coordinates. */
  moveTo(pose: RigidPose, boneMagnitude: number): void {
    this.magnitude = posePositions(pose, this.#local, this.vertexCount, this.positions, this.bounds);
    turnFrame(pose, this.frame);
    this.frame.slack = frameSlack(Math.max(this.reachUnder(pose), boneMagnitude));
    this.#pending = null;
  }

  /**
   * Takes a pose, which is kept, not copied, and poses vertices only when poseFaces asks for them; `bounds` stays that
   * of the last moveTo, `magnitude` is a bound.
   */
  moveLazily(pose: RigidPose, bone: { readonly magnitude: number }): void {
    const { matrix } = pose;
    this.magnitude = 2 * this.ownMagnitude + Math.max(Math.abs(matrix[12]), Math.abs(matrix[13]), Math.abs(matrix[14]));
    turnFrame(pose, this.frame);
    this.frame.slack = frameSlack(Math.max(this.magnitude, bone.magnitude));
    this.#pending = pose;
    this.#stamp++;
  }

  poseFaces(faces: Uint32Array, first: number, end: number): void {
    if (this.#pending === null) return;
    const { matrix } = this.#pending;
    for (let i = first; i < end; i++) {
      const f = 3 * faces[i];
      this.#poseOnce(matrix, this.faces[f]);
      this.#poseOnce(matrix, this.faces[f + 1]);
      this.#poseOnce(matrix, this.faces[f + 2]);
    }
  }

  #poseOnce(matrix: Float64Array, vertex: number): void {
    if (this.#posedAt[vertex] === this.#stamp) return;
    this.#posedAt[vertex] = this.#stamp;
    poseVertex(matrix, this.#local, 3 * vertex, this.positions, 3 * vertex);
  }

  /** The tool's frame under a pose, which is not taken. */
  frameUnder(pose: RigidPose, boneMagnitude: number): LocalFrame {
    return toolFrame(pose, Math.max(this.reachUnder(pose), boneMagnitude));
  }

  /** A bound on the posed coordinates, the tool's own and the translation: rows of |R| sum to at most √3·(1 + 1e-5) < 2. */
  reachUnder({ matrix }: RigidPose): number {
    return 2 * this.ownMagnitude + Math.max(Math.abs(matrix[12]), Math.abs(matrix[13]), Math.abs(matrix[14]));
  }
}

/** Box over the vertices that faces use: low x, y, z, high x, y, z. */
function boundsOf(positions: Float64Array, faces: Uint32Array): Float64Array {
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < faces.length; i++) used[faces[i]] = 1;
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let z0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  let z1 = x1;
  for (let v = 0; v < used.length; v++) {
    if (used[v] === 0) continue;
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  return Float64Array.of(x0, y0, z0, x1, y1, z1);
}

function widen(bounds: Float64Array, k: number, x: number): void {
  if (x < bounds[k]) bounds[k] = x;
  if (x > bounds[3 + k]) bounds[3 + k] = x;
}

/** The largest magnitude among numbers. */
function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > largest) largest = size;
  }
  return largest;
}
