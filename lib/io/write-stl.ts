// A TriangleMesh → binary STL bytes.

import type { TriangleMesh } from '#mesh';
import { nonFinite } from './check-finite.ts';
import { frameComment } from './frame-in-file.ts';

/**
 * 80 bytes of header, a count, then 50 bytes for each facet, little-endian. Positions are rounded to the nearest f32.
 * Normals are the unit normals of the rounded corners, and 0 0 0 for a facet without area. vtk.js' STLWriter rounds to
 * six digits, so it is not used.
 * @throws FormatError NON_FINITE_VERTEX for a coordinate that f32 cannot hold.
 */
export function writeStl({ positions, faces, name, frame }: TriangleMesh): Uint8Array {
  const points = Float32Array.from(positions);
  const tooLarge = points.findIndex((value) => !Number.isFinite(value));
  if (tooLarge >= 0)
    throw nonFinite(name, `as f32, vertex ${Math.floor(tooLarge / 3)}`, tooLarge % 3, String(points[tooLarge]));
  const facets = faces.length / 3;
  const bytes = new Uint8Array(84 + 50 * facets);
  const told = frameComment(frame);
  bytes.set(new TextEncoder().encode(`Binary STL written by kerf${told === null ? '' : `. ${told}`}`));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, facets, true);
  for (let facet = 0; facet < facets; facet++) {
    let at = 84 + 50 * facet;
    const corners = faces.subarray(3 * facet, 3 * facet + 3);
    for (const component of unitNormal(points, corners)) {
      view.setFloat32(at, component, true);
      at += 4;
    }
    for (const vertex of corners) {
      for (let axis = 0; axis < 3; axis++, at += 4) view.setFloat32(at, points[3 * vertex + axis], true);
    }
  }
  return bytes;
}

function unitNormal(points: Float32Array, [a, b, c]: Uint32Array): [number, number, number] {
  const [ux, uy, uz] = [0, 1, 2].map((k) => points[3 * b + k] - points[3 * a + k]);
  const [vx, vy, vz] = [0, 1, 2].map((k) => points[3 * c + k] - points[3 * a + k]);
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z);
  return length > 0 && Number.isFinite(length) ? [x / length, y / length, z / length] : [0, 0, 0];
}
