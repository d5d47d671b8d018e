// A mesh → whether it is the surface of a convex solid, decided exactly.

import { fromPoint, tripleProductSign } from './certain-signs.ts';
import { asTriangle, type Corners, cross, dot, gridded, subtract } from './integer-vectors.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';

/**
 * Closed and oriented, with no corner above the plane of a face: then the solid is the intersection of the half-spaces
 * below these planes. Zero-area faces have no plane. A closed surface whose faces all face inward does not qualify.
 */
export function isConvexSurface(mesh: MeshData | ReferenceMesh): boolean {
  const surface = referenceMesh(mesh);
  if (!surface.signed) return false;
  const corners = distinctPoints(surface.corners);
  for (let face = 0; face < surface.faceCount; face++) {
    const plane = surface.cornersOf(face);
    const origin = plane.subarray(0, 3);
    const [e, f] = [fromPoint(origin, plane, 1), fromPoint(origin, plane, 2)];
    for (let i = 0; i < corners.length / 3; i++) {
      const sign = tripleProductSign(e, f, fromPoint(origin, corners, i));
      if (sign > 0 || (sign === 0 && isAbove(corners.subarray(3 * i, 3 * i + 3), plane))) return false;
    }
  }
  return true;
}

function isAbove(point: Corners, plane: Corners): boolean {
  const { vectors } = gridded(plane, point);
  const [a, b, c] = asTriangle(vectors[0]);
  return dot(cross(subtract(b, a), subtract(c, a)), subtract(vectors[1][0], a)) > 0n;
}

function distinctPoints(corners: Float64Array): Float64Array {
  const points = new Map<string, readonly number[]>();
  for (let i = 0; i < corners.length; i += 3) {
    const point = [corners[i], corners[i + 1], corners[i + 2]];
    points.set(point.join(), point);
  }
  return Float64Array.from([...points.values()].flat());
}
