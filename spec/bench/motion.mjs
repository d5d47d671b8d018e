// Contact in time → times and multiples: a sphere's sweep beside Rapier's ball cast, impacts of the published queries,
// a stroke's first contact beside Rapier's cast of a triangle mesh.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import RAPIER from '@dimforge/rapier3d-compat';
import { createDetector, createMesh, edgeEdgeImpact, sweepSphere, vertexFaceImpact } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone, saw } from './meshes.mjs';
import { strokes } from './poses.mjs';
import { mulberry32 } from './random.mjs';
import { FOLDER } from './real-bodies.mjs';
import { interleave, median, percentile, timed } from './timing.mjs';

const SEED = 1710;
const PEER = '@dimforge/rapier3d-compat';
const { values, refuse } = scriptOptions('npm run bench -- motion [--faces 200000] [--sweeps 1000] [--strokes 60].', {
  faces: { type: 'string', default: '200000' },
  sweeps: { type: 'string', default: '1000' },
  strokes: { type: 'string', default: '60' },
});
const [faces, sweepCount, strokeCount] = [values.faces, values.sweeps, values.strokes].map(Number);
if (![faces, sweepCount, strokeCount].every((n) => n >= 1)) refuse('Options are numbers from 1 on.');

await RAPIER.init();
const skull = bone(faces);
const tool = saw();
const random = mulberry32(SEED);
const { cpu, cores, memoryGiB, system, node, packages } = machine([PEER]);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${PEER} ${packages[PEER]}. Skull phantom of ${count(skull.faces.length / 3)} faces, seed ${SEED}.\n`,
);
console.log(row(['what', 'asked', 'median', '99th percentile', 'peer', 'multiple']));
console.log(row([':--', '--:', '--:', '--:', '--:', '--:']));
const aims = [];
const verdict = (text, measured, isReached) =>
  aims.push(`- ${text}: ${measured}, ${isReached ? 'reached' : 'not reached'}`);

const world = worldOf(skull);
measureSweeps();
measureImpacts();
await measureStrokes();
console.log('');
for (const line of aims) console.log(line);

/** The bone alone; one step, so that queries find it. */
function worldOf(mesh) {
  const made = new RAPIER.World({ x: 0, y: 0, z: 0 });
  made.createCollider(RAPIER.ColliderDesc.trimesh(mesh.positions, mesh.faces));
  made.step();
  return made;
}

function vector() {
  for (;;) {
    const v = [0, 1, 2].map(() => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

/** From outside the skull, some through it and some past it; coordinates exact in f32, for the peer. */
function measureSweeps() {
  const surface = createMesh(skull.positions, skull.faces, { name: skull.name });
  const asked = Array.from({ length: sweepCount }, () => {
    const from = vector().map((x) => Math.fround(120 * x));
    const to = vector().map((x) => Math.fround(90 * random() * x));
    return { from, to, radius: Math.fround(0.5 + 2.5 * random()) };
  });
  const cast = ({ from, to, radius }) =>
    world.castShape(
      point(from),
      { x: 0, y: 0, z: 0, w: 1 },
      point(to.map((x, k) => x - from[k])),
      new RAPIER.Ball(radius),
      0,
      1,
      true,
    );
  const runners = [
    { run: (sweep) => sweepSphere(surface, sweep)?.time.high ?? 2 },
    { run: (sweep) => cast(sweep)?.time_of_impact ?? 2 },
  ];
  const [own, theirs] = interleave(runners, asked, 3).map((poses) => poses.map(median));
  report('sphere sweep', sweepCount, own, theirs);
  const ratio = median(theirs) / median(own);
  verdict('sphere sweep: ≥ 5 × Rapier', times(ratio), ratio >= 5);
  // For contacts that kerf proves: whether the peer is later than the proof, or earlier, in mm along the motion.
  const hits = asked.flatMap((sweep) => {
    const found = sweepSphere(surface, sweep);
    const length = Math.hypot(...sweep.to.map((x, k) => x - sweep.from[k]));
    return found === null ? [] : [{ ...found.time, length, peer: cast(sweep)?.time_of_impact ?? null }];
  });
  const late = hits.filter(({ high, length, peer }) => peer === null || (peer - high) * length > 1e-6);
  const early = Math.max(0, ...hits.map(({ low, length, peer }) => (peer === null ? 0 : (low - peer) * length)));
  aims.push(
    `- of ${count(hits.length)} contacts that kerf proves, Rapier finds ${late.length} late or not at all, others early by up to ${early.toExponential(1)} mm`,
  );
}

function point([x, y, z]) {
  return { x, y, z };
}

function report(what, asked, own, theirs = null, unit = milliseconds) {
  const cells = theirs === null ? ['', ''] : [unit(median(theirs)), times(median(theirs) / median(own))];
  console.log(row([what, count(asked), unit(median(own)), unit(percentile(own, 99)), ...cells]));
}

/** Each file's mean, µs per query: the published figures are means. */
function measureImpacts() {
  const most = { handcrafted: 50, 'cloth-funnel': 5, 'armadillo-rollers': 5 };
  for (const [name, limit] of Object.entries(most))
    for (const [short, ask] of [
      ['vf', vertexFaceImpact],
      ['ee', edgeEdgeImpact],
    ]) {
      const path = join(FOLDER, `ccd/${name}-${short}.f64`);
      if (!existsSync(path)) {
        console.log(row([`${name}-${short}: missing ${path}; set KERF_DATA`, '', '', '', '', '']));
        continue;
      }
      const bytes = readFileSync(path);
      const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      const queries = Array.from({ length: numbers.length / 24 }, (_, i) => numbers.subarray(24 * i, 24 * i + 24));
      const means = [];
      for (let round = -3; round < 7; round++) {
        const started = performance.now();
        let hits = 0;
        for (const points of queries) if (ask(points) !== null) hits++;
        if (round >= 0 && hits >= 0) means.push((1000 * (performance.now() - started)) / queries.length);
      }
      const mean = median(means);
      console.log(row([`impact, ${name}-${short}, mean`, count(queries.length), `${mean.toFixed(1)} µs`, '', '', '']));
      verdict(`impacts of ${name}-${short}: ≤ ${limit} µs a query`, `${mean.toFixed(1)} µs`, mean <= limit);
    }
}

/** Strokes of 1 mm across the first contact, of 20 mm to it and beyond, and of 20 mm with a turn of 0.2 rad. */
async function measureStrokes() {
  const options = { bone: skull, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu' };
  const detector = await createDetector(options);
  const near = strokes(SEED, 4 * strokeCount).matrices.filter((pose) => !detector.intersects(pose));
  const down = near.flatMap((from) => {
    const way = [-from[12], -from[13], -from[14]];
    const scale = 20 / Math.hypot(...way);
    const to = shifted(from, way.map((x) => scale * x)); // biome-ignore format: one
    const found = detector.firstContact({ from, to });
    return found.status === 'contact' ? [{ from, to, low: found.time.low, way: way.map((x) => scale * x) }] : [];
  });
  const chosen = down.slice(0, strokeCount);
  const short = chosen.map(({ from, way, low }) => {
    const start = low - 0.05 * random();
    return [start, start + 0.05].map((t) => shifted(from, way.map((x) => t * x))); // biome-ignore format: one
  });
  const kinds = [
    { what: '1 mm', motions: short, most: 2, isCast: true },
    { what: '20 mm', motions: chosen.map(({ from, to }) => [from, to]), most: 10, isCast: true },
    { what: '20 mm, 0.2 rad', motions: chosen.map(({ from, to }) => [from, turned(to, 0.2, vector())]), most: 10 },
  ];
  const shape = new RAPIER.TriMesh(tool.positions, tool.faces);
  const cast = ([from, to]) =>
    world.castShape(point(from.slice(12)), rotationOf(from), point([12, 13, 14].map((i) => to[i] - from[i])), shape, 0, 1, true); // biome-ignore format: one call
  for (const { what, motions, most, isCast = false } of kinds) {
    const asked = motions.map(([from, to]) => ({ from, to }));
    const run = (motion) => detector.firstContact(motion).time.high;
    const [own] = interleave([{ run }], asked, 3).map((poses) => poses.map(median));
    // The peer's mesh-against-mesh cast takes long: few motions, once each.
    const few = motions.slice(0, 6);
    const theirs = [];
    if (isCast) for (const motion of few) theirs.push((await timed(() => cast(motion)))[1]);
    report(`first contact, ${what}`, asked.length, own, isCast ? theirs : null);
    verdict(`first contact, ${what}: ≤ ${most} ms`, `${median(own).toFixed(2)} ms`, median(own) <= most);
    if (isCast) {
      const ratio = median(theirs) / median(own.slice(0, few.length));
      verdict(`first contact, ${what}: ≥ 10 × Rapier`, times(ratio), ratio >= 10);
    }
  }
  detector.dispose();
}

function shifted(pose, way) {
  const moved = Array.from(pose);
  for (let k = 0; k < 3; k++) moved[12 + k] += way[k];
  return moved;
}

/** A pose with its rotation turned about an axis (O. Rodrigues). */
function turned(pose, angle, [x, y, z]) {
  const [c, s, rest] = [Math.cos(angle), Math.sin(angle), 1 - Math.cos(angle)];
  const r = [
    [c + x * x * rest, x * y * rest - z * s, x * z * rest + y * s],
    [y * x * rest + z * s, c + y * y * rest, y * z * rest - x * s],
    [z * x * rest - y * s, z * y * rest + x * s, c + z * z * rest],
  ];
  const out = Array.from(pose);
  for (const column of [0, 4, 8])
    for (let k = 0; k < 3; k++)
      out[column + k] = r[k][0] * pose[column] + r[k][1] * pose[column + 1] + r[k][2] * pose[column + 2];
  return out;
}

/** The quaternion of a rotation whose trace is above −1. */
function rotationOf(m) {
  const w = Math.sqrt(Math.max(0, 1 + m[0] + m[5] + m[10])) / 2;
  if (w > 1e-6) return { x: (m[6] - m[9]) / (4 * w), y: (m[8] - m[2]) / (4 * w), z: (m[1] - m[4]) / (4 * w), w };
  const x = Math.sqrt(Math.max(0, 1 + m[0] - m[5] - m[10])) / 2;
  return { x, y: (m[4] + m[1]) / (4 * x), z: (m[8] + m[2]) / (4 * x), w: (m[6] - m[9]) / (4 * x) };
}
