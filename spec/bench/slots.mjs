// A plain blade that saws over the skull's vault, along a line and along an arc, in slots that are exact → times of a
// stroke, the faces that it adds, its bound; and the same stroke by manifold-3d's boolean.

import Module from 'manifold-3d';
import { box } from '../../dist/datasets.js';
import { createCuttableBone } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { cutByPeer, report, timedAsync } from './cut-times.mjs';
import { machine } from './machine.mjs';
import { bone } from './meshes.mjs';
import { median, percentile } from './timing.mjs';

const PEER = 'manifold-3d';
/** mm: the feed of one stroke, and how long the slot is. */
const FEED = 0.5;
const LENGTH = 100;
/** mm: along its way, across its flats, and down. Its edge goes 10 mm below the top of the vault. */
const BLADE = [20, 0.4, 25];
const BELOW = 10;
/** Strokes between two that the peer makes as well. */
const COMPARED = 40;
/** mm: of the grid, which takes no part. */
const CELL = 2;
const { values, refuse } = scriptOptions('npm run bench -- slots [--faces 200000].', {
  faces: { type: 'string', default: '200000' },
});
const faces = Number(values.faces);
if (!(faces > 0)) refuse('Options are numbers above 0.');

const { cpu, cores, memoryGiB, system, node, packages } = machine([PEER]);
const skull = bone(faces);
const blade = box({ size: BLADE });
const top = skull.positions.reduce((most, z, n) => (n % 3 === 2 ? Math.max(most, z) : most), -Infinity);
/** mm: of the blade's middle. */
const middle = top - BELOW + BLADE[2] / 2;
const ways = {
  line: (way) => [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.1, way, middle, 1],
  arc: (way) => {
    const [c, s] = [Math.cos(way / top), Math.sin(way / top)];
    return [0, c, -s, 0, -1, 0, 0, 0, 0, s, c, 0, 0.1, s * middle, c * middle, 1];
  },
};
const aims = [];
const verdict = (text, measured, isReached) =>
  aims.push(`- ${text}: ${measured}, ${isReached ? 'reached' : 'not reached'}`);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${PEER} ${packages[PEER]}. Skull phantom of ${count(skull.faces.length / 3)} faces, strokes of ${FEED} mm.\n`,
);
console.log(row(['what', 'times', 'median, ms', '99 %, ms']));
console.log(row([':--', '--:', '--:', '--:']));
const wasm = await Module();
wasm.setup();
await measureMaking();
for (const way of Object.keys(ways)) await measure(way);
console.log('');
for (const line of aims) console.log(line);

async function measureMaking() {
  const [whole, plain] = [[], []];
  for (let n = 0; n < 3; n++) {
    plain.push(await timedAsync(() => createCuttableBone({ surface: skull, cell: CELL })));
    whole.push(await timedAsync(() => createCuttableBone({ surface: skull, cell: CELL, exactSlots: true })));
  }
  report(`making the bone, cell ${CELL}`, plain);
  report('the same with exactSlots', whole);
}

async function measure(name) {
  const cuttable = await createCuttableBone({ surface: skull, cell: CELL, exactSlots: true });
  const [own, theirs, bounds, widths] = [[], [], [], []];
  let [added, refused] = [0, 0];
  for (let n = 0; n < LENGTH / FEED && refused === 0; n++) {
    const [from, to] = [n, n + 1].map((stroke) => ways[name](stroke * FEED - LENGTH / 2));
    if (n % COMPARED === COMPARED / 2) theirs.push(cutByPeer(wasm, cuttable.mesh, blade, to));
    const { edit, layer, bound, removedVolume, milliseconds: took } = cuttable.cut(blade, { from, to });
    if (layer !== 'slot') refused++;
    if (edit.faces.length === 0) continue;
    own.push(took);
    bounds.push(bound);
    added += edit.faces.length / 3 - edit.remove.length;
    widths.push((removedVolume.high - removedVolume.low) / removedVolume.high);
  }
  report(`a stroke along ${name === 'arc' ? 'an arc' : 'a line'}`, own);
  report(`one of these by ${PEER}`, theirs);
  const [half, late] = [median(own), percentile(own, 99)];
  verdict(`a stroke, ${name}: ≤ 15 ms at the median`, `${milliseconds(half)} ms`, half <= 15);
  verdict(`a stroke, ${name}: ≤ 50 ms at 99 %`, `${milliseconds(late)} ms`, late <= 50);
  const [perStroke, most] = [added / own.length, Math.max(...bounds)];
  verdict(`faces that a stroke adds, ${name}: ≤ 10`, perStroke.toFixed(1), perStroke <= 10);
  verdict(`strokes that the grid had to take, ${name}: ≤ 1 %`, `${refused} of ${own.length}`, refused === 0);
  verdict(`bound, ${name}: ≤ 1e-4 mm`, `${most.toExponential(1)} mm`, most <= 1e-4);
  aims.push(`- the interval of a stroke's volume, ${name}: ${(100 * median(widths)).toFixed(1)} % wide at the median`);
  aims.push(`- beside ${PEER}, ${name}: ${times(median(theirs) / half)}`);
}
