// What the page and its detector's thread say to each other.

import type { Backend, ContactState, DetectionStats } from 'kerf';
import type { Triple } from './picture-wire.ts';

/** A bone's file as it was dropped; null: the skull phantom. */
export type BoneFile = { readonly name: string; readonly bytes: ArrayBuffer } | null;

export type Request =
  /** Where what is to be drawn goes. */
  | { readonly kind: 'begin'; readonly drawn: MessagePort }
  | { readonly kind: 'open'; readonly file: BoneFile }
  | { readonly kind: 'pose'; readonly serial: number; readonly pose: Float64Array }
  /** Which one shall answer from now on. */
  | { readonly kind: 'backend'; readonly backend: Backend | 'auto' }
  /** Whether the candidate region of each pose is to be drawn too. */
  | { readonly kind: 'region'; readonly isWanted: boolean }
  /** The newest report is wanted, whole. */
  | { readonly kind: 'save' }
  /** Whether the bone pushes back: the hand's poses then go to a haptic loop, and reports are of the tool that it holds. */
  | { readonly kind: 'feel'; readonly feels: boolean }
  | { readonly kind: 'hand'; readonly pose: Float64Array };

/** Of a report, what the page says in numbers. */
export interface Summary {
  readonly state: ContactState;
  readonly contactCount: number;
  readonly patchCount: number;
  /** mm, ≥ 0; mm². */
  readonly depth: number;
  readonly area: number;
  readonly stats: DetectionStats;
}

export interface Opened {
  readonly kind: 'opened';
  readonly name: string;
  readonly faceCount: number;
  /** Of the bone: where its box is, and its longest edge, mm. */
  readonly middle: Triple;
  readonly size: number;
  readonly backend: string;
  readonly reason: string;
}

/** The newest tick of the haptic loop. */
export interface Felt {
  readonly kind: 'felt';
  readonly state: string;
  /** N. */
  readonly force: readonly [number, number, number];
  /** Where the tool is held: never in the bone. */
  readonly proxyPose: Float64Array;
  /** ms. */
  readonly modelAge: number;
}

export type Reply =
  | Opened
  | Felt
  | { readonly kind: 'progress'; readonly says: string }
  | { readonly kind: 'report'; readonly serial: number; readonly summary: Summary; readonly milliseconds: number }
  /** Another backend answers now, and why. */
  | { readonly kind: 'backend'; readonly backend: string; readonly reason: string }
  /** The newest report and its pose; null: there is none yet. */
  | { readonly kind: 'saved'; readonly json: Blob | null }
  | {
      readonly kind: 'failed';
      readonly serial: number | null;
      readonly name: string;
      readonly code: string;
      readonly message: string;
    };
