// A body as the stages see it: stored coordinates in the bone's frame, and indexes in its own frame.

import type { LocalFrame } from '#core';
import type { Bvh } from './bvh.ts';
import type { ScanlineIndex } from './scanline-index.ts';

export interface Surface {
  readonly name: string;
  /** Stored coordinates in the bone's frame, xyz per vertex, mm; may be over-allocated. */
  positions: Float64Array;
  vertexCount: number;
  /** Three vertices per face; may be over-allocated. */
  faces: Uint32Array;
  faceCount: number;
  /** 1 for a face that an edit has removed. */
  retired: Uint8Array | null;
  /** The number of edits so far. */
  readonly edits: number;
  /** Whether it is closed and consistently oriented: whether it has an inside. */
  readonly signed: boolean;
  readonly bvh: Bvh;
  /** The inside tests; meaningless unless `signed`. */
  readonly solid: SolidTest;
  /** Bone frame → the frame of the indexes. */
  frame: LocalFrame;
  /** low x, y, z, high x, y, z of the stored coordinates, bone frame. */
  readonly bounds: Float64Array;
  /** A bound on every coordinate's magnitude in the bone's frame. */
  magnitude: number;
  /** Coordinates in the frame of the indexes, mm. */
  ownPositions(): Float64Array;
  /**
   * Makes the stored coordinates of faces[first … end − 1] valid; call it before they are read. Absent if all
   * coordinates are always valid.
   */
  poseFaces?(faces: Uint32Array, first: number, end: number): void;
}

/** A body with a scanline index: what the scanline stage and the winding number along a scanline need. */
export interface ScannedSurface extends Surface {
  readonly scanlines: ScanlineIndex;
}

/** Decides exactly what lies inside a closed, consistently oriented surface, by whichever index it uses. */
export interface SolidTest {
  readonly isInside: InsideTest;
  /**
   * How often the surface winds round a point: 0 outside, and on the surface.
   * @throws KerfError UNDECIDED_SIGN if it cannot be decided.
   */
  windingAt(x: number, y: number, z: number): number;
  /** 1 inside, 0 on the surface, −1 outside. @throws as windingAt. */
  sideAt(x: number, y: number, z: number): -1 | 0 | 1;
}

/** Whether a point lies inside a solid: its winding number is not 0. On the surface: false. */
export type InsideTest = (x: number, y: number, z: number) => boolean;
