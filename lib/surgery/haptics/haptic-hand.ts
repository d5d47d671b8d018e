// The memory that a loop's threads share → what its owner, or any other thread of the process, does with it at once:
// moves the hand, switches the tool, reads the newest tick.

import { checkNumbers, OptionError, PoseError, refuse } from '#core';
import type { DeviceRefusal } from './haptic-device.ts';
import { CUTS, HapticMemory, POSE_IS_THERE, POSE_SIZE, SNAPSHOT_SIZE } from './haptic-memory.ts';
import { type HapticSnapshot, snapshotOf } from './haptic-snapshot.ts';
import { PENETRATION_SIZE } from './packed-penetration.ts';

/** What another thread needs to make the same hand. */
export interface HandParts {
  readonly memory: ArrayBufferLike;
  readonly mayCut: boolean;
}

export class HapticHand {
  readonly memory: HapticMemory;
  readonly #mayCut: boolean;
  readonly #pose = new Float64Array(POSE_SIZE);
  readonly #numbers = new Float64Array(SNAPSHOT_SIZE);
  readonly #penetration = new Float64Array(PENETRATION_SIZE);
  readonly #plunge = new Float64Array(PENETRATION_SIZE);
  readonly #handPlunge = new Float64Array(PENETRATION_SIZE);

  /** @param mayCut whether the loop was started with `cutting`. */
  constructor({ memory, mayCut }: { readonly memory: HapticMemory; readonly mayCut: boolean }) {
    this.memory = memory;
    this.#mayCut = mayCut;
  }

  static of({ memory, mayCut }: HandParts): HapticHand {
    return new HapticHand({ memory: new HapticMemory(memory), mayCut });
  }

  get parts(): HandParts {
    return { memory: this.memory.memory, mayCut: this.#mayCut };
  }

  /** As HapticLoop's. @returns the numbers written. */
  move(pose: ArrayLike<number> | null): Float64Array {
    if (pose !== null) checkShape(pose);
    for (let k = 0; k < 16 && pose !== null; k++) this.#pose[k] = pose[k];
    this.#pose[POSE_IS_THERE] = pose === null ? 0 : 1;
    this.memory.device.write(this.#pose);
    return this.#pose;
  }

  /** As HapticLoop's. */
  cut(isOn: boolean): void {
    if (typeof isOn !== 'boolean') refuse(isOn, 'The argument isOn of cut', 'a boolean', 'pass true to switch it on');
    if (!this.#mayCut)
      throw new OptionError(
        'BAD_OPTION',
        'The loop was started without cutting, expected its options; give startHapticLoop cutting: {}.',
      );
    Atomics.store(this.memory.control, CUTS, isOn ? 1 : 0);
  }

  /** As HapticLoop's. @param refusal why the device gives no pose. */
  snapshot(refusal: DeviceRefusal | null): HapticSnapshot | null {
    const { snapshot, penetration, plunge, handPlunge } = this.memory;
    if (!snapshot.read(this.#numbers)) return null;
    const found = penetration.read(this.#penetration) ? this.#penetration : null;
    const depths = {
      plunge: plunge.read(this.#plunge) ? this.#plunge : null,
      handPlunge: handPlunge.read(this.#handPlunge) ? this.#handPlunge : null,
    };
    return snapshotOf(this.#numbers, found, this.#mayCut ? depths : null, refusal);
  }
}

function checkShape(pose: ArrayLike<number>): void {
  checkNumbers(pose, 'pose', 'pass 16 of them, column-major, or null for no hand', PoseError);
  if (pose.length !== 16)
    throw new PoseError(
      'BAD_LENGTH',
      `The hand's pose has ${pose.length} numbers, expected 16 (4×4, column-major); pass tool frame → bone frame.`,
    );
}
