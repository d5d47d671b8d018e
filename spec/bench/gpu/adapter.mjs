// The machine → a WebGPU device of its real GPU, or of a software adapter where there is no other.

/** Names that software adapters report, as in lib/gpu/find-adapter.ts, which plain Node cannot import. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render|software/i;
const RAISED = ['maxBufferSize', 'maxStorageBufferBindingSize'];
/** Dawn rounds times to 0.1 ms unless told not to. */
const EXACT_TIMES = ['enable-dawn-features=allow_unsafe_apis', 'disable-dawn-features=timestamp_quantization'];

/** @returns null where there is no adapter at all. `instance` is to be held as long as the device is used. */
export async function openAdapter() {
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

/** Another device of the same adapter, whose kernels may have more storage buffers. */
export async function openWideDevice(instance) {
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
  return adapter.requestDevice({ requiredLimits: limitsOf(adapter, [...RAISED, 'maxStorageBuffersPerShaderStage']) });
}

function limitsOf(adapter, names) {
  return Object.fromEntries(names.map((limit) => [limit, adapter.limits[limit]]));
}
