// What the thread of a session and the thread that serves its connection say to each other.

import type { HandParts } from '#haptics';
import type { WireFailure } from '#workers';
import type { AnswererOptions, Question } from './answerer.ts';
import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import type { SharedIndex, SharedMesh } from './shared-meshes.ts';
import type { Packed } from './wire-format.ts';

/**
 * A word for each request that may be under way at a time in one session, which stops it: each of its clients has
 * streams, as many as `maxStreams`, and one more.
 */
export const words = ({ maxStreams }: Limits, clients: number) => new SharedArrayBuffer(4 * clients * (maxStreams + 1));

export interface BeginSession {
  readonly begin: AnswererOptions;
  readonly stops: SharedArrayBuffer;
}

export interface AskSession {
  readonly ask: number;
  /** Its word among `stops`. */
  readonly slot: number;
  readonly question: Question;
}

/** To the session's thread. */
export type SessionMessage =
  | BeginSession
  | AskSession
  /** It is not wanted any more, and its word is set. */
  | { readonly stop: number }
  /** A stream's answer has been taken. */
  | { readonly taken: number }
  /** What a question about shared meshes found. */
  | { readonly found: number; readonly value: SharedMesh | SharedIndex | null }
  | { readonly close: true };

/** Back. An answer is one of a stream, and others follow, unless it is `last`. */
export type SessionReply =
  | { readonly to: number; readonly answer: Packed; readonly last: boolean; readonly bytes: number }
  | { readonly to: number; readonly failure: WireFailure; readonly isKnown: boolean; readonly bytes: number }
  /** A haptic loop was started, or is gone: null. */
  | { readonly loop: string; readonly hand: HandParts | null }
  /** A change of a joined session: see OnChange. */
  | { readonly changed: Body; readonly by: number }
  /** Questions and news about shared meshes: see SharedShelf. */
  | { readonly takes: string; readonly question: number }
  | { readonly keeps: string; readonly mesh: SharedMesh }
  | { readonly releases: string }
  | { readonly indexOf: string; readonly question: number }
  | { readonly keepsIndex: string; readonly index: SharedIndex }
  | { readonly closed: true };
