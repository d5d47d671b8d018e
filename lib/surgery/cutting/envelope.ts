// A tool that swings, turns or strokes → the solid that it sweeps, as a tool of its own: one cut represents a burst of
// strokes. So a saw in its slot, whose teeth go to and fro, is not held by the ends that its blade at rest would leave.
//
// Its motion cuts a block that contains it entirely. What the block loses is the envelope, and the block's new surface,
// turned inside out, is the envelope's surface: closed, oriented, manifold, flat where the tool is flat, and within the
// bound of a cuttable bone of that cell.

import { checkNumbers, checkOptionNames, described, type HostSignal, OptionError, type OptionNames } from '#core';
import { createMesh, faceComponents, keptFaces, type TriangleMesh } from '#mesh';
import { checkSolid } from './check-solid.ts';
import { createCuttableBone } from './create-cuttable-bone.ts';
import { checkCell } from './lattice.ts';

export interface Swing {
  /** The line about which the tool turns, in the tool's frame: a direction of any nonzero length, and a point, mm. */
  readonly axis: ArrayLike<number>;
  readonly centre: ArrayLike<number>;
  /** rad: how far it turns to each side; π or more: all the way round. */
  readonly angle: number;
  /** mm: the cell of the lattice on which the envelope is computed. */
  readonly cell: number;
}
/** A straight stroke, to and fro: the `axis` and `stroke` of a saw in a haptic loop. */
export interface Stroke {
  /** The way of the stroke, tool frame: a direction of any nonzero length. */
  readonly axis: ArrayLike<number>;
  /** mm from end to end: the tool moves by half of it to each side. */
  readonly stroke: number;
  /** mm: the cell of the lattice on which the envelope is computed. */
  readonly cell: number;
}
const STROKE: OptionNames<Stroke> = { axis: true, stroke: true, cell: true };
const SWING: OptionNames<Swing> = { axis: true, centre: true, angle: true, cell: true };

/** rad. A screw motion takes the shorter way round, so it must be less than half a turn. */
const LONGEST_TURN = Math.PI / 2;

/**
 * @param signal ends the making. @throws (as a rejection) MeshError NOT_SOLID, and as createMesh; OptionError
 * BAD_SWING, BAD_CELL, CELL_TOO_SMALL, WRONG_TYPE, UNKNOWN_OPTION; the signal's reason.
 */
export async function envelope(tool: TriangleMesh, swing: Swing | Stroke, signal?: HostSignal): Promise<TriangleMesh> {
  const isStroke = typeof swing === 'object' && swing !== null && Object.hasOwn(swing, 'stroke');
  if (isStroke) checkStroke(swing as Stroke);
  else checkSwing(swing as Swing);
  const solid = checkSolid(tool, 'tool');
  const { cell } = swing;
  const poses = isStroke ? strokePoses(swing as Stroke) : swingPoses(swing as Swing);
  const [low, high] = isStroke ? boxOfStroke(solid, poses) : boxOfSwing(solid, swing as Swing);
  const cuttable = await createCuttableBone({
    surface: blockAround(low, high, 4 * cell),
    cell,
    ...(signal && { signal }),
  });
  for (let n = 1; n < poses.length; n++) cuttable.cut(solid, { from: poses[n - 1], to: poses[n] });
  const { positions, faces } = cuttable.mesh;
  const { of } = faceComponents(faces, positions.length / 3);
  const outer = of[faceOfLowest(positions, faces)];
  const inner = keptFaces(positions, faces, (face) => of[face] !== outer);
  for (let n = 0; n < inner.faces.length; n += 3) inner.faces.subarray(n, n + 2).reverse();
  return createMesh(inner.positions, inner.faces, { name: `${solid.name}, ${isStroke ? 'stroked' : 'swung'}` });
}

function checkStroke(swing: Stroke): void {
  checkOptionNames(swing, STROKE, 'envelope', 'swing');
  checkCell(swing.cell);
  checkAxis(swing.axis, 'axis');
  if (!(typeof swing.stroke === 'number' && Number.isFinite(swing.stroke) && swing.stroke >= 0))
    throw new OptionError(
      'BAD_SWING',
      `stroke of the swing is ${described(swing.stroke)}, expected a number of mm ≥ 0; pass it from end to end.`,
    );
}

function checkAxis(given: ArrayLike<number>, name: 'axis' | 'centre'): void {
  checkNumbers(
    given,
    name,
    name === 'axis' ? 'pass x, y, z of a direction' : 'pass x, y, z of a point on the axis, mm',
  );
  const numbers = Array.from(given);
  const isGood = numbers.length === 3 && numbers.every(Number.isFinite);
  if (isGood && (name === 'centre' || Math.hypot(...numbers) > 0)) return;
  throw new OptionError(
    'BAD_SWING',
    `${name} of the swing is ${numbers.join(', ')}, expected three finite numbers${name === 'axis' ? ', not all 0' : ''}; pass x, y, z.`,
  );
}

function checkSwing(swing: Swing): void {
  checkOptionNames(swing, SWING, 'envelope', 'swing');
  checkCell(swing.cell);
  checkAxis(swing.axis, 'axis');
  checkAxis(swing.centre, 'centre');
  if (!(typeof swing.angle === 'number' && swing.angle >= 0))
    throw new OptionError(
      'BAD_SWING',
      `angle of the swing is ${described(swing.angle)}, expected radians ≥ 0; pass half of the whole swing.`,
    );
}

/** The poses at the ends of the stroke. */
function strokePoses({ axis, stroke }: Stroke): Float64Array[] {
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  return [-1, 1].map((side) => {
    const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    for (let k = 0; k < 3; k++) pose[12 + k] = (side * stroke * axis[k]) / (2 * length);
    return pose;
  });
}

/** Poses from one end of the swing to the other, each less than half a turn from the next. */
function swingPoses(swing: Swing): Float64Array[] {
  const angle = Math.min(swing.angle, Math.PI);
  const turns = Math.max(1, Math.ceil((2 * angle) / LONGEST_TURN));
  return Array.from({ length: turns + 1 }, (_, turn) => turnAbout(swing, angle * ((2 * turn) / turns - 1)));
}

/** The pose after a rotation about the swing's line: O. Rodrigues, 1840. */
function turnAbout({ axis, centre }: Swing, angle: number): Float64Array {
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  const [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length];
  const sin = Math.sin(angle);
  const rest = 2 * Math.sin(angle / 2) ** 2;
  const pose = new Float64Array(16);
  pose.set([1 - rest * (y * y + z * z), rest * x * y + sin * z, rest * x * z - sin * y], 0);
  pose.set([rest * x * y - sin * z, 1 - rest * (x * x + z * z), rest * y * z + sin * x], 4);
  pose.set([rest * x * z + sin * y, rest * y * z - sin * x, 1 - rest * (x * x + y * y)], 8);
  for (let k = 0; k < 3; k++)
    pose[12 + k] = centre[k] - (pose[k] * centre[0] + pose[4 + k] * centre[1] + pose[8 + k] * centre[2]);
  pose[15] = 1;
  return pose;
}

/** The corners of a box around the tool at both ends of its stroke. */
function boxOfStroke({ positions }: TriangleMesh, poses: readonly Float64Array[]): [number[], number[]] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < positions.length; n++) {
    const k = n % 3;
    for (const pose of poses) {
      low[k] = Math.min(low[k], positions[n] + pose[12 + k]);
      high[k] = Math.max(high[k], positions[n] + pose[12 + k]);
    }
  }
  return [low, high];
}

/** The corners of a box around all places that the tool can turn to: for each point, the circle around the axis. */
function boxOfSwing({ positions }: TriangleMesh, { axis, centre }: Swing): [number[], number[]] {
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  const unit = [axis[0] / length, axis[1] / length, axis[2] / length];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < positions.length; n += 3) {
    const p = [0, 1, 2].map((k) => positions[n + k] - centre[k]);
    const along = p[0] * unit[0] + p[1] * unit[1] + p[2] * unit[2];
    const radius = Math.hypot(...p.map((x, k) => x - along * unit[k]));
    for (let k = 0; k < 3; k++) {
      const extent = radius * Math.sqrt(Math.max(0, 1 - unit[k] * unit[k]));
      low[k] = Math.min(low[k], centre[k] + along * unit[k] - extent);
      high[k] = Math.max(high[k], centre[k] + along * unit[k] + extent);
    }
  }
  return [low, high];
}

function blockAround(low: readonly number[], high: readonly number[], margin: number): TriangleMesh {
  const corner = (n: number) => [0, 1, 2].map((k) => ((n >> k) & 1 ? high[k] + margin : low[k] - margin));
  const corners = Array.from({ length: 8 }, (_, n) => corner(n)).flat();
  return createMesh(corners, BOX_FACES, { name: 'block' });
}

/** Corner n is high on axis k if bit k of n is set. */
const BOX_FACES = [
  ...[0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
  ...[0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3],
  ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6],
];

/** A face at the vertex that is lowest along x: it lies on the block's own sides. */
function faceOfLowest(positions: ArrayLike<number>, faces: Uint32Array): number {
  let lowest = 0;
  for (let n = 0; n < faces.length; n++) if (positions[3 * faces[n]] < positions[3 * faces[lowest]]) lowest = n;
  return Math.floor(lowest / 3);
}
