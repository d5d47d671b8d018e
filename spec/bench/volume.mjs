// Poses of a saw that misses, grazes and cuts the skull → times of overlapVolume beside manifold-3d's intersection of
// the two solids, and whether manifold's volume lies in the interval.

import load from 'manifold-3d';
import { createDetector } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone, saw } from './meshes.mjs';
import { KINDS, strokes } from './poses.mjs';
import { median, timed } from './timing.mjs';

const SEED = 1710;
const PEER = 'manifold-3d';
const ROUNDS = 7;
const { values, refuse } = scriptOptions('npm run bench -- volume [--faces 200000] [--poses 36] [--width 0.01].', {
  faces: { type: 'string', default: '200000' },
  poses: { type: 'string', default: '36' },
  width: { type: 'string', default: '0.01' },
});
const [faces, poses, relativeWidth] = [values.faces, values.poses, values.width].map(Number);
if (!(faces >= 1 && poses >= 1 && relativeWidth > 0 && relativeWidth <= 1))
  refuse('Faces and poses are numbers from 1 on, the width is above 0 and at most 1.');

const wasm = await load();
wasm.setup();
const skull = bone(faces);
const blade = saw();
const detector = await createDetector({
  ...{ bone: skull, tool: blade, contactDistance: 0, resolution: 1, backend: 'cpu' },
});
const [skullSolid, bladeSolid] = [skull, blade].map(solidOf);
const { cpu, cores, memoryGiB, system, node, packages } = machine([PEER]);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${PEER} ${packages[PEER]}. Skull phantom of ${count(skull.faces.length / 3)} faces, saw of ${count(blade.faces.length / 3)}, relative width ${relativeWidth}, seed ${SEED}. Both have built their bodies before; timed are a new pose and its volume.\n`,
);
console.log(row(['poses', 'asked', 'kerf', 'manifold-3d', 'multiple', 'outside the interval']));
console.log(row([':--', '--:', '--:', '--:', '--:', '--:']));

const { matrices, kinds } = strokes(SEED, poses);
await detector.overlapVolume(matrices[0]);
for (const kind of KINDS) {
  const asked = matrices.filter((_, i) => kinds[i] === kind);
  const own = [];
  const theirs = [];
  let outside = 0;
  for (const pose of asked) {
    const mine = [];
    let found;
    for (let round = 0; round < ROUNDS; round++) {
      const [interval, spent] = await timed(() => detector.overlapVolume(pose, { relativeWidth }));
      found = interval;
      mine.push(spent);
    }
    const [{ volume, area }, spent] = await timed(() => intersection(pose));
    own.push(median(mine));
    theirs.push(spent);
    // manifold-3d rounds coordinates below 2^7 mm to f32.
    const slack = Math.sqrt(3) * 2 ** (7 - 24) * area;
    if (volume + slack < found.low || volume - slack > found.high) outside++;
  }
  const ratio = median(theirs) / median(own);
  console.log(
    row([
      kind,
      count(asked.length),
      milliseconds(median(own)),
      milliseconds(median(theirs)),
      times(ratio),
      `${outside}`,
    ]),
  );
}
detector.dispose();

function solidOf({ positions, faces: corners }) {
  const solid = new wasm.Manifold(new wasm.Mesh({ numProp: 3, vertProperties: positions, triVerts: corners }));
  // Solids are computed on the first request.
  if (solid.isEmpty()) throw new Error(`${PEER} takes a mesh for no solid: ${solid.status()}`);
  return solid;
}

function intersection(pose) {
  const posed = bladeSolid.transform(Array.from(pose));
  const common = skullSolid.intersect(posed);
  const answer = { volume: common.volume(), area: common.surfaceArea() };
  posed.delete();
  common.delete();
  return answer;
}
