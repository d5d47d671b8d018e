// Two meshes → all pairs of faces that share a point, their smallest distance, and the state of contact, by brute
// force.

import type { Fraction } from 'fraction.js';
import { boxesMeet, squaredGapBelow } from './boxes.ts';
import { commonUnit, exactFraction, isLess, type Ratio } from './exact-numbers.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';
import { roundedFraction, roundedSquareRoot } from './rounded-numbers.ts';
import { gridTriangleTriangle, inSquareMillimetres } from './squared-distance.ts';
import { gridTrianglesSharePoint } from './triangles-share-point.ts';
import { pointInSolid } from './winding-number.ts';

type Mesh = MeshData | ReferenceMesh;

/**
 * Every pair of faces that share a point: bone, tool, bone, tool, … in ascending order. Pairs whose boxes do not meet
 * are skipped; all others get the exact answer. Both meshes are in one frame.
 */
export function intersectingFacePairs(bone: Mesh, tool: Mesh): Uint32Array {
  const [a, b] = [referenceMesh(bone), referenceMesh(tool)];
  const unit = commonUnit(a.corners, b.corners);
  const [boneFaces, toolFaces] = [a.onGrid(unit), b.onGrid(unit)];
  const pairs: number[] = [];
  for (let i = 0; i < a.faceCount; i++)
    for (let j = 0; j < b.faceCount; j++)
      if (boxesMeet(a.boxes, i, b.boxes, j) && gridTrianglesSharePoint(boneFaces[i], toolFaces[j])) pairs.push(i, j);
  return Uint32Array.from(pairs);
}

export interface MeshDistance {
  /** Exact, mm²; 0 if and only if the surfaces share a point. */
  readonly squared: Fraction;
  /** √squared rounded once to the nearest f64, mm. */
  readonly distance: number;
  readonly boneFace: number;
  readonly toolFace: number;
}

/**
 * The smallest distance between two surfaces, with the first pair of faces that has it. Pairs whose boxes are farther
 * apart than a known pair are skipped. Both meshes are in one frame.
 */
export function minimumMeshDistance(bone: Mesh, tool: Mesh): MeshDistance {
  const [a, b] = [referenceMesh(bone), referenceMesh(tool)];
  const unit = commonUnit(a.corners, b.corners);
  const [boneFaces, toolFaces] = [a.onGrid(unit), b.onGrid(unit)];
  const squaredBetween = (i: number, j: number): Ratio => gridTriangleTriangle(boneFaces[i], toolFaces[j]);
  let [boneFace, toolFace] = nearestBoxes(a, b);
  let least = squaredBetween(boneFace, toolFace);
  let limit = limitOf(least, unit);
  for (let i = 0; i < a.faceCount; i++)
    for (let j = 0; j < b.faceCount; j++) {
      if (squaredGapBelow(a.boxes, i, b.boxes, j) > limit) continue;
      const squared = squaredBetween(i, j);
      const first = i < boneFace || (i === boneFace && j < toolFace);
      if (isLess(squared, least) || (first && !isLess(least, squared))) {
        [boneFace, toolFace, least] = [i, j, squared];
        limit = limitOf(least, unit);
      }
    }
  const squared = inSquareMillimetres(least, unit);
  return { squared, distance: roundedSquareRoot(squared), boneFace, toolFace };
}

export interface MeshState {
  /**
   * intersecting: they share a point; else enclosed: a connected part of one lies inside the other solid; else near:
   * gap ≤ δ; else separated.
   */
  readonly state: 'separated' | 'near' | 'intersecting' | 'enclosed';
  /** bone, tool, bone, tool, … ascending: see `intersectingFacePairs`. */
  readonly intersectingFaces: Uint32Array;
  /** Exact smallest squared distance between the surfaces, mm². */
  readonly squaredDistance: Fraction;
}

/**
 * The exact state of two meshes in one frame. Only a closed, consistently oriented mesh has an inside, so only such a
 * mesh encloses.
 * @param contactDistance δ ≥ 0, mm; compared as δ² exactly.
 */
export function meshState(bone: Mesh, tool: Mesh, contactDistance: number): MeshState {
  const [a, b] = [referenceMesh(bone), referenceMesh(tool)];
  const intersectingFaces = intersectingFacePairs(a, b);
  if (intersectingFaces.length > 0)
    return { state: 'intersecting', intersectingFaces, squaredDistance: exactFraction(0) };
  const squaredDistance = minimumMeshDistance(a, b).squared;
  const limit = exactFraction(contactDistance);
  const near = squaredDistance.lte(limit.mul(limit));
  const state = hasPartInside(b, a) || hasPartInside(a, b) ? 'enclosed' : near ? 'near' : 'separated';
  return { state, intersectingFaces, squaredDistance };
}

/**
 * For surfaces that share no point: a connected part then lies wholly inside or wholly outside, and any of its corners
 * decides which.
 */
function hasPartInside(parts: ReferenceMesh, solid: ReferenceMesh): boolean {
  return solid.signed && parts.componentFaces.some((face) => pointInSolid(parts.cornersOf(face).subarray(0, 3), solid));
}

function limitOf(squared: Ratio, unit: bigint): number {
  return roundedFraction(inSquareMillimetres(squared, unit), 'up');
}

function nearestBoxes(a: ReferenceMesh, b: ReferenceMesh): [number, number] {
  let nearest: [number, number] = [0, 0];
  let least = Infinity;
  for (let i = 0; i < a.faceCount; i++)
    for (let j = 0; j < b.faceCount; j++) {
      const gap = squaredGapBelow(a.boxes, i, b.boxes, j);
      if (gap < least) {
        least = gap;
        nearest = [i, j];
      }
    }
  return nearest;
}
