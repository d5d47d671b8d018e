// A tool's feed and shank as given → usable ones, or the sentence that says why not.

import { checkNumbers, described, OptionError, RIGID_LIMIT, vectorLength } from '#core';
import type { TriangleMesh } from '#mesh';

/** A feed as given → three numbers of length 1; null if none is given. @throws OptionError BAD_FEED, WRONG_TYPE. */
export function unitFeed(feed: ArrayLike<number> | undefined): readonly number[] | null {
  if (feed === undefined) return null;
  checkNumbers(feed, 'feed', "pass three numbers of length 1 in the tool's frame, or leave it out");
  const given = Array.from(feed);
  const length = given.length === 3 ? vectorLength(given[0], given[1], given[2]) : Number.NaN;
  if (Math.abs(length - 1) <= RIGID_LIMIT) return given.map((part) => part / length);
  const has = given.length === 3 ? `has the length ${length}` : `has ${given.length} numbers`;
  throw new OptionError(
    'BAD_FEED',
    `feed ${has}, expected three numbers of length 1 in the tool's frame; divide the direction by its length.`,
  );
}

/** @throws OptionError BAD_SHANK. */
export function checkShank(shank: number | undefined, tool: TriangleMesh): void {
  const count = tool.positions.length / 3;
  if (shank === undefined || (Number.isInteger(shank) && shank >= 0 && shank < count && tool.faces.includes(shank)))
    return;
  throw new OptionError(
    'BAD_SHANK',
    `shank is ${described(shank)}, expected the number of a vertex from 0 to ${count - 1} that a face of the tool uses; leave it out for the vertex farthest from the bone.`,
  );
}
