// The name of a candidate method as given → a known one.

import { described, OptionError } from '#core';
import type { CandidateMethod } from '#records';

const CANDIDATES: readonly CandidateMethod[] = ['scanlines', 'bvh', 'bvh-front', 'image'];

/** @throws OptionError BAD_CANDIDATES. */
export function checkCandidates(candidates: unknown = 'scanlines'): CandidateMethod {
  if (CANDIDATES.includes(candidates as CandidateMethod)) return candidates as CandidateMethod;
  throw new OptionError(
    'BAD_CANDIDATES',
    `candidates is ${described(candidates)}, expected one of ${CANDIDATES.join(', ')}; leave it out for scanlines.`,
  );
}
