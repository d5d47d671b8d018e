// A report → all its content except its times, as bytes that are equal for equal reports.

import type { ContactReport } from '#records';

/** Every column of a contact table. */
export const contactColumns = [
  ...(['body', 'face', 'level', 'path', 'corners', 'point', 'opposite', 'oppositeFace'] as const),
  ...(['normal', 'distance', 'low', 'high', 'patch'] as const),
];

/** Every bit of every column, pair, segment and patch, and of the penetration; −0 and 0 differ. */
export function reportBytes(report: ContactReport): Uint8Array {
  const text = new TextEncoder();
  const parts: Uint8Array[] = [];
  const add = (values: Uint8Array | Uint32Array | Float64Array) => {
    parts.push(text.encode(`${values.constructor.name} ${values.length};`));
    parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  };
  for (const name of contactColumns) add(report.contacts[name]);
  add(report.intersectingFaces);
  add(report.intersectionSegments);
  for (const { body, contactCount, area, centroid, normal, depth } of report.patches) {
    parts.push(text.encode(body));
    add(Float64Array.of(contactCount, area, ...centroid, ...normal, depth));
  }
  if (report.penetration !== null) {
    const { through, protrusion, protrusionPoint, insertion, wallAhead } = report.penetration;
    const ends = [protrusion, insertion, wallAhead].flatMap((found) => (found === null ? [] : [found.low, found.high]));
    add(Float64Array.of(through ? 1 : 0, ...ends, ...protrusionPoint));
  }
  const { milliseconds, ...counts } = report.stats;
  const rest = [report.state, report.signed, report.contacts.length, counts, Object.keys(milliseconds)];
  parts.push(text.encode(JSON.stringify(rest)));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
