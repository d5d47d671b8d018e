// kerf assess: a plate cut by a box blade, as text, JSON, CSV and a page; what the command refuses.

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import type { AssessHeader } from '#cli/assess/assess-json.ts';
import type { AssessRecord } from '#cli/assess/assess-record.ts';
import { png } from '#cli/report/drawn-picture.ts';
import { run } from '#cli/run.ts';
import { inspectMesh, type TriangleMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { inDeep } from '#harness/sets.ts';
import { joined, octahedron } from '#harness/shells.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { moved } from '#harness/strokes.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** mm. */
const WALL = 6;
/** The blade's lower end is 6 mm below its origin; at the last pose it is 2 mm beyond the plate. */
const HEIGHTS = [5, 0, -WALL / 2 - 2];
const BODIES: Readonly<Record<string, TriangleMesh>> = {
  bone: box({ size: [22, 12, WALL] }),
  tool: box({ size: [1.5, 10, 12] }),
  nerve: box({ size: 4, center: [0.3, 0, -8] }),
  vein: box({ size: 4, center: [15, 0, -8] }),
  region: box({ size: [100, 100, 2] }),
  chip: box({ size: [8, 6, WALL] }),
  tiny: box({ size: [1, 20, 1.5], center: [60, 0, 0] }),
  cube: box({ size: 10 }),
  twice: joined([octahedron(3), octahedron(3)], true),
};
const FLAGS = ['--cell', '1.4'];
/** Of a cell for which the walls of the cut hold their closed forms to half a micrometre. */
const FINE = ['--cell', '0.8'];
const ALL = [
  ...['--feed', '0,0,-2', '--plane', '0.3,0,0,4,0,0', '--plane', '100,0,0,0,1,0'],
  ...['--structure', 'nerve=nerve.stl', '--structure', 'vein=vein.stl', '--region', 'region.stl'],
];

drawSmallPictures();
let root: string;
beforeEach(async () => {
  root = await temporaryFolder('assess');
});

const plain = HEIGHTS.map((z) => moved([0.3, 0.2, z + 6]).join(' ')).join('\n');
const timed = `t x y z qx qy qz qw\n${HEIGHTS.map((z, i) => `${2 * i} 0.3 0.2 ${z + 6} 0 0 0 1`).join('\n')}\n`;

async function kerf(more: readonly string[], { text = plain, tool = 'tool.stl', bone = 'bone.stl', forces = '' } = {}) {
  const path = join(root, 'path.csv');
  await writeFile(path, text);
  if (forces !== '') await writeFile(join(root, 'forces.csv'), forces);
  const kit = {
    ...fakeToolkit(),
    inspectMesh,
    loadMesh: async (file: string) => ({ ...BODIES[file.replace('.stl', '')], name: file }),
  };
  const terminal = recordedTerminal();
  const exitCode = await run(['assess', '--bone', bone, '--tool', tool, '--path', path, ...more], kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

async function assessed(
  more: readonly string[] = FLAGS,
  text = plain,
): Promise<AssessHeader & { poses: AssessRecord[] }> {
  const { exitCode, out, err } = await kerf(['--json', ...more], { text });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return JSON.parse(out);
}

describe('JSON', () => {
  inDeep(() => {
    test('plunge, distances, volumes and walls hold their closed forms; units and inputs are reported', async () => {
      const { results, poses, ...header } = await assessed([...FINE, ...ALL]);
      expect(header).toMatchObject({
        format: 'kerf-assessment',
        kerf: '9.9.9',
        units: { length: 'mm', area: 'mm²', volume: 'mm³', poseTime: 's' },
        path: { file: 'path.csv', poses: 3 },
        region: { file: 'region.stl', faces: 12 },
        options: { feed: [0, 0, -1], shank: null, cell: { asked: 0.8 }, planes: [{ normal: [1, 0, 0] }, {}] },
      });
      expect(header.structures.map(({ name, file }) => [name, file])).toEqual([
        ['nerve', 'nerve.stl'],
        ['vein', 'vein.stl'],
      ]);
      expect(poses.map(({ pose }) => pose)).toEqual([0, 1, 2]);
      expect(poses[0]).not.toHaveProperty('time');
      // Apart: no wall ahead. Then 3 mm of wall, then none.
      expect(poses.map(({ plunge }) => plunge?.through)).toEqual([false, false, true]);
      expect(poses[0].plunge?.wallAhead).toBeNull();
      expect(poses[1].plunge?.wallAhead?.low).toBeLessThanOrEqual(3);
      expect(poses[1].plunge?.wallAhead?.high).toBeGreaterThanOrEqual(3);
      expect(results.plunge).toMatchObject({ pose: 2, through: true });
      expect(results.plunge?.depth.low).toBeLessThanOrEqual(2);
      expect(results.plunge?.depth.high).toBeGreaterThanOrEqual(2);
      // The nerve's top is at −6, 1 mm below the blade; the vein is 13 − 0.3 − 0.75 mm to its side and 1 mm below it.
      const [nerve, vein] = results.structures;
      expect(nerve.distance.high).toBeCloseTo(1, 12);
      expect(vein.distance.high).toBeCloseTo(Math.hypot(13 - 1.05, 1), 12);
      const slot = 1.5 * 10;
      for (const [volume, exact] of [
        [results.removed.all, 6 * slot],
        [results.removed.inside!, 2 * slot],
        [results.removed.outside!, 4 * slot],
      ] as const) {
        // biome-ignore format: a line
        expect(volume.low).toBeLessThanOrEqual(exact);
        expect(volume.high).toBeGreaterThanOrEqual(exact);
      }
      const [walls, none] = results.deviations;
      expect(walls.facingAlong?.meanSigned).toBeCloseTo(-0.75, 3);
      expect(walls.facingAgainst?.meanSigned).toBeCloseTo(0.75, 3);
      expect(none).toEqual({ all: null, facingAlong: null, facingAgainst: null });
      expect(results.pieces).toEqual({ before: 1, after: 1 });
    });
  });

  test('times where the path has them; without feed, region, planes and structures nothing is made up', async () => {
    const { results, poses, verdict } = await assessed(FLAGS, timed);
    expect(poses.map(({ time }) => time)).toEqual([0, 2, 4]);
    expect(results.plunge).toMatchObject({ pose: 2, time: 4 });
    expect(results).toMatchObject({ leastWallAhead: null, structures: [], deviations: [] });
    expect(results.removed).toMatchObject({ inside: null, outside: null });
    expect(verdict).toMatch(
      /^Through the bone: .* mm past it, at pose 2, t 4\.000 s; [\d.]+ to [\d.]+ mm³ of bone removed\.$/,
    );
  });

  test('a solid that a file holds twice, wholly inside: 36 mm³, and the bone is in one piece about its cavity', async () => {
    const given = { bone: 'cube.stl', tool: 'twice.stl', text: `${moved([0, 0, 0]).join(' ')}\n`.repeat(2) };
    const { results } = JSON.parse((await kerf(['--cell', '1', '--json'], given)).out);
    expect(results.removed.all.low).toBeLessThanOrEqual(36);
    expect(results.removed.all.high).toBeGreaterThanOrEqual(36);
    expect(results.removed.all.high - results.removed.all.low).toBeLessThan(0.01);
    expect(results.pieces).toEqual({ before: 1, after: 1 });
    expect((await kerf(['--cell', '1'], given)).out).toMatch(/36\.0 to 36\.1 mm³|35\.9 to 36\.1 mm³|36\.0 mm³/);
  });

  inDeep(() => {
    test('the same command gives the same bytes', async () => {
      expect(await kerf([...FLAGS, ...ALL, '--json'])).toEqual(await kerf([...FLAGS, ...ALL, '--json']));
    });
  });
});

test('the table has a line a measure; a cell thicker than the tool, and a path that cuts nothing, are reported first', async () => {
  const { exitCode, out } = await kerf([...FLAGS, ...ALL]);
  expect(exitCode).toBe(0);
  for (const word of ['plunge past the bone', 'least bone ahead', 'distance to nerve', 'distance to vein', '… inside the region', 'walls from plane 2', 'no such wall', '1 → 1']) expect(out).toContain(word); // biome-ignore format: a line
  const beside = await kerf(['--cell', '1.2'], { tool: 'tiny.stl' });
  expect(beside.out).toContain('The tool is 1.00 mm thick, less than a cell of 1.20 mm');
  expect(beside.out).toContain('No bone was removed');
  expect(beside.out).toContain('Never through the bone; 0.0 mm³ of bone removed.');
});

test('--out: three files; CSV has a row a pose as JSON has; the page runs no script and its pictures are PNG', async () => {
  const out = join(root, 'out');
  expect((await kerf([...FLAGS, ...ALL, '--out', out], { text: timed })).exitCode).toBe(0);
  expect((await readdir(out)).sort()).toEqual(['assess.csv', 'assess.html', 'assess.json']);
  const { poses } = JSON.parse(await readFile(join(out, 'assess.json'), 'utf8'));
  const [heads, ...rows] = (await readFile(join(out, 'assess.csv'), 'utf8')).trim().split('\n').map((row) => row.split(',')); // biome-ignore format: a line
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => heads.length));
  const column = (name: string) => rows.map((row) => row[heads.indexOf(name)]);
  expect(column('time_s')).toEqual(['0', '2', '4']);
  expect(column('wall_ahead_low_mm')[0]).toBe('');
  for (const [n, { plunge, removed, structures }] of poses.entries()) {
    expect(column('plunge_high_mm')[n]).toBe(String(plunge.depth.high));
    expect(column('removed_inside_mm3')[n]).toBe(String(removed.inside.surface));
    expect(column('vein_distance_mm')[n]).toBe(String(structures[1].distance));
  }
  const html = await readFile(join(out, 'assess.html'), 'utf8');
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/NaN|undefined|Infinity/);
  expect(html.match(/src="data:image\/png;base64,/g)).toHaveLength(3);
  expect(html.match(/<svg/g)).toHaveLength(3);
  expect(html.match(/class="band /g)).toHaveLength(2 + 2 + 3);
});

describe('forces', () => {
  const FORCES = () => ['--forces', join(root, 'forces.csv')];
  /** Small: no force depends on it. */
  const bone = 'chip.stl';
  // From 0 up to 10 N at 1 s and down to 0 at 3 s: a triangle.
  const forces = 'fy fz T fx\n0 0 0 0\n-6 8 1 0\n0 0 3 0\n';

  test('the mean and peak of a triangle, and how long it is above half of its peak; the time of the path', async () => {
    const { exitCode, out } = await kerf([...FLAGS, ...FORCES(), '--force-limit', '5', '--json'], {
      text: timed,
      forces,
      bone,
    });
    expect(exitCode).toBe(0);
    const { results, units, options, ...header } = JSON.parse(out);
    expect(results.seconds).toBe(4);
    expect(results.force).toEqual({ seconds: 3, mean: 5, peak: 10, peakTime: 1, limit: 5, secondsAbove: 1.5 });
    expect([units.force, options.forceLimit]).toEqual(['N', 5]);
    expect(header.forces).toEqual({ file: 'forces.csv', samples: 3 });
    const { out: table } = await kerf([...FLAGS, ...FORCES(), '--force-limit', '5'], { text: timed, forces, bone });
    for (const word of ['4.000 s', 'peak 10.00 N, mean 5.00 N over 3.000 s', '… above 5 N', '1.500 s'])
      expect(table).toContain(word);
  });

  test('without a limit no time above one is reported; without forces no force, without times no time', async () => {
    const { out } = await kerf([...FLAGS, ...FORCES(), '--json'], { forces, bone });
    expect(JSON.parse(out).results).toMatchObject({ seconds: null, force: { limit: null, secondsAbove: null } });
    const { results, forces: none } = await assessed();
    expect([results.force, none]).toEqual([null, null]);
  });

  test('the page has their plot, by the time since the first pose', async () => {
    const out = join(root, 'out');
    const late = timed.replace(/^(\d)/gm, '1$1');
    const given = [...FLAGS, ...FORCES(), '--force-limit', '5', '--out', out];
    expect((await kerf(given, { text: late, forces: forces.replace(/ (\d) 0$/gm, ' 1$1 0'), bone })).exitCode).toBe(0);
    const html = await readFile(join(out, 'assess.html'), 'utf8');
    const [plot] = /<svg[^>]*aria-label="force, N[\s\S]*?<\/svg>/.exec(html)!;
    expect(plot).toContain('time since the first pose, s');
    expect(plot.match(/class="line /g)).toHaveLength(2);
    // From 0 s, at the left end of the axis.
    expect(plot).toMatch(/class="line all" d="M84(\.0)? 240/);
  });

  test.each([
    ['no header', '0 0 0 0\n1 0 0 1\n', /no header.*t fx fy fz/],
    ['a column too few', 't fx fy\n0 0 0\n1 0 0\n', /line 1: the header names no column fz/],
    ['a row too short', 't fx fy fz\n0 0 0 0\n1 0 0\n', /line 3: found 3 numbers, expected 4/],
    ['times that fall', 't fx fy fz\n1 0 0 0\n0 0 0 0\n', /line 3: t is 0 after 1/],
    ['NaN', 't fx fy fz\n0 0 0 0\n1 NaN 0 0\n', /line 3: NaN is not a finite number/],
    ['one force', 't fx fy fz\n0 0 0 0\n', /1 forces that span no time/],
  ])('%s: exit code 3, one sentence', async (_, text, said) => {
    const { exitCode, out, err } = await kerf([...FLAGS, ...FORCES()], { forces: text });
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
    expect(err).toMatch(said);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('a limit that is no force, or stands alone; a file that is not there', async () => {
    expect((await kerf([...FLAGS, ...FORCES(), '--force-limit', '-1'], { forces })).err).toMatch(/--force-limit is -1/);
    expect((await kerf([...FLAGS, '--force-limit', '5'])).err).toMatch(/give --forces too/);
    expect(await kerf([...FLAGS, '--forces', join(root, 'none.csv')])).toMatchObject({ exitCode: 4 });
  });
});

test('png: its rows, unpacked, are the pixels; length and checksum of each chunk are right', () => {
  const pixels = Uint8Array.from({ length: 4 * 5 * 3 }, (_, i) => (37 * i) % 256);
  const bytes = png(pixels, 5, 3);
  expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(remainder(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const rows = inflateSync(chunks.get('IDAT')!);
  for (let row = 0; row < 3; row++)
    expect([...rows.subarray(21 * row, 21 * row + 21)]).toEqual([0, ...pixels.subarray(20 * row, 20 * row + 20)]);
});

/** CRC-32 by its definition: the remainder of a polynomial division over GF(2), bit by bit. */
function remainder(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++) {
      const out = (rest ^ (byte >> bit)) & 1;
      rest = (rest >>> 1) ^ (out ? 0xedb88320 : 0);
    }
  return ~rest >>> 0;
}

describe('nonsense', () => {
  test.each([
    ['a cell of nothing', ['--cell', '0'], /--cell is 0, expected a number of mm above 0/],
    ['a plane of five numbers', [...FLAGS, '--plane', '1,2,3,0,0'], /--plane is "1,2,3,0,0", expected six numbers/],
    ['a plane without a normal', [...FLAGS, '--plane', '1,2,3,0,0,0'], /--plane is .*, expected six numbers/],
    [
      'a structure without a name',
      [...FLAGS, '--structure', 'nerve.stl'],
      /--structure is "nerve\.stl", expected NAME=FILE/,
    ],
    ['a name twice', [...FLAGS, '--structure', 'a=nerve.stl', '--structure', 'a=vein.stl'], /names a twice/],
    ['a feed of zeros', [...FLAGS, '--feed', '0,0,0'], /--feed is "0,0,0"/],
    ['a cell that fits no memory', ['--cell', '1e-6'], /cell/],
  ])('%s: exit code 3, one sentence, nothing written', async (_, more, said) => {
    const out = join(root, 'none');
    const { exitCode, out: printed, err } = await kerf([...more, '--out', out]);
    expect({ exitCode, printed }).toEqual({ exitCode: 3, printed: '' });
    expect(err).toMatch(said);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(existsSync(out)).toBe(false);
  });

  test('a path of one pose, a pose that is not rigid, an open bone, no cell', async () => {
    expect(await kerf(FLAGS, { text: moved([0, 0, 9]).join(' ') })).toMatchObject({ exitCode: 3 });
    expect(await kerf(FLAGS, { text: plain.replace('1', '2') })).toMatchObject({ exitCode: 3 });
    const { positions, faces } = BODIES.bone;
    (BODIES as Record<string, TriangleMesh>).lidless = { positions, faces: faces.slice(3), name: 'lidless' };
    const open = await kerf(FLAGS, { bone: 'lidless.stl' });
    expect(open).toMatchObject({ exitCode: 3, out: '' });
    expect(open.err).toMatch(/open at 3 edges/);
    expect(await kerf([])).toMatchObject({ exitCode: 2 });
  });
});

test.each([
  ['thinner than the cut surface is off', -2.7, true],
  ['thicker', 2.5, false],
])('a wall that is left standing, %s: said in red, or not', async (_, lowest, isSaid) => {
  const text = [5, lowest].map((z) => moved([0.3, 0.2, z + 6]).join(' ')).join('\n');
  const flags = [...FLAGS, '--feed', '0,0,-1'];
  const { results } = await assessed(flags, text);
  expect(results.plunge).toBeNull();
  const left = results.leastWallAhead?.wall?.low ?? Number.NaN;
  // The blade's end is 6 mm below its origin, and the plate's lower side at −3.
  expect(left).toBeGreaterThan(lowest + 2.99);
  expect(left).toBeLessThanOrEqual(lowest + 3);
  expect(results.bound > left).toBe(isSaid);
  const folder = join(root, 'out');
  const { out } = await kerf([...flags, '--out', folder], { text });
  const page = await readFile(join(folder, 'assess.html'), 'utf8');
  expect(/<tr class="warns"><th scope="row">cut surface off by/.test(page)).toBe(isSaid);
  expect(out.includes('more than the least bone ahead')).toBe(isSaid);
});

test('once it is through there is no wall to doubt', async () => {
  const { results } = await assessed([...FLAGS, '--feed', '0,0,-1']);
  expect(results.plunge?.through).toBe(true);
  expect(results.bound).toBeGreaterThan(results.leastWallAhead?.wall?.low ?? Number.NaN);
  expect((await kerf([...FLAGS, '--feed', '0,0,-1'])).out).not.toContain('more than the least bone ahead');
});
