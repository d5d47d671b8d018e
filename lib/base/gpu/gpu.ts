// A WebGPU device → named kernels, compiled once, and notice of its loss.

import { DeviceError } from '#core';
import { type Bindings, bindingsWgsl, recordsWgsl } from '#records';
import { type FoundAdapter, findAdapter } from './find-adapter.ts';

/** Limits that are requested at the adapter's maximum; all others stay at WebGPU's defaults. */
const RAISED = ['maxBufferSize', 'maxStorageBufferBindingSize'] as const;

export interface KernelSource {
  readonly label: string;
  /** Its buffers and how it uses them, binding 0 first. */
  readonly bindings?: Bindings;
  /** WGSL texts in order: functions, then the one entry point `main`. Bindings and shared records are added. */
  readonly parts: readonly string[];
  readonly constants?: Readonly<Record<string, number>>;
}

export class Gpu {
  readonly device: GPUDevice;
  /** The adapter's own name, or a note that the device is the caller's. */
  readonly name: string;
  readonly software: boolean;
  readonly hasTimestamps: boolean;
  /** Why the device is no longer there; null while it is. */
  lost: string | null = null;
  /** Resolves when the device is lost. */
  readonly whenLost: Promise<string>;
  readonly #owned: FoundAdapter | null;
  #users = 1;
  readonly #kernels = new Map<string, Promise<GPUComputePipeline>>();

  constructor(device: GPUDevice, owned: FoundAdapter | null) {
    this.device = device;
    this.#owned = owned;
    this.name = owned?.name ?? "the caller's device";
    this.software = owned?.software ?? false;
    this.hasTimestamps = device.features.has('timestamp-query');
    this.whenLost = device.lost.then((info) => {
      this.lost = info.message || info.reason || 'unknown reason';
      return this.lost;
    });
  }

  /**
   * A kernel's pipeline, compiled on first use.
   * @throws DeviceError SHADER_ERROR (as a rejection) with the compiler's lines.
   */
  kernel(source: KernelSource): Promise<GPUComputePipeline> {
    // WGSL requires no order: generated text comes last, so that a compiler's line numbers count from the parts.
    const code = [...source.parts, bindingsWgsl(source.bindings ?? {}), recordsWgsl()].join('\n');
    const key = `${source.label}\n${JSON.stringify(source.constants ?? {})}\n${code}`;
    let pipeline = this.#kernels.get(key);
    if (pipeline === undefined) {
      pipeline = this.#compile(source, code);
      this.#kernels.set(key, pipeline);
    }
    return pipeline;
  }

  async #compile({ label, constants = {} }: KernelSource, code: string): Promise<GPUComputePipeline> {
    this.checkAlive();
    this.device.pushErrorScope('validation');
    const module = this.device.createShaderModule({ label, code });
    // The messages report what the scope holds, with line numbers.
    const [{ messages }] = await Promise.all([module.getCompilationInfo(), this.device.popErrorScope()]);
    const errors = messages.filter(({ type }) => type === 'error');
    if (errors.length > 0) {
      const lines = errors.map(({ lineNum, linePos, message }) => `${lineNum}:${linePos} ${message}`);
      throw new DeviceError(
        'SHADER_ERROR',
        `Kernel "${label}" does not compile (${lines.join('; ')}); report this with the adapter's name.`,
      );
    }
    // Kernels of one stage get the same constants; WebGPU accepts none that a module does not declare.
    const own = Object.entries(constants).filter(([name]) => code.includes(`override ${name}:`));
    return this.device.createComputePipelineAsync({
      ...({ label, layout: 'auto' } as const),
      compute: { module, constants: Object.fromEntries(own) },
    });
  }

  /** Bytes of the largest storage buffer that a kernel can see whole. */
  get largestBuffer(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    return Math.min(maxBufferSize, maxStorageBufferBindingSize);
  }

  /** @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST. */
  buffer(label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    this.checkAlive();
    const size = Math.max(16, Math.ceil(bytes / 16) * 16);
    const limit = usage & GPUBufferUsage.STORAGE ? this.largestBuffer : this.device.limits.maxBufferSize;
    if (size > limit)
      throw new DeviceError(
        'TOO_LARGE_FOR_DEVICE',
        `Buffer "${label}" needs ${size} bytes, the device allows ${limit}; use backend "cpu", a coarser resolution, a smaller mesh or fewer boxes.`,
      );
    return this.device.createBuffer({ label, size, usage });
  }

  /** @throws DeviceError DEVICE_LOST. */
  checkAlive(): void {
    if (this.lost !== null)
      throw new DeviceError(
        'DEVICE_LOST',
        `The GPU device "${this.name}" was lost (${this.lost}); run the query again.`,
      );
  }

  /** Releases the device: our own is destroyed when nobody uses it any more, a caller's never. */
  dispose(): void {
    if (this.#owned === null) return;
    this.#users--;
    if (this.#users > 0) return;
    if (shared === this) shared = null;
    this.device.destroy();
  }

  /** One more user of the same device and its kernels. */
  share(): Gpu {
    this.#users++;
    return this;
  }
}

export interface GpuChoice {
  /** The caller's device, which is used whatever it is. */
  readonly device?: GPUDevice;
  /** Whether a software adapter will do. */
  readonly software?: boolean;
}

/** Callers' devices: detectors on one device share compiled kernels. */
const callers = new WeakMap<GPUDevice, Gpu>();
/** Our own device in use: detectors share it, since each kernel is compiled once per device. */
let shared: Gpu | null = null;
/** Openings are serialized, so that two at once share one device. */
let opening: Promise<unknown> = Promise.resolve();

/**
 * A device: the caller's, or one of the best adapter here; or the reason why there is none. Release it with `dispose`.
 */
export function openGpu({ device, software = true }: GpuChoice = {}): Promise<Gpu | { readonly reason: string }> {
  if (device) {
    const gpu = callers.get(device) ?? new Gpu(device, null);
    callers.set(device, gpu);
    return Promise.resolve(gpu);
  }
  const opened = opening.then(() => openOwn(software));
  opening = opened.catch(() => {});
  return opened;
}

async function openOwn(software: boolean): Promise<Gpu | { readonly reason: string }> {
  // A device may be lost a little before the loss is reported.
  if (shared !== null) await Promise.race([shared.whenLost, new Promise((resolve) => setTimeout(resolve, 0))]);
  if (shared !== null && shared.lost === null && (software || !shared.software)) return shared.share();
  const found = await findAdapter(software);
  if ('reason' in found) return found;
  const { adapter } = found;
  if (found.software && !software)
    return {
      reason: `the only adapter, ${found.name}, computes on the CPU, slower than kerf's own CPU backend (backend "webgpu" takes it)`,
    };
  try {
    const device = await adapter.requestDevice({
      label: 'kerf',
      requiredLimits: Object.fromEntries(RAISED.map((name) => [name, adapter.limits[name]])),
      requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [],
    });
    shared = new Gpu(device, found);
    return shared;
  } catch (error) {
    return { reason: `the adapter ${found.name} gave no device (${error instanceof Error ? error.message : error})` };
  }
}
