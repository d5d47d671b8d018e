// A surface and many spheres, each of which moves on a line → when and where each first touches.

import type { BoneIndex } from '#bodies';
import { checkBackend, checkOptionNames, DeviceError, gpuPart, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Backend } from '#records';
import { checkedSweeps, SWEEP_NUMBERS } from './check-sweeps.ts';
import type { GpuSphereSweeps, NamedFaces } from './gpu-sphere-sweeps.ts';
import type { SphereImpact } from './sphere-sweeper.ts';
import { type SweptSurface, sweptSurface } from './swept-surface.ts';

export interface SweepSpheresOptions {
  /** Default 'auto': WebGPU where a GPU is found, else the CPU. */
  readonly backend?: Backend | 'auto';
}

const SWEEP_SPHERES_OPTIONS: OptionNames<SweepSpheresOptions> = { backend: true };

type Opened = Promise<GpuSphereSweeps | { readonly reason: string }>;
type GpuBackend = 'webgpu' | 'auto';

/** A surface stays on the GPU as long as its caller keeps it. */
const opened = { webgpu: new WeakMap<SweptSurface, Opened>(), auto: new WeakMap<SweptSurface, Opened>() };
const forgotten = new FinalizationRegistry<GpuSphereSweeps>((onGpu) => onGpu.dispose());

/**
 * As sweepSphere, for many sweeps at a time. Backend 'webgpu' has a GPU name the few faces of each that it cannot rule
 * out, and the CPU finishes among these: every backend gives the same answers, byte for byte. 'auto' takes a GPU if
 * there is one, a software adapter only by 'webgpu'. A device that is lost is opened anew, once a call.
 * @param sweeps 7 numbers each: from x, y, z, to x, y, z, radius, mm. They are copied.
 * @throws OptionError (as a rejection): as sweepSphere, with the number of the sweep; BAD_BACKEND. DeviceError (as a
 * rejection), of backend 'webgpu' alone: NO_ADAPTER, SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR.
 */
export async function sweepSpheres(
  surface: TriangleMesh | BoneIndex,
  sweeps: ArrayLike<number>,
  options: SweepSpheresOptions = {},
): Promise<(SphereImpact | null)[]> {
  const swept = sweptSurface(surface);
  const numbers = checkedSweeps(sweeps);
  checkOptionNames(options, SWEEP_SPHERES_OPTIONS, 'sweepSpheres');
  const { backend = 'auto' } = options;
  checkBackend(backend);
  const named = backend === 'cpu' ? null : await namedByGpu(surface, swept, backend, numbers);
  return Array.from({ length: numbers.length / SWEEP_NUMBERS }, (_, sweep) => {
    const faces = named?.of(sweep) ?? null;
    const at = SWEEP_NUMBERS * sweep;
    return faces === null ? swept.sweeper.sweep(numbers, at) : swept.sweeper.sweepAmong(numbers, at, faces);
  });
}

/** @returns null where the CPU is to answer alone. */
async function namedByGpu(
  surface: object,
  swept: SweptSurface,
  backend: GpuBackend,
  sweeps: Float64Array,
): Promise<NamedFaces | null> {
  try {
    return await askedTwice(surface, swept, backend, sweeps);
  } catch (error) {
    if (backend === 'auto' && error instanceof DeviceError) return null;
    throw error;
  }
}

/** Where the device is lost, once more on another. */
async function askedTwice(
  surface: object,
  swept: SweptSurface,
  backend: GpuBackend,
  sweeps: Float64Array,
): Promise<NamedFaces | null> {
  const first = openedFor(surface, swept, backend);
  const onGpu = await first;
  if ('reason' in onGpu) return refused(backend, onGpu.reason);
  try {
    return await onGpu.named(sweeps);
  } catch (error) {
    if (!(error instanceof DeviceError && error.code === 'DEVICE_LOST')) throw error;
    // Of several calls that learn of it, the first opens the new one.
    if (opened[backend].get(swept) === first) close(swept, backend, onGpu);
    const again = await openedFor(surface, swept, backend);
    return 'reason' in again ? refused(backend, again.reason) : again.named(sweeps);
  }
}

/** @throws DeviceError NO_ADAPTER where a GPU was asked for. */
function refused(backend: GpuBackend, reason: string): null {
  if (backend === 'auto') return null;
  throw new DeviceError('NO_ADAPTER', `Backend webgpu was asked for, but ${reason}; use backend auto or cpu.`);
}

function openedFor(surface: object, swept: SweptSurface, backend: GpuBackend): Opened {
  const known = opened[backend].get(swept);
  if (known !== undefined) return known;
  const opening = open(surface, swept, backend);
  opened[backend].set(swept, opening);
  // What was not there, or failed, is looked for again by the next call.
  const forget = () => opened[backend].delete(swept);
  opening.then((onGpu) => 'reason' in onGpu && forget(), forget);
  return opening;
}

async function open(surface: object, swept: SweptSurface, backend: GpuBackend): Opened {
  const part = await gpuPart(() => import('./gpu-sphere-sweeps.ts'));
  const onGpu = await part.GpuSphereSweeps.open(swept, { software: backend === 'webgpu' });
  if (!('reason' in onGpu)) forgotten.register(surface, onGpu, onGpu);
  return onGpu;
}

function close(swept: SweptSurface, backend: GpuBackend, onGpu: GpuSphereSweeps): void {
  opened[backend].delete(swept);
  forgotten.unregister(onGpu);
  onGpu.dispose();
}
