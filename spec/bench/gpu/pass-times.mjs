// WebGPU's prototypes → the milliseconds that each compute pass took on the GPU, by its label, whether or not its
// creator asked for them.

const MOST_PASSES = 32;
const BYTES_PER_PASS = 16;

/**
 * Call begin() before the passes to be timed. Passes with their own query set keep it: what they resolve is copied; all
 * others get one here. Make this object before countWork, so that its own readings are not counted.
 */
export class PassTimes {
  #device;
  #on = false;
  /** For each resolved query set: the labels of its passes and a buffer with their ticks. */
  #pending = [];
  /** Query set → labels of the passes that write to it, in order. */
  #labels = new Map();
  #added = new WeakMap();
  #mapAsync = GPUBuffer.prototype.mapAsync;
  #getMappedRange = GPUBuffer.prototype.getMappedRange;

  /** @param device with the feature timestamp-query. */
  constructor(device) {
    this.#device = device;
    const times = this;
    const { beginComputePass, resolveQuerySet, finish } = GPUCommandEncoder.prototype;
    GPUCommandEncoder.prototype.beginComputePass = function timed(descriptor = {}) {
      return beginComputePass.call(this, times.#on ? times.#withTimes(this, descriptor) : descriptor);
    };
    GPUCommandEncoder.prototype.resolveQuerySet = function copied(querySet, first, count, target, offset) {
      resolveQuerySet.call(this, querySet, first, count, target, offset);
      if (times.#on) times.#keep(this, querySet, target, offset);
    };
    GPUCommandEncoder.prototype.finish = function resolved(descriptor) {
      const added = times.#added.get(this);
      if (added !== undefined) {
        const bytes = BYTES_PER_PASS * times.#labels.get(added).length;
        const target = times.#device.createBuffer({
          size: bytes,
          usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
        });
        resolveQuerySet.call(this, added, 0, bytes / 8, target, 0);
        times.#keep(this, added, target, 0);
      }
      return finish.call(this, descriptor);
    };
  }

  begin() {
    this.#on = true;
  }

  /** Call it after the work has completed. @returns milliseconds by label, passes with the same label added up. */
  async end() {
    this.#on = false;
    const sums = {};
    for (const { labels, buffer } of this.#pending.splice(0)) {
      await this.#mapAsync.call(buffer, GPUMapMode.READ);
      const ticks = new BigUint64Array(this.#getMappedRange.call(buffer));
      labels.forEach((label, pass) => {
        const nanoseconds = Math.max(0, Number(ticks[2 * pass + 1] - ticks[2 * pass]));
        sums[label] = (sums[label] ?? 0) + nanoseconds / 1e6;
      });
      buffer.unmap();
      buffer.destroy();
    }
    this.#labels.clear();
    return sums;
  }

  #withTimes(encoder, descriptor) {
    const label = descriptor.label || encoder.label || 'unnamed';
    const given = descriptor.timestampWrites?.querySet;
    const querySet = given ?? this.#added.get(encoder) ?? this.#addTo(encoder);
    const labels = this.#labels.get(querySet) ?? [];
    this.#labels.set(querySet, labels);
    const at = 2 * labels.push(label) - 2;
    if (given !== undefined) return descriptor;
    return {
      ...descriptor,
      timestampWrites: { querySet, beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 },
    };
  }

  #addTo(encoder) {
    const querySet = this.#device.createQuerySet({ type: 'timestamp', count: 2 * MOST_PASSES });
    this.#added.set(encoder, querySet);
    return querySet;
  }

  #keep(encoder, querySet, source, offset) {
    const labels = this.#labels.get(querySet);
    if (labels === undefined) return;
    this.#labels.delete(querySet);
    const size = BYTES_PER_PASS * labels.length;
    const buffer = this.#device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    encoder.copyBufferToBuffer(source, offset, buffer, 0, size);
    this.#pending.push({ labels, buffer });
  }
}
