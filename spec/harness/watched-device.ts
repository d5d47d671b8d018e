// The machine's adapter → a device that counts what is made and sent, and may report small limits.

import { findAdapter } from '#gpu/find-adapter.ts';
import { specProcess } from './spec-process.ts';

export interface Watched {
  /** Passed on as the caller's device. */
  readonly device: GPUDevice;
  readonly buffers: {
    /** Buffers made and not yet destroyed. */
    readonly live: Set<GPUBuffer>;
    /** Bytes of the largest storage buffer made. */
    largest: number;
  };
  submits: number;
  /** Bytes given to queue.writeBuffer. */
  written: number;
  /** Whether destroy() was called on the device itself. */
  destroyed: boolean;
  /** The reported maxBufferSize and maxStorageBufferBindingSize; null for the device's own. */
  limit: number | null;
  /** Errors that no error scope caught. */
  readonly uncaptured: string[];
  /** Call it at the spec file's end: the next file gets the device with its kernels compiled. */
  giveBack(): Promise<void>;
}

/** A device with WebGPU's default limits and no feature. */
export async function watchedDevice(): Promise<Watched> {
  const found = await findAdapter();
  if ('reason' in found) throw new Error(found.reason);
  const { adapter, instance } = found;
  const real = await specProcess.borrowDevice('of a caller', () => adapter.requestDevice(), adapter, instance);
  const live = new Set<GPUBuffer>();
  const limits = new Proxy(real.limits, {
    get: (own, name) =>
      watched.limit !== null && (name === 'maxBufferSize' || name === 'maxStorageBufferBindingSize')
        ? watched.limit
        : Reflect.get(own, name, own),
  });
  const queue = new Proxy(real.queue, {
    get: (own, name) => {
      if (name === 'submit')
        return (commands: Iterable<GPUCommandBuffer>) => {
          watched.submits++;
          own.submit(commands);
        };
      if (name === 'writeBuffer')
        return (...given: Parameters<GPUQueue['writeBuffer']>) => {
          const [, , data, , size] = given;
          watched.written += size === undefined ? data.byteLength : size * bytesPerItem(data);
          own.writeBuffer(...given);
        };
      return propertyOf(own, name);
    },
  });
  const replaced: Partial<Record<PropertyKey, unknown>> = {
    limits,
    queue,
    destroy: () => {
      watched.destroyed = true;
      real.destroy();
    },
    createBuffer: (descriptor: GPUBufferDescriptor) => {
      const buffer = real.createBuffer(descriptor);
      if (descriptor.usage & GPUBufferUsage.STORAGE)
        watched.buffers.largest = Math.max(watched.buffers.largest, descriptor.size);
      live.add(buffer);
      const { destroy } = buffer;
      buffer.destroy = () => {
        live.delete(buffer);
        destroy.call(buffer);
      };
      return buffer;
    },
  };
  const device = new Proxy(real, {
    get: (own, name) => replaced[name] ?? propertyOf(own, name),
  });
  const watched: Watched = {
    ...{ device, buffers: { live, largest: 0 }, submits: 0, written: 0, destroyed: false, limit: null, uncaptured: [] },
    async giveBack() {
      await specProcess.returnDevice(real);
      real.removeEventListener('uncapturederror', onError);
    },
  };
  const onError = ({ error }: GPUUncapturedErrorEvent) => watched.uncaptured.push(error.message);
  real.addEventListener('uncapturederror', onError);
  return watched;
}

/** A property of the object itself, whose methods must not be called on a proxy. */
function propertyOf<T extends object>(own: T, name: PropertyKey): unknown {
  const value = Reflect.get(own, name, own);
  return typeof value === 'function' ? value.bind(own) : value;
}

function bytesPerItem(data: unknown): number {
  return ArrayBuffer.isView(data) && 'BYTES_PER_ELEMENT' in data ? Number(data.BYTES_PER_ELEMENT) : 1;
}
