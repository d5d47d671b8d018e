// A detector → the bytes that each field of its objects keeps, from V8's heap snapshot.

import { getHeapSnapshot } from 'node:v8';
import { skullVaultSphere, sphere } from '../../../dist/datasets.js';
import { row } from '../cells.mjs';
import { detectorOf } from '../peers/kerf.mjs';
import { sink } from '../timing.mjs';
import { buffersOf } from './heap.mjs';

/** Bytes per bone face: fields with less are summed up. */
const LEAST = 0.5;

/**
 * For a detector after one query of each kind at a far pose, minus the same for the tool on a sphere of 320 faces, as
 * in the aim.
 */
export async function profileMemory({ bone, tool, path: { matrices, kinds } }) {
  const far = matrices[kinds.indexOf('far')];
  const ball = sphere({ radius: skullVaultSphere.radius, center: skullVaultSphere.center, subdivisions: 2 });
  const ofTool = await buffersOfDetector(ball, tool, far);
  const faces = bone.faces.length / 3;
  const fields = new Map();
  for (const [key, bytes] of await buffersOfDetector(bone, tool, far)) {
    const own = (bytes - (ofTool.get(key) ?? 0)) / faces;
    const name = own < LEAST ? 'all others' : key;
    fields.set(name, (fields.get(name) ?? 0) + own);
  }
  const all = [...fields.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`## Memory: array buffers of a detector on ${faces.toLocaleString('en')} faces, bytes a bone face\n`);
  console.log(row(['object and field', 'bytes a face']));
  console.log(row([':--', '--:']));
  for (const [name, bytes] of [...fields].sort((a, b) => b[1] - a[1])) console.log(row([name, bytes.toFixed(1)]));
  console.log(`${row(['all array buffers', all.toFixed(1)])}\n`);
}

async function buffersOfDetector(bone, tool, pose) {
  const detector = await detectorOf(bone, tool, 0.5);
  sink.sum += detector.intersectingFaces(pose).length + detector.minimumDistance(pose).distance;
  sink.sum += detector.detectSync(pose).contacts.length;
  const buffers = buffersOf(await snapshot());
  detector.dispose();
  return buffers;
}

async function snapshot() {
  globalThis.gc();
  // Array buffers are freed on a later turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 10));
  const chunks = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString('utf8'));
}
