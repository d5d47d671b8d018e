// A bone that is still being edited → the same bone with only its live faces: a thread builds it, edits made meanwhile
// are replayed on it, and one step puts it in the old one's place.
//
//   caller's thread   query  edit 1  query  edit 2   query │ hash  1  2 │ swap, map handed out │ query
//   a thread          ├──── live faces, their indexes ────┤
//
// A program loads this file when it first compacts a bone.

import {
  type AppliedEdit,
  type BoneBody,
  type BoneRenumbering,
  type BoneSnapshot,
  type CompactBone,
  CompactReplay,
  compactBone as compactHere,
  snapshotOf,
} from '#bodies';

/** ms of the caller's thread in one turn, unless an edit or a step of hashing takes longer. */
const TURN = 2;
/** Edits may arrive as fast as they are replayed on the new bone: after this many turns, all are replayed in one. */
const MOST_TURNS = 64;

export interface Compaction {
  readonly bone: BoneBody;
  /** Edits of the bone since the snapshot, oldest first; replayed edits are removed from the array. */
  readonly edits: AppliedEdit[];
  /** Has a thread compact the snapshot; null if there is no thread. It copies what it needs of the snapshot at once. */
  readonly byThread: (snapshot: BoneSnapshot) => Promise<CompactBone | null>;
  /** @throws if the compaction must not go on. */
  readonly checkAlive: () => void;
}

/**
 * @param swap is called with the compacted bone in a task of its own: no other promise is settled between the start of
 * that task and the swap, and code that awaits the map is the first to run after it.
 */
export async function compactEditedBone(
  { bone, edits, byThread, checkAlive }: Compaction,
  swap: (compact: BoneBody, renumbering: BoneRenumbering) => void,
): Promise<void> {
  const built = await byThread(snapshotOf(bone));
  checkAlive();
  if (built === null) edits.length = 0;
  const replay = new CompactReplay(bone, built ?? compactHere(snapshotOf(bone)));
  const hashing = replay.bone.topology.reserveInSteps(replay.bone.positions);
  let turns = 0;
  for (let isHashing = true; isHashing || edits.length > 0; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    checkAlive();
    const end = turns < MOST_TURNS ? performance.now() + TURN : Number.POSITIVE_INFINITY;
    while (isHashing && performance.now() < end) isHashing = !hashing.next().done;
    while (!isHashing && edits.length > 0 && performance.now() < end) replay.apply(edits.shift() as AppliedEdit);
  }
  swap(replay.bone, replay.renumbering());
}
