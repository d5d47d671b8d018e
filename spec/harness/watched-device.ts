// The kept device → one that has WebGPU's default limits and no feature, as far as its user can tell, counts what is
// made and sent, and may report smaller limits.

import { borrowedDevice } from './software-gpu.ts';
import { specProcess } from './spec-process.ts';

/** What WebGPU grants by default of the limits that kerf raises on a device of its own. */
export const DEFAULT_LIMITS = { maxBufferSize: 2 ** 28, maxStorageBufferBindingSize: 2 ** 27 } as const;

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
  /** The reported maxBufferSize and maxStorageBufferBindingSize; null for WebGPU's defaults. */
  limit: number | null;
  /** Errors that no error scope caught, and use of more than what is reported. */
  readonly uncaptured: string[];
  /** Call it at the spec file's end: the next file gets the device with its kernels compiled. */
  giveBack(): Promise<void>;
}

/** @param given is watched instead of the kept device. */
export async function watchedDevice(given?: GPUDevice): Promise<Watched> {
  const real = given ?? (await borrowedDevice());
  const live = new Set<GPUBuffer>();
  const limits = new Proxy(real.limits, {
    get: (own, name) =>
      name === 'maxBufferSize' || name === 'maxStorageBufferBindingSize'
        ? (watched.limit ?? DEFAULT_LIMITS[name])
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
    features: new Set(),
    destroy: () => {
      watched.destroyed = true;
      real.destroy();
    },
    createQuerySet: (descriptor: GPUQuerySetDescriptor) => {
      watched.uncaptured.push(`a query set of type "${descriptor.type}", a feature that the device lacks`);
      return real.createQuerySet(descriptor);
    },
    createBuffer: (descriptor: GPUBufferDescriptor) => {
      const { label, size } = descriptor;
      const isStorage = (descriptor.usage & GPUBufferUsage.STORAGE) !== 0;
      const most = isStorage ? limits.maxStorageBufferBindingSize : limits.maxBufferSize;
      if (size > most) watched.uncaptured.push(`buffer "${label}" of ${size} bytes, the device allows ${most}`);
      const buffer = real.createBuffer(descriptor);
      if (isStorage) watched.buffers.largest = Math.max(watched.buffers.largest, size);
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
