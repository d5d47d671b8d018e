// What the commands use of kerf's other rooms and of the terminal, as interfaces. Both are passed in, so that a spec
// can substitute its own.

import type { Readable, Writable } from 'node:stream';
import type { assessCut } from '#assessment';
import type { BoneIndex } from '#bodies';
import type { BoneOptions, boneLabels, VolumeBone } from '#ct-bone';
import type { craniotomyPaths, Dataset } from '#datasets';
import type { Detector, placeTool } from '#detector';
import type { MeshFormat, PointPolyData, TrianglePolyData, writeNifti, writeNrrd } from '#io';
import type { MeshInspection, TriangleMesh } from '#mesh';
import type { createImpactDetector } from '#motion';
import type { osteotomy } from '#osteotomy';
import type { implicitBody } from '#quantities';
import type { Backend, ContactReport } from '#records';
import type {
  AnswerJudgement,
  EngineAnswer,
  EngineModule,
  FamilyTally,
  JudgedMotion,
  JudgeOptions,
  MeshPairJudgement,
  PointKind,
  PoseJudge,
  PoseJudgement,
  RefinementStudy,
  ValidationOptions,
} from '#validation';
import type { LabelLine, LabelTask } from './benchmark/label-lines.ts';

export interface Terminal {
  /** Standard input and output as they are. */
  streams(): { readonly input: Readable; readonly output: Writable };
  out(text: string): void;
  err(text: string): void;
  /** Writes to standard error while the thread goes on. @param done gets the system's error if it cannot be written. */
  errAside(text: string, done: (error: NodeJS.ErrnoException | null) => void): void;
  /** The stream on which a progress bar may be drawn; undefined if it is not a terminal. */
  readonly progress?: NodeJS.WritableStream;
  /** The width of standard output; undefined if it is not a terminal. */
  readonly columns?: number;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Says that the command may take this long to end after Ctrl-C, ms, beyond what every command may take. */
  endsWithin(ms: number): void;
  readonly debug: boolean;
}

export type Sides = 'bone' | 'tool' | 'both';
export type BackendChoice = Backend | 'auto';

/** The part of a Detector that the command line uses. */
export interface PathDetector extends Pick<Detector, 'overlapVolume'> {
  readonly backend: string;
  readonly backendReason: string;
  detectMany(poses: Float64Array, options: { signal: AbortSignal; workers: number }): AsyncIterable<ContactReport>;
  dispose(): void;
}

/** A detector that also answers what happens between two poses. */
export interface SweepDetector extends PathDetector, Pick<Detector, 'firstContact' | 'minimumDistance'> {}

/** Methods of stage 1 that the command line offers. */
export type CandidateChoice = 'scanlines' | 'bvh' | 'bvh-front' | 'image';

/** The options of createDetector that the command line uses; lengths in mm. */
interface DetectionOptions {
  readonly contactDistance: number;
  readonly resolution: number;
  readonly sides: Sides;
  /** A unit vector in the tool's frame. */
  readonly feed?: readonly number[];
  /** A vertex of the tool. */
  readonly shank?: number;
}

/** What a detection must compute. */
export interface DetectionQuestion extends DetectionOptions {
  /** Whether the volume of bone inside the tool is computed; left out if not. */
  readonly volume?: true;
}

export interface DetectorRequest extends DetectionOptions {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly backend: BackendChoice;
  readonly candidates?: CandidateChoice;
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

/** Several judges of one bone and one tool, working in parallel. */
export interface JudgePool extends Pick<PoseJudge, 'backend' | 'backendReason' | 'signed'> {
  /** @throws KerfError WORKER_DIED if no worker survived to answer; whatever the judge throws. */
  judge(pose: number, matrix: Float64Array): Promise<PoseJudgement>;
  /** Ends all judges and abandons what they are judging. */
  close(): Promise<void>;
}

export interface EngineJudgeRequest {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly options: JudgeOptions;
  /** How many poses are judged at once. */
  readonly workers: number;
}

/** A pose with all of an engine's answers to it. */
export interface AnsweredPose {
  readonly pose: number;
  /** 16 numbers. */
  readonly matrix: Float64Array;
  readonly answers: readonly EngineAnswer[];
  /** The first answer at an earlier pose with the same 16 numbers. */
  readonly earlier: EngineAnswer | null;
}

/** Several judges of another engine's answers about one bone and one tool, working in parallel. */
export interface EngineJudgePool {
  /** @throws KerfError WORKER_DIED if no worker survived to answer; whatever the judge throws. */
  judge(task: AnsweredPose): Promise<AnswerJudgement[]>;
  /** Ends all judges and abandons what they are judging. */
  close(): Promise<void>;
}

export interface CorporaRequest {
  /** Number of triangle pairs judged, rounded up to whole rounds of the corpus. */
  readonly pairs: number;
  readonly seed: number;
  readonly workers: number;
}

/** The corpora, judged. */
export interface JudgedCorpora {
  readonly families: readonly FamilyTally[];
  readonly meshes: readonly MeshPairJudgement[];
}

/** Published queries about points that move linearly, with their answers. */
export interface PublishedSet {
  readonly kind: PointKind;
  readonly name: string;
  /** 24 numbers per query: xyz of the four points at t = 0, then at t = 1. */
  readonly points: Float64Array;
  /** 1 if they meet, else 0. */
  readonly labels: Uint8Array;
}

export interface MotionRequest {
  /** Number of generated queries judged, rounded up to whole rounds of all families. */
  readonly queries: number;
  /** Number of sphere sweeps over each body. */
  readonly sweeps: number;
  readonly seed: number;
  readonly bodies: readonly TriangleMesh[];
  readonly published: readonly PublishedSet[];
  readonly workers: number;
}

/** The functions of lib/oracle/validation that judge nothing themselves. */
type ValidationRoom = Pick<
  typeof import('#validation'),
  | 'compareRuns'
  | 'differences'
  | 'earlierAnswers'
  | 'judgeBenchmark'
  | 'randomPoses'
  | 'readResults'
  | 'resultLine'
  | 'resultsHeader'
  | 'resultsPage'
  | 'resultsSchema'
  | 'resultsTemplates'
  | 'summarise'
  | 'summariseCorpora'
  | 'summariseEngine'
  | 'rightShare'
  | 'summariseMotion'
>;

/** Several labellers of the benchmark, working in parallel. */
interface LabelPool {
  /** @throws KerfError WORKER_DIED */
  label(task: LabelTask): Promise<LabelLine[]>;
  close(): Promise<void>;
}

/** The functions of lib/server/protocol that a command uses. */
type ServerRoom = Pick<
  typeof import('#protocol'),
  | 'EventLog'
  | 'LIMITS'
  | 'listening'
  | 'protocolSchema'
  | 'serveIgtl'
  | 'serveStdio'
  | 'serveWebSocket'
  | 'SessionThread'
>;

export interface Toolkit {
  readonly version: string;
  createDetector(request: DetectorRequest): Promise<PathDetector>;
  createSweepDetector(request: DetectorRequest): Promise<SweepDetector>;
  readonly createImpactDetector: typeof createImpactDetector;
  /** Cuts a bone along a path and measures the result. */
  readonly assessCut: typeof assessCut;
  /** @param onProgress receives the number of steps done and their total. */
  buildIndex(
    bone: TriangleMesh,
    options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
  ): Promise<BoneIndex>;
  saveIndex(index: BoneIndex): Uint8Array;
  /** @param options.name the name of the bytes in errors. */
  loadIndex(bytes: Uint8Array, bone: TriangleMesh, options: { name: string }): BoneIndex;
  loadMesh(path: string): Promise<TriangleMesh>;
  loadSurfaceFromVolume(path: string, isoValue: number): Promise<TriangleMesh>;
  boneFromVolume(path: string, options: BoneOptions): Promise<VolumeBone>;
  writeMesh(mesh: TriangleMesh, format: MeshFormat): Uint8Array;
  /** A cut bone as volumes in the frame of a CT, and their bytes. */
  readonly boneLabels: typeof boneLabels;
  readonly writeNifti: typeof writeNifti;
  readonly writeNrrd: typeof writeNrrd;
  /** The bytes of a VTP file. */
  writePolyData(data: TrianglePolyData): Uint8Array;
  /** The same for points. */
  writePoints(data: PointPolyData): Uint8Array;
  inspectMesh(mesh: TriangleMesh): MeshInspection;
  /** A first pose of the tool on the bone. */
  readonly placeTool: typeof placeTool;
  readonly osteotomy: typeof osteotomy;
  /** The intersecting pairs of faces of one mesh: a, b, a, b, … */
  selfIntersections(mesh: TriangleMesh): Uint32Array;
  readonly datasetNames: readonly string[];
  /** A generated body; a tool comes with its feed and shank. */
  makeDataset(name: string, options: { faces?: number }): Dataset;
  /** A body that an expression makes. */
  readonly implicitBody: typeof implicitBody;
  /** The poses of a saw's cut into the phantom, 16 numbers each. */
  cuttingPath(options: { poses: number }): Float64Array;
  /** Paths of the saw along the sides of a bone flap of the phantom. */
  readonly craniotomyPaths: typeof craniotomyPaths;
  /** The folder of the built files, which pages are served from. */
  readonly builtFolder: string;
  /** The report viewer's script, one self-contained piece of JavaScript. */
  viewerScript(): Promise<string>;
  /** lib/oracle/validation, loaded only when needed, since it includes the oracle. */
  validationRoom(): Promise<ValidationRoom>;
  /** lib/server/protocol, loaded only when needed. */
  serverRoom(): Promise<ServerRoom>;
  createJudgePool(request: JudgeRequest): Promise<JudgePool>;
  createEngineJudgePool(request: EngineJudgeRequest): Promise<EngineJudgePool>;
  /** The exports of the JavaScript module at a path. */
  loadEngine(path: string): Promise<Partial<EngineModule>>;
  /** @param onProgress receives the number of rows done and their total. */
  refinementStudy(onProgress: (done: number, total: number) => void | Promise<void>): Promise<RefinementStudy>;
  /** @param onProgress receives the number of triangle pairs done and their total. */
  judgeCorpora(
    request: CorporaRequest,
    onProgress: (done: number, total: number) => void | Promise<void>,
  ): Promise<JudgedCorpora>;
  /** @param onProgress receives the number of queries and sweeps done and their total. */
  judgeMotion(
    request: MotionRequest,
    onProgress: (done: number, total: number) => void | Promise<void>,
  ): Promise<JudgedMotion>;
  /** @param workers number of tasks done at once. */
  createLabelPool(workers: number): Promise<LabelPool>;
  /** The script of validation.html and refinement.html. */
  validationViewerScript(): Promise<string>;
}
