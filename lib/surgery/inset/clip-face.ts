// A face and a box → the part of the face that lies in the box, exactly: a convex polygon whose corners are then
// rounded to whole parts of a cell.
//
// A point on a side counts as inside. So a face outside that touches the box only there loses nothing but the exact
// place of its corner, which is rounded like a crossing, and no sliver is left of a face inside.
//
// I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping" (1974), in integers: corners are homogeneous, so that a
// crossing needs no division. What is decided about a point depends on the point alone, and a face and its neighbour
// find the same points on their common edge; so they agree on what of that edge lies in the box.

import { toIntegers } from '#triangles';
import { PARTS, type InsetBox } from './inset-box.ts';

/** The edge that follows a corner: 0, 1, 2 are the face's own; OWN_EDGES + side lies in a side of the box. */
export const OWN_EDGES = 3;

export interface ClippedCorner {
  /** xyz in parts of a cell, in the lattice. */
  readonly place: readonly [number, number, number];
  readonly edge: number;
}

interface Corner {
  readonly x: readonly [bigint, bigint, bigint];
  readonly w: bigint;
  readonly edge: number;
}

/** @param corners nine coordinates, mm. @returns the polygon, the way round of the face; empty if there is none. */
export function clipFace(corners: readonly number[], box: InsetBox): ClippedCorner[] {
  const { cell, first, low, high } = box;
  const planes = [0, 1, 2].flatMap((k) => [(first[k] + low[k]) * cell, (first[k] + high[k]) * cell, first[k] * cell]);
  const { values } = toIntegers([...corners, ...planes, cell]);
  const size = values[18];
  let polygon: Corner[] = [0, 1, 2].map((n) => ({
    x: [values[3 * n], values[3 * n + 1], values[3 * n + 2]],
    w: 1n,
    edge: n,
  }));
  for (let side = 0; side < 6 && polygon.length > 0; side++) {
    const axis = side >> 1;
    polygon = clipped(polygon, axis, values[9 + 3 * axis + (side & 1)], side);
  }
  return polygon.map(({ x, w, edge }) => {
    const part = (k: number) => rounded((x[k] - values[11 + 3 * k] * w) * BigInt(PARTS), size * w);
    return { place: [part(0), part(1), part(2)], edge };
  });
}

function clipped(polygon: readonly Corner[], axis: number, at: bigint, side: number): Corner[] {
  const out: Corner[] = [];
  const heightOf = ({ x, w }: Corner) => x[axis] - at * w;
  const isWithin = (height: bigint) => (side & 1 ? height <= 0n : height >= 0n);
  for (const [n, a] of polygon.entries()) {
    const b = polygon[(n + 1) % polygon.length];
    const [s, t] = [heightOf(a), heightOf(b)];
    if (isWithin(s)) out.push(a);
    if (isWithin(s) !== isWithin(t)) out.push(crossing(a, b, s, t, isWithin(s) ? OWN_EDGES + side : a.edge));
  }
  return out;
}

/** Where the edge from a to b, at heights s and t, is at height 0. */
function crossing(a: Corner, b: Corner, s: bigint, t: bigint, edge: number): Corner {
  const w = a.w * t - b.w * s;
  const sign = w < 0n ? -1n : 1n;
  const at = (k: number) => sign * (a.x[k] * t - b.x[k] * s);
  return { x: [at(0), at(1), at(2)], w: sign * w, edge };
}

/** The nearest whole number to a quotient, which is not negative. */
const rounded = (above: bigint, below: bigint): number => Number((2n * above + below) / (2n * below));
