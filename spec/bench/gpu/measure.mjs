// One bone size → the GPU work of a query and, on a real GPU, its times, poses per second by batch size, and the times
// of an edit.

import { createDetector } from '../../../dist/index.js';
import { allocated } from '../allocated.mjs';
import { threeMeshBvh } from '../peers/three-mesh-bvh.mjs';
import { sink, summary, timed } from '../timing.mjs';
import { measureEdits } from './edits.mjs';

export const OPTIONS = { contactDistance: 0.2, resolution: 0.5 };
/** Faces per leaf of the bone's BVH, and children per node. */
const BRANCHING = 8;
export const BATCHES = [1, 16, 256, 4096];
/** Rounds over all poses, one query at a time. */
const ROUNDS = 5;
/** Reports of a pose whose reading is timed: enough for the engine to compile what reads them. */
const READINGS = 12;
/**
 * Poses over which a small batch is repeated, and the most poses given to competitors without batches: their rate does
 * not depend on the number; the same number warms up a large batch.
 */
const LEAST_POSES = 64;
const MOST_SERIAL_POSES = 256;

/**
 * @param path.matrices the poses queried one by one; @param path.many as many in a row as the largest of BATCHES.
 * @param gpu device, takeWork, and passTimes: null if times are not measured.
 */
export async function measure(bone, tool, { matrices, many }, { device, takeWork, passTimes }) {
  const given = { bone, tool, ...OPTIONS };
  const built = await build(given, device, matrices[0], takeWork);
  const { cpu, webgpu } = built;
  const host = [];
  const look = async (report, pose) => host.push(await hostWork(webgpu, report, pose));
  const queries = await countQueries(webgpu, matrices, takeWork, look);
  const times = passTimes === null ? null : await timeQueries(webgpu, cpu, matrices, passTimes);
  const batches = [];
  // The number of poses per submit depends on how long submits take, which means nothing on a software adapter.
  if (times)
    for (const size of BATCHES) batches.push(await measureBatch(size, { webgpu, cpu, bone, tool }, many, takeWork));
  webgpu.dispose();
  cpu.dispose();
  const edits = await measureEdits(given, matrices, { device, takeWork, passTimes });
  const front = await countFront(given, device, matrices, takeWork);
  return { faces: bone.faces.length / 3, first: built.first, ...queries, host, times, batches, edits, front };
}

/** The work of the same queries if a front on the bone's BVH finds the pairs; levels: of that tree. */
async function countFront(given, device, matrices, takeWork) {
  const detector = await createDetector({ ...given, candidates: 'bvh-front', backend: 'webgpu', device });
  const { work } = await countQueries(detector, matrices, takeWork);
  detector.dispose();
  let levels = 1;
  for (let nodes = Math.ceil(given.bone.faces.length / 3 / BRANCHING); nodes > 1; nodes = Math.ceil(nodes / BRANCHING))
    levels++;
  return { levels, work };
}

/** Both detectors, and milliseconds to the first report: compiling, index, query. */
async function build(given, device, pose, takeWork) {
  const [cpu, cpuFirst] = await timed(() => firstAnswered({ ...given, backend: 'cpu' }, pose));
  takeWork();
  const [webgpu, gpuFirst] = await timed(() => firstAnswered({ ...given, backend: 'webgpu', device }, pose));
  return { cpu, webgpu, first: { cpu: cpuFirst, webgpu: gpuFirst, work: takeWork() } };
}

async function firstAnswered(options, pose) {
  const detector = await createDetector(options);
  await detector.detect(pose);
  return detector;
}

/**
 * Queries each pose twice: buffers are sized by what the last query needed, so only the first may have to run again.
 * @param look receives each second report, and its pose.
 */
async function countQueries(webgpu, matrices, takeWork, look = () => {}) {
  const work = [];
  let runAgain = 0;
  let candidatePairs = 0;
  let escalatedPairs = 0;
  for (const pose of matrices) {
    takeWork();
    await webgpu.detect(pose);
    if (takeWork().submits > 1) runAgain++;
    const report = await webgpu.detect(pose);
    work.push(takeWork());
    const { stats } = report;
    candidatePairs += stats.candidatePairs;
    escalatedPairs += stats.escalatedPairs;
    await look(report, pose);
  }
  return { work, runAgain, candidatePairs, escalatedPairs };
}

/**
 * This thread's milliseconds for a report: before a column of its contacts is read, for the penetration, and to read
 * all columns but the patches', each the median of READINGS queries, one at a time; also the bytes that reading takes,
 * dead or alive. null if the CPU answered.
 */
async function hostWork(webgpu, { stats, contacts }, pose) {
  if (stats.backend !== 'webgpu') return null;
  const { bytes } = await allocated(() => {
    sink.sum += contacts.normal.length;
  });
  const taken = { host: [], penetration: [], read: [] };
  for (let k = 0; k < READINGS; k++) {
    const report = await webgpu.detect(pose);
    taken.host.push(report.stats.milliseconds.host);
    taken.read.push(millisecondsFor(() => report.contacts.normal.length));
    taken.penetration.push(millisecondsFor(() => (report.penetration === null ? 0 : 1)));
  }
  const medians = Object.fromEntries(Object.entries(taken).map(([what, times]) => [what, summary(times).median]));
  return { ...medians, bytes, contacts: contacts.length };
}

function millisecondsFor(read) {
  const started = performance.now();
  sink.sum += read();
  return performance.now() - started;
}

/**
 * Milliseconds of one query at a time: each stage's passes on the GPU, then waiting and transfer, then the CPU's part.
 */
async function timeQueries(webgpu, cpu, matrices, passTimes) {
  const rows = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const pose of matrices) {
      passTimes.begin();
      const [{ stats }, latency] = await timed(() => webgpu.detect(pose));
      const passes = await passTimes.end();
      const [, onCpu] = await timed(() => cpu.detectSync(pose));
      const gpu = Object.values(passes).reduce((sum, time) => sum + time, 0);
      const { transfer } = stats.milliseconds;
      rows.push({ ...NO_STAGES, ...passes, gpu, transfer, finish: latency - gpu - transfer, latency, cpu: onCpu });
    }
  return Object.fromEntries(Object.keys(rows[0]).map((column) => [column, summary(rows.map((row) => row[column]))]));
}

const NO_STAGES = { regions: 0, subdivide: 0, distance: 0 };

/** Batches of `size` by detectMany: their GPU work, and poses per second of all competitors over the same poses. */
async function measureBatch(size, { webgpu, cpu, bone, tool }, many, takeWork) {
  const batches = Math.ceil(LEAST_POSES / size);
  const lists = Array.from({ length: batches }, (_, k) => many.slice(k * size, (k + 1) * size));
  const answers = [];
  async function run(detector, poses) {
    for await (const report of detector.detectMany(flat(poses))) answers.push(report.intersectingFaces.length / 2);
  }
  for (const poses of lists) await run(webgpu, poses.slice(0, MOST_SERIAL_POSES));
  answers.length = 0;
  takeWork();
  const [, milliseconds] = await timed(async () => {
    for (const poses of lists) await run(webgpu, poses);
  });
  const work = takeWork();
  const poses = batches * size;
  const sum = (pairs) => pairs.reduce((all, one) => all + one, 0);
  const total = sum(answers);
  const serial = many.slice(0, Math.min(poses, MOST_SERIAL_POSES));
  const onGpu = answers.slice(0, serial.length);
  answers.length = 0;
  const [, cpuMilliseconds] = await timed(() => run(cpu, serial));
  const onCpu = answers.slice();
  const session = threeMeshBvh.prepare(bone, tool)();
  for (const pose of serial) session.pairs(pose);
  const [onPeer, peerMilliseconds] = await timed(() => serial.map((pose) => session.pairs(pose)));
  session.free();
  const differing = (other) => other.filter((pairs, pose) => pairs !== onGpu[pose]).length;
  return {
    size,
    poses,
    work,
    serialPoses: serial.length,
    webgpu: rates(poses, total, milliseconds),
    cpu: { ...rates(serial.length, sum(onCpu), cpuMilliseconds), differ: differing(onCpu) },
    peer: { ...rates(serial.length, sum(onPeer), peerMilliseconds), differ: differing(onPeer) },
  };
}

/** Per second: poses, and pairs of intersecting faces. */
function rates(poses, pairs, milliseconds) {
  return { poses: (1000 * poses) / milliseconds, pairs: (1000 * pairs) / milliseconds };
}

function flat(poses) {
  const out = new Float64Array(16 * poses.length);
  for (let i = 0; i < poses.length; i++) out.set(poses[i], 16 * i);
  return out;
}
