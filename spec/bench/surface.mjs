// Rays, heights and nearest points: createSurface beside three-mesh-bvh, on a height field of 3,072 faces, the size of
// the published comparison, and on skull phantoms → nanoseconds a question, ratios, and on how many answers they
// differ.

import { Ray, Vector3, DoubleSide } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { geometryOf } from '../../examples/engines/three-mesh-bvh.mjs';
import { createSurface } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, row, times } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone } from './meshes.mjs';
import { mulberry32 } from './random.mjs';
import { interleave, median, percentile, sink, timed } from './timing.mjs';

const SEED = 5404;
const ROUNDS = 9;
/** Squares of the height field: 48 × 32 × 2 faces. */
const [COLUMNS, ROWS] = [48, 32];
/** mm of a nearest point's question from the surface, at most. */
const NEAR = 5;

const { values, refuse } = scriptOptions('npm run bench -- surface [--questions 2000] [--faces 200000,800000].', {
  questions: { type: 'string', default: '2000' },
  faces: { type: 'string', default: '200000,800000' },
});
const questions = Number(values.questions);
const sizes = values.faces.split(',').map(Number);
if (![questions, ...sizes].every((n) => n > 0)) refuse('Options are numbers above 0.');

/** A landscape of 3,072 faces, in f32. */
function heightField() {
  const positions = [];
  for (let j = 0; j <= ROWS; j++)
    for (let i = 0; i <= COLUMNS; i++) positions.push(4 * i, 4 * j, 9 * Math.sin(i / 3) * Math.cos(j / 4));
  const faces = [];
  for (let j = 0; j < ROWS; j++)
    for (let i = 0; i < COLUMNS; i++) {
      const a = j * (COLUMNS + 1) + i;
      faces.push(a, a + 1, a + COLUMNS + 2, a, a + COLUMNS + 2, a + COLUMNS + 1);
    }
  return { positions: Float32Array.from(positions), faces: Uint32Array.from(faces), name: 'height field' };
}

function boxOf({ positions }) {
  const [low, high] = [[0, 1, 2].map((k) => positions[k]), [0, 1, 2].map((k) => positions[k])];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { low, high };
}

/** By name: 6 numbers a question, a point and a way, in f32 as well. */
function asked(mesh) {
  const random = mulberry32(SEED);
  const { low, high } = boxOf(mesh);
  const within = (margin) => low.map((x, k) => x - margin + random() * (high[k] - x + 2 * margin));
  const way = () => [0, 1, 2].map(() => 2 * random() - 1);
  const at = (face, corner) =>
    mesh.positions.subarray(3 * mesh.faces[3 * face + corner], 3 * mesh.faces[3 * face + corner] + 3);
  const anyFace = () => Math.floor((random() * mesh.faces.length) / 3);
  const corner = () => at(anyFace(), 0);
  const onFace = () => {
    const face = anyFace();
    const [s, t] = [Math.sqrt(random()), random()];
    return [0, 1, 2].map((k) => (1 - s) * at(face, 0)[k] + s * ((1 - t) * at(face, 1)[k] + t * at(face, 2)[k]));
  };
  const toward = (to) => {
    const from = within(50);
    return [...from, ...from.map((x, k) => to[k] - x)];
  };
  const made = (one) => Float64Array.from(Float32Array.from(Array.from({ length: questions }, one).flat()));
  return {
    rays: made(() => [...within(50), ...way()]),
    'rays at faces': made(() => toward(onFace())),
    'rays at corners': made(() => toward(corner())),
    heights: made(() => [...within(0).slice(0, 2), high[2] + 1, 0, 0, -1]),
    'near points': made(() => [...onFace().map((x) => x + NEAR * (2 * random() - 1)), 0, 0, 1]),
    'far points': made(() => [...within(50), 0, 0, 1]),
  };
}

/** What kerf and its peer answer: a face, or −1; and the distance. */
function kerfSession(mesh) {
  const surface = createSurface({ ...mesh, positions: Float64Array.from(mesh.positions) });
  const [from, way] = [new Float64Array(3), new Float64Array(3)];
  const take = (q, at) => {
    for (let k = 0; k < 3; k++) {
      from[k] = q[at + k];
      way[k] = q[at + 3 + k];
    }
  };
  const ray = (q, at) => {
    take(q, at);
    return surface.raycast(from, way);
  };
  const nearest = (q, at) => {
    take(q, at);
    return surface.nearestPoint(from);
  };
  return {
    rays: ray,
    'rays at faces': ray,
    'rays at corners': ray,
    heights: (q, at) => {
      take(q, at);
      return surface.height(from);
    },
    'near points': nearest,
    'far points': nearest,
  };
}
function peerSession(mesh) {
  // `indirect` keeps the numbers of the faces.
  const bvh = new MeshBVH(geometryOf(mesh), { indirect: true });
  const [line, point, target] = [new Ray(), new Vector3(), {}];
  const ray = (q, at) => {
    line.origin.set(q[at], q[at + 1], q[at + 2]);
    line.direction.set(q[at + 3], q[at + 4], q[at + 5]).normalize();
    const hit = bvh.raycastFirst(line, DoubleSide);
    return hit && { face: hit.faceIndex, distance: hit.distance };
  };
  const nearest = (q, at) => {
    const { faceIndex, distance } = bvh.closestPointToPoint(point.set(q[at], q[at + 1], q[at + 2]), target);
    return { face: faceIndex, distance };
  };
  return {
    rays: ray,
    'rays at faces': ray,
    'rays at corners': ray,
    heights: ray,
    'near points': nearest,
    'far points': nearest,
  };
}

/** All questions, one by one. */
function runner(ask, q) {
  return () => {
    let sum = 0;
    for (let at = 0; at < q.length; at += 6) sum += ask(q, at)?.distance ?? 0;
    return sum;
  };
}

/** Milliseconds of each question by itself: the mean and the most, as the published comparison states them. */
function singly(ask, q) {
  const taken = [];
  for (let at = 0; at < q.length; at += 6) {
    const started = performance.now();
    sink.sum += ask(q, at)?.distance ?? 0;
    taken.push(performance.now() - started);
  }
  return `${(taken.reduce((sum, x) => sum + x, 0) / taken.length).toFixed(4)}; ${percentile(taken, 99).toFixed(3)}; ${Math.max(...taken).toFixed(3)}`;
}

const { cpu, cores, memoryGiB, system, node, packages } = machine(['three-mesh-bvh']);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; three-mesh-bvh ${packages['three-mesh-bvh']}. ${count(questions)} questions of each kind, seed ${SEED}; medians of ${ROUNDS} interleaved rounds.\n`,
);
const heads = [
  'surface',
  'question',
  'hits',
  'kerf, µs',
  'three-mesh-bvh, µs',
  'ratio',
  'other face',
  'missed or invented',
];
console.log(row(heads));
console.log(row(heads.map((_, k) => (k < 2 ? ':--' : '--:'))));
const ratios = [];
const published = [];
for (const mesh of [heightField(), ...sizes.map(bone)]) {
  const [[kerf, ours], [peer, theirs]] = [await timed(() => kerfSession(mesh)), await timed(() => peerSession(mesh))];
  const name = `${mesh.name.split(',')[0]}, ${count(mesh.faces.length / 3)} faces`;
  for (const [kind, q] of Object.entries(asked(mesh))) {
    const results = interleave([{ run: runner(kerf[kind], q) }, { run: runner(peer[kind], q) }], [null], ROUNDS);
    const [own, other] = results.map(([rounds]) => (1000 * median(rounds)) / questions);
    let [hits, face, missed] = [0, 0, 0];
    for (let at = 0; at < q.length; at += 6) {
      const [a, b] = [kerf[kind](q, at), peer[kind](q, at)];
      if (a !== null) hits++;
      if ((a === null) !== (b === null)) missed++;
      else if (a !== null && a.face !== b.face) face++;
    }
    ratios.push(other / own);
    console.log(row([name, kind, count(hits), own.toFixed(2), other.toFixed(2), times(other / own), face, missed]));
    if (mesh.name === 'height field' && kind === 'heights')
      published.push(`kerf ${singly(kerf[kind], q)}; three-mesh-bvh ${singly(peer[kind], q)}`);
  }
  console.log(row([name, 'made, ms', '', ours.toFixed(1), theirs.toFixed(1), times(theirs / ours), '', '']));
}
console.log(
  `\nA height query on ${count(2 * COLUMNS * ROWS)} faces, ms (mean; 99 %; most): ${published[0]}. Published on that size: a library 6, an AABB tree without leaf boxes 0.063 on average and 0.4 at most.`,
);
console.log(
  `Aim: at least 2 × three-mesh-bvh at every size: ${Math.min(...ratios) >= 2 ? 'reached' : `not reached, ${times(Math.min(...ratios))} at least`}.`,
);
