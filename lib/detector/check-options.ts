// Options as given → options that can be worked with, or the sentence that says why not.

import { checkBone, checkMesh } from '../bodies/index.ts';
import {
  checkFunction,
  checkNumbers,
  checkOptionNames,
  checkSignal,
  described,
  KerfError,
  LARGEST_COORDINATE,
  OptionError,
  PoseError,
  RIGID_LIMIT,
  refuse,
  SMALLEST_COORDINATE,
  typedArrayName,
  vectorLength,
} from '../core/index.ts';
import type { TriangleMesh } from '../mesh/index.ts';
import {
  DETECT_MANY_OPTIONS,
  DETECTOR_OPTIONS,
  type DetectManyOptions,
  type DetectorOptions,
  type NearestPointsTarget,
} from './detector.ts';

const BACKENDS = ['auto', 'cpu', 'webgpu'];
const SIDES = ['bone', 'tool', 'both'];

/**
 * @throws OptionError BAD_DISTANCE, BAD_RESOLUTION, BAD_BACKEND, BAD_SIDES, BAD_FEED, BAD_SHANK, BAD_INDEX,
 * MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION; MeshError as createMesh, and COORDINATE_RANGE; FormatError STALE_INDEX.
 */
export function checkOptions(options: DetectorOptions): void {
  if (options === undefined || options === null)
    throw new OptionError(
      'MISSING_MESH',
      `The argument options of createDetector is ${described(options)}, expected an object; give it bone and tool.`,
    );
  checkOptionNames(options, DETECTOR_OPTIONS, 'createDetector');
  checkBone(options.bone, options.index);
  checkMesh(options.tool, 'tool');
  const { contactDistance, resolution, backend = 'auto', sides = 'both', device } = options;
  if (!(typeof contactDistance === 'number' && contactDistance >= 0 && contactDistance <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_DISTANCE',
      `contactDistance is ${described(contactDistance)}, expected a number from 0 to ${LARGEST_COORDINATE.toExponential(1)} mm; use 0 for contact only where the bodies touch.`,
    );
  if (!(typeof resolution === 'number' && resolution >= SMALLEST_COORDINATE && resolution <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_RESOLUTION',
      `resolution is ${described(resolution)}, expected a number from ${SMALLEST_COORDINATE.toExponential(1)} to ${LARGEST_COORDINATE.toExponential(1)} mm; 0.5 suits a saw on a skull.`,
    );
  if (!BACKENDS.includes(backend))
    throw new OptionError(
      'BAD_BACKEND',
      `backend is ${described(backend)}, expected one of ${BACKENDS.join(', ')}; leave it out for auto.`,
    );
  if (!SIDES.includes(sides))
    throw new OptionError(
      'BAD_SIDES',
      `sides is ${described(sides)}, expected one of ${SIDES.join(', ')}; leave it out for both.`,
    );
  unitFeed(options.feed);
  checkShank(options.shank, options.tool);
  if (device !== undefined && typeof (device as GPUDevice | null)?.createBuffer !== 'function')
    refuse(device, 'device', 'a GPUDevice', "pass what an adapter's requestDevice gives, or leave it out");
}

/** A feed as given → three numbers of length 1; null where none is given. @throws OptionError BAD_FEED, WRONG_TYPE. */
export function unitFeed(feed: ArrayLike<number> | undefined): readonly number[] | null {
  if (feed === undefined) return null;
  checkNumbers(feed, 'feed', "pass three numbers of length 1 in the tool's frame, or leave it out");
  const given = Array.from(feed);
  const length = given.length === 3 ? vectorLength(given[0], given[1], given[2]) : Number.NaN;
  if (Math.abs(length - 1) <= RIGID_LIMIT) return given.map((part) => part / length);
  const has = given.length === 3 ? `has the length ${length}` : `has ${given.length} numbers`;
  throw new OptionError(
    'BAD_FEED',
    `feed ${has}, expected three numbers of length 1 in the tool's frame; divide the direction by its length.`,
  );
}

/** @throws OptionError BAD_SHANK. */
export function checkShank(shank: number | undefined, tool: TriangleMesh): void {
  const count = tool.positions.length / 3;
  if (shank === undefined || (Number.isInteger(shank) && shank >= 0 && shank < count && tool.faces.includes(shank)))
    return;
  throw new OptionError(
    'BAD_SHANK',
    `shank is ${described(shank)}, expected the number of a vertex from 0 to ${count - 1} that a face of the tool uses; leave it out for the vertex farthest from the bone.`,
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
  const { signal, onProgress, workers = 1 } = options;
  checkSignal(signal);
  checkFunction(onProgress, 'onProgress', 'pass one that takes the poses done and their total, or leave it out');
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
  for (const name of ['bonePoint', 'toolPoint'] as const) {
    const point: unknown = out[name];
    if (point instanceof Float64Array && point.length >= 3) continue;
    throw new OptionError(
      'BAD_OUTPUT',
      `out.${name} is ${described(point)}, expected a Float64Array of length 3 or more; make one with new Float64Array(3).`,
    );
  }
}
