// How much of the tables a backend or a candidate stage is tested with.

import { test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';

export interface Extent {
  /** The share of the CPU's random cases, since a software GPU takes a second a pose. */
  readonly effort: number;
  /** jest's test, or what defines only some of the tests. */
  readonly test: typeof test;
}

export const wholeTable = (effort: number): Extent => ({ effort, test });

/**
 * Every third test from `first` on, each row of a `test.each` counted as one; with KERF_LONG=1 all. Three backends or
 * stages that begin with 0, 1 and 2 have all tests between them.
 */
export function thirdOfTable(effort: number, first: 0 | 1 | 2): Extent {
  let count = 0;
  const isAsked = () => count++ % longRun(1, 3) === longRun(0, first);
  const some = (...given: Parameters<typeof test>) => {
    if (isAsked()) test(...given);
  };
  const each = (rows: readonly unknown[]) => {
    const asked = rows.filter(isAsked);
    return asked.length > 0 ? test.each(asked as never) : () => {};
  };
  return { effort, test: Object.assign(some, { each }) as unknown as typeof test };
}
