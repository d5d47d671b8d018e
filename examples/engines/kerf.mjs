// kerf itself as an engine to be judged.
//
// verdict    exact. `near`, a gap of up to δ, counts as separated.
// distance   between the surfaces, at the two closest points.
// depth      the greatest distance to the nearest face, over the surface inside the other body; found at the corners of
//            sub-triangles, so at most h/√3 too small. 0 without contact; omitted if a body is open.
// contacts   the deepest row of the contact report in each cell of 0.5 mm. Only rows that touch or lie inside.
// pairs      all pairs of faces that share a point, exact.

import { createDetector } from 'kerf';
import { versionOf } from './version-of.mjs';

/** h, mm. */
const RESOLUTION = 0.15;
const CELL = 0.5;

export const engine = { name: 'kerf', version: versionOf('kerf') };

export async function createEngine({ bone, tool }) {
  const detector = await createDetector({ bone, tool, contactDistance: 0, resolution: RESOLUTION, backend: 'cpu' });
  return {
    answer(pose) {
      const { state, contacts, intersectingFaces, signed } = detector.detectSync(pose);
      const rows = deepestOfCells(contacts);
      return {
        verdict: state === 'near' ? 'separated' : state,
        distance: detector.minimumDistance(pose).distance,
        ...(signed.bone && signed.tool ? { depth: Math.max(0, ...rows.map(({ depth }) => depth)) } : {}),
        contacts: rows,
        pairs: Array.from(intersectingFaces),
      };
    },
    stroke(from, to) {
      const { status, time } = detector.firstContact({ from, to });
      if (status === 'free' || status === 'initial') return { status };
      // `grazing` is too close for kerf to decide; here it counts as contact.
      return { status: 'contact', time: time.high };
    },
    dispose: () => detector.dispose(),
  };
}

function deepestOfCells(contacts) {
  const deepest = new Map();
  for (const { body, face, oppositeFace, point, normal, distance } of contacts) {
    if (distance > 0) continue;
    const cell = `${body} ${point.map((x) => Math.floor(x / CELL))}`;
    const depth = Math.abs(distance);
    if (depth < (deepest.get(cell)?.depth ?? 0)) continue;
    const [boneFace, toolFace] = body === 'bone' ? [face, oppositeFace] : [oppositeFace, face];
    // A row may have no normal, as where two surfaces cross; it is then written without one.
    const way = normal.some(Number.isNaN) ? {} : { normal };
    deepest.set(cell, { point, ...way, depth, boneFace, toolFace });
  }
  return [...deepest.values()];
}
