// The devices that kerf requests in a spec file, kept so that one can be destroyed behind its back; and whether there
// is an adapter at all. Call it once, at the top of a spec file: it adds that file's hooks.

import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { findAdapter } from '#gpu/find-adapter.ts';

export interface LosableDevices {
  /** In the order of the requests. */
  readonly devices: GPUDevice[];
  /** True again after each test. */
  hasAdapter: boolean;
  /** Called when a wait for an answer begins; reset to do nothing after each test. */
  onWait: () => void;
}

export function losableDevices(): LosableDevices {
  const held: LosableDevices = { devices: [], hasAdapter: true, onWait: () => {} };
  let requestDevice: typeof GPUAdapter.prototype.requestDevice;
  let requestAdapter: typeof GPU.prototype.requestAdapter;
  let mapAsync: typeof GPUBuffer.prototype.mapAsync;
  beforeAll(async () => {
    await findAdapter(); // makes the classes of the API known
    ({ requestDevice } = GPUAdapter.prototype);
    ({ requestAdapter } = GPU.prototype);
    ({ mapAsync } = GPUBuffer.prototype);
    GPU.prototype.requestAdapter = function (...given) {
      return held.hasAdapter ? requestAdapter.apply(this, given) : Promise.resolve(null);
    };
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = await requestDevice.apply(this, given);
      held.devices.push(device);
      return device;
    };
    GPUBuffer.prototype.mapAsync = function (...given) {
      const mapped = mapAsync.apply(this, given);
      held.onWait();
      return mapped;
    };
  });
  afterEach(() => {
    held.hasAdapter = true;
    held.onWait = () => {};
  });
  afterAll(() => {
    GPU.prototype.requestAdapter = requestAdapter;
    GPUAdapter.prototype.requestDevice = requestDevice;
    GPUBuffer.prototype.mapAsync = mapAsync;
    for (const device of held.devices) device.destroy();
  });
  return held;
}
