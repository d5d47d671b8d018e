// A point and a body → the directions in which the body's signed distance grows there, or that are equally right within
// the tolerance.
//
//          ↑ n                    A point that may be off by the tolerance ε represents every point of the ball of
//   ───────●──┐     ↗ ↗           radius ε about it. Its directions are the directions of the ball's points:
//    body     │→ m   ◦ ε
//             │                   · if the ball touches faces: all of the cone that their normals span; at the corner
//                                   drawn all a·n + b·m with a, b ≥ 0;
//                                 · otherwise: p − q turned outward, for q the nearest point of the surface, and of any
//                                   other face whose q is a nearest point of the place x that lies ε from p towards q.
//
// (The union of the generalised gradients over a ball: A. A. Goldstein, Optimization of Lipschitz continuous functions,
// 1977.) A face is taken in the second way only if x is certainly in the ball and its q may be nearest to x by the
// oracle's bounds; so every direction accepted belongs to a point of the ball.

import { type BulkMesh, inflated, nearestWeights, pointTriangleBounds } from '#reference';
import type { JudgedBody } from './judged-body.ts';

type Vector = readonly number[];

/**
 * The sets of unit vectors that span the cones; none if all near faces have no area. An open body's faces face both
 * ways.
 */
export function outwardCones({ mesh, sense }: JudgedBody, point: Vector, tolerance: number): Vector[][] {
  const [low, high] = mesh.signedDistanceBounds(point);
  const inside = high < 0;
  const nearest = inside ? -low : high;
  const reach = nearest + 2 * tolerance;
  const near = mesh
    .facesMeeting(inflated([...point, ...point], reach))
    .map((face) => ({ face, distance: pointTriangleBounds(point, mesh.surface.cornersOf(face)) }))
    .filter(({ distance }) => distance[0] <= reach)
    .sort((a, b) => a.distance[0] - b.distance[0]);
  const normals: Vector[] = [];
  const cones: Vector[][] = [];
  for (const { face, distance } of near)
    if (distance[0] <= tolerance) {
      const normal = unitNormal(mesh, face);
      if (normal !== undefined && !normals.some((other) => other.every((value, k) => value === normal[k])))
        normals.push(normal);
    } else {
      const away = awayFrom(mesh, face, point, tolerance, near[0].face);
      if (away !== undefined) cones.push([inside ? opposite(away) : away]);
    }
  if (normals.length === 0) return cones;
  if (sense !== -1) cones.push(normals);
  if (sense !== 1) cones.push(normals.map(opposite));
  return cones;
}

/** Unit, from a face's nearest point to the point; undefined if no point of the ball has that direction. */
function awayFrom(mesh: BulkMesh, face: number, point: Vector, by: number, nearest: number): Vector | undefined {
  const corners = mesh.surface.cornersOf(face);
  const [a, b, c] = nearestWeights(point, corners);
  const off = [0, 1, 2].map((k) => point[k] - (a * corners[k] + b * corners[3 + k] + c * corners[6 + k]));
  const length = Math.hypot(...off);
  const unit = off.map((value) => value / length);
  if (face === nearest) return unit;
  const place = point.map((value, k) => value - by * unit[k]);
  const least = pointTriangleBounds(place, corners)[0];
  // The face nearest to the point rules out most others, at little cost.
  if (pointTriangleBounds(place, mesh.surface.cornersOf(nearest))[1] < least) return undefined;
  const [low, high] = mesh.signedDistanceBounds(place);
  return Math.max(high, -low) < least ? undefined : unit;
}

function unitNormal(mesh: BulkMesh, face: number): Vector | undefined {
  const c = mesh.surface.cornersOf(face);
  const [ax, ay, az] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
  const [bx, by, bz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
  const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length = Math.hypot(...normal);
  return length > 0 ? normal.map((value) => value / length) : undefined;
}

export function opposite(vector: Vector): Vector {
  return vector.map((value) => 0 - value);
}
