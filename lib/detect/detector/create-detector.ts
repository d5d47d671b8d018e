// Options → a detector.

import { BoneBody, checkCandidates, ToolBody, unitFeed } from '#bodies';
import { checkStages, stagesReady } from '#compiled';
import { DeviceError, gpuPart, OptionError } from '#core';
import { RoundTool } from '#round-tool';
import { BoneToolDetector } from './bone-tool-detector.ts';
import { checkOptions } from './check-options.ts';
import { MeshQueries } from './cpu/mesh-queries.ts';
import { RoundQueries } from './cpu/round-queries.ts';
import type { Detector, DetectorOptions } from './detector.ts';
import type { GpuBackend } from './gpu/open-gpu-backend.ts';
import type { QueryOptions } from './query-options.ts';

/**
 * Makes a detector for one bone and one tool. The meshes are copied: later changes to their arrays have no effect.
 *
 * Backend 'auto' uses a GPU if there is one. A software adapter, which is slower than kerf's own CPU backend, is used
 * only by 'webgpu'. A caller's device is always used. Coordinates must be 0 or from 2^-160 (6.8e-49) to 2^120 (1.3e36)
 * mm in magnitude; the two bodies may differ in scale.
 * @throws MeshError (COORDINATE_RANGE beyond that), OptionError, FormatError STALE_INDEX (an index of another bone),
 * DeviceError (as a rejection): NO_ADAPTER if 'webgpu' was requested and there is none, or kerf's script for it, which
 * is loaded then, cannot be loaded; TOO_LARGE_FOR_DEVICE, SHADER_ERROR.
 */
export function createDetector(options: DetectorOptions): Promise<Detector> {
  return createBounded(options);
}

/** The same, with a bound of its own on a report's size. @param mostLeaves see QueryOptions. @internal */
export async function createBounded(options: DetectorOptions, mostLeaves?: number): Promise<Detector> {
  const shape = checkOptions(options);
  await stagesReady();
  const { backend = 'auto', device } = options;
  const bodies = bodiesOf(options, shape, mostLeaves);
  if (bodies.tool instanceof RoundTool) return cpuDetector(bodies, 'a sphere or capsule is served by the CPU');
  if (backend === 'cpu') return cpuDetector(bodies, 'the CPU was asked for');
  if (bodies.bone.method === 'bvh') return cpuDetector(bodies, 'candidates "bvh" is served by the CPU');
  const { bone, tool, query } = bodies;
  if (query.interiorResolution !== undefined) return cpuDetector(bodies, 'interiorResolution is served by the CPU');
  try {
    const { openGpuBackend } = await gpuPart(() => import('./gpu/open-gpu-backend.ts'));
    const opened = await openGpuBackend(bone, tool, query, { device, software: backend === 'webgpu' });
    if (!('reason' in opened)) return cpuDetector(bodies, opened.name, opened);
    if (backend === 'auto') return cpuDetector(bodies, opened.reason);
    throw new DeviceError(
      'NO_ADAPTER',
      `Backend webgpu was asked for, but ${opened.reason}; use backend "auto" or "cpu", or pass a device.`,
    );
  } catch (error) {
    if (backend === 'webgpu' || !(error instanceof DeviceError)) throw error;
    return cpuDetector(bodies, `the GPU cannot be used: ${error.message}`);
  }
}

/**
 * Makes a detector on the CPU, now: where a pipeline, a constructor or a test cannot wait. The same answers.
 * @throws as createDetector; OptionError BAD_BACKEND if the options want a GPU; KerfError NO_WEBASSEMBLY where there is
 * none and no detector was awaited before.
 */
export function createDetectorSync(options: DetectorOptions): Detector {
  const shape = checkOptions(options);
  const { backend = 'auto', device } = options;
  if (backend === 'webgpu' || device !== undefined)
    throw new OptionError(
      'BAD_BACKEND',
      `createDetectorSync was given ${device === undefined ? 'backend "webgpu"' : 'a device'}, and makes detectors on ` +
        'the CPU: a GPU is opened over time; await createDetector instead.',
    );
  checkStages();
  return cpuDetector(bodiesOf(options, shape), 'createDetectorSync answers by the CPU');
}

interface Bodies {
  readonly bone: BoneBody;
  readonly tool: ToolBody | RoundTool;
  readonly query: QueryOptions;
}

/** @param shape what checkOptions returned. */
function bodiesOf(options: DetectorOptions, shape: ReturnType<typeof checkOptions>, mostLeaves?: number): Bodies {
  const { sides = 'both', contactDistance, resolution, interiorResolution = resolution, feed, shank = null } = options;
  const lengths = { contactDistance, resolution, ...(interiorResolution > resolution && { interiorResolution }) };
  const candidates = checkCandidates(options.candidates);
  const bone = new BoneBody(options.bone, options.index, candidates);
  if (!('mesh' in shape)) {
    const query: QueryOptions = { sides: 'bone', ...lengths, feed: null, shank };
    return { bone, tool: new RoundTool(shape), query };
  }
  const tool = new ToolBody(shape.mesh, candidates);
  const bound = mostLeaves === undefined ? {} : { mostLeaves };
  const query: QueryOptions = { sides, ...lengths, feed: unitFeed(feed), shank, ...bound };
  return { bone, tool, query };
}

/** @param gpu answers reports, if it is given. */
function cpuDetector({ bone, tool, query }: Bodies, reason: string, gpu?: GpuBackend): BoneToolDetector {
  const queries = tool instanceof RoundTool ? new RoundQueries(bone, tool, query) : new MeshQueries(bone, tool, query);
  return new BoneToolDetector(bone, queries, reason, gpu);
}
