// The types of the browser harness, for the specs that use it.

import type {
  BoneEdit,
  BroadPhaseMethod,
  ContactReport,
  DetectorOptions,
  HapticLoopOptions,
  ImpactDetectorOptions,
} from '../../lib/index.ts';
import type { StencilPixels } from '../bench/stages/stencil-overlap.mjs';
import type { PageAnswer, PageDetector } from './chromium-page.ts';
import type { AwaitedEnd, CuttingRunOptions, CuttingRunReport, HapticRunReport } from './watch-haptics.mjs';

type ContactTable = ContactReport['contacts'];
/** A report whose table has columns and a length but no methods. */
export type PageReport = Omit<ContactReport, 'contacts'> & {
  readonly contacts: Omit<ContactTable, 'at' | typeof Symbol.iterator>;
};

/** Each call throws what the page's call threw, as an Error with the same name, code and message. */
export interface ChromiumPage {
  /** What the page wrote to its console, and uncaught errors. */
  readonly said: readonly string[];
  /** Makes the page's detector, replacing the previous one. */
  createDetector(options: Omit<DetectorOptions, 'device'>): Promise<PageDetector>;
  /** Whether it may share memory with its workers. */
  isIsolated(): Promise<boolean>;
  /** Workers that the page has started. */
  readonly workersMade: number;
  /** SHA-256 of each report of detectMany, as from reportHash. */
  hashes(poses: ArrayLike<number>, workers: number): Promise<readonly string[]>;
  /** What each report of detectMany says. */
  answers(poses: ArrayLike<number>): Promise<readonly PageAnswer[]>;
  /** Edits the bone of the page's detector; the edit's lists are plain arrays. */
  editBone(edit: BoneEdit): Promise<void>;
  /** How many instances of compiled code the page's own thread has made. */
  wasmInstances(): Promise<number>;
  /** The same for each pose's own report, computed by `workers` threads. */
  sharedHashes(poses: ArrayLike<number>, workers: number): Promise<readonly string[]>;
  /** The pairs that a broad phase finds with workers. */
  overlaps(boxes: ArrayLike<number>, method: BroadPhaseMethod, workers: number): Promise<readonly number[]>;
  /** SHA-256 of each table of a deforming surface's steps, as from tableHash. */
  impactHashes(options: ImpactDetectorOptions, way: readonly (readonly number[])[]): Promise<readonly string[]>;
  /** What StencilOverlap sees, on a device opened in the page. */
  stencilLook(
    bodies: Pick<DetectorOptions, 'bone' | 'tool'>,
    pose: ArrayLike<number>,
    across: number,
  ): Promise<StencilPixels>;
  /** Throws an uncaught error in one of the page's workers. */
  crashWorker(): Promise<void>;
  /** Runs a haptic loop for a number of seconds while its script plays. */
  haptics(options: HapticLoopOptions, seconds: number, until?: AwaitedEnd): Promise<HapticRunReport>;
  /** The same for a loop that cuts from its start: see watchCutting. */
  hapticCut(options: CuttingRunOptions, seconds: number, until?: AwaitedEnd): Promise<CuttingRunReport>;
  /** One at a time. */
  detectMany(poses: ArrayLike<number>): AsyncIterable<PageReport>;
  /**
   * The same in one call, while the device is destroyed as soon as its first answers are awaited, `times` times in a
   * row. devices: those made meanwhile.
   */
  detectManyThroughLosses(
    poses: ArrayLike<number>,
    times: number,
  ): Promise<{ readonly reports: readonly PageReport[]; readonly devices: number; readonly after: PageDetector }>;
  close(): Promise<void>;
}

export interface Chromium {
  /**
   * A new page. Without webgpu, navigator.gpu is undefined; without adapter, there is none. isolated: cross-origin
   * isolated. strict: its policy forbids WebAssembly.
   */
  page(options?: {
    readonly without?: 'webgpu' | 'adapter';
    readonly isolated?: boolean;
    readonly strict?: boolean;
  }): Promise<ChromiumPage>;
  close(): Promise<void>;
}

/** Bundles dist/ for a page, serves it on 127.0.0.1 and opens a headless Chromium. */
export function openChromium(): Promise<Chromium>;
