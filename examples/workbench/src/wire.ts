// What the page and its detector's thread say to each other.

import type { ContactPatch, ContactState, DetectionStats } from 'kerf';

export interface WireMesh {
  readonly name: string;
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}

/** A bone's file as it was dropped; null: the skull phantom. */
export type BoneFile = { readonly name: string; readonly bytes: ArrayBuffer } | null;

export type Request =
  | { readonly kind: 'open'; readonly file: BoneFile }
  | { readonly kind: 'pose'; readonly serial: number; readonly pose: Float64Array }
  /** Whether the bone pushes back: the hand's poses then go to a haptic loop, and reports are of the tool that it holds. */
  | { readonly kind: 'feel'; readonly feels: boolean }
  | { readonly kind: 'hand'; readonly pose: Float64Array };

/** Of a report, what the page shows and hands out. Millimetres, bone frame. */
export interface WireReport {
  readonly state: ContactState;
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
  /** For each contact: 0 bone, 1 tool; 9 numbers; < 0 inside; the certified interval; its patch. */
  readonly body: Uint8Array;
  readonly corners: Float64Array;
  readonly distance: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly patch: Uint32Array;
  /** Segments of the intersection curve, six numbers each. */
  readonly segments: Float64Array;
  readonly patches: readonly ContactPatch[];
  readonly stats: DetectionStats;
}

export interface Opened {
  readonly kind: 'opened';
  readonly bone: WireMesh;
  readonly tool: WireMesh;
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
  | { readonly kind: 'report'; readonly serial: number; readonly report: WireReport; readonly milliseconds: number }
  | {
      readonly kind: 'failed';
      readonly serial: number | null;
      readonly name: string;
      readonly code: string;
      readonly message: string;
    };
