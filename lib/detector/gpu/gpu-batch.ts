// What one submit read back → the answers of its poses.

import { LEAF_RESULT, PAIR, SUB_TRIANGLE_ROW, type WordSchema, wordOffsets, wordsOf } from '../../records/index.ts';
import type { PoseAnswer } from './gpu-report.ts';

/** A row's pose, below its level. */
const POSE_BITS = 0xffff;

/** Records of all poses, in their order. */
interface BatchWords {
  readonly hits: Uint32Array;
  readonly contacts: Uint32Array;
  readonly openRows: Uint32Array;
  readonly openNear: Uint32Array;
  /** Candidate pairs and leaves of each pose. */
  readonly poseCounts: Uint32Array;
}

/** @param span mm. @param milliseconds of all poses together: each is given its share. */
export function cutBatch(
  { hits, contacts, openRows, openNear, poseCounts }: BatchWords,
  poseCount: number,
  span: number,
  milliseconds: Readonly<Record<string, number>>,
): PoseAnswer[] {
  const shares = Object.fromEntries(Object.entries(milliseconds).map(([stage, time]) => [stage, time / poseCount]));
  const hitsOf = cutter(hits, PAIR, 'pose');
  const contactsOf = cutter(contacts, LEAF_RESULT, 'state');
  const openOf = cutter(openRows, SUB_TRIANGLE_ROW, 'state');
  return Array.from({ length: poseCount }, (_, pose) => {
    const own = contactsOf(pose);
    return {
      span,
      pairs: hitsOf(pose),
      contacts: own,
      contactFloats: new Float32Array(own.buffer, own.byteOffset, own.length),
      undecided: openOf(pose),
      near: openNear,
      candidatePairs: poseCounts[2 * pose],
      subTriangles: poseCounts[2 * pose + 1],
      milliseconds: shares,
    };
  });
}

/** An answer for a pose that puts the tool out of everything's reach. */
export function emptyAnswer(span: number): PoseAnswer {
  const none = new Uint32Array(0);
  return {
    span,
    pairs: none,
    contacts: none,
    contactFloats: new Float32Array(0),
    undecided: none,
    near: none,
    candidatePairs: 0,
    subTriangles: 0,
    milliseconds: NO_TIME,
  };
}

/** What stages an answer tells the time of. */
const NO_TIME = { regions: 0, subdivide: 0, distance: 0, transfer: 0 } as const;

/** Hands out the records of one pose after the other: to be called with ascending poses. */
function cutter<S extends WordSchema>(
  words: Uint32Array,
  schema: S,
  field: keyof S & string,
): (pose: number) => Uint32Array {
  const width = wordsOf(schema);
  const at = wordOffsets(schema)[field];
  let end = 0;
  return (pose) => {
    const begin = end;
    while (end < words.length && (words[end + at] & POSE_BITS) === pose) end += width;
    return words.subarray(begin, end);
  };
}
