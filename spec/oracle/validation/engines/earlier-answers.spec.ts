// Poses of the same 16 numbers are found, whatever lies between them.

import { expect, test } from '@jest/globals';
import { earlierAnswers } from '#validation';

const at = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
const matrices = Float64Array.of(...at(3), ...at(4), ...at(3), ...at(3 + 2 ** -51), ...at(4), ...at(3));

test('of each pose that was there before: the first answer at these numbers', () => {
  const answers = [0, 1, 2, 3, 4, 5].map((pose) => ({ pose }));
  expect([...earlierAnswers(matrices, answers)]).toEqual([
    [2, { pose: 0 }],
    [4, { pose: 1 }],
    [5, { pose: 0 }],
  ]);
});

test('a pose without an answer is passed over; a second answer to one pose is no earlier one', () => {
  const answers = [{ pose: 2, distance: 1 }, { pose: 2, distance: 2 }, { pose: 5 }];
  expect([...earlierAnswers(matrices, answers)]).toEqual([[5, { pose: 2, distance: 1 }]]);
});
