// The machine → a WebGPU adapter, a real one before a software one, or the reason why there is none.

import { importInNode } from '#core';
import { whyNoVulkan } from './vulkan-driver.ts';

/** Names that software adapters report as vendor, architecture, device or description. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render|software/i;

export interface FoundAdapter {
  readonly adapter: GPUAdapter;
  /** The adapter's own name. */
  readonly name: string;
  readonly software: boolean;
  /** Kept as long as the adapter or one of its devices is used: in Node the binding's own instance. */
  readonly instance: GPU;
}

/**
 * @param isDemanded whether there must be one: it is then sought even if it is unlikely.
 * @returns the adapter, or why there is none.
 */
export async function findAdapter(isDemanded = true): Promise<FoundAdapter | { readonly reason: string }> {
  const instance = await webGpu(isDemanded);
  if ('reason' in instance) return instance;
  const preferences: GPURequestAdapterOptions[] = [{ powerPreference: 'high-performance' }, {}];
  let fallback: FoundAdapter | null = null;
  for (const preference of preferences) {
    const adapter = await instance.requestAdapter(preference);
    if (adapter === null) continue;
    const found = describe(adapter, instance);
    if (!found.software) return found;
    fallback ??= found;
  }
  return fallback ?? { reason: 'WebGPU has no adapter here; check the graphics driver' };
}

/** Node's WebGPU: an instance loads the graphics drivers, so the whole process shares one. */
let nodeGpu: Promise<GPU | { readonly reason: string }> | null = null;

/** navigator.gpu in a browser, the `webgpu` package in Node. */
async function webGpu(isDemanded: boolean): Promise<GPU | { readonly reason: string }> {
  if (typeof navigator !== 'undefined' && navigator.gpu) return navigator.gpu;
  if (typeof process === 'undefined' || !process.versions?.node)
    return { reason: 'this browser has no WebGPU (navigator.gpu)' };
  nodeGpu ??= loadNodeGpu();
  const gpu = await nodeGpu;
  if ('reason' in gpu) return gpu;
  const missing = await whyNoVulkan(isDemanded);
  return missing === null ? gpu : { reason: `WebGPU has no adapter here: ${missing}; install a graphics driver` };
}

async function loadNodeGpu(): Promise<GPU | { readonly reason: string }> {
  try {
    const { create, globals } = (await importInNode('webgpu')) as typeof import('webgpu');
    for (const [name, value] of Object.entries(globals))
      if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
    return create([]);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ERR_MODULE_NOT_FOUND')
      return {
        reason: 'Node has no WebGPU of its own, and the optional package webgpu is not here: npm install webgpu',
      };
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { reason: `the optional package webgpu could not be loaded (${what}); install it with npm install webgpu` };
  }
}

function describe(adapter: GPUAdapter, instance: GPU): FoundAdapter {
  const { vendor, architecture, device, description } = adapter.info;
  const software = SOFTWARE.test([vendor, architecture, device, description].join(' '));
  const name = [vendor, architecture, description || device].filter((part) => part !== '').join(' ');
  return { adapter, instance, software, name: name || 'unnamed adapter' };
}
