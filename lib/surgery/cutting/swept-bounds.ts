// A cell and the faces that reach it during a motion → bounds on how much of its bone the tool sweeps: points 3 and 4
// of removed-volume.ts.

import { type CellVolume, slackOf } from './cell-volume.ts';
import type { MetCells } from './met-cells.ts';
import type { VolumeBounds } from './removed-volume.ts';
import type { SweptChain } from './swept-chain.ts';

/** A cell that the moving faces reach. */
export interface ReachedCell {
  readonly met: MetCells;
  readonly row: number;
  /** Its lowest corner. */
  readonly place: ArrayLike<number>;
  /** In cells. */
  readonly bone: number;
  readonly isFull: boolean;
}

/** From what the tool holds at a stop. @param error what the bone swept may be more than that. */
export function boundsAtStop(
  { met, row, bone, isFull }: ReachedCell,
  volumes: CellVolume,
  stop: number,
  error: number,
): VolumeBounds {
  const slack = slackOf(met.area(row));
  const here = volumes.at(met, row, stop, isFull);
  if (Number.isNaN(here)) return { low: 0, high: bone };
  return { low: here - slack, high: here + slack + error };
}

/** From the chain of what is swept. @param low, high the known bounds, within 0 and all of the bone. */
export function boundsOfChain(
  { met, row, place, bone, isFull }: ReachedCell,
  volumes: CellVolume,
  chain: SweptChain,
  low: number,
  high: number,
): VolumeBounds {
  const slack = slackOf(met.area(row));
  const list = met.facesOf(row);
  chain.set(met, row, list.values.subarray(0, list.length), place[0], place[1], place[2]);
  const part = volumes.measure(isFull, chain.triangles);
  const off = chain.error + slack;
  const least = Math.ceil((low - off - part) / bone);
  // The chain counts twice what is swept twice.
  const most = Math.floor((high + chain.twice + off - part) / bone);
  const winding = least === most ? least : chain.winding + volumes.isCornerIn(met, row, 0);
  if (Number.isNaN(winding)) return { low: 0, high: bone };
  const all = part + winding * bone;
  return { low: all - off - chain.twice, high: all + off };
}
