// `kerf validate --study motion`: what it requests, prints, writes and refuses; the queries that it makes and reads.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { motionQueries, QUERIES_A_ROUND } from '#cli/validate/motion-queries.ts';
import { readPublished } from '#cli/validate/published-queries.ts';
import { judgeImpacts } from '#validation';
import { fakeToolkit } from '#harness/fake-toolkit.ts';
import { testWithData } from '#harness/real-data.ts';
import { inDeep } from '#harness/sets.ts';
import { kerf, ValidationFolder } from '#harness/validate-command.ts';

let folder: ValidationFolder;
beforeEach(async () => {
  folder = await ValidationFolder.create();
});
const words = (...more: string[]) => ['validate', '--study', 'motion', '--out', folder.out, ...more];

/** Two queries, the first of which hits. */
async function published(change: { f64?: Buffer; u8?: Buffer } = {}): Promise<string> {
  const path = folder.file('published');
  await mkdir(path);
  const face = [0, 0, 0, 8, 0, 0, 0, 8, 0];
  const query = (to: number) => [1, 1, 4, ...face, 1, 1, to, ...face];
  const points = Buffer.from(Float64Array.from([...query(-4), ...query(1)]).buffer);
  await writeFile(join(path, 'two-vf.f64'), change.f64 ?? points);
  await writeFile(join(path, 'two-vf.u8'), change.u8 ?? Buffer.of(1, 0));
  await writeFile(join(path, 'README.md'), 'words');
  return path;
}

describe('kerf validate --study motion', () => {
  test('a table by family, a file, and the verdict with its figures', async () => {
    const { exitCode, out, err, kit } = await kerf(words('--queries', '400', '--sweeps', '20', '--seed', '9'));
    expect([exitCode, err]).toEqual([0, '']);
    expect(kit.motion).toMatchObject({ queries: 400, sweeps: 20, seed: 9, published: [] });
    expect(kit.motion?.bodies.length).toBe(1);
    expect(out).toMatch(/vertex-face .* inside .* 200 .* 50\.0 % .* 200 .* 0 .* 0 .* 0 .* 0 .* 5\.0 µs .* 10\.0 µs/);
    expect(out).toMatch(/impacts .* all .* 400 .* 50\.0 %/);
    expect(out).toContain(
      'Verdict: held. Over 400 impact queries (50.0 % hits), 20 sphere sweeps (50.0 % hits): 0 missed',
    );
    expect(await readdir(folder.out)).toEqual(['motion.json']);
    const file = JSON.parse(await readFile(join(folder.out, 'motion.json'), 'utf8'));
    expect(file).toMatchObject({ format: 'kerf-motion', seed: 9, summary: { verdict: 'held' }, impacts: [{}, {}] });
  });
  test('--json prints the file', async () => {
    const { out } = await kerf(words('--json'));
    expect(out).toBe(await readFile(join(folder.out, 'motion.json'), 'utf8'));
  });
  test('--bone adds a body, --published adds sets, read from the folder', async () => {
    const { exitCode, out, kit } = await kerf(
      words('--bone', folder.file('bone.stl'), '--published', await published()),
    );
    expect(exitCode).toBe(0);
    expect(kit.motion?.bodies.map(({ name }) => name)).toContain('bone.stl');
    expect(kit.motion?.published).toMatchObject([{ kind: 'vertex-face', name: 'two' }]);
    expect(kit.motion?.published[0].labels).toEqual(Buffer.of(1, 0));
    expect(out).toContain('2 published queries (50.0 % hits)');
  });
  test('one wrong time breaks it: exit code 1, after everything is written', async () => {
    const { exitCode, err } = await kerf(words(), fakeToolkit({ wrongTimes: 1 }));
    expect(exitCode).toBe(1);
    expect(err).toContain('1 wrong time.');
    expect(await readdir(folder.out)).toEqual(['motion.json']);
  });

  test.each<[number, string, () => string[] | Promise<string[]>]>([
    [2, 'Give --out DIR', () => ['validate', '--study', 'motion']],
    [2, 'leave out --pairs', () => words('--pairs', '5')],
    [2, 'leave out --tool, --path', () => words('--tool', 't', '--path', 'p')],
    [2, 'leave out --queries', () => ['validate', '--study', 'corpora', '--queries', '5', '--out', folder.out]],
    [2, '--queries belongs to --study motion', () => folder.words('--queries', '5')],
    [2, '--sweeps belongs to --study motion', () => folder.words('--sweeps', '5')],
    [2, '--published belongs to --study motion', () => folder.words('--published', 'p')],
    [3, '--queries is 0', () => words('--queries', '0')],
    [3, '--queries is "many"', () => words('--queries', 'many')],
    [3, '--sweeps is 1.5', () => words('--sweeps', '1.5')],
    [3, '--seed is -1', () => words('--seed', '-1')],
    [3, '--workers is 0', () => words('--workers', '0')],
    [3, 'holds no file NAME-vf.f64', () => words('--published', folder.root)],
    [4, 'absent: it does not exist', () => words('--published', folder.file('absent'))],
    [
      3,
      'has 384 bytes, and there are 1 labels',
      async () => words('--published', await published({ u8: Buffer.of(1) })),
    ],
    [3, 'Label 1 of', async () => words('--published', await published({ u8: Buffer.of(1, 2) }))],
    [3, 'Number 0 of query 0', async () => words('--published', await published({ f64: Buffer.alloc(384, 255) }))],
  ])('%i: %s', async (code, says, argv) => {
    const { exitCode, out, err } = await kerf(await argv());
    expect({ exitCode, err }).toMatchObject({ exitCode: code, err: expect.stringContaining(says) });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(out).toBe('');
    expect(await readdir(folder.root)).not.toContain('out');
  });
});

test('generated queries depend on the seed and the round alone, hold every kind and family, and change with the seed', () => {
  const of = (seed: number, firstRound: number, rounds: number) => [...motionQueries({ seed, firstRound, rounds })];
  const all = of(4, 0, 5);
  expect(all.length).toBe(5 * QUERIES_A_ROUND);
  expect([...of(4, 0, 2), ...of(4, 2, 3)]).toEqual(all);
  expect(new Set(all.map(({ kind, family }) => `${kind} ${family}`)).size).toBe(QUERIES_A_ROUND);
  expect(all.filter(({ inEveryOrder }) => inEveryOrder).length).toBe(QUERIES_A_ROUND);
  expect(of(5, 0, 1)).not.toEqual(of(4, 0, 1));
});

inDeep(() => {
  testWithData(
    ['ccd/handcrafted-vf.f64', 'ccd/handcrafted-ee.f64'],
    'read, and no label is contradicted',
    async (path) => {
      const sets = await readPublished(join(path, '..'));
      const handcrafted = sets.filter(({ name }) => name === 'handcrafted');
      expect(handcrafted.map(({ kind, labels }) => [kind, labels.length])).toEqual([
        ['edge-edge', 2114],
        ['vertex-face', 1543],
      ]);
      for (const { kind, name, points, labels } of handcrafted) {
        const queries = Array.from(labels, (label, i) => ({
          ...{ kind, family: name, points: points.subarray(24 * i, 24 * i + 24) },
          ...{ inEveryOrder: false, label: label === 1 },
        }));
        const [{ missed, invented, late, early, disputed }] = judgeImpacts(queries);
        expect([missed, invented, late, early, disputed]).toEqual([0, 0, 0, 0, 0]);
      }
    },
  );
});
