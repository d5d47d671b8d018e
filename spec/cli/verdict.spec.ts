import { expect, test } from '@jest/globals';
import type { PenetrationRecord, PoseRecord } from '#cli/pose-record.ts';
import { resultTable, verdict } from '#cli/result-table.ts';
import type { ContactState } from '#records';

const exact = (value: number) => ({ low: value, high: value });
const NONE: PenetrationRecord = {
  ...{ through: false, protrusion: exact(0), protrusionPoint: null, insertion: null, wallAhead: null },
};
/** Fed, with 5 mm of wall. */
const fed = (insertion: number): PenetrationRecord => ({
  through: insertion > 5,
  protrusion: exact(Math.max(0, insertion - 5)),
  protrusionPoint: null,
  insertion: exact(insertion),
  wallAhead: exact(Math.max(0, 5 - insertion)),
});

function record(pose: number, state: ContactState, distance?: number, signed = true, penetration = NONE): PoseRecord {
  return {
    pose,
    state,
    contacts: distance === undefined ? 0 : 3,
    insideDistance: signed ? Math.max(0, -(distance ?? 0)) : null,
    penetration: signed ? penetration : null,
    area: distance === undefined ? 0 : 1.5,
    deepest: distance === undefined ? null : { distance },
    patches: [],
    stats: { milliseconds: { total: 1 } },
  } as unknown as PoseRecord;
}

test.each<[string, PoseRecord[]]>([
  ['No contact: the tool is farther from the bone than the contact distance.', [record(0, 'separated')]],
  ['Near: the tool is 0.100 mm from the bone without touching it.', [record(0, 'near', 0.1)]],
  [
    'Contact: the tool cuts the bone over 1.50 mm²; inside, up to 0.250 mm from the nearest surface.',
    [record(0, 'intersecting', -0.25)],
  ],
  ['Contact: the tool cuts the bone over 1.50 mm².', [record(0, 'intersecting', 0, false)]],
  [
    'Enclosed: one body lies wholly inside the other; inside, up to 2.000 mm from the nearest surface.',
    [record(0, 'enclosed', -2)],
  ],
  ['No contact: the tool stays clear of the bone at all 2 poses.', [record(0, 'separated'), record(1, 'separated')]],
  [
    'Near at 1 of 2 poses, touching at none; closest 0.050 mm at pose 1.',
    [record(0, 'separated'), record(1, 'near', 0.05)],
  ],
  [
    'Contact at 2 of 3 poses (near at 1 more); inside, up to 3.000 mm from the nearest surface at pose 2.',
    [record(0, 'near', 0.1), record(1, 'intersecting', -1), record(2, 'enclosed', -3)],
  ],
  [
    'Contact at 3 of 3 poses; THROUGH the bone at 2, first at pose 1, protruding up to 3.50 mm at pose 2; ' +
      'insertion up to 8.50 mm at pose 2; inside, up to 2.000 mm from the nearest surface at pose 1.',
    [
      record(0, 'intersecting', -1, true, fed(4)),
      record(1, 'intersecting', -2, true, fed(6)),
      record(2, 'intersecting', -1.9, true, fed(8.5)),
    ],
  ],
  [
    'Contact at 2 of 2 poses; insertion up to 4.75 mm at pose 1; at least 0.25 mm of bone ahead at pose 1; ' +
      'inside, up to 2.000 mm from the nearest surface at pose 0.',
    [record(0, 'intersecting', -2, true, fed(4)), record(1, 'intersecting', -1.9, true, fed(4.75))],
  ],
  [
    'Contact: the tool cuts the bone over 1.50 mm²; it is THROUGH the bone, protruding up to 1.00 mm; ' +
      'insertion up to 6.00 mm; inside, up to 1.000 mm from the nearest surface.',
    [record(0, 'intersecting', -1, true, fed(6))],
  ],
  [
    'Contact at 2 of 2 poses; closest 0.000 mm at pose 0.',
    [record(0, 'intersecting', 0, false), record(1, 'intersecting', 0, false)],
  ],
])('%s', (sentence, records) => {
  expect(verdict(records)).toBe(sentence);
});

test('a table with open meshes says what "open" means', () => {
  expect(resultTable([record(0, 'intersecting', 0, false)])).toContain('"open": a mesh');
  expect(resultTable([record(0, 'intersecting', -1)])).not.toContain('open');
});

test('a table of fed solids shows insertion, the wall ahead and a mark where the tool is through', () => {
  const shown = resultTable([
    record(0, 'near', 0.1, true, { ...fed(0), wallAhead: null }),
    record(1, 'intersecting', -1, true, fed(6)),
  ]);
  for (const head of ['insertion mm', 'wall ahead mm', 'through, mm out', 'inside mm']) expect(shown).toContain(head);
  expect(shown.match(/THROUGH/g)).toHaveLength(1);
  expect(shown).toMatch(/│ +1 │ intersecting │ +6\.00 │ +0\.00 │ +THROUGH 1\.00 │ +1\.000 │/);
  expect(shown).toContain('at most half of a wall');
  const plain = resultTable([record(0, 'intersecting', -1)]);
  for (const head of ['insertion mm', 'wall ahead mm']) expect(plain).not.toContain(head);
});
