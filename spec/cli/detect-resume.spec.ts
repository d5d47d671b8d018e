// An interrupted run of kerf detect → what it leaves, and how the same command continues from it.

import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { run } from '#cli/run.ts';
import { KerfError } from '#core';
import type { ContactReport } from '#records';
import { type FakeOptions, type FakeToolkit, fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep, inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { rows } from '#harness/validate-command.ts';

const POSES = 10;
const FILES = ['contacts.vtp', 'report.html', 'report.json'];
let root: string;
const file = (name: string) => join(root, name);
beforeEach(async () => {
  root = await temporaryFolder('detect-resume');
  await writeFile(file('path.csv'), rows(POSES));
});

/**
 * `option, value` pairs replace the usual ones; undefined removes the option; '' stands for an option without a value.
 */
function words(out: string, ...more: (string | undefined)[]): string[] {
  const all = new Map<string, string | undefined>([
    ['--bone', 'bone.stl'],
    ['--tool', 'tool.stl'],
    ['--path', file('path.csv')],
    ['--distance', '0.2'],
    ['--resolution', '0.5'],
    ['--out', file(out)],
  ]);
  for (let i = 0; i < more.length; i += 2) all.set(more[i]!, more[i + 1]);
  const given = [...all].filter(([, value]) => value !== undefined) as [string, string][];
  return ['detect', ...given.flatMap(([option, value]) => (value === '' ? [option] : [option, value]))];
}

async function kerf(argv: string[], kit: FakeToolkit = fakeToolkit(), terminal = recordedTerminal()) {
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr, kit };
}

/** Ctrl-C comes while the last of `poses` poses is computed, which is still kept. */
async function interrupted(poses: number, argv: string[], options: FakeOptions = {}) {
  const terminal = recordedTerminal();
  if (poses === 0) terminal.abort.abort();
  const kit = fakeToolkit({
    ...options,
    beforePose: (pose) => {
      if (pose === poses - 1) terminal.abort.abort();
    },
  });
  return kerf(argv, kit, terminal);
}

/** Sub-triangles, of path-work.ts. */
const KEPT_WHOLE = 350_000;
/** The fake detector's reports, with each contact again and again: more than are kept whole. */
function heavyKit(options: FakeOptions = {}): FakeToolkit {
  const kit = fakeToolkit(options);
  return {
    ...kit,
    async createDetector(request) {
      const detector = await kit.createDetector(request);
      return {
        ...detector,
        async *detectMany(...given) {
          for await (const report of detector.detectMany(...given)) yield heavier(report);
        },
      };
    },
  };
}

function heavier(report: ContactReport): ContactReport {
  const { length } = report.contacts;
  const times = length === 0 ? 1 : Math.ceil(KEPT_WHOLE / 6 / length);
  const columns = Object.entries(report.contacts).map(([name, held]) => [
    name,
    ArrayBuffer.isView(held) ? repeated(held as Float64Array, times) : times * length,
  ]);
  return { ...report, contacts: Object.fromEntries(columns) };
}

function repeated(column: Float64Array, times: number): Float64Array {
  const Column = column.constructor as typeof Float64Array;
  const out = new Column(times * column.length);
  for (let i = 0; i < times; i++) out.set(column, i * column.length);
  return out;
}

async function contents(out: string, names: readonly string[] = FILES): Promise<string[]> {
  return Promise.all(names.map((name) => readFile(join(file(out), name), 'latin1')));
}

describe('a run that was cut short', () => {
  test('by Ctrl-C: exit code 130, what was done is kept, and the sentence says how to go on', async () => {
    const { exitCode, out, err, kit } = await interrupted(4, words('out'));
    expect([exitCode, out, kit.disposed]).toEqual([130, '', 1]);
    expect(err).toBe(
      `kerf: Interrupted: 4 of 10 poses are kept in ${join(file('out'), 'report.partial.jsonl')}; the same command goes on with the rest.\n`,
    );
    expect((await readdir(file('out'))).sort()).toEqual(['report.partial', 'report.partial.jsonl']);
  });

  test('goes on with the rest, asks no pose twice, and ends with the same bytes as one that was not', async () => {
    const whole = await kerf(words('whole'));
    for (const at of [4, 1, 9].slice(0, longRun(3, 1))) {
      await interrupted(at, words('out'));
      const { exitCode, out, err, kit } = await kerf(words('out'));
      expect([exitCode, err]).toEqual([0, `${at} of 10 poses were done already.\n`]);
      expect(kit.asked).toEqual([POSES - at]);
      expect(out.replaceAll('/out/', '/whole/')).toBe(whole.out);
      expect((await readdir(file('out'))).sort()).toEqual(FILES);
      expect(await contents('out')).toEqual(await contents('whole'));
      await rm(file('out'), { recursive: true });
    }
  });

  inDeep(() => {
    test('with more sub-triangles than are kept whole: the contacts of some poses are dropped, before and after', async () => {
      const terminal = recordedTerminal();
      const stopped = heavyKit({ beforePose: (pose) => pose === 8 && terminal.abort.abort() });
      expect(await kerf(words('out'), stopped, terminal)).toMatchObject({ exitCode: 130 });
      const kept = await readdir(join(file('out'), 'report.partial'));
      expect(kept.length).toBeGreaterThan(1);
      expect(kept.length).toBeLessThan(9);
      const again = await kerf(words('out'), heavyKit());
      expect(again).toMatchObject({ exitCode: 0, err: '9 of 10 poses were done already.\n' });
      const { posesWithContacts, poses } = JSON.parse((await contents('out', ['report.json']))[0]);
      const counts: number[] = poses.map(({ contacts }: { contacts: number }) => contacts);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(KEPT_WHOLE);
      expect(posesWithContacts.length).toBeGreaterThan(1);
      expect(posesWithContacts.length).toBeLessThan(POSES);
    });
  });

  inLong(() => {
    test('three times', async () => {
      await kerf(words('whole'));
      for (const at of [3, 2, 4]) await interrupted(at, words('out'));
      expect(await kerf(words('out'))).toMatchObject({ exitCode: 0, err: '9 of 10 poses were done already.\n' });
      expect(await contents('out')).toEqual(await contents('whole'));
    });
  });

  test('before its first pose leaves nothing behind', async () => {
    const { exitCode, err } = await interrupted(0, words('out'));
    expect([exitCode, err]).toEqual([130, 'kerf: Interrupted: nothing was written; run the command again.\n']);
    expect(await readdir(root)).toEqual(['path.csv']);
  });

  test('without --out leaves nothing and begins anew', async () => {
    const { exitCode, err } = await interrupted(4, words('out', '--out', undefined));
    expect([exitCode, err]).toEqual([130, 'kerf: Interrupted: nothing was written; run the command again.\n']);
    expect(await readdir(root)).toEqual(['path.csv']);
  });

  test('while its files were written asks no pose again', async () => {
    const kit = fakeToolkit();
    kit.viewerScript = async () => {
      throw new Error('disk on fire');
    };
    expect(await kerf(words('out'), kit)).toMatchObject({ exitCode: 70 });
    const again = await kerf(words('out'));
    expect(again).toMatchObject({ exitCode: 0, err: '10 of 10 poses were done already.\n' });
    expect(again.kit.asked).toEqual([]);
    await kerf(words('whole'));
    expect(await contents('out')).toEqual(await contents('whole'));
  });

  test('by a lost device: named, and what was done is kept', async () => {
    const kit = fakeToolkit({
      beforePose: (pose) => {
        if (pose === 5) throw new KerfError('DEVICE_LOST', 'The device was lost.');
      },
    });
    const { exitCode, err } = await kerf(words('out'), kit);
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^kerf: The device was lost\. 5 of 10 poses are kept in [^\n]*\.\n$/);
    expect(await kerf(words('out'))).toMatchObject({ exitCode: 0, err: '5 of 10 poses were done already.\n' });
  });

  test('with a damaged line: that pose and those behind it are asked again, and the command says so', async () => {
    await kerf(words('whole'));
    await interrupted(6, words('out'));
    const partial = join(file('out'), 'report.partial.jsonl');
    const lines = (await readFile(partial, 'utf8')).split('\n');
    lines[3] = lines[3].replace('"contacts":', '"contacts": ');
    lines[4] = lines[4].replace('"area":', '"area":1');
    await writeFile(partial, lines.join('\n'));
    const { exitCode, err, kit } = await kerf(words('out'));
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^1 line [^\n]* was damaged; [^\n]* again\.\n3 of 10 poses were done already\.\n$/);
    expect(kit.asked).toEqual([7]);
    expect(await contents('out')).toEqual(await contents('whole'));
  });

  test('whose kept contacts were lost, cut short or changed: these poses are asked again', async () => {
    await kerf(words('whole'));
    await interrupted(8, words('out'));
    const folder = join(file('out'), 'report.partial');
    const kept = (await readdir(folder)).sort();
    expect(kept.length).toBeGreaterThan(3);
    await rm(join(folder, kept[0]));
    await truncate(join(folder, kept[1]), 200);
    const bytes = await readFile(join(folder, kept[2]));
    bytes[bytes.length - 9] ^= 4;
    await writeFile(join(folder, kept[2]), bytes);
    const { exitCode, err, kit } = await kerf(words('out'));
    expect([exitCode, err]).toEqual([0, '8 of 10 poses were done already.\n']);
    expect(kit.asked).toEqual([3 + 2]);
    expect(await contents('out')).toEqual(await contents('whole'));
  });

  test('with --series, of which a file was lost: that pose is asked again', async () => {
    await kerf(words('whole', '--series', ''));
    await interrupted(6, words('out', '--series', ''));
    await rm(join(file('out'), 'report.partial/series/pose-2.vtp'));
    const { exitCode, kit } = await kerf(words('out', '--series', ''));
    expect([exitCode, kit.asked]).toEqual([0, [1 + 4]]);
    const names = [...FILES, 'contacts.pvd', ...Array.from({ length: POSES }, (_, i) => `contacts/pose-${i}.vtp`)];
    expect(await contents('out', names)).toEqual(await contents('whole', names));
  });

  test('on the CPU by --backend auto is gone on with by --backend cpu', async () => {
    await interrupted(4, words('out', '--backend', 'auto'), { backendReason: 'no adapter was found' });
    const kit = fakeToolkit({ backendReason: 'the CPU was asked for' });
    expect(await kerf(words('out', '--backend', 'cpu'), kit)).toMatchObject({
      exitCode: 0,
      err: '4 of 10 poses were done already.\n',
    });
    expect(JSON.parse((await contents('out', ['report.json']))[0]).backendReason).toBe('the CPU was asked for');
  });

  test.each<[what: string, says: string, change: () => Promise<string[]>]>([
    ['another δ', 'options.contactDistance (0.2 there, 0.1 here)', async () => words('out', '--distance', '0.1')],
    ['another h', 'options.resolution (0.5 there, 1 here)', async () => words('out', '--resolution', '1')],
    ['other sides', 'options.sides (both there, bone here)', async () => words('out', '--sides', 'bone')],
    ['another backend', 'backend (cpu there, webgpu here)', async () => words('out', '--backend', 'webgpu')],
    ['another bone', 'bone.sha256', async () => words('out', '--bone', 'other-tool.stl')],
    ['another tool', 'tool.sha256', async () => words('out', '--tool', 'bone.stl')],
    ['a file a pose', 'series (false there, true here)', async () => words('out', '--series', '')],
    [
      'more poses',
      'poses.count (10 there, 11 here)',
      async () => {
        await writeFile(file('path.csv'), rows(POSES + 1));
        return words('out');
      },
    ],
    [
      'times',
      'poses.sha256',
      async () => {
        const lines = Array.from({ length: POSES }, (_, i) => `${i} 0 0 ${52 - i} 0 0 0 1`);
        await writeFile(file('path.csv'), `t x y z qx qy qz qw\n${lines.join('\n')}`);
        return words('out');
      },
    ],
  ])('is refused to one with %s, by name', async (_what, says, change) => {
    await interrupted(4, words('out'));
    const before = await contents('out', ['report.partial.jsonl']);
    const { exitCode, err, kit } = await kerf(await change());
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^kerf: [^\n]*report\.partial\.jsonl holds poses of another run[^\n]*--fresh[^\n]*\.\n$/);
    expect(err).toContain(says);
    expect(kit.asked).toEqual([]);
    expect(await contents('out', ['report.partial.jsonl'])).toEqual(before);
  });

  test('of another run is given up with --fresh', async () => {
    await interrupted(4, words('out'));
    const fresh = await kerf([...words('out', '--distance', '0.1'), '--fresh']);
    expect([fresh.exitCode, fresh.err]).toEqual([0, '']);
    expect((await readdir(file('out'))).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('is refused to another version of kerf', async () => {
    await interrupted(4, words('out'));
    const { exitCode, err } = await kerf(words('out'), { ...fakeToolkit(), version: '10.0.0' });
    expect([exitCode, err]).toEqual([3, expect.stringContaining('kerf (9.9.9 there, 10.0.0 here)')]);
  });

  test('keeps an older report as it was until the new one is whole', async () => {
    await kerf(words('out', '--distance', '0.5'));
    const before = await contents('out');
    await interrupted(4, words('out'));
    expect(await contents('out')).toEqual(before);
    await kerf(words('out'));
    await kerf(words('whole'));
    expect(await contents('out')).toEqual(await contents('whole'));
  });
});

inDeep(() => {
  test('the demo, which is quick, keeps nothing', async () => {
    const terminal = recordedTerminal();
    const kit = fakeToolkit({ beforePose: (pose) => pose === 5 && terminal.abort.abort() });
    // So small that the saw, which cuts before the first pose, misses it.
    const bone = sphere({ radius: 5, subdivisions: 1 });
    const makeDataset: FakeToolkit['makeDataset'] = (name, options) =>
      name === 'saw-blade' ? kit.makeDataset(name, options) : bone;
    const { exitCode, err } = await kerf(['demo', '--out', file('demo')], { ...kit, makeDataset }, terminal);
    expect([exitCode, err]).toEqual([130, expect.stringContaining('nothing was written')]);
    expect(await readdir(root)).toEqual(['path.csv']);
  });
});

test('two runs in one folder: the second is refused while the first lives', async () => {
  await kerf(words('out'));
  await writeFile(join(file('out'), 'report.lock'), String(process.ppid));
  const { exitCode, err } = await kerf(words('out'));
  expect([exitCode, err]).toEqual([4, expect.stringContaining(`another kerf detect, process ${process.ppid};`)]);
});
