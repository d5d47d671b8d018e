// Messages to the picture's thread, from the page and the detector's thread, and its replies. Millimetres, bone frame.

import type { TaskPart } from '../../trainer/src/task-wire.ts';

export const LAYERS = [
  ...([
    'bone',
    'tool',
    'others',
    'contacts',
    'overlap',
    'outlines',
    'curve',
    'stroke',
    'plan',
    'region',
    'scanlines',
  ] as const),
] as const;
export type Layer = (typeof LAYERS)[number];

/** A surface as vtk.js takes it: xyz per vertex, and for each face a 3 and its corners. */
export interface DrawnMesh {
  readonly points: Float32Array;
  readonly cells: Uint32Array;
}

/** Where a marked stroke first touches. */
export interface DrawnTouch {
  /** The tool's pose there. */
  readonly pose: Float64Array;
  /** A ball at the point. */
  readonly ball: DrawnMesh;
}

/** From the detector's thread, over a separate port, so that no large array passes through the page. */
export type Drawn =
  | { readonly kind: 'bodies'; readonly bone: DrawnMesh; readonly tool: DrawnMesh }
  /** A cut: removed and new faces of the bone, as in `Detector.editBone`. */
  | {
      readonly kind: 'edit';
      readonly remove: Uint32Array;
      readonly positions: Float32Array;
      readonly faces: Uint32Array;
      /** Places of new corners on the bone's own surface, xyz. */
      readonly own: Float32Array;
    }
  /** New numbers for the bone's faces and vertices, as `Detector.compactBone` returns them. */
  | {
      readonly kind: 'renumber';
      readonly faces: Int32Array;
      readonly vertices: Int32Array;
      readonly faceCount: number;
      readonly vertexCount: number;
    }
  /** Other bodies: none if there are no points. */
  | { readonly kind: 'others'; readonly others: DrawnMesh }
  | {
      readonly kind: 'report';
      readonly serial: number;
      /** The tool's. */
      readonly pose: Float64Array;
      /** Nine numbers and nine bytes per sub-triangle: its corners and their colours. */
      readonly corners: Float32Array;
      readonly colours: Uint8Array;
      /** Rows of the sub-triangles inside the other body, ascending: they bound the bone in the tool. */
      readonly inside: Uint32Array;
      /** Segments, six numbers each. */
      readonly outlines: Float32Array;
      readonly curve: Float32Array;
      /** null: there is no mark, or no contact. */
      readonly touch: DrawnTouch | null;
    }
  /** The surfaces of a task, in place of those before. */
  | { readonly kind: 'task'; readonly parts: Readonly<Partial<Record<TaskPart, DrawnMesh>>> }
  | {
      readonly kind: 'region';
      /** Edges of the bone's candidate faces, segments of six numbers. */
      readonly faces: Float32Array;
      /** The scanlines' segments through these faces, with the cells' squares at their ends. */
      readonly scanlines: Float32Array;
    };

/** From the page. Sizes and places are in the canvas's own pixels, y upward. */
export type PictureRequest =
  | { readonly kind: 'begin'; readonly canvas: OffscreenCanvas; readonly drawn: MessagePort }
  | { readonly kind: 'resize'; readonly width: number; readonly height: number }
  /** Where the tool is held. It is drawn there with the report on that pose, and never beside another one's. */
  | { readonly kind: 'place'; readonly pose: Float64Array }
  /** Where the hand is while the bone holds the tool elsewhere; null: the hand holds the tool. */
  | { readonly kind: 'hand'; readonly pose: Float64Array | null }
  /** The planned plane: the tool's x and y, at that pose; null: none. */
  | { readonly kind: 'plan'; readonly pose: Float64Array | null }
  | { readonly kind: 'layer'; readonly layer: Layer; readonly isVisible: boolean }
  | { readonly kind: 'glass'; readonly isGlass: boolean }
  /** A view of all of `at` along a direction from the eye; it is kept while the picture's size changes. */
  | {
      readonly kind: 'look';
      readonly at: LookedAt;
      readonly direction: Triple;
      readonly up: Triple;
    }
  /** The camera stays there until the next look. */
  | ({ readonly kind: 'stand' } & Stand)
  /** Where the small second picture is, null without one; and where nothing covers the large one. */
  | { readonly kind: 'layout'; readonly inset: Part | null; readonly clear: Part }
  | { readonly kind: 'pointer'; readonly event: PointerEvent3D }
  | { readonly kind: 'wheel'; readonly turns: number; readonly x: number; readonly y: number }
  /** Two fingers: the factor by which their distance grew, and how far both moved. */
  | { readonly kind: 'pinch'; readonly spread: number; readonly x: number; readonly y: number }
  /** Requests a frame that shows all earlier messages. */
  | { readonly kind: 'frame' }
  /** Requests a copy of the picture as it is now, whether or not the page has frames. */
  | { readonly kind: 'copy' }
  /** `scale` of the legend: canvas pixels per page pixel; null: without one. */
  | { readonly kind: 'save'; readonly scale: number | null };

/** `all`: bone and tool. `tip`: the tool's lower end, from a distance of about the tool's length. */
export type LookedAt = 'all' | 'tip';

/** An eye that looks at a point along a unit vector, from that many mm. */
export interface Stand {
  readonly at: Triple;
  readonly along: Triple;
  readonly up: Triple;
  readonly from: number;
}

/** A part of the picture, as shares of the canvas's width and height, y upward. */
export interface Part {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface PointerEvent3D {
  readonly phase: 'press' | 'move' | 'release';
  readonly button: 'left' | 'middle' | 'right';
  readonly x: number;
  readonly y: number;
  readonly controlKey: boolean;
  readonly altKey: boolean;
}

export interface CameraView {
  readonly position: Triple;
  readonly direction: Triple;
  readonly up: Triple;
  /** Degrees from the picture's lower edge to its upper. */
  readonly angle: number;
}

/** What a drawn frame shows. */
export interface Shown {
  /** The report's. */
  readonly serial: number;
  /** The tool's. */
  readonly pose: Float64Array;
  readonly camera: CameraView;
  /** What its small second picture shows; null: it has none. */
  readonly inset: LookedAt | null;
  /** Whether it shows every cut that the picture's thread has got. */
  readonly isCutShown: boolean;
}

export type PictureReply =
  | ({ readonly kind: 'drawn' } & Shown)
  | { readonly kind: 'framed' }
  | { readonly kind: 'copied'; readonly picture: ImageBitmap }
  | { readonly kind: 'saved'; readonly png: Blob }
  | { readonly kind: 'failed'; readonly message: string };

export type Triple = readonly [number, number, number];
