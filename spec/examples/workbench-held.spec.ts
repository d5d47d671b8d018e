// The workbench's held keys without its page, with scripted time: a key moves the tool by how long it is held, whatever
// frames come in between.

import { expect, test } from '@jest/globals';
import { HeldKeys } from '../../examples/workbench/src/held-keys.ts';
import { DEGREES_PER_SECOND, MM_PER_SECOND, SHIFT, TAP } from '../../examples/workbench/src/hold.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';

const SEED = 6107;

/** A hand, its keys, and frames that come on request. */
class Scripted {
  pose: Float64Array = Float64Array.from(rigidPose(mulberry32(SEED), 50));
  readonly start = this.pose.slice();
  held = 0;
  #next: ((now: number) => void) | null = null;
  readonly keys = new HeldKeys(
    {
      pose: () => this.pose,
      hold: (next) => {
        this.pose = next;
        this.held++;
      },
    },
    (call) => {
      this.#next = call;
    },
  );

  /** @returns whether anything waits for the next frame. */
  frame(now: number): boolean {
    const call = this.#next;
    this.#next = null;
    call?.(now);
    return this.#next !== null;
  }

  /** mm along an axis of the tool's initial pose. */
  way(axis: number): number {
    return [0, 1, 2].reduce((sum, k) => sum + this.start[4 * axis + k] * (this.pose[12 + k] - this.start[12 + k]), 0);
  }

  /** rad about its z; positive turns its x toward its y. */
  get turn(): number {
    const on = (axis: number) => [0, 1, 2].reduce((sum, k) => sum + this.start[4 * axis + k] * this.pose[k], 0);
    return Math.atan2(on(1), on(0));
  }
}

test.each([
  ['every 16 ms', 16],
  ['every 250 ms', 250],
  ['never', 1e9],
])('displacement is speed × time, with a frame %s', (_says, every) => {
  for (const seconds of [0.1, 0.5, 2.003]) {
    const hand = new Scripted();
    hand.keys.press('s', 1000);
    for (let now = 1000; now < 1000 + 1000 * seconds; now += every) hand.frame(now);
    hand.keys.release('s', 1000 + 1000 * seconds);
    expect(hand.way(1)).toBeCloseTo(-MM_PER_SECOND * seconds, 9);
    expect([hand.way(0), hand.way(2)].map((x) => Math.abs(x) < 1e-9)).toEqual([true, true]);
    // After release, it stays.
    const after = hand.pose;
    expect(hand.frame(9000)).toBe(false);
    expect(hand.pose).toBe(after);
  }
});

test('a tap is a tap, however short; what a late frame had ahead of a key is taken back', () => {
  const short = new Scripted();
  short.keys.press('w', 5);
  short.keys.release('w', 6);
  expect(short.way(1)).toBeCloseTo(MM_PER_SECOND * TAP, 12);
  const late = new Scripted();
  late.keys.press('w', 0);
  late.frame(400);
  expect(late.way(1)).toBeCloseTo(MM_PER_SECOND * 0.4, 9);
  late.keys.release('w', 300);
  expect(late.way(1)).toBeCloseTo(MM_PER_SECOND * 0.3, 9);
});

test('several keys go together, each for its own time; opposite ones cancel', () => {
  const hand = new Scripted();
  hand.keys.press('d', 0);
  hand.keys.press('w', 200);
  for (let now = 16; now < 1000; now += 16) hand.frame(now);
  hand.keys.release('d', 600);
  hand.keys.release('w', 1000);
  expect(hand.way(0)).toBeCloseTo(MM_PER_SECOND * 0.6, 9);
  expect(hand.way(1)).toBeCloseTo(MM_PER_SECOND * 0.8, 9);
  const still = new Scripted();
  for (const key of ['ArrowLeft', 'ArrowRight', 'q', 'e']) still.keys.press(key, 0);
  still.frame(700);
  still.keys.releaseAll(1000);
  for (let k = 0; k < 16; k++) expect(still.pose[k]).toBeCloseTo(still.start[k], 9);
});

test('with Shift it is faster from there on; turns are turns', () => {
  const hand = new Scripted();
  hand.keys.press('a', 0);
  hand.keys.shift(true, 500);
  hand.frame(700);
  hand.keys.shift(false, 800);
  hand.keys.release('a', 1000);
  expect(hand.way(0)).toBeCloseTo(-MM_PER_SECOND * (0.7 + 0.3 * SHIFT), 9);
  const turned = new Scripted();
  turned.keys.press('ArrowLeft', 0);
  for (let now = 16; now < 1500; now += 16) turned.frame(now);
  turned.keys.release('ArrowLeft', 1500);
  expect((turned.turn * 180) / Math.PI).toBeCloseTo(DEGREES_PER_SECOND * 1.5, 9);
});

test('all are let go of at once, a key that repeats is pressed once, and without keys no frame is asked for', () => {
  const hand = new Scripted();
  expect(hand.frame(0)).toBe(false);
  hand.keys.press('s', 0);
  hand.keys.press('s', 30);
  hand.keys.press('d', 0);
  expect(hand.frame(100)).toBe(true);
  hand.keys.releaseAll(500);
  expect(hand.way(1)).toBeCloseTo(-MM_PER_SECOND * 0.5, 9);
  expect(hand.way(0)).toBeCloseTo(MM_PER_SECOND * 0.5, 9);
  expect(hand.frame(600)).toBe(false);
  // The keyup event comes after that.
  const held = hand.held;
  hand.keys.release('s', 700);
  expect(hand.held).toBe(held);
});
