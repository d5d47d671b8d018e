// The workbench's sound of a saw, rendered by a real browser's audio engine: its spectrum by load. Needs no dist/.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { voiceOf } from '../../examples/workbench/src/saw-voice.ts';
import { launchBrowser } from '#harness/browser.mjs';

/** A power of two, as is the number of samples that are looked at: their bins are whole Hz. */
const RATE = 16384;
/** s: rendered, and of that the last second is looked at, when the sound has settled. */
const SECONDS = 2;

const [bundle] = buildSync({
  ...{ entryPoints: ['examples/workbench/src/saw-sound.ts'], bundle: true, write: false },
  ...{ format: 'iife', globalName: 'sounds', target: 'es2022' },
}).outputFiles;
let page: Page;
const browser = await launchBrowser();
beforeAll(async () => {
  page = await browser.newPage();
  await page.addScriptTag({ content: bundle.text });
});
afterAll(() => browser.close());

/** @param loads s and the load that is played from then on. @returns samples. */
async function rendered(loads: readonly (readonly [at: number, load: number | null])[]): Promise<Float32Array> {
  const text = await page.evaluate(
    async ([rate, seconds, given]) => {
      const { SawSound } = (globalThis as never as { sounds: { SawSound: new (c: BaseAudioContext) => Playing } })
        .sounds;
      interface Playing {
        play(load: number | null): void;
      }
      const context = new OfflineAudioContext(1, rate * seconds, rate);
      const sound = new SawSound(context);
      for (const [at, load] of given)
        if (at === 0) sound.play(load);
        else
          void context.suspend(at).then(() => {
            sound.play(load);
            return context.resume();
          });
      const buffer = await context.startRendering();
      return JSON.stringify(Array.from(buffer.getChannelData(0)));
    },
    [RATE, SECONDS, loads] as const,
  );
  return Float32Array.from(JSON.parse(text));
}

/** A load lasts a quarter of a second, so it is played again before that. */
const steady = (load: number) => Array.from({ length: SECONDS * 8 }, (_, i) => [i / 8, load] as const);

/** The amplitude of each whole Hz in the last second. */
function spectrum(samples: Float32Array, from: number, to: number): number[] {
  const last = samples.subarray(samples.length - RATE);
  return Array.from({ length: to - from }, (_, i) => {
    const turn = (2 * Math.PI * (from + i)) / RATE;
    let [re, im] = [0, 0];
    for (let k = 0; k < RATE; k++) {
      re += last[k] * Math.cos(turn * k);
      im += last[k] * Math.sin(turn * k);
    }
    return (2 * Math.hypot(re, im)) / RATE;
  });
}
/** Hz: the loudest below 300. */
function pitch(samples: Float32Array): number {
  const amplitudes = spectrum(samples, 50, 300);
  return 50 + amplitudes.indexOf(Math.max(...amplitudes));
}
const power = (samples: Float32Array) => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

test('the tone falls with the load, and the noise between its harmonics grows', async () => {
  const heard = [];
  for (const load of [0, 0.5, 1]) {
    const samples = await rendered(steady(load));
    const { frequency } = voiceOf(load);
    expect(Math.abs(pitch(samples) - frequency)).toBeLessThanOrEqual(1);
    // Around the middle of the teeth's noise, halfway between two harmonics of the tone.
    const middle = Math.round((Math.round(2500 / frequency) + 0.5) * frequency);
    const between = spectrum(samples, middle - 15, middle + 15);
    heard.push({ pitch: pitch(samples), noise: Math.hypot(...between) });
  }
  const [free, half, full] = heard;
  expect(half.pitch).toBeLessThan(free.pitch);
  expect(full.pitch).toBeLessThan(half.pitch);
  expect(half.noise).toBeGreaterThan(2 * free.noise);
  expect(full.noise).toBeGreaterThan(half.noise);
});

test('a tool that is off is silent: before it is switched on, and after it is switched off', async () => {
  expect(power(await rendered([]))).toBe(0);
  expect(power(await rendered([[0, null]]))).toBe(0);
  const samples = await rendered([
    [0, 1],
    [0.5, null],
  ]);
  expect(power(samples.subarray(0, RATE / 2))).toBeGreaterThan(1e-4);
  // A time constant of 30 ms: after half a second e⁻¹⁶ is left of an amplitude below 1.
  expect(Math.max(...samples.subarray(RATE).map(Math.abs))).toBeLessThan(Math.exp(-16));
});

test('a load without news is over after a quarter of a second: the saw runs free again', async () => {
  const samples = await rendered([[0, 1]]);
  expect(Math.abs(pitch(samples) - voiceOf(0).frequency)).toBeLessThanOrEqual(1);
});
