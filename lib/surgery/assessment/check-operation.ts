// An operation as given → a checked one with nothing left out, or the sentence that says why not.

import { checkNumbers, checkOptionNames, described, OptionError, type OptionNames, refuse, RIGID_LIMIT } from '#core';
import { checkSolid } from '#cutting';
import { checkedMesh, type TriangleMesh } from '#mesh';
import type { CutPass, Operation } from './assess-cut.ts';
import type { Plane } from './wall-deviation.ts';

export interface CheckedOperation extends Required<Omit<Operation, 'region'>> {
  readonly region: TriangleMesh | null;
}

const OPERATION: OptionNames<Operation> = {
  ...{ bone: true, passes: true, cell: true, planes: true, structures: true, region: true },
};
const PASS: OptionNames<CutPass> = { tool: true, poses: true, feed: true, shank: true };
const PLANE: OptionNames<Plane> = { point: true, normal: true };
const DOOR = 'assessCut';

/** @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_PASSES, BAD_PLANE; MeshError as createMesh, NOT_SOLID. */
export function checkedOperation(operation: Operation): CheckedOperation {
  checkOptionNames(operation, OPERATION, DOOR, 'operation');
  const { bone, passes, cell, planes = [], structures = [], region } = operation;
  /** By the tool as given, so that passes of one tool still share it. */
  const tools = new Map<TriangleMesh, TriangleMesh>();
  return {
    bone: checkSolid(bone, 'bone'),
    passes: listed(passes, 'passes').map((pass, n) => checkedPass(pass, n, tools)),
    cell,
    planes: listed(planes, 'planes').map(checkedPlane),
    structures: listed(structures, 'structures').map((mesh, n) => checkedMesh(mesh, `structures[${n}]`)),
    region: region === undefined ? null : checkSolid(region, 'region'),
  };
}

function listed<Item>(given: readonly Item[], name: string): Item[] {
  if (!Array.isArray(given)) refuse(given, name, 'an array', 'pass one');
  if (name === 'passes' && given.length === 0)
    throw new OptionError('BAD_PASSES', 'passes is empty, expected one pass or more; give one.');
  return Array.from(given);
}

/** Feed and shank are checked where the tool's penetration is made. */
function checkedPass(pass: CutPass, n: number, tools: Map<TriangleMesh, TriangleMesh>): CutPass {
  const name = `passes[${n}]`;
  checkOptionNames(pass, PASS, DOOR, name);
  const { tool, poses, feed, shank } = pass;
  checkNumbers(poses, `${name}.poses`, 'pass 16 numbers a pose');
  if (poses.length === 0 || poses.length % 16 !== 0)
    throw new OptionError(
      'BAD_PASSES',
      `${name}.poses has ${poses.length} numbers, expected 16 for each of one pose or more; give whole poses.`,
    );
  const solid = tools.get(tool) ?? checkSolid(tool, `tool of ${name}`);
  tools.set(tool, solid);
  return { tool: solid, poses: Float64Array.from(poses), feed, shank };
}

function checkedPlane(plane: Plane, n: number): Plane {
  const name = `planes[${n}]`;
  checkOptionNames(plane, PLANE, DOOR, name);
  const { point, normal } = plane;
  checkNumbers(point, `${name}.point`, 'pass three numbers, mm');
  checkNumbers(normal, `${name}.normal`, 'pass three numbers of length 1');
  const length = Math.hypot(...Array.from(normal));
  const isUnit = normal.length === 3 && Math.abs(length - 1) <= RIGID_LIMIT;
  if (isUnit && point.length === 3 && Array.from(point).every(Number.isFinite))
    return { point: Array.from(point), normal: Array.from(normal, (x) => x / length) };
  const [what, given] = isUnit ? ['point', point] : ['normal', normal];
  throw new OptionError(
    'BAD_PLANE',
    `${name}.${what} is ${described(given)} [${Array.from(given).join(', ')}], expected three finite numbers${isUnit ? '' : ' of length 1'}; give the plane by a point on it and its unit normal.`,
  );
}
