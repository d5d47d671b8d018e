// A saw that cuts the skull → times: making the cuttable bone, a cut, the edit of a detector, thousands of cuts, and
// the same cut by manifold-3d's boolean.

import Module from 'manifold-3d';
import { createCuttableBone, createDetector } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { cutByPeer, report, timed, timedAsync } from './cut-times.mjs';
import { machine } from './machine.mjs';
import { bone, saw } from './meshes.mjs';
import { strokes } from './poses.mjs';
import { mulberry32 } from './random.mjs';
import { median, percentile } from './timing.mjs';

const SEED = 1810;
const PEER = 'manifold-3d';
/** mm: the feed of one cut. */
const FEED = 0.5;
/** Cuts of one slot, 7 mm deep: through the phantom's vault. */
const DEPTH = 14;
/** mm: the cell of a window. */
const FINE = 0.25;
const QUERY = { contactDistance: 0.2, resolution: 1, backend: 'cpu' };
/** Number of cuts between two compactions of the detector's bone. */
const COMPACTED = 200;
const { values, refuse } = scriptOptions(
  'npm run bench -- cutting [--faces 200000] [--cell 0.5] [--slots 20] [--cuts 10000].',
  {
    faces: { type: 'string', default: '200000' },
    cell: { type: 'string', default: '0.5' },
    slots: { type: 'string', default: '20' },
    cuts: { type: 'string', default: '10000' },
  },
);
const [faces, cell, slots, cuts] = [values.faces, values.cell, values.slots, values.cuts].map(Number);
if (![faces, cell, slots, cuts].every((n) => n > 0)) refuse('Options are numbers above 0.');

const { cpu, cores, memoryGiB, system, node, packages } = machine([PEER]);
const skull = bone(faces);
const blade = saw();
const random = mulberry32(SEED);
const aims = [];
const verdict = (text, measured, isReached) =>
  aims.push(`- ${text}: ${measured}, ${isReached ? 'reached' : 'not reached'}`);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${PEER} ${packages[PEER]}. Skull phantom of ${count(skull.faces.length / 3)} faces, cell ${cell} mm, cuts of ${FEED} mm, seed ${SEED}.\n`,
);
console.log(row(['what', 'times', 'median', '99th percentile']));
console.log(row([':--', '--:', '--:', '--:']));

await measureMaking();
await measureWindow();
await measureSlots();
await measureManyCuts();
console.log('');
for (const line of aims) console.log(line);

async function measureMaking() {
  const all = [];
  for (let n = 0; n < 3; n++) {
    const started = performance.now();
    await createCuttableBone({ surface: skull, cell });
    all.push(performance.now() - started);
  }
  report('making the bone', all);
  verdict('making the bone: ≤ 2 s', `${(median(all) / 1000).toFixed(1)} s`, median(all) <= 2000);
}

/** A line of 100 mm over the top of the vault, in a window with a fine grid. */
async function measureWindow() {
  const top = skull.positions.reduce((most, z, n) => (n % 3 === 2 ? Math.max(most, z) : most), -Infinity);
  const window = { min: [-4, -52, top - 43], max: [4, 52, top + 3] };
  const making = [];
  let cuttable = null;
  for (let n = 0; n < 3; n++) making.push(await timedAsync(async () => (cuttable = await windowed(window))));
  const size = cuttable.mesh.faces.length / 3;
  const detector = await createDetector({ ...QUERY, bone: cuttable.mesh, tool: blade });
  const [own, edits, bounds, searches] = [[], [], [], []];
  for (let y = -40; y <= 40; y += 20) {
    // The blade's width lies along the line, its feed points down.
    const at = (z) => [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0.1, y, z, 1];
    for (let z = top + 1, many = 0; many < 2 * DEPTH && z > top - 35; z -= FEED) {
      const result = cuttable.cut(blade, { from: at(z), to: at(z - FEED) });
      const { edit, milliseconds: took } = result;
      if (edit.remove.length === 0) continue;
      many++;
      own.push(took);
      if (many % 5 === 0) searches.push(timed(() => bounds.push(result.bound / cuttable.cell)));
      edits.push(timed(() => detector.editBone(edit)));
    }
  }
  detector.dispose();
  report(`making a window of 8 × 104 × 46 mm, cell ${FINE}`, making);
  report('a cut in it', own);
  report('its bound, when it is read', searches);
  report('editBone of it', edits);
  boundOf('in the window', bounds);
  verdict(`making a window, cell ${FINE}: ≤ 2 s`, `${(median(making) / 1000).toFixed(1)} s`, median(making) <= 2000);
  verdict('the faces of the whole bone with it: ≤ 450,000', count(size), size <= 450_000);
  verdict('a cut in it: ≤ 5 ms at the median', `${milliseconds(median(own))} ms`, median(own) <= 5);
  verdict('a cut in it: ≤ 15 ms at 99 %', `${milliseconds(percentile(own, 99))} ms`, percentile(own, 99) <= 15);
}

function windowed(window) {
  return createCuttableBone({ surface: skull, cell: FINE, window, beyondWindow: 'refuse' });
}

/** The motions of one slot: down into the bone, from a pose on the vault. */
function slotAt(pose) {
  const step = (n) => pose.map((x, k) => (k >= 12 && k < 15 ? x - FEED * n * pose[k - 8] : x));
  return Array.from({ length: DEPTH }, (_, n) => ({ from: step(n), to: step(n + 1) }));
}

/** Poses of the saw on the vault, its feed −y towards the bone. */
function placesOnVault(seed, many) {
  const { matrices } = strokes(seed, many, [{ kind: 'graze', poses: 1, low: 0, high: 0.1 }]);
  return matrices.slice(0, many).map((matrix) => Array.from(matrix));
}

async function measureSlots() {
  const cuttable = await createCuttableBone({ surface: skull, cell });
  const detector = await createDetector({ ...QUERY, bone: cuttable.mesh, tool: blade });
  const wasm = await Module();
  wasm.setup();
  const [own, volumes, edits, theirs, bounds, searches] = [[], [], [], [], [], []];
  for (const [slot, place] of placesOnVault(SEED, slots).entries())
    for (const [n, motion] of slotAt(place).entries()) {
      const isCompared = slot % 10 === 0 && n === DEPTH / 2;
      if (isCompared) theirs.push(cutByPeer(wasm, cuttable.mesh, blade, motion.to));
      const result = cuttable.cut(blade, motion);
      const { edit } = result;
      if (edit.remove.length === 0) continue;
      own.push(result.milliseconds);
      volumes.push(timed(() => result.removedVolume));
      if (n % 5 === 0) searches.push(timed(() => bounds.push(result.bound / cell)));
      edits.push(timed(() => detector.editBone(edit)));
    }
  detector.dispose();
  report('a cut', own);
  report('its removedVolume, when it is read', volumes);
  report('its bound, when it is read', searches);
  report('editBone of it', edits);
  report(`a cut by ${PEER}`, theirs);
  verdict('a cut: ≤ 5 ms at the median', `${milliseconds(median(own))} ms`, median(own) <= 5);
  verdict('a cut: ≤ 15 ms at 99 %', `${milliseconds(percentile(own, 99))} ms`, percentile(own, 99) <= 15);
  boundOf('of the whole bone', bounds);
  verdict('editBone of it: ≤ 2 ms', `${milliseconds(median(edits))} ms`, median(edits) <= 2);
  const ratio = median(theirs) / median(own);
  verdict(`a cut: ≥ 10 × ${PEER}`, times(ratio), ratio >= 10);
}

function boundOf(where, cells) {
  const most = Math.max(...cells).toFixed(2);
  aims.push(`- the bound of a cut ${where}: ${median(cells).toFixed(2)} cells at the median, ${most} at most`);
}

/**
 * Many small cuts all over the vault, each an edit of a detector that is compacted now and then, as users do: do the
 * last cuts cost what the first ones do?
 */
async function measureManyCuts() {
  const cuttable = await createCuttableBone({ surface: skull, cell });
  const detector = await createDetector({ ...QUERY, bone: cuttable.mesh, tool: blade });
  const all = [];
  const edits = [];
  const bytes = [];
  const places = placesOnVault(SEED + 1, Math.ceil(cuts / DEPTH));
  for (const place of places) {
    if (all.length >= cuts) break;
    const turn = random() - 0.5;
    for (const motion of slotAt(turned(place, turn))) {
      if (all.length >= cuts) break;
      const { edit, milliseconds: took } = cuttable.cut(blade, motion);
      all.push(took);
      if (edit.remove.length > 0) edits.push(timed(() => detector.editBone(edit)));
      if (all.length % COMPACTED === 0) cuttable.renumber(await detector.compactBone());
      if (all.length === 100) bytes.push(held());
    }
  }
  bytes.push(held());
  detector.dispose();
  const [first, last] = [all.slice(0, 100), all.slice(-100)].map(median);
  report(`a cut, first 100 of ${count(cuts)}`, all.slice(0, 100));
  report(`a cut, last 100 of ${count(cuts)}`, all.slice(-100));
  report('editBone, first 100 of them', edits.slice(0, 100));
  report('editBone, last 100 of them', edits.slice(-100));
  const [firstEdit, lastEdit] = [edits.slice(0, 100), edits.slice(-100)].map(median);
  verdict(`last 100 of ${count(cuts)} cuts: ≤ 1.2 × the first`, times(last / first), last <= 1.2 * first);
  verdict('last 100 edits: ≤ 1.2 × the first', times(lastEdit / firstEdit), lastEdit <= 1.2 * firstEdit);
  const growth = bytes.at(-1) / bytes[0];
  verdict(
    'memory of the same: ≤ 1.5 ×',
    `${times(growth)} (${mebibytes(bytes[0])} to ${mebibytes(bytes.at(-1))} MiB)`,
    growth <= 1.5,
  );
}

/** A pose turned about the tool's own y axis. */
function turned(pose, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return pose.map((x, k) => {
    if (k < 3) return c * x - s * pose[k + 8];
    return k >= 8 && k < 11 ? s * pose[k - 8] + c * x : x;
  });
}

function held() {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function mebibytes(bytes) {
  return (bytes / 2 ** 20).toFixed(0);
}
