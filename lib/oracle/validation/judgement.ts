// A validation's input and output: plain objects, as in validation.json. Lengths in mm, points in the bone's frame.

import type { ContactState } from '#records';

/** The options of a run. With the inputs they determine every answer. */
export interface ValidationOptions {
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
  /** h, mm, > 0. */
  readonly resolution: number;
  /** Seeds the sampling at each pose: a whole number from 0 to 2^32 − 1. */
  readonly seed: number;
  /**
   * How many contacts of a pose have their exact minimum bounded, and how many points of each body are tested for
   * completeness.
   */
  readonly samples: number;
  /**
   * How many pieces of one sub-triangle the oracle may split before it reports undecided: a count rather than a time,
   * so that the outcome is the same on every machine.
   */
  readonly oracleLimit: number;
}

/**
 * The number of cases judged, of those that break the guarantee, and of those the oracle could not decide within its
 * limit.
 */
export interface Tally {
  readonly judged: number;
  readonly broken: number;
  readonly undecided: number;
}

/** The judgement of one pose. All but `milliseconds` depends only on the inputs, the options and the pose's number. */
export interface PoseJudgement {
  readonly pose: number;
  /** Column-major, tool → bone. */
  readonly matrix: readonly number[];
  /** G5. */
  readonly state: { readonly kerf: ContactState; readonly exact: ContactState };
  /**
   * G5: the number of pairs of faces that share a point: found by kerf; by the oracle; by the oracle but not by kerf;
   * by kerf but not by the oracle.
   */
  readonly pairs: { readonly kerf: number; readonly exact: number; readonly missed: number; readonly extra: number };
  /**
   * kerf: candidate pairs, and those that plain f64 did not decide. Oracle: pairs whose boxes meet, by the stage that
   * decided them.
   */
  readonly decided: {
    readonly kerf: { readonly candidates: number; readonly escalated: number };
    readonly oracle: { readonly f64: number; readonly exact: number };
  };
  readonly contacts: number;
  /** Distinct faces that carry a contact, bone and tool together. */
  readonly faces: number;
  /** −(least signed distance reported), ≥ 0; null if nothing is signed. */
  readonly insideDistance: number | null;
  /**
   * G1: sampled points of either surface. `within` of them lie within δ; `farthest` is the largest distance of such a
   * point from its body's reported region; null if that region is empty.
   */
  readonly complete: Tally & { readonly within: number; readonly farthest: number | null };
  /** G2, for sampled contacts. */
  readonly sound: Tally;
  /** G3, for every contact. */
  readonly local: Tally;
  /** G4, for sampled contacts: low ≤ exact minimum ≤ high, and the width's bound. */
  readonly certified: Tally;
  /** For every contact: `distance` is the signed distance at `point`, to rounding. */
  readonly distance: Tally;
  /** G6: SHA-256 of the report without its times, and whether a second query, and one for the pairs alone, agreed. */
  readonly stable: { readonly hash: string; readonly repeats: boolean };
  /** high − low over all contacts; 0 if there are none. */
  readonly width: { readonly mean: number; readonly max: number };
  /** One row per contact sampled and decided. */
  readonly samples: readonly ContactSample[];
  /** The reported contact region compared with the exact one; null if that body has neither. */
  readonly region: { readonly bone: RegionDistance | null; readonly tool: RegionDistance | null };
  /** The sampled contact with the greatest error. */
  readonly worst: WorstContact | null;
  readonly milliseconds: { readonly kerf: number; readonly oracle: number };
}

/**
 * exact: the middle of the oracle's bracket of the minimum signed distance over the sub-triangle; error: `distance` −
 * exact; width: high − low.
 */
export interface ContactSample {
  readonly exact: number;
  readonly error: number;
  readonly width: number;
}

/**
 * Hausdorff distances between the reported region R and the exact one E = { x on the surface : signed distance ≤ δ }.
 */
export interface RegionDistance {
  /** Certified bounds on the supremum over R of the distance to E; high is null if no point of R was found in E. */
  readonly reportedToExact: { readonly low: number; readonly high: number | null };
  /**
   * The largest distance from a sampled point of E to R: 0 if every such point was reported; null if R is empty and E
   * is not.
   */
  readonly exactToReported: number | null;
}

export interface WorstContact {
  readonly body: 'bone' | 'tool';
  readonly face: number;
  /** Of the other body. */
  readonly oppositeFace: number;
  /** Nine numbers. */
  readonly corners: readonly number[];
  readonly point: readonly number[];
  readonly opposite: readonly number[];
  readonly distance: number;
  readonly low: number;
  readonly high: number;
  /** The oracle's bracket of the minimum. */
  readonly exactLow: number;
  readonly exactHigh: number;
  readonly error: number;
}
