// A skin flap on a skull, drawn over it by a hook → step by step a motion in which nothing passes through anything,
// proved by the impact detector and, at the end, checked by other means.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDetector, createImpactDetector, createMesh, selfIntersections, writeMesh } from 'kerf';
import { skullPhantom } from 'kerf/datasets';
import { flapPage } from './page.mjs';
import { settleImpacts, verticesOf } from './settle-impacts.mjs';
import { advance, makeSheet } from './sheet.mjs';

/** ms a step. */
const STEP = 1;
/** mm: the flap's side, its gap above the vault at the start, and how far from its corner the hook holds it. */
const SIDE = 60;
const ABOVE = 0.5;
const HELD = 5;
/** mm/ms: the hook's speed along the vault; mm: how high it rises, and its travel while it rises and sinks again. */
const SPEED = 0.35;
const RISE = 4;
const RISING = 40;
/** rad: its direction, from the left to the back. */
const WAY = 0.7;
/** mm: the phantom's vault behind its top is this sphere. */
const VAULT = { centre: [0, 17.5, 2.5], radius: 72.5 };
/** Number of pictures and of saved surfaces: at the start, at the end, and between. */
const FRAMES = 6;
const COLUMNS = ['step', 'hook_mm', 'impacts', 'of_flap_with_itself', 'free_until', 'rounds', 'held'];

const { steps, faces: flapFaces, out: folder } = takeOptions();
mkdirSync(folder, { recursive: true });
const save = (name, bytes) => writeFileSync(join(folder, name), bytes);

// ---- The bone, at rest, and the flap: one list of vertices, the bone's first, and one of faces.
const skull = skullPhantom({ targetFaces: 6000 });
const flap = makeSheet({
  cells: Math.round(Math.sqrt(flapFaces / 2)),
  size: SIDE,
  place: (right, up) => onVault(right, SIDE / 2 + up, ABOVE),
});
const boneVertices = skull.positions.length / 3;
const faces = Uint32Array.from([...skull.faces, ...flap.faces.map((vertex) => vertex + boneVertices)]);
const vertexCount = boneVertices + flap.vertexCount;
const ofFlap = (all) => all.subarray(3 * boneVertices);
let positions = Float64Array.from([...skull.positions, ...flap.positions]);
const velocities = new Float64Array(3 * vertexCount);
const corner = flap.positions.slice(0, 3);
const hooked = Array.from({ length: flap.vertexCount }, (_, vertex) => vertex).filter(
  (vertex) => Math.hypot(...corner.map((x, k) => flap.positions[3 * vertex + k] - x)) <= HELD,
);
const inverseMass = new Float64Array(vertexCount).fill(1 / flap.mass, boneVertices);
for (const vertex of hooked) inverseMass[boneVertices + vertex] = 0;
const detector = await createImpactDetector({ vertexCount, faces });

const crossings = () => selfIntersections(createMesh(positions, faces)).length / 2;

const size = `${skull.faces.length / 3} faces of a skull, ${flap.faces.length / 3} of a flap of ${SIDE} × ${SIDE} mm`;
const crossedAtFirst = crossings();
console.log(`${size}: ${steps} steps of ${STEP} ms\n`);

// ---- Step by step.
const rows = [];
const frames = [];
keepFrame(0, []);
console.log(COLUMNS.join(','));
const begun = performance.now();
for (let step = 1; step <= steps; step++) {
  const start = positions;
  const end = start.slice();
  const hook = ofFlap(start).slice(0, 3);
  const shift = (part) => hookAt((step - 1 + part) * STEP).map((x, k) => x - hook[k]);
  advance(flap, ofFlap(end), ofFlap(velocities), STEP, { vertices: hooked, shift });
  const { impacts, ...settled } = await settleImpacts({ detector, faces, inverseMass, start, end, velocities });
  const taken = await detector.freeUntil(start, end);
  positions = end;
  const met = Array.from({ length: impacts.length }, (_, row) => verticesOf(impacts, row, detector.edges, faces));
  const within = met.filter((vertices) => vertices.every((vertex) => vertex >= boneVertices)).length;
  rows.push({ step, hook: (SPEED * step * STEP).toFixed(2), impacts: impacts.length, within, ...settled, taken });
  if (frames.length <= (step * (FRAMES - 1)) / steps) {
    keepFrame(step, met.flat());
    console.log(lineOf(rows.at(-1)));
  }
}
const seconds = (performance.now() - begun) / 1000;
detector.dispose();

// ---- Checks at the end, without the impact detector.
const skin = createMesh(ofFlap(positions), flap.faces);
const still = await createDetector({ bone: skull, tool: skin, contactDistance: 1, resolution: 2, backend: 'cpu' });
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const { state } = still.detectSync(IDENTITY);
const { distance } = still.minimumDistance(IDENTITY);
const total = (column) => rows.reduce((sum, row) => sum + row[column], 0);
const middle = 3 * Math.floor(flap.vertexCount / 2);
const moved = Math.hypot(...[0, 1, 2].map((k) => ofFlap(positions)[middle + k] - flap.positions[middle + k]));
const facts = [
  `the hook went ${(SPEED * steps * STEP).toFixed(1)} mm, the flap's middle ${moved.toFixed(1)} mm`,
  `impacts of the proposed steps: ${total('impacts')}, of the flap with itself: ${total('within')}`,
  `steps as taken: all free until t = ${Math.min(...rows.map(({ taken }) => taken))} or later`,
  `vertices that were held: ${total('held')}; most rounds in a step: ${Math.max(...rows.map(({ rounds }) => rounds))}`,
  `pairs of faces that cross: ${crossedAtFirst} at the start, ${crossings()} at the end`,
  `flap and bone at the end: ${state}, ${distance.toPrecision(2)} mm apart`,
];
console.log(`\n${facts.join('\n')}\n${seconds.toFixed(1)} s`);

save('skull.ply', writeMesh(skull, 'ply'));
for (const [n, frame] of frames.entries())
  save(`flap-${n}.ply`, writeMesh(createMesh(frame.positions, flap.faces), 'ply'));
save('steps.csv', `${[COLUMNS.join(','), ...rows.map(lineOf)].join('\n')}\n`);
save('flap.html', flapPage({ skull, flap, frames, rows, milliseconds: STEP, facts: [size, ...facts] }));
console.log(`drawn: ${join(folder, 'flap.html')}`);

/** What a picture shows: the flap, the hook's path to this step, and the flap's vertices that met something. */
function keepFrame(step, met) {
  frames.push({
    step,
    positions: ofFlap(positions).slice(),
    way: Array.from({ length: step + 1 }, (_, n) => hookAt(n * STEP)),
    met: new Set(met.map((vertex) => vertex - boneVertices)),
  });
}

function lineOf({ step, hook, impacts, within, free, rounds, held }) {
  return [step, hook, impacts, within, free.toExponential(2), rounds, held].join(',');
}

/** mm along the vault from its top, to the left and to the back, and above it → x, y, z, mm. */
function onVault(left, back, above) {
  const [a, b] = [left / VAULT.radius, back / VAULT.radius];
  const outward = [Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b)];
  return outward.map((x, k) => VAULT.centre[k] + (VAULT.radius + above) * x);
}

/** Where the hook is: it lifts the flap's front right corner and draws it over the vault, to the left and back. */
function hookAt(time) {
  const way = SPEED * time;
  // It stays slightly above, so that the corner lies on the flap.
  const height = ABOVE + RISE * Math.sin(Math.PI * Math.min(0.92, way / RISING));
  return onVault(way * Math.cos(WAY) - SIDE / 2, way * Math.sin(WAY), height);
}

function takeOptions() {
  const { values } = parseArgs({
    options: {
      steps: { type: 'string', default: '200' },
      faces: { type: 'string', default: '1568' },
      out: { type: 'string', default: 'out/deforming-flap' },
    },
  });
  const limits = { steps: [1, 10_000], faces: [32, 20_000] };
  for (const [name, [least, most]] of Object.entries(limits)) {
    const count = Number(values[name]);
    if (Number.isInteger(count) && count >= least && count <= most) continue;
    console.error(
      `--${name} is "${values[name]}", expected an integer from ${least} to ${most}; leave it out for the usual.`,
    );
    process.exit(1);
  }
  return { ...values, steps: Number(values.steps), faces: Number(values.faces) };
}
