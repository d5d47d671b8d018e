// Active faces and a resolution → whether they may have more leaves than fit in memory, before the first is made.
//
// If the active faces were entirely in contact, each would have all leaves of its division: if that sum is small,
// nothing more is checked. Else the compiled subdivision counts them (../compiled/module/subdivide/count-leaves.ts).

import { OptionError } from '#core';
import { type FaceDivisions, TOO_FINE_NODE } from '#divisions';
import type { ActiveFaces, Surface } from '#records';
import { MOST_LEAVES } from './leaf-lattice.ts';

/** Whether there would be too many leaves if all of the faces were in contact. */
export function mayBeTooManyLeaves(active: ActiveFaces, divided: FaceDivisions, allowed = MOST_LEAVES): boolean {
  const { face } = active.rows.columns;
  let most = 0;
  for (let row = 0; row < active.rows.length; row++) {
    const node = divided.nodeOf(face[row]);
    most += divided.divisions.leaves[node];
  }
  return most > allowed;
}

/** @throws OptionError RESOLUTION_TOO_FINE: a face would be divided too finely. */
export function checkDivisions({ name }: Pick<Surface, 'name'>, active: ActiveFaces, divided: FaceDivisions): void {
  const { face } = active.rows.columns;
  for (let row = 0; row < active.rows.length; row++)
    if (divided.nodeOf(face[row]) === TOO_FINE_NODE) throw divided.tooFine(face[row], name);
}

/** @param count a lower bound on the number of leaves. */
export function tooManyLeaves(name: string, count: number, h: number, allowed = MOST_LEAVES): OptionError {
  // Twice h leaves a quarter of the leaves, or a few more along the border of the contact.
  const coarser = h * 2 ** Math.ceil(Math.log2((1.5 * count) / allowed) / 2);
  return new OptionError(
    'RESOLUTION_TOO_FINE',
    `Resolution ${h} mm makes at least ${count} sub-triangles of "${name}" at this pose, at most ${allowed} are ` +
      `held; use a resolution of ${Number(coarser.toPrecision(3))} mm or more, or a smaller contact distance.`,
  );
}
