// The rows of one side are those of both sides, filtered; state, pairs and segments do not depend on the requested
// sides.

import { expect } from '@jest/globals';
import type { ContactReport } from '#kerf';
import type { MakeDetector } from '#harness/backends.ts';
import { contactCases } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import type { Extent } from './extent.ts';

const SEED = 31;

/** The contacts of one body, each with its patch in place of the patch's number. */
function rowsOf({ contacts, patches }: ContactReport, side: 'bone' | 'tool') {
  return Array.from(contacts, ({ patch, ...contact }) => ({ ...contact, patch: patches[patch] })).filter(
    ({ body }) => body === side,
  );
}

export function sideTests(createDetector: MakeDetector, { effort, test }: Extent): void {
  test(`bone and tool equal both, filtered (seed ${SEED})`, async () => {
    const states = new Shares();
    for (const { bone, tool, pose, delta, h, name } of contactCases(mulberry32(SEED), {
      ...(effort < 1
        ? { plain: 5, orders: 0, motions: 0, scales: 0, far: 1 }
        : { plain: longRun(20, 4), orders: 1, motions: longRun(4, 2), scales: 1, far: 1 }),
    })) {
      const ask = async (sides?: 'bone' | 'tool' | 'both') => {
        const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h, sides });
        return detector.detect(pose);
      };
      const both = await ask('both');
      expect(rowsOf(await ask(), 'bone').length).toBe(rowsOf(both, 'bone').length);
      for (const side of ['bone', 'tool'] as const) {
        const one = await ask(side);
        const rows = rowsOf(one, side);
        expect({ name, rows }).toEqual({ name, rows: rowsOf(both, side) });
        expect(one.contacts.length).toBe(rows.length);
        expect(one.patches).toEqual(both.patches.filter(({ body }) => body === side));
        const { state, signed, intersectingFaces, intersectionSegments } = both;
        expect(one).toMatchObject({ state, signed, intersectingFaces, intersectionSegments });
        expect(one.stats.subTriangles).toBeLessThanOrEqual(both.stats.subTriangles);
        states.count(rows.length > 0 ? state : `${state} and no rows`);
      }
    }
    for (const state of ['near', 'intersecting', 'enclosed', 'separated and no rows'])
      expect(states.of(state)).toBeGreaterThan(0.05);
  });
}
