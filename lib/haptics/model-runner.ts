// A bone, a tool and the memory of the loop → local models, one after the other, where the servo wants them; and now
// and then how far the device has pushed the tool into the bone.

import { emptyPose, isPose } from '../core/index.ts';
import type { BoneBody, PenetrationFinder } from '../detector/index.ts';
import { LocalModelBuilder } from './build-local-model.ts';
import { AT, type HapticMemory, POSE_IS_THERE, POSE_SIZE, POSE_TIME, SNAPSHOT_SIZE } from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import type { LocalModel } from './local-model.ts';
import type { ModelMailbox } from './model-mailbox.ts';
import { PENETRATION_SIZE, packPenetration } from './packed-penetration.ts';
import type { SamplePoints } from './sample-points.ts';

/** ms between two answers of how deep the device has pushed: people read it, and models wait for it. */
const PENETRATION_PERIOD = 40;

export class ModelRunner {
  readonly #builder: LocalModelBuilder;
  readonly #settings: ServoSettings;
  readonly #memory: HapticMemory;
  readonly #mailbox: ModelMailbox<LocalModel>;
  readonly #wanted = new Float64Array(POSE_SIZE);
  readonly #times = new Float64Array(1);
  readonly #finder: PenetrationFinder;
  readonly #snapshot = new Float64Array(SNAPSHOT_SIZE);
  readonly #penetration = new Float64Array(PENETRATION_SIZE);
  readonly #checked = emptyPose();
  #foundAt = Number.NEGATIVE_INFINITY;

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

  /** Makes and posts one model. @returns false where none is wanted yet. */
  make(): boolean {
    const wanted = this.#wanted;
    if (!this.#memory.wanted.read(wanted) || wanted[POSE_IS_THERE] === 0) return false;
    const started = performance.now();
    this.#builder.build(wanted.subarray(0, 16), wanted[POSE_TIME], this.#settings, this.#mailbox.own);
    this.#mailbox.post();
    this.#times[0] = performance.now() - started;
    this.#memory.buildTimes.add(this.#times, 0);
    if (performance.now() - this.#foundAt > PENETRATION_PERIOD) this.#findPenetration();
    return true;
  }

  /** Of the device's newest pose, where it is one. */
  #findPenetration(): void {
    const snapshot = this.#snapshot;
    if (!this.#memory.snapshot.read(snapshot)) return;
    const pose = snapshot.subarray(AT.device, AT.device + 16);
    if (!isPose(pose, this.#checked)) return;
    this.#foundAt = performance.now();
    const found = this.#finder.find(pose);
    packPenetration(found, performance.timeOrigin + this.#foundAt, this.#penetration);
    this.#memory.penetration.write(this.#penetration);
  }
}
