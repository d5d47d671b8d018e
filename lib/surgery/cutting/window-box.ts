// A window, a surface's box and a cell → the lattice around the window, and the window's place in it.

import { checkOptionNames, checkRecord, described, OptionError, type OptionNames } from '#core';
import type { Bounds } from '#mesh';
import type { LatticeBox } from './join-outer.ts';
import { type Lattice, latticeAround } from './lattice.ts';

/** mm: corners of a box. */
export interface Window {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

const CORNERS: OptionNames<Window> = { min: true, max: true };

/**
 * Cells of the lattice beyond each side of the window. A tool that sweeps bone there is noticed: what it sweeps is no
 * farther than `bound` from vertices that it removes (cuttable-bone.ts).
 */
const BEYOND = 5;

/** @param wider cells by which each side is moved outward. */
export function windowBox(
  { min, max }: Window,
  bounds: Bounds,
  cell: number,
  wider: number,
  name: string,
): { lattice: Lattice; box: LatticeBox } {
  // Beyond the bone there is nothing to cut.
  const [lowest, highest] = [bounds.min.map((x) => x - cell), bounds.max.map((x) => x + cell)];
  const low = min.map((x, k) => Math.max(lowest[k], x - wider * cell));
  const high = max.map((x, k) => Math.min(highest[k], x + wider * cell));
  const margin = BEYOND * cell;
  const lattice = latticeAround(
    low.map((x) => x - margin),
    high.map((x) => x + margin),
    cell,
    name,
  );
  const place = (x: number, k: number, round: (x: number) => number) => round(x / lattice.cell) - lattice.first[k];
  return {
    lattice,
    box: { low: low.map((x, k) => place(x, k, Math.floor)), high: high.map((x, k) => place(x, k, Math.ceil)) },
  };
}

/** @throws OptionError BAD_OPTION, WRONG_TYPE. */
export function checkedWindow(window: unknown, bounds: Bounds): Window {
  checkRecord(window, 'window', 'a box', 'pass its corners min and max', OptionError);
  checkOptionNames(window as object as Window, CORNERS, 'createCuttableBone', 'window');
  const { min, max } = window as { readonly min?: ArrayLike<unknown>; readonly max?: ArrayLike<unknown> };
  const corners = { min: [0, 0, 0], max: [0, 0, 0] };
  for (let k = 0; k < 3; k++) {
    const [low, high] = [min?.[k], max?.[k]];
    const isWhole = min?.length === 3 && max?.length === 3;
    if (!(isWhole && typeof low === 'number' && typeof high === 'number' && low < high && high - low < Infinity))
      throw new OptionError(
        'BAD_OPTION',
        `window's min[${k}] is ${described(low)} and its max[${k}] is ${described(high)}, expected three numbers each, mm, that increase; pass the corners min and max.`,
      );
    if (!(high > bounds.min[k] && low < bounds.max[k]))
      throw new OptionError(
        'BAD_OPTION',
        `window goes from ${low} to ${high} mm along ${'xyz'[k]}, the surface from ${bounds.min[k]} to ${bounds.max[k]}; place the window where the surface will be cut.`,
      );
    corners.min[k] = low;
    corners.max[k] = high;
  }
  return corners;
}
