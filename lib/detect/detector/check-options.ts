// Options as given → checked options, or the sentence that says why they are refused.

import { checkBone, checkCandidates, checkMesh, checkResolution, checkShank, unitFeed } from '#bodies';
import { type ToolShape, toolShape } from '#convex';
import {
  checkBackend,
  checkFunction,
  checkNumbers,
  checkOptionNames,
  checkSignal,
  described,
  KerfError,
  LARGEST_COORDINATE,
  OptionError,
  PoseError,
  refuse,
  typedArrayName,
} from '#core';
import { notForRound } from './cpu/round-queries.ts';
import {
  DETECT_MANY_OPTIONS,
  DETECT_OPTIONS,
  DETECTOR_OPTIONS,
  type DetectManyOptions,
  type DetectOptions,
  type DetectorOptions,
  type NearestPointsTarget,
  OVERLAP_VOLUME_OPTIONS,
  type OverlapVolumeOptions,
} from './detector.ts';

const SIDES = ['bone', 'tool', 'both'];

/**
 * @returns the tool: a checked mesh (also for a polyhedron), or a sphere's or capsule's axis and radius.
 * @throws OptionError BAD_DISTANCE, BAD_RESOLUTION, BAD_BACKEND, BAD_SIDES, BAD_CANDIDATES, BAD_FEED, BAD_SHANK,
 * BAD_INDEX, MISSING_MESH, NOT_FOR_ROUND_TOOLS, WRONG_TYPE, UNKNOWN_OPTION; MeshError as createMesh, and
 * COORDINATE_RANGE; FormatError STALE_INDEX.
 */
export function checkOptions(options: DetectorOptions): ToolShape {
  if (options === undefined || options === null)
    throw new OptionError(
      'MISSING_MESH',
      `The argument options of createDetector is ${described(options)}, expected an object; give it bone and tool.`,
    );
  checkOptionNames(options, DETECTOR_OPTIONS, 'createDetector');
  checkBone(options.bone, options.index);
  const shape = toolShape(options.tool);
  if ('mesh' in shape) checkMesh(shape.mesh, 'tool');
  const { contactDistance, resolution, backend = 'auto', sides = 'both', device } = options;
  if (!(typeof contactDistance === 'number' && contactDistance >= 0 && contactDistance <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_DISTANCE',
      `contactDistance is ${described(contactDistance)}, expected a number from 0 to ${LARGEST_COORDINATE.toExponential(1)} mm; use 0 for contact only where the bodies touch.`,
    );
  checkResolution(resolution);
  checkInterior(options);
  checkBackend(backend);
  if (!SIDES.includes(sides))
    throw new OptionError(
      'BAD_SIDES',
      `sides is ${described(sides)}, expected one of ${SIDES.join(', ')}; leave it out for both.`,
    );
  unitFeed(options.feed);
  if ('mesh' in shape) checkShank(options.shank, shape.mesh);
  else checkRound(options);
  if (device !== undefined && typeof (device as GPUDevice | null)?.createBuffer !== 'function')
    refuse(device, 'device', 'a GPUDevice', "pass what an adapter's requestDevice gives, or leave it out");
  checkServed(options);
  return shape;
}

/** @throws OptionError BAD_SIDES, NOT_FOR_ROUND_TOOLS. */
function checkRound({ sides, feed, shank, backend, device, interiorResolution }: DetectorOptions): void {
  if (sides !== undefined && sides !== 'bone')
    throw new OptionError(
      'BAD_SIDES',
      `sides is ${described(sides)}, but the tool is a sphere or capsule, which has no sub-triangles; leave it out for "bone".`,
    );
  if (feed !== undefined) throw notForRound('feed', 'leave it out, or make the tool a mesh');
  if (shank !== undefined) throw notForRound('shank', 'leave it out, or make the tool a mesh');
  if (backend === 'webgpu') throw notForRound('Backend "webgpu"', 'use backend "auto" or "cpu"');
  if (device !== undefined) throw notForRound('A device', 'leave it out');
  if (interiorResolution !== undefined) throw notForRound('interiorResolution', 'leave it out');
}

/** @throws OptionError BAD_INTERIOR. */
function checkInterior({ interiorResolution: deep, resolution, backend, device }: DetectorOptions): void {
  if (deep === undefined) return;
  if (!(typeof deep === 'number' && deep >= resolution && deep <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_INTERIOR',
      `interiorResolution is ${described(deep)}, expected a number from the resolution, ${resolution} mm, to ` +
        `${LARGEST_COORDINATE.toExponential(1)} mm; leave it out for the resolution everywhere.`,
    );
  if (deep === resolution || (backend !== 'webgpu' && device === undefined)) return;
  throw new OptionError(
    'BAD_INTERIOR',
    'interiorResolution is served by the CPU alone; pass backend "cpu", or leave it out.',
  );
}

/** @throws OptionError BAD_CANDIDATES. */
function checkServed({ candidates, backend, device }: DetectorOptions): void {
  checkCandidates(candidates);
  if (candidates !== 'bvh' || (backend !== 'webgpu' && device === undefined)) return;
  const asked = device === undefined ? 'backend is "webgpu"' : 'there is a device';
  throw new OptionError(
    'BAD_CANDIDATES',
    `candidates "${candidates}" is served by the CPU alone, but ${asked}; pass backend "cpu", or candidates "scanlines".`,
  );
}

/** @throws PoseError WRONG_TYPE; KerfError BAD_LENGTH; OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_WORKERS. */
export function checkPath(poses: ArrayLike<number>, options: DetectManyOptions): void {
  checkNumbers(poses, 'poses', 'pass 16 numbers a pose', PoseError);
  if (poses.length % 16 !== 0)
    throw new KerfError(
      'BAD_LENGTH',
      `The poses of detectMany have ${poses.length} numbers, expected 16 a pose; check the path's rows.`,
    );
  checkOptionNames(options, DETECT_MANY_OPTIONS, 'detectMany');
  const { signal, onProgress, workers = 1, between = false } = options;
  if (typeof between !== 'boolean') refuse(between, 'between', 'true or false', 'leave it out for reports alone');
  checkSignal(signal);
  checkFunction(onProgress, 'onProgress', 'pass one that takes the poses done and their total, or leave it out');
  checkWorkers(workers);
}

/** @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_WORKERS. */
export function checkDetect(options: DetectOptions): DetectOptions {
  checkOptionNames(options, DETECT_OPTIONS, 'detect');
  checkWorkers(options.workers ?? 1);
  return options;
}

/** @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_RELATIVE_WIDTH. @returns relativeWidth. */
export function checkOverlapVolume(options: OverlapVolumeOptions): number {
  checkOptionNames(options, OVERLAP_VOLUME_OPTIONS, 'overlapVolume');
  const { relativeWidth = 0.01 } = options;
  if (!(typeof relativeWidth === 'number' && relativeWidth > 0 && relativeWidth <= 1))
    throw new OptionError(
      'BAD_RELATIVE_WIDTH',
      `relativeWidth is ${described(relativeWidth)}, expected a number above 0 and at most 1; leave it out for 0.01.`,
    );
  return relativeWidth;
}

function checkWorkers(workers: number): void {
  if (!(Number.isSafeInteger(workers) && workers >= 1))
    throw new OptionError(
      'BAD_WORKERS',
      `workers is ${described(workers)}, expected an integer from 1; leave it out for this thread alone.`,
    );
}

/** @throws OptionError BAD_OUTPUT. */
export function checkPairs(out: Uint32Array): void {
  if (typedArrayName(out) !== 'Uint32Array')
    throw new OptionError(
      'BAD_OUTPUT',
      `out is ${described(out)}, expected a Uint32Array to write pairs of faces into; call intersectingFaces for a new one.`,
    );
}

/** @throws OptionError BAD_OUTPUT. */
export function checkNearestPoints(out: NearestPointsTarget): void {
  if (out === null || typeof out !== 'object')
    throw new OptionError(
      'BAD_OUTPUT',
      `out is ${described(out)}, expected an object to write the nearest points into; call minimumDistance for a new one.`,
    );
  if (Object.isFrozen(out))
    throw new OptionError(
      'BAD_OUTPUT',
      'out is a frozen object, expected one to write the nearest points into; call minimumDistance for a new one.',
    );
  for (const name of ['bonePoint', 'toolPoint'] as const) {
    const point: unknown = out[name];
    if (point instanceof Float64Array && point.length >= 3) continue;
    throw new OptionError(
      'BAD_OUTPUT',
      `out.${name} is ${described(point)}, expected a Float64Array of length 3 or more; make one with new Float64Array(3).`,
    );
  }
}
