// What the picture's thread is told, by the page and by the detector's thread, and what it says. Millimetres, bone
// frame.

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

/** A surface as vtk.js takes it: xyz a vertex, and for each face a 3 and its corners. */
export interface DrawnMesh {
  readonly points: Float32Array;
  readonly cells: Uint32Array;
}

/** Where a marked stroke first touches. */
export interface DrawnTouch {
  /** The tool's. */
  readonly pose: Float64Array;
  /** About the point. */
  readonly ball: DrawnMesh;
}

/** From the detector's thread, over a port of their own, so that no large array passes the page. */
export type Drawn =
  | { readonly kind: 'bodies'; readonly bone: DrawnMesh; readonly tool: DrawnMesh }
  /** A cut: faces of the bone that are no more, and new ones, as `Detector.editBone` has them. */
  | {
      readonly kind: 'edit';
      readonly remove: Uint32Array;
      readonly positions: Float32Array;
      readonly faces: Uint32Array;
    }
  /** New numbers for the bone's faces and vertices, as `Detector.compactBone` gives them. */
  | {
      readonly kind: 'renumber';
      readonly faces: Int32Array;
      readonly vertices: Int32Array;
      readonly faceCount: number;
      readonly vertexCount: number;
    }
  /** Bodies beside them: none where there are no points. */
  | { readonly kind: 'others'; readonly others: DrawnMesh }
  | {
      readonly kind: 'report';
      readonly serial: number;
      /** Nine numbers and nine bytes a sub-triangle: its corners and their colours. */
      readonly corners: Float32Array;
      readonly colours: Uint8Array;
      /** Of these, ascending, those that lie inside the other body: they bound the bone in the tool. */
      readonly inside: Uint32Array;
      /** Segments, six numbers each. */
      readonly outlines: Float32Array;
      readonly curve: Float32Array;
      /** null: there is no mark, or no contact. */
      readonly touch: DrawnTouch | null;
    }
  | {
      readonly kind: 'region';
      /** The bone's candidate faces: their edges, segments of six numbers. */
      readonly faces: Float32Array;
      /** The scanlines' segments through them, with the cells' squares at their ends. */
      readonly scanlines: Float32Array;
    };

/** From the page. Sizes and places are in the canvas's own pixels, y upward. */
export type PictureRequest =
  | { readonly kind: 'begin'; readonly canvas: OffscreenCanvas; readonly drawn: MessagePort }
  | { readonly kind: 'resize'; readonly width: number; readonly height: number }
  | { readonly kind: 'place'; readonly pose: Float64Array }
  /** Where the hand is while the bone holds the tool elsewhere; null: the hand holds the tool. */
  | { readonly kind: 'hand'; readonly pose: Float64Array | null }
  /** The plane that is to be cut: the tool's x and y, at that pose; null: none. */
  | { readonly kind: 'plan'; readonly pose: Float64Array | null }
  | { readonly kind: 'layer'; readonly layer: Layer; readonly isVisible: boolean }
  | { readonly kind: 'glass'; readonly isGlass: boolean }
  /** The view of all of that, along a direction from the eye, which stays so while the picture's size changes. */
  | {
      readonly kind: 'look';
      readonly at: LookedAt;
      readonly direction: Triple;
      readonly up: Triple;
    }
  | { readonly kind: 'pointer'; readonly event: PointerEvent3D }
  | { readonly kind: 'wheel'; readonly turns: number; readonly x: number; readonly y: number }
  /** Two fingers: the factor by which they have gone apart, and how far both have gone. */
  | { readonly kind: 'pinch'; readonly spread: number; readonly x: number; readonly y: number }
  /** A frame is wanted that shows all that was said before. */
  | { readonly kind: 'frame' }
  /** `scale`: pixels of the canvas for one of the page's. */
  | { readonly kind: 'save'; readonly scale: number };

/** `tip`: the tool's lower end, from as far as the tool is long. */
export type LookedAt = 'all' | 'bone' | 'tool' | 'tip';

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

export type PictureReply =
  /** A frame is drawn; it shows this report. */
  | { readonly kind: 'drawn'; readonly serial: number; readonly camera: CameraView }
  | { readonly kind: 'framed' }
  | { readonly kind: 'saved'; readonly png: Blob }
  | { readonly kind: 'failed'; readonly message: string };

export type Triple = readonly [number, number, number];
