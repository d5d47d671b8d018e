// How hard the workbench's tool works, and how it sounds then: without its page.

import { expect, test } from '@jest/globals';
import { MOST_FORCE } from '../../examples/workbench/src/force.ts';
import { MOST_RATE, SawLoad } from '../../examples/workbench/src/saw-load.ts';
import { voiceOf } from '../../examples/workbench/src/saw-voice.ts';

const loads = Array.from({ length: 11 }, (_, i) => i / 10);

test('the more load, the lower the tone, the less of it, and the more noise', () => {
  const voices = loads.map(voiceOf);
  for (let i = 1; i < voices.length; i++) {
    expect(voices[i].frequency).toBeLessThan(voices[i - 1].frequency);
    expect(voices[i].tone).toBeLessThan(voices[i - 1].tone);
    expect(voices[i].noise).toBeGreaterThan(voices[i - 1].noise);
  }
  // It never clips, whatever the load.
  for (const { tone, noise } of voices) {
    expect(tone + noise).toBeLessThan(1);
    expect(Math.min(tone, noise)).toBeGreaterThan(0);
  }
});

test('a bone that is felt loads the tool by its force, whatever is removed', () => {
  const load = new SawLoad();
  expect(load.of(MOST_FORCE / 2, 0, 0)).toBe(0.5);
  expect(load.of(MOST_FORCE / 2, 100, 16)).toBe(0.5);
  expect(load.of(0, 200, 32)).toBe(0);
  expect(load.of(2 * MOST_FORCE, 200, 48)).toBe(1);
});

test('otherwise what is removed in time does, at most as much as the motor can', () => {
  const load = new SawLoad();
  // The first volume may be of cuts long ago.
  expect(load.of(null, 50, 0)).toBe(0);
  expect(load.of(null, 50 + MOST_RATE / 4, 1000)).toBeCloseTo(0.25, 12);
  expect(load.of(null, 50 + MOST_RATE / 2, 1500)).toBeCloseTo(0.5, 12);
  expect(load.of(null, 50 + MOST_RATE / 2, 1600)).toBe(0);
  expect(load.of(null, 1000, 1601)).toBe(1);
  // Undone, and a new bone.
  expect(load.of(null, 50, 1700)).toBe(0);
  expect(load.of(null, null, 1800)).toBe(0);
  expect(load.of(null, 10, 1900)).toBe(0);
});
