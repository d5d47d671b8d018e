// Invalid numbers: the texts of non-finite ones reach the library, which refuses them by its own codes; any other entry
// of a list is named with its index; the schema agrees.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { LIMITS } from '#protocol/limits.ts';
import { Session } from '#protocol/session.ts';
import { messageJudge } from '#harness/protocol-messages.ts';
import type { Message } from '#harness/serve-clients.ts';

const { positions, faces } = box({ size: [20, 16, 12] });
const bone = { positions: [...positions], faces: [...faces] };
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 19.9, 0, 0, 1];
const OPTIONS = { bone: 'b', tool: 'b', contactDistance: 0.5, resolution: 9, backend: 'cpu' };
const judge = messageJudge('request');
const isOfSchema = (type: string, members: Message) => judge({ id: 1, type, ...members }) === '';
const withEntry = (list: readonly unknown[], at: number, entry: unknown) => list.with(at, entry);

async function code(type: string, members: Message): Promise<unknown> {
  const session = new Session({ limits: LIMITS, files: null });
  await session.ask('load', { mesh: 'b', ...bone });
  await session.ask('detector', { detector: 'd', ...OPTIONS });
  try {
    await session.ask(type, members);
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return [code, message];
  } finally {
    await session.close();
  }
}

const VOXELS = {
  ...{ cuttable: 'c', surface: 'b', cell: 2, size: [9, 9, 9] },
  frame: [3, 0, 0, -12, 0, 3, 0, -12, 0, 0, 3, -12],
};

test.each<[Message, string]>([
  [{ ...VOXELS, size: [9, 9] }, 'BAD_VOLUME'],
  [{ ...VOXELS, size: [9, 0, 9] }, 'BAD_VOLUME'],
  [{ ...VOXELS, size: [2 ** 16, 2 ** 16, 2] }, 'BAD_VOLUME'],
  [{ ...VOXELS, frame: VOXELS.frame.slice(1) }, 'BAD_VOLUME'],
  [{ ...VOXELS, frame: VOXELS.frame.map(() => 1) }, 'BAD_VOLUME'],
  [{ ...VOXELS, frame: VOXELS.frame.map((x) => 1e-200 * x) }, 'BAD_VOLUME'],
  [{ ...VOXELS, structures: ['none'] }, 'UNKNOWN_NAME'],
  [{ ...VOXELS, structures: [7] }, 'BAD_MEMBER'],
  [{ ...VOXELS, size: [1024, 1024, 2000] }, 'MEMORY_LIMIT'],
])('a volume that cannot be: %j', async (members, expected) => {
  expect(await code('cuttable', members)).toEqual([expected, expect.any(String)]);
});

describe.each(['NaN', 'Infinity', '-Infinity'])('%s is refused by the library', (text) => {
  const pose = withEntry(POSE, 12, text);
  test.each<[string, Message, RegExp]>([
    ['pose', { detector: 'd', pose }, /^NON_FINITE_POSE$/],
    ['report', { detector: 'd', pose }, /^NON_FINITE_POSE$/],
    ['sweep', { detector: 'd', from: POSE, to: pose }, /^NON_FINITE_POSE$/],
    ['load', { mesh: 'm', ...bone, positions: withEntry(bone.positions, 4, text) }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['detector', { detector: 'e', ...OPTIONS, feed: [1, 0, text] }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['detector', { detector: 'e', ...OPTIONS, contactDistance: text }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['detector', { detector: 'e', ...OPTIONS, resolution: text }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['volume', { detector: 'd', pose: POSE, relativeWidth: text }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['sweep', { detector: 'd', from: POSE, to: POSE, tolerance: text }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['sweep', { detector: 'd', from: POSE, to: POSE, distance: text }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['cuttable', { cuttable: 'c', surface: 'b', cell: text }, /^(?!BAD_MEMBER|INTERNAL)[A-Z_]+$/],
    ['cuttable', { ...VOXELS, frame: withEntry(VOXELS.frame, 3, text) }, /^BAD_VOLUME$/],
  ])('as a number of %s: %j', async (type, members, expected) => {
    expect(isOfSchema(type, members)).toBe(true);
    expect(await code(type, members)).toEqual([expect.stringMatching(expected), expect.any(String)]);
  });
});

describe('the first entry that is wrong is named', () => {
  const real = 'a number, or one of the texts NaN, Infinity, -Infinity';
  const mesh = { mesh: 'm', positions: bone.positions };
  test.each<[string, Message, string]>([
    [
      'pose',
      { detector: 'd', pose: withEntry(withEntry(POSE, 12, 'nan'), 14, null) },
      `pose[12] of … is "nan", expected ${real}`,
    ],
    ['pose', { detector: 'd', pose: withEntry(POSE, 0, null) }, `pose[0] of … is null, expected ${real}`],
    ['load', { ...mesh, faces: [0, 1, -2] }, 'faces[2] of … is -2, expected a whole number from 0 to 4294967295'],
    [
      'load',
      { ...mesh, faces: [0, 2 ** 32, 1] },
      'faces[1] of … is 4294967296, expected a whole number from 0 to 4294967295',
    ],
    ['load', { ...mesh, faces: [0.5, 1, 2] }, 'faces[0] of … is 0.5, expected a whole number from 0 to 4294967295'],
    ['load', { ...mesh, faces: [0, 1, 'NaN'] }, 'faces[2] of … is "NaN", expected a whole number from 0 to 4294967295'],
    [
      'load',
      { mesh: 'm', format: 'stl', bytes: [1, 300] },
      'bytes[1] of … is 300, expected a whole number from 0 to 255',
    ],
  ])('%s %j', async (type, members, says) => {
    expect(isOfSchema(type, members)).toBe(false);
    expect(await code(type, members)).toEqual([
      'BAD_MEMBER',
      `${says.replace('…', `the request ${type}`)}; correct it.`,
    ]);
  });
});

test.each(['mesh', 'detector'])('a name is a text of one letter or more: %s', async (member) => {
  expect(isOfSchema('unload', { [member]: '' })).toBe(false);
  expect(await code('unload', { [member]: '' })).toEqual(['BAD_MEMBER', expect.stringContaining(`${member} of`)]);
});

test('a member that is missing is named as a member', async () => {
  expect(await code('cancel', {})).toEqual(['MISSING_MEMBER', 'The request cancel has no member "request"; give it.']);
});
