// Leaves and the faces near them → for each leaf within δ: where it is nearest or deepest, and a certified interval of
// its minimum signed distance.
//
//   leaf + faces near it ──LeafPairs──→ nearest face, its distance, may they share a point?
//                                │
//            ┌───────────────────┴──────────────────────┐
//    apart and outside                          inside, or a shared point is not ruled out
//    the two triangles' nearest points          the three corners' signed distances
//    [d − slack, d + slack]                     [max(least corner − R, face bound) − slack, least + slack]
//
// Why these intervals hold the minimum: the signed distance sd is 1-Lipschitz. Over a leaf whose points are at most R
// from a corner (corner-distance), min sd ≥ least over corners of sd − R, and min sd ≤ sd at any of its points.
//  · Apart from the surface and outside, min sd is the distance triangle to triangles, certified by separating axes.
//  · Inside or crossing, sd ≥ −|x − g| for every face g, and the distance to a convex set is greatest at a corner, so
//    min sd ≥ −max over corners of |corner − g|: the face bound, exact where one face is the nearest to all three.
// R ≤ h/√3, so high − low ≤ h/√3 + 2·lengthSlack (G4).

import { capacityFor, cornerOffset, lengthSlack, reportDistance } from '../core/index.ts';
import type { SignedDistance } from '../proximity/index.ts';
import type { DistanceRecords, SubTriangles, Surface } from '../records/index.ts';
import { greatestCornerDistance, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../triangles/index.ts';
import { contactNormal } from './contact-normal.ts';
import { LeafPairs } from './leaf-pairs.ts';

/** Visits the faces of the other body that share a point with a face of this one. */
type VisitCrossings = (face: number, visit: (other: number) => void) => void;

interface MeasureInput {
  readonly body: Surface;
  readonly other: Surface;
  /** Whether `body` is the tool: normals point from bone to tool. */
  readonly bodyIsTool: boolean;
  readonly leaves: SubTriangles;
  /** Writes a leaf's corners, 9 numbers: subdivision's lattice. */
  readonly cornersOf: (leaf: number, out: Float64Array) => void;
  readonly crossings: VisitCrossings;
  /** Signed distance to `other` under this pose. */
  readonly toOther: SignedDistance;
  /** δ, mm. */
  readonly delta: number;
}

export class SubTriangleMeasurer {
  readonly #pairs = new LeafPairs();
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #corners = new Float64Array(9);
  readonly #slots = new Int32Array(3);
  /** Point on the leaf and opposite point of the record at hand. */
  readonly #ends = new Float64Array(6);
  /** By face of the other body: #stamp where it shares a point with the present leaf's face. */
  #crossed = new Uint32Array(0);
  #stamp = 0;
  readonly #crosses = (face: number) => this.#crossed[face] === this.#stamp;

  /**
   * Appends to `out` one record for each leaf whose first corner lies inside the other solid or whose exact gap to the
   * faces near it is at most δ′ (reportDistance), in the leaves' order. A leaf that shares no point with the surface
   * lies on one side of it, so that any of its corners tells which.
   */
  measure(input: MeasureInput, out: DistanceRecords): void {
    const { body, other, leaves, delta, toOther } = input;
    const magnitude = Math.max(body.magnitude, other.magnitude);
    const slack = lengthSlack(magnitude + delta);
    const within = reportDistance(delta, magnitude);
    const { face, level, inside, start, count } = leaves.rows.columns;
    this.#forgetCrossed(other.faceCount);
    const pairs = this.#pairs;
    const p = this.#corners;
    let parent = -1;
    let cornerDistance = 0;
    for (let leaf = 0; leaf < leaves.rows.length; leaf++) {
      if (face[leaf] !== parent) {
        parent = face[leaf];
        cornerDistance = greatestCornerDistance(
          body.positions,
          cornerOffset(body.faces, parent, 0),
          cornerOffset(body.faces, parent, 1),
          cornerOffset(body.faces, parent, 2),
        );
        this.#stamp++;
        input.crossings(parent, (g) => {
          this.#crossed[g] = this.#stamp;
        });
      }
      input.cornersOf(leaf, p);
      pairs.measure(p, other, leaves.near.values, start[leaf], count[leaf], this.#crosses, within + slack, slack);
      const slots = this.#slots;
      for (let k = 0; k < 3; k++) slots[k] = toOther.slotOf(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
      if (inside[leaf] === 1) for (let k = 0; k < 3; k++) toOther.markInside(slots[k]);
      const isInside = pairs.crossing
        ? toOther.isInside(slots[0])
        : toOther.isApartInside(slots[0], slots[1], slots[2]);
      if (!isInside && !pairs.isWithin(p, other, leaves.near.values, start[leaf], count[leaf], within, slack)) continue;
      if (isInside || pairs.crossing) this.#byCorners(input, leaf, cornerDistance / 2 ** level[leaf], slack, out);
      else this.#apart(input, leaf, slack, out);
    }
  }

  /** Outside, sharing no point: the nearest points of the triangles. */
  #apart(input: MeasureInput, leaf: number, slack: number, out: DistanceRecords): void {
    const { best, distance, face } = this.#pairs;
    for (let k = 0; k < 6; k++) this.#ends[k] = best[k];
    this.#write(input, leaf, face, distance, Math.max(0, distance - slack), distance + slack, slack, out);
  }

  /** Inside, or a shared point cannot be ruled out: the corners, or else the shared point. */
  #byCorners(input: MeasureInput, leaf: number, cornerDistance: number, slack: number, out: DistanceRecords): void {
    const { toOther, other } = input;
    const p = this.#corners;
    let low = 0;
    let high = Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    let deepest = 0;
    if (other.signed) {
      for (let k = 0; k < 3; k++) {
        const slot = this.#slots[k];
        toOther.measure(slot);
        const within = toOther.isInside(slot);
        const distance = within ? -toOther.distance(slot) : toOther.distance(slot);
        if (distance < least) {
          least = distance;
          deepest = k;
        }
      }
      low = Math.max(least - cornerDistance, this.#faceBound(input)) - slack;
      high = least + slack;
    }
    const { best, face, crossing } = this.#pairs;
    const shared = crossing ? this.#pairs.distance : Number.POSITIVE_INFINITY;
    if (shared < least) {
      for (let k = 0; k < 6; k++) this.#ends[k] = best[k];
      this.#write(input, leaf, face, shared, low, Math.min(high, shared + slack), slack, out);
      return;
    }
    const slot = this.#slots[deepest];
    for (let k = 0; k < 3; k++) {
      this.#ends[k] = p[3 * deepest + k];
      this.#ends[3 + k] = toOther.nearestPoint(slot, k);
    }
    this.#write(input, leaf, toOther.face(slot), least, low, high, slack, out);
  }

  /** −max over corners of the distance to one face: the best of the faces nearest to the corners. */
  #faceBound({ toOther, other }: MeasureInput): number {
    const p = this.#corners;
    const near = this.#near;
    let bound = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const g = toOther.face(this.#slots[k]);
      if (k > 0 && g === toOther.face(this.#slots[k - 1])) continue;
      const a = cornerOffset(other.faces, g, 0);
      const b = cornerOffset(other.faces, g, 1);
      const c = cornerOffset(other.faces, g, 2);
      let farthest = 0;
      for (let i = 0; i < 3 && farthest < -bound; i++) {
        const slot = this.#slots[i];
        let distance = toOther.distance(slot);
        if (toOther.face(slot) !== g) {
          pointTriangle(p, 3 * i, other.positions, a, b, c, near);
          distance = Math.sqrt(near[SQUARED]);
        }
        if (distance > farthest) farthest = distance;
      }
      bound = Math.max(bound, -farthest);
    }
    return bound;
  }

  #write(
    input: MeasureInput,
    leaf: number,
    oppositeFace: number,
    distance: number,
    low: number,
    high: number,
    slack: number,
    out: DistanceRecords,
  ): void {
    const { body, other, bodyIsTool, leaves } = input;
    const ends = this.#ends;
    const row = out.length;
    out.reserve(1);
    const { columns } = out;
    columns.subTriangle[row] = leaf;
    for (let k = 0; k < 9; k++) columns.corners[9 * row + k] = this.#corners[k];
    for (let k = 0; k < 3; k++) {
      columns.point[3 * row + k] = ends[k];
      columns.opposite[3 * row + k] = ends[3 + k];
    }
    columns.oppositeFace[row] = oppositeFace;
    columns.distance[row] = distance;
    columns.low[row] = low;
    columns.high[row] = high;
    const face = leaves.rows.columns.face[leaf];
    contactNormal(ends, distance, slack, body, face, other, oppositeFace, bodyIsTool, columns.normal, 3 * row);
    out.length = row + 1;
  }

  #forgetCrossed(faceCount: number): void {
    if (this.#crossed.length >= faceCount && this.#stamp < 0xf0000000) return;
    this.#crossed = new Uint32Array(capacityFor(faceCount, this.#crossed.length));
    this.#stamp = 0;
  }
}
