// The judgements of all poses → what a reviewer can quote.

import type { ContactState } from '#records';
import type { Tally, WorstContact } from './judgement.ts';

/** held: no guarantee is broken, and no case is undecided. */
export type Verdict = 'held' | 'broken' | 'undecided';

/**
 * Mean and quantiles; all are 0 if there are no values. A quantile is the least value with at least its share of the
 * values at or below it, as "95 % within" says: an observed value (R's type 1, NumPy's inverted_cdf). The interpolated
 * one of mathjs, R and NumPy by default lies between it and the value observed before or after it.
 */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export interface ValidationSummary {
  readonly verdict: Verdict;
  /** One sentence with the figures. */
  readonly sentence: string;
  readonly poses: number;
  /** How many poses have each state, by the oracle. */
  readonly states: Readonly<Record<ContactState, number>>;
  readonly wrongStates: number;
  readonly pairs: { readonly kerf: number; readonly exact: number; readonly missed: number; readonly extra: number };
  readonly decided: {
    readonly kerf: { readonly candidates: number; readonly escalated: number };
    readonly oracle: { readonly f64: number; readonly exact: number };
  };
  readonly contacts: number;
  readonly complete: Tally & { readonly within: number; readonly farthest: number | null };
  readonly sound: Tally;
  readonly local: Tally;
  readonly certified: Tally;
  readonly distance: Tally;
  /** Poses whose report differed in a repeated query. */
  readonly unstable: number;
  /** `distance` − exact minimum over the sub-triangle, mm, of the sampled contacts. */
  readonly error: Distribution;
  /** high − low, mm: mean over all contacts, largest. */
  readonly width: { readonly mean: number; readonly max: number };
  /** Largest over poses and bodies; null if any is null. */
  readonly region: {
    readonly reportedToExact: { readonly low: number; readonly high: number | null };
    readonly exactToReported: number | null;
  };
  /** The poses with the greatest errors, worst first, at most six. */
  readonly worst: readonly { readonly pose: number; readonly contact: WorstContact }[];
}
