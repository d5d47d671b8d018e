// A label ↔ its hash, which is published in its place for every fifth pose.
//
// It guards against tuning by accident, not against fraud: for a pose without pairs three guesses reveal the verdict,
// and whoever runs the oracle has every label.

import type { PoseLabel } from './benchmark-labels.ts';

/** SHA-256 of a text, in hex. */
export type Sha256 = (text: string) => string;

type HashedLabel = Pick<PoseLabel, 'state' | 'pairs'>;

export function isHidden(pose: number): boolean {
  return pose % 5 === 4;
}

/** @param salt differs from case to case, so that equal labels have different hashes. */
export function labelHash(salt: string, pose: number, { state, pairs }: HashedLabel, sha256: Sha256): string {
  return sha256(`${salt} ${JSON.stringify({ pose, state, pairs })}`);
}

/** The state behind a hash: the states without pairs are tried, else intersecting. */
export function hashedState(salt: string, pose: number, hash: string, sha256: Sha256): PoseLabel['state'] {
  for (const state of ['separated', 'enclosed'] as const)
    if (labelHash(salt, pose, { state, pairs: [] }, sha256) === hash) return state;
  return 'intersecting';
}
