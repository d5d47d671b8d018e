// What the threads of a haptic loop share: control words, poses and snapshots behind seqlocks, four local models, the
// servo's times.

import { MOST_CONTACTS } from './constants.ts';
import { type LocalModel, localModel, MODEL_BYTES } from './local-model.ts';
import { ModelMailbox } from './model-mailbox.ts';
import { PENETRATION_SIZE } from './packed-penetration.ts';
import { Seqlock } from './seqlock.ts';
import { HISTOGRAM_BYTES, TimeHistogram } from './time-histogram.ts';

/** Control words. */
export const STOP = 0;
const MAILBOX = 1;
const WANTED_COUNTER = 2;
const DEVICE_COUNTER = 3;
const SNAPSHOT_COUNTER = 4;
const PENETRATION_COUNTER = 5;
/** 1 while the tool is switched on. */
export const CUTS = 6;
const PLUNGE_COUNTER = 7;
const HAND_PLUNGE_COUNTER = 8;
const CONTROL_WORDS = 16;

/** A pose followed by two numbers: when it was taken (ms, as TAKEN_AT), and 1 if there is a pose. */
export const POSE_SIZE = 18;
export const POSE_TIME = 16;
export const POSE_IS_THERE = 17;
/** Where a model is wanted: the same, then the pose from which the tool would move there, 16 numbers. */
export const WANTED_FROM = 18;
export const WANTED_SIZE = 34;

/** Slots of a snapshot. */
export const AT = {
  state: 0,
  edits: 1,
  gain: 2,
  friction: 3,
  modelAge: 4,
  contacts: 5,
  leastGap: 6,
  isCutting: 7,
  ticks: 8,
  largestForceStep: 9,
  largestTorqueStep: 10,
  mostForce: 11,
  told: 12,
  device: 16,
  proxy: 32,
  wrench: 48,
  /** When the device's pose was read, ms, as TAKEN_AT of a model. */
  readAt: 54,
  rows: 55,
} as const;
/** Numbers of a contact in a snapshot: sample, bone face, point xyz, normal xyz, push. */
export const CONTACT_SIZE = 9;
export const SNAPSHOT_SIZE = AT.rows + CONTACT_SIZE * MOST_CONTACTS;

const BYTES =
  4 * CONTROL_WORDS +
  8 * (POSE_SIZE + WANTED_SIZE + SNAPSHOT_SIZE + 3 * PENETRATION_SIZE) +
  4 * (HISTOGRAM_BYTES + 8) +
  4 * MODEL_BYTES;

function newMemory(): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(BYTES) : new SharedArrayBuffer(BYTES);
}

export class HapticMemory {
  readonly memory: ArrayBufferLike;
  readonly control: Int32Array;
  /** The device's pose, if the caller of startHapticLoop moves the device. */
  readonly device: Seqlock;
  /** Where the next model is wanted. */
  readonly wanted: Seqlock;
  readonly snapshot: Seqlock;
  /** How far the device's pose is in the bone: see packPenetration. */
  readonly penetration: Seqlock;
  /** How far the proxy is in the original bone: the same numbers, for a tool that cuts. */
  readonly plunge: Seqlock;
  /** The same for the device. */
  readonly handPlunge: Seqlock;
  readonly tickTimes: TimeHistogram;
  readonly lateness: TimeHistogram;
  readonly modelAges: TimeHistogram;
  readonly buildTimes: TimeHistogram;
  readonly #models: readonly LocalModel[];

  /** @param memory another thread's; without it new memory, shared if the page or Node allows it. */
  constructor(memory: ArrayBufferLike = newMemory()) {
    this.memory = memory;
    let at = 0;
    const numbers = (length: number): Float64Array => {
      const view = new Float64Array(memory as ArrayBuffer, at, length);
      at += view.byteLength;
      return view;
    };
    const histogram = (bin: number): TimeHistogram => {
      const made = new TimeHistogram(bin, memory, at);
      at += HISTOGRAM_BYTES;
      return made;
    };
    this.control = new Int32Array(memory as ArrayBuffer, 0, CONTROL_WORDS);
    at = 4 * CONTROL_WORDS;
    this.device = new Seqlock(this.control, DEVICE_COUNTER, numbers(POSE_SIZE));
    this.wanted = new Seqlock(this.control, WANTED_COUNTER, numbers(WANTED_SIZE));
    this.snapshot = new Seqlock(this.control, SNAPSHOT_COUNTER, numbers(SNAPSHOT_SIZE));
    this.penetration = new Seqlock(this.control, PENETRATION_COUNTER, numbers(PENETRATION_SIZE));
    this.plunge = new Seqlock(this.control, PLUNGE_COUNTER, numbers(PENETRATION_SIZE));
    this.handPlunge = new Seqlock(this.control, HAND_PLUNGE_COUNTER, numbers(PENETRATION_SIZE));
    this.tickTimes = histogram(1);
    this.lateness = histogram(1);
    this.modelAges = histogram(100);
    this.buildTimes = histogram(20);
    const model = (): LocalModel => {
      const made = localModel(memory, at);
      at += MODEL_BYTES;
      return made;
    };
    this.#models = [model(), model(), model(), model()];
  }

  /** All histograms, for a message to memory that is not shared. */
  packTimes(): readonly Uint32Array[] {
    return this.#histograms.map((histogram) => histogram.pack());
  }

  includeTimes(packed: readonly Uint32Array[]): void {
    for (const [i, histogram] of this.#histograms.entries()) histogram.include(packed[i]);
  }

  get #histograms(): readonly TimeHistogram[] {
    return [this.tickTimes, this.lateness, this.modelAges, this.buildTimes];
  }

  mailbox(side: 'writer' | 'reader'): ModelMailbox<LocalModel> {
    return new ModelMailbox(this.control, MAILBOX, this.#models, side);
  }
}
