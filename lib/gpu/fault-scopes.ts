// Commands encoded in one go → what the device refused of them, if anything.

import { DeviceError } from '#core';
import type { Gpu } from './gpu.ts';

/** What a sentence of the device's refusal says of the work. */
export interface RefusedWork {
  /** After "The GPU has no memory for": what was to be held. */
  readonly held: string;
  /** After "The GPU refused": what it was. */
  readonly work: string;
  /** After the semicolon: what to do about memory. */
  readonly next: string;
}

/**
 * Opens scopes for what the device finds out later. Close them before anything is awaited, since scopes of one device
 * are a stack.
 * @returns closes them: what was refused, or null; a device that is lost says nothing here.
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
