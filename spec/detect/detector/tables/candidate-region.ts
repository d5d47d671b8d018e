// Stage 1's region comes from the CPU's index on every backend, before and after a cut, and reading it changes no
// report.

import { expect } from '@jest/globals';
import { sphere } from '#datasets';
import { createDetector as createAny } from '#kerf';
import type { MakeDetector } from '#harness/backends.ts';
import { translation } from '#harness/contact-cases.ts';
import { reportHash } from '#harness/report-bytes.ts';
import type { Extent } from './extent.ts';

const options = {
  bone: sphere({ radius: 10, subdivisions: 2 }),
  tool: sphere({ radius: 3, subdivisions: 1 }),
  contactDistance: 0.5,
  resolution: 2,
};
const pose = translation(0.5, 11, 0.25);

export function candidateRegionTests(createDetector: MakeDetector, { test }: Extent): void {
  test('is the CPU’s, before and after a cut, and reports are as before', async () => {
    const [detector, onCpu] = [await createDetector(options), await createAny({ ...options, backend: 'cpu' })];
    const before = reportHash(await detector.detect(pose));
    const region = onCpu.candidateRegion(pose);
    expect(region.pairs.length).toBeGreaterThan(20);
    expect(detector.candidateRegion(pose)).toEqual(region);
    expect(reportHash(await detector.detect(pose))).toBe(before);
    for (const each of [detector, onCpu]) each.editBone({ remove: [region.boneFaces[1]] });
    const cut = onCpu.candidateRegion(pose);
    expect(detector.candidateRegion(pose)).toEqual(cut);
    expect([...cut.boneFaces]).toEqual([...region.boneFaces].filter((_, i) => i !== 1));
    for (const each of [detector, onCpu]) each.dispose();
  });
}
