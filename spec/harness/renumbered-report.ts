// A report and its bone's face numbers → the report as it would be if the faces had those numbers.

import type { ContactReport } from '#kerf';
import { contactColumns, reportHash } from './report-bytes.ts';

const BONE = 0;

/**
 * A hash of every bit of the report, bone faces under their new numbers, without the counts of its stats. Those differ,
 * as near misses by less than a quantum of the index are candidates and an edited bone keeps the index's grid.
 * @param numbers each bone face's new number; null if all keep their own.
 */
export function renumberedHash(report: ContactReport, numbers: readonly number[] | null): string {
  const renumber = (face: number) => (numbers === null ? face : numbers[face]);
  const { contacts, intersectingFaces, stats } = report;
  const { body } = contacts;
  const face = contacts.face.map((own, row) => (body[row] === BONE ? renumber(own) : own));
  const oppositeFace = contacts.oppositeFace.map((other, row) => (body[row] === BONE ? other : renumber(other)));
  const columns = Object.fromEntries(contactColumns.map((name) => [name, contacts[name]]));
  return reportHash({
    ...report,
    contacts: { ...columns, length: contacts.length, face, oppositeFace } as unknown as ContactReport['contacts'],
    intersectingFaces: intersectingFaces.map((one, i) => (i % 2 === 0 ? renumber(one) : one)),
    stats: { ...stats, candidatePairs: 0, subTriangles: 0, escalatedPairs: 0 },
  });
}
