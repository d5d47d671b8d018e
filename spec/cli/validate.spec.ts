import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sha256 } from '#cli/checked-lines.ts';
import { unpack } from '#cli/report/payload.ts';
import type { ValidationPayload } from '#cli/validation-report/payload.ts';
import { KerfError } from '#core';
import type { FakeJudgeOptions } from '#harness/fake-judge-pool.ts';
import { fakeToolkit } from '#harness/fake-toolkit.ts';
import { judgedPoses, kerf, rows, ValidationFolder } from '#harness/validate-command.ts';

let folder: ValidationFolder;
beforeEach(async () => {
  folder = await ValidationFolder.create();
});

describe('kerf validate', () => {
  test('writes three files; validation.json says what it was run on, and every pose in order', async () => {
    const { exitCode, err, kit } = await kerf(folder.words('--distance', '0.1', '--seed', '7'));
    expect([exitCode, err]).toEqual([0, '']);
    expect((await readdir(folder.out)).sort()).toEqual(['validation.csv', 'validation.html', 'validation.json']);
    const text = await readFile(join(folder.out, 'validation.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      format: 'kerf-validation',
      kerf: '9.9.9',
      node: process.version,
      bone: { file: 'bone.stl', sha256: sha256('a bone') },
      tool: { file: 'tool.stl', sha256: sha256('a tool') },
      poses: { from: 'file', file: 'path.csv', sha256: sha256(rows(8)), count: 8 },
      options: { contactDistance: 0.1, resolution: 0.5, seed: 7, samples: 100, oracleLimit: 2000 },
      summary: { verdict: 'held', poses: 8 },
      judgements: Array.from({ length: 8 }, (_, pose) => ({ pose })),
    });
    // One line per pose, so that two results can be compared by lines.
    expect(text.split('\n').filter((line) => line.includes('"matrix"'))).toHaveLength(8);
    expect(kit.pools.map(({ workers, closed }) => ({ workers, closed }))).toEqual([{ workers: 2, closed: true }]);
  });

  test('a row a pose in validation.csv, each as long as the row of names', async () => {
    await kerf(folder.words());
    const [names, ...lines] = (await readFile(join(folder.out, 'validation.csv'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    for (const line of lines) expect(line.split(',')).toHaveLength(names.split(',').length);
    const { judgements } = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
    const column = (name: string) => lines.map((line) => line.split(',')[names.split(',').indexOf(name)]);
    expect(column('pose')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(column('inside_mm').map(Number)).toEqual(
      judgements.map(({ insideDistance }: { insideDistance: number }) => insideDistance),
    );
    expect(column('tool_exact_to_reported_mm')).toEqual(Array(8).fill(''));
    expect(column('repeats')).toEqual(Array(8).fill('true'));
  });

  test('the times of a path stand in validation.json, validation.csv and the page', async () => {
    const lines = Array.from({ length: 4 }, (_, i) => `${0.5 * i} 0 0 ${52 - 4 * i} 0 0 0 1`);
    await writeFile(folder.file('timed.csv'), `t x y z qx qy qz qw\n${lines.join('\n')}\n`);
    expect(await kerf(folder.words('--path', folder.file('timed.csv')))).toMatchObject({ exitCode: 0 });
    const { judgements } = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
    expect(judgements.map(({ time }: { time: number }) => time)).toEqual([0, 0.5, 1, 1.5]);
    const [names, ...rows] = (await readFile(join(folder.out, 'validation.csv'), 'utf8')).trimEnd().split('\n');
    expect(names).toMatch(/^pose,time_s,state_kerf,/);
    expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
      ...[0, 1, 2, 3].map((pose) => [`${pose}`, `${0.5 * pose}`]),
    ]);
    const html = await readFile(join(folder.out, 'validation.html'), 'utf8');
    const data: ValidationPayload = JSON.parse(/id="kerf-data">([^<]*)</.exec(html)![1]);
    expect(Array.from(unpack(data.series.time!))).toEqual([0, 0.5, 1, 1.5]);
  });

  test('prints the guarantees, the figures, the verdict and where the report is', async () => {
    const printed = (await kerf(folder.words())).out;
    for (const words of [
      'G1 complete',
      'G2 sound',
      'G3 local',
      'G4 certified',
      'G5 state',
      'G5 pairs missed',
      'G6 stable',
    ])
      expect(printed).toContain(words);
    expect(printed).toMatch(/G1 complete .* 1,600 .* 0 .* 0 /);
    expect(printed).toMatch(/^Verdict: held\. Over 8 poses, /m);
    expect(printed).toContain(`Report: ${join(folder.out, 'validation.html')}`);
  });

  test('--json prints the header and the summary, without the poses', async () => {
    const { out: printed, err } = await kerf([...folder.words(), '--json']);
    const { judgements: _, ...rest } = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
    expect(JSON.parse(printed)).toEqual(rest);
    expect(err).toContain(join(folder.out, 'validation.html'));
  });

  test('--random: as many poses, drawn from the seed', async () => {
    await kerf(folder.words('--path', undefined, '--random', '5', '--seed', '11'));
    const { poses, judgements } = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
    expect(poses).toEqual({ from: 'random', seed: 11, count: 5 });
    expect(judgements.map(({ matrix }: { matrix: number[] }) => matrix[12])).toEqual([11, 11, 11, 11, 11]);
  });

  test.each([
    [undefined, 'cpu'],
    ['cpu', 'cpu'],
    ['webgpu', 'webgpu'],
  ])(
    '--backend %s: the judges are asked for it, and the file says whose answers it judged',
    async (asked, answered) => {
      await kerf(folder.words('--backend', asked));
      const file = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
      expect(file).toMatchObject({ backend: answered, backendReason: 'a fake' });
    },
  );

  test('gives the same for any number of workers, whatever the order in which they end', async () => {
    const results: string[] = [];
    for (const workers of ['1', '2', '3', '50']) {
      const out = folder.file(`workers-${workers}`);
      const kit = fakeToolkit({ beforeJudgement: (pose) => setTimeout((pose * 7) % 5) });
      expect(await kerf(folder.words('--workers', workers, '--out', out), kit)).toMatchObject({ exitCode: 0 });
      expect(kit.pools[0].workers).toBe(Math.min(8, Number(workers)));
      expect(judgedPoses(kit)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      results.push(await folder.result(out));
    }
    expect(new Set(results).size).toBe(1);
  });

  test('an iso value is part of what a volume is', async () => {
    await writeFile(folder.file('head.nii'), 'a head');
    await kerf(folder.words('--bone', folder.file('head.nii'), '--iso', '225.5'));
    const { bone, tool } = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
    expect([bone.isoValue, tool.isoValue]).toEqual([225.5, undefined]);
  });
});

describe('the verdict', () => {
  const first = (change: FakeJudgeOptions['judged']): FakeJudgeOptions => ({
    judged: (judgement) => (judgement.pose === 3 ? change!(judgement) : judgement),
  });

  test('broken: exit code 1, said on the error stream, and everything is written', async () => {
    const kit = fakeToolkit(first((judgement) => ({ ...judgement, state: { kerf: 'near', exact: 'separated' } })));
    const { exitCode, out: printed, err } = await kerf(folder.words(), kit);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^kerf: A guarantee is broken\. [^\n]*1 wrong state[^\n]*\.\n$/);
    expect(printed).toMatch(/^Verdict: broken\. /m);
    expect((await readdir(folder.out)).sort()).toEqual(['validation.csv', 'validation.html', 'validation.json']);
  });

  test('undecided: exit code 0, and never called right', async () => {
    const kit = fakeToolkit(
      first((judgement) => ({ ...judgement, certified: { judged: 5, broken: 0, undecided: 2 } })),
    );
    const { exitCode, out: printed, err } = await kerf(folder.words(), kit);
    expect([exitCode, err]).toEqual([0, '']);
    expect(printed).toMatch(/^Verdict: undecided\. [^\n]* 2 cases stayed undecided/m);
  });
});

describe('--against', () => {
  test('an equal run: nothing differs', async () => {
    await kerf(folder.words('--out', folder.file('before')));
    const { exitCode, out: printed } = await kerf(
      folder.words('--against', join(folder.file('before'), 'validation.json')),
    );
    expect(exitCode).toBe(0);
    expect(printed).toContain('Versions, inputs and options are the same.');
    expect(printed).toContain(
      '8 poses are in both runs, 0 only there, 0 only here; 0 of those in both have another answer.',
    );
    expect(printed).toMatch(/kerf took \d+ ms there and \d+ ms here, \d+\.\d\d times as long\./);
    expect(printed).not.toContain('differs');
  });

  test('another backend is named', async () => {
    await kerf(folder.words('--out', folder.file('before')));
    const argv = folder.words('--against', join(folder.file('before'), 'validation.json'), '--backend', 'webgpu');
    const { out: printed } = await kerf([...argv, '--json']);
    expect(JSON.parse(printed).comparison.header).toEqual([{ field: 'backend', first: 'cpu', second: 'webgpu' }]);
  });

  test('another run: says which inputs, poses and figures', async () => {
    await kerf(folder.words('--out', folder.file('before')));
    const kit = fakeToolkit({
      judged: (judgement) =>
        judgement.pose === 2 ? { ...judgement, stable: { hash: 'ff', repeats: false } } : judgement,
    });
    const argv = folder.words('--against', join(folder.file('before'), 'validation.json'), '--samples', '3');
    const { exitCode, out: printed } = await kerf([...argv, '--json'], kit);
    expect(exitCode).toBe(1);
    expect(JSON.parse(printed).comparison).toMatchObject({
      header: [{ field: 'options.samples', first: 100, second: 3 }],
      poses: { compared: 8, different: [{ pose: 2, hash: true, state: false }] },
    });
    const table = (await kerf(argv, kit)).out;
    expect(table).toMatch(/options\.samples .* 100 .* 3 .* differs/);
    expect(table).toContain('  pose 2: hash\n');
    expect(table).toMatch(/unstable .* 0 .* 1 .* differs/);
  });
});

test('--study refinement: three files and the fitted orders, without any input', async () => {
  const { exitCode, out: printed, err } = await kerf(['validate', '--study', 'refinement', '--out', folder.out]);
  expect([exitCode, err]).toEqual([0, '']);
  expect((await readdir(folder.out)).sort()).toEqual(['refinement.csv', 'refinement.html', 'refinement.json']);
  expect(printed).toMatch(/sphere .* width .* resolution .* 1\.00/);
  const study = JSON.parse(await readFile(join(folder.out, 'refinement.json'), 'utf8'));
  expect(study).toMatchObject({ format: 'kerf-refinement', rows: [{ resolution: 1 }, {}, {}], fits: [{ order: 1 }] });
  expect(study.bodies).toEqual([{ name: 'sphere', expression: 'sqrt(x^2 + y^2 + z^2) - 10' }]);
  const lines = (await readFile(join(folder.out, 'refinement.csv'), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1);
});

describe('--study corpora', () => {
  const argv = (...more: string[]) => [
    'validate',
    '--study',
    'corpora',
    '--pairs',
    '1000',
    '--out',
    folder.out,
    ...more,
  ];

  test('a table by family and by mesh pair, a file, and the verdict with its figures', async () => {
    const { exitCode, out: printed, err } = await kerf(argv());
    expect([exitCode, err]).toEqual([0, '']);
    expect(printed).toMatch(/crossing .* 500 .* 100\.0 % .* 0 .* 0 .* 0 .* 0 .* 0 .* 500/);
    expect(printed).toMatch(/all .* 1,000 .* 50\.0 %/);
    expect(printed).toMatch(/stacked boxes .* intersecting .* intersecting .* 7/);
    expect(printed).toContain('Verdict: held. Over 1,000 pairs of triangles (50.0 % intersect) and 1 pair');
    expect(await readdir(folder.out)).toEqual(['corpora.json']);
    const file = JSON.parse(await readFile(join(folder.out, 'corpora.json'), 'utf8'));
    expect(file).toMatchObject({ format: 'kerf-corpora', seed: 1, summary: { trianglePairs: { pairs: 1000 } } });
  });
  test('--json prints the file', async () => {
    const { out: printed } = await kerf(argv('--json', '--seed', '9'));
    expect(printed).toBe(await readFile(join(folder.out, 'corpora.json'), 'utf8'));
    expect(JSON.parse(printed).seed).toBe(9);
  });
  test('one extra pair breaks it: exit code 1, after everything is written', async () => {
    const { exitCode, err } = await kerf(argv(), fakeToolkit({ extraPairs: 1 }));
    expect(exitCode).toBe(1);
    expect(err).toContain('1 extra pair');
    expect(await readdir(folder.out)).toEqual(['corpora.json']);
  });
});

describe('refused in one sentence, before anything is written', () => {
  test.each<[number, string, () => string[]]>([
    [2, 'Give --bone FILE, --tool FILE, --path FILE or --random N, --out DIR;', () => ['validate']],
    [2, 'Give --out DIR;', () => folder.words('--out', undefined)],
    [2, 'Give --tool FILE;', () => folder.words('--tool', undefined)],
    [2, 'Give one of --path FILE and --random N', () => folder.words('--random', '5')],
    [2, 'Give one of --path FILE and --random N', () => folder.words('--path', undefined)],
    [2, 'Allowed choices are refinement', () => ['validate', '--study', 'convergence', '--out', folder.out]],
    [
      2,
      'leave out --bone, --oracle-limit',
      () => ['validate', '--study', 'refinement', '--bone', 'b', '--oracle-limit', '5', '--out', folder.out],
    ],
    [2, 'Give --out DIR', () => ['validate', '--study', 'refinement']],
    [2, 'Give --out DIR', () => ['validate', '--study', 'corpora']],
    [
      2,
      'leave out --bone',
      () => ['validate', '--study', 'corpora', '--bone', 'b', '--seed', '1', '--out', folder.out],
    ],
    [2, 'leave out --pairs', () => ['validate', '--study', 'refinement', '--pairs', '5', '--out', folder.out]],
    [2, 'Allowed choices are auto, cpu, webgpu', () => folder.words('--backend', 'cuda')],
    [2, 'leave out --backend', () => ['validate', '--study', 'corpora', '--backend', 'cpu', '--out', folder.out]],
    [2, '--pairs belongs to', () => folder.words('--pairs', '5')],
    [3, '--pairs is 0', () => ['validate', '--study', 'corpora', '--pairs', '0', '--out', folder.out]],
    [2, 'unknown option', () => [...folder.words(), '--resume']],
    [3, '--random is 0', () => folder.words('--path', undefined, '--random', '0')],
    [3, '--random is 2.5', () => folder.words('--path', undefined, '--random', '2.5')],
    [3, '--seed is "abc"', () => folder.words('--seed', 'abc')],
    [3, '--seed is -1', () => folder.words('--seed', '-1')],
    [3, '--seed is 4294967296', () => folder.words('--seed', '4294967296')],
    [3, '--workers is 0', () => folder.words('--workers', '0')],
    [3, '--samples is 0', () => folder.words('--samples', '0')],
    [3, '--oracle-limit is "no"', () => folder.words('--oracle-limit', 'no')],
    [3, '--distance is -1', () => folder.words('--distance', '-1')],
    [3, '--resolution is 0', () => folder.words('--resolution', '0')],
    [3, '--iso is "bone"', () => folder.words('--iso', 'bone')],
    [3, 'ragged.csv, line 2: found 15 numbers', () => folder.words('--path', folder.file('ragged.csv'))],
    [3, 'does not call itself "kerf-validation"', () => folder.words('--against', folder.file('report.json'))],
    [3, 'is not JSON', () => folder.words('--against', folder.file('path.csv'))],
    [3, 'format version 2, expected 1', () => folder.words('--against', folder.file('later.json'))],
    [3, 'lacks its summary or judgements', () => folder.words('--against', folder.file('half.json'))],
    [4, 'absent.json: it does not exist', () => folder.words('--against', folder.file('absent.json'))],
    [4, 'absent.csv: it does not exist', () => folder.words('--path', folder.file('absent.csv'))],
    [4, 'absent.stl: it does not exist', () => folder.words('--bone', folder.file('absent.stl'))],
    [4, 'Cannot write', () => folder.words('--out', folder.file('path.csv/below'))],
  ])('%i: %s', async (expected, words, argv) => {
    await writeFile(folder.file('ragged.csv'), `${rows(1)}\n${rows(1).slice(2)}`);
    await writeFile(folder.file('report.json'), '{"format": "kerf-report"}');
    await writeFile(folder.file('later.json'), '{"format": "kerf-validation", "formatVersion": 2}');
    await writeFile(
      folder.file('half.json'),
      '{"format": "kerf-validation", "formatVersion": 1, "summary": {}, "judgements": [3]}',
    );
    const before = (await readdir(folder.root)).sort();
    const { exitCode, out: printed, err } = await kerf(argv());
    expect({ exitCode, err }).toMatchObject({ exitCode: expected, err: expect.stringContaining(words) });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(printed).toBe('');
    expect((await readdir(folder.root)).sort()).toEqual(before);
  });

  test('3: a mesh that the judge refuses', async () => {
    const kit = fakeToolkit();
    kit.createJudgePool = async () => {
      throw new KerfError('COORDINATE_RANGE', 'Making the judge ready: Mesh "tool" has x = 1e200; scale it.');
    };
    const { exitCode, err } = await kerf(folder.words(), kit);
    expect([exitCode, err]).toEqual([3, 'kerf: Making the judge ready: Mesh "tool" has x = 1e200; scale it.\n']);
    expect((await readdir(folder.root)).sort()).toEqual(['bone.stl', 'path.csv', 'tool.stl']);
  });

  test('a folder that a living process judges in', async () => {
    const lock = join(folder.out, 'validation.lock');
    await folder.interrupted(3);
    await writeFile(lock, String(process.ppid));
    const { exitCode, err } = await kerf(folder.words());
    expect([exitCode, err]).toEqual([4, expect.stringContaining(`process ${process.ppid}; wait for it`)]);
    // The lock of a process that has ended (no process has this number) does not count.
    await writeFile(lock, '4194305');
    expect(await kerf(folder.words())).toMatchObject({ exitCode: 0 });
    expect(await readdir(folder.out)).not.toContain('validation.lock');
  });
});
