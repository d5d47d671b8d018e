// Poses → the smallest distance and the boolean state, from a detector that has not been asked near the pose before,
// beside three-mesh-bvh at the same pose.

import { detectorOf, kerf } from './peers/kerf.mjs';
import { threeMeshBvh } from './peers/three-mesh-bvh.mjs';
import { sink, summary } from './timing.mjs';

const QUERIES = {
  distance: (detector, pose) => detector.minimumDistance(pose).distance,
  intersects: (detector, pose) => Number(detector.intersects(pose)),
};

/**
 * For each pose and query, a new detector whose index and first query of each kind were made at `far`.
 * @returns for each query, a summary for each of the two.
 */
export async function measureCold(bone, tool, matrices, far) {
  const session = threeMeshBvh.prepare(bone, tool)();
  const results = {};
  for (const [query, ask] of Object.entries(QUERIES)) {
    sink.sum += session[query](far);
    const milliseconds = { [kerf.name]: [], [threeMeshBvh.name]: [] };
    function time(name, run) {
      const started = performance.now();
      sink.sum += run();
      milliseconds[name].push(performance.now() - started);
    }
    for (const pose of matrices) {
      const detector = await detectorOf(bone, tool, 0.5);
      sink.sum += detector.intersectingFaces(far).length + ask(detector, far);
      time(kerf.name, () => ask(detector, pose));
      time(threeMeshBvh.name, () => session[query](pose));
      detector.dispose();
    }
    results[query] = Object.fromEntries(Object.entries(milliseconds).map(([name, taken]) => [name, summary(taken)]));
  }
  session.free();
  return results;
}
