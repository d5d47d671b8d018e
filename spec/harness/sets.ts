// The tests of a file that `npm test` leaves to `npm run test:deep`, or both to `npm run test:long`. A file with no
// quick test is listed in spec/sets.json instead. A run of named files has the deep ones as well.

import { specProcess } from './spec-process.ts';

/** @param define calls describe and test. */
export function inDeep(define: () => void): void {
  if (process.env.KERF_SET === 'quick') return;
  const before = specProcess.definesDeep;
  specProcess.definesDeep = true;
  try {
    define();
  } finally {
    specProcess.definesDeep = before;
  }
}

/** @param define calls describe and test. */
export function inLong(define: () => void): void {
  if (process.env.KERF_LONG === '1') inDeep(define);
}
