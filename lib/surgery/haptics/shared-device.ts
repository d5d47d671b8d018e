// Poses that another thread writes (from a mouse or a page) → a device.

import type { HapticDevice } from './haptic-device.ts';
import { type HapticMemory, POSE_IS_THERE, POSE_SIZE } from './haptic-memory.ts';

export class SharedDevice implements HapticDevice {
  readonly #memory: HapticMemory;
  readonly #newest = new Float64Array(POSE_SIZE);

  constructor(memory: HapticMemory) {
    this.#memory = memory;
  }

  read(_clock: Float64Array, pose: Float64Array): boolean {
    if (!this.#memory.device.read(this.#newest)) return false;
    for (let k = 0; k < 16; k++) pose[k] = this.#newest[k];
    return this.#newest[POSE_IS_THERE] !== 0;
  }

  feel(): boolean {
    return true;
  }

  close(): void {}
}
