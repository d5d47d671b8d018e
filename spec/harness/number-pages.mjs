// A folder → the pages of numbers that the built commands write there, of small bodies: a saw in a skull, the answers
// of an engine that errs, a sheet that sinks into another. Needs dist/.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cuttingPath } from '../../dist/datasets.js';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
/** The exit code of a command whose answer is that an engine differs, or a guarantee is broken. */
const DIFFERS = 5;

const POSES = 12;
/** mm that the saw goes deeper than the phantom's path, so that it comes out of the vault's wall of 6.5 mm. */
const DEEPER = 3;
const SINUS = '(x - 25)^2 + (y - 27)^2 / 40 + (z - 53)^2 - 9';
const REGION = '(x - 30)^2 / 80 + (y - 27)^2 / 500 + (z - 66)^2 / 150 - 1';

/** The bodies of the folder, and the path under the option that the command has for it. */
const bodies = (path) => ['--bone', 'skull.ply', '--tool', 'saw.stl', path, 'path.csv'];
const FEED = ['--feed', '0,-1,0'];

const made = [
  ['dataset', 'skull-phantom', '--faces', '6000', '--out', 'skull.ply'],
  ['dataset', 'saw-blade', '--faces', '1500', '--out', 'saw.stl'],
  ['dataset', 'implicit', '--expression', SINUS, '--box', '20 30 5 49 48 58', '--cell', '2', '--out', 'sinus.ply'],
  ['dataset', 'implicit', '--expression', REGION, '--box', '18 42 2 52 50 82', '--cell', '4', '--out', 'region.ply'],
];

/** Each page's file in the folder, and the command that writes it. */
export const numberPages = {
  report: {
    file: 'detected/report.html',
    words: [
      ...['detect', ...bodies('--path'), ...FEED, '--distance', '0.2', '--resolution', '1', '--volume'],
      ...['--out', 'detected'],
    ],
  },
  sweep: {
    file: 'swept/sweep.html',
    words: ['sweep', ...bodies('--path'), '--clearance', '0.5', '--out', 'swept'],
  },
  assess: {
    file: 'assessed/assess.html',
    words: [
      ...['assess', ...bodies('--path'), ...FEED, '--cell', '1', '--plane', '29.8,17.5,64.1,0.9,0,-0.435'],
      ...['--structure', 'sinus=sinus.ply', '--region', 'region.ply', '--forces', 'forces.csv', '--force-limit', '6'],
      ...['--out', 'assessed'],
    ],
  },
  judge: {
    file: 'judged/judge.html',
    words: ['judge', ...bodies('--poses'), ...FEED, '--results', 'results.jsonl', '--out', 'judged'],
  },
  impacts: {
    file: 'impacts/impacts.html',
    words: ['impacts', '--start', 'before.obj', '--end', 'after.obj', '--out', 'impacts'],
  },
  validation: {
    file: 'proved/validation.html',
    words: [
      ...['validate', ...bodies('--path'), '--distance', '0.2', '--resolution', '2', '--samples', '4'],
      ...['--out', 'proved'],
    ],
  },
};

/** @param names of the pages to make. */
export async function makeNumberPages(folder, names = Object.keys(numberPages)) {
  const path = cuttingPath({ poses: POSES });
  await writeFile(join(folder, 'path.csv'), trackerText(path));
  await writeFile(join(folder, 'forces.csv'), forcesText());
  await writeFile(join(folder, 'results.jsonl'), resultsText(path));
  await writeFile(join(folder, 'before.obj'), sheetsText(0));
  await writeFile(join(folder, 'after.obj'), sheetsText(6));
  for (const words of [...made, ...names.map((name) => numberPages[name].words)])
    await promisify(execFile)(process.execPath, [CLI, ...words], { cwd: folder }).catch((error) => {
      if (error.code !== DIFFERS) throw error;
    });
}

/** The place of the saw's middle tip at a pose, DEEPER mm along the saw's axis. */
function tip(path, pose) {
  return [12, 13, 14].map((at, k) => path[16 * pose + at] - DEEPER * path[16 * pose + 4 + k]);
}

/** Rows as of a tracker, two a second: t, position, quaternion. */
function trackerText(path) {
  const rows = Array.from({ length: POSES }, (_, pose) => {
    const m = path.subarray(16 * pose, 16 * pose + 16);
    const w = Math.sqrt(1 + m[0] + m[5] + m[10]) / 2;
    const axis = [m[6] - m[9], m[8] - m[2], m[1] - m[4]].map((part) => part / (4 * w));
    return [pose / 2, ...tip(path, pose), ...axis, w].join(' ');
  });
  return ['t x y z qx qy qz qw', ...rows].join('\n');
}

function forcesText() {
  const rows = Array.from({ length: 56 }, (_, n) => `${n / 10} 0 0 ${(4 + 4 * Math.sin(n / 6)).toFixed(2)}`);
  return ['t fx fy fz', ...rows].join('\n');
}

/** An engine that misses the first contacts, calls one false, and points some normals into the bone. */
function resultsText(path) {
  const head = { format: 'kerf-results', formatVersion: 1, engine: { name: 'an engine', version: '1.0' } };
  const rows = Array.from({ length: POSES }, (_, pose) => {
    if (pose < 3 || pose > 9) return { pose, verdict: pose === 0 ? 'intersecting' : 'separated', distance: 3 };
    const [x, y, z] = tip(path, pose);
    const contacts = [0, 1, 2].map((n) => ({ point: [x, y + n, z + n], normal: [0, 0, n === 1 ? -1 : 1] }));
    return { pose, verdict: 'intersecting', distance: 0, depth: pose, contacts, milliseconds: 0.1 };
  });
  return [head, ...rows].map((row) => JSON.stringify(row)).join('\n');
}

/** An OBJ file: a flat sheet, and above it a bent one that has come down by `down` mm. */
function sheetsText(down) {
  const side = 9;
  const corners = [0, 1].flatMap((sheet) =>
    Array.from({ length: side ** 2 }, (_, n) => {
      const [x, y] = [n % side, Math.floor(n / side)].map((step) => 5 * step + 0.3 * sheet);
      const z = sheet === 0 ? 0.02 * x : 3 + ((x - 20) ** 2 + (y - 20) ** 2) / 60 - down;
      return `v ${x} ${y} ${z}`;
    }),
  );
  const faces = [0, 1].flatMap((sheet) =>
    Array.from({ length: (side - 1) ** 2 }, (_, n) => {
      const a = 1 + side ** 2 * sheet + side * Math.floor(n / (side - 1)) + (n % (side - 1));
      return `f ${a} ${a + 1} ${a + side + 1}\nf ${a} ${a + side + 1} ${a + side}`;
    }),
  );
  return [...corners, ...faces, ''].join('\n');
}
