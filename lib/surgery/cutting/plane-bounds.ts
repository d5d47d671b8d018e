// The faces that reach a cell during a motion, and a direction → bounds on how much of its bone the tool sweeps.
//
//          ┌─────────┐        Two planes across the direction n lie around all places that the faces reach while they
//          │  above  │ ▲ n    are in the cell. No face ever is in the bone above the upper plane: the tool holds all of
//     ─────┼─────────┼─ most  it at all times, or none at any time; likewise below the lower one. What the tool holds
//     ─────┼─────────┼─ least at one stop decides: less than all above means that it never holds any of that, and more
//          │  below  │        than all that is not below means that it always holds what is below.
//          └─────────┘
//
// Faces that slide along themselves, as those of a round tool about its axis, sweep hardly anything, but pass the same
// points again and again; these bounds do not count them.

import { GrowingArray } from '#core';
import { type CellVolume, slackOf, TOLD } from './cell-volume.ts';
import { MOST_AREA } from './met-cells.ts';
import type { VolumeBounds } from './removed-volume.ts';
import type { ReachedCell } from './swept-bounds.ts';

/** Cells: half the size of a triangle that reaches beyond the cell on all sides. */
const WIDE = 16;

/**
 * @param stops, faces as in `met`, for which one stop's faces are at most `met.wider` off between two stops.
 * @param held bounds of what the tool holds at one stop. @param n unit.
 */
export function boundsByPlane(
  cell: ReachedCell,
  volumes: CellVolume,
  stops: readonly Float64Array[],
  faces: Uint32Array,
  held: VolumeBounds,
  n: ArrayLike<number>,
): VolumeBounds {
  const { met, row, place, bone } = cell;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  met.eachWay(row, (face, _place, stop) => {
    for (const P of [stops[stop], stops[stop + 1]])
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const a = 3 * faces[corner];
        const along = n[0] * (P[a] - place[0]) + n[1] * (P[a + 1] - place[1]) + n[2] * (P[a + 2] - place[2]);
        least = Math.min(least, along);
        most = Math.max(most, along);
      }
  });
  const slack = slackOf(MOST_AREA);
  const notAbove = behind(cell, volumes, n, most + met.wider) + slack;
  const below = behind(cell, volumes, n, least - met.wider) - slack;
  return {
    low: held.low > bone - below ? below : 0,
    high: held.high < bone - notAbove ? notAbove : bone,
  };
}

/** How much of the bone is behind a plane; NaN where rounding may decide whether the cell's lowest corner is. */
function behind({ isFull, bone }: ReachedCell, volumes: CellVolume, n: ArrayLike<number>, offset: number): number {
  const k = Math.abs(n[0]) < 0.6 ? 0 : 1;
  const u = [0, 1, 2].map((axis) => (axis === k ? 1 : 0) - n[k] * n[axis]);
  const size = WIDE / Math.hypot(u[0], u[1], u[2]);
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const triangle = new GrowingArray(new Float64Array(9));
  for (const [a, b] of [
    [size, 0],
    [-size, size],
    [-size, -size],
  ])
    for (let axis = 0; axis < 3; axis++) triangle.push(offset * n[axis] + a * u[axis] + b * v[axis]);
  const at = volumes.measure(isFull, triangle);
  if (Math.abs(at) <= TOLD && Math.abs(offset) <= TOLD) return Number.NaN;
  return at + (at < -TOLD || (at <= TOLD && offset > 0) ? bone : 0);
}
