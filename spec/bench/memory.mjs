// Something built → the bytes that it keeps.

import { skullVaultSphere, sphere } from '../../dist/datasets.js';
import { detectorOf } from './peers/kerf.mjs';
import { median, sink } from './timing.mjs';

const REPETITIONS = 3;

/**
 * aFace: bytes per bone face that a detector keeps beyond the caller's mesh after one query of each kind at `apart`,
 * including `copy`, its own copy of the bone; minus a detector with the same tool on a sphere of 320 faces, so the
 * tool's part is excluded. options: further detector options. working: bytes of the tables that these poses' reports
 * make it keep in addition.
 */
export async function detectorBytes(bone, tool, apart, matrices, options = {}) {
  const ball = sphere({ radius: skullVaultSphere.radius, center: skullVaultSphere.center, subdivisions: 2 });
  const toolAlone = await medianBytesKept(() => usedDetector(ball, tool, [apart], options));
  const whole = await medianBytesKept(() => usedDetector(bone, tool, [apart], options));
  const used = await medianBytesKept(() => usedDetector(bone, tool, [apart, ...matrices], options));
  const faces = bone.faces.length / 3;
  const copy = (8 * bone.positions.length + 4 * bone.faces.length) / faces;
  return { aFace: (whole - toolAlone) / (faces - ball.faces.length / 3), copy, working: used - whole };
}

/** A detector after one query of each kind at each pose. */
async function usedDetector(bone, tool, poses, options) {
  const detector = await detectorOf(bone, tool, 0.5, options);
  for (const pose of poses) {
    sink.sum += detector.intersectingFaces(pose).length;
    sink.sum += detector.minimumDistance(pose).distance;
    sink.sum += detector.detectSync(pose).contacts.length;
  }
  return detector;
}

/** The median of several measurements: sometimes compiled code has just appeared or gone. */
async function medianBytesKept(make) {
  const bytes = [];
  for (let i = 0; i < REPETITIONS; i++) bytes.push(await bytesKept(make));
  return median(bytes);
}

/** JavaScript heap and array buffers that `make`'s result holds on to, after a full collection. */
export async function bytesKept(make) {
  const before = await bytesInUse();
  const kept = await make();
  const after = await bytesInUse();
  // Read after the measurement, so that nothing in it can be collected earlier.
  if (kept === undefined) throw new Error('bytesKept: nothing was made, so nothing was measured.');
  return after - before;
}

async function bytesInUse() {
  // Array buffers are freed on a later turn of the event loop than the collection that found them dead.
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
