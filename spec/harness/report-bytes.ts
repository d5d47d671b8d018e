// A report → all that it says except how long it took, as one string that two equal reports share.

import { createHash } from 'node:crypto';
import type { ContactReport } from '../../lib/index.ts';

export const contactColumns = [
  ...(['body', 'face', 'level', 'path', 'corners', 'point', 'opposite', 'oppositeFace'] as const),
  ...(['normal', 'distance', 'low', 'high', 'patch'] as const),
];

/** Every bit of every column, pair, segment and patch; −0 and 0 differ. */
export function reportHash(report: ContactReport): string {
  const hash = createHash('sha256');
  const add = (values: Uint8Array | Uint32Array | Float64Array) => {
    hash.update(`${values.constructor.name} ${values.length};`);
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  };
  for (const name of contactColumns) add(report.contacts[name]);
  add(report.intersectingFaces);
  add(report.intersectionSegments);
  for (const { body, contactCount, area, centroid, normal, depth } of report.patches) {
    hash.update(body);
    add(Float64Array.of(contactCount, area, ...centroid, ...normal, depth));
  }
  const { milliseconds, ...counts } = report.stats;
  hash.update(JSON.stringify([report.state, report.signed, report.contacts.length, counts, Object.keys(milliseconds)]));
  return hash.digest('hex');
}
