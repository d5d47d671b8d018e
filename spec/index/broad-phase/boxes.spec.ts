// The entry point of the broad phase: which boxes and updates it refuses; a refused update changes nothing.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes, replaceBoxes } from '#broad-phase/boxes.ts';
import { OptionError } from '#core';

const UNIT = [0, 0, 0, 1, 1, 1];

function refusal(call: () => unknown): [string, string] {
  try {
    call();
  } catch (error) {
    if (error instanceof OptionError) return [error.code, error.message];
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('boxes', () => {
  test.each([
    ['NaN', [...UNIT, 0, 0, 0, 1, Number.NaN, 1], 'BAD_BOX', 'Box 1 has max y = NaN'],
    ['infinity', [...UNIT, 0, Number.NEGATIVE_INFINITY, 0, 1, 1, 1], 'BAD_BOX', 'Box 1 has min y = -Infinity'],
    ['min above max', [0, 0, 3, 1, 1, 2], 'BAD_BOX', 'Box 0 has min z 3 above max z 2'],
    ['a text', ['0', 0, 0, 1, 1, 1], 'BAD_BOX', 'Box 0 has min x = "0"'],
    ['half a box', [0, 0, 0], 'BAD_LENGTH', '3 numbers, expected 6 a body'],
    ['no array', 7, 'WRONG_TYPE', 'The boxes is 7'],
    ['no length', { length: -1 }, 'WRONG_TYPE', 'expected an array of numbers'],
    ['2^32 bodies', { length: 6 * 2 ** 32 }, 'TOO_MANY_BODIES', '4294967296 boxes, at most 67108864'],
  ])('%s is refused by name', (_says, boxes, code, message) => {
    const [found, said] = refusal(() => checkBoxes(boxes));
    expect(found).toBe(code);
    expect(said).toContain(message);
    expect(said).toMatch(/^[A-Z].*; .*\.$/);
  });

  test('none, one and points are boxes', () => {
    expect(checkBoxes([]).count).toBe(0);
    expect(checkBoxes(new Float32Array([5, 5, 5, 5, 5, 5])).bounds).toEqual(new Float64Array(6).fill(5));
  });
});

describe('an update', () => {
  test.each([
    ['too few boxes', [UNIT, undefined], 'BAD_LENGTH', 'of 2 bodies has 6 numbers, expected 12'],
    ['too many for its bodies', [[...UNIT, ...UNIT], [0]], 'BAD_LENGTH', 'of 1 bodies has 12 numbers, expected 6'],
    ['a body that does not exist', [UNIT, [2]], 'UNKNOWN_BODY', 'names body 2, expected an integer from 0 to 1'],
    ['half a body', [UNIT, [0.5]], 'UNKNOWN_BODY', 'names body 0.5'],
    [
      'a bad box behind a good one',
      [
        [...UNIT, 9, 0, 0, 1, 1, 1],
        [1, 0],
      ],
      'BAD_BOX',
      'Box 0 has min x 9 above',
    ],
  ])('of %s is refused, and nothing changes', (_says, [given, bodies], code, message) => {
    const boxes = checkBoxes([...UNIT, 2, 2, 2, 3, 3, 3]);
    const before = boxes.bounds.slice();
    const [found, said] = refusal(() => replaceBoxes(boxes, given, bodies));
    expect(found).toBe(code);
    expect(said).toContain(message);
    expect(boxes.bounds).toEqual(before);
  });

  test('replaces the bodies that it numbers, or all', () => {
    const boxes = checkBoxes([...UNIT, ...UNIT]);
    replaceBoxes(boxes, [7, 7, 7, 8, 8, 8], [1]);
    expect([...boxes.bounds]).toEqual([...UNIT, 7, 7, 7, 8, 8, 8]);
    replaceBoxes(boxes, [...UNIT, ...UNIT]);
    expect([...boxes.bounds]).toEqual([...UNIT, ...UNIT]);
  });
});
