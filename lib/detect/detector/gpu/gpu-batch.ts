// The data read back from one submit → the answers of its poses.

import {
  LEAF_RESULT,
  PAIR,
  POSE_COUNTS,
  partOf,
  RESULT_STATE,
  ROW_STATE,
  SUB_TRIANGLE_ROW,
  wordOffsets,
  wordsOf,
} from '#records';
import type { PoseAnswer } from './pose-answer.ts';

const PAIR_AT = wordOffsets(PAIR);
const RESULT_AT = wordOffsets(LEAF_RESULT);
const ROW_AT = wordOffsets(SUB_TRIANGLE_ROW);
const COUNTS_AT = wordOffsets(POSE_COUNTS);

/** Records of all poses, in their order; `hits` in any. */
interface BatchWords {
  readonly hits: Uint32Array;
  readonly contacts: Uint32Array;
  readonly undecidedRows: Uint32Array;
  readonly undecidedNear: Uint32Array;
  /** Candidate pairs and leaves of each pose. */
  readonly poseCounts: Uint32Array;
}

/** @param width the grid's, mm. @param milliseconds for all poses together: each gets its share. */
export function cutBatch(
  { hits, contacts, undecidedRows, undecidedNear, poseCounts }: BatchWords,
  poseCount: number,
  width: number,
  milliseconds: Readonly<Record<string, number>>,
): PoseAnswer[] {
  const shares = Object.fromEntries(Object.entries(milliseconds).map(([stage, time]) => [stage, time / poseCount]));
  const hitsOf = byPose(hits, poseCount);
  const contactsOf = cutter(contacts, wordsOf(LEAF_RESULT), (at) =>
    partOf(contacts[at + RESULT_AT.state], RESULT_STATE.pose),
  );
  const undecidedOf = cutter(undecidedRows, wordsOf(SUB_TRIANGLE_ROW), (at) =>
    partOf(undecidedRows[at + ROW_AT.state], ROW_STATE.pose),
  );
  return Array.from({ length: poseCount }, (_, pose) => {
    return {
      width,
      pairs: hitsOf(pose),
      contacts: contactsOf(pose),
      undecided: undecidedOf(pose),
      near: undecidedNear,
      candidatePairs: poseCounts[wordsOf(POSE_COUNTS) * pose + COUNTS_AT.candidatePairs],
      subTriangles: poseCounts[wordsOf(POSE_COUNTS) * pose + COUNTS_AT.subTriangles],
      milliseconds: shares,
    };
  });
}

/** Returns a function that cuts out one pose's PAIR records, which come in any order: a counting sort. */
function byPose(pairs: Uint32Array, poseCount: number): (pose: number) => Uint32Array {
  const width = wordsOf(PAIR);
  const ends = new Uint32Array(poseCount + 1);
  for (let at = 0; at < pairs.length; at += width) ends[pairs[at + PAIR_AT.pose] + 1] += width;
  for (let pose = 0; pose < poseCount; pose++) ends[pose + 1] += ends[pose];
  const sorted = new Uint32Array(pairs.length);
  for (let at = 0; at < pairs.length; at += width) {
    const pose = pairs[at + PAIR_AT.pose];
    sorted.set(pairs.subarray(at, at + width), ends[pose]);
    ends[pose] += width;
  }
  return (pose) => sorted.subarray(pose === 0 ? 0 : ends[pose - 1], ends[pose]);
}

/** An answer for a pose that puts the tool too far from the bone for any contact. */
export function emptyAnswer(width: number): PoseAnswer {
  const none = new Uint32Array(0);
  return {
    width,
    pairs: none,
    contacts: none,
    undecided: none,
    near: none,
    candidatePairs: 0,
    subTriangles: 0,
    milliseconds: NO_TIME,
  };
}

/** The stages that an answer has times for. */
const NO_TIME = { regions: 0, subdivide: 0, distance: 0, transfer: 0 } as const;

/**
 * Returns a function that cuts out one pose's records: to be called with ascending poses.
 * @param poseAt the pose of the record that begins at a word.
 */
function cutter(words: Uint32Array, width: number, poseAt: (at: number) => number): (pose: number) => Uint32Array {
  let end = 0;
  return (pose) => {
    const begin = end;
    while (end < words.length && poseAt(end) === pose) end += width;
    return words.subarray(begin, end);
  };
}
