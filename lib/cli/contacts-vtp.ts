// Kept reports → triangles with cell data, for contacts.vtp.

import type { TrianglePolyData } from '#io';
import { weldVertices } from '#mesh';
import type { KeptPose } from './kept-poses.ts';

/**
 * Every sub-triangle, in the bone's frame, mm. Corners with equal coordinates become one point. The cell data are pose;
 * body (0 bone, 1 tool); face; patch; distance, low and high (mm, negative for penetration).
 */
export function contactTriangles(kept: readonly KeptPose[]): TrianglePolyData {
  const count = kept.reduce((sum, { report }) => sum + report.contacts.length, 0);
  const positions = new Float64Array(9 * count);
  const integers = {
    pose: new Int32Array(count),
    body: new Int32Array(count),
    face: new Int32Array(count),
    patch: new Int32Array(count),
  };
  const lengths = { distance: new Float64Array(count), low: new Float64Array(count), high: new Float64Array(count) };
  let row = 0;
  for (const { pose, report } of kept) {
    const { contacts } = report;
    positions.set(contacts.corners.subarray(0, 9 * contacts.length), 9 * row);
    integers.pose.fill(pose, row, row + contacts.length);
    for (const name of ['body', 'face', 'patch'] as const)
      integers[name].set(contacts[name].subarray(0, contacts.length), row);
    for (const name of ['distance', 'low', 'high'] as const)
      lengths[name].set(contacts[name].subarray(0, contacts.length), row);
    row += contacts.length;
  }
  const columns: Record<string, Int32Array | Float64Array> = { ...integers, ...lengths };
  return {
    ...shareCorners(positions),
    cellData: Object.entries(columns).map(([name, values]) => ({ name, numberOfComponents: 1, values })),
  };
}

/** Corners, three per triangle → each position once, in order of first appearance, and the triangles' indices. */
function shareCorners(corners: Float64Array): { positions: Float64Array; faces: Uint32Array } {
  const faces = weldVertices(corners);
  const positions = new Float64Array(corners.length);
  let points = 0;
  for (let corner = 0; corner < faces.length; corner++) {
    if (faces[corner] === corner) {
      positions.set(corners.subarray(3 * corner, 3 * corner + 3), 3 * points);
      faces[corner] = points++;
    } else faces[corner] = faces[faces[corner]];
  }
  return { positions: positions.slice(0, 3 * points), faces };
}
