// Poses → what the GPU answers for them, across losses of its device.

import { DeviceError, type RigidPose } from '../core/index.ts';
import type { PoseAnswer } from './gpu-report.ts';

/** A GPU made ready for one bone and one tool. */
export interface Engine {
  /** The adapter's name. */
  readonly name: string;
  /** Poses of one submit, at most. */
  readonly mostPoses: number;
  /** In the order of the poses; null for a pose that the GPU cannot hold and the CPU must answer. @throws DeviceError DEVICE_LOST (as a rejection). */
  answer(poses: readonly RigidPose[]): Promise<readonly (PoseAnswer | null)[]>;
  /** Takes over an edit that the bone has undergone. */
  boneEdited(removed: Uint32Array, firstVertex: number, firstFace: number): void;
  dispose(): void;
}

/** Losses in a row after which the GPU is given up. */
export const MOST_LOSSES = 3;

/** Makes an engine anew when its device is lost, and runs what was under way again; gives up after MOST_LOSSES in a row, or where no device can be had. */
export class EngineKeeper {
  /** Why there is no GPU any more; null while there is. */
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

  /** The answers, or null where the GPU has been given up. */
  async answer(poses: readonly RigidPose[]): Promise<readonly (PoseAnswer | null)[] | null> {
    for (;;) {
      if (this.#remaking !== null) await this.#remaking;
      if (this.givenUp !== null) return null;
      const engine = this.#engine;
      try {
        const answers = await engine.answer(poses);
        this.#losses = 0;
        return answers;
      } catch (error) {
        if (!(error instanceof DeviceError && error.code === 'DEVICE_LOST') || this.#disposed) throw error;
        // Whoever notices first counts the loss and remakes; the others wait.
        if (engine === this.#engine && this.givenUp === null) this.#remaking ??= this.#remake(error);
      }
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#engine.dispose();
  }

  async #remake(loss: DeviceError): Promise<void> {
    this.#engine.dispose();
    this.#losses++;
    if (this.#losses >= MOST_LOSSES)
      this.givenUp = `the GPU device was lost ${this.#losses} times in a row: ${loss.message}`;
    else {
      const made = await this.#make().catch((error: unknown) => ({ reason: String(error) }));
      if ('reason' in made) this.givenUp = `the GPU device was lost, and there is no other: ${made.reason}`;
      else if (this.#disposed) made.dispose();
      else this.#engine = made;
    }
    this.#remaking = null;
  }
}
