// Closed forms of cuts: a bone, a tool and its motion, and their common volume.

import { box, sphere } from '#datasets';
import { lathe } from '#datasets/lathe.ts';
import type { RigidMotion, TriangleMesh } from '#kerf';
import { poseOf, randomRotation } from './contact-cases.ts';
import { mulberry32 } from './random.ts';

export interface CutCase {
  readonly name: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** The tool with fewer faces, since hulls of many coplanar points come out worse. */
  readonly plain: TriangleMesh;
  readonly motion: RigidMotion & { readonly motion: 'linear' };
  /** mm³: contains the common volume of bone and swept tool. */
  readonly volume: { readonly low: number; readonly high: number };
  /** Pieces that remain. */
  readonly pieces: number;
  /** Planes of the bone and of the tool along its motion, as unit normal and offset; null if a surface is curved. */
  readonly planes: readonly (readonly number[])[] | null;
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** mm: approximate size of the tools' faces, as in real tools. */
const FACE = 2;
const tooth = (size: readonly [number, number, number]) =>
  box({ size, divisions: [Math.ceil(size[0] / FACE), Math.ceil(size[1] / FACE), Math.ceil(size[2] / FACE)] });
const exactly = (volume: number) => ({ low: volume, high: volume });

/** A linear motion, from one place to another, of a tool rotated by r. */
const along = (r: readonly number[], from: readonly number[], to: readonly number[]) =>
  ({ from: poseOf(r, from), to: poseOf(r, to), motion: 'linear' }) as const;
/** The k-th axis of the tool in the bone's frame; rotations are column-major like poses. */
const axisOf = (pose: ArrayLike<number>, k: number) => [0, 1, 2].map((row) => pose[4 * k + row]);

/** The planes of a box of this size, centred at the start and at the end of its motion. */
function boxPlanes(size: readonly number[], pose: ArrayLike<number>, ends: readonly (readonly number[])[]) {
  return [0, 1, 2].flatMap((k) => {
    const normal = axisOf(pose, k);
    return ends.flatMap((at) =>
      [-1, 1].map((sign) => [...normal, normal.reduce((sum, n, i) => sum + n * at[i], (sign * size[k]) / 2)]),
    );
  });
}

const SIZE = [20, 16, 12] as const;
const CENTRE = [0.3, -0.2, 0.1] as const;
const block = box({ size: SIZE, center: CENTRE });
const blockPlanes = boxPlanes(SIZE, poseOf(IDENTITY, [0, 0, 0]), [CENTRE]);

function slot(): CutCase {
  const size = [5.3, 4.1, 7] as const;
  const [from, to] = [
    [1.7, -0.9, 13],
    [1.7, -0.9, 4.6],
  ];
  return {
    name: 'a box cut by a box along the axes',
    ...{ bone: block, tool: tooth(size), plain: box({ size }), motion: along(IDENTITY, from, to), pieces: 1 },
    // From the tool's lower side at its end pose to the bone's top.
    volume: exactly(size[0] * size[1] * (CENTRE[2] + SIZE[2] / 2 - (to[2] - size[2] / 2))),
    planes: [...blockPlanes, ...boxPlanes(size, poseOf(IDENTITY, [0, 0, 0]), [from, to])],
  };
}

/** The path passes through top and bottom only: a prism between two parallel planes, area × height ÷ cos. */
function shaft(): CutCase {
  const size = [3.3, 2.6, 30] as const;
  const c = Math.cos(0.31);
  const s = Math.sin(0.31);
  const [d, e] = [Math.cos(0.5), Math.sin(0.5)];
  // Rotated about its own z, then tilted about x.
  const r = [d, e * c, e * s, -e, d * c, d * s, 0, -s, c];
  const motion = along(r, [0.4, -s * 4, c * 4], [0.4, s, -c]);
  const ends = [motion.from, motion.to].map((pose) => [12, 13, 14].map((i) => pose[i]));
  return {
    name: 'a box bored through by a tilted box',
    ...{ bone: block, tool: tooth(size), plain: box({ size }), motion, pieces: 1 },
    volume: exactly((size[0] * size[1] * SIZE[2]) / c),
    planes: [...blockPlanes, ...boxPlanes(size, motion.from, ends)],
  };
}

/** At each (y, z) of the plate the slab removes the same length along x: its thickness ÷ the normal's x component. */
function plate(): CutCase {
  const bone = [30, 20, 3.4] as const;
  const centre = [0.15, 0.35, -0.2] as const;
  const size = [1.6, 34, 12] as const;
  const [c, s, d, e] = [Math.cos(0.2), Math.sin(0.2), Math.cos(0.35), Math.sin(0.35)];
  // Tilted about y by 0.2, then rotated about z by 0.35: the axis of the thickness is (dc, ec, −s).
  const r = [d * c, e * c, -s, -e, d, 0, d * s, e * s, c];
  const motion = along(r, [s * d * 2, s * e * 2, c * 2], [0, 0, 0]);
  const ends = [motion.from, motion.to].map((pose) => [12, 13, 14].map((i) => pose[i]));
  return {
    name: 'a plate sawn through',
    ...{ bone: box({ size: bone, center: centre }), tool: tooth(size), plain: box({ size }), motion, pieces: 2 },
    volume: exactly((size[0] * bone[1] * bone[2]) / (d * c)),
    planes: [...boxPlanes(bone, poseOf(IDENTITY, [0, 0, 0]), [centre]), ...boxPlanes(size, motion.from, ends)],
  };
}

export const RADIUS = 10;
const DRILL = 3;
const ROUND = 240;

/** Napkin ring: the volume that a drill of radius r removes from a ball of radius R. */
const drilled = (R: number, r: number) => (4 / 3) * Math.PI * (R ** 3 - (R * R - r * r) ** 1.5);

/** The ball's mesh lies between the ball and the one with its least face distance as radius; so does the drill's. */
function ball(): CutCase {
  const bone = sphere({ radius: RADIUS, subdivisions: 6 });
  // Any direction: the drill goes through the ball's centre.
  const r = randomRotation(mulberry32(1830));
  const axis = [r[6], r[7], r[8]];
  const motion = along(
    r,
    axis,
    axis.map((x) => -x),
  );
  return {
    name: 'a sphere drilled by a cylinder',
    ...{ bone, tool: cylinder(DRILL, 30, FACE), plain: cylinder(DRILL, 30, 30), motion, pieces: 1, planes: null },
    volume: {
      low: drilled(insphere(bone), DRILL * Math.cos(Math.PI / ROUND)),
      high: drilled(RADIUS, DRILL),
    },
  };
}

/** About z, half of it below 0, with ROUND sides and with rings a step apart. */
function cylinder(radius: number, length: number, step: number): TriangleMesh {
  const rings = Math.ceil(length / step);
  const side = Array.from({ length: rings + 1 }, (_, n): [number, number] => [radius, length * (n / rings - 0.5)]);
  return lathe([[0, -length / 2], ...side, [0, length / 2]], (2 * Math.PI * radius) / ROUND, 'cylinder');
}

/** The least distance of a face's plane from the origin. */
export function insphere({ positions: P, faces }: TriangleMesh): number {
  let least = Number.POSITIVE_INFINITY;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => Array.from(P.subarray(3 * faces[f + n], 3 * faces[f + n] + 3)));
    const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    least = Math.min(least, (n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / Math.hypot(...n));
  }
  return least;
}

export const cutCases: readonly (() => CutCase)[] = [slot, shaft, plate, ball];
