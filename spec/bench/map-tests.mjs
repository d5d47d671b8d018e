// Two bodies by their radial maps beside the detector's exact contact: what is decided, wrong answers, of which there
// must be none, time and work; and the wrong answers of the published form, which samples and interpolates.

import { createRadialMap } from '../../dist/index.js';
import { box } from '../../dist/datasets.js';
import { count, milliseconds, row, times } from './cells.mjs';
import { bone, saw } from './meshes.mjs';
import { detectorOf } from './peers/kerf.mjs';
import { strokes } from './poses.mjs';
import { mulberry32 } from './random.mjs';
import { SampledMap } from './sampled-map.mjs';
import { interleave, median } from './timing.mjs';

const SEED = 2027;
const ROUNDS = 5;
const POSES = 60;
/** mm: only the state of a report counts. */
const COARSE = 20;
const SIZE = 16;

/** Turned at random, and moved so that its middle is somewhere in a shell about the bone's middle. */
function posesAround({ centre, radius }, low, high) {
  const random = mulberry32(SEED);
  const direction = () => {
    let v;
    do v = [0, 1, 2].map(() => 2 * random() - 1);
    while (Math.hypot(...v) > 1 || Math.hypot(...v) < 0.1);
    return v.map((x) => x / Math.hypot(...v));
  };
  return Array.from({ length: POSES }, () => {
    const [x, y, z] = direction();
    const angle = 2 * Math.PI * random();
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const d = 1 - c;
    const way = direction();
    const distance = radius * (low + (high - low) * random());
    const t = way.map((w, k) => centre[k] + distance * w);
    return Float64Array.of(
      ...[c + x * x * d, y * x * d + z * s, z * x * d - y * s, 0],
      ...[x * y * d - z * s, c + y * y * d, z * y * d + x * s, 0],
      ...[x * z * d + y * s, y * z * d - x * s, c + z * z * d, 0],
      ...[t[0], t[1], t[2], 1],
    );
  });
}

/** Whether the published form reports a collision: a vertex of either is inside the other. */
function collides(meshes, maps, m) {
  const [own, other] = meshes.map(({ positions }) => positions);
  for (let i = 0; i < other.length; i += 3) {
    const [x, y, z] = other.subarray(i, i + 3);
    const at = [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
    if (maps[0].isInside(...at)) return true;
  }
  for (let i = 0; i < own.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => own[i + k] - m[12 + k]);
    if (maps[1].isInside(...[0, 4, 8].map((k) => m[k] * x + m[k + 1] * y + m[k + 2] * z))) return true;
  }
  return false;
}

async function compare(name, meshes, poses) {
  const maps = meshes.map((mesh) => createRadialMap(mesh, { size: SIZE }));
  const sampled = meshes.map((mesh, k) => new SampledMap(mesh, SIZE, maps[k].centre));
  const detector = await detectorOf(meshes[0], meshes[1], COARSE);
  const sum = { contacts: 0, decided: 0, wrong: 0, missed: 0, invented: 0, vertices: 0, faces: 0, left: 0, texels: 0 };
  const decided = [];
  for (const [k, pose] of poses.entries()) {
    const { relation, tested, left } = maps[0].test(maps[1], pose);
    const { state } = detector.detectSync(pose);
    const isContact = state === 'intersecting' || state === 'enclosed';
    sum.contacts += isContact;
    if (relation !== 'unknown') {
      sum.decided++;
      decided.push(k);
      const isWrong = isContact !== (relation !== 'apart');
      sum.wrong += isWrong || (state === 'intersecting' && (relation === 'inside' || relation === 'around'));
    }
    for (const key of ['vertices', 'faces', 'texels']) sum[key] += tested[key];
    sum.left += left.own.length + left.other.length;
    const said = collides(meshes, sampled, pose);
    sum.missed += isContact && !said;
    sum.invented += !isContact && said;
  }
  const runners = [
    { run: (pose) => (maps[0].test(maps[1], pose).relation === 'unknown' ? 0 : 1) },
    { run: (pose) => Number(detector.intersects(pose)) },
  ];
  const [own, exact] = interleave(runners, poses, ROUNDS).map((byPose) => byPose.map(median));
  detector.dispose();
  const each = (total) => (total / poses.length).toFixed(0);
  const among = (values, some) => median(some.map((k) => values[k]));
  return {
    wrong: sum.wrong,
    cells: [
      ...[name, poses.length, sum.contacts, `${((100 * sum.decided) / poses.length).toFixed(0)} %`, sum.wrong],
      ...[milliseconds(median(own)), milliseconds(median(exact)), times(median(exact) / median(own))],
      times(among(exact, decided) / among(own, decided)),
      [sum.vertices, sum.faces, sum.texels, sum.left].map(each).join(', '),
      `${sum.missed}, ${sum.invented}`,
    ],
  };
}

/** Prints the table. @param faces of the phantom. @returns how many answers were wrong. */
export async function printMapTests(faces) {
  const skull = bone(faces);
  const middle = createRadialMap(skull);
  const blade = saw();
  const cube = (size, divisions) => box({ size, divisions });
  console.log(
    `\nTwo bodies, maps of size ${SIZE}, ${POSES} poses each, seed ${SEED}. The detector's intersects is exact, and says only whether the surfaces meet.\n`,
  );
  const heads = ['bodies', 'poses', 'in contact', 'decided', 'wrong', 'test, ms', 'intersects, ms', '×', '×, decided'];
  const more = ['a pose: vertices, faces, texels, left', 'published form: missed, invented'];
  console.log(row([...heads, ...more]));
  console.log(row([':--', ...[...heads, ...more].slice(1).map(() => '--:')]));
  const name = `phantom, ${count(faces)} faces`;
  let wrong = 0;
  for (const [says, meshes, poses] of [
    [`${name}, and the saw`, [skull, blade], strokes(SEED, POSES).matrices],
    [`${name}, and the saw, anywhere`, [skull, blade], posesAround(middle, 0, 1.5)],
    [`${name}, and a box`, [skull, cube([30, 20, 10], 3)], posesAround(middle, 0, 1.2)],
    [`${name}, and a bar`, [skull, cube([160, 4, 4], 1)], posesAround(middle, 0.5, 1.2)],
    ['two bars', [cube([80, 8, 8], 1), cube([80, 8, 8], 1)], posesAround({ centre: [0, 0, 0], radius: 40 }, 0, 0.6)],
  ]) {
    const result = await compare(says, meshes, poses);
    wrong += result.wrong;
    console.log(row(result.cells));
  }
  return wrong;
}
