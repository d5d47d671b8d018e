// WebGPU's prototypes → counts of the work requested from the GPU: submits, maps, kernel launches, indirect launches
// among them, bytes up, bytes down.

const NOTHING = { submits: 0, maps: 0, launches: 0, indirect: 0, bytesUp: 0, bytesDown: 0 };

/**
 * Counts for all devices of the process from now on.
 * @returns a function that returns the counts since its last call.
 */
export function countWork() {
  let counts = { ...NOTHING };
  const readable = new WeakSet();
  before(GPUQueue, 'submit', () => counts.submits++);
  before(GPUQueue, 'writeBuffer', (_queue, args) => {
    counts.bytesUp += writtenBytes(args);
  });
  before(GPUComputePassEncoder, 'dispatchWorkgroups', () => counts.launches++);
  before(GPUComputePassEncoder, 'dispatchWorkgroupsIndirect', () => {
    counts.launches++;
    counts.indirect++;
  });
  before(GPUBuffer, 'mapAsync', (buffer, [mode]) => {
    counts.maps++;
    if (mode & GPUMapMode.READ) readable.add(buffer);
  });
  before(GPUBuffer, 'getMappedRange', (buffer, [offset = 0, size = buffer.size - offset]) => {
    if (readable.has(buffer)) counts.bytesDown += size;
    else counts.bytesUp += size;
  });
  return () => {
    const taken = counts;
    counts = { ...NOTHING };
    return taken;
  };
}

/**
 * Counts kernel launches for all devices of the process from now on.
 * @returns a function that returns a map since its last call: launches by the kernel's label.
 */
export function countLaunches() {
  let launches = new Map();
  const running = new WeakMap();
  before(GPUComputePassEncoder, 'setPipeline', (pass, [pipeline]) => running.set(pass, pipeline.label));
  before(GPUComputePassEncoder, 'dispatchWorkgroups', (pass) => {
    const label = running.get(pass);
    launches.set(label, (launches.get(label) ?? 0) + 1);
  });
  return () => {
    const taken = launches;
    launches = new Map();
    return taken;
  };
}

/** Calls `seen(object, arguments)` before each call of a method. */
function before({ prototype }, method, seen) {
  const own = prototype[method];
  prototype[method] = function counted(...args) {
    seen(this, args);
    return own.apply(this, args);
  };
}

/** WebGPU counts the offset and size of a typed array in elements, of other data in bytes. */
function writtenBytes([_buffer, _bufferOffset, data, dataOffset = 0, size]) {
  const unit = data.BYTES_PER_ELEMENT ?? 1;
  return size === undefined ? data.byteLength - unit * dataOffset : unit * size;
}
