// An instance of WebGPU, bodies and poses → what the kernels of a query do, counted: boxes, bounds and tests, words
// that they read, and the longest lane; on a device of its own, since counting takes time.

import { createDetector } from '../../../dist/index.js';
import { median } from '../timing.mjs';
import { openWideDevice } from './adapter.mjs';
import { countCalls } from './count-calls.mjs';

/** Functions of the shaders by what they count. */
const TESTS = {
  nodeBoxes: ['nodeBox'],
  faceBoxes: ['faceBox'],
  bounds: ['lowerBySupport'],
  pointTriangle: ['measureFace', 'supportOf'],
  triangleTriangle: ['measureTriangles'],
  rays: ['windingAt'],
  spans: ['indexAt'],
};
/** Bytes that a call of a function reads: of bodies, their trees, their scanlines and lists of faces. */
const BYTES = { bvhAt: 4, geometryAt: 4, toolVertex: 12, indexAt: 16, supportAt: 16 };
const NAMES = [...Object.values(TESTS).flat(), ...Object.keys(BYTES)];

/**
 * @param matrices of poses, each asked twice: room is made by what the first needed.
 * @returns medians a query; longest: the most calls by one thread of any function of TESTS.
 */
export async function countTests(given, matrices, instance) {
  const device = await openWideDevice(instance);
  const take = countCalls(device, NAMES);
  const detector = await createDetector({ ...given, backend: 'webgpu', device });
  const queries = [];
  for (const pose of matrices) {
    await detector.detect(pose);
    await take();
    await detector.detect(pose);
    queries.push(summed(await take()));
  }
  detector.dispose();
  device.destroy();
  return Object.fromEntries(Object.keys(queries[0]).map((what) => [what, median(queries.map((query) => query[what]))]));
}

function summed(kernels) {
  const sum = (name) => kernels.reduce((all, { calls }) => all + calls[name], 0);
  const tests = Object.entries(TESTS).map(([what, names]) => [what, names.reduce((all, name) => all + sum(name), 0)]);
  const bytes = Object.entries(BYTES).reduce((all, [name, size]) => all + size * sum(name), 0);
  const longest = Math.max(
    ...kernels.flatMap(({ mostOfOne }) =>
      Object.values(TESTS)
        .flat()
        .map((name) => mostOfOne[name]),
    ),
  );
  return { ...Object.fromEntries(tests), bytes, longest };
}
