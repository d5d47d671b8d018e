// Kept reports → triangles with cell data, for contacts.vtp; and contacts.pvd, which lists such a file for each pose,
// for ParaView's time slider.

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

/** The folder of the VTP files, beside contacts.pvd. */
export const SERIES_FOLDER = 'contacts';
export const SERIES_FILE = 'contacts.pvd';

/** @param count number of poses. All names have the same length, so that they sort in the path's order. */
export function seriesName(pose: number, count: number): string {
  return `pose-${String(pose).padStart(String(count - 1).length, '0')}.vtp`;
}

/**
 * @param times s, one for each pose, non-decreasing. If there are none, or two are equal, the steps are the pose
 * numbers.
 */
export function seriesCollection(count: number, times: Float64Array | null): string {
  const isDistinct = times?.every((time, pose) => pose === 0 || time > times[pose - 1]);
  const step = (pose: number) => (isDistinct ? times![pose] : pose);
  const lines = Array.from(
    { length: count },
    (_, pose) =>
      `    <DataSet timestep="${step(pose)}" group="" part="0" file="${SERIES_FOLDER}/${seriesName(pose, count)}"/>\n`,
  );
  return `<?xml version="1.0"?>
<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">
  <Collection>
${lines.join('')}  </Collection>
</VTKFile>
`;
}
