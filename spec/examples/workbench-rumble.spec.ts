// How strongly the workbench shakes what the hand holds, by the force of the bone: without its page.

import { expect, test } from '@jest/globals';
import { MOST_FORCE, shareOf } from '../../examples/workbench/src/force.ts';
import { Rumble, type Shaken } from '../../examples/workbench/src/rumble.ts';

/** A gamepad with a motor. @returns sent: its effects. */
function pad(isThere = true): { what: Shaken; sent: GamepadEffectParameters[] } {
  const sent: GamepadEffectParameters[] = [];
  const playEffect = async (_type: 'dual-rumble', given: GamepadEffectParameters) => {
    sent.push(given);
    if (!isThere) throw new Error('NotSupportedError');
  };
  return { what: { vibrationActuator: { playEffect } }, sent };
}

test('a force is its share of the most that the loop gives, and no more than all of it', () => {
  expect([null, 0, MOST_FORCE / 4, MOST_FORCE, 2 * MOST_FORCE].map(shareOf)).toEqual([0, 0, 0.25, 1, 1]);
});

test('a steady force shakes steadily: each effect begins before the last one ends, and not with each message', () => {
  const { what, sent } = pad();
  const rumble = new Rumble();
  const begun: number[] = [];
  for (let now = 0; now <= 2000; now += 16) {
    const before = sent.length;
    rumble.shake(what, 0.5, now);
    if (sent.length > before) begun.push(now);
  }
  expect(begun[0]).toBe(0);
  for (let i = 1; i < begun.length; i++) {
    const ends = begun[i - 1] + (sent[i - 1].duration as number);
    expect(begun[i]).toBeLessThan(ends);
  }
  expect(begun.length).toBeLessThan(2000 / 16 / 2);
  for (const { strongMagnitude, weakMagnitude } of sent) expect([strongMagnitude, weakMagnitude]).toEqual([0.5, 0.5]);
});

test('without a force nothing is sent, and the first force after that is sent at once', () => {
  const { what, sent } = pad();
  const rumble = new Rumble();
  rumble.shake(what, 0, 0);
  expect(sent).toEqual([]);
  rumble.shake(what, 1, 1);
  expect(sent).toHaveLength(1);
});

test('a controller with pulses gets one; one without a motor, or with a motor that refuses, is left alone', async () => {
  const pulses: number[] = [];
  const pulse = async (value: number) => pulses.push(value);
  new Rumble().shake({ hapticActuators: [{ pulse }] }, 0.25, 0);
  expect(pulses).toEqual([0.25]);
  for (const what of [{}, { vibrationActuator: null }, { hapticActuators: [] }, { hapticActuators: [{}] }])
    new Rumble().shake(what, 1, 0);
  const { what, sent } = pad(false);
  new Rumble().shake(what, 1, 0);
  await Promise.resolve();
  expect(sent).toHaveLength(1);
});
