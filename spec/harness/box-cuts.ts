// A surface, boxes and the solids outside of them and inside → what each must be, by definition, and all together.

import { expect } from '@jest/globals';
import type { Manifold } from 'manifold-3d';
import { type CutBox, inspectMesh, osteotomy, type TriangleMesh } from '#kerf';
import { withoutTwins } from '#mesh';
import { hullOf, solidOf } from './exact-solids.ts';
import { checkPart, largestCoordinate, roundingOf } from './plane-cuts.ts';
import { rigidPose } from './random-geometry.ts';

type Random = () => number;
type Point = readonly [number, number, number];

export const IN_PLACE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The box between two corners, along the axes. */
export function boxBetween(low: readonly number[], high: readonly number[]): CutBox {
  const size: [number, number, number] = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  return { size, pose: [...IN_PLACE.slice(0, 12), ...low.map((x, k) => (x + high[k]) / 2), 1] };
}

/** A blade of 0.01 mm, a slot, or a block, turned anyhow, near a vertex of the body. */
export function boxNear(random: Random, mesh: TriangleMesh, kind: number): CutBox {
  const { min, max } = inspectMesh(mesh).bounds;
  const extent = Math.max(...[0, 1, 2].map((k) => max[k] - min[k]));
  const pose = rigidPose(random, 0);
  const at = 3 * Math.floor((random() * mesh.positions.length) / 3);
  for (let k = 0; k < 3; k++) pose[12 + k] = mesh.positions[at + k] + 0.1 * extent * (random() - 0.5);
  const upTo = (share: number) => extent * (0.01 + share * random());
  const size: [number, number, number][] = [
    [upTo(0.5), 0.01, upTo(0.5)],
    [upTo(0.1), upTo(0.5), upTo(2)],
    [upTo(0.3), upTo(0.3), upTo(0.3)],
  ];
  return { size: size[kind % 3], pose };
}

/** A point of the box's frame in the surface's. */
const posed = ({ pose: m }: CutBox, p: readonly number[]): Point => {
  const at = (k: number) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k];
  return [at(0), at(1), at(2)];
};

/** How far a vertex is beyond each side of a box, by plain f64: one number for each axis and sign. */
function heights({ size, pose: m }: CutBox, positions: ArrayLike<number>, vertex: number): number[] {
  const away = [0, 1, 2].map((k) => positions[3 * vertex + k] - m[12 + k]);
  return [0, 1, 2].flatMap((axis) => {
    const along = away.reduce((sum, x, k) => sum + m[4 * axis + k] * x, 0);
    return [along - size[axis] / 2, -along - size[axis] / 2];
  });
}

/** The faces of a surface, corner by corner. */
function faceKeys({ positions, faces }: TriangleMesh): string[] {
  return Array.from({ length: faces.length / 3 }, (_, face) =>
    [0, 1, 2].map((k) => positions.slice(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3).join()).join(';'),
  );
}

/** The keys that are in `wanted`, in their order, must be those of the parts, each part's in that order. */
function expectKept(wanted: readonly string[], parts: readonly TriangleMesh[]): void {
  const order = new Map(wanted.map((key, n) => [key, n]));
  let found = 0;
  for (const part of parts) {
    const places = faceKeys(part).flatMap((key) => order.get(key) ?? []);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    found += places.length;
  }
  expect(found).toBe(wanted.length);
}

export interface BoxParts {
  readonly outside: readonly TriangleMesh[];
  readonly inside: readonly TriangleMesh[];
}

/**
 * Cuts by one box. Every part is a solid; none reaches to the wrong side but by rounding; the volumes add up; and the
 * faces that lie beyond one side of the box, or within all, are there, bit by bit and in their order.
 * @param areProved whether the parts may not meet themselves, as where the surface does not.
 */
export function checkBox(mesh: TriangleMesh, box: CutBox, areProved = true): BoxParts {
  const outside = osteotomy(mesh, { boxes: [box] });
  const inside = osteotomy(mesh, { boxes: [box], keep: 'inside' });
  const parts = [...outside, ...inside];
  const volume = parts.reduce((sum, part) => sum + checkPart(part, areProved), 0);
  expect(Math.abs(volume - inspectMesh(mesh).volume)).toBeLessThanOrEqual(roundingOf(mesh, parts));
  const largest = Math.max(largestCoordinate(mesh), ...box.size);
  const slack = 2 ** -48 * largest;
  for (const part of inside)
    for (let v = 0; v < part.positions.length / 3; v++)
      expect(Math.max(...heights(box, part.positions, v))).toBeLessThanOrEqual(slack);
  for (const part of outside)
    for (let v = 0; v < part.positions.length / 3; v++)
      expect(Math.max(...heights(box, part.positions, v))).toBeGreaterThanOrEqual(-slack);
  const keys = faceKeys(mesh);
  const corners = Array.from({ length: mesh.positions.length / 3 }, (_, v) => heights(box, mesh.positions, v));
  const at = (face: number) => [0, 1, 2].map((k) => corners[mesh.faces[3 * face + k]]);
  const isBeyond = (face: number) => [0, 1, 2, 3, 4, 5].some((side) => at(face).every((h) => h[side] > slack));
  const isWithin = (face: number) => at(face).every((h) => h.every((height) => height < -slack));
  expectKept(
    keys.filter((_, face) => isBeyond(face)),
    outside,
  );
  expectKept(
    keys.filter((_, face) => isWithin(face)),
    inside,
  );
  return { outside, inside };
}

/** manifold-3d's solid of a box, moved by a shift. */
function boxSolid(box: CutBox, shift: Point): Manifold {
  const corners = Array.from({ length: 8 }, (_, n) =>
    posed(
      box,
      box.size.map((length, k) => ((n >> k) & 1 ? 0.5 : -0.5) * length),
    ),
  );
  return hullOf(corners.map(([x, y, z]): Point => [x - shift[0], y - shift[1], z - shift[2]]));
}

/** The parts have the volumes of manifold-3d's, which keeps coordinates as f32: they are finer near the origin. */
export function expectBooleansLike(mesh: TriangleMesh, box: CutBox, { outside, inside }: BoxParts): void {
  const shift: Point = [mesh.positions[0], mesh.positions[1], mesh.positions[2]];
  const welded = withoutTwins(mesh);
  const near = { ...welded, positions: welded.positions.map((x, i) => x - shift[i % 3]) };
  const [whole, cutter] = [solidOf(near), boxSolid(box, shift)];
  const [beyond, within] = [whole.subtract(cutter), whole.intersect(cutter)];
  const f32 = 2 ** -23 * Math.max(largestCoordinate(near), ...box.size);
  for (const [solid, parts] of [[beyond, outside] as const, [within, inside] as const]) {
    const volume = parts.reduce((sum, part) => sum + inspectMesh(part).volume, 0);
    // A surface that is moved by f32's rounding changes the volume by at most its area times that.
    expect(Math.abs(volume - solid.volume())).toBeLessThanOrEqual(f32 * (solid.surfaceArea() + whole.surfaceArea()));
  }
  for (const solid of [whole, cutter, beyond, within]) solid.delete();
}
