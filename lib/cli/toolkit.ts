// The doors that the commands go through: kerf's own rooms and the terminal, handed in so that a spec can stand in for
// either.

import type { Dataset } from '../../datasets/index.ts';
import type { BoneIndex } from '../bodies/index.ts';
import type { BoneOptions, VolumeBone } from '../bone/index.ts';
import type { MeshFormat, TrianglePolyData } from '../io/index.ts';
import type { MeshInspection, TriangleMesh } from '../mesh/index.ts';
import type { Backend, ContactReport } from '../records/index.ts';
import type {
  FamilyTally,
  MeshPairJudgement,
  PoseJudge,
  PoseJudgement,
  RefinementStudy,
  ValidationOptions,
} from '../validation/index.ts';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Where a progress bar may be drawn: a terminal's stream, otherwise undefined. */
  readonly progress?: NodeJS.WritableStream;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly debug: boolean;
}

export type Sides = 'bone' | 'tool' | 'both';
export type BackendChoice = Backend | 'auto';

/** The part of a Detector that the command line uses. */
export interface PathDetector {
  readonly backend: string;
  readonly backendReason: string;
  detectMany(poses: Float64Array, options: { signal: AbortSignal; workers: number }): AsyncIterable<ContactReport>;
  dispose(): void;
}

/** As createDetector's: mm, mm. */
export interface DetectionOptions {
  readonly contactDistance: number;
  readonly resolution: number;
  readonly sides: Sides;
  /** Unit, in the tool's frame. */
  readonly feed?: readonly number[];
  /** A vertex of the tool. */
  readonly shank?: number;
}

export interface DetectorRequest extends DetectionOptions {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly backend: BackendChoice;
  readonly index?: BoneIndex;
}

export interface JudgeRequest {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly options: ValidationOptions;
  readonly backend: BackendChoice;
  /** How many poses are judged at once. */
  readonly workers: number;
}

/** Judges of one bone and one tool, side by side. */
export interface JudgePool extends Pick<PoseJudge, 'backend' | 'backendReason' | 'signed'> {
  /** @throws KerfError WORKER_DIED where no worker lived to answer; what the judge throws. */
  judge(pose: number, matrix: Float64Array): Promise<PoseJudgement>;
  /** What is being judged is given up. */
  close(): Promise<void>;
}

export interface CorporaRequest {
  /** Pairs of triangles, rounded up to whole rounds of the corpus. */
  readonly pairs: number;
  readonly seed: number;
  readonly workers: number;
}

/** The corpora, judged. */
export interface JudgedCorpora {
  readonly families: readonly FamilyTally[];
  readonly meshes: readonly MeshPairJudgement[];
}

/** The part of the validation room that judges nothing itself. */
type ValidationRoom = Pick<
  typeof import('../validation/index.ts'),
  'compareRuns' | 'differences' | 'randomPoses' | 'summarise' | 'summariseCorpora'
>;

export interface Toolkit {
  readonly version: string;
  createDetector(request: DetectorRequest): Promise<PathDetector>;
  /** onProgress: steps done, in all. */
  buildIndex(
    bone: TriangleMesh,
    options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
  ): Promise<BoneIndex>;
  saveIndex(index: BoneIndex): Uint8Array;
  /** name: what errors call the bytes. */
  loadIndex(bytes: Uint8Array, bone: TriangleMesh, options: { name: string }): BoneIndex;
  loadMesh(path: string): Promise<TriangleMesh>;
  loadSurfaceFromVolume(path: string, isoValue: number): Promise<TriangleMesh>;
  boneFromVolume(path: string, options: BoneOptions): Promise<VolumeBone>;
  writeMesh(mesh: TriangleMesh, format: MeshFormat): Uint8Array;
  /** The bytes of a VTP file. */
  writePolyData(data: TrianglePolyData): Uint8Array;
  inspectMesh(mesh: TriangleMesh): MeshInspection;
  /** Pairs of faces of one mesh that intersect: a, b, a, b, … */
  selfIntersections(mesh: TriangleMesh): Uint32Array;
  readonly datasetNames: readonly string[];
  /** Of a tool with its feed and shank. */
  makeDataset(name: string, options: { faces?: number }): Dataset;
  /** 16 numbers a pose: a saw's cut into the phantom. */
  cuttingPath(options: { poses: number }): Float64Array;
  /** The report viewer's script, one self-contained piece of JavaScript. */
  viewerScript(): Promise<string>;
  /** Loaded only when asked for: the oracle comes with it. */
  validationRoom(): Promise<ValidationRoom>;
  createJudgePool(request: JudgeRequest): Promise<JudgePool>;
  /** onProgress: rows done, rows in all. */
  refinementStudy(onProgress: (done: number, total: number) => void | Promise<void>): Promise<RefinementStudy>;
  /** onProgress: pairs of triangles done, in all. */
  judgeCorpora(
    request: CorporaRequest,
    onProgress: (done: number, total: number) => void | Promise<void>,
  ): Promise<JudgedCorpora>;
  /** The script of validation.html and refinement.html. */
  validationViewerScript(): Promise<string>;
}
