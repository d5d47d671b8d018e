// A disposed detector → every method refuses with a named error.

import { expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type Detector, KerfError } from '#kerf';
import type { MakeDetector } from '#harness/backends.ts';
import { identityPose } from '#harness/contact-cases.ts';
import { answers, isRefused, isRejected } from '#harness/detector-refusals.ts';
import type { Extent } from './extent.ts';

const options = {
  bone: box({ size: 10 }),
  tool: sphere({ radius: 2, subdivisions: 1 }),
  contactDistance: 0.5,
  resolution: 1,
};
const refusal = { Class: KerfError, code: 'DISPOSED', names: ['disposed', 'createDetector'] };

/** Only scanlines have a candidate region. */
const candidateRegion = 'candidateRegion';
const now: readonly (readonly [string, (detector: Detector) => unknown])[] = [
  ['detectSync', (detector) => detector.detectSync(identityPose)],
  ['intersectingFaces', (detector) => detector.intersectingFaces(identityPose)],
  ['minimumDistance', (detector) => detector.minimumDistance(identityPose)],
  [
    'minimumDistanceInto',
    (detector) =>
      detector.minimumDistanceInto(identityPose, {
        distance: 0,
        bonePoint: new Float64Array(3),
        toolPoint: new Float64Array(3),
        boneFace: 0,
        toolFace: 0,
      }),
  ],
  [candidateRegion, (detector) => detector.candidateRegion(identityPose)],
  ['editBone', (detector) => detector.editBone({ remove: [0] })],
];
const later: readonly (readonly [string, (detector: Detector) => Promise<unknown>])[] = [
  ['detect', (detector) => detector.detect(identityPose)],
  ['detectMany', (detector) => first(detector, identityPose)],
  ['compactBone', (detector) => detector.compactBone()],
  ['detectMany of no poses', (detector) => first(detector, [])],
];
async function first(detector: Detector, poses: ArrayLike<number>): Promise<unknown> {
  for await (const report of detector.detectMany(poses)) return report;
  return null;
}

export function disposeTests(createDetector: MakeDetector, { test }: Extent): void {
  test.each(now)('%s throws', async (name, call) => {
    const detector = await createDetector(name === candidateRegion ? { ...options, candidates: 'scanlines' } : options);
    expect(() => call(detector)).not.toThrow();
    detector.dispose();
    isRefused(() => call(detector), refusal);
  });

  test.each(later)('%s rejects', async (_, call) => {
    const detector = await createDetector(options);
    await call(detector);
    detector.dispose();
    await isRejected(() => call(detector), refusal);
  });

  test('between two reports of a path: the next one is refused', async () => {
    const detector = await createDetector(options);
    const reading = async () => {
      for await (const { state } of detector.detectMany([...identityPose, ...identityPose])) {
        expect(state).toBe('enclosed');
        detector.dispose();
      }
    };
    await isRejected(reading, refusal);
  });

  test('twice is no error, and other detectors of the same meshes go on', async () => {
    const [one, other] = [await createDetector(options), await createDetector(options)];
    const report = await one.detect(identityPose);
    const before = answers(other, identityPose);
    one.dispose();
    one.dispose();
    expect(answers(other, identityPose)).toBe(before);
    expect(report.contacts.at(0).distance).toBeLessThan(0);
  });
}
