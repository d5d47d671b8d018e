// Poses → the GPU's answers, across losses of its device.

import { DeviceError, KerfError, type RigidPose } from '#core';
import type { PoseAnswer } from './pose-answer.ts';

/** A GPU made ready for one bone and one tool. */
export interface Engine {
  /** The adapter's name. */
  readonly name: string;
  /** Most poses of one submit. */
  readonly mostPoses: number;
  /**
   * In the order of the poses; null for a pose that the GPU cannot hold and the CPU must answer.
   * @throws DeviceError DEVICE_LOST (as a rejection).
   */
  answer(poses: readonly RigidPose[]): Promise<readonly (PoseAnswer | null)[]>;
  /** Applies an edit that has been made to the bone. */
  boneEdited(removed: Uint32Array, firstVertex: number, firstFace: number): void;
  /** Uploads the bone's live faces under new numbers. */
  boneRenumbered(): void;
  dispose(): void;
}

/** Losses in a row after which the GPU is given up. */
export const MOST_LOSSES = 3;

/**
 * Makes a new engine when the device is lost, and reruns what was under way; gives up after MOST_LOSSES in a row, or if
 * no device is available.
 */
export class EngineKeeper {
  /** Why the GPU has been given up; null while there is one. */
  givenUp: string | null = null;
  readonly #make: () => Promise<Engine | { readonly reason: string }>;
  #engine: Engine;
  /** The remaking under way, shared by all queries that wait for it. */
  #remaking: Promise<void> | null = null;
  #losses = 0;
  #disposed = false;

  constructor(engine: Engine, make: () => Promise<Engine | { readonly reason: string }>) {
    this.#engine = engine;
    this.#make = make;
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** The answers, or null if the GPU has been given up. @throws KerfError DISPOSED (as a rejection). */
  async answer(poses: readonly RigidPose[]): Promise<readonly (PoseAnswer | null)[] | null> {
    for (;;) {
      if (this.#remaking !== null) await this.#remaking;
      if (this.givenUp !== null) return null;
      const engine = this.#engine;
      try {
        const answers = await engine.answer(poses);
        this.#checkAlive();
        this.#losses = 0;
        return answers;
      } catch (error) {
        this.#checkAlive();
        if (!isLoss(error)) throw error;
        // The first query to notice counts the loss and remakes the engine; the others wait.
        if (engine === this.#engine && this.givenUp === null) this.#remaking ??= this.#remake(error);
      }
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#engine.dispose();
  }

  /** A device lost while it is being made ready counts as another loss. */
  async #remake(loss: DeviceError): Promise<void> {
    this.#engine.dispose();
    let last: unknown = loss;
    while (isLoss(last) && ++this.#losses < MOST_LOSSES) {
      const made = await this.#make().catch((error: unknown) => ({ error }));
      if ('error' in made) last = made.error;
      else if ('reason' in made) last = made.reason;
      else {
        if (this.#disposed) made.dispose();
        else this.#engine = made;
        this.#remaking = null;
        return;
      }
    }
    this.givenUp = isLoss(last)
      ? `the GPU device was lost ${this.#losses} times in a row: ${last.message}`
      : `the GPU device was lost, and there is no other: ${last}`;
    this.#remaking = null;
  }

  #checkAlive(): void {
    if (this.#disposed)
      throw new KerfError('DISPOSED', 'This detector was disposed during a query; make a new one with createDetector.');
  }
}

function isLoss(error: unknown): error is DeviceError {
  return error instanceof DeviceError && error.code === 'DEVICE_LOST';
}
