// A surface and many spheres, each moving on a line → when and where each first touches.

import type { BoneIndex } from '#bodies';
import { checkBackend, checkOptionNames, gpuPart, KeptOnGpu, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Backend } from '#records';
import { checkedSweeps, SWEEP_NUMBERS } from './check-sweeps.ts';
import type { GpuSphereSweeps } from './gpu-sphere-sweeps.ts';
import type { SphereImpact } from './sphere-sweeper.ts';
import { type SweptSurface, sweptSurface } from './swept-surface.ts';

export interface SweepSpheresOptions {
  /** Default 'auto': WebGPU if a GPU is found, else the CPU. */
  readonly backend?: Backend | 'auto';
}

const SWEEP_SPHERES_OPTIONS: OptionNames<SweepSpheresOptions> = { backend: true };

/** A surface stays on the GPU for as long as its caller keeps it. */
const onGpu = new KeptOnGpu<SweptSurface, GpuSphereSweeps>(async (swept, software) => {
  const part = await gpuPart(() => import('./gpu-sphere-sweeps.ts'));
  return part.GpuSphereSweeps.open(swept, { software });
});

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
  const named = backend === 'cpu' ? null : await onGpu.ask(surface, swept, backend, (copy) => copy.named(numbers));
  return Array.from({ length: numbers.length / SWEEP_NUMBERS }, (_, sweep) => {
    const faces = named?.of(sweep) ?? null;
    const at = SWEEP_NUMBERS * sweep;
    return faces === null ? swept.sweeper.sweep(numbers, at) : swept.sweeper.sweepAmong(numbers, at, faces);
  });
}
