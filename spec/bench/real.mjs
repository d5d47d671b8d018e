// kerf and its peers on real skulls with the saw and real tools → the tables on stdout, out/bench-real.json,
// out/bench-real.svg.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readMesh } from '../../dist/index.js';
import { saw } from './meshes.mjs';
import { measureSeries } from './series.mjs';
import { surfaceStrokes } from './surface-poses.mjs';
import { writeResults } from './write.mjs';

const SEED = 20_260;
/** As spec/harness/data-folder.ts, which plain Node cannot import. */
const FOLDER = resolve(process.env.KERF_DATA ?? '../shared/data');
/** mm a unit of the file; from the skull's middle to its vault. */
const ctSkull = (thousands) => ({ file: `skull-ct/skull-ct-${thousands}k.ply`, scale: 1, up: [0, 0, 1] });
const CT_SKULLS = ['0010', '0050', '0200', '0500'].map(ctSkull);
const SOLID_SKULL = { file: 'skull-solid/skull-solid-100k.ply', scale: 16, up: [0, 1, 0] };
const HEAD = { file: 'headsq/headsq-bone-77k.ply', scale: 1, up: [0, 1, 0] };
/** `axis`: from the tip into the tool; `across`: a side of it. */
const SAW = { axis: [0, 1, 0], across: [1, 0, 0], tip: [0, 0, 0], title: 'saw blade' };
const DENTAL_DRILL = {
  file: 'tools/chai3d-dental-drill.ply',
  axis: [0, 0, 1],
  across: [1, 0, 0],
  title: 'dental drill',
};
const POWER_DRILL = { file: 'tools/ycb-power-drill.ply', axis: [-1, 0, 0], across: [0, 1, 0], title: 'power drill' };
/** Bones from coarse to fine: the poses are made on the last. */
const SERIES = [
  { title: 'Skull from CT', bones: CT_SKULLS, tool: SAW },
  { title: 'Skull from CT', bones: [ctSkull('0200')], tool: DENTAL_DRILL },
  { title: 'Skull from CT', bones: [ctSkull('0200')], tool: POWER_DRILL },
  { title: 'Solid skull', bones: [SOLID_SKULL], tool: SAW },
  { title: 'Head from CT', bones: [HEAD], tool: SAW },
];

const { values } = parseArgs({
  options: {
    series: { type: 'string', default: SERIES.map((_, i) => i + 1).join() },
    poses: { type: 'string', default: '60' },
  },
  // The section's name.
  allowPositionals: true,
});
const chosen = values.series.split(',').map((number) => SERIES[Number(number) - 1]);
const poseCount = Number(values.poses);
if (!globalThis.gc || !(poseCount >= 1) || chosen.includes(undefined)) {
  console.error(`Usage: npm run bench -- real [--series 1,2] [--poses 60], series from 1 to ${SERIES.length}.`);
  process.exit(2);
}
const files = new Set(chosen.flatMap(({ bones, tool }) => [...bones, tool].flatMap(({ file }) => file ?? [])));
const missing = [...files].filter((file) => !existsSync(join(FOLDER, file)));
if (missing.length > 0) {
  console.error(`Missing in ${FOLDER}: ${missing.join(', ')}; set KERF_DATA to the folder that holds them.`);
  process.exit(1);
}

const started = performance.now();
const results = [];
for (const { title, bones: skulls, tool: given } of chosen) {
  const tool = toolOf(given);
  const bones = skulls.map(meshOf);
  const path = await surfaceStrokes(SEED, poseCount, bones.at(-1), skulls.at(-1).up, tool);
  results.push(await measureSeries({ title: `${title}, ${given.title}`, seed: SEED, bones, tool, path }));
}
writeResults('bench-real', results, started);

/** Coordinates in mm, rounded to f32 as all competitors store them. */
function meshOf({ file, scale = 1 }) {
  const { positions, faces } = readMesh(readFileSync(join(FOLDER, file)), 'ply', { name: file });
  return { name: file, positions: Float32Array.from(positions, (x) => scale * x), faces };
}

/** With its tip: as given, or the vertex that lies farthest along the axis, backward. */
function toolOf({ file, axis, across, tip }) {
  if (file === undefined) return { ...saw(), axis, across, tip };
  const mesh = meshOf({ file });
  const along = (v) => axis.reduce((sum, a, k) => sum + a * mesh.positions[v + k], 0);
  let lowest = 0;
  for (let v = 3; v < mesh.positions.length; v += 3) if (along(v) < along(lowest)) lowest = v;
  return { ...mesh, axis, across, tip: [...mesh.positions.subarray(lowest, lowest + 3)] };
}
