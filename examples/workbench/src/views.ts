// A pose of the tool → directions to look along, in the bone's frame.

import type { Triple } from './picture-wire.ts';

export interface Direction {
  /** From the eye. */
  readonly direction: Triple;
  readonly up: Triple;
}

/** From in front of a skull's face, slightly to its side and from above. */
export const WHOLE: Direction = { direction: [-0.72, 0.64, -0.27], up: [0, 0, 1] };

/** At a tool's lower end, from its broad side, from above and from beside it, so that one looks into its slot. */
export function closeUp(pose: Float64Array): Direction {
  const column = (k: number): Triple => [pose[4 * k], pose[4 * k + 1], pose[4 * k + 2]];
  const [across, up, side] = [column(0), column(1), column(2)];
  const along = (k: number) => -0.66 * side[k] - 0.58 * up[k] - 0.48 * across[k];
  return { direction: [along(0), along(1), along(2)], up };
}
