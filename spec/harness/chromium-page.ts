// In a web page: meshes from the page's server → a detector of the built package, and its reports as JSON.

import {
  type BoneEdit,
  type BroadPhaseMethod,
  type ContactReport,
  createBroadPhase,
  createCuttableBone,
  createDetector,
  createImpactDetector,
  createMesh,
  type Detector,
  type DetectorOptions,
  envelope,
  type HapticLoopOptions,
  type ImpactDetectorOptions,
  KerfError,
  startHapticLoop,
} from 'kerf';
import { contactColumns, reportBytes } from '#validation/report-bytes.ts';
import { StencilOverlap } from '#spec/bench/stages/stencil-overlap.mjs';
import stencilShader from '#spec/bench/stages/stencil-overlap.wgsl';
import { tableHash } from './table-hash.ts';
import {
  type AwaitedEnd,
  type CuttingRunOptions,
  type CuttingRunReport,
  type HapticRunReport,
  watchCutting,
  watchHaptics,
} from './watch-haptics.mjs';
import { withoutCounts } from './without-counts.ts';

export type PageOptions = Omit<DetectorOptions, 'bone' | 'tool' | 'device'>;
/** The outcome of a call: its value, or the error as its class, code and message. */
export type Outcome<T> =
  | { readonly value: T }
  | { readonly error: { readonly name: string; readonly code: string | null; readonly message: string } };
export interface PageDetector {
  readonly backend: string;
  readonly backendReason: string;
}
/** What a report says: its state, and the SHA-256 of saidByReport, which leaves out the counts of stage 1. */
export interface PageAnswer {
  readonly state: ContactReport['state'];
  readonly hash: string;
}

const devices: GPUDevice[] = [];
let detector: Detector | null = null;
let running: AsyncIterator<ContactReport> | null = null;

/** Keeps the devices that kerf requests, so that one can be destroyed behind its back. */
if (typeof GPUAdapter !== 'undefined') {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...given) {
    const device = await requestDevice.apply(this, given);
    devices.push(device);
    device.addEventListener('uncapturederror', ({ error }) => console.error(error.message));
    return device;
  };
}

async function mesh(number: number) {
  const bytes = async (part: string) => (await fetch(`/mesh/${number}/${part}`)).arrayBuffer();
  const [positions, faces] = await Promise.all([bytes('positions'), bytes('faces')]);
  return createMesh(new Float64Array(positions), new Uint32Array(faces), { name: `mesh ${number}` });
}

async function outcome<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      error: { name: error.name, code: error instanceof KerfError ? error.code : null, message: error.message },
    };
  }
}

const about = ({ backend, backendReason }: Detector): PageDetector => ({ backend, backendReason });

/** Typed arrays become plain ones, non-finite numbers become words: JSON then keeps every bit but the sign of −0. */
function plain(report: ContactReport): unknown {
  const { contacts, intersectingFaces, intersectionSegments, penetration, ...rest } = report;
  return {
    ...rest,
    intersectingFaces: [...intersectingFaces],
    intersectionSegments: [...intersectionSegments],
    penetration: penetration && { ...penetration, protrusionPoint: [...penetration.protrusionPoint] },
    contacts: {
      length: contacts.length,
      ...Object.fromEntries(contactColumns.map((name) => [name, Array.from(contacts[name])])),
    },
  };
}

function start(poses: readonly number[], workers = 1): AsyncIterator<ContactReport> {
  return made().detectMany(poses, { workers })[Symbol.asyncIterator]();
}

async function reportHash(report: ContactReport): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', reportBytes(report) as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function answerOf(report: ContactReport): Promise<PageAnswer> {
  return { state: report.state, hash: await reportHash(withoutCounts(report)) };
}

/** Over all remaining reports. */
async function allOf<T>(
  reports: AsyncIterator<ContactReport>,
  said: (report: ContactReport) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let next = await reports.next(); !next.done; next = await reports.next()) found.push(await said(next.value));
  return found;
}

function made(): Detector {
  if (detector === null) throw new Error('There is no detector in the page; make one first.');
  return detector;
}

/** The next reports of detectMany as JSON, at most `count`; an empty list at the end. */
async function next(count: number): Promise<string> {
  const found: unknown[] = [];
  while (found.length < count && running !== null) {
    const { done, value } = await running.next();
    if (done) running = null;
    else found.push(plain(value));
  }
  return JSON.stringify(found, (_key, held) =>
    typeof held === 'number' && !Number.isFinite(held) ? `number ${held}` : held,
  );
}

/**
 * Destroys the newest device as soon as a query waits for its result, `times` devices in turn.
 * @returns a function that restores normal behaviour.
 */
function destroyOnWait(times: number): () => void {
  const { mapAsync } = GPUBuffer.prototype;
  const destroyed = new Set<GPUDevice>();
  GPUBuffer.prototype.mapAsync = function (...given) {
    const mapped = mapAsync.apply(this, given);
    const newest = devices.at(-1);
    if (newest !== undefined && destroyed.size < times) {
      destroyed.add(newest);
      newest.destroy();
    }
    return mapped;
  };
  return () => {
    GPUBuffer.prototype.mapAsync = mapAsync;
  };
}

/** How many instances of compiled code this thread has made. */
let instances = 0;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, given: ConstructorParameters<typeof WebAssembly.Instance>) {
    const made = new Instance(...given);
    instances++;
    return made;
  },
});

const page = {
  wasmInstances: (): Promise<Outcome<number>> => outcome(async () => instances),
  /** Makes the page's detector, replacing the previous one. */
  createDetector: (bone: number, tool: number, options: PageOptions): Promise<Outcome<PageDetector>> =>
    outcome(async () => {
      const before = detector;
      detector = null;
      // The new one is made first, so that both share a device and its kernels are compiled once.
      try {
        detector = await createDetector({ bone: await mesh(bone), tool: await mesh(tool), ...options });
      } finally {
        before?.dispose();
      }
      return about(detector);
    }),
  editBone: (edit: BoneEdit): Promise<Outcome<null>> =>
    outcome(async () => {
      made().editBone(edit);
      return null;
    }),
  /** Begins detectMany, replacing the previous one. */
  start: (poses: readonly number[]): Promise<Outcome<null>> =>
    outcome(async () => {
      running = start(poses);
      return null;
    }),
  /** SHA-256 of all reports of detectMany. */
  hashes: (poses: readonly number[], workers: number): Promise<Outcome<string[]>> =>
    outcome(() => allOf(start(poses, workers), reportHash)),
  /** What all reports of detectMany say. */
  answers: (poses: readonly number[]): Promise<Outcome<PageAnswer[]>> => outcome(() => allOf(start(poses), answerOf)),
  /** SHA-256 of each pose's own report, computed by `workers` threads. */
  sharedHashes: (poses: readonly number[], workers: number): Promise<Outcome<string[]>> =>
    outcome(async () => {
      const found: string[] = [];
      for (let at = 0; at < poses.length; at += 16)
        found.push(await reportHash(await made().detect(poses.slice(at, at + 16), { workers })));
      return found;
    }),
  /** The pairs that a broad phase finds. */
  overlaps: (boxes: readonly number[], method: BroadPhaseMethod, workers: number): Promise<Outcome<number[]>> =>
    outcome(async () => {
      const found = await createBroadPhase({ boxes, method, workers });
      const pairs = await found.pairs();
      found.dispose();
      return [...pairs];
    }),
  /** SHA-256 of the tables of all steps of a deforming surface. @param way its vertex positions, step by step. */
  impactHashes: (options: ImpactDetectorOptions, way: readonly (readonly number[])[]): Promise<Outcome<string[]>> =>
    outcome(async () => {
      const impacts = await createImpactDetector(options);
      const hashes: string[] = [];
      for (let step = 0; step + 1 < way.length; step++)
        hashes.push(await tableHash(await impacts.impacts(way[step], way[step + 1])));
      impacts.dispose();
      return hashes;
    }),
  /** What the classic image method sees, as plain arrays, on a device of its own. */
  stencilLook: (
    bone: number,
    tool: number,
    pose: readonly number[],
    across: number,
  ): Promise<Outcome<Record<string, unknown>>> =>
    outcome(async () => {
      const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
      if (device === undefined) throw new Error('There is no adapter in the page.');
      const stencil = await StencilOverlap.make(device, stencilShader);
      const look = await stencil.look(await mesh(bone), await mesh(tool), pose, across);
      device.destroy();
      if (look === null) throw new Error('The boxes are apart.');
      return Object.fromEntries(
        Object.entries(look).map(([name, held]) => [name, typeof held === 'number' ? held : Array.from(held)]),
      );
    }),
  /** Runs a haptic loop with a script for a number of seconds. */
  haptics: (
    bone: number,
    tool: number,
    options: Omit<HapticLoopOptions, 'bone' | 'tool'>,
    seconds: number,
    until: AwaitedEnd,
  ): Promise<Outcome<HapticRunReport>> =>
    outcome(async () =>
      watchHaptics(
        await startHapticLoop({ bone: await mesh(bone), tool: await mesh(tool), ...options }),
        seconds,
        until,
      ),
    ),
  /** The same for a loop that cuts. */
  hapticCut: (
    bone: number,
    tool: number,
    options: Omit<CuttingRunOptions, 'bone' | 'tool'>,
    seconds: number,
    until: AwaitedEnd,
  ): Promise<Outcome<CuttingRunReport>> =>
    outcome(async () => {
      const bodies = { bone: await mesh(bone), tool: await mesh(tool) };
      return watchCutting({ createCuttableBone, envelope, startHapticLoop }, { ...bodies, ...options }, seconds, until);
    }),
  next: (count: number): Promise<Outcome<string>> => outcome(() => next(count)),
  /**
   * All of detectMany, while a device is destroyed as soon as its first answers are awaited, `times` times in a row.
   */
  throughLosses: (
    poses: readonly number[],
    times: number,
  ): Promise<Outcome<{ reports: string; devices: number; after: PageDetector }>> =>
    outcome(async () => {
      const restore = destroyOnWait(times);
      const before = devices.length;
      try {
        running = start(poses);
        const reports = await next(poses.length);
        return { reports, devices: devices.length - before, after: about(made()) };
      } finally {
        restore();
      }
    }),
};
Object.assign(globalThis, { kerfPage: page });
