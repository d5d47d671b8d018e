// The radial map beside the exact winding number, on the phantom and on bodies of KERF_DATA if there are any → table
// size, bytes, build time, unknown points, time per query; wrong sides are counted, and there must be none. Then two
// bodies by their maps beside the detector, and the published form of the map.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRadialMap } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { importSource } from './import-source.mjs';
import { machine } from './machine.mjs';
import { printMapTests } from './map-tests.mjs';
import { bone } from './meshes.mjs';
import { mulberry32 } from './random.mjs';
import { FOLDER, meshOf } from './real-bodies.mjs';
import { interleave, median, timed } from './timing.mjs';

const SEED = 1907;
const ROUNDS = 31;
const DEFAULT_SIZE = 16;
const SIZES = [8, DEFAULT_SIZE, 32, 64];
const BONES = ['skull-ct/skull-ct-0200k.ply', 'skull-solid/skull-solid-100k.ply', 'headsq/headsq-bone-77k.ply'];
const TOOLS = ['tools/ycb-power-drill.ply', 'tools/chai3d-dental-drill.ply'];
const { values, refuse } = scriptOptions(
  'npm run bench -- radial-map [--points 20000] [--faces 200000] [--part points|bodies].',
  {
    points: { type: 'string', default: '20000' },
    faces: { type: 'string', default: '200000' },
    part: { type: 'string', default: 'points, bodies' },
  },
);
const [points, faces] = [values.points, values.faces].map(Number);
if (![points, faces].every((n) => n > 0)) refuse('Options are numbers above 0.');

/** Points uniformly distributed in a ball about the map's centre. */
function pointsIn({ centre }, radius) {
  const random = mulberry32(SEED);
  const made = new Float64Array(3 * points);
  for (let n = 0; n < points; n++) {
    let p;
    do p = [0, 1, 2].map(() => 2 * random() - 1);
    while (p[0] ** 2 + p[1] ** 2 + p[2] ** 2 > 1);
    for (let k = 0; k < 3; k++) made[3 * n + k] = centre[k] + radius * p[k];
  }
  return made;
}

/** A separate loop for each of these, so that each is compiled for what it calls. */
function mapRunner(map, at) {
  return () => {
    let sum = 0;
    for (let i = 0; i < at.length; i += 3) sum += map.side(at[i], at[i + 1], at[i + 2]);
    return sum;
  };
}
function bvhRunner(solid, at) {
  return () => {
    let sum = 0;
    for (let i = 0; i < at.length; i += 3) sum += solid.isInside(at[i], at[i + 1], at[i + 2]) ? 1 : 0;
    return sum;
  };
}
function scanlineRunner(solid, at) {
  return () => {
    let sum = 0;
    for (let i = 0; i < at.length; i += 3) sum += solid.isInside(at[i], at[i + 1], at[i + 2]) ? 1 : 0;
    return sum;
  };
}

/** Milliseconds of all points → nanoseconds per point. */
const nanoseconds = ([[all]]) => (median(all) * 1e6) / points;

function unknownAndWrong(map, solid, at) {
  let unknown = 0;
  let wrong = 0;
  for (let i = 0; i < at.length; i += 3) {
    const side = map.side(at[i], at[i + 1], at[i + 2]);
    if (side === 0) unknown++;
    else if ((side === 1) !== solid.isInside(at[i], at[i + 1], at[i + 2])) wrong++;
  }
  return { unknown: unknown / points, wrong };
}

/** Computes the exact winding number; it has no public name. */
const { BoneBody } = await importSource('lib/index/bodies/index.ts', 'bench-bodies.mjs');
const { cpu, cores, memoryGiB, system, node } = machine([]);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}. ${count(points)} points, seed ${SEED}, uniform in the ball of the bounding radius about the centre (1 R), and in that of twice the radius (2 R).\n`,
);
const found = (files) => files.filter((file) => existsSync(join(FOLDER, file))).map((file) => meshOf({ file }));
const isPart = (part) => values.part.includes(part);
const bones = isPart('points') ? [bone(faces), ...found(BONES)] : [];
const tools = isPart('points') ? found(TOOLS) : [];
const aims = { wrong: 0, unknown: 0, faster: { bone: Number.POSITIVE_INFINITY, tool: Number.POSITIVE_INFINITY } };
const heads = ['body', 'faces', 'size', 'bytes', 'build, ms', 'unknown, 2 R', 'wrong'];
const queries = ['1 R', '2 R'].map((ball) => `ns a query, ${ball}; × scanlines, BVH`);
if (isPart('points')) {
  console.log(row([...heads, ...queries]));
  console.log(row([':--', ...heads.slice(1).map(() => '--:'), ...queries.map(() => '--:')]));
}
for (const mesh of [...bones, ...tools]) {
  const kind = bones.includes(mesh) ? 'bone' : 'tool';
  const byScanlines = new BoneBody(mesh).solid;
  const byBvh = new BoneBody(mesh, undefined, 'bvh').solid;
  for (const size of SIZES) {
    const builds = [];
    let map;
    for (let n = 0; n < 3; n++) {
      const [made, taken] = await timed(() => createRadialMap(mesh, { size }));
      map = made;
      builds.push(taken);
    }
    const cells = [1, 2].map((radii) => {
      const at = pointsIn(map, radii * map.radius);
      const runners = [mapRunner(map, at), scanlineRunner(byScanlines, at), bvhRunner(byBvh, at)];
      const [own, ...others] = interleave(
        runners.map((run) => ({ run })),
        [null],
        ROUNDS,
      ).map((result) => nanoseconds([result]));
      const ratios = others.map((other) => other / own);
      if (size === DEFAULT_SIZE) aims.faster[kind] = Math.min(aims.faster[kind], ratios[0]);
      return { at, says: `${own.toFixed(0)}; ${ratios.map(times).join(', ')}` };
    });
    const { unknown, wrong } = unknownAndWrong(map, byScanlines, cells[1].at);
    aims.wrong += wrong;
    if (size === DEFAULT_SIZE) aims.unknown = Math.max(aims.unknown, unknown);
    console.log(
      row([
        ...[mesh.name, count(mesh.faces.length / 3), size, count(map.tableBytes), milliseconds(median(builds))],
        ...[`${(100 * unknown).toFixed(2)} %`, wrong, ...cells.map(({ says }) => says)],
      ]),
    );
  }
}
const inTests = isPart('bodies') ? await printMapTests(faces) : 0;
const verdict = (text, measured, isReached) =>
  console.log(`- ${text}: ${measured}, ${isReached ? 'reached' : 'not reached'}`);
console.log('');
if (isPart('bodies')) verdict('wrong answers about two bodies: none', count(inTests), inTests === 0);
if (isPart('points')) {
  verdict('wrong sides: none', count(aims.wrong), aims.wrong === 0);
  verdict(
    'unknown in the ball of twice the radius, default size, any of these bodies: ≤ 5 %',
    `${(100 * aims.unknown).toFixed(2)} % at most`,
    aims.unknown <= 0.05,
  );
  for (const [kind, faster] of Object.entries(aims.faster))
    if (Number.isFinite(faster))
      verdict(
        `a query, default size, any ${kind} and ball: ≥ 20 × the winding number by scanlines`,
        `${times(faster)} at least`,
        faster >= 20,
      );
}
