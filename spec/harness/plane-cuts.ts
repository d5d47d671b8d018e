// A surface, planes and the parts into which they cut it → what each part must be, by definition, and all together.

import { expect } from '@jest/globals';
import type { Manifold } from 'manifold-3d';
import { inspectMesh, osteotomy, selfIntersections, type TriangleMesh } from '#kerf';
import { unitVector } from './random-geometry.ts';

/** mm, of any coordinate. */
export const largestCoordinate = (mesh: TriangleMesh) =>
  Array.from(mesh.positions).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * What every part is: closed, oriented, outward, faces with areas, and where that is asked, free of self-intersections.
 * @returns its volume.
 */
export function checkPart(part: TriangleMesh, isProved: boolean): number {
  const { closed: isClosed, oriented, degenerateFaces, volume } = inspectMesh(part);
  expect([isClosed, oriented, degenerateFaces]).toEqual([true, true, 0]);
  expect(volume).toBeGreaterThan(0);
  if (isProved) expect(selfIntersections(part)).toHaveLength(0);
  return volume;
}

/** mm³ by which rounding may change the volume: coordinates by 2^-53 of their size, over the whole surface, twice. */
export function roundingOf(mesh: TriangleMesh, parts: readonly TriangleMesh[]): number {
  const area = parts.reduce((sum, part) => sum + inspectMesh(part).area, 0);
  return 2 ** -48 * largestCoordinate(mesh) * area * Math.sqrt(mesh.faces.length);
}

export function checkCut(mesh: TriangleMesh, planes: readonly number[], areProved = true): readonly TriangleMesh[] {
  const parts = osteotomy(mesh, planes);
  let sum = 0;
  for (const part of parts) {
    sum += checkPart(part, areProved);
    // On one side of each plane, but for the rounding of corners on it.
    for (let n = 0; n < planes.length; n += 6) {
      const normal = planes.slice(n + 3, n + 6);
      const slack = 2 ** -48 * largestCoordinate(mesh) * Math.hypot(...normal);
      let [low, high] = [Infinity, -Infinity];
      for (let v = 0; v < part.positions.length; v += 3) {
        const height = dot(
          [0, 1, 2].map((k) => part.positions[v + k] - planes[n + k]),
          normal,
        );
        low = Math.min(low, height);
        high = Math.max(high, height);
      }
      expect(low >= -slack || high <= slack).toBe(true);
    }
  }
  expect(Math.abs(sum - inspectMesh(mesh).volume)).toBeLessThanOrEqual(roundingOf(mesh, parts));
  return parts;
}

/** Through a random point of the body's box. */
export function planeThrough(random: () => number, mesh: TriangleMesh): number[] {
  const at = 3 * Math.floor((random() * mesh.positions.length) / 3);
  const point = [0, 1, 2].map((k) => mesh.positions[at + k] * random());
  return [...point, ...unitVector(random).map((x) => 3 * x)];
}

/** The parts in front of the plane have the volume of manifold-3d's, which keeps coordinates as f32. */
export function expectSplitLike(whole: Manifold, parts: readonly TriangleMesh[], plane: readonly number[]): void {
  const length = Math.hypot(...plane.slice(3));
  const normal = plane.slice(3).map((x) => x / length);
  const front = parts.filter(
    (part) =>
      dot(
        centreOf(part).map((x, k) => x - plane[k]),
        normal,
      ) > 0,
  );
  const [above, below] = whole.splitByPlane([normal[0], normal[1], normal[2]], dot(normal, plane));
  const volume = front.reduce((sum, part) => sum + inspectMesh(part).volume, 0);
  const largest = Math.max(...parts.map(largestCoordinate));
  expect(Math.abs(volume - above.volume())).toBeLessThan(2 ** -23 * largest * above.surfaceArea() + 1e-9);
  above.delete();
  below.delete();
}

function centreOf({ positions }: TriangleMesh): number[] {
  const along = (k: number) => Array.from(positions).filter((_, i) => i % 3 === k);
  return [0, 1, 2].map((k) => along(k).reduce((a, b) => a + b, 0) / (positions.length / 3));
}
