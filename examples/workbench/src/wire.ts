// Messages between the page and its detector's thread.

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
import type { TaskReply, TaskRequest } from '../../trainer/src/task-wire.ts';
import type { Extent } from './extent.ts';

/** A body of the datasets, or a dropped file, which the detector's thread reads. */
export type BoneSource = 'phantom' | File;
export type ToolSource = 'saw' | 'burr' | File;

/** The bodies that change; others stay. Without either, the newest volume's bone is remade at this iso value. */
export interface Asked {
  readonly bone?: BoneSource;
  readonly tool?: ToolSource;
  readonly isoValue: number;
}

/**
 * Whether the bone pushes back: the hand's poses then go to a haptic loop, and reports are on the tool that it holds.
 */
export interface Feel {
  readonly kind: 'feel';
  /** The number of the page's request, which is repeated in `Felt`. */
  readonly run: number;
  readonly feels: boolean;
  /** The device that holds the tool; null: the hand's poses are the page's. */
  readonly inverse: InverseOptions | null;
}

export type Choice = Backend | 'auto';
/** How pairs of faces are found, which does not change the answers. */
export type Candidates = 'scanlines' | 'bvh' | 'bvh-front' | 'image';

/** Choices of how poses are answered. */
export interface Chosen {
  readonly backend: Choice;
  readonly candidates: Candidates;
  /** Whether the bone's jaw opens by itself, and a burr and a retractor stand beside the tool. */
  readonly areOthersThere: boolean;
}

export type Request =
  /** The port for data to draw. */
  | { readonly kind: 'begin'; readonly drawn: MessagePort }
  | { readonly kind: 'open'; readonly asked: Asked }
  /** `mark`: where a stroke that ends at the pose begins; null: there is none. */
  | {
      readonly kind: 'pose';
      readonly serial: number;
      readonly pose: Float64Array;
      readonly mark: Float64Array | null;
    }
  /** How poses are answered from now on. */
  | { readonly kind: 'choose'; readonly chosen: Chosen }
  /** How far the jaw is open, if it is a body of its own. */
  | { readonly kind: 'jaw'; readonly degrees: number }
  /** Whether to draw the candidate region of each pose too. */
  | { readonly kind: 'region'; readonly isWanted: boolean }
  /** Requests the newest report, whole; or the bone as it is now, in that format. */
  | { readonly kind: 'save'; readonly what: 'report' | MeshFormat }
  /**
   * Switches the tool on or off; while it is on, its motion cuts the bone. `cell`, mm, of the grid around the tool in
   * which it does, or null for all of the bone on a coarser one: it counts until something is cut.
   */
  | { readonly kind: 'cut'; readonly isOn: boolean; readonly cell: number | null }
  /** Undoes or redoes a stroke. */
  | { readonly kind: 'step'; readonly isUndo: boolean }
  | { readonly kind: 'task'; readonly task: TaskRequest }
  | Feel
  | { readonly kind: 'hand'; readonly pose: Float64Array };

/** The numbers of a report that the page shows. */
export interface Summary {
  readonly state: ContactState;
  readonly contactCount: number;
  readonly patchCount: number;
  /**
   * mm, ≥ 0: distance from the deepest point inside to the nearest surface: at most half a wall's thickness.
   */
  readonly inside: number;
  /** mm². */
  readonly area: number;
  /** For a cut bone, in the bone as it was before. */
  readonly penetration: Penetration | null;
  /** null: the bone cannot be cut yet. */
  readonly cut: CutSummary | null;
  readonly stats: DetectionStats;
  /** Other pairs that are not separated: bone–tool and state. */
  readonly others: readonly string[];
  /** When the marked stroke first touches; null if there is none, or if there are many bodies. */
  readonly stroke: string | null;
}

/** The cuts that have not been undone. */
export interface CutSummary {
  /** mm³: an interval that contains the swept volume, and the volume that the surface has lost, which lies in it. */
  readonly low: number;
  readonly high: number;
  readonly loss: number;
  /** Strokes that can be undone, and redone. */
  readonly undo: number;
  readonly redo: number;
}

/** A tool was switched, or a stroke was undone or redone. */
export interface CutReply {
  readonly kind: 'cut';
  readonly isOn: boolean;
  readonly cut: CutSummary | null;
  /** mm³ of each part of a bone that has come apart, the largest first; null if that was not checked. */
  readonly pieces: readonly number[] | null;
}

export interface Opened {
  readonly kind: 'opened';
  readonly name: string;
  readonly faceCount: number;
  /** Whether the bone differs from the one before. */
  readonly isBoneNew: boolean;
  /** The bone's. */
  readonly extent: Extent;
  readonly toolSource: ToolSource;
  readonly backend: string;
  readonly reason: string;
  /** The choices it was opened with. */
  readonly chosen: Chosen;
  /** The pose in which the tool stands on the bone. */
  readonly landing: Float64Array;
}

/** The newest tick of the haptic loop. */
export interface Felt {
  readonly kind: 'felt';
  /** The request's number. */
  readonly run: number;
  readonly state: string;
  /** N. */
  readonly force: readonly [number, number, number];
  /** Where the tool is held: never in the bone. */
  readonly proxyPose: Float64Array;
  /** Where the hand is: what a device sends, whether or not it is a valid pose. */
  readonly devicePose: Float64Array;
  /** Why the device gives no pose. */
  readonly refusal: DeviceRefusal | null;
  /** ms. */
  readonly modelAge: number;
  /** At the hand's pose. */
  readonly penetration: Penetration | null;
}

export type Reply =
  | Opened
  | Felt
  /** The loop of this request cannot run. */
  | { readonly kind: 'unfelt'; readonly run: number; readonly message: string }
  /** `share`: the share of the task that is done, 0 to 1, if known. */
  | { readonly kind: 'progress'; readonly says: string; readonly share: number | undefined }
  | { readonly kind: 'report'; readonly serial: number; readonly summary: Summary; readonly milliseconds: number }
  /**
   * mm³ of bone in the tool, at that report's pose and for the bone as it is now, once no newer pose comes; null: one
   * of the two is open.
   */
  | { readonly kind: 'bone in tool'; readonly serial: number; readonly volume: OverlapInterval | null }
  /** Which backend answers from now on, and why. */
  | { readonly kind: 'backend'; readonly backend: string; readonly reason: string }
  /** A choice was refused. `chosen`: what is still in use. */
  | { readonly kind: 'refused'; readonly chosen: Chosen }
  /** A file's content; null: there is nothing to save. */
  | { readonly kind: 'saved'; readonly file: Blob | null }
  | CutReply
  | { readonly kind: 'task'; readonly reply: TaskReply }
  | {
      readonly kind: 'failed';
      readonly serial: number | null;
      readonly message: string;
    };
