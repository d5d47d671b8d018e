// Cuts → rows of a table, and the same cut by manifold-3d's boolean.

import { count, milliseconds, row } from './cells.mjs';
import { median, percentile } from './timing.mjs';

/** Prints how often, the median and the 99th percentile. */
export function report(what, all) {
  console.log(row([what, count(all.length), milliseconds(median(all)), milliseconds(percentile(all, 99))]));
}

/** ms: of a function, or of what it promises. */
export async function timedAsync(run) {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

export function timed(run) {
  const started = performance.now();
  run();
  return performance.now() - started;
}

/** The bone minus the tool at the cut's end: the least work for a boolean. Converting the bone is not counted. */
export function cutByPeer({ Manifold, Mesh }, mesh, tool, to) {
  const solid = ({ positions, faces: triVerts }) =>
    new Manifold(new Mesh({ numProp: 3, vertProperties: Float32Array.from(positions), triVerts }));
  const [body, placed] = [solid(mesh), solid(tool).transform(to)];
  return timed(() => body.subtract(placed).numTri());
}
