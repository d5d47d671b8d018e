// A closed surface and planes → the part of the solid that lies behind all of them, exactly: what of each face lies
// there, and what of each plane bounds the part.
//
//      ┌─────────┐           The planes cut one after the other. Invariant: after each, the faces' parts and the
//      │ bone ┌──┼───┐       regions in the planes so far add up to a closed surface, that of the solid behind these
//      │      │▒▒│   │ box   planes. The next plane leaves it open along directed edges in itself: reversed, they are
//      └──────┼──┘   │       the outline of its own region. So a region needs no point to be located in the solid, and
//             └──────┘       a corner of the box comes out where the third plane cuts the edge of the first two.
//
// This is I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping" (1974), for a whole surface. Two faces agree on
// the crossing of their common edge, for it is one point, made once; so the invariant is one of counting and holds for
// every input, whatever touches what. Where a region is covered twice, as by a surface that meets itself, its outline
// is there twice, and filling it is refused.
//
// A point on a plane counts as behind it, or as beyond: as if the planes were moved outward a little, or inward, each
// by much less than the next. So a face in a plane either belongs to the part or does not, as a whole.

import { LineDivider } from './divide-on-lines.ts';
import { type DirectedEdge, EdgeChain, turned } from './edge-chain.ts';

/** Exact points, by number, and the planes of a cell, whose normals point out of it. */
export interface ClipPoints {
  readonly planes: ArrayLike<unknown>;
  /** 1 in front of the plane, 0 on it, −1 behind it. */
  signOf(point: number, plane: number): number;
  /** The point where the edge between points on different sides crosses the plane: one of its ends, if it is on it. */
  crossing(a: number, b: number, plane: number): number;
  /** Negative if a has the lower coordinate along an axis, 0 if both have the same. */
  compare(a: number, b: number, axis: number): number;
}

export interface ConvexPart {
  /** Outlines by face, of those that are cut and lie in the part with an area. */
  readonly polygons: ReadonlyMap<number, readonly DirectedEdge[]>;
  /** By plane: the outline of its region, whose face is seen from beyond the plane. */
  readonly regions: readonly (readonly DirectedEdge[])[];
  /** Whether some point that was asked for lay on a plane. */
  readonly isTouched: boolean;
}

export class ConvexClip {
  readonly #points: ClipPoints;
  readonly #isBehind: (point: number, plane: number) => boolean;
  /** By plane: where it leaves the parts so far open. */
  readonly #openings: readonly EdgeChain[];
  #isTouched = false;

  /** @param onPlane whether a point on a plane counts as behind it. */
  constructor(points: ClipPoints, onPlane: boolean) {
    this.#points = points;
    this.#openings = Array.from(points.planes, () => new EdgeChain());
    this.#isBehind = (point, plane) => {
      const sign = points.signOf(point, plane);
      if (sign === 0) this.#isTouched = true;
      return sign < 0 || (sign === 0 && onPlane);
    };
  }

  /**
   * @param outlines by face, counter-clockwise, of those that the cell's planes may cut: whole faces, or parts of them.
   * Each is clipped before the next is asked for.
   */
  part(outlines: Iterable<readonly [face: number, outline: readonly DirectedEdge[]]>): ConvexPart {
    const polygons = new Map<number, readonly DirectedEdge[]>();
    for (const [face, outline] of outlines) {
      const polygon = this.#clippedFrom(outline, 0);
      if (polygon.length > 0) polygons.set(face, polygon);
    }
    const regions = this.#openings.map((opening, plane) => this.#clippedFrom(opening.edges().map(turned), plane + 1));
    const lines = new LineDivider(this.#points, [...polygons.values(), ...regions]);
    const divided = Array.from(polygons, ([face, polygon]) => [face, lines.divided(polygon)] as const);
    return {
      polygons: new Map(divided.filter(([, polygon]) => polygon.length > 0)),
      regions: regions.map((region) => lines.divided(region)),
      isTouched: this.#isTouched,
    };
  }

  /** What lies behind the planes from `first` on. */
  #clippedFrom(outline: readonly DirectedEdge[], first: number): DirectedEdge[] {
    let sides = outline;
    for (let plane = first; plane < this.#points.planes.length && sides.length > 0; plane++)
      sides = this.#clipped(sides, plane);
    const chain = new EdgeChain();
    for (const [from, to] of sides) chain.add(from, to);
    return chain.edges();
  }

  #clipped(sides: readonly DirectedEdge[], plane: number): DirectedEdge[] {
    const out: DirectedEdge[] = [];
    /** By point of the line, how many more sides end there than begin. */
    const ends = new Map<number, number>();
    const count = (point: number, more: number) => ends.set(point, (ends.get(point) ?? 0) + more);
    for (const [from, to] of sides) {
      const [isIn, stays] = [this.#isBehind(from, plane), this.#isBehind(to, plane)];
      if (isIn && stays) out.push([from, to]);
      if (this.#points.signOf(from, plane) === 0) count(from, 0);
      if (isIn === stays) continue;
      const at = this.#points.crossing(from, to, plane);
      if (isIn && from !== at) out.push([from, at]);
      if (stays && at !== to) out.push([at, to]);
      count(at, isIn ? 1 : -1);
    }
    this.#close(ends, plane, out);
    return out;
  }

  /** Leads each way on along the line, from where it ended to where the next begins, by way of corners between them. */
  #close(ends: ReadonlyMap<number, number>, plane: number, out: DirectedEdge[]): void {
    const points = Array.from(ends.keys());
    if (points.every((point) => ends.get(point) === 0)) return;
    // Two points are joined the same way in either order.
    if (points.length > 2) {
      // Points of a line that differ do so along the same axes.
      const differ = (axis: number) => points.some((point) => this.#points.compare(points[0], point, axis) !== 0);
      const axis = Math.max(0, [0, 1, 2].findIndex(differ));
      points.sort((a, b) => this.#points.compare(a, b, axis));
    }
    let open = 0;
    for (let n = 0; n + 1 < points.length; n++) {
      open += ends.get(points[n]) ?? 0;
      const [from, to] = open > 0 ? [points[n], points[n + 1]] : [points[n + 1], points[n]];
      for (let k = 0; k < Math.abs(open); k++) {
        out.push([from, to]);
        this.#openings[plane].add(from, to);
      }
    }
  }
}
