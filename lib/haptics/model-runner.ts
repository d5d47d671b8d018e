// A bone, a tool's samples and the memory of the loop → local models, one after the other, where the servo wants them.

import type { BoneBody } from '../detector/index.ts';
import { LocalModelBuilder } from './build-local-model.ts';
import { type HapticMemory, POSE_IS_THERE, POSE_SIZE, POSE_TIME } from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import type { LocalModel } from './local-model.ts';
import type { ModelMailbox } from './model-mailbox.ts';
import type { SamplePoints } from './sample-points.ts';

export class ModelRunner {
  readonly #builder: LocalModelBuilder;
  readonly #settings: ServoSettings;
  readonly #memory: HapticMemory;
  readonly #mailbox: ModelMailbox<LocalModel>;
  readonly #wanted = new Float64Array(POSE_SIZE);
  readonly #times = new Float64Array(1);

  constructor(bone: BoneBody, samples: SamplePoints, settings: ServoSettings, memory: HapticMemory) {
    this.#builder = new LocalModelBuilder(bone, samples);
    this.#settings = settings;
    this.#memory = memory;
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
    return true;
  }
}
