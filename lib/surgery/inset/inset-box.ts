// The box that is taken out of a surface, and the lattice on whose planes its sides lie.

/** Parts per cell: corners on the box's sides lie at whole numbers of them. */
export const PARTS = 2 ** 16;

/** What fills the box, as seen on its sides. */
export interface InsetBox {
  /** mm. */
  readonly cell: number;
  /** The place of the lattice's first vertex along each axis, in cells from the origin. */
  readonly first: readonly number[];
  /** Places of the vertices in the box's low and high corner. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Whether a vertex of the lattice is in bone. */
  isInside(i: number, j: number, k: number): boolean;
  /** Where the lattice's edge from there along an axis is crossed, in parts from 1 to PARTS − 1; 0 if it is not. */
  crossing(i: number, j: number, k: number, axis: number): number;
}

/** Side 2·axis + 1 is the high one. In its plane u and v are the axes that follow. */
export interface SideFrame {
  readonly side: number;
  readonly axis: number;
  readonly u: number;
  readonly v: number;
  /** The place of the side along its axis. */
  readonly at: number;
}

export function sideFrame({ low, high }: InsetBox, side: number): SideFrame {
  const axis = side >> 1;
  return { side, axis, u: (axis + 1) % 3, v: (axis + 2) % 3, at: (side & 1 ? high : low)[axis] };
}

/** mm, exact. */
export function coordinate({ cell, first }: InsetBox, axis: number, parts: number): number {
  return (first[axis] + parts / PARTS) * cell;
}
