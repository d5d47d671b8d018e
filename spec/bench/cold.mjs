// Poses → the smallest distance asked of a detector that has no pose near it behind it, beside three-mesh-bvh at the
// same pose.

import { detectorOf, kerf } from './peers/kerf.mjs';
import { threeMeshBvh } from './peers/three-mesh-bvh.mjs';
import { sink, summary } from './timing.mjs';

/**
 * A new detector for each pose, whose index and first query, of each kind, were made at `far`.
 * @returns a summary for each of both.
 */
export async function measureCold(bone, tool, matrices, far) {
  const session = threeMeshBvh.prepare(bone, tool)();
  sink.sum += session.distance(far);
  const milliseconds = { [kerf.name]: [], [threeMeshBvh.name]: [] };
  function time(name, run) {
    const started = performance.now();
    sink.sum += run();
    milliseconds[name].push(performance.now() - started);
  }
  for (const pose of matrices) {
    const detector = await detectorOf(bone, tool, 0.5);
    sink.sum += detector.intersectingFaces(far).length + detector.minimumDistance(far).distance;
    time(kerf.name, () => detector.minimumDistance(pose).distance);
    time(threeMeshBvh.name, () => session.distance(pose));
    detector.dispose();
  }
  session.free();
  return Object.fromEntries(Object.entries(milliseconds).map(([name, taken]) => [name, summary(taken)]));
}
