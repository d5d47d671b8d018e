// createDetector, a WebGPU instance, bodies and poses → counts of what a query's kernels do: boxes, bounds and tests,
// bytes read, and the longest lane; on a separate device, since counting takes time.

import { median } from '../timing.mjs';
import { openWideDevice } from './adapter.mjs';
import { countCalls } from './count-calls.mjs';

/** The shaders' functions by what they count. */
const TESTS = {
  nodeBoxes: ['nodeBox'],
  faceBoxes: ['faceBox'],
  bounds: ['lowerBySupport'],
  pointTriangle: ['measureFace', 'supportOf'],
  pieceFace: ['mayBeWithin'],
  triangleTriangle: ['measureTriangles'],
  rays: ['windingAt'],
  spans: ['indexAt'],
};
/** Bytes that one call of a function reads: of bodies, their trees, scanlines and lists of faces. */
const BYTES = { bvhAt: 4, geometryAt: 4, toolVertex: 12, indexAt: 16, supportAt: 16 };
const NAMES = [...Object.values(TESTS).flat(), ...Object.keys(BYTES)];

/**
 * @param matrices of poses, each queried twice: buffers are sized by what the first query needed.
 * @returns medians per query; longest: the most calls by one thread of any function of TESTS.
 */
export async function countTests(createDetector, given, matrices, instance) {
  const queries = (await countByKernel(createDetector, given, matrices, instance)).map(summed);
  return Object.fromEntries(Object.keys(queries[0]).map((what) => [what, median(queries.map((query) => query[what]))]));
}

/** @returns for each pose a list of kernels: label, calls of each of TESTS, bytes, longest. */
export async function countByKernel(createDetector, given, matrices, instance) {
  const device = await openWideDevice(instance);
  const take = countCalls(device, NAMES);
  const detector = await createDetector({ ...given, backend: 'webgpu', device });
  const queries = [];
  for (const pose of matrices) {
    await detector.detect(pose);
    await take();
    await detector.detect(pose);
    queries.push((await take()).map(described));
  }
  detector.dispose();
  device.destroy();
  return queries;
}

function described({ label, calls, mostOfOne }) {
  const sum = (of) => of.reduce((all, name) => all + calls[name], 0);
  return {
    label,
    ...Object.fromEntries(Object.entries(TESTS).map(([what, names]) => [what, sum(names)])),
    bytes: Object.entries(BYTES).reduce((all, [name, size]) => all + size * calls[name], 0),
    longest: Math.max(...Object.values(TESTS).flatMap((names) => names.map((name) => mostOfOne[name]))),
  };
}

function summed(kernels) {
  const sum = (what) => kernels.reduce((all, kernel) => all + kernel[what], 0);
  return {
    ...Object.fromEntries([...Object.keys(TESTS), 'bytes'].map((what) => [what, sum(what)])),
    longest: Math.max(...kernels.map(({ longest }) => longest)),
  };
}
