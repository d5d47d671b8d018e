// The workbench's hand without its page: how a gamepad changes the saw's pose, compared with the documented rotations
// and translations; and poses stay rigid.

import { describe, expect, test } from '@jest/globals';
import {
  buttonsDown,
  keysPressed,
  type PadState,
  padLegend,
  poseAfterPad,
} from '../../examples/workbench/src/gamepad.ts';
import { poseAfterKey } from '../../examples/workbench/src/hold.ts';
import { checkPose } from '#core';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';

const SEED = 8801;
/** The legend's values. */
const [MM_PER_SECOND, RAD_PER_SECOND] = [20, 0.5];

const button = (value: number): GamepadButton => ({ pressed: value > 0.5, touched: value > 0, value });
function pad({
  axes = {},
  buttons = {},
}: {
  axes?: Record<number, number>;
  buttons?: Record<number, number>;
}): PadState {
  return {
    axes: Array.from({ length: 4 }, (_, i) => axes[i] ?? 0),
    buttons: Array.from({ length: 17 }, (_, i) => button(buttons[i] ?? 0)),
  };
}
const pose = () => Float64Array.from(rigidPose(mulberry32(SEED), 50));
const column = (m: ArrayLike<number>, k: number) => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
/** By Rodrigues' formula. */
function about(axis: readonly number[], angle: number, v: readonly number[]): number[] {
  const dot = axis.reduce((sum, a, k) => sum + a * v[k], 0);
  const cross = [0, 1, 2].map((k) => axis[(k + 1) % 3] * v[(k + 2) % 3] - axis[(k + 2) % 3] * v[(k + 1) % 3]);
  return v.map((x, k) => x * Math.cos(angle) + cross[k] * Math.sin(angle) + axis[k] * dot * (1 - Math.cos(angle)));
}

describe('a gamepad', () => {
  test.each<[what: string, given: Parameters<typeof pad>[0], axis: number, sign: number]>([
    ['left stick to the right', { axes: { 0: 1 } }, 0, 1],
    ['left stick to the left', { axes: { 0: -1 } }, 0, -1],
    ['left stick down', { axes: { 1: 1 } }, 2, 1],
    ['right trigger', { buttons: { 7: 1 } }, 1, -1],
    ['left trigger', { buttons: { 6: 1 } }, 1, 1],
  ])('%s: along the tool’s axis, in mm/s', (_what, given, axis, sign) => {
    const before = pose();
    const after = poseAfterPad(before, pad(given), 0.05) as Float64Array;
    const way = column(before, axis).map((x) => x * sign * MM_PER_SECOND * 0.05);
    for (let k = 0; k < 12; k++) expect(after[k]).toBe(before[k]);
    for (let k = 0; k < 3; k++) expect(after[12 + k] - before[12 + k]).toBeCloseTo(way[k], 12);
  });

  test.each([
    ['right stick to the right', 2, 2, -1],
    ['right stick down', 3, 0, 1],
  ])('%s: about the tool’s axis, in rad/s', (_what, at, axis, sign) => {
    const before = pose();
    const after = poseAfterPad(before, pad({ axes: { [at]: 1 } }), 0.1) as Float64Array;
    for (let c = 0; c < 3; c++) {
      const wanted = about(column(before, axis), sign * RAD_PER_SECOND * 0.1, column(before, c));
      for (let k = 0; k < 3; k++) expect(after[4 * c + k]).toBeCloseTo(wanted[k], 12);
    }
    expect([...after.subarray(12)]).toEqual([...before.subarray(12)]);
  });

  test('at rest, as springs leave it, it does nothing', () => {
    expect(poseAfterPad(pose(), pad({}), 0.016)).toBeNull();
    const loose = { axes: { 0: 0.2, 1: -0.2, 2: 0.2, 3: -0.2 }, buttons: { 6: 0.1, 7: 0.1 } };
    expect(poseAfterPad(pose(), pad(loose), 0.016)).toBeNull();
    expect(poseAfterPad(pose(), { axes: [], buttons: [] }, 0.016)).toBeNull();
  });

  test('from rest on it is even: a little beyond it is a little, and never more than the whole', () => {
    const before = pose();
    const way = (value: number) => {
      const after = poseAfterPad(before, pad({ axes: { 0: value } }), 0.1) ?? before;
      return Math.hypot(...[12, 13, 14].map((k) => after[k] - before[k]));
    };
    expect(way(0.25)).toBeLessThan(0.02 * way(1));
    expect(way(1.01)).toBe(way(1));
    for (let tenth = 3; tenth < 10; tenth++) expect(way((tenth + 1) / 10)).toBeGreaterThan(way(tenth / 10));
  });

  test('the way is as long as the time, and that of a pause no longer than 0.1 s', () => {
    const given = pad({ axes: { 0: 1 }, buttons: { 7: 0.6 } });
    let small: Float64Array = pose();
    for (let frame = 0; frame < 10; frame++) small = poseAfterPad(small, given, 0.01) as Float64Array;
    const large = poseAfterPad(pose(), given, 0.1) as Float64Array;
    const paused = poseAfterPad(pose(), given, 3600) as Float64Array;
    for (let k = 0; k < 16; k++) expect(small[k]).toBeCloseTo(large[k], 10);
    expect([...paused]).toEqual([...large]);
  });

  test('buttons act once for each press', () => {
    const up = buttonsDown(pad({}));
    const down = buttonsDown(pad({ buttons: { 0: 1, 9: 1 } }));
    expect([...keysPressed(down, up)].sort()).toEqual(['f', 'p']);
    expect(keysPressed(down, down)).toEqual([]);
    expect(keysPressed(up, down)).toEqual([]);
  });

  test('its legend has the units', () => {
    const legend = padLegend((key) => `what ${key} does`);
    expect(legend.filter(({ says }) => says.includes(`${MM_PER_SECOND} mm/s`))).toHaveLength(3);
    expect(legend.filter(({ says }) => says.includes(`${RAD_PER_SECOND} rad/s`))).toHaveLength(2);
    expect(legend.map(({ says }) => says)).toContain('what f does');
  });
});

const TURNS = longRun(100_000, 10_000);
test(`${TURNS.toLocaleString('en')} turns by keys and sticks leave the pose rigid, to rounding (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
  let held: Float64Array = Float64Array.from(rigidPose(random, 50));
  for (let turn = 0; turn < TURNS; turn++)
    held =
      (turn % 2 === 0
        ? poseAfterKey(held, keys[Math.floor(4 * random())], random() < 0.3, 0.1 * random())
        : poseAfterPad(held, pad({ axes: { 2: signed(random), 3: signed(random) } }), 0.1 * random())) ?? held;
  // A turn normalizes one column and makes the next the cross product of that and the axis. So a length's error is at
  // most that of the axis, which the last turn about another axis made likewise: a few roundings, however many turns.
  expect(checkPose(held).orthonormalityError).toBeLessThan(64 * 2 ** -53);
});
