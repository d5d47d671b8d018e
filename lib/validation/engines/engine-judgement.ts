// What the oracle says of another engine's answer at one pose: plain objects, as they stand in judge.json. Lengths in
// mm, points in the bone's frame. A part that the engine left out is null.

import type { EngineVerdict } from './engine-results.ts';

/** low ≤ exact ≤ high. */
export interface Enclosure {
  readonly low: number;
  readonly high: number;
}

/** What the definitions of the answer are compared with. */
export interface JudgeOptions {
  /** mm, > 0: how far a length may be off, and a contact point from the contact region. */
  readonly tolerance: number;
  /** mm, > 0: a part of the contact region is covered if a reported point comes this near. */
  readonly radius: number;
  /** Unit, tool frame; null where the depth along it is not asked for. */
  readonly feed: readonly number[] | null;
  /**
   * How many pieces of a body's surface the oracle may split for one question; the interval is then as wide as it is.
   */
  readonly oracleLimit: number;
}

/**
 * right: as the oracle has it. false: contact is said, and there is none. missed: contact is denied, and there is one.
 * other: contact is right, its kind (intersecting, enclosed) is not.
 */
export type VerdictFinding = 'right' | 'false' | 'missed' | 'other';

/**
 * What engines mean by depth. nearest: the greatest distance from a body's surface of a point of the other body's
 * surface that lies inside it. feed: the longest way along the feed axis from where a line enters the bone to the last
 * point of the tool on it. protrusion: the greatest distance from the bone of a part of the tool that has come out on
 * the far side. translation: the least translation that parts the bodies, where both are convex. All are 0 where the
 * bodies are separated.
 */
export const depthDefinitions = ['nearest', 'feed', 'protrusion', 'translation'] as const;
export type DepthDefinition = (typeof depthDefinitions)[number];

export interface JudgedContact {
  readonly point: readonly number[];
  /** Signed distance of the point to the bone and to the tool, unsigned where that body is open. */
  readonly bone: Enclosure;
  readonly tool: Enclosure;
  /** in: no farther than the tolerance from both bodies, inside counting as 0. Exact. */
  readonly place: 'in' | 'out';
  /**
   * Degrees to the nearest exact direction at the point (see exact-directions.ts), 0 to 180; null without a normal, or
   * where there is no direction.
   */
  readonly normalError: number | null;
  readonly depth: number | null;
}

/** mm²: the contact region of one body, and what of it no reported point comes within the radius of. */
export interface Uncovered {
  readonly area: Enclosure;
  readonly uncovered: Enclosure;
}

export interface AnswerJudgement {
  readonly pose: number;
  /** The how-manieth answer of this pose, from 0. */
  readonly repetition: number;
  readonly matrix: readonly number[];
  /** What the oracle says. `near` counts as separated. */
  readonly exact: {
    readonly state: 'separated' | 'intersecting' | 'enclosed';
    readonly pairs: number;
    readonly distance: number;
  };
  readonly verdict: { readonly engine: EngineVerdict; readonly finding: VerdictFinding } | null;
  readonly pairs: {
    readonly engine: number;
    readonly missed: number;
    readonly extra: number;
    /** Pairs that the engine gave more than once. */
    readonly repeated: number;
  } | null;
  /** error: the engine's − the exact smallest distance. */
  readonly distance: { readonly engine: number; readonly error: number } | null;
  readonly depth: {
    /** The answer's depth; where it has none, the greatest depth of its contacts. */
    readonly engine: number;
    /** Null where a definition does not apply: open bodies, no feed, bodies that are not convex. */
    readonly exact: Readonly<Record<DepthDefinition, Enclosure | null>>;
    /** The definitions whose enclosure comes within the tolerance of the engine's depth. */
    readonly agrees: readonly DepthDefinition[];
  } | null;
  readonly contacts: {
    readonly rows: readonly JudgedContact[];
    /** How many of the points that are out would be in with x and y negated, and in metres. */
    readonly elsewhere: { readonly mirrored: number; readonly metres: number };
    /** Null where the region is empty. */
    readonly bone: Uncovered | null;
    readonly tool: Uncovered | null;
  } | null;
  /** Whether it is the same as the first answer at these 16 numbers, times aside; null for that answer itself. */
  readonly repeats: boolean | null;
  readonly milliseconds: { readonly engine: number | null; readonly oracle: number };
}
