// A bone, a tool and the loop's memory → local models, one after the other, where the servo wants them; and now and
// then how far the device has pushed the tool into the bone.

import type { BoneBody } from '../bodies/index.ts';
import { emptyPose, isPose, KerfError } from '../core/index.ts';
import type { PenetrationFinder } from '../detector/index.ts';
import { LocalModelBuilder } from './build-local-model.ts';
import {
  AT,
  type HapticMemory,
  POSE_IS_THERE,
  POSE_TIME,
  SNAPSHOT_SIZE,
  WANTED_FROM,
  WANTED_SIZE,
} from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import type { LocalModel } from './local-model.ts';
import type { ModelMailbox } from './model-mailbox.ts';
import { PENETRATION_SIZE, packPenetration } from './packed-penetration.ts';
import type { SamplePoints } from './sample-points.ts';

/**
 * ms between two answers of how deep the device has pushed, and at least RESTS times as long as the last one took:
 * people read the answers, and models have to wait for them.
 */
const PENETRATION_REST = 40;
const RESTS = 3;

export class ModelRunner {
  readonly #builder: LocalModelBuilder;
  readonly #settings: ServoSettings;
  readonly #memory: HapticMemory;
  readonly #mailbox: ModelMailbox<LocalModel>;
  readonly #wanted = new Float64Array(WANTED_SIZE);
  readonly #pose = this.#wanted.subarray(0, 16);
  readonly #from = this.#wanted.subarray(WANTED_FROM);
  readonly #times = new Float64Array(1);
  readonly #finder: PenetrationFinder;
  readonly #snapshot = new Float64Array(SNAPSHOT_SIZE);
  readonly #penetration = new Float64Array(PENETRATION_SIZE);
  readonly #checked = emptyPose();
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(
    bone: BoneBody,
    samples: SamplePoints,
    settings: ServoSettings,
    memory: HapticMemory,
    finder: PenetrationFinder,
  ) {
    this.#builder = new LocalModelBuilder(bone, samples);
    this.#settings = settings;
    this.#memory = memory;
    this.#finder = finder;
    this.#mailbox = memory.mailbox('writer');
  }

  /** Makes and posts one model. @returns false if none is wanted yet. */
  make(): boolean {
    const wanted = this.#wanted;
    if (!this.#memory.wanted.read(wanted) || wanted[POSE_IS_THERE] === 0) return false;
    const started = performance.now();
    this.#builder.build(this.#pose, wanted[POSE_TIME], this.#settings, this.#mailbox.own, this.#from);
    this.#mailbox.post();
    this.#times[0] = performance.now() - started;
    this.#memory.buildTimes.add(this.#times, 0);
    if (performance.now() > this.#nextAt) this.#findPenetration();
    return true;
  }

  /** Answers for the device's newest pose. If there is none, or no answer, the last one stays, with its old time. */
  #findPenetration(): void {
    const snapshot = this.#snapshot;
    if (!this.#memory.snapshot.read(snapshot)) return;
    const pose = snapshot.subarray(AT.device, AT.device + 16);
    if (!isPose(pose, this.#checked)) return;
    const started = performance.now();
    try {
      packPenetration(this.#finder.find(pose), performance.timeOrigin + started, this.#penetration);
      this.#memory.penetration.write(this.#penetration);
    } catch (error) {
      if (!(error instanceof KerfError)) throw error;
    }
    const ended = performance.now();
    this.#nextAt = ended + Math.max(PENETRATION_REST, RESTS * (ended - started));
  }
}
