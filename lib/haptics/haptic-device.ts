// What a haptic device is to the servo.

export interface HapticDevice {
  /**
   * Writes the newest pose: 16 numbers, column-major, tool frame → bone frame, mm. @param clock now, ms.
   * @returns false where there is none: nobody is connected.
   */
  read(clock: Float64Array, pose: Float64Array): boolean;
  /** Gives the hand force and torque: N, N·mm about the pivot, bone frame. */
  feel(wrench: Float64Array): void;
  close(): void;
}

/** A recorded motion. */
export interface ScriptedMotion {
  /** 16·N numbers: N ≥ 1 poses, column-major, rigid. */
  readonly poses: ArrayLike<number>;
  /** ms from one to the next. */
  readonly interval: number;
  /** Begins anew at its end; else the last pose stays. */
  readonly loops?: boolean;
}
