// A report → the SHA-256 of everything in it except its times.

import { createHash } from 'node:crypto';
import type { ContactReport } from '#kerf';
import { reportBytes } from '#validation/report-bytes.ts';

export { contactColumns } from '#validation/report-bytes.ts';

/** Every bit of every column, pair, segment and patch; −0 and 0 differ. */
export function reportHash(report: ContactReport): string {
  return createHash('sha256').update(reportBytes(report)).digest('hex');
}
