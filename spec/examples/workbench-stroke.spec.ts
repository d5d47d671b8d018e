// The workbench's text for a stroke's first contact, without its page: path lengths and turns, compared with screws by
// another formula, summed chord by chord.

import { expect, test } from '@jest/globals';
import { strokeWay, strokeWords } from '../../examples/workbench/src/stroke-words.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, unitVector } from '#harness/random-geometry.ts';
import { linearStroke, product, screwStroke, turned } from '#harness/strokes.ts';

const SEED = 5150;
const CHORDS = 512;

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(...[12, 13, 14].map((i) => a[i] - b[i]));

test(`the origin's way is the sum of its chords, its turn the screw's, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  let bent = 0;
  for (const angle of [0, 1e-12, 1e-8, 1e-3, 0.1, 1, 2, 3, 3.14])
    for (let i = 0; i < longRun(10, 2); i++) {
      const point = [0, 0, 0].map(() => 50 * signed(random));
      const screw = { angle, axis: unitVector(random), point, pitch: 40 * signed(random) };
      const { motion, poseAt } = screwStroke(rigidPose(random, 50), screw);
      const { length, turn } = strokeWay(motion.from, motion.to);
      let chords = 0;
      for (let k = 1; k <= CHORDS; k++) chords += distance(poseAt((k - 1) / CHORDS), poseAt(k / CHORDS));
      // An arc is longer than its n chords by less than (θ/n)²/23 of its length.
      const off = { angle, seen: Math.abs(length - chords) <= ((angle / CHORDS) ** 2 * length) / 23 + 1e-9 };
      expect(off).toEqual({ angle, seen: true });
      expect(turn).toBeCloseTo(angle, 12);
      if (length > 1.1 * distance(motion.from, motion.to)) bent++;
    }
  expect(bent).toBeGreaterThan(longRun(15, 3));
});

test('it says how far the origin has gone of how far, and by how much the tool has turned where it turns', () => {
  const { motion } = linearStroke(rigidPose(mulberry32(SEED), 50), [0, 12, -16]);
  const from = Float64Array.from(motion.from);
  const to = Float64Array.from(motion.to);
  const at = (low: number, high: number) => ({ low, high });
  expect(strokeWords({ status: 'free', time: at(1, 1) }, from, to)).toBe('free for 20.00 mm');
  expect(strokeWords({ status: 'initial', time: at(0, 0) }, from, to)).toBe('in contact at the mark');
  expect(strokeWords({ status: 'contact', time: at(0.25, 0.2501) }, from, to)).toBe(
    'touches after 5.00 mm of 20.00 mm',
  );
  expect(strokeWords({ status: 'contact', time: at(0.25, 0.251) }, from, to)).toBe(
    'touches after 5.00–5.02 mm of 20.00 mm',
  );
  expect(strokeWords({ status: 'grazing', time: at(0.5, 0.5001) }, from, to)).toBe(
    'grazing after 10.00 mm of 20.00 mm: whether it touches is not decided',
  );
  // About the origin itself, which then does not move.
  const round = Float64Array.from(product(from, turned(0.5, [0, 0, 1])));
  expect(strokeWords({ status: 'contact', time: at(0.5, 0.5) }, from, round)).toBe(
    'touches after 0.00 mm of 0.00 mm, 14.3° of 28.6°',
  );
  expect(strokeWords({ status: 'free', time: at(1, 1) }, from, round)).toBe('free for 0.00 mm, 28.6°');
});
