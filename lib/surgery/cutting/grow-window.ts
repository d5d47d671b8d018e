// A bone in a window, and a wider window → the same bone in that window.
//
// The wider grid is marked by the surface as given, as when a bone is made. Then what cuts have changed is carried
// over: they reach no side of the old window, so that is all strictly within it.

import type { GivenBody } from '#inset';
import { BoneState } from './bone-state.ts';
import type { CutGrid } from './cut-grid.ts';
import { markedWindow } from './marked-window.ts';
import { PARTS } from './lattice.ts';
import { UNKNOWN } from './unit-code.ts';
import type { Window } from './window-box.ts';

/** @throws MeshError CUT_MEETS_ITSELF, EMPTY_MESH; OptionError CELL_TOO_SMALL. */
export function grownState({ grid }: BoneState, given: GivenBody, window: Window): BoneState {
  const carry = (next: CutGrid) => carryOver(grid, next);
  const { grid: wider, thinWalls, lost } = markedWindow(given.mesh, window, grid.lattice.cell, () => {}, carry);
  return new BoneState(wider, thinWalls, lost, given);
}

/** Copies signs and crossings from within a grid's window to a grid whose lattice holds that window. */
function carryOver(from: CutGrid, to: CutGrid): void {
  const { outer } = from;
  if (outer === null) return;
  const { low, high } = outer;
  const shift = from.lattice.first.map((x, k) => x - to.lattice.first[k]);
  const [x, y, z] = from.lattice.parts;
  const [nextX, nextY, nextZ] = to.lattice.parts;
  for (let k = low[2] + 1; k < high[2]; k++)
    for (let j = low[1] + 1; j < high[1]; j++)
      for (let i = low[0] + 1; i < high[0]; i++) {
        const next = nextX[i + shift[0]] + nextY[j + shift[1]] + nextZ[k + shift[2]];
        if (from.isInside(x[i] + y[j] + z[k]) !== to.isInside(next)) to.flip(next);
      }
  const place = new Int32Array(3);
  /** Calls back for the edges with an end within the window: key and axis, and the edge's row. */
  const eachWithin = (
    grid: CutGrid,
    offset: readonly number[],
    visit: (key: number, axis: number, row: number) => void,
  ) => {
    const keys = grid.edges.keys().slice();
    for (let row = 0; row < keys.length; row++) {
      const axis = keys[row] % 3;
      const key = (keys[row] - axis) / 3;
      grid.lattice.place(key, place);
      const isWithin = (end: number) =>
        place.every((at, k) => {
          const own = at - offset[k] + (k === axis ? end : 0);
          return own > low[k] && own < high[k];
        });
      if (isWithin(0) || isWithin(1)) visit(key, axis, row);
    }
  };
  eachWithin(to, shift, (key, axis, row) => {
    if (to.isInside(key) === to.isInside(to.lattice.above(key, axis))) to.setCrossing(row, 0, UNKNOWN);
  });
  eachWithin(from, [0, 0, 0], (key, axis, row) => {
    const next = nextX[place[0] + shift[0]] + nextY[place[1] + shift[1]] + nextZ[place[2] + shift[2]];
    const isLowInside = to.isInside(next);
    if (isLowInside === to.isInside(to.lattice.above(next, axis))) return;
    const own = to.edgeRow(3 * next + axis);
    if (from.crossing[row] !== 0 && from.isInside(key) === isLowInside)
      to.setCrossing(own, from.crossing[row], from.normal[row]);
    // A vertex on the old window's low side may have counted as on its other side.
    else if (to.crossing[own] === 0) to.setCrossing(own, isLowInside ? 1 : PARTS - 1, UNKNOWN);
  });
}
