// A cut → what its caller gets: the edit at once, and what takes longer, and a servo does not need, when first read.

import type { CutEdit } from '#slots';
import type { BoneState } from './bone-state.ts';
import { boundOfCut } from './cut-bound.ts';
import { bridgesOf } from './lost-bridges.ts';
import { type LostFeatures, withLost } from './lost-features.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { type MeasuredCut, measureCut } from './swept-volume.ts';
import type { Window } from './window-box.ts';

export interface CutResult {
  readonly edit: CutEdit;
  /**
   * mm³: contains the volume of the intersection of the bone before the cut with what the tool swept. It is computed
   * when first read, at any later time; until then the result keeps what that needs of the earlier bone. Of an exact
   * slot it is known at once, and proved to first order in `bound` only (lib/surgery/slots/README.md).
   */
  readonly removedVolume: VolumeBounds;
  /**
   * mm³: how much less `mesh` encloses than before, up to rounding. Over all cuts this sums to what the bone has lost
   * since it was made. It differs from the swept volume by what the cells cannot show, within `removedVolume`; and
   * where the grid takes over from slots, by what it shows otherwise than they did.
   */
  readonly volumeLoss: number;
  /**
   * What of the exact bone the surface does not show since this cut, and may be farther from than `bound`: walls,
   * spikes and gaps thinner than a cell, where volumes prove it. Of the bone as its surface was before the cut: what an
   * earlier one left within `bound` of the surface, and did not show, is not seen. If the window grew, also what of the
   * given surface the wider grid does not show. It is computed with `removedVolume`.
   */
  readonly lost: LostFeatures;
  /**
   * mm: xyz of each place where bone thinner than a cell, within `bound` of the surface and not shown, still holds
   * together what the surface shows apart since this cut: there a piece that `pieces` returns is not free. A
   * bridge that this cut alone has left is found if it is half a cell thick; of those that several have made, some
   * are missed. They are computed when first read, or with `removedVolume`; a later cut may go through them.
   */
  readonly bridges: Float64Array;
  /**
   * mm: no point of the exact surface where this cut went is farther from `mesh`, as it was then, and no point of the
   * faces that it made is farther from the exact surface. Exact is the bone as its surface was before the cut, less all
   * that the tool swept. It is at most 1.6 cells for the benchmark's saw, and larger than `CuttableBone.bound` where a
   * wall that is `lost` is proved to be so far off. Where nothing less could be shown, as for a tool thinner than half
   * a cell that moves across its flat, and if the window grew, it is `CuttableBone.bound`, which does not hold for what
   * is `lost`. It is computed when first read, and takes forty times as long as the cut; until then the result keeps
   * what that needs of the earlier bone. In an exact slot it is known at once, and below 2^-8 mm: how far the slot
   * may be from what the tool swept; walls and gaps thinner than twice this may be lost, and are not in `lost`.
   */
  readonly bound: number;
  /**
   * What the bone is shown by since this cut: 'slot', the surface as given less exact slots, or 'grid'. See
   * `CuttableBoneOptions.exactSlots`.
   */
  readonly layer: 'slot' | 'grid';
  /** Why the grid has taken over from slots at this cut, as the end of a sentence about the cut; null if it has not. */
  readonly beyondSlots: string | null;
  /** How long the cut took, without what is computed when it is read. */
  readonly milliseconds: number;
}

/** What is known at once. */
interface KnownAtOnce extends Pick<CutResult, 'edit' | 'volumeLoss' | 'milliseconds'> {
  /** mm: of all cuts. */
  readonly bound: number;
  /** If the window grew: what the wider grid does not show of the surface as given, and the window before. */
  readonly taken: { readonly before: Window; readonly lost: LostFeatures } | null;
}

/** @param state the bone, since the cut. */
export function cutResult({ grid, history }: BoneState, cut: MeasuredCut, known: KnownAtOnce): CutResult {
  const { edit, volumeLoss, milliseconds, taken } = known;
  const bridges = whenRead(() => bridgesOf(grid, history, cut));
  const measures = whenRead(() => {
    // Then only the bound still needs the earlier bone.
    bridges();
    return measureCut(grid, history, cut);
  });
  const bound = whenRead(() => {
    // What a growth shows otherwise than the surface before it is in no search.
    const found = taken === null ? boundOfCut(grid, history, cut) : Number.POSITIVE_INFINITY;
    if (found <= known.bound) return found;
    const { walls, gaps, spikes } = measures().lost;
    return found < Infinity && walls + gaps + spikes > 0 ? found : known.bound;
  });
  return {
    edit,
    get removedVolume() {
      return measures().volume;
    },
    get lost() {
      const { lost } = measures();
      return taken === null ? lost : withLost(lost, taken.lost, taken.before);
    },
    get bridges() {
      return bridges();
    },
    get bound() {
      return bound();
    },
    volumeLoss,
    layer: 'grid',
    beyondSlots: null,
    milliseconds,
  };
}

/** Computes something once, and then keeps nothing of what that needs. */
function whenRead<T>(compute: () => T): () => T {
  let waiting: (() => T) | null = compute;
  let known: T;
  return () => {
    if (waiting !== null) known = waiting();
    waiting = null;
    return known;
  };
}
