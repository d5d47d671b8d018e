// The devices that kerf requests in a spec file, kept so that one can be lost behind its back; and whether there is an
// adapter at all. Call it once, at the top of a spec file: it adds that file's hooks. The file is isolated, since kerf
// requests no device while it has one.

import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { findAdapter } from '#gpu/find-adapter.ts';
import { longRun } from './long-run.ts';
import { LosableDevice } from './losable-device.ts';
import { borrowedDevice } from './software-gpu.ts';
import { specProcess } from './spec-process.ts';

export interface LosableDevices {
  /** In the order of the requests; destroy() loses one. */
  readonly devices: GPUDevice[];
  /** True again after each test. */
  hasAdapter: boolean;
  /** Called when a wait for an answer begins; reset to do nothing after each test. */
  onWait: () => void;
  /** Called with each device that kerf receives; reset to do nothing after each test. */
  onDevice: (device: GPUDevice) => void;
}

/**
 * @param isReal whether each device is one of its own, for which a software GPU compiles all kernels anew, and is
 * destroyed; otherwise all are the kept device, lost only for kerf.
 */
export function losableDevices({ isReal = longRun(1, 0) === 1 } = {}): LosableDevices {
  const held: LosableDevices = { devices: [], hasAdapter: true, onWait: () => {}, onDevice: () => {} };
  let kept: GPUDevice | null = null;
  let requestDevice: typeof GPUAdapter.prototype.requestDevice;
  let requestAdapter: typeof GPU.prototype.requestAdapter;
  let mapAsync: typeof GPUBuffer.prototype.mapAsync;
  beforeAll(async () => {
    await findAdapter(); // makes the classes of the API known
    if (!isReal) kept = await borrowedDevice();
    ({ requestDevice } = GPUAdapter.prototype);
    ({ requestAdapter } = GPU.prototype);
    ({ mapAsync } = GPUBuffer.prototype);
    GPU.prototype.requestAdapter = function (...given) {
      return held.hasAdapter ? requestAdapter.apply(this, given) : Promise.resolve(null);
    };
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = kept === null ? await requestDevice.apply(this, given) : new LosableDevice(kept).device;
      held.devices.push(device);
      held.onDevice(device);
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
    held.onDevice = () => {};
  });
  afterAll(async () => {
    GPU.prototype.requestAdapter = requestAdapter;
    GPUAdapter.prototype.requestDevice = requestDevice;
    GPUBuffer.prototype.mapAsync = mapAsync;
    for (const device of held.devices) device.destroy();
    if (kept !== null) await specProcess.returnDevice(kept);
  });
  return held;
}
