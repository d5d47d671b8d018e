// Options → a detector.

import type { BoneEdit, BoneRenumbering } from '../bodies/index.ts';
import { BoneBody, checkCandidates, editBone, ToolBody, unitFeed } from '../bodies/index.ts';
import {
  checkPose,
  DeviceError,
  emptyPose,
  gpuPart,
  KerfError,
  OptionError,
  poseAt,
  type RigidPose,
} from '../core/index.ts';
import type { FirstContactOptions, RigidMotion } from '../motion/index.ts';
import { MinimumDistance } from '../proximity/index.ts';
import type { Backend, ContactReport, Pose } from '../records/index.ts';
import { checkDetect, checkNearestPoints, checkOptions, checkPairs, checkPath } from './check-options.ts';
import { Compactions } from './compactions.ts';
import { contactBetween } from './cpu/between-poses.ts';
import { CandidateRegionQuery } from './cpu/candidate-region-query.ts';
import { CpuQuery } from './cpu/cpu-query.ts';
import { FirstContactQuery } from './cpu/first-contact-query.ts';
import { IntersectingPairsQuery } from './cpu/intersecting-pairs-query.ts';
import type {
  BetweenPoses,
  CandidateRegion,
  DetectManyOptions,
  DetectOptions,
  Detector,
  DetectorOptions,
  FirstContact,
  NearestPoints,
  NearestPointsTarget,
  PathReport,
} from './detector.ts';
import type { EngineKeeper } from './gpu/engine.ts';
import type { GpuQueries } from './gpu/gpu-queries.ts';
import type { GpuBackend } from './gpu/open-gpu-backend.ts';
import type { QueryOptions } from './query-options.ts';
import { WorkerQueries } from './worker-queries.ts';

/** ms: detectMany lets the event loop run (abort signals, progress bars) at least this often. */
const TURN = 16;

/**
 * Makes a detector for one bone and one tool. The meshes are copied: later changes to their arrays have no effect.
 *
 * Backend 'auto' takes a GPU if there is one. A software adapter, which is slower than kerf's own CPU backend, is taken
 * only by 'webgpu'. A caller's device is always taken. Coordinates have to be 0 or from 2^-160 (6.8e-49) to 2^120
 * (1.3e36) mm in magnitude; the scales of the two bodies need not be alike.
 * @throws MeshError (COORDINATE_RANGE beyond that), OptionError, FormatError STALE_INDEX (an index of another bone),
 * DeviceError (as a rejection): NO_ADAPTER where 'webgpu' was asked for and there is none, or kerf's script for it,
 * which is loaded then, cannot be had; TOO_LARGE_FOR_DEVICE, SHADER_ERROR.
 */
export async function createDetector(options: DetectorOptions): Promise<Detector> {
  checkOptions(options);
  const { backend = 'auto', sides = 'both', contactDistance, resolution, device } = options;
  const candidates = checkCandidates(options.candidates);
  const bone = new BoneBody(options.bone, options.index, candidates);
  const tool = new ToolBody(options.tool, candidates);
  const { feed, shank = null } = options;
  const query: QueryOptions = { sides, contactDistance, resolution, feed: unitFeed(feed), shank };
  if (backend === 'cpu') return new BoneToolDetector(bone, tool, query, 'the CPU was asked for');
  if (candidates === 'bvh')
    return new BoneToolDetector(bone, tool, query, `candidates "${candidates}" is served by the CPU`);
  try {
    const { openGpuBackend } = await gpuPart(() => import('./gpu/open-gpu-backend.ts'));
    const opened = await openGpuBackend(bone, tool, query, { device, software: backend === 'webgpu' });
    if (!('reason' in opened)) return new BoneToolDetector(bone, tool, query, opened.name, opened);
    if (backend === 'auto') return new BoneToolDetector(bone, tool, query, opened.reason);
    throw new DeviceError(
      'NO_ADAPTER',
      `Backend webgpu was asked for, but ${opened.reason}; use backend "auto" or "cpu", or pass a device.`,
    );
  } catch (error) {
    if (backend === 'webgpu' || !(error instanceof DeviceError)) throw error;
    return new BoneToolDetector(bone, tool, query, `the GPU cannot be used: ${error.message}`);
  }
}

class BoneToolDetector implements Detector {
  readonly #options: QueryOptions;
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #reason: string;
  readonly #keeper: EngineKeeper | null;
  readonly #gpu: GpuQueries | null;
  readonly #pose = emptyPose();
  #intersecting: IntersectingPairsQuery;
  readonly #workers: WorkerQueries;
  readonly #compactions: Compactions;
  #query: CpuQuery | null = null;
  #distance: MinimumDistance | null = null;
  #region: CandidateRegionQuery | null = null;
  #firstContact: FirstContactQuery | null = null;
  /** Counts the changes of the bone's numbers. */
  #numbering = 0;
  #disposed = false;

  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions, reason: string, gpu: GpuBackend | null = null) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#reason = reason;
    this.#keeper = gpu?.keeper ?? null;
    this.#intersecting = new IntersectingPairsQuery(bone, tool);
    const onCpu = (pose: RigidPose) => this.#report(pose);
    this.#workers = new WorkerQueries(bone, tool, options, onCpu);
    this.#gpu = gpu?.queries(onCpu) ?? null;
    const byThread = this.#workers.compacted.bind(this.#workers);
    const checkAlive = () => this.#checkAlive();
    const { resolution } = options;
    this.#compactions = new Compactions({ bone, resolution, byThread, checkAlive }, (compact) => this.#become(compact));
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
    if (this.#gpu === null) return workers > 1 ? this.#sharedReport(checked, workers) : this.#report(checked);
    for await (const report of this.#gpu.reports([checked])) return report;
    throw new RangeError('one pose has one report');
  }

  async *detectMany(poses: ArrayLike<number>, options: DetectManyOptions = {}): AsyncGenerator<PathReport> {
    this.#checkAlive();
    checkPath(poses, options);
    const { signal, onProgress, workers = 1, between = false } = options;
    const total = poses.length / 16;
    let done = 0;
    let turned = performance.now();
    let before: ContactReport | null = null;
    let numbering = this.#numbering;
    signal?.throwIfAborted();
    for await (const found of this.#reports(poses, Math.min(workers, total), signal)) {
      // The event loop runs before a report is handed on, not before the next is computed: each report is for the bone
      // as it is when that report is asked for.
      if (performance.now() - turned > TURN) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        turned = performance.now();
        signal?.throwIfAborted();
      }
      const isOfNow = numbering === this.#numbering;
      const report = isOfNow ? found : await this.detect(poseAt(poses, done));
      if (between) Object.assign(report, { between: before && this.#between(poses, done, before, report) });
      before = report;
      done++;
      onProgress?.(done, total);
      yield report;
      this.#checkAlive();
      signal?.throwIfAborted();
      numbering = this.#numbering;
    }
  }

  detectSync(pose: Pose): ContactReport {
    this.#checkAlive();
    return this.#report(checkPose(pose));
  }

  intersectingFaces(pose: Pose): Uint32Array {
    const count = this.#findIntersecting(pose);
    const out = new Uint32Array(2 * count);
    this.#intersecting.write(out);
    return out;
  }

  intersectingFacesInto(pose: Pose, out: Uint32Array): number {
    checkPairs(out);
    const count = this.#findIntersecting(pose);
    this.#intersecting.write(out);
    return count;
  }

  intersects(pose: Pose): boolean {
    this.#checkAlive();
    this.#tool.moveOnDemand(checkPose(pose, this.#pose), this.#bone);
    return this.#intersecting.any();
  }

  #findIntersecting(pose: Pose): number {
    this.#checkAlive();
    this.#tool.moveOnDemand(checkPose(pose, this.#pose), this.#bone);
    return this.#intersecting.find();
  }

  minimumDistance(pose: Pose): NearestPoints {
    const out = {
      distance: 0,
      bonePoint: new Float64Array(3),
      toolPoint: new Float64Array(3),
      boneFace: -1,
      toolFace: -1,
    };
    this.minimumDistanceInto(pose, out);
    return out;
  }

  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void {
    this.#checkAlive();
    checkNearestPoints(out);
    this.#tool.moveOnDemand(checkPose(pose, this.#pose), this.#bone);
    this.#distance ??= new MinimumDistance(this.#bone, this.#tool);
    const found = this.#distance;
    found.find();
    out.distance = found.distance;
    out.boneFace = found.boneFace;
    out.toolFace = found.toolFace;
    for (let k = 0; k < 3; k++) {
      out.bonePoint[k] = found.points[k];
      out.toolPoint[k] = found.points[3 + k];
    }
  }

  firstContact(motion: RigidMotion, options: FirstContactOptions = {}): FirstContact {
    this.#checkAlive();
    return this.#strokes().find(motion, options);
  }

  #strokes(): FirstContactQuery {
    this.#firstContact ??= new FirstContactQuery(this.#bone, this.#tool, this);
    return this.#firstContact;
  }

  /** From the pose before a row of a path to the pose of that row. */
  #between(poses: ArrayLike<number>, row: number, ...reports: [ContactReport, ContactReport]): BetweenPoses {
    const [before, now] = reports.map(({ state }) => state === 'intersecting' || state === 'enclosed');
    return contactBetween(this.#strokes(), [poseAt(poses, row - 1), poseAt(poses, row)], [before, now]);
  }

  candidateRegion(pose: Pose): CandidateRegion {
    this.#checkAlive();
    if (this.#bone.method !== 'scanlines')
      throw new OptionError(
        'BAD_CANDIDATES',
        `candidateRegion shows scanlines, but this detector's candidates are "${this.#bone.method}"; make one with "scanlines".`,
      );
    this.#tool.moveTo(checkPose(pose), this.#bone.magnitude);
    this.#region ??= new CandidateRegionQuery(this.#bone, this.#tool, this.#options.contactDistance);
    return this.#region.find();
  }

  editBone(edit: BoneEdit): void {
    this.#checkAlive();
    const { vertexCount, faceCount } = this.#bone;
    const applied = editBone(this.#bone, edit);
    this.#compactions.boneEdited(applied);
    this.#query?.boneEdited();
    this.#workers.boneEdited();
    this.#gpu?.boneEdited(applied.remove, vertexCount, faceCount);
  }

  compactBone(): Promise<BoneRenumbering> {
    return this.#compactions.run();
  }

  /** Puts a bone of the same live faces in the old one's place. */
  #become(compact: BoneBody): void {
    this.#bone.become(compact);
    this.#numbering++;
    this.#forget();
    this.#intersecting = new IntersectingPairsQuery(this.#bone, this.#tool);
    this.#workers.boneEdited();
    this.#gpu?.boneRenumbered();
  }

  dispose(): void {
    if (!this.#disposed) this.#keeper?.dispose();
    this.#workers.end(disposed());
    this.#disposed = true;
    this.#forget();
  }

  /** Drops what queries keep of the bodies. */
  #forget(): void {
    this.#query = null;
    this.#distance = null;
    this.#region = null;
    this.#firstContact = null;
  }

  /** The CPU's report. */
  #report(pose: RigidPose): ContactReport {
    const started = performance.now();
    this.#tool.moveTo(pose, this.#bone.magnitude);
    this.#query ??= new CpuQuery(this.#bone, this.#tool, this.#options);
    return this.#query.report(started);
  }

  /** The CPU's report, by this thread and others. */
  async #sharedReport(pose: RigidPose, threads: number): Promise<ContactReport> {
    const started = performance.now();
    const numbering = this.#numbering;
    const report = await this.#workers.sharedReport(pose, threads, (others) => {
      this.#tool.moveTo(pose, this.#bone.magnitude);
      this.#query ??= new CpuQuery(this.#bone, this.#tool, this.#options);
      return this.#query.sharedReport(started, threads, others);
    });
    return numbering === this.#numbering ? report : this.#report(pose);
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
    for (const pose of poses) yield this.#report(pose);
  }

  #checkAlive(): void {
    if (this.#disposed) throw disposed();
  }
}

function disposed(): KerfError {
  return new KerfError('DISPOSED', 'This detector was disposed; make a new one with createDetector.');
}

function* checkedPoses(poses: ArrayLike<number>): Generator<RigidPose> {
  for (let at = 0; at < poses.length; at += 16) yield checkPose(Array.from({ length: 16 }, (_, k) => poses[at + k]));
}
