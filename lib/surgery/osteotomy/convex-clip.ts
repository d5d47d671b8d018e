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

import { cross } from '#triangles';
import { LineDivider } from './divide-on-lines.ts';
import { type DirectedEdge, EdgeChain, turned } from './edge-chain.ts';
import type { ExactPoints } from './exact-points.ts';

export interface ConvexPart {
  /** Outlines by face, of those that are cut and lie in the part with an area. */
  readonly polygons: ReadonlyMap<number, readonly DirectedEdge[]>;
  /** By plane: the outline of its region, whose face is seen from beyond the plane. */
  readonly regions: readonly (readonly DirectedEdge[])[];
  /** Whether some point that was asked for lay on a plane. */
  readonly isTouched: boolean;
}

export class ConvexClip {
  readonly #points: ExactPoints;
  readonly #isBehind: (point: number, plane: number) => boolean;
  /** By plane: where it leaves the parts so far open. */
  readonly #openings: readonly EdgeChain[];
  #isTouched = false;

  /** @param onPlane whether a point on a plane counts as behind it. */
  constructor(points: ExactPoints, onPlane: boolean) {
    this.#points = points;
    this.#openings = points.planes.map(() => new EdgeChain());
    this.#isBehind = (point, plane) => {
      const sign = points.signOf(point, plane);
      if (sign === 0) this.#isTouched = true;
      return sign < 0 || (sign === 0 && onPlane);
    };
  }

  /** @param faces those with corners on both sides of some plane. @param solid the faces of the whole surface. */
  part(faces: Iterable<number>, solid: ArrayLike<number>): ConvexPart {
    const polygons = new Map<number, readonly DirectedEdge[]>();
    for (const face of faces) {
      const polygon = this.#polygon([solid[3 * face], solid[3 * face + 1], solid[3 * face + 2]]);
      if (polygon.length > 0) polygons.set(face, polygon);
    }
    const { planes } = this.#points;
    const regions = planes.map((_, plane) => {
      let region = this.#openings[plane].edges().map(turned);
      for (let next = plane + 1; next < planes.length && region.length > 0; next++) {
        const line = cross(planes[plane].normal, planes[next].normal);
        region = this.#clipped(
          region,
          next,
          Math.max(
            0,
            line.findIndex((x) => x !== 0n),
          ),
        );
      }
      const outline = new EdgeChain();
      for (const [from, to] of region) outline.add(from, to);
      return outline.edges();
    });
    const lines = new LineDivider(this.#points, [...polygons.values(), ...regions]);
    const divided = Array.from(polygons, ([face, polygon]) => [face, lines.divided(polygon)] as const);
    return {
      polygons: new Map(divided.filter(([, polygon]) => polygon.length > 0)),
      regions: regions.map((region) => lines.divided(region)),
      isTouched: this.#isTouched,
    };
  }

  #polygon(corners: readonly [number, number, number]): DirectedEdge[] {
    const { planes } = this.#points;
    let sides = corners.map((from, k): DirectedEdge => [from, corners[(k + 1) % 3]]);
    for (let plane = 0; plane < planes.length && sides.length > 0; plane++) sides = this.#clipped(sides, plane, 0);
    const outline = new EdgeChain();
    for (const [from, to] of sides) outline.add(from, to);
    return outline.edges();
  }

  /** @param axis of two points on the line in which the plane cuts the sides', one has a lower coordinate along it. */
  #clipped(sides: readonly DirectedEdge[], plane: number, axis: number): DirectedEdge[] {
    const out: DirectedEdge[] = [];
    /** How many more sides end at a point of the line than begin there. */
    const ends = new Map<number, number>();
    const count = (point: number, more: number) => ends.set(point, (ends.get(point) ?? 0) + more);
    for (const [from, to] of sides) {
      const [isIn, stays] = [this.#isBehind(from, plane), this.#isBehind(to, plane)];
      if (isIn && stays) out.push([from, to]);
      if (isIn === stays) continue;
      const at = this.#points.crossing(from, to, plane);
      if (isIn && from !== at) out.push([from, at]);
      if (stays && at !== to) out.push([at, to]);
      count(at, isIn ? 1 : -1);
    }
    this.#close(ends, plane, axis, out);
    return out;
  }

  /** Leads each way on along the line, from where it ended to where the next begins. */
  #close(ends: ReadonlyMap<number, number>, plane: number, axis: number, out: DirectedEdge[]): void {
    const points = Array.from(ends.keys()).filter((point) => ends.get(point) !== 0);
    // Two points are joined the same way in either order.
    if (points.length > 2) points.sort((a, b) => this.#points.compare(a, b, axis));
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
