// kerf impacts: surfaces whose impacts are known, as text, JSON, CSV and VTP; what the command refuses.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import vtkXMLPolyDataReader from '@kitware/vtk.js/IO/XML/XMLPolyDataReader.js';
import type { ImpactRecord } from '#cli/impacts/impact-record.ts';
import { createMesh } from '#mesh';
import { allImpacts, type ImpactRow } from '#harness/all-impacts.ts';
import { deformingCases } from '#harness/deforming-cases.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import {
  FALLING,
  FALLING_IMPACTS,
  FALLING_TIMES,
  type FoundJson,
  kerfImpacts,
  type Moving,
  readingKit,
  stepFiles,
  sunk,
  writeSurface,
} from '#harness/impacts-command.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
drawSmallPictures();
beforeEach(async () => {
  root = await temporaryFolder('impacts');
});

async function found(moving: Moving, ...more: string[]): Promise<FoundJson> {
  const { exitCode, out, err } = await kerfImpacts([...(await stepFiles(root, moving)), '--json', ...more]);
  expect(exitCode).toBe(0);
  const answer: FoundJson = JSON.parse(out);
  expect(err).toBe(answer.notices.map((notice) => `kerf: ${notice}\n`).join(''));
  return answer;
}

function expectTimes(impacts: readonly ImpactRecord[]): void {
  for (const [i, { low, high }] of impacts.entries()) {
    expect(high - low).toBeLessThanOrEqual(2 ** -40);
    expect([low <= FALLING_TIMES[i], FALLING_TIMES[i] <= high]).toEqual([true, true]);
  }
}

describe('a corner on a face at half of the way, two edges at a quarter', () => {
  test('JSON: both, by closed form, and the last f64 before', async () => {
    const answer = await found(FALLING);
    expect(answer).toMatchObject({
      format: 'kerf-impacts',
      formatVersion: 1,
      kerf: '9.9.9',
      units: { length: 'mm', time: 'part of the step' },
      start: { file: 'start.ply', vertices: 9, faces: 3, frame: 'unknown' },
      end: { file: 'end.ply', vertices: 9, faces: 3, frame: 'unknown' },
      motion: { vertices: 6, longest: 2 },
      notices: [],
      freeUntil: 0.25 - 2 ** -55,
      counts: { impacts: 2, vertexFace: 1, edgeEdge: 1, atStart: 0 },
      impacts: FALLING_IMPACTS,
    });
    expect(answer.impacts).toHaveLength(2);
    expectTimes(answer.impacts);
    const [b, c] = answer.impacts[0].parameters;
    // The vertex by its barycentric coordinates in the face: x = 8(b − a), y = 8(c − a − b).
    expect(8 * (b - (1 - b - c))).toBeCloseTo(0.5, 12);
    expect(8 * (c - (1 - c))).toBeCloseTo(0, 12);
  });

  test('text: the earliest first, then the sentence', async () => {
    const { exitCode, out, err } = await kerfImpacts(await stepFiles(root, FALLING));
    expect([exitCode, err]).toEqual([0, '']);
    const rows = out.split('\n').filter((line) => /(vertex-face|edge-edge)/.test(line));
    expect(rows[0]).toMatch(/│ 0\.250000000 │ edge-edge +│ 0 │ 6 │ +0 1 \| 6 7 │ +2 -8 0 │/);
    expect(rows[1]).toMatch(/│ 0\.500000000 │ vertex-face │ 3 │ 0 │ +3 \| 0 1 2 │ +0\.5 -?0 -?0 │/);
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      `Free until t = ${0.25 - 2 ** -55}; 2 impacts: 1 of a vertex and a face, 1 of two edges.`,
    );
  });

  test.each(['obj', 'vtp', 'vtk', 'stl'])('the same from %s', async (extension) => {
    const { exitCode, out } = await kerfImpacts([...(await stepFiles(root, FALLING, extension)), '--json']);
    expect(exitCode).toBe(0);
    const { impacts }: FoundJson = JSON.parse(out);
    expect(impacts).toMatchObject(FALLING_IMPACTS);
    expectTimes(impacts);
  });

  test('the four files and nothing hidden; JSON as printed; CSV and VTP with the same numbers', async () => {
    const out = join(root, 'a/b');
    const printed = await kerfImpacts([...(await stepFiles(root, FALLING)), '--json', '--out', out]);
    expect(printed.exitCode).toBe(0);
    expect(printed.err).toBe(`Impacts: ${join(out, 'impacts.html')} (also impacts.json, impacts.csv, impacts.vtp)\n`);
    expect((await readdir(out)).sort()).toEqual(['impacts.csv', 'impacts.html', 'impacts.json', 'impacts.vtp']);
    expect(await readFile(join(out, 'impacts.json'), 'utf8')).toBe(printed.out);
    const { impacts }: FoundJson = JSON.parse(printed.out);
    const [heads, ...lines] = (await readFile(join(out, 'impacts.csv'), 'utf8')).trimEnd().split('\n');
    expect(heads).toBe(
      'kind,a,b,vertex0,vertex1,vertex2,vertex3,time_low,time_high,parameter0,parameter1,x_mm,y_mm,z_mm',
    );
    expect(lines).toEqual(
      impacts.map(({ kind, a, b, vertices, low, high, parameters, point }) =>
        [kind, a, b, ...vertices, low, high, ...parameters, ...point].join(','),
      ),
    );
    const { points, column } = await vtpOf(join(out, 'impacts.vtp'));
    expect(points).toEqual(impacts.flatMap(({ point }) => point));
    expect(column('kind')).toEqual([0, 1]);
    for (const name of ['a', 'b', 'low', 'high'] as const)
      expect(column(name)).toEqual(impacts.map((impact) => impact[name]));
    expect(column('parameters')).toEqual(impacts.flatMap(({ parameters }) => parameters));
  });

  test('--backend and --workers reach the detector, which is disposed', async () => {
    const kit = readingKit();
    const create = kit.createImpactDetector;
    const asked: unknown[] = [];
    let disposed = 0;
    kit.createImpactDetector = async ({ backend, workers, ...options }) => {
      asked.push([backend, workers]);
      const detector = await create(options);
      return {
        edges: detector.edges,
        impacts: (start, end) => detector.impacts(start, end),
        freeUntil: (start, end) => detector.freeUntil(start, end),
        dispose: () => void disposed++,
      };
    };
    const argv = await stepFiles(root, FALLING);
    for (const more of [[], ['--backend', 'cpu', '--workers', '3']])
      expect((await kerfImpacts([...argv, ...more], kit)).exitCode).toBe(0);
    expect({ asked, disposed }).toEqual({
      asked: [
        ['auto', 1],
        ['cpu', 3],
      ],
      disposed: 2,
    });
  });
});

async function vtpOf(file: string) {
  const reader = vtkXMLPolyDataReader.newInstance();
  const bytes = new Uint8Array(await readFile(file));
  reader.parseAsArrayBuffer(bytes.buffer);
  const data = reader.getOutputData(0);
  expect(data.getNumberOfVerts()).toBe(data.getPoints().getNumberOfPoints());
  return {
    points: Array.from(data.getPoints().getData() as ArrayLike<number>),
    column: (name: string) => Array.from(data.getPointData().getArrayByName(name).getData() as ArrayLike<number>),
  };
}

inDeep(() => {
  test('surfaces of all kinds: the rows of all pairs, where the vertices are at that time', async () => {
    const seed = 4;
    console.log(`impacts.spec: seed ${seed}`);
    let hits = 0;
    const cases = deformingCases(mulberry32(seed)).filter((_, i) => i % longRun(1, 7) === 0);
    for (const { name, faces, start, end, vertexCount } of cases) {
      const { impacts } = await found({ faces, start, end });
      const rows = impacts.map(({ kind, vertices: _, point: _point, ...row }) => ({
        ...row,
        kind: kind === 'vertex-face' ? 0 : 1,
      }));
      expect({ name, rows: rows as ImpactRow[] }).toEqual({ name, rows: allImpacts(vertexCount, faces, start, end) });
      for (const impact of impacts) expectWhere(impact, start, end);
      hits += impacts.length;
    }
    expect(hits).toBeGreaterThan(100);
  });
});

/**
 * The vertex, or the point on the first edge, by another formula. Either formula rounds at most 10 numbers, none of
 * which is greater than twice the largest coordinate M: 2·10·2·2^-53·M < 2^-47·M.
 */
function expectWhere(impact: ImpactRecord, start: readonly number[], end: readonly number[]): void {
  const { kind, vertices, parameters, low, high, point } = impact;
  const time = (low + high) / 2;
  const mixed = (a: number, b: number, part: number) => (1 - part) * a + part * b;
  const magnitude = Math.max(...[...start, ...end].map(Math.abs));
  let apart = 0;
  for (let k = 0; k < 3; k++) {
    const [p, q] = vertices.map((vertex) => mixed(start[3 * vertex + k], end[3 * vertex + k], time));
    const here = kind === 'vertex-face' ? p : mixed(p, q, parameters[0]);
    apart = Math.max(apart, Math.abs(point[k] - here));
  }
  expect(apart).toBeLessThanOrEqual(magnitude * 2 ** -47);
}

describe('no impact', () => {
  const away = { ...FALLING, end: sunk(FALLING.start, 0.25, 3) };

  test('text, files and page say so', async () => {
    const out = join(root, 'out');
    const { exitCode, out: said } = await kerfImpacts([...(await stepFiles(root, away)), '--out', out]);
    expect(exitCode).toBe(0);
    expect(said).toMatch(/^No impact: every vertex may go all of its way\.\nImpacts: /);
    const json: FoundJson = JSON.parse(await readFile(join(out, 'impacts.json'), 'utf8'));
    expect([json.freeUntil, json.impacts, json.counts.impacts]).toEqual([1, [], 0]);
    expect((await readFile(join(out, 'impacts.csv'), 'utf8')).split('\n')).toHaveLength(2);
    expect((await vtpOf(join(out, 'impacts.vtp'))).points).toEqual([]);
    const html = await readFile(join(out, 'impacts.html'), 'utf8');
    expect(html).toContain('<p class="verdict clear">No impact: ');
    expect(html.match(/<img /g)).toHaveLength(2);
  });

  test('all vertices at rest: a notice; what touches there is an impact at 0', async () => {
    const still = await found({ ...FALLING, end: FALLING.start });
    expect(still).toMatchObject({ freeUntil: 1, impacts: [], motion: { vertices: 0, longest: 0 } });
    expect((await kerfImpacts(await stepFiles(root, { ...FALLING, end: FALLING.start }))).out).toMatch(
      /^No vertex moves: start and end have the same positions\.\nNo impact: /,
    );
    const lying = sunk(FALLING.start, 1, 3);
    const { exitCode, out, err } = await kerfImpacts([
      ...(await stepFiles(root, { ...FALLING, start: lying, end: lying })),
      '--json',
    ]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringMatching(/^kerf: No vertex moves: /) });
    expect(JSON.parse(out)).toMatchObject({
      freeUntil: 0,
      counts: { impacts: 1, atStart: 1 },
      impacts: [{ ...FALLING_IMPACTS[0], low: 0, high: 0 }],
      verdict: 'Free at no time: 1 touches at the start; 1 impact: 1 of a vertex and a face, 0 of two edges.',
    });
  });
});

describe('what is refused, and nothing is left', () => {
  const { faces, start, end } = FALLING;
  const flipped = faces.map((vertex, i) => (i === 3 ? 4 : i === 4 ? 3 : vertex));

  test.each<[what: string, name: string, positions: readonly number[], faces: readonly number[], says: RegExp]>([
    ['another vertex', 'end.ply', [...end, 0, 0, 0], faces, /end\.ply has 10 vertices, expected 9 as .*start\.ply has; give one surface twice/],
    ['a face less', 'end.ply', end, faces.slice(0, 6), /end\.ply has 2 faces, expected 3 as .*start\.ply has;/],
    ['a face turned over', 'end.ply', end, flipped, /Face 1 of .*end\.ply has vertices 4 3 5, expected 3 4 5 as in .*start\.ply;/],
    ['corners that fall together in STL', 'end.stl', end.map((x, i) => (i >= 9 && i < 12 ? end[i - 9] : x)), faces, /end\.stl has 8 vertices, expected 9 .*end\.stl is STL, which keeps no vertices: save both as PLY/],
  ])('%s: exit code 3', async (_, name, positions, others, says) => {
    const argv = ['--start', await writeSurface(root, 'start.ply', start, faces), '--end', await writeSurface(root, name, positions, others)];
    const { exitCode, out, err } = await kerfImpacts([...argv, '--out', join(root, 'out')]);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(err).toMatch(says);
    expect((await readdir(root)).sort()).toEqual([name, 'start.ply'].sort());
  }); // biome-ignore format: a table

  test('NaN, and a frame that is not that of the start', async () => {
    const file = await writeSurface(root, 'start.obj', start, faces);
    const text = await readFile(file, 'utf8');
    const other = join(root, 'end.obj');
    await writeFile(other, text.replace(/^v \S+/m, 'v NaN'));
    expect(await kerfImpacts(['--start', file, '--end', other])).toMatchObject({ exitCode: 3, err: expect.stringMatching(/end\.obj.*NaN/i) }); // biome-ignore format: a line
    const framed = (frame: 'RAS' | 'LPS') => createMesh(start, faces, { frame });
    const kit = { ...fakeToolkit(), loadMesh: async (path: string) => framed(path === 'a.ply' ? 'RAS' : 'LPS') };
    const { exitCode, err } = await kerfImpacts(['--start', 'a.ply', '--end', 'b.ply'], kit);
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^kerf: b\.ply is in frame LPS, expected RAS as a\.ply; convert one with kerf convert --frame/);
  });

  test.each<[more: readonly string[], exitCode: number, says: RegExp]>([
    [['--end', 'nowhere.ply'], 4, /Cannot read nowhere\.ply: it does not exist;/],
    [['--end', 'scan.nii.gz'], 3, /scan\.nii\.gz.*mesh format/],
    [['--workers', '0'], 3, /--workers is 0, expected a whole number, 1 or more/],
    [['--workers', 'two'], 3, /--workers is "two"/],
    [['--backend', 'cuda'], 2, /cuda.*Allowed choices/],
    [['--tolerance', '1'], 2, /unknown option '--tolerance'/],
    [['--out', 'start.ply'], 4, /Cannot write .*start\.ply: /],
  ])('%j: exit code %d', async (more, exitCode, says) => {
    const argv = await stepFiles(root, FALLING);
    const out = more[0] === '--out' ? ['--out', join(root, more[1])] : ['--out', join(root, 'out'), ...more];
    const said = await kerfImpacts([...argv, ...out]);
    expect(said).toEqual({ exitCode, out: '', err: expect.stringMatching(says) });
    expect((await readdir(root)).sort()).toEqual(['end.ply', 'start.ply']);
  });

  test('no --end at all', async () => {
    expect(await kerfImpacts(['--start', 'a.ply'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('--end'),
    });
  });
});

describe('the folder', () => {
  test('an older run is replaced whole; Ctrl-C leaves it as it was', async () => {
    const out = join(root, 'out');
    const argv = [...(await stepFiles(root, FALLING)), '--out', out];
    await kerfImpacts(argv);
    const before = await readFile(join(out, 'impacts.json'), 'utf8');
    await stepFiles(root, { ...FALLING, end: FALLING.start });
    const terminal = recordedTerminal();
    const kit = readingKit();
    const { writePoints } = kit;
    kit.writePoints = (points) => {
      terminal.abort.abort();
      return writePoints(points);
    };
    expect(await kerfImpacts(argv, kit, terminal)).toEqual({
      exitCode: 130,
      out: '',
      err: 'kerf: Interrupted: nothing was written; run the command again.\n',
    });
    expect((await readdir(out)).sort()).toEqual(['impacts.csv', 'impacts.html', 'impacts.json', 'impacts.vtp']);
    expect(await readFile(join(out, 'impacts.json'), 'utf8')).toBe(before);
    await kerfImpacts(argv);
    expect(JSON.parse(await readFile(join(out, 'impacts.json'), 'utf8')).impacts).toEqual([]);
  });

  test('one that another process writes to is refused', async () => {
    const out = join(root, 'out');
    const argv = [...(await stepFiles(root, FALLING)), '--out', out];
    await kerfImpacts(argv);
    await writeFile(join(out, 'impacts.lock'), String(process.ppid));
    expect(await kerfImpacts(argv)).toMatchObject({
      exitCode: 4,
      err: expect.stringContaining(`process ${process.ppid};`),
    });
  });
});
