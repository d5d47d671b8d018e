// The cases of a test.each → some of them quick tests, the others deep ones.

import { inDeep } from './sets.ts';

/** @param quick the numbers of the cases that the quick set runs. @param define calls test.each with its cases. */
export function splitCases<T>(
  cases: readonly T[],
  quick: readonly number[],
  define: (cases: readonly T[]) => void,
): void {
  define(cases.filter((_, n) => quick.includes(n)));
  inDeep(() => define(cases.filter((_, n) => !quick.includes(n))));
}
