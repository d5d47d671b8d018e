// The name of a way to find candidate pairs as given → one that there is.

import { described, OptionError } from '../core/index.ts';
import type { ServedMethod } from '../records/index.ts';

const CANDIDATES: readonly ServedMethod[] = ['scanlines', 'bvh', 'bvh-front'];

/** @throws OptionError BAD_CANDIDATES. */
export function checkCandidates(candidates: unknown = 'scanlines'): ServedMethod {
  if (CANDIDATES.includes(candidates as ServedMethod)) return candidates as ServedMethod;
  throw new OptionError(
    'BAD_CANDIDATES',
    `candidates is ${described(candidates)}, expected one of ${CANDIDATES.join(', ')}; leave it out for scanlines.`,
  );
}
