// A bone before and after a cut, and planned planes → how far the kerf's walls are from their plane.
//
// A face that the cut made (made-by-cut.ts) belongs to the plane nearest to its centroid. It is a wall of that plane if
// its normal is within 45° of the plane's: a kerf's bottom and ends lie across the plane, not along it.

import { dot } from '#core';
import type { TriangleMesh } from '#mesh';
import { facesMadeByCut } from './made-by-cut.ts';
import { areaWithin, meanAbsolute } from './plane-distance.ts';

export interface Plane {
  /** mm, bone frame. */
  readonly point: readonly number[];
  /** Unit. */
  readonly normal: readonly number[];
}

/** Weighted by area; a distance is from the plane to a point of a wall, mm, positive on the normal's side. */
export interface WallFacts {
  /** mm². */
  readonly area: number;
  /** Of the signed distance. */
  readonly meanSigned: number;
  /** Of its magnitude, as are those below. */
  readonly mean: number;
  /** Not exceeded on 95 % of the area. */
  readonly of95Percent: number;
  readonly largest: number;
}

/** null if there is no such wall. */
export interface WallDeviation {
  readonly all: WallFacts | null;
  /** The walls whose outward normal points along the plane's: their bone lies behind it. */
  readonly facingAlong: WallFacts | null;
  readonly facingAgainst: WallFacts | null;
}

/** cos 45°. */
const FACING = Math.SQRT1_2;

/** The distances at the corners of walls, three per face, and the faces' areas. */
class Walls {
  readonly distances: number[] = [];
  readonly areas: number[] = [];

  add(distances: readonly number[], area: number): void {
    this.distances.push(...distances);
    this.areas.push(area);
  }
}

/** One for each plane. */
export function wallDeviations(before: TriangleMesh, after: TriangleMesh, planes: readonly Plane[]): WallDeviation[] {
  const walls = planes.map(() => ({ along: new Walls(), against: new Walls() }));
  const { positions, faces } = after;
  const isMade = facesMadeByCut(before, after);
  for (const [face, made] of isMade.entries()) {
    if (made === 0) continue;
    const points = [0, 1, 2]
      .map((corner) => 3 * face + corner)
      .map((n) => [0, 1, 2].map((k) => positions[3 * faces[n] + k]));
    const { area, normal } = areaAndNormal(points);
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [n, plane] of planes.entries()) {
      const middle = Math.abs(points.reduce((sum, point) => sum + distanceTo(plane, point), 0));
      if (middle < least) [nearest, least] = [n, middle];
    }
    if (nearest < 0 || !(Math.abs(dot(normal, planes[nearest].normal)) >= FACING)) continue;
    const distances = points.map((point) => distanceTo(planes[nearest], point));
    const { along, against } = walls[nearest];
    (dot(normal, planes[nearest].normal) > 0 ? along : against).add(distances, area);
  }
  return walls.map(({ along, against }) => ({
    all: factsOf([along, against]),
    facingAlong: factsOf([along]),
    facingAgainst: factsOf([against]),
  }));
}

function factsOf(walls: readonly Walls[]): WallFacts | null {
  const areas = walls.flatMap((wall) => wall.areas);
  const distances = walls.flatMap((wall) => wall.distances);
  const area = areas.reduce((a, b) => a + b, 0);
  if (!(area > 0)) return null;
  let signed = 0;
  let absolute = 0;
  let largest = 0;
  for (let face = 0; face < areas.length; face++) {
    const [a, b, c] = distances.slice(3 * face, 3 * face + 3);
    signed += (areas[face] * (a + b + c)) / 3;
    absolute += areas[face] * meanAbsolute(a, b, c);
    largest = Math.max(largest, Math.abs(a), Math.abs(b), Math.abs(c));
  }
  return {
    area,
    meanSigned: signed / area,
    mean: absolute / area,
    of95Percent: quantile(distances, areas, 0.95 * area, largest),
    largest,
  };
}

/** The least magnitude that is not exceeded on the wanted area, by bisection to the last bit. */
function quantile(distances: readonly number[], areas: readonly number[], wanted: number, largest: number): number {
  let low = 0;
  let high = largest;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    let within = 0;
    for (let face = 0; face < areas.length; face++)
      within += areas[face] * areaWithin(distances[3 * face], distances[3 * face + 1], distances[3 * face + 2], middle);
    if (within >= wanted) high = middle;
    else low = middle;
  }
}

function distanceTo({ point, normal }: Plane, at: readonly number[]): number {
  return normal.reduce((sum, n, k) => sum + n * (at[k] - point[k]), 0);
}

function areaAndNormal([a, b, c]: readonly (readonly number[])[]): { area: number; normal: number[] } {
  const u = a.map((x, k) => b[k] - x);
  const v = a.map((x, k) => c[k] - x);
  const cross = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
  const length = Math.hypot(...cross);
  return { area: length / 2, normal: cross.map((x) => x / length) };
}
