// The interface between the servo and a haptic device, and the options of each kind of device.

import type { OptionNames } from '#core';
import type { ForceKey } from './inverse-protocol.ts';

export interface HapticDevice {
  /**
   * Writes the newest pose: 16 numbers, column-major, tool frame → bone frame, mm. @param clock now, ms.
   * @returns false if there is none: the device is not connected.
   */
  read(clock: Float64Array, pose: Float64Array): boolean;
  /**
   * Gives the hand force and torque: N, N·mm about the pivot, bone frame.
   * @returns false if the device takes none now: the hand still feels the last one.
   */
  feel(wrench: Float64Array): boolean;
  close(): void;
}

/** Why a device gives no pose. */
export interface DeviceRefusal {
  /**
   * NO_SERVICE: nothing answers at its address. LOST: the connection has ended. SILENT: the service is connected and
   * sends nothing. UNREADABLE: its messages are not a device's state. NO_DEVICE: the service has no device.
   */
  readonly code: 'NO_SERVICE' | 'LOST' | 'SILENT' | 'UNREADABLE' | 'NO_DEVICE';
  readonly message: string;
}

/** A recorded motion. */
export interface ScriptedMotion {
  /** 16·N numbers: N ≥ 1 poses, column-major, rigid. */
  readonly poses: ArrayLike<number>;
  /** ms from one to the next. */
  readonly interval: number;
  /** Restarts at its end; otherwise the last pose stays. */
  readonly loops?: boolean;
}
export const SCRIPT_OPTIONS: OptionNames<ScriptedMotion> = { poses: true, interval: true, loops: true };

/** A device of Haply's Inverse service. It exerts force; torque is not felt. */
export interface InverseOptions {
  /** Address of the service's simulation channel. Default ws://localhost:10001. */
  readonly url?: string;
  /** The device's frame → the bone's: 16 numbers, column-major, rigid, mm. Default: the identity. */
  readonly base?: ArrayLike<number>;
  /** The tool's frame → the grip's: 16 numbers, column-major, rigid, mm. Default: the identity. */
  readonly mount?: ArrayLike<number>;
  /** mm that the tool moves per metre of the hand. Default 1000; the felt stiffness grows in proportion. */
  readonly scale?: number;
  /** What the service calls this session. Default 'kerf'. */
  readonly profile?: string;
  /** The key of the force in a message: 'values' for a service of version 3.1. Default 'vector'. */
  readonly forceKey?: ForceKey;
}
export const INVERSE_OPTIONS: OptionNames<InverseOptions> = {
  url: true,
  base: true,
  mount: true,
  scale: true,
  profile: true,
  forceKey: true,
};
