// Two meshes → all pairs of faces that share a point and the exact state of contact, from the pairs that can matter.

import { inflated } from './boxes.ts';
import type { BulkMesh } from './bulk-mesh.ts';
import { pairShares } from './certain-pairs.ts';
import { exactFraction } from './exact-numbers.ts';
import { trianglePairBounds } from './f64-bounds.ts';
import type { MeshState } from './mesh-state.ts';
import { triangleTriangleSquaredDistance } from './squared-distance.ts';

interface IntersectingPairs {
  /** Every pair of faces that share a point: bone, tool, bone, tool, … in ascending order. */
  readonly pairs: Uint32Array;
  /** Of the pairs examined, the number that certified f64 arithmetic decided … */
  readonly f64: number;
  /** … and the number that exact arithmetic decided. */
  readonly exact: number;
}

interface BulkMeshState extends IntersectingPairs {
  readonly state: MeshState['state'];
}

/** `intersectingFacePairs`. Examines the pairs whose boxes meet. */
export function intersectingPairs(bone: BulkMesh, tool: BulkMesh): IntersectingPairs {
  const decided = { f64: 0, exact: 0 };
  const found: number[] = [];
  for (const [boneFace, toolFace] of pairsWithin(bone, tool, 0)) {
    const { share, by } = pairShares(bone.surface.cornersOf(boneFace), tool.surface.cornersOf(toolFace));
    decided[by]++;
    if (share) found.push(boneFace * tool.surface.faceCount + toolFace);
  }
  const pairs = new Uint32Array(2 * found.length);
  Float64Array.from(found)
    .sort()
    .forEach((key, i) => {
      pairs[2 * i] = Math.floor(key / tool.surface.faceCount);
      pairs[2 * i + 1] = key % tool.surface.faceCount;
    });
  return { pairs, ...decided };
}

/**
 * `meshState`. If no faces intersect, the pairs whose boxes are within δ along each axis are searched for the first
 * with a gap ≤ δ.
 * @param contactDistance δ ≥ 0, mm; compared as δ² exactly.
 */
export function bulkMeshState(bone: BulkMesh, tool: BulkMesh, contactDistance: number): BulkMeshState {
  const { pairs, f64, exact } = intersectingPairs(bone, tool);
  const decided = { f64, exact };
  if (pairs.length > 0) return { state: 'intersecting', pairs, ...decided };
  if (hasPartInside(tool, bone) || hasPartInside(bone, tool)) return { state: 'enclosed', pairs, ...decided };
  let state: MeshState['state'] = 'separated';
  for (const [boneFace, toolFace] of pairsWithin(bone, tool, contactDistance)) {
    const { near, by } = isWithin(bone.surface.cornersOf(boneFace), tool.surface.cornersOf(toolFace), contactDistance);
    decided[by]++;
    if (!near) continue;
    state = 'near';
    break;
  }
  return { state, pairs, ...decided };
}

/** The pairs of faces whose boxes are no more than `distance` apart along any axis: all pairs that near, and more. */
function* pairsWithin(bone: BulkMesh, tool: BulkMesh, distance: number): Generator<readonly [number, number]> {
  const { boxes, faceCount } = tool.surface;
  for (let toolFace = 0; toolFace < faceCount; toolFace++) {
    const own = boxes.subarray(6 * toolFace, 6 * toolFace + 6);
    for (const boneFace of bone.facesMeeting(distance === 0 ? own : inflated(own, distance)))
      yield [boneFace, toolFace];
  }
}

function isWithin(a: Float64Array, b: Float64Array, distance: number): { near: boolean; by: 'f64' | 'exact' } {
  const [low, high] = trianglePairBounds(a, b);
  if (low > distance || high <= distance) return { near: high <= distance, by: 'f64' };
  const limit = exactFraction(distance);
  return { near: triangleTriangleSquaredDistance(a, b).lte(limit.mul(limit)), by: 'exact' };
}

/**
 * For surfaces that share no point: a connected part then lies wholly inside or wholly outside, and any of its corners
 * decides which.
 */
function hasPartInside(parts: BulkMesh, solid: BulkMesh): boolean {
  const { surface } = parts;
  return (
    solid.surface.signed &&
    surface.componentFaces.some((face) => solid.windingOffSurface(surface.cornersOf(face).subarray(0, 3)) !== 0)
  );
}
