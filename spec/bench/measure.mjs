// One bone size → everything that the table shows of it: answers compared, query times, build times, memory.

import { skullVaultSphere, sphere } from '../../dist/datasets.js';
import { bytesKept, medianBytesKept } from './memory.mjs';
import { detectorOf, kerf } from './peers/kerf.mjs';
import { rapier } from './peers/rapier.mjs';
import { threeMeshBvh } from './peers/three-mesh-bvh.mjs';
import { vtkObbTree } from './peers/vtk-obb-tree.mjs';
import { interleave, median, sink, summary } from './timing.mjs';

export const PEERS = [kerf, threeMeshBvh, vtkObbTree, rapier];

/** Rounds over all poses; vtk.js OBBTree, some hundred times slower, takes part in one, and at most on so many poses. */
const ROUNDS = { pairs: 5, distance: 2, report: 1 };
const BUILDS = 5;
/** Builds before the clock starts: as many as make so many faces' worth of index, enough for the compiler to have settled. */
const WARM_BUILD_FACES = 400_000;
const VTK_ROUNDS = 1;
const RESOLUTIONS = [0.5, 1];

/** @param kinds of the poses; @returns plain data, milliseconds and bytes. */
export async function measure(bone, saw, { matrices, kinds }) {
  const faces = bone.faces.length / 3;
  const { build, bytes, sessions } = await buildAll(bone, saw, matrices[0]);
  const pairs = measureQuery('pairs', sessions, matrices, kinds, 0);
  const distance = measureQuery('distance', sessions, matrices, kinds, DISTANCE_TOLERANCE);
  for (const session of sessions) session.free();
  const report = [];
  for (const h of RESOLUTIONS) report.push(await measureReport(bone, saw, h, matrices, kinds));
  const detector = await detectorBytes(bone, saw, matrices, matrices[kinds.indexOf('miss')]);
  bytes[kerf.name] = detector.aFace;
  return { faces, pairs, distance, report, build, bytes, workingBytes: detector.working };
}

/** mm: below this, two computed distances count as the same. It is no bound of either, only what the table calls a difference. */
export const DISTANCE_TOLERANCE = 1e-6;

function measureQuery(query, sessions, matrices, kinds, tolerance) {
  const able = PEERS.map((peer, i) => ({ peer, run: sessions[i][query] })).filter(({ run }) => run);
  const runners = able.map(({ peer, run }) => ({ run, rounds: peer === vtkObbTree ? VTK_ROUNDS : undefined }));
  const results = interleave(runners, matrices, ROUNDS[query]);
  const ours = results[0].answers;
  return Object.fromEntries(
    able.map(({ peer }, i) => {
      const { answers, milliseconds } = results[i];
      const gaps = answers.map((answer, pose) => Math.abs(answer - ours[pose]));
      const differ = gaps.filter((gap) => gap > tolerance).length;
      return [
        peer.name,
        {
          ...byKind(milliseconds, kinds),
          touching: answers.filter((answer) => (query === 'pairs' ? answer > 0 : answer === 0)).length,
          total: answers.reduce((sum, answer) => sum + answer, 0),
          differ,
          worst: Math.max(...gaps),
        },
      ];
    }),
  );
}

function byKind(milliseconds, kinds) {
  const all = summary(milliseconds.flat());
  const groups = [...new Set(kinds)].map((kind) => [
    kind,
    summary(milliseconds.filter((_, pose) => kinds[pose] === kind).flat()),
  ]);
  return { all, ...Object.fromEntries(groups) };
}

async function measureReport(bone, saw, h, matrices, kinds) {
  const detector = await detectorOf(bone, saw, h);
  const runner = { run: (pose) => detector.detectSync(pose).contacts.length };
  const [{ answers, milliseconds }] = interleave([runner], matrices, ROUNDS.report);
  detector.dispose();
  const contacts = median(answers.filter((_, pose) => kinds[pose] === 'cut'));
  return { h, ...byKind(milliseconds, kinds), contacts };
}

/**
 * Makes every competitor's index of the bone anew from the same arrays, in turn, after warming up; vtk.js's tree, which takes half a minute at
 * 800,000 faces, in the last round only.
 * @returns milliseconds; bytes a bone face that the indexes keep; the sessions of the last round.
 */
async function buildAll(bone, saw, pose) {
  const faces = bone.faces.length / 3;
  const milliseconds = PEERS.map(() => []);
  const bytes = PEERS.map(() => []);
  const sessions = [];
  const last = Math.ceil(WARM_BUILD_FACES / faces) + BUILDS - 1;
  for (let round = 0; round <= last; round++)
    for (let k = 0; k < PEERS.length; k++) {
      const which = (round + k) % PEERS.length;
      const peer = PEERS[which];
      if (peer === vtkObbTree && round < last) continue;
      const make = peer.prepare(bone, saw, pose);
      globalThis.gc();
      async function timedBuild() {
        const started = performance.now();
        const session = await make();
        if (round > last - BUILDS) milliseconds[which].push(performance.now() - started);
        return session;
      }
      if (round <= last - BUILDS) {
        (await timedBuild()).free();
        continue;
      }
      sessions[which]?.free();
      sessions[which] = undefined;
      const kept = await bytesKept(async () => {
        sessions[which] = await timedBuild();
        return sessions[which];
      });
      bytes[which].push(kept / faces);
    }
  const ableToTell = PEERS.filter(({ cannot }) => !cannot.memory);
  const build = Object.fromEntries(PEERS.map((peer, i) => [peer.name, summary(milliseconds[i])]));
  const kept = Object.fromEntries(ableToTell.map((peer) => [peer.name, median(bytes[PEERS.indexOf(peer)])]));
  return { build, bytes: kept, sessions };
}

/**
 * aFace: bytes a bone face that a detector keeps beyond the caller's mesh after one query of each kind at `miss`, its own copy of the bone
 * included; less a detector with the same saw on a sphere of 320 faces where the vault is, so without the saw's part.
 * working: bytes of the tables that the reports of all poses have made it keep besides.
 */
async function detectorBytes(bone, saw, matrices, miss) {
  const ball = sphere({ radius: skullVaultSphere.radius, center: skullVaultSphere.center, subdivisions: 2 });
  const sawAlone = await medianBytesKept(() => usedDetector(ball, saw, [miss]));
  const whole = await medianBytesKept(() => usedDetector(bone, saw, [miss]));
  const used = await medianBytesKept(() => usedDetector(bone, saw, [miss, ...matrices]));
  return { aFace: (whole - sawAlone) / ((bone.faces.length - ball.faces.length) / 3), working: used - whole };
}

/** A detector after one query of each kind at each pose. */
async function usedDetector(bone, saw, poses) {
  const detector = await detectorOf(bone, saw, 0.5);
  for (const pose of poses) {
    sink.sum += detector.intersectingFaces(pose).length;
    sink.sum += detector.minimumDistance(pose).distance;
    sink.sum += detector.detectSync(pose).contacts.length;
  }
  return detector;
}
