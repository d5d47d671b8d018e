// Something that is built → the bytes that it keeps.

import { skullVaultSphere, sphere } from '../../dist/datasets.js';
import { detectorOf } from './peers/kerf.mjs';
import { median, sink } from './timing.mjs';

const REPETITIONS = 3;

/**
 * aFace: bytes a bone face that a detector keeps beyond the caller's mesh after one query of each kind at `apart`, its
 * own copy of the bone, `copy`, included; less a detector with the same tool on a sphere of 320 faces, so without the
 * tool's part. options: of the detector, besides. working: bytes of the tables that the reports of these poses have
 * made it keep besides.
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

/** The median of several measurements: now and then one catches compiled code that has just come or gone. */
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
  // Read after the measurement, so that nothing of it can be collected before.
  if (kept === undefined) throw new Error('bytesKept: nothing was made, so nothing was measured.');
  return after - before;
}

async function bytesInUse() {
  // Array buffers are given back on a later turn of the event loop than the collection that found them dead.
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
