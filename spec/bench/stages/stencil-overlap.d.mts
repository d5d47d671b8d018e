// Types of the classic image method, for the specs that use it.

interface Surface {
  readonly positions: Float32Array | Float64Array;
  readonly faces: Uint32Array;
}

/** An image and the counts in its pixels. */
export interface StencilPixels {
  /**
   * Low x, y, z, high x, y, z, mm, and the viewing axis: in depth the box holds both bodies, across it the overlap of
   * their boxes.
   */
  readonly box: readonly number[];
  readonly axis: number;
  /** Pixels along the next two axes, cyclically. */
  readonly columns: number;
  readonly rows: number;
  /** By pixel: the tool's faces not behind the bone's greatest depth, and those not before its least, 255 at most. */
  readonly beforeFar: ArrayLike<number>;
  readonly behindNear: ArrayLike<number>;
  /** By pixel, 1 where the depth extents overlap. */
  readonly mask: ArrayLike<number>;
}

export interface StencilLook extends StencilPixels {
  readonly mask: Uint8Array;
  /** The faces at these pixels, ascending. Some intersecting faces may be missing. */
  readonly boneFaces: Uint32Array;
  readonly toolFaces: Uint32Array;
}

export class StencilOverlap {
  /** @param code the text of stencil-overlap.wgsl. */
  static make(device: GPUDevice, code: string): Promise<StencilOverlap>;
  /**
   * @param pose 16 numbers, column-major, the tool's frame → the bone's.
   * @param across pixels along the longer side of the image.
   * @returns null if the boxes are apart.
   */
  look(bone: Surface, tool: Surface, pose: ArrayLike<number>, across: number): Promise<StencilLook | null>;
}
