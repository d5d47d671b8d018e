// Poses → the smallest distance and the boolean state asked of a detector that has no pose near it behind it, beside
// three-mesh-bvh at the same pose.

import { detectorOf, kerf } from './peers/kerf.mjs';
import { threeMeshBvh } from './peers/three-mesh-bvh.mjs';
import { sink, summary } from './timing.mjs';

const QUERIES = {
  distance: (detector, pose) => detector.minimumDistance(pose).distance,
  intersects: (detector, pose) => Number(detector.intersects(pose)),
};

/**
 * A new detector for each pose and query, whose index and first query, of each kind, were made at `far`.
 * @returns for each query a summary for each of both.
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
