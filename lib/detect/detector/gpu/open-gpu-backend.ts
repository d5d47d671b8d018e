// A bone and a tool → the GPU's part of a detector. A program loads this file, and the shaders with it, on demand: a
// page that has no GPU, or wants none, does not carry them.

import type { BoneBody, ToolBody } from '#bodies';
import type { GpuChoice } from '#gpu';
import type { AskedBones } from '../asked-bones.ts';
import type { QueryOptions } from '../query-options.ts';
import { EngineKeeper } from './engine.ts';
import { makeGpuEngine } from './gpu-engine.ts';
import { GpuQueries, type GpuQueryParts } from './gpu-queries.ts';

export interface GpuBackend {
  /** The adapter's name. */
  readonly name: string;
  readonly keeper: EngineKeeper;
  /** @param onCpu, asked: the CPU's answers; and those for bones edited meanwhile. */
  readonly queries: (onCpu: GpuQueryParts['onCpu'], asked: AskedBones) => GpuQueries;
}

/**
 * @returns the backend, or why there is none.
 * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
 */
export async function openGpuBackend(
  bone: BoneBody,
  tool: ToolBody,
  options: QueryOptions,
  choice: GpuChoice,
): Promise<GpuBackend | { readonly reason: string }> {
  const make = () => makeGpuEngine(bone, tool, options, choice);
  const engine = await make();
  if ('reason' in engine) return engine;
  const keeper = new EngineKeeper(engine, make);
  return {
    name: engine.name,
    keeper,
    queries: (onCpu, asked) => new GpuQueries({ keeper, bone, tool, options, onCpu, asked }),
  };
}
