// A body as the stages see it: stored coordinates in the bone's frame, and its two indexes in its own frame.

import type { LocalFrame } from '../core/index.ts';
import type { ClusterTree } from './cluster-tree.ts';
import type { ScanlineIndex } from './scanline-index.ts';

export interface Surface {
  readonly name: string;
  /** Stored coordinates in the bone's frame, xyz per vertex, mm; may be over-allocated. */
  positions: Float64Array;
  vertexCount: number;
  /** Three vertices a face; may be over-allocated. */
  faces: Uint32Array;
  faceCount: number;
  /** 1 for a face that an edit has removed. */
  retired: Uint8Array | null;
  /** How often it has been edited. */
  readonly edits: number;
  /** Whether it is closed and consistently oriented: whether it has an inside. */
  readonly signed: boolean;
  readonly scanlines: ScanlineIndex;
  readonly clusters: ClusterTree;
  /** Bone frame → the frame of the two indexes. */
  frame: LocalFrame;
  /** low x, y, z, high x, y, z of the stored coordinates, bone frame. */
  readonly bounds: Float64Array;
  /** A bound on every coordinate's magnitude in the bone's frame. */
  magnitude: number;
  /** Coordinates in the frame of the two indexes, mm. */
  ownPositions(): Float64Array;
  /** Makes the stored coordinates of faces[first … end − 1] present; absent where all are. Ask before reading them. */
  poseFaces?(faces: Uint32Array, first: number, end: number): void;
}

/** Whether a point lies inside a solid: its winding number is not 0. On the surface: false. */
export type InsideTest = (x: number, y: number, z: number) => boolean;

/** Whether a triangle (its corners, 9 numbers) that shares no point with a solid's surface lies inside the solid. */
export type ApartInsideTest = (corners: Float64Array) => boolean;
