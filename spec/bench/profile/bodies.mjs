// A bone, a tool and a path → what the CPU's aims time, each as something to run repeatedly.

import { Patches } from '../edits.mjs';
import { detectorOf } from '../peers/kerf.mjs';
import { threeMeshBvh } from '../peers/three-mesh-bvh.mjs';
import { sink } from '../timing.mjs';

/** A new detector is made after this many edits of 100 faces each, so that the bone stays as it was. */
const EDITS = 40;

/** By name: title, and, given the detector's bone and tool and the poses, { run, queries, parts, free }. */
export const BODIES = {
  pairs: { title: 'all intersecting pairs, cutting', make: (given) => queries(given, 'cut', pairsOf) },
  separated: { title: 'boolean state, far and clear', make: (given) => queries(given, 'separated', stateOf) },
  'separated-in-turn': { title: 'boolean state, far and clear, three-mesh-bvh in turn', make: inTurn },
  deep: { title: 'boolean state, cutting', make: (given) => queries(given, 'cut', stateOf) },
  distance: { title: 'smallest distance, clear', make: (given) => queries(given, 'clear', distanceOf) },
  'report-0.5': { title: 'full report, h 0.5, cutting', make: (given) => queries(given, 'cut', reportOf, 0.5) },
  'report-1': { title: 'full report, h 1, cutting', make: (given) => queries(given, 'cut', reportOf, 1) },
  build: { title: 'build and first query', make: builds },
  edits: { title: 'editBone, and the reports before and behind it, h 1', make: edits },
};

const pairsOf = (detector, pose) => detector.intersectingFaces(pose).length;
const stateOf = (detector, pose) => Number(detector.intersects(pose));
const distanceOf = (detector, pose) => detector.minimumDistance(pose).distance;
/** Patches are computed when they are read. */
const reportOf = (detector, pose) => {
  const report = detector.detectSync(pose);
  return report.contacts.length + report.patches.length;
};

async function queries({ bone, tool, path }, kind, ask, h = 0.5) {
  const poses = path.matrices.filter((_, i) => isOf(kind, path.kinds[i]));
  const detector = await detectorOf(bone, tool, h);
  function run() {
    for (const pose of poses) sink.sum += ask(detector, pose);
  }
  return { run, queries: poses.length, free: () => detector.dispose() };
}

const isOf = (asked, kind) => kind === asked || (asked === 'separated' && (kind === 'far' || kind === 'clear'));

/** As for the tables: another library answers the same between two queries and fills the caches with code and data. */
async function inTurn({ bone, tool, path }) {
  const poses = path.matrices.filter((_, i) => isOf('separated', path.kinds[i]));
  const detector = await detectorOf(bone, tool, 0.5);
  const peer = threeMeshBvh.prepare(bone, tool)();
  function kerfInTurn(pose) {
    sink.sum += stateOf(detector, pose);
  }
  function run() {
    for (const pose of poses) {
      kerfInTurn(pose);
      sink.sum += peer.intersects(pose);
    }
  }
  function free() {
    detector.dispose();
    peer.free();
  }
  return { run, queries: poses.length, parts: ['kerfInTurn'], free };
}

async function builds({ bone, tool, path }) {
  async function run() {
    const detector = await detectorOf(bone, tool, 0.5);
    sink.sum += detector.intersectingFaces(path.matrices[0]).length;
    detector.dispose();
  }
  return { run, queries: 1, free() {} };
}

async function edits({ bone, tool, path }) {
  const cuts = path.matrices.filter((_, i) => path.kinds[i] === 'cut');
  let [detector, patches, done] = [null, null, EDITS];
  // Separate functions, so that the profile can distinguish them.
  function reportBefore(pose) {
    sink.sum += reportOf(detector, pose);
  }
  function edit(change) {
    detector.editBone(change);
  }
  function reportBehind(pose) {
    sink.sum += reportOf(detector, pose);
  }
  /** The first edit of a detector raises capacities. */
  async function begin() {
    detector?.dispose();
    [detector, patches, done] = [await detectorOf(bone, tool, 1), new Patches(bone), 0];
    for (const pose of cuts) sink.sum += reportOf(detector, pose);
    detector.editBone(patches.next(cuts[0].subarray(12, 15)));
  }
  async function run() {
    if (done === EDITS) await begin();
    const pose = cuts[done % cuts.length];
    const change = patches.next(pose.subarray(12, 15));
    sink.sum += reportOf(detector, pose);
    reportBefore(pose);
    edit(change);
    reportBehind(pose);
    done++;
  }
  const parts = ['edit', 'reportBefore', 'reportBehind'];
  return { run, queries: 1, parts, free: () => detector.dispose() };
}
