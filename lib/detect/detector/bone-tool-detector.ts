// A bone, the queries of its tool and a GPU, if there is one → a detector: which of them answers, over edits, threads
// and pending reports.

import type { BoneEdit, BoneRenumbering } from '#bodies';
import { BoneBody, editBone, ToolBody } from '#bodies';
import { checkPose, KerfError, poseAt, type RigidPose, uninterrupted } from '#core';
import type { FirstContactOptions, RigidMotion } from '#motion';
import type { Backend, ContactReport, OverlapInterval, Pose } from '#records';
import { RoundTool } from '#round-tool';
import { AskedBones, type Edition } from './asked-bones.ts';
import { checkDetect, checkNearestPoints, checkOverlapVolume, checkPairs, checkPath } from './check-options.ts';
import { Compactions } from './compactions.ts';
import { MeshQueries } from './cpu/mesh-queries.ts';
import { RoundQueries } from './cpu/round-queries.ts';
import type {
  BetweenPoses,
  CandidateRegion,
  DetectManyOptions,
  DetectOptions,
  Detector,
  FirstContact,
  NearestPoints,
  NearestPointsTarget,
  OverlapVolumeOptions,
  PathReport,
} from './detector.ts';
import type { EngineKeeper } from './gpu/engine.ts';
import type { GpuQueries } from './gpu/gpu-queries.ts';
import type { GpuBackend } from './gpu/open-gpu-backend.ts';
import { nearestPoints } from './nearest-points.ts';
import { type ReportTracker, type TrackOptions, trackReports } from './report-tracker.ts';
import type { Scene } from './scene.ts';
import type { ToolQueries } from './tool-queries.ts';
import { WorkerQueries } from './worker-queries.ts';

/** ms: detectMany lets the event loop run (abort signals, progress bars) at least this often. */
const TURN = 16;

export class BoneToolDetector implements Detector {
  readonly #bone: BoneBody;
  readonly #queries: ToolQueries;
  readonly #reason: string;
  readonly #keeper: EngineKeeper | null;
  readonly #gpu: GpuQueries | null;
  readonly #workers: WorkerQueries;
  readonly #asked: AskedBones;
  readonly #compactions: Compactions;
  /** Count the renumberings of the bone, and its edits. */
  #numbering = 0;
  #edits = 0;
  #disposed = false;

  constructor(bone: BoneBody, queries: ToolQueries, reason: string, gpu: GpuBackend | null = null) {
    this.#bone = bone;
    this.#queries = queries;
    this.#reason = reason;
    this.#keeper = gpu?.keeper ?? null;
    this.#workers = new WorkerQueries(queries);
    this.#asked = new AskedBones(queries, queriesIn);
    this.#gpu = gpu?.queries(queries, this.#asked) ?? null;
    const byThread = this.#workers.compacted.bind(this.#workers);
    const checkAlive = () => this.#checkAlive();
    this.#compactions = new Compactions({ bone, byThread, checkAlive }, (compact) => this.#become(compact));
  }

  get backend(): Backend {
    return this.#keeper === null || this.#keeper.givenUp !== null ? 'cpu' : 'webgpu';
  }

  get backendReason(): string {
    return this.#keeper?.givenUp ?? this.#reason;
  }

  async detect(pose: Pose, options: DetectOptions = {}): Promise<ContactReport> {
    this.#checkAlive();
    const checked = checkPose(pose);
    const { workers = 1 } = checkDetect(options);
    if (this.#gpu === null)
      return workers > 1 ? this.#sharedReport(checked, workers) : this.#asking(() => this.#queries.report(checked));
    return this.#gpu.report(checked);
  }

  async *detectMany(poses: ArrayLike<number>, options: DetectManyOptions = {}): AsyncGenerator<PathReport> {
    this.#checkAlive();
    checkPath(poses, options);
    const { signal, onProgress, workers = 1, between = false } = options;
    if (between) this.#queries.checkBetween();
    const total = poses.length / 16;
    let done = 0;
    let turned = performance.now();
    let before: ContactReport | null = null;
    let [numbering, edits] = [this.#numbering, this.#edits];
    signal?.throwIfAborted();
    // The edition of the pending row: `between` queries the bone that its report was made for.
    let edition = between ? this.#asked.begin() : null;
    try {
      for await (const found of this.#reports(poses, Math.min(workers, total), signal)) {
        // The event loop runs before a report is yielded, not before the next is computed: each report is for the bone
        // as it is when that report is requested.
        if (performance.now() - turned > TURN) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          turned = performance.now();
          signal?.throwIfAborted();
        }
        const report = this.#isRenumbered(numbering, edits) ? await this.detect(poseAt(poses, done)) : found;
        if (edition !== null) {
          Object.assign(report, { between: before && this.#between(edition, poses, done, before, report) });
          this.#asked.end(edition);
          edition = null;
        }
        before = report;
        done++;
        onProgress?.(done, total);
        yield report;
        if (between) edition = this.#asked.begin();
        this.#checkAlive();
        signal?.throwIfAborted();
        [numbering, edits] = [this.#numbering, this.#edits];
      }
    } finally {
      if (edition !== null) this.#asked.end(edition);
    }
  }

  detectSync(pose: Pose): ContactReport {
    this.#checkAlive();
    return this.#asking(() => this.#queries.report(checkPose(pose)));
  }

  intersectingFaces(pose: Pose): Uint32Array {
    this.#checkAlive();
    const out = new Uint32Array(2 * this.#findIntersecting(pose));
    this.#queries.writeIntersecting(out);
    return out;
  }

  intersectingFacesInto(pose: Pose, out: Uint32Array): number {
    checkPairs(out);
    this.#checkAlive();
    const count = this.#findIntersecting(pose);
    this.#queries.writeIntersecting(out);
    return count;
  }

  intersects(pose: Pose): boolean {
    this.#checkAlive();
    try {
      return this.#queries.intersects(pose);
    } catch (error) {
      this.#queries.dropTables();
      throw error;
    }
  }

  minimumDistance(pose: Pose): NearestPoints {
    const out = nearestPoints();
    this.minimumDistanceInto(pose, out);
    return out;
  }

  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void {
    this.#checkAlive();
    checkNearestPoints(out);
    try {
      this.#queries.minimumDistanceInto(pose, out);
    } catch (error) {
      this.#queries.dropTables();
      throw error;
    }
  }

  firstContact(motion: RigidMotion, options: FirstContactOptions = {}): FirstContact {
    this.#checkAlive();
    return this.#asking(() => this.#queries.firstContact(motion, options));
  }

  async overlapVolume(pose: Pose, options: OverlapVolumeOptions = {}): Promise<OverlapInterval> {
    this.#checkAlive();
    const checked = checkPose(pose);
    const width = checkOverlapVolume(options);
    return this.#asking(() => this.#queries.overlapVolume(checked, width));
  }

  candidateRegion(pose: Pose): CandidateRegion {
    this.#checkAlive();
    return this.#asking(() => this.#queries.candidateRegion(pose));
  }

  editBone(edit: BoneEdit): void {
    this.#checkAlive();
    const { vertexCount, faceCount } = this.#bone;
    uninterrupted(() => this.#edit(edit, vertexCount, faceCount));
  }

  #edit(edit: BoneEdit, vertexCount: number, faceCount: number): void {
    this.#asked.beforeEdit();
    this.#queries.beforeEdit();
    const applied = editBone(this.#bone, edit);
    this.#edits++;
    this.#compactions.boneEdited(applied);
    this.#queries.boneEdited();
    this.#workers.boneEdited();
    this.#gpu?.boneEdited(applied.remove, vertexCount, faceCount);
  }

  compactBone(): Promise<BoneRenumbering> {
    return this.#compactions.run();
  }

  track(options?: TrackOptions): ReportTracker {
    this.#checkAlive();
    return trackReports((pose) => this.detectSync(pose), options);
  }

  /** Puts a bone of the same live faces in the old one's place. */
  #become(compact: BoneBody): void {
    this.#queries.beforeEdit();
    this.#bone.become(compact);
    this.#numbering++;
    this.#queries.boneRenumbered();
    this.#workers.boneEdited();
    this.#gpu?.boneRenumbered();
  }

  dispose(): void {
    if (!this.#disposed) this.#keeper?.dispose();
    this.#workers.end(disposed());
    this.#disposed = true;
    this.#queries.forget();
  }

  /** Where contact begins or ends between the pose before a row of a path and the pose of that row. */
  #between(
    edition: Edition,
    poses: ArrayLike<number>,
    row: number,
    ...reports: [ContactReport, ContactReport]
  ): BetweenPoses {
    const [before, now] = reports.map(({ state }) => state === 'intersecting' || state === 'enclosed');
    return this.#asked.queries(edition).between([poseAt(poses, row - 1), poseAt(poses, row)], [before, now]);
  }

  /** The CPU's report, by this thread and others. */
  async #sharedReport(pose: RigidPose, threads: number): Promise<ContactReport> {
    const queries = this.#queries;
    if (queries.sharedReport === undefined) return queries.report(pose);
    const started = performance.now();
    const [numbering, edits] = [this.#numbering, this.#edits];
    const share = queries.sharedReport.bind(queries, started, pose, threads);
    const report = await this.#workers.sharedReport(pose, threads, share);
    return this.#isRenumbered(numbering, edits) ? queries.report(pose) : report;
  }

  /**
   * Whether the bone that a report was requested for is the current one with new face numbers: the report is then
   * computed again. If the bone was edited since, the report keeps the old numbers.
   */
  #isRenumbered(numbering: number, edits: number): boolean {
    return numbering !== this.#numbering && edits === this.#edits;
  }

  #reports(
    poses: ArrayLike<number>,
    workers: number,
    signal: AbortSignal | undefined,
  ): AsyncIterable<ContactReport> | Iterable<ContactReport> {
    const checked = checkedPoses(poses);
    if (this.#gpu !== null) return this.#gpu.reports(checked);
    return workers > 1 ? this.#workers.reports(poses, workers, signal) : this.#cpuReports(checked);
  }

  *#cpuReports(poses: Iterable<RigidPose>): Generator<ContactReport> {
    for (const pose of poses) yield this.#asking(() => this.#queries.report(pose));
  }

  #findIntersecting(pose: Pose): number {
    try {
      return this.#queries.findIntersecting(pose);
    } catch (error) {
      this.#queries.dropTables();
      throw error;
    }
  }

  /**
   * What throws in the middle leaves tables half written: they are made anew. Queries that promise to allocate nothing
   * do the same without a function.
   */
  #asking<T>(question: () => T): T {
    try {
      return question();
    } catch (error) {
      this.#queries.dropTables();
      throw error;
    }
  }

  #checkAlive(): void {
    if (this.#disposed) throw disposed();
  }
}

function queriesIn({ bone: parts, tool, options }: Scene): ToolQueries {
  const bone = new BoneBody(parts);
  return 'radius' in tool
    ? new RoundQueries(bone, new RoundTool(tool), options)
    : new MeshQueries(bone, new ToolBody(tool), options);
}

function disposed(): KerfError {
  return new KerfError('DISPOSED', 'This detector was disposed; make a new one with createDetector.');
}

function* checkedPoses(poses: ArrayLike<number>): Generator<RigidPose> {
  for (let at = 0; at < poses.length; at += 16) yield checkPose(Array.from({ length: 16 }, (_, k) => poses[at + k]));
}
