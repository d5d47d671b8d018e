import { expect, test } from '@jest/globals';
import type { PoseRecord } from '../../lib/cli/pose-record.ts';
import { resultTable } from '../../lib/cli/result-table.ts';
import { verdict } from '../../lib/cli/verdict.ts';
import type { ContactState } from '../../lib/records/index.ts';

function record(pose: number, state: ContactState, distance?: number, signed = true): PoseRecord {
  return {
    pose,
    state,
    contacts: distance === undefined ? 0 : 3,
    depth: signed ? Math.max(0, -(distance ?? 0)) : null,
    area: distance === undefined ? 0 : 1.5,
    deepest: distance === undefined ? null : { distance },
    patches: [],
    stats: { milliseconds: { total: 1 } },
  } as unknown as PoseRecord;
}

test.each<[string, PoseRecord[]]>([
  ['No contact: the tool is farther from the bone than the contact distance.', [record(0, 'separated')]],
  ['Near: the tool is 0.100 mm from the bone without touching it.', [record(0, 'near', 0.1)]],
  ['Contact: the tool cuts the bone over 1.50 mm², 0.250 mm deep.', [record(0, 'intersecting', -0.25)]],
  ['Contact: the tool cuts the bone over 1.50 mm².', [record(0, 'intersecting', 0, false)]],
  ['Enclosed: one body lies wholly inside the other, 2.000 mm deep.', [record(0, 'enclosed', -2)]],
  ['No contact: the tool stays clear of the bone at all 2 poses.', [record(0, 'separated'), record(1, 'separated')]],
  [
    'Near at 1 of 2 poses, touching at none; closest 0.050 mm at pose 1.',
    [record(0, 'separated'), record(1, 'near', 0.05)],
  ],
  [
    'Contact at 2 of 3 poses (near at 1 more); deepest 3.000 mm at pose 2.',
    [record(0, 'near', 0.1), record(1, 'intersecting', -1), record(2, 'enclosed', -3)],
  ],
  [
    'Contact at 2 of 2 poses; closest 0.000 mm at pose 0.',
    [record(0, 'intersecting', 0, false), record(1, 'intersecting', 0, false)],
  ],
])('%s', (sentence, records) => {
  expect(verdict(records)).toBe(sentence);
});

test('a table with open meshes says what "open" means', () => {
  expect(resultTable([record(0, 'intersecting', 0, false)])).toContain('Depth "open"');
  expect(resultTable([record(0, 'intersecting', -1)])).not.toContain('open');
});
