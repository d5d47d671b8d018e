// Commands encoded together → what the device refused of them, if anything.

import { DeviceError } from '#core';
import type { Gpu } from './gpu.ts';

/** What the message of a refusal says about the work. */
export interface RefusedWork {
  /** After "The GPU has no memory for": what did not fit. */
  readonly held: string;
  /** After "The GPU refused": what it was. */
  readonly work: string;
  /** After the semicolon: how to save memory. */
  readonly next: string;
}

/**
 * Opens scopes for errors that the device finds later. Close them before anything is awaited, since the scopes of a
 * device form a stack.
 * @returns a function that closes them and returns what was refused, or null; a lost device reports nothing here.
 */
export function openFaultScopes({ device, name }: Gpu): { close(work: RefusedWork): Promise<DeviceError | null> } {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  return {
    close: async ({ held, work, next }) => {
      const scopes = [device.popErrorScope(), device.popErrorScope()];
      const [memory, validation] = await Promise.all(scopes.map((scope) => scope.catch(() => null)));
      if (memory !== null)
        return new DeviceError(
          'TOO_LARGE_FOR_DEVICE',
          `The GPU "${name}" has no memory for ${held} (${memory.message}); ${next}.`,
        );
      if (validation !== null)
        return new DeviceError(
          'GPU_ERROR',
          `The GPU "${name}" refused ${work} (${validation.message}); use backend "cpu", and report this with the adapter's name.`,
        );
      return null;
    },
  };
}
