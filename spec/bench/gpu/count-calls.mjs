// A WebGPU device and names of WGSL functions → the calls of each, by kernel, and the most calls by one thread.
//
// The device returns modules in which each of these functions first counts itself, in an extra storage buffer beside
// the kernel's: everything else is the shaders and host code that everybody runs. Counts are exact below 2^32.

/** A number above every binding of a kernel. */
const BINDING = 40;
const MOST_KERNELS = 256;

/**
 * Counts on this device from now on.
 * @param device whose kernels may have one storage buffer more than WebGPU's default.
 * @param names of functions; a kernel need not contain them, but some kernel must.
 * @returns a function that promises the list since its last call: for each kernel that contains one, its label, and by
 * name the calls and the most calls of one thread.
 */
export function countCalls(device, names) {
  const words = 2 * names.length;
  const size = 4 * words * MOST_KERNELS;
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const counts = device.createBuffer({ label: 'calls', size, usage: STORAGE | COPY_SRC | COPY_DST });
  const labels = [];
  const missing = new Set(names);
  const counting = { modules: new WeakSet(), pipelines: new WeakSet(), layouts: new WeakSet() };
  const own = {
    createShaderModule: device.createShaderModule.bind(device),
    createComputePipelineAsync: device.createComputePipelineAsync.bind(device),
    createBindGroup: device.createBindGroup.bind(device),
  };
  device.createShaderModule = (descriptor) => {
    const known = labels.indexOf(descriptor.label);
    const kernel = known >= 0 ? known : labels.length;
    const code = counted(descriptor.code, names, words * kernel);
    for (const name of [...missing]) if (code?.includes(`fn ${name}(`)) missing.delete(name);
    if (code === null) return own.createShaderModule(descriptor);
    if (known < 0) labels.push(descriptor.label);
    if (labels.length > MOST_KERNELS) throw new RangeError(`more than ${MOST_KERNELS} kernels count their calls`);
    const module = own.createShaderModule({ ...descriptor, code });
    counting.modules.add(module);
    return module;
  };
  device.createComputePipelineAsync = async (descriptor) => {
    const pipeline = await own.createComputePipelineAsync(descriptor);
    if (!counting.modules.has(descriptor.compute.module)) return pipeline;
    const layoutOf = pipeline.getBindGroupLayout.bind(pipeline);
    pipeline.getBindGroupLayout = (index) => {
      const layout = layoutOf(index);
      counting.layouts.add(layout);
      return layout;
    };
    return pipeline;
  };
  device.createBindGroup = (descriptor) => {
    if (!counting.layouts.has(descriptor.layout)) return own.createBindGroup(descriptor);
    const more = { binding: BINDING, resource: { buffer: counts } };
    return own.createBindGroup({ ...descriptor, entries: [...descriptor.entries, more] });
  };
  return async () => {
    // A function that has been renamed would be counted as never called.
    if (missing.size > 0) throw new Error(`no kernel has ${[...missing].join(', ')}; correct the names to count`);
    const copy = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(counts, 0, copy, 0, size);
    encoder.clearBuffer(counts, 0, size);
    device.queue.submit([encoder.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    const taken = new Uint32Array(copy.getMappedRange().slice(0));
    copy.destroy();
    return labels.map((label, kernel) => ({
      label,
      calls: byName(names, (k) => taken[words * kernel + 2 * k]),
      mostOfOne: byName(names, (k) => taken[words * kernel + 2 * k + 1]),
    }));
  };
}

function byName(names, countOf) {
  return Object.fromEntries(names.map((name, k) => [name, countOf(k)]));
}

/** The shader with its functions counted from this word on; null if it has none of them. */
function counted(code, names, firstWord) {
  let text = code;
  names.forEach((name, k) => {
    text = text.replace(new RegExp(`\\bfn ${name}\\([^{]*\\{`), `$& countCall(${k}u);`);
  });
  if (text === code) return null;
  // A pipeline's automatic layout omits a binding that no entry point uses.
  text = text.replace(/\bfn main\([\s\S]*?\) ?\{/, '$& _ = atomicLoad(&callCounts[0]);');
  return `${text}
@group(0) @binding(${BINDING}) var<storage, read_write> callCounts: array<atomic<u32>>;
var<private> callsOfThread: array<u32, ${names.length}>;
fn countCall(name: u32) {
  callsOfThread[name]++;
  atomicAdd(&callCounts[${firstWord}u + 2u * name], 1u);
  atomicMax(&callCounts[${firstWord}u + 2u * name + 1u], callsOfThread[name]);
}
`;
}
