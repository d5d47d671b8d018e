// The machine → a WebGPU device of its real GPU, or of a software adapter if there is no other.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Names that software adapters report; same as in lib/base/gpu/find-adapter.ts, which plain Node cannot import. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render|software/i;
const RAISED = ['maxBufferSize', 'maxStorageBufferBindingSize'];
/** Without these options, Dawn rounds times to 0.1 ms. */
const EXACT_TIMES = ['enable-dawn-features=allow_unsafe_apis', 'disable-dawn-features=timestamp_quantization'];

/** @param run receives openAdapter's result, in a process with software Vulkan if there is no real GPU. */
export async function withAdapter(run) {
  const gpu = await openAdapter();
  if (gpu !== null) await run(gpu);
  else if (process.env.VK_ICD_FILENAMES === undefined) await runWithSoftwareVulkan();
  else {
    console.error('There is no WebGPU adapter, not even with software Vulkan; run npm install.');
    process.exitCode = 1;
  }
}

/** The same process again with software Vulkan, which must be in the environment before the process starts. */
async function runWithSoftwareVulkan() {
  const { vulkanEnvironment } = await import('../../harness/software-vulkan.mjs');
  const env = { ...process.env, ...(await vulkanEnvironment()) };
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  process.exitCode = signal ? 1 : (code ?? 1);
}

/** @returns null if there is no adapter at all. Keep `instance` as long as the device is used. */
async function openAdapter() {
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const instance = create(EXACT_TIMES);
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) return null;
  const { vendor, architecture, device: model, description } = adapter.info;
  const name = [vendor, architecture, model, description].filter((part) => part !== '').join(' ');
  const device = await adapter.requestDevice({
    requiredLimits: limitsOf(adapter, RAISED),
    requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [],
  });
  return { instance, device, name, isSoftware: SOFTWARE.test(name) };
}

/** Another device of the same adapter, with a higher limit of storage buffers per kernel. */
export async function openWideDevice(instance) {
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
  return adapter.requestDevice({ requiredLimits: limitsOf(adapter, [...RAISED, 'maxStorageBuffersPerShaderStage']) });
}

function limitsOf(adapter, names) {
  return Object.fromEntries(names.map((limit) => [limit, adapter.limits[limit]]));
}
