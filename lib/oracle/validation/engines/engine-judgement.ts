// The oracle's judgement of another engine's answer at one pose: plain objects, as in judge.json. Lengths in mm, points
// in the bone's frame. A part that the engine omitted is null.

import type { EngineVerdict } from './engine-results.ts';

/** low ≤ exact ≤ high. */
export interface Enclosure {
  readonly low: number;
  readonly high: number;
}

/** The settings of a judgement. */
export interface JudgeOptions {
  /** mm, > 0: how far off a length may be, and how far a contact point may be from the contact region. */
  readonly tolerance: number;
  /** mm, > 0: a part of the contact region is covered if a reported point comes this near. */
  readonly radius: number;
  /** Unit vector, tool frame; null if the depth along it is not judged. */
  readonly feed: readonly number[] | null;
  /**
   * How many pieces of a body's surface the oracle may split for one query; after that, the interval stays as it is.
   */
  readonly oracleLimit: number;
}

/**
 * right: agrees with the oracle. false: contact is reported, and there is none. missed: contact is denied, and there is
 * one. other: contact is right, but its kind (intersecting, enclosed) is not.
 */
export type VerdictFinding = 'right' | 'false' | 'missed' | 'other';

/**
 * What engines mean by depth. nearest: of the points of one body's surface that lie inside the other body, the greatest
 * distance to the other's surface. feed: the longest distance along the feed axis from where a line enters the bone to
 * the tool's last point on that line. protrusion: the greatest distance from the bone to a part of the tool that has
 * emerged on the far side. translation: the least translation that separates the bodies, if both are convex. All are 0
 * if the bodies are separated.
 */
export const depthDefinitions = ['nearest', 'feed', 'protrusion', 'translation'] as const;
export type DepthDefinition = (typeof depthDefinitions)[number];

export interface JudgedContact {
  readonly point: readonly number[];
  /** Signed distance of the point to the bone and to the tool, unsigned if that body is open. */
  readonly bone: Enclosure;
  readonly tool: Enclosure;
  /** in: at most the tolerance away from each body; a point inside counts as 0 away. Exact. */
  readonly place: 'in' | 'out';
  /**
   * Degrees to the nearest exact direction at the point (see exact-directions.ts), 0 to 180; null without a normal, or
   * if there is no direction.
   */
  readonly normalError: number | null;
  readonly depth: number | null;
}

/** mm²: the contact region of one body, and the part of it farther than the radius from every reported point. */
export interface Uncovered {
  readonly area: Enclosure;
  readonly uncovered: Enclosure;
}

export interface AnswerJudgement {
  readonly pose: number;
  /** The index of this answer among the pose's answers, from 0. */
  readonly repetition: number;
  readonly matrix: readonly number[];
  /** The oracle's answer. `near` counts as separated. */
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
    /** The answer's depth; if it has none, the greatest depth of its contacts. */
    readonly engine: number;
    /** Null if a definition does not apply: open bodies, no feed, bodies that are not convex. */
    readonly exact: Readonly<Record<DepthDefinition, Enclosure | null>>;
    /** The definitions whose enclosure comes within the tolerance of the engine's depth. */
    readonly agrees: readonly DepthDefinition[];
  } | null;
  readonly contacts: {
    readonly rows: readonly JudgedContact[];
    /** How many `out` points would be `in` if x and y were negated, and how many if they were in metres. */
    readonly elsewhere: { readonly mirrored: number; readonly metres: number };
    /** Null if the region is empty. */
    readonly bone: Uncovered | null;
    readonly tool: Uncovered | null;
  } | null;
  /** Whether it equals, except in times, the first answer at the same 16 numbers; null for that answer itself. */
  readonly repeats: boolean | null;
  readonly milliseconds: { readonly engine: number | null; readonly oracle: number };
}
