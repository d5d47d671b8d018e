// A scripted device and its script: its poses at their times, rigid ones in between, an end that holds or starts over.

import { expect, test } from '@jest/globals';
import { checkPose } from '#core';
import { ScriptedDevice } from '#haptics/scripted-device.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';

const SEED = 67;
const random = mulberry32(SEED);
const script = Array.from({ length: 6 }, () => rigidPose(random, 20));
const pose = new Float64Array(16);

function at(device: ScriptedDevice, ms: number): Float64Array {
  expect(device.read(Float64Array.of(1e12 + ms, 0.001), pose)).toBe(true);
  checkPose(pose);
  return pose;
}

test(`each pose comes at its time, and what lies between is on the way (seed ${SEED})`, () => {
  const device = new ScriptedDevice({ poses: script.flat(), interval: 16 });
  for (let ms = 0; ms <= 120; ms++) {
    const now = at(device, ms);
    const from = Math.min(5, Math.floor(ms / 16));
    const share = from === 5 ? 0 : ms / 16 - from;
    const to = script[Math.min(5, from + 1)];
    for (let k = 12; k < 15; k++)
      expect(Math.abs(now[k] - (script[from][k] + share * (to[k] - script[from][k])))).toBeLessThan(1e-12 * 40);
    if (share === 0) for (let k = 0; k < 12; k++) expect(Math.abs(now[k] - script[from][k])).toBeLessThan(1e-12 * 10);
  }
});

test('a script that loops begins anew', () => {
  const device = new ScriptedDevice({ poses: script.flat(), interval: 10, loops: true });
  const first = at(device, 0).slice();
  const later = at(device, 7).slice();
  expect([...at(device, 50)]).toEqual([...first]);
  for (let k = 0; k < 16; k++) expect(Math.abs(at(device, 57)[k] - later[k])).toBeLessThan(1e-9);
});

test.each([
  ['BAD_MOTION', { poses: [], interval: 10 }],
  ['BAD_MOTION', { poses: script.flat().slice(1), interval: 10 }],
  ['BAD_MOTION', { poses: script.flat(), interval: 0 }],
  ['BAD_MOTION', { poses: script.flat(), interval: Number.NaN }],
  ['NOT_RIGID', { poses: script.flat().map((x) => 2 * x), interval: 10 }],
])('%s', (code, motion) => {
  expect(() => new ScriptedDevice(motion)).toThrow(expect.objectContaining({ code }));
});
