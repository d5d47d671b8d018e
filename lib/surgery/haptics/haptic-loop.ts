// A bone, a tool and a device → two threads: the servo, a tick each millisecond, and the maker of its local models.

import {
  BoneBody,
  type BoneEdit,
  type BoneIndex,
  checkBone,
  checkCandidates,
  checkEdit,
  checkMesh,
  checkShank,
  ToolBody,
  unitFeed,
} from '#bodies';
import { checkOptionNames, checkRecord, OptionError, type OptionNames, refuse } from '#core';
import type { TriangleMesh } from '#mesh';
import type { CandidateMethod } from '#records';
import { shareArrays, threadStarter } from '#workers';
import { BoneMaker } from './bone-maker.ts';
import { CutFeed } from './cutting/cut-feed.ts';
import type { Cutter } from './cutting/cutter.ts';
import type { InverseOptions, ScriptedMotion } from './haptic-device.ts';
import { type HandParts, HapticHand } from './haptic-hand.ts';
import { AT, HapticMemory, SNAPSHOT_SIZE, STOP } from './haptic-memory.ts';
import { HAPTIC_OPTIONS, type HapticOptions, servoSettings } from './haptic-options.ts';
import type { HapticSnapshot } from './haptic-snapshot.ts';
import { inverseSettings } from './inverse-device.ts';
import { LoopThread } from './loop-thread.ts';
import { samplePoints } from './sample-points.ts';
import { checkScript } from './scripted-device.ts';
import type { TimeHistogram } from './time-histogram.ts';

export interface HapticLoopOptions extends HapticOptions {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** As createDetector's: with a feed, the snapshot's penetration includes insertion and wallAhead. */
  readonly feed?: ArrayLike<number>;
  readonly shank?: number;
  /** A recorded motion that the device plays. Without it and `inverse`, `move` is the device. */
  readonly script?: ScriptedMotion;
  /** A device of Haply's Inverse service. The loop connects to it, and reconnects whenever the connection drops. */
  readonly inverse?: InverseOptions;
  /** The bone's index, from buildIndex or loadIndex. */
  readonly index?: BoneIndex;
  /** As createDetector's: how penetration finds its pairs, and which index its inside tests use. */
  readonly candidates?: CandidateMethod;
  /** Removes what the tool cuts, on the thread of the loop's owner; its edits go to editBone. It needs `cutting`. */
  readonly cutter?: Cutter;
}

const HAPTIC_LOOP_OPTIONS: OptionNames<HapticLoopOptions> = {
  ...HAPTIC_OPTIONS,
  bone: true,
  tool: true,
  feed: true,
  shank: true,
  script: true,
  inverse: true,
  index: true,
  candidates: true,
  cutter: true,
};

/** Times in ms. */
export interface TimeSummary {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly p999: number;
  readonly greatest: number;
}

export interface HapticSummary {
  readonly tick: TimeSummary;
  /** How late ticks began. A tick that an Inverse service drives is as late as the state that it answers. */
  readonly lateness: TimeSummary;
  /** How old the model in use was at each tick. */
  readonly modelAge: TimeSummary;
  readonly build: TimeSummary;
  /** The greatest change of force (N) and of torque (N·mm) between two ticks, and the greatest force (N). */
  readonly largestForceStep: number;
  readonly largestTorqueStep: number;
  readonly mostForce: number;
}

export interface HapticLoop {
  /** How the threads of the loop exchange data, and why. */
  readonly transport: 'shared' | 'messages';
  readonly transportReason: string;
  /**
   * Sets where the hand is now, for a loop without another device; null: nobody holds the tool. The servo checks
   * whether the numbers are a pose.
   * @throws PoseError WRONG_TYPE, BAD_LENGTH.
   */
  move(pose: ArrayLike<number> | null): void;
  /**
   * Switches the tool on or off; at first it is off.
   * @throws OptionError BAD_OPTION for a loop without `cutting`, WRONG_TYPE.
   */
  cut(isOn: boolean): void;
  /** The newest tick; null before the first. */
  snapshot(): HapticSnapshot | null;
  /** Times since the start. Without shared memory they are 0 until `stop`. */
  summary(): HapticSummary;
  /**
   * Edits the bone from which models are made: see Detector.editBone. Faces and vertices keep their numbers, even when
   * the loop rebuilds its bone from the remaining faces. @throws MeshError (as a rejection).
   */
  editBone(edit: BoneEdit): Promise<void>;
  /**
   * Ends the loop's threads after the force of an Inverse device has faded. Rejects with whatever a cutter, its edit or
   * a thread that rebuilt the bone threw.
   */
  stop(): Promise<HapticSummary>;
}

/**
 * @throws OptionError BAD_OPTION, BAD_MOTION, MISSING_MESH, BAD_INDEX, BAD_CANDIDATES, BAD_FEED, BAD_SHANK, WRONG_TYPE,
 * UNKNOWN_OPTION; MeshError, FormatError STALE_INDEX as createDetector; PoseError; KerfError NO_WORKER, WORKER_DIED,
 * NO_WEBSOCKET.
 */
export async function startHapticLoop(options: HapticLoopOptions): Promise<HapticLoop> {
  checkOptionNames(options, HAPTIC_LOOP_OPTIONS, 'startHapticLoop');
  const settings = servoSettings(options);
  if (options.script !== undefined && options.inverse !== undefined)
    throw new OptionError(
      'BAD_OPTION',
      'A haptic loop is given a script and an inverse, expected one device; leave one out.',
    );
  checkCutter(options);
  const script = options.script === undefined ? null : checkScript(options.script);
  const inverse = options.inverse === undefined ? null : inverseSettings(options.inverse);
  checkBone(options.bone, options.index);
  checkMesh(options.tool, 'tool');
  const candidates = checkCandidates(options.candidates);
  const bone = new BoneBody(options.bone, options.index, candidates);
  const feed = unitFeed(options.feed);
  checkShank(options.shank, options.tool);
  const tool = new ToolBody(options.tool, candidates);
  const samples = shareArrays(samplePoints(tool, settings.spacing));
  const memory = new HapticMemory();
  const isShared = !(memory.memory instanceof ArrayBuffer);
  const common = { memory: isShared ? (memory.memory as SharedArrayBuffer) : null, samples, settings };
  const file = () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './haptic-worker.ts', import.meta.url);
  const start = await threadStarter(
    () => new Worker(new URL('./haptic-worker.ts', import.meta.url), { type: 'module' }),
    file,
  );
  const threads: LoopThread[] = [];
  const begun = (): LoopThread => {
    const thread = new LoopThread(start, file);
    threads.push(thread);
    return thread;
  };
  try {
    const models = begun();
    const servo = begun();
    const bodies = { bone: shareArrays(bone.parts()), tool: shareArrays(tool.parts()) };
    await models.ask({ ...common, role: 'models', ...bodies, feed, shank: options.shank ?? null });
    await servo.ask(inverse === null ? { ...common, role: 'servo', script } : { ...common, role: 'inverse', inverse });
    if (!isShared) relay(memory, servo, models);
    const maker = new BoneMaker(models, () => new LoopThread(start, file));
    return new ThreadedLoop(memory, isShared, servo, models, maker, settings.cutting !== null, options.cutter);
  } catch (error) {
    for (const thread of threads) thread.end();
    throw error;
  }
}

function checkCutter({ cutter, cutting }: HapticLoopOptions): void {
  if (cutter === undefined) return;
  checkRecord(cutter, 'The cutter', 'an object with a function cut', 'leave it out for a bone that stays');
  if (typeof cutter.cut !== 'function')
    refuse(cutter.cut, 'The function cut of the cutter', 'a function', 'pass one that takes a motion');
  if (cutting === undefined)
    throw new OptionError(
      'BAD_OPTION',
      'A haptic loop is given a cutter and no cutting, expected both; give cutting: {} for a saw in cortical bone.',
    );
}

/** Replaces shared memory with messages: snapshots and wanted poses come from the servo, models go to it. */
function relay(memory: HapticMemory, servo: LoopThread, models: LoopThread): void {
  let isMaking = false;
  servo.onNews = (news) => {
    if (news.says !== 'told') return;
    memory.snapshot.write(news.snapshot);
    if (isMaking) return;
    isMaking = true;
    models.post({ role: 'make', wanted: news.wanted, snapshot: news.snapshot });
  };
  models.onNews = (news) => {
    isMaking = false;
    if (news.says !== 'made') return;
    if (news.parts !== null) servo.post({ role: 'model', parts: news.parts });
    if (news.penetration !== null) memory.penetration.write(news.penetration);
    if (news.plunge !== null) memory.plunge.write(news.plunge);
    if (news.handPlunge !== null) memory.handPlunge.write(news.handPlunge);
  };
}

const SHARED = 'memory is shared between the threads';
const NOT_SHARED =
  'this page shares no memory with its workers, so that models and snapshots are copied in messages, 125 times a second at most, and the servo spins between ticks; serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

/** What other threads of the process need to do what its owner does at once. @internal */
export function handParts(loop: HapticLoop): HandParts | null {
  return loop instanceof ThreadedLoop && loop.transport === 'shared' ? loop.hand.parts : null;
}

class ThreadedLoop implements HapticLoop {
  readonly transport: 'shared' | 'messages';
  readonly transportReason: string;
  readonly #memory: HapticMemory;
  readonly #servo: LoopThread;
  readonly #models: LoopThread;
  readonly #maker: BoneMaker;
  #stopping: Promise<HapticSummary> | null = null;
  readonly hand: HapticHand;
  readonly #numbers = new Float64Array(SNAPSHOT_SIZE);
  readonly #cutFeed: CutFeed | null;

  constructor(
    memory: HapticMemory,
    isShared: boolean,
    servo: LoopThread,
    models: LoopThread,
    maker: BoneMaker,
    mayCut: boolean,
    cutter: Cutter | undefined,
  ) {
    this.hand = new HapticHand({ memory, mayCut });
    this.#cutFeed = cutter === undefined ? null : new CutFeed(cutter, memory.snapshot, (edit) => this.editBone(edit));
    this.transport = isShared ? 'shared' : 'messages';
    this.transportReason = isShared ? SHARED : NOT_SHARED;
    this.#memory = memory;
    this.#servo = servo;
    this.#models = models;
    this.#maker = maker;
  }

  move(pose: ArrayLike<number> | null): void {
    const written = this.hand.move(pose);
    if (this.transport === 'messages') this.#servo.post({ role: 'hand', pose: written.slice() });
  }

  cut(isOn: boolean): void {
    this.hand.cut(isOn);
    if (this.transport === 'messages') this.#servo.post({ role: 'cut', isOn });
  }

  snapshot(): HapticSnapshot | null {
    return this.hand.snapshot(this.#servo.refusal);
  }

  summary(): HapticSummary {
    const { tickTimes, lateness, modelAges, buildTimes } = this.#memory;
    this.#memory.snapshot.read(this.#numbers);
    return {
      tick: summarised(tickTimes),
      lateness: summarised(lateness),
      modelAge: summarised(modelAges),
      build: summarised(buildTimes),
      largestForceStep: this.#numbers[AT.largestForceStep],
      largestTorqueStep: this.#numbers[AT.largestTorqueStep],
      mostForce: this.#numbers[AT.mostForce],
    };
  }

  async editBone(edit: BoneEdit): Promise<void> {
    checkEdit(edit);
    const { remove = [], positions = [], faces = [] } = edit;
    // Copied, since a message cannot hold everything that is array-like.
    const [retired, vertices, corners] = [remove, positions, faces].map((values) => Float64Array.from(values));
    await this.#models.ask({ role: 'edit', edit: { remove: retired, positions: vertices, faces: corners } });
  }

  stop(): Promise<HapticSummary> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<HapticSummary> {
    this.#maker.end();
    const failure = (await this.#cutFeed?.end()) ?? this.#maker.failure;
    Atomics.store(this.#memory.control, STOP, 1);
    const threads = [this.#servo, this.#models];
    const last = threads.map((thread) => thread.hear());
    if (this.transport === 'messages') for (const thread of threads) thread.post({ role: 'stop' });
    for (const reply of await Promise.all(last))
      if (reply.says === 'stopped' && reply.times !== null) this.#memory.includeTimes(reply.times);
    for (const thread of threads) thread.end();
    if (failure !== undefined) throw failure;
    return this.summary();
  }
}

function summarised(times: TimeHistogram): TimeSummary {
  return {
    count: times.count,
    median: times.percentile(50),
    p99: times.percentile(99),
    p999: times.percentile(99.9),
    greatest: times.greatest,
  };
}
