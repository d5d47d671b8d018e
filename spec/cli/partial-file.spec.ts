import { existsSync } from 'node:fs';
import { lstat, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { FileAccessError } from '#cli/exit-code.ts';
import { PartialFile } from '#cli/partial-file.ts';
import type { ValidationHeader } from '#cli/validation-report/validation-header.ts';
import { differences } from '#validation/compare-runs.ts';
import type { PoseJudgement } from '#validation/judgement.ts';
import { fakeJudgement } from '#harness/fake-judge-pool.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const body = { file: 'a.stl', vertices: 3, faces: 1, sha256: 'aa' };
const header: ValidationHeader = {
  format: 'kerf-validation',
  formatVersion: 1,
  kerf: '1.0.0',
  node: 'v20.0.0',
  units: { length: 'mm', time: 'ms' },
  bone: body,
  tool: body,
  poses: { from: 'random', seed: 1, count: 4 },
  options: { contactDistance: 0.2, resolution: 0.5, seed: 1, samples: 2, oracleLimit: 10 },
  backend: 'cpu',
  backendReason: 'the CPU was asked for',
  signed: { bone: true, tool: true },
};
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const judgements = [2, 0, 3, 1].map((pose) => fakeJudgement(pose, identity, { samples: 2, seed: 1 }));

let path: string;
const begin = (fresh = false) => PartialFile.open<PoseJudgement>(path, header, { fresh, differences });

beforeEach(async () => {
  path = join(await temporaryFolder('partial'), 'validation.partial.jsonl');
});

/** A file with all four judgements. */
async function written(): Promise<string> {
  const file = await begin();
  for (const judgement of judgements) await file.add(judgement);
  await file.close();
  return readFile(path, 'utf8');
}

describe('a partial file', () => {
  test('gives back what was added, in any order', async () => {
    await written();
    const file = await begin();
    expect([...file.done.values()]).toEqual(judgements);
    expect(file.damaged).toBe(0);
  });

  test('gives the same before and after it is read: what JSON cannot hold is lost at once', async () => {
    const file = await begin();
    await file.add({ ...judgements[0], insideDistance: -0, matrix: [Number.POSITIVE_INFINITY] } as PoseJudgement);
    const again = await begin();
    expect(file.done.get(2)).toEqual(again.done.get(2));
    expect(Object.is(file.done.get(2)?.insideDistance, 0)).toBe(true);
  });

  test('cut short at any byte holds every pose whose line was whole, and goes on', async () => {
    const whole = await written();
    const ends = [...whole.matchAll(/\n/g)].map((match) => match.index + 1);
    for (let length = ends[0]; length <= whole.length; length += longRun(37, 601)) {
      await writeFile(path, whole);
      await truncate(path, length);
      const file = await begin();
      const count = ends.filter((end) => end <= length).length - 1;
      expect([...file.done.keys()]).toEqual([2, 0, 3, 1].slice(0, count));
      expect(file.damaged).toBe(0);
      for (const judgement of judgements.slice(count)) await file.add(judgement);
      expect(await readFile(path, 'utf8')).toBe(whole);
    }
  });

  test('with a changed byte anywhere below its first line holds no pose but as it was (seed 5)', async () => {
    const whole = await written();
    const random = mulberry32(5);
    const first = whole.indexOf('\n') + 1;
    let dropped = 0;
    for (let round = 0; round < longRun(300, 15); round++) {
      const at = first + Math.floor(random() * (whole.length - first));
      const byte = String.fromCharCode(whole.charCodeAt(at) ^ (1 << Math.floor(random() * 7)));
      await writeFile(path, whole.slice(0, at) + byte + whole.slice(at + 1));
      const file = await begin();
      for (const [pose, judgement] of file.done) expect(judgement).toEqual(judgements.find((one) => one.pose === pose));
      expect(file.done.size).toBeGreaterThanOrEqual(2);
      dropped += Number(file.done.size < 4);
      // Repaired: whoever opens it next finds the same, and nothing damaged.
      const again = await begin();
      expect([[...again.done.keys()], again.damaged]).toEqual([[...file.done.keys()], 0]);
    }
    expect(dropped).toBeGreaterThan(longRun(290, 13));
  });

  test('a pose that stands twice counts once', async () => {
    const lines = (await written()).split('\n');
    await writeFile(path, [...lines.slice(0, 3), lines[1], ...lines.slice(3)].join('\n'));
    expect([...(await begin()).done.keys()]).toEqual([2, 0, 3, 1]);
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, 100)],
    ['changed', (text: string) => text.replace('"count":4', '"count":5')],
    ['gone', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['of another file', () => 'solid a\nendsolid\n'],
    ['of nothing but a line end', () => '\n'],
  ])('whose first line is %s is refused, and left as it was, unless --fresh', async (_, damage) => {
    const text = damage(await written());
    await writeFile(path, text);
    await expect(begin()).rejects.toMatchObject({
      code: 'PARTIAL_CORRUPT',
      message: expect.stringMatching(/--fresh/),
    });
    expect(await readFile(path, 'utf8')).toBe(text);
    expect((await begin(true)).done.size).toBe(0);
    expect((await begin()).done.size).toBe(0);
  });

  test('without a pose is taken away, with one it stays', async () => {
    const file = await begin();
    expect(existsSync(path)).toBe(true);
    await file.close();
    expect(existsSync(path)).toBe(false);
    await written();
    expect(existsSync(path)).toBe(true);
  });

  test('that is empty begins anew', async () => {
    await writeFile(path, '');
    await (await begin()).add(judgements[0]);
    expect((await begin()).done.size).toBe(1);
  });
});

describe('a full disk', () => {
  // Linux has a file to which every write fails as on a full disk; elsewhere a folder that does not exist replaces it.
  test('at the first line is named, and leaves nothing', async () => {
    const linux = existsSync('/dev/full');
    await symlink(linux ? '/dev/full' : join(path, 'no-folder'), path);
    await expect(begin(true)).rejects.toThrow(`Cannot write ${path}: ${linux ? 'the disk is full' : ''}`);
    await expect(lstat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('later on: what was added is kept, and nothing is written behind what failed', async () => {
    const file = await begin();
    await file.add(judgements[0]);
    const text = await readFile(path, 'utf8');
    Object.defineProperty(file, 'path', { value: join(path, 'no-folder') });
    await expect(file.add(judgements[1])).rejects.toThrow(FileAccessError);
    Object.defineProperty(file, 'path', { value: path });
    await expect(file.add(judgements[2])).rejects.toThrow(FileAccessError);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect([...file.done.keys()]).toEqual([2]);
  });
});
