// Leaves and the faces near them → for each leaf within δ, where it is nearest or deepest, and a certified interval for
// its minimum signed distance.
//
//   leaf + faces near it ──LeafPairs──→ nearest face, its distance, may they share a point?
//                                │         (if a corner is inside, only faces within slack are sought)
//            ┌───────────────────┴──────────────────────┐
//    apart and outside                          inside, or a shared point is not ruled out
//    the two triangles' nearest points          the three corners' signed distances
//    [d − slack, d + slack]                     [max(least corner − R, face bound) − slack, least + slack]
//
// These intervals contain the minimum because the signed distance sd is 1-Lipschitz. Over a leaf whose points are at
// most R from a corner (corner-distance), min sd ≥ least over corners of sd − R, and min sd ≤ sd at any of its points.
//  · Apart from the surface and outside, min sd is the distance triangle to triangles, certified by separating axes.
//  · Inside or crossing, sd ≥ −|x − g| for every face g, and the distance to a convex set is greatest at a corner, so
//    min sd ≥ −max over corners of |corner − g|: the face bound, exact if one face is the nearest to all three.
// R ≤ h/√3, so high − low ≤ h/√3 + 2·lengthSlack (G4).

import { capacityFor, cornerOffset, lengthSlack, reportDistance } from '#core';
import type { SignedDistance } from '#proximity';
import type { DistanceRecords, SubTriangles, Surface } from '#records';
import { greatestCornerDistance, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { type ContactBodies, contactNormal } from './contact-normal.ts';
import { LeafPairs } from './leaf-pairs.ts';

/** Visits the faces of the other body that share a point with a face of this one. */
type VisitCrossings = (face: number, visit: (other: number) => void) => void;

interface MeasureInput extends ContactBodies<Surface> {
  readonly leaves: SubTriangles;
  /** Writes a leaf's corners, 9 numbers, from subdivision's lattice. */
  readonly cornersOf: (leaf: number, out: Float64Array) => void;
  readonly crossings: VisitCrossings;
  /** Signed distance to `other` under this pose. */
  readonly toOther: SignedDistance;
  /** δ, mm. */
  readonly delta: number;
}

interface PreparedInput extends MeasureInput {
  /** From lengthSlack, mm. */
  readonly slack: number;
}

export class SubTriangleMeasurer {
  readonly #pairs = new LeafPairs();
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #slots = new Int32Array(3);
  /** The current leaf's record; `ends` are its point and the opposite one. */
  readonly #found = { oppositeFace: 0, distance: 0, low: 0, high: 0, ends: new Float64Array(6) };
  /** By face of the other body: #stamp if it shares a point with the present leaf's face. */
  #crossed = new Uint32Array(0);
  #stamp = 0;
  readonly #crosses = (face: number) => this.#crossed[face] === this.#stamp;
  /** No point of the present leaf's face is farther from the nearest corner than this, mm. */
  #cornerDistance = 0;

  /**
   * Appends to `out` one record for each leaf whose first corner lies inside the other solid or whose exact gap to the
   * faces near it is at most δ′ (reportDistance), in the leaves' order. A leaf that shares no point with the surface
   * lies on one side of it, so any of its corners decides which.
   */
  measure(input: MeasureInput, out: DistanceRecords): void {
    const { body, other, leaves, delta } = input;
    const magnitude = Math.max(body.magnitude, other.magnitude);
    const slack = lengthSlack(magnitude + delta);
    const maxDistance = reportDistance(delta, magnitude);
    const { face } = leaves.rows.columns;
    this.#forgetCrossed(other.faceCount);
    this.#pairs.begin({ other, near: leaves.near.values, crosses: this.#crosses, maxDistance, slack });
    const side = { ...input, slack };
    let parent = -1;
    for (let leaf = 0; leaf < leaves.rows.length; leaf++) {
      if (face[leaf] !== parent) {
        parent = face[leaf];
        this.#beginFace(input, parent);
      }
      if (this.#find(side, leaf)) this.#write(side, leaf, out);
    }
  }

  #beginFace({ body, crossings }: MeasureInput, face: number): void {
    this.#cornerDistance = greatestCornerDistance(
      body.positions,
      cornerOffset(body.faces, face, 0),
      cornerOffset(body.faces, face, 1),
      cornerOffset(body.faces, face, 2),
    );
    this.#stamp++;
    crossings(face, (g) => {
      this.#crossed[g] = this.#stamp;
    });
  }

  /** Measures a leaf. @returns whether it has a record: #found. */
  #find(side: PreparedInput, leaf: number): boolean {
    const pairs = this.#pairs;
    const { toOther } = side;
    const { inside, level, start, count } = side.leaves.rows.columns;
    const p = pairs.leaf;
    side.cornersOf(leaf, p);
    const slots = this.#slots;
    for (let k = 0; k < 3; k++) slots[k] = toOther.slotOf(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
    if (inside[leaf] === 1) for (let k = 0; k < 3; k++) toOther.markInside(slots[k]);
    // If a corner lies inside, the corners determine the interval. The faces are then tested only for a shared point.
    pairs.measure(start[leaf], count[leaf], toOther.isOneInside(slots[0], slots[1], slots[2]));
    const isInside = pairs.crossing ? toOther.isInside(slots[0]) : toOther.isApartInside(slots[0], slots[1], slots[2]);
    if (!isInside && !pairs.isWithin(start[leaf], count[leaf])) return false;
    if (isInside || pairs.crossing) this.#byCorners(side, level[leaf]);
    else this.#apart(side);
    return true;
  }

  /** Outside, sharing no point: the nearest points of the triangles. */
  #apart({ slack }: PreparedInput): void {
    const { best, distance, face } = this.#pairs;
    const found = this.#found;
    found.oppositeFace = face;
    found.distance = distance;
    found.low = Math.max(0, distance - slack);
    found.high = distance + slack;
    for (let k = 0; k < 6; k++) found.ends[k] = best[k];
  }

  /** Inside, or a shared point cannot be ruled out: the corner of least distance, or the shared point if it is less. */
  #byCorners(side: PreparedInput, level: number): void {
    const pairs = this.#pairs;
    const { toOther, other, slack } = side;
    const found = this.#found;
    const { ends } = found;
    let low = 0;
    let high = Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    let deepest = 0;
    if (other.signed) {
      for (let k = 0; k < 3; k++) {
        const slot = this.#slots[k];
        toOther.measure(slot);
        const isInside = toOther.isInside(slot);
        const distance = isInside ? -toOther.distance(slot) : toOther.distance(slot);
        if (distance < least) {
          least = distance;
          deepest = k;
        }
      }
      const cornerDistance = this.#cornerDistance / (1 << level);
      low = Math.max(least - cornerDistance, this.#faceBound(side)) - slack;
      high = least + slack;
    }
    found.low = low;
    const shared = pairs.crossing ? pairs.distance : Number.POSITIVE_INFINITY;
    if (shared < least) {
      found.oppositeFace = pairs.face;
      found.distance = shared;
      found.high = Math.min(high, shared + slack);
      for (let k = 0; k < 6; k++) ends[k] = pairs.best[k];
      return;
    }
    const slot = this.#slots[deepest];
    found.oppositeFace = toOther.face(slot);
    found.distance = least;
    found.high = high;
    for (let k = 0; k < 3; k++) {
      ends[k] = pairs.leaf[3 * deepest + k];
      ends[3 + k] = toOther.nearestPoint(slot, k);
    }
  }

  /** The greatest, over the faces nearest to the corners, of −max over corners of the distance to that face. */
  #faceBound({ toOther, other }: PreparedInput): number {
    const p = this.#pairs.leaf;
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

  #write(side: PreparedInput, leaf: number, out: DistanceRecords): void {
    const { leaf: p } = this.#pairs;
    const { leaves, slack } = side;
    const { ends, oppositeFace, distance, low, high } = this.#found;
    const row = out.length;
    out.reserve(1);
    const { columns } = out;
    columns.subTriangle[row] = leaf;
    for (let k = 0; k < 9; k++) columns.corners[9 * row + k] = p[k];
    for (let k = 0; k < 3; k++) {
      columns.point[3 * row + k] = ends[k];
      columns.opposite[3 * row + k] = ends[3 + k];
    }
    columns.oppositeFace[row] = oppositeFace;
    columns.distance[row] = distance;
    columns.low[row] = low;
    columns.high[row] = high;
    const face = leaves.rows.columns.face[leaf];
    contactNormal(side, face, oppositeFace, ends, distance, slack, columns.normal, 3 * row);
    out.length = row + 1;
  }

  #forgetCrossed(faceCount: number): void {
    if (this.#crossed.length >= faceCount && this.#stamp < 0xf0000000) return;
    this.#crossed = new Uint32Array(capacityFor(faceCount, this.#crossed.length));
    this.#stamp = 0;
  }
}
