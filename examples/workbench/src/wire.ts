// What the page and its detector's thread say to each other.

import type {
  Backend,
  ContactState,
  DetectionStats,
  DeviceRefusal,
  InverseOptions,
  MeshFormat,
  OverlapInterval,
  Penetration,
} from 'kerf';
import type { Extent } from './extent.ts';

/** A body of the datasets, or a file as it was dropped: it is read in the detector's thread. */
export type BoneSource = 'phantom' | File;
export type ToolSource = 'saw' | 'burr' | File;

/** The bodies that change; the other one stays. Without either, the newest volume is made again, at this iso value. */
export interface Asked {
  readonly bone?: BoneSource;
  readonly tool?: ToolSource;
  readonly isoValue: number;
}

/**
 * Whether the bone pushes back: the hand's poses then go to a haptic loop, and reports are of the tool that it holds.
 */
export interface Feel {
  readonly kind: 'feel';
  /** Which of the page's wishes it is: what is felt says so. */
  readonly run: number;
  readonly feels: boolean;
  /** The device that holds the tool; null: the hand's poses are the page's. */
  readonly inverse: InverseOptions | null;
}

export type Choice = Backend | 'auto';
/** How pairs of faces are found, which changes no answer. */
export type Candidates = 'scanlines' | 'bvh' | 'bvh-front' | 'image';

/** What can be chosen of how poses are answered. */
export interface Chosen {
  readonly backend: Choice;
  readonly candidates: Candidates;
  /** Whether the bone's jaw opens by itself, and a burr and a retractor stand beside the tool. */
  readonly areOthersThere: boolean;
}

export type Request =
  /** Where what is to be drawn goes. */
  | { readonly kind: 'begin'; readonly drawn: MessagePort }
  | { readonly kind: 'open'; readonly asked: Asked }
  /** `mark`: where a stroke begins whose end is the pose; null: there is none. */
  | {
      readonly kind: 'pose';
      readonly serial: number;
      readonly pose: Float64Array;
      readonly mark: Float64Array | null;
    }
  /** How poses are answered from now on. */
  | { readonly kind: 'choose'; readonly chosen: Chosen }
  /** By how much the jaw is open, where it is by itself. */
  | { readonly kind: 'jaw'; readonly degrees: number }
  /** Whether the candidate region of each pose is to be drawn too. */
  | { readonly kind: 'region'; readonly isWanted: boolean }
  /** The newest report is wanted, whole; or the bone as it is now, in that format. */
  | { readonly kind: 'save'; readonly what: 'report' | MeshFormat }
  /** The tool is switched on, or off: on its way it cuts the bone. */
  | { readonly kind: 'cut'; readonly isOn: boolean }
  /** The last stroke is taken back, or cut again. */
  | { readonly kind: 'step'; readonly isUndo: boolean }
  | Feel
  | { readonly kind: 'hand'; readonly pose: Float64Array };

/** Of a report, what the page says in numbers. */
export interface Summary {
  readonly state: ContactState;
  readonly contactCount: number;
  readonly patchCount: number;
  /**
   * mm, ≥ 0: distance to the nearest surface of the point that lies deepest inside: at most half a wall's thickness.
   */
  readonly inside: number;
  /** mm². */
  readonly area: number;
  /** Of a bone that is cut: in the bone as it was before. */
  readonly penetration: Penetration | null;
  /** null: the bone cannot be cut yet. */
  readonly cut: CutSummary | null;
  readonly stats: DetectionStats;
  /** Other pairs that are not separated: bone–tool and their state. */
  readonly others: readonly string[];
  /** When the marked stroke first touches; null where there is none, or many bodies are there. */
  readonly stroke: string | null;
}

/** What has been cut, and not been undone. */
export interface CutSummary {
  /** mm³: an interval about what was swept, and what the surface has lost, which lies in it. */
  readonly low: number;
  readonly high: number;
  readonly loss: number;
  /** Strokes that can be undone, and done again. */
  readonly undo: number;
  readonly redo: number;
}

/** A tool was switched, or a stroke was undone or done again. */
export interface CutReply {
  readonly kind: 'cut';
  readonly isOn: boolean;
  readonly cut: CutSummary | null;
  /** mm³ of each part of a bone that has come apart, the largest first; null where that was not looked at. */
  readonly pieces: readonly number[] | null;
}

export interface Opened {
  readonly kind: 'opened';
  readonly name: string;
  readonly faceCount: number;
  /** Whether there was another bone before. */
  readonly isBoneNew: boolean;
  /** The bone's. */
  readonly extent: Extent;
  readonly toolSource: ToolSource;
  readonly backend: string;
  readonly reason: string;
  /** What it is opened with. */
  readonly chosen: Chosen;
  /** The pose in which the tool stands on the bone. */
  readonly landing: Float64Array;
}

/** The newest tick of the haptic loop. */
export interface Felt {
  readonly kind: 'felt';
  /** Of the wish that it comes of. */
  readonly run: number;
  readonly state: string;
  /** N. */
  readonly force: readonly [number, number, number];
  /** Where the tool is held: never in the bone. */
  readonly proxyPose: Float64Array;
  /** Where the hand is: what a device sends, be it a pose or not. */
  readonly devicePose: Float64Array;
  /** Why the device gives no pose. */
  readonly refusal: DeviceRefusal | null;
  /** ms. */
  readonly modelAge: number;
  /** Of the hand's pose. */
  readonly penetration: Penetration | null;
}

export type Reply =
  | Opened
  | Felt
  /** The loop of this wish cannot run. */
  | { readonly kind: 'unfelt'; readonly run: number; readonly message: string }
  /** The share of what is being done, 0 to 1, where it is known. */
  | { readonly kind: 'progress'; readonly says: string; readonly share: number | undefined }
  | { readonly kind: 'report'; readonly serial: number; readonly summary: Summary; readonly milliseconds: number }
  /**
   * Of that report's pose and the bone as it is now, once no newer pose comes: mm³ of bone in the tool; null: one of
   * the two is open.
   */
  | { readonly kind: 'bone in tool'; readonly serial: number; readonly volume: OverlapInterval | null }
  /** Which backend answers from now on, and why. */
  | { readonly kind: 'backend'; readonly backend: string; readonly reason: string }
  /** A choice was refused: what is still in use. */
  | { readonly kind: 'refused'; readonly chosen: Chosen }
  /** A file's content; null: there is nothing to save. */
  | { readonly kind: 'saved'; readonly file: Blob | null }
  | CutReply
  | {
      readonly kind: 'failed';
      readonly serial: number | null;
      readonly message: string;
    };
