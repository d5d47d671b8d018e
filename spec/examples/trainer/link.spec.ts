// A link carries plan and path to the last bit, and a damaged one is refused, never another task.

import { expect, test } from '@jest/globals';
import { fromBase64Url, toBase64Url } from '../../../examples/trainer/src/base64url.ts';
import { ByteReader, ByteWriter } from '../../../examples/trainer/src/bytes.ts';
import { checksum } from '../../../examples/trainer/src/checksum.ts';
import { deflated } from '../../../examples/trainer/src/deflate.ts';
import { linkOf, taskOf } from '../../../examples/trainer/src/link.ts';
import { rounded } from '../../../examples/trainer/src/path.ts';
import { phantomPlan } from '../../../examples/trainer/src/phantom-plan.ts';
import type { Plan } from '../../../examples/trainer/src/plan.ts';
import { planText } from '../../../examples/trainer/src/plan-file.ts';
import { mulberry32 } from '#harness/random.ts';
import { handPath } from './hand-paths.ts';

const START = '#task=';
const PLAN = phantomPlan();
const SMALL: Plan = {
  ...PLAN,
  name: 'π ≠ \u{1f9e0} "\\',
  line: PLAN.line.filter((_, n) => n % 10 === 0),
  structures: [],
};

const refusal = async (fragment: string): Promise<string> => {
  try {
    await taskOf(fragment);
    return 'none';
  } catch (error) {
    expect(error).toMatchObject({ name: 'FormatError' });
    return (error as Error).message;
  }
};

/** A link of any content with the right checksum, as someone could make it on purpose. */
async function forged(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = [1, ...(await deflated(content))];
  const sum = checksum(Uint8Array.from(body));
  return START + toBase64Url(Uint8Array.from([...body, ...[0, 8, 16, 24].map((shift) => (sum >>> shift) & 255)]));
}

test('plan and path come back to the last bit: paths of 0 to 3 passes, seeds 1 to 12', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const path = handPath(seed, [...[1, 40, 7].slice(0, seed % 4)]);
    const plan = seed % 2 === 0 ? PLAN : SMALL;
    const link = await linkOf(plan, path);
    expect(link).toMatch(/^#task=[A-Za-z0-9_-]+$/);
    expect(await taskOf(link)).toEqual({ plan, path: rounded(path) });
    expect(await taskOf(await linkOf(plan, rounded(path)))).toEqual({ plan, path: rounded(path) });
  }
});

test('a task of 600 poses takes fewer than 16,000 characters', async () => {
  const lengths = await Promise.all(
    [1, 2, 3].map(async (seed) => (await linkOf(PLAN, handPath(seed, [60, 135, 135, 135, 135]))).length),
  );
  console.log(`links of the phantom's plan and 600 poses: ${lengths.join(', ')} characters`);
  for (const length of lengths) expect(length).toBeLessThan(16_000);
});

test('every change of one character is refused, and every cut', async () => {
  const link = await linkOf(SMALL, handPath(5, [2]));
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const random = mulberry32(6);
  for (let at = 0; at < link.length; at++) {
    const other = digits[(digits.indexOf(link[at]) + 1 + Math.floor(63 * random())) % 64];
    const changed = link.slice(0, at) + other + link.slice(at + 1);
    expect([at, await refusal(changed)]).toEqual([at, expect.stringMatching(/^The (address|link).+; .+\.$/)]);
    expect([at, await refusal(link.slice(0, at))]).toEqual([at, expect.stringMatching(/^The (address|link).+; .+\.$/)]);
    expect(await refusal(link.slice(0, at) + link.slice(at + 1))).toMatch(/^The (address|link)/);
  }
  for (const behind of ['A', 'AA', '=', '&', '%20', '\n'])
    expect(await refusal(link + behind)).toMatch(/^The link is damaged/);
});

test('every change of one byte is refused, whichever other value it takes', async () => {
  const link = await linkOf(SMALL, handPath(8, [2]));
  const bytes = fromBase64Url(link.slice(START.length)) as Uint8Array;
  const found: number[][] = [];
  for (let at = 1; at < bytes.length; at++)
    for (let by = 1; by < 256; by++) {
      const changed = bytes.slice();
      changed[at] ^= by;
      const end = changed.length - 4;
      const sum = new DataView(changed.buffer).getUint32(end, true);
      if (checksum(changed.subarray(0, end)) === sum) found.push([at, by]);
    }
  expect(found).toEqual([]);
  // The version is asked about before the checksum.
  for (let version = 0; version < 256; version++)
    if (version !== 1)
      expect(await refusal(START + toBase64Url(Uint8Array.of(version, ...bytes.subarray(1))))).toBe(
        `The link's version is ${version}, expected 1; copy the whole link again, or ask for a new one.`,
      );
});

test('contents that someone forged are refused with a sentence, whatever byte is changed before the checksum', async () => {
  const task = new ByteWriter();
  const text = planText(SMALL);
  task.text(text);
  const head = task.bytes.length;
  for (const n of [1, 1, 2]) task.whole(n);
  // x, y, z; a quaternion; time and force, of two poses.
  for (const n of [100, 5, -7, 3, 0, 0, 1, 0, 2, 0, 3, 0, 32767, 0, 50, 10, -1, 4]) task.signed(n);
  const { bytes } = task;
  const known = await taskOf(await forged(bytes));
  expect(known.path.passes[0]).toMatchObject({ tool: 'saw', seconds: [0.5, 0.6], forces: [null, 0.3] });
  let read = 0;
  for (let at = head; at < bytes.length; at++)
    for (const by of [1, 2, 4, 8, 16, 32, 64, 128, 255]) {
      const changed = bytes.slice();
      changed[at] ^= by;
      const found = await taskOf(await forged(changed)).catch((error: Error) => error);
      if (found instanceof Error) expect(found.message).toMatch(/^The link is damaged: .+; .+\.$/);
      else {
        // Then it is a path that can be linked again.
        expect(await taskOf(await linkOf(found.plan, found.path))).toEqual(found);
        read++;
      }
    }
  expect(read).toBeGreaterThan(20);
});

test('forged lengths, counts and plans', async () => {
  const content = (plan: string, ...numbers: number[]) => {
    const task = new ByteWriter();
    task.text(plan);
    for (const n of numbers) task.whole(n);
    return task.bytes;
  };
  const text = planText(SMALL);
  expect(await refusal(await forged(content('{}')))).toMatch(/^The file's member kerf is missing/);
  expect(await refusal(await forged(content(text)))).toMatch(/damaged: it ends too early; /);
  expect(await refusal(await forged(content(text, 0, 0)))).toMatch(/damaged: it goes on behind its last pose; /);
  expect(await refusal(await forged(content(text, 1, 1, 2 ** 32 - 1)))).toMatch(
    /damaged: it has a pass that no task has/,
  );
  expect(await refusal(await forged(content(text, 1, 2, 1, ...Array(9).fill(0))))).toMatch(/a pass that no task has/);
  expect(await refusal(await forged(content(text, 1, 0, 1, ...Array(9).fill(0))))).toMatch(/a pose that is no pose/);
  expect(await refusal(await forged(content(text, 2 ** 32 - 1)))).toMatch(/damaged: it ends too early; /);
  expect(await refusal(await forged(Uint8Array.of(5, 0xff, 0xfe, 0, 0, 0)))).toMatch(
    /damaged: its text is not UTF-8; /,
  );
  expect(await refusal(await forged(Uint8Array.of(255, 255, 255, 255, 255, 1)))).toMatch(
    /a number of more than 32 bits/,
  );
  const body = Uint8Array.of(1, 0xff, 0xff, 0xff);
  const sum = checksum(body);
  const broken = toBase64Url(Uint8Array.of(...body, ...[0, 8, 16, 24].map((shift) => (sum >>> shift) & 255)));
  expect(await refusal(START + broken)).toMatch(/damaged: its compressed part is damaged; copy the whole link again/);
});

test('a link that would unpack to 20 MB is left after one, and longer links are not read', async () => {
  const bomb = await forged(new Uint8Array(20e6));
  expect(bomb.length).toBeLessThan(32_000);
  expect(await refusal(bomb)).toMatch(/^The link is damaged: it unpacks to more than 1048576 bytes; /);
  expect(await refusal(START + 'A'.repeat(40_000))).toMatch(
    /^The link has 40006 characters, at most 32000 are allowed; /,
  );
  await expect(linkOf(PLAN, handPath(3, [6000]))).rejects.toThrow(
    /^The link of this task has \d+ char.+; thin the path/,
  );
  expect(await refusal('#plan=AA')).toMatch(/^The address ends with no #task=…; open the link/);
});

test('the checksum is that of ISO 3309: its known value for the nine digits', () => {
  expect(checksum(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('numbers of 1 to 5 bytes come back; base64url is that of RFC 4648', () => {
  const writer = new ByteWriter();
  const numbers = [0, 1, 127, 128, 16383, 16384, 2 ** 31 - 1];
  for (const n of numbers) for (const sign of [1, -1]) writer.signed(sign * n);
  for (const n of [2 ** 31, 2 ** 32 - 1]) writer.whole(n);
  const reader = new ByteReader(writer.bytes);
  for (const n of numbers) for (const sign of [1, -1]) expect(reader.signed()).toBe(sign * n + 0);
  expect([reader.whole(), reader.whole(), reader.left]).toEqual([2 ** 31, 2 ** 32 - 1, 0]);
  for (const [text, code] of ['f Zg', 'fo Zm8', 'foo Zm9v', 'foob Zm9vYg', '\xfb\xff -_8'].map((pair) =>
    pair.split(' '),
  )) {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect([toBase64Url(bytes), fromBase64Url(code)]).toEqual([code, bytes]);
  }
  for (const bad of ['Zh', 'Z', 'Zg==', 'Zm9v ', 'Zm+v', 'Zm9vY'])
    expect([bad, fromBase64Url(bad)]).toEqual([bad, null]);
});
