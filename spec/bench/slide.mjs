// Slides of a sphere over the skull phantom → legs, times, and how many touch: kerf's beside two published ways on
// three-mesh-bvh, judged by the exact oracle. And the sweep of an ellipsoid beside that of a sphere.

import { createMesh, slide, sweepEllipsoid, sweepSphere } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { importSource } from './import-source.mjs';
import { machine } from './machine.mjs';
import { bone } from './meshes.mjs';
import { bvhOf, collideAndSlide, pushOut } from './peers/three-mesh-bvh-slides.mjs';
import { mulberry32 } from './random.mjs';
import { interleave, median, percentile } from './timing.mjs';

const SEED = 3040;
const PEER = 'three-mesh-bvh';
const ROUNDS = 3;
const { values, refuse } = scriptOptions('npm run bench -- slide [--faces 200000] [--slides 300].', {
  faces: { type: 'string', default: '200000' },
  slides: { type: 'string', default: '300' },
});
const [faces, slides] = [values.faces, values.slides].map(Number);
if (![faces, slides].every((n) => n >= 1)) refuse('Options are numbers from 1 on.');

const { SweptMesh } = await importSource('lib/oracle/reference/swept-sphere.ts', 'swept-sphere.mjs');
const skull = bone(faces);
const surface = createMesh(skull.positions, skull.faces, { name: skull.name });
const oracle = new SweptMesh(surface);
const bvh = bvhOf(skull);
const random = mulberry32(SEED);
const { cpu, cores, memoryGiB, system, node, packages } = machine([PEER]);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${PEER} ${packages[PEER]}. Skull phantom of ${count(skull.faces.length / 3)} faces, seed ${SEED}.\n`,
);

const methods = [
  { name: 'kerf', pathOf: (asked) => cornersOf(slide(surface, asked).path) },
  { name: 'collide and slide', pathOf: (asked) => collideAndSlide(bvh, asked) },
  { name: 'push out', pathOf: (asked) => pushOut(bvh, asked) },
];
console.log(
  row(['slides', 'by', 'asked', 'legs', 'median', '99th percentile', 'multiple', 'touch', 'touch at the end']),
);
console.log(row([':--', ':--', '--:', '--:', '--:', '--:', '--:', '--:', '--:']));
report('onto it, 10 mm', questions(shortOne));
report('from far, through it', questions(longOne));

console.log('');
console.log(row(['sweep', 'asked', 'median', '99th percentile']));
console.log(row([':--', '--:', '--:', '--:']));
reportSweeps();

function vector() {
  for (;;) {
    const v = [0, 1, 2].map(() => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

/** Only those that do not touch at the start. */
function questions(make) {
  const found = [];
  while (found.length < slides) {
    const asked = make();
    if (sweepSphere(surface, { ...asked, to: asked.from }) === null) found.push(asked);
  }
  return found;
}

/** From beside a vertex: 10 mm toward it and to one side of it. */
function shortOne() {
  const vertex = 3 * Math.floor((random() * skull.positions.length) / 3);
  const radius = 0.5 + 2.5 * random();
  const away = vector();
  const aside = vector();
  const from = away.map((x, k) => skull.positions[vertex + k] + (radius + random()) * x);
  const way = away.map((x, k) => aside[k] - x);
  return { from, to: from.map((x, k) => x + (10 * way[k]) / Math.hypot(...way)), radius };
}

function longOne() {
  const from = vector().map((x) => 120 * x);
  return { from, to: vector().map((x) => 90 * random() * x), radius: 0.5 + 2.5 * random() };
}

function cornersOf(path) {
  return Array.from({ length: path.length / 3 }, (_, i) => Array.from(path.subarray(3 * i, 3 * i + 3)));
}

function report(what, asked) {
  const runners = methods.map(({ pathOf }) => ({ run: (one) => pathOf(one).length }));
  const taken = interleave(runners, asked, ROUNDS).map((poses) => poses.map(median));
  methods.forEach(({ name, pathOf }, which) => {
    const paths = asked.map(pathOf);
    const touches = (a, b, radius) => oracle.touchedUntil({ from: a, to: b, radius }, 1) >= 0;
    const isTouched = (path, i) => path.slice(1).some((b, leg) => touches(path[leg], b, asked[i].radius));
    const inside = paths.filter((path, i) => touches(path.at(-1), path.at(-1), asked[i].radius));
    console.log(
      row([
        which === 0 ? what : '',
        name,
        count(asked.length),
        (paths.reduce((sum, path) => sum + path.length - 1, 0) / asked.length).toFixed(1),
        milliseconds(median(taken[which])),
        milliseconds(percentile(taken[which], 99)),
        which === 0 ? '' : times(median(taken[which]) / median(taken[0])),
        count(paths.filter(isTouched).length),
        count(inside.length),
      ]),
    );
  });
}

/** A sphere, and an ellipsoid as long, over the same paths; the stretched surface is built before. */
function reportSweeps() {
  const radii = [0.5, 1.25, 3];
  const asked = Array.from({ length: slides }, longOne);
  const runners = [
    { run: ({ from, to }) => sweepSphere(surface, { from, to, radius: 3 })?.time.high ?? 2 },
    { run: ({ from, to }) => sweepEllipsoid(surface, { from, to, radii })?.time.high ?? 2 },
  ];
  const started = performance.now();
  sweepEllipsoid(surface, { from: asked[0].from, to: asked[0].to, radii });
  const built = performance.now() - started;
  const taken = interleave(runners, asked, ROUNDS).map((poses) => poses.map(median));
  const names = ['of a sphere, 3 mm', `of an ellipsoid, ${radii.join(' × ')} mm`];
  for (const [which, name] of names.entries()) {
    const ms = [median(taken[which]), percentile(taken[which], 99)];
    console.log(row([name, count(asked.length), ...ms.map(milliseconds)]));
  }
  console.log(row(['the first of an ellipsoid, which builds its tree', '1', milliseconds(built), '']));
}
