// Motions of a tool whose pose at any time follows from another formula than kerf's; the promises of a first contact.

import { expect } from '@jest/globals';
import type { Detector, FirstContact, RigidMotion, TriangleMesh } from '#kerf';
import { posedPositions, trianglesSharePoint } from '#reference';
import { unitVector } from './random-geometry.ts';

/** Column-major 4×4: a rotation about an axis through a point, then a translation. */
export function turned(angle: number, axis: readonly number[], point = [0, 0, 0], way = [0, 0, 0]): number[] {
  const [x, y, z] = axis;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const r = [
    [c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
    [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
    [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)],
  ];
  const moved = r.map((row, k) => point[k] + way[k] - row.reduce((sum, entry, i) => sum + entry * point[i], 0));
  return [...[0, 1, 2].flatMap((k) => [r[0][k], r[1][k], r[2][k], 0]), ...moved, 1];
}

export const moved = (way: readonly number[]): number[] => turned(0, [0, 0, 1], [0, 0, 0], [...way]);

/** Column-major a·b. */
export function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[4 * Math.floor(i / 4) + k], 0),
  );
}

export interface KnownStroke {
  readonly motion: RigidMotion;
  /** The pose at a time, rounded. */
  readonly poseAt: (t: number) => number[];
  /** mm: lower bound on the path of the tool's origin, ≥ 0. */
  readonly length: number;
}

/** From a pose, a translation that grows uniformly. */
export function linearStroke(from: readonly number[], way: readonly number[]): KnownStroke {
  const poseAt = (t: number) => product(moved(way.map((x) => t * x)), from);
  return { motion: { from: poseAt(0), to: poseAt(1) }, poseAt, length: Math.hypot(...way) };
}

/** From a pose, a uniform rotation about an axis through a point, with a uniform translation along it. */
export function screwStroke(
  from: readonly number[],
  { angle, axis, point, pitch }: { angle: number; axis: readonly number[]; point: number[]; pitch: number },
): KnownStroke {
  const at = (t: number) => turned(t * angle, axis, point, axis.map((x) => t * pitch * x)); // biome-ignore format: a formula
  const poseAt = (t: number) => product(at(t), from);
  return { motion: { from: poseAt(0), to: poseAt(1) }, poseAt, length: Math.abs(pitch) };
}

/**
 * A linear stroke or a screw about an axis near the tool, of up to `most` mm, from near a pose, and toward a point, not
 * away from it.
 */
export function randomStroke(
  random: () => number,
  near: readonly number[],
  { most, toward, isScrew }: { most: number; toward: readonly number[]; isScrew: boolean },
): KnownStroke {
  const from = product(moved(unitVector(random).map((x) => 0.5 * most * random() * x)), near);
  const drawn = unitVector(random);
  const along = drawn.reduce((sum, x, k) => sum + x * (toward[k] - from[12 + k]), 0);
  const direction = drawn.map((x) => (along < 0 ? -x : x));
  const length = most * random();
  if (!isScrew) return linearStroke(from, direction.map((x) => length * x)); // biome-ignore format: a formula
  const point = [12, 13, 14].map((i) => from[i] + 40 * (2 * random() - 1));
  return screwStroke(from, { angle: 0.6 * random(), axis: direction, point, pitch: length });
}

/** Expects what every answer promises, as far as a detector's own exact tests show it. */
export function expectSound(
  detector: Detector,
  found: FirstContact,
  { tolerance = 1e-3, farthest = 0 }: { tolerance?: number; farthest?: number } = {},
): void {
  const { status, time, highPose, lowPose } = found;
  expect(0 <= time.low && time.low <= time.high && time.high <= 1).toBe(true);
  expect((time.high - time.low) * farthest).toBeLessThanOrEqual(tolerance * (1 + 1e-9));
  if (status === 'contact') {
    expect(detector.intersects(highPose)).toBe(true);
    expect(detector.intersects(lowPose)).toBe(false);
    expect(detector.intersectingFaces(highPose).slice(0, 2)).toEqual(Uint32Array.of(found.boneFace, found.toolFace));
  }
  if (status === 'contact' || status === 'grazing') expect(Math.hypot(...found.normal)).toBeCloseTo(1, 12);
  if (status === 'initial') expect(time).toEqual({ low: 0, high: 0 });
  if (status === 'free') {
    expect(time).toEqual({ low: 1, high: 1 });
    expect([found.boneFace, found.toolFace]).toEqual([-1, -1]);
    expect([...found.normal, ...found.bonePoint, ...found.toolPoint].every(Number.isNaN)).toBe(true);
  }
}

/**
 * A time before `low` at which the exact test says that the surfaces share a point: half of the times tried are spread
 * evenly, half crowd before `low`. null if none is found.
 */
export function contactBefore(
  detector: Detector,
  { poseAt }: KnownStroke,
  low: number,
  tries: number,
  random: () => number,
): number | null {
  for (let i = 0; i < tries; i++) {
    const t = i % 2 === 0 ? low * random() : low * (1 - 10 ** (-14 * random()));
    if (detector.intersects(poseAt(t))) return t;
  }
  return null;
}

/** Whether the named pair of faces shares a point at highPose, by the oracle. */
export function oracleSaysContact(bone: TriangleMesh, tool: TriangleMesh, found: FirstContact): boolean {
  const corners = (positions: ArrayLike<number>, faces: Uint32Array, face: number) =>
    [0, 1, 2].flatMap((k) => [0, 1, 2].map((i) => positions[3 * faces[3 * face + k] + i]));
  const posed = posedPositions(tool.positions, found.highPose);
  return trianglesSharePoint(
    corners(bone.positions, bone.faces, found.boneFace),
    corners(posed, tool.faces, found.toolFace),
  );
}
