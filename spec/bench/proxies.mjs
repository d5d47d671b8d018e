// Bodies that enclose the phantom, the saw, real skulls and real tools → how tight each kind is, what it costs to make,
// and what a test between two of them costs.
//
// A test is `convexDistance(proxy, proxy, pose).low > 0`: do the proxies alone show that a body is apart from a copy of
// itself? Every kind uses the same 200 placements: the copy is turned at random about the centre of the smallest
// sphere, which is moved in a random direction by 1.2 to 2.4 radii; the spheres themselves are apart beyond 2. Nothing
// is kept from one placement to the next. Times are medians of single tests.

import { convexDistance, enclosing, inspectMesh } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone, saw } from './meshes.mjs';
import { mulberry32 } from './random.mjs';
import { FOLDER, meshOf, missingFiles, SERIES } from './real-bodies.mjs';
import { median, sink } from './timing.mjs';
import { cross, dot, mix, unit } from './vectors.mjs';

scriptOptions('npm run bench -- proxies', {});
const SEED = 20_262;
const PHANTOM_FACES = 200_000;
const PLACEMENTS = 200;
/** In radii. */
const NEAREST = 1.2;
const FARTHEST = 2.4;
const BUILDS = 3;
const ROUNDS = 5;
const KINDS = [
  ...['sphere', 'capsule', 'aabb', 'obb'].map((kind) => ({ title: kind, kind })),
  ...[6, 14, 18, 26].map((k) => ({ title: `${k}-DOP`, kind: 'k-dop', k })),
  { title: 'hull', kind: 'hull' },
];

const started = performance.now();
const { cpu, cores, node } = machine([]);
console.log(`# Enclosing bodies\n\n${cpu}, ${cores} cores, Node ${node}, seed ${SEED}\n`);
measure(bone(PHANTOM_FACES));
measure(saw());
const missing = missingFiles(SERIES);
const files = new Map(
  SERIES.flatMap(({ bones, tool }) => [...bones, tool]).flatMap((body) => (body.file ? [[body.file, body]] : [])),
);
for (const [file, body] of files) if (!missing.includes(file)) measure(meshOf(body));
if (missing.length > 0)
  console.log(`Missing in ${FOLDER}: ${missing.join(', ')}; set KERF_DATA to the folder that holds them.\n`);
console.log(`${Math.round((performance.now() - started) / 1000)} s in all.`);

function measure(mesh) {
  const { volume } = inspectMesh(mesh);
  console.log(`## ${mesh.name}, ${count(mesh.faces.length / 3)} faces\n`);
  console.log(row(['kind', 'volume ÷ mesh', 'volume ÷ hull', 'vertices', 'build, ms', 'test, ns', 'found apart, %']));
  console.log(row(['---', '---:', '---:', '---:', '---:', '---:', '---:']));
  const hullVolume = volumeOf(enclosing(mesh, 'hull').convex);
  const placements = placementsAbout(enclosing(mesh, 'sphere'));
  for (const { title, kind, k } of KINDS) {
    const builds = Array.from({ length: BUILDS }, () => elapsed(() => enclosing(mesh, kind, k ? { k } : {})));
    const { convex, pose } = enclosing(mesh, kind, k ? { k } : {});
    const own = volumeOf(convex);
    const { nanoseconds, share } = test(
      convex,
      placements.map((placement) => product(inverse(pose), product(placement, pose))),
    );
    const ratio = (whole) => (Number.isNaN(whole) ? 'not closed' : (own / whole).toFixed(2));
    const cells = [ratio(volume), ratio(hullVolume), count(convex.points.length / 3), milliseconds(median(builds))];
    console.log(row([title, ...cells, count(Math.round(nanoseconds)), (100 * share).toFixed(0)]));
  }
  console.log('');
}

/** @returns nanoseconds per test, the median after a warm-up round, and the share of the tests that say apart. */
function test(convex, poses) {
  const taken = [];
  let apart = 0;
  for (let round = 0; round <= ROUNDS; round++)
    for (const pose of poses) {
      let isApart = false;
      const milliseconds = elapsed(() => {
        isApart = convexDistance(convex, convex, pose).low > 0;
      });
      if (isApart) apart++;
      if (round > 0) taken.push(milliseconds);
    }
  sink.sum += apart;
  return { nanoseconds: 1e6 * median(taken), share: apart / (poses.length * (ROUNDS + 1)) };
}

function elapsed(run) {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

/** From the body's own fields, which its public type does not expose. */
function volumeOf({ kind, points, faces, radius }) {
  if (kind === 'sphere' || kind === 'capsule') {
    const length = points.length > 3 ? points[5] - points[2] : 0;
    return Math.PI * radius ** 2 * (length + (4 / 3) * radius);
  }
  const corner = (i) => points.subarray(3 * faces[i], 3 * faces[i] + 3);
  let six = 0;
  for (let i = 0; i < faces.length; i += 3) six += dot(corner(i), cross(corner(i + 1), corner(i + 2)));
  return six / 6;
}

/** Poses of the copy in the mesh's frame. */
function placementsAbout({ convex: { radius }, pose }) {
  const random = mulberry32(SEED);
  const centre = [...pose.subarray(12, 15)];
  const direction = () => {
    for (;;) {
      const v = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      if (dot(v, v) > 0.01 && dot(v, v) <= 1) return unit(v);
    }
  };
  return Array.from({ length: PLACEMENTS }, () => {
    const x = direction();
    const z = unit(cross(x, direction()));
    const y = cross(z, x);
    const turned = [0, 1, 2].map((k) => x[k] * centre[0] + y[k] * centre[1] + z[k] * centre[2]);
    const to = mix(1, mix(1, centre, radius * (NEAREST + (FARTHEST - NEAREST) * random()), direction()), -1, turned);
    return [...x, 0, ...y, 0, ...z, 0, ...to, 1];
  });
}

function product(a, b) {
  return Float64Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[4 * Math.floor(i / 4) + k], 0),
  );
}

/** The inverse of a rigid pose. */
function inverse(m) {
  const to = [0, 1, 2].map((k) => -(m[4 * k] * m[12] + m[4 * k + 1] * m[13] + m[4 * k + 2] * m[14]));
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, ...to, 1];
}
