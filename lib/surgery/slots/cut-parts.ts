// Parts of a closed surface and a cell → the parts that are left outside of it, and its sides where bone ends now.
//
//        ┌────────────┐           What the cell takes of each part is one exact computation (osteotomy/convex-clip.ts).
//        │ bone  ┌────┼──┐        The rest of a part is its outline less that of what is taken, and a side bounds the
//        │       │▒▒▒▒│  │ cell   bone where it bounds what is taken. A part next to one that was cut gets the new
//        └───────┼────┘  │        corners on their common edge. So the parts still add up to a closed surface.
//                └───────┘
//
// The clipping counts along the lines in which the cell's sides cut each other, from infinity. So it needs the parts
// that such a line meets, wherever they are, and those that reach the cell: no others. For what is wrong about a region
// without the others lies beyond some side, and is cut away.

import { ConvexClip, type DirectedEdge, EdgeChain, turned } from '#osteotomy';
import { CellView } from './cell-view.ts';
import type { CellSide, ExactCell } from './exact-cell.ts';
import type { SlotPoints } from './slot-points.ts';

/** Part of the cut surface in one plane. */
export interface SurfacePart {
  /** The face of the given surface of which it is a part, or −1 for a side of a slot. */
  readonly face: number;
  /** A side's plane, and 1 if its front is outside of the bone, or else −1. */
  readonly side: { readonly id: number; readonly sign: number } | null;
  /** Over exact points; bone lies behind it, counter-clockwise seen from outside. */
  readonly outline: readonly DirectedEdge[];
}

export interface CutParts {
  /** Those that are no longer as they were. */
  readonly gone: readonly SurfacePart[];
  readonly made: readonly SurfacePart[];
}

/**
 * @param near those that may reach the cell, or the lines of its sides.
 * @returns null if the cell takes nothing; 'open' if the parts do not add up, as those of a surface that meets itself.
 */
export function cutParts(points: SlotPoints, cell: ExactCell, near: readonly SurfacePart[]): CutParts | null | 'open' {
  const view = new CellView(points, cell.sides);
  for (const { outline } of near) for (const [from] of outline) if (from < points.vertexCount) points.heed(from);
  const parts = near.filter((part) => matters(view, part));
  // A point on a side counts as behind it: what is left is what lies outside of a cell larger by next to nothing.
  const { polygons, regions } = new ConvexClip(view, true).part(outlinesOf(points, parts));
  if (polygons.size === 0 && regions.every(({ length }) => length === 0)) return null;
  const used = new Set([...polygons.values(), ...regions].flatMap((edges) => edges.map(([from]) => from)));
  const divided = (outline: readonly DirectedEdge[]): DirectedEdge[] =>
    outline.flatMap(([from, to]) => {
      const way = [from, ...view.between(from, to, (point) => used.has(point)), to];
      return way.slice(1).map((point, n): DirectedEdge => [way[n], point]);
    });
  const taken = new Map(Array.from(polygons, ([k, polygon]) => [k, divided(polygon)]));
  const sides = regions.map((region) => {
    const chain = new EdgeChain();
    for (const [from, to] of divided(region)) chain.add(from, to);
    return chain;
  });
  for (const [k, polygon] of taken) {
    const n = cell.sides.findIndex((side) => facesInto(points, parts[k], side));
    if (n < 0) continue;
    // Bone ends there already, and the cell has no more of it to take. The outlines run against each other.
    for (const [from, to] of polygon) sides[n].add(from, to);
    taken.delete(k);
  }
  const ends = sides.map((chain) => chain.edges());
  if (taken.size === 0 && ends.every(({ length }) => length === 0)) return null;
  const gone: SurfacePart[] = [];
  const made: SurfacePart[] = [];
  const sum = new EdgeChain();
  for (const [k, part] of parts.entries()) {
    const outline = divided(part.outline);
    const polygon = taken.get(k) ?? [];
    if (polygon.length === 0 && outline.length === part.outline.length) continue;
    const rest = new EdgeChain();
    for (const [from, to] of outline) rest.add(from, to);
    for (const [from, to] of polygon) {
      rest.add(to, from);
      sum.add(from, to);
    }
    gone.push(part);
    const left = rest.edges();
    if (left.length > 0) made.push({ ...part, outline: left });
  }
  for (const [n, outline] of ends.entries()) {
    for (const [from, to] of outline) sum.add(from, to);
    const { id, sign } = cell.sides[n];
    if (outline.length > 0) made.push({ face: -1, side: { id, sign: -sign }, outline: outline.map(turned) });
  }
  if (sum.edges().length > 0) return 'open';
  return { gone, made };
}

/** Whether a part lies in a cell's side, and bone behind it, beyond the side. */
function facesInto(points: SlotPoints, { face, side, outline }: SurfacePart, { id, sign }: CellSide): boolean {
  if (side !== null) return side.id === id && side.sign === -sign;
  return outline.every(([point]) => points.signOf(point, id) === 0) && points.facing(face, id) === -sign;
}

function* outlinesOf(points: SlotPoints, parts: readonly SurfacePart[]) {
  for (const [k, { face, outline }] of parts.entries()) {
    points.face = face;
    yield [k, outline] as const;
  }
  points.face = -1;
}

/** Whether a part may reach the cell, or meet a line in which two of its sides cut each other. */
function matters(view: CellView, { outline }: SurfacePart): boolean {
  const flats = view.planes.length - 2;
  const crossed = [0, 0];
  let isBeyond = false;
  for (let n = 0; n < view.planes.length; n++) {
    let [front, behind] = [false, false];
    for (const [from] of outline) {
      if (view.signOf(from, n) > 0) front = true;
      else behind = true;
      if (front && behind) break;
    }
    if (front && behind) crossed[n < flats ? 0 : 1]++;
    else if (front) isBeyond = true;
  }
  // Flats are parallel.
  const [walls, ends] = crossed;
  return !isBeyond || walls > 1 || (walls === 1 && ends > 0);
}
