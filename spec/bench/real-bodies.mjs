// Real skulls and tools of KERF_DATA: which ones exist, and files → meshes in mm.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readMesh } from '../../dist/index.js';
import { saw } from './meshes.mjs';

/** Same as spec/harness/data-folder.ts, which plain Node cannot import. */
export const FOLDER = resolve(process.env.KERF_DATA ?? '../shared/data');
/** scale: mm per unit of the file; up: from the skull's middle to its vault. */
const ctSkull = (thousands) => ({ file: `skull-ct/skull-ct-${thousands}k.ply`, scale: 1, up: [0, 0, 1] });
const CT_SKULLS = ['0010', '0050', '0200', '0500'].map(ctSkull);
const SOLID_SKULL = { file: 'skull-solid/skull-solid-100k.ply', scale: 16, up: [0, 1, 0] };
const HEAD = { file: 'headsq/headsq-bone-77k.ply', scale: 1, up: [0, 1, 0] };
/** `axis`: from the tip into the tool; `across`: towards one side. */
const SAW = { axis: [0, 1, 0], across: [1, 0, 0], tip: [0, 0, 0], title: 'saw blade' };
const DENTAL_DRILL = {
  file: 'tools/chai3d-dental-drill.ply',
  axis: [0, 0, 1],
  across: [1, 0, 0],
  title: 'dental drill',
};
const POWER_DRILL = { file: 'tools/ycb-power-drill.ply', axis: [-1, 0, 0], across: [0, 1, 0], title: 'power drill' };
/** Bones from coarse to fine: the poses are made on the last one. */
export const SERIES = [
  { title: 'Skull from CT', bones: CT_SKULLS, tool: SAW },
  { title: 'Skull from CT', bones: [ctSkull('0200')], tool: DENTAL_DRILL },
  { title: 'Skull from CT', bones: [ctSkull('0200')], tool: POWER_DRILL },
  { title: 'Solid skull', bones: [SOLID_SKULL], tool: SAW },
  { title: 'Head from CT', bones: [HEAD], tool: SAW },
];

/** Files of these series that are missing. */
export function missingFiles(chosen) {
  const files = new Set(chosen.flatMap(({ bones, tool }) => [...bones, tool].flatMap(({ file }) => file ?? [])));
  return [...files].filter((file) => !existsSync(join(FOLDER, file)));
}

/** Coordinates in mm, rounded to f32, the type that all competitors store. */
export function meshOf({ file, scale = 1 }) {
  const { positions, faces } = readMesh(readFileSync(join(FOLDER, file)), 'ply', { name: file });
  return { name: file, positions: Float32Array.from(positions, (x) => scale * x), faces };
}

/** Adds the tip: as given, or the vertex that lies farthest back along the axis. */
export function toolOf({ file, axis, across, tip }) {
  if (file === undefined) return { ...saw(), axis, across, tip };
  const mesh = meshOf({ file });
  const along = (v) => axis.reduce((sum, a, k) => sum + a * mesh.positions[v + k], 0);
  let lowest = 0;
  for (let v = 3; v < mesh.positions.length; v += 3) if (along(v) < along(lowest)) lowest = v;
  return { ...mesh, axis, across, tip: [...mesh.positions.subarray(lowest, lowest + 3)] };
}
