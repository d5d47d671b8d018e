// Long computations → the longest time between two of their looks for a stop (lib/base/core/stopping.ts): what is
// cancelled goes on for at most that long. Reports by both builds of the compiled stages.
//
// Between two looks the processor time of the process and the time that passed are taken, and the less of them counts:
// the first includes what the garbage collector does in other threads, the second what other programs do.

import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row } from './cells.mjs';
import { importSource } from './import-source.mjs';
import { machine } from './machine.mjs';

/** ms. */
const AIM = 50;
const { values, refuse } = scriptOptions('npm run bench -- looks [--resolution 1].', {
  resolution: { type: 'string', default: '1' },
});
/** Multiplies h of the reports: 2 leaves a quarter of the rows. */
const coarser = Number(values.resolution);
if (!(coarser > 0)) refuse('--resolution is a number above 0.');

const kerf = await importSource('spec/bench/looks-parts.ts', 'looks-parts.mjs');
const plain = await kerf.withoutWebAssembly();
let [cpu, passed, longest, looks] = [0, 0, 0, 0];

const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
function begin() {
  [longest, looks] = [0, 0];
  [cpu, passed] = [cpuNow(), performance.now()];
}
function look() {
  looks++;
  longest = Math.max(longest, Math.min(cpuNow() - cpu, performance.now() - passed));
  [cpu, passed] = [cpuNow(), performance.now()];
}
kerf.lookBy(look);

const { cpu: name, cores, system, node } = machine([]);
console.log(`${name}, ${cores} cores; ${system}; Node ${node}.\n`);
console.log(row(['computation', 'rows', 'ms', 'looks', 'longest between looks, ms', `≤ ${AIM} ms`]));
console.log(row([':--', '--:', '--:', '--:', '--:', ':--']));

/** @param compute returns the number of rows, if it has rows. */
async function printRow(what, compute) {
  begin();
  const start = cpuNow();
  const rows = await compute();
  look();
  const isReached = longest <= AIM ? 'reached' : 'not reached';
  const shown = typeof rows === 'number' ? count(rows) : '';
  console.log(row([what, shown, milliseconds(cpuNow() - start), count(looks), milliseconds(longest), isReached]));
}

const near = kerf.checkPose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0.5, 0.3, 1]);
const asked = { sides: 'both', feed: null, shank: null };
const reports = {
  'few large faces': [kerf.box({ size: 40 }), { ...asked, contactDistance: 8, resolution: 0.2 * coarser }],
  'many faces': [
    kerf.makeDataset('skull-phantom', { faces: 20_000 }),
    { ...asked, contactDistance: 3, resolution: coarser },
  ],
};
for (const [what, [mesh, options]] of Object.entries(reports))
  for (const [build, make] of [
    ['WebAssembly', undefined],
    ['the script', (side) => new kerf.CompiledSide(side, undefined, plain)],
  ]) {
    const query = new kerf.CpuQuery(new kerf.BoneBody(mesh), new kerf.ToolBody(mesh), options, make);
    for (const time of ['first', 'second'])
      await printRow(`report of ${what}, ${build}, ${time}`, () => query.report(near, 0).contacts.length);
  }

const skull = kerf.makeDataset('skull-phantom', { faces: 200_000 });
const tool = kerf.makeDataset('saw-blade', { faces: 8000 });
const path = kerf.cuttingPath({ poses: 24 });
const poseAt = (k) => path.subarray(16 * k, 16 * k + 16);
const detector = kerf.createDetectorSync({ bone: skull, tool, contactDistance: 1, resolution: 0.5 });
await printRow('intersects, indexes included', () => void detector.intersects(poseAt(12)));
await printRow('penetration', () => void detector.detectSync(poseAt(12)).penetration);
await printRow('segments', () => void detector.detectSync(poseAt(12)).intersectionSegments);
await printRow('minimumDistance', () => void detector.minimumDistance(poseAt(0)));
await printRow('firstContact', () => void detector.firstContact({ from: poseAt(0), to: poseAt(23) }));
await printRow('overlapVolume', () => detector.overlapVolume(poseAt(12)).then(() => {}));
const file = kerf.writeMesh(skull, 'ply');
await printRow('a file is read', () => void kerf.readMesh(file, 'ply'));
await printRow(
  'a bone is made cuttable',
  () => void kerf.makeBone({ surface: skull, window: null, cell: 1 }, () => {}),
);
