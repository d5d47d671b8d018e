// Options as given → options that can be worked with, or the sentence that says why not.

import {
  LARGEST_COORDINATE,
  MeshError,
  OptionError,
  RIGID_LIMIT,
  SMALLEST_COORDINATE,
  vectorLength,
} from '../core/index.ts';
import { createMesh, type TriangleMesh } from '../mesh/index.ts';
import { BoneIndex, checkIndexIsOf } from './bone-index.ts';
import type { DetectorOptions, NearestPointsTarget } from './detector.ts';

const BACKENDS = ['auto', 'cpu', 'webgpu'];
const SIDES = ['bone', 'tool', 'both'];

/** @throws OptionError BAD_DISTANCE, BAD_RESOLUTION, BAD_BACKEND, BAD_SIDES, BAD_FEED, BAD_SHANK, BAD_INDEX, MISSING_MESH; MeshError as createMesh, and COORDINATE_RANGE; FormatError STALE_INDEX. */
export function checkOptions(options: DetectorOptions): void {
  checkMesh(options?.bone, 'bone');
  checkMesh(options.tool, 'tool');
  const { contactDistance, resolution, backend = 'auto', sides = 'both', index } = options;
  if (!(typeof contactDistance === 'number' && contactDistance >= 0 && contactDistance <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_DISTANCE',
      `contactDistance is ${contactDistance}, expected a number from 0 to ${LARGEST_COORDINATE.toExponential(1)} mm; use 0 for contact only where the bodies touch.`,
    );
  if (!(typeof resolution === 'number' && resolution >= SMALLEST_COORDINATE && resolution <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_RESOLUTION',
      `resolution is ${resolution}, expected a number from ${SMALLEST_COORDINATE.toExponential(1)} to ${LARGEST_COORDINATE.toExponential(1)} mm; 0.5 suits a saw on a skull.`,
    );
  if (!BACKENDS.includes(backend))
    throw new OptionError(
      'BAD_BACKEND',
      `backend is ${backend}, expected one of ${BACKENDS.join(', ')}; leave it out for auto.`,
    );
  if (!SIDES.includes(sides))
    throw new OptionError(
      'BAD_SIDES',
      `sides is ${sides}, expected one of ${SIDES.join(', ')}; leave it out for both.`,
    );
  unitFeed(options.feed);
  checkShank(options.shank, options.tool);
  if (index === undefined) return;
  if (!(index instanceof BoneIndex))
    throw new OptionError(
      'BAD_INDEX',
      `index is ${index === null ? 'null' : typeof index}, expected a BoneIndex; make one with buildIndex or loadIndex.`,
    );
  checkIndexIsOf(index, options.bone);
}

/** A feed as given → three numbers of length 1; null where none is given. @throws OptionError BAD_FEED. */
export function unitFeed(feed: ArrayLike<number> | undefined): readonly number[] | null {
  if (feed === undefined) return null;
  const given = feed !== null && typeof feed === 'object' ? Array.from(feed) : [];
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
    `shank is ${shank}, expected the number of a vertex from 0 to ${count - 1} that a face of the tool uses; leave it out for the vertex farthest from the bone.`,
  );
}

/** @throws OptionError BAD_WORKERS. */
export function checkWorkers(workers: number): void {
  if (!(Number.isSafeInteger(workers) && workers >= 1))
    throw new OptionError(
      'BAD_WORKERS',
      `workers is ${workers}, expected an integer from 1; leave it out for this thread alone.`,
    );
}

/** @throws OptionError MISSING_MESH; MeshError as createMesh, and COORDINATE_RANGE. */
export function checkMesh(mesh: TriangleMesh | undefined, role: string): asserts mesh is TriangleMesh {
  checkHasArrays(mesh, role);
  createMesh(mesh.positions, mesh.faces, { name: mesh.name });
  checkCoordinates(mesh.positions, mesh.name, 0);
}

/** @throws OptionError MISSING_MESH. */
export function checkHasArrays(mesh: TriangleMesh | undefined, role: string): asserts mesh is TriangleMesh {
  if (mesh === undefined || mesh === null || mesh.positions === undefined || mesh.faces === undefined)
    throw new OptionError(
      'MISSING_MESH',
      `Option ${role} is ${mesh === null ? 'null' : typeof mesh}, expected a TriangleMesh; make one with createMesh or loadMesh.`,
    );
}

/** @param firstVertex the number that the first of these vertices has in its mesh. */
export function checkCoordinates(positions: ArrayLike<number>, name: string, firstVertex: number): void {
  for (let i = 0; i < positions.length; i++) {
    const size = Math.abs(positions[i]);
    if (size <= LARGEST_COORDINATE && (size >= SMALLEST_COORDINATE || size === 0)) continue;
    throw new MeshError(
      'COORDINATE_RANGE',
      `Mesh "${name}": vertex ${firstVertex + Math.floor(i / 3)} has ${'xyz'[i % 3]} = ${positions[i]}, expected 0 or a magnitude from ${SMALLEST_COORDINATE.toExponential(1)} to ${LARGEST_COORDINATE.toExponential(1)} mm; rescale the mesh.`,
    );
  }
}

/** @throws OptionError BAD_OUTPUT. */
export function checkNearestPoints(out: NearestPointsTarget): void {
  if (out === null || typeof out !== 'object')
    throw new OptionError(
      'BAD_OUTPUT',
      `out is ${out === null ? 'null' : typeof out}, expected an object to write the nearest points into; call minimumDistance for a new one.`,
    );
  for (const name of ['bonePoint', 'toolPoint'] as const) {
    const point: unknown = out[name];
    if (point instanceof Float64Array && point.length >= 3) continue;
    const given = point instanceof Float64Array ? `a Float64Array of length ${point.length}` : typeof point;
    throw new OptionError(
      'BAD_OUTPUT',
      `out.${name} is ${given}, expected a Float64Array of length 3 or more; make one with new Float64Array(3).`,
    );
  }
}
