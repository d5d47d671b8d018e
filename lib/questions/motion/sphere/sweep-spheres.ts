// A surface and many spheres, each moving on a line → when and where each first touches.

import type { BoneIndex } from '#bodies';
import { checkBackend, checkOptionNames, DeviceError, gpuPart, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Backend } from '#records';
import { checkedSweeps, SWEEP_NUMBERS } from './check-sweeps.ts';
import type { GpuSphereSweeps, NamedFaces } from './gpu-sphere-sweeps.ts';
import type { SphereImpact } from './sphere-sweeper.ts';
import { type SweptSurface, sweptSurface } from './swept-surface.ts';

export interface SweepSpheresOptions {
  /** Default 'auto': WebGPU if a GPU is found, else the CPU. */
  readonly backend?: Backend | 'auto';
}

const SWEEP_SPHERES_OPTIONS: OptionNames<SweepSpheresOptions> = { backend: true };

type Opened = Promise<GpuSphereSweeps | { readonly reason: string }>;
type GpuBackend = 'webgpu' | 'auto';

/** A surface stays on the GPU for as long as its caller keeps it. */
const opened = { webgpu: new WeakMap<SweptSurface, Opened>(), auto: new WeakMap<SweptSurface, Opened>() };
const forgotten = new FinalizationRegistry<GpuSphereSweeps>((onGpu) => onGpu.dispose());

/**
 * As sweepSphere, for many sweeps at a time. With backend 'webgpu' a GPU names the few faces per sweep that it cannot
 * rule out, and the CPU finishes among these: every backend gives the same answers, byte for byte. 'auto' takes a GPU
 * if there is one; a software adapter is used only by 'webgpu'. A lost device is reopened, once per call.
 * @param sweeps 7 numbers each: from x, y, z, to x, y, z, radius, mm. They are copied.
 * @throws OptionError (as a rejection): as sweepSphere, with the number of the sweep; BAD_BACKEND. DeviceError (as a
 * rejection), from backend 'webgpu' alone: NO_ADAPTER, SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR.
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

/** @returns null if the CPU answers alone. */
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

/** If the device is lost, runs once more on another. */
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
    // Of several calls that find it lost, the first opens the new one.
    if (opened[backend].get(swept) === first) close(swept, backend, onGpu);
    const again = await openedFor(surface, swept, backend);
    return 'reason' in again ? refused(backend, again.reason) : again.named(sweeps);
  }
}

/** @throws DeviceError NO_ADAPTER if a GPU was requested. */
function refused(backend: GpuBackend, reason: string): null {
  if (backend === 'auto') return null;
  throw new DeviceError('NO_ADAPTER', `Backend webgpu was asked for, but ${reason}; use backend auto or cpu.`);
}

function openedFor(surface: object, swept: SweptSurface, backend: GpuBackend): Opened {
  const known = opened[backend].get(swept);
  if (known !== undefined) return known;
  const opening = open(surface, swept, backend);
  opened[backend].set(swept, opening);
  // If none was found, or opening failed, the next call tries again.
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
