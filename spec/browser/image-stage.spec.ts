// Candidates by an image in a real browser, on the bodies on which the stages agree in Node: random and degenerate
// ones, and a bone that is cut. Each backend must give the bytes of its own scanlines and the states of Node's CPU; the
// CPU must also give Node's bytes. Needs dist/, which `npm test` builds first.

import { afterAll, describe, expect, test } from '@jest/globals';
import { createDetector, type DetectorOptions } from '#kerf';
import { answerOf, STAGE_CASES } from '#harness/candidate-stages.ts';
import { openChromium } from '#harness/chromium.mjs';
import type { PageAnswer } from '#harness/chromium-page.ts';
import { contactCases } from '#harness/contact-cases.ts';
import { degenerateCases } from '#harness/degenerate-bodies.ts';
import { type KerfFrame, kerfFrames } from '#harness/kerf-frames.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

/** The seed of the stages' spec in Node. */
const SEED = 1570;
const METHODS = ['scanlines', 'image'] as const;

const chromium = await openChromium();
afterAll(() => chromium.close());
// One page for all tests, whose GPU detectors run one after the other: they share a device, and its kernels.
const page = await chromium.page();

type Question = Omit<DetectorOptions, 'device'>;

/** The answers of Node's CPU after each frame. */
async function inNode(options: Question, frames: readonly KerfFrame[]): Promise<PageAnswer[]> {
  const detector = await createDetector({ ...options, backend: 'cpu' });
  return frames.flatMap(({ edits, poses }) => {
    for (const edit of edits) detector.editBone(edit);
    return poses.map((pose) => answerOf(detector.detectSync(pose)));
  });
}

async function inPage(options: Question, frames: readonly KerfFrame[]): Promise<PageAnswer[]> {
  expect(await page.createDetector(options)).toMatchObject({ backend: options.backend });
  const said: PageAnswer[] = [];
  for (const { edits, poses } of frames) {
    for (const edit of edits) await page.editBone(edit);
    if (poses.length > 0) said.push(...(await page.answers(poses.flatMap((pose) => [...pose]))));
  }
  return said;
}

/** @param where printed if they differ. @returns the states. */
async function expectSame(options: Question, frames: readonly KerfFrame[], where: object): Promise<string[]> {
  const expected = await inNode(options, frames);
  const states = expected.map(({ state }) => state);
  const [byScanlines, byImage] = [
    await inPage({ ...options, candidates: METHODS[0] }, frames),
    await inPage({ ...options, candidates: METHODS[1] }, frames),
  ];
  expect({ where, said: byImage }).toEqual({ where, said: byScanlines });
  expect({ where, states: byImage.map(({ state }) => state) }).toEqual({ where, states });
  if (options.backend === 'cpu') expect({ where, said: byImage }).toEqual({ where, said: expected });
  expect(page.said).toEqual([]);
  return states;
}

const once = (pose: Float64Array): KerfFrame[] => [{ edits: [], poses: [pose] }];
/** Prints how many answers were compared, by state. */
function counts(backend: string, of: string, states: readonly string[]): void {
  const seen: Record<string, number> = {};
  for (const state of states) seen[state] = (seen[state] ?? 0) + 1;
  console.log(`${backend}, ${of}: ${states.length} answers, ${JSON.stringify(seen)} (seed ${SEED})`);
}

describe.each(['webgpu', 'cpu'] as const)('an image in Chromium, on %s', (backend) => {
  test(`agrees with scanlines on random bodies, seed ${SEED}`, async () => {
    const states: string[] = [];
    for (const { name, bone, tool, pose, delta, h } of partOf(contactCases(mulberry32(SEED), STAGE_CASES), 13, 4)) {
      const options = { bone, tool, contactDistance: delta, resolution: h, backend };
      states.push(...(await expectSame(options, once(pose), { name })));
    }
    counts(backend, 'random bodies', states);
    expect(states.length).toBe(longRun(72, 6));
    expect(new Set(states).size).toBeGreaterThan(2);
    const intersecting = states.filter((state) => state === 'intersecting').length;
    expect(intersecting).toBeGreaterThan(states.length / 5);
  });

  test('agrees with scanlines on degenerate bodies', async () => {
    const states: string[] = [];
    for (const { name, bone, tool, pose, delta, state } of partOf(degenerateCases, 6, 5)) {
      const options = { bone, tool, contactDistance: delta, resolution: 1, backend };
      states.push(...(await expectSame(options, once(pose), { name })));
      expect([name, states.at(-1)]).toEqual([name, state]);
    }
    counts(backend, 'degenerate bodies', states);
    expect(new Set(states).size).toBe(4);
  });

  test(`agrees with scanlines along a cut of the bone, seed ${SEED}`, async () => {
    const { bone, tool, frames } = kerfFrames(mulberry32(SEED), (z) => [3 + (z % 2)], longRun(10, 30));
    const options = { bone, tool, contactDistance: 0.5, resolution: 1, backend };
    const states = await expectSame(options, frames, {});
    counts(backend, 'a cut', states);
    expect(states.length).toBe(longRun(18, 6));
    expect(states.filter((state) => state === 'intersecting').length).toBeGreaterThan(longRun(2, 1));
  });
});
