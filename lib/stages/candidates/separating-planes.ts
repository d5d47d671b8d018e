// A bone and a posed tool that stay apart → planes that separate them, kept from pose to pose.
//
//        bone   ╱╲___       │ plane: g·x = most         tool's box under the pose
//        hull  ╱     ╲      │                             ╱╲
//             ╱       ●─────┼── g ─▶        least ├──────◆  ╲      apart: least > most + maxDistance + rounding
//             ╲_______╱     │                             ╲  ╱
//                                                          ╲╱
//
// `most` is the bone's greatest product with g over its vertices, found once (support-vertex.ts); `least` bounds the
// tool's box, in 30 operations per pose. If no plane holds, a new one is sought (K. Chung, W. Wang, "Quick collision
// detection of polytopes in virtual environments", VRST 1996). Let p be the bone's farthest vertex along s and q the
// box's nearest corner; s is mirrored in the plane perpendicular to q − p, s ← s − 2(r·s)r, r = (q − p) / |q − p|,
// until s·(q − p) > 0. If the hulls are apart this terminates, usually at the first or second step. Planes are hints:
// they change the cost of a query, never its answer. The sides of the bone's bounds are six more planes, which need no
// search.
//
// Why a plane proves it. Let |g| = 1, so |g|₁ ≤ √3, and let M bound all coordinates. Every stored vertex of the tool
// lies within frame.slack of the posed box along each axis, so within √3·slack along g. `most` is too small by at most
// 4·√3·u·M (SupportVertex), `least` too large by at most 60·u·M: centre and extents have 4 and 3 products of numbers up
// to 2M with 2 roundings each. Together these errors are less than 2·lengthSlack(M) = 128·u·M.

import { lengthSlack, UNIT_ROUNDOFF } from '#core';
import type { Surface } from '#records';
import { SupportVertex } from './support-vertex.ts';

/** The most planes kept, the one that held last first. */
const MOST_PLANES = 16;
/** A plane: g, and the bone's greatest product with it. */
const PLANE = 4;
const MARGIN = 0;
const LEAST = 1;
/** The greatest number of mirrorings of a direction. Each one searches for the bone's farthest vertex. */
const MIRRORINGS = 8;
/**
 * Credit: the cost of a new plane, the gain from one that holds, the gain from a query of bodies that are apart that no
 * plane decides, and the limit.
 */
const COST = 64;
const HELD = 4;
const NOT_HELD = 1;
const MOST_CREDIT = 256;
/**
 * The number of places kept at which no plane was found for bodies that were apart, as for a tool in a hollow of the
 * bone. A place is the cell that contains the middle of the tool's box, with CELLS cells along the longest side of the
 * bone's bounds. No plane is sought in or next to these cells; it would waste MIRRORINGS support queries.
 */
const MOST_FAILURES = 16;
const CELLS = 64;
const NOWHERE = 0x3fffffff;

export class SeparatingPlanes {
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #support: SupportVertex;
  /** With room for one more, used when one is moved. */
  readonly #planes = new Float64Array(PLANE * (MOST_PLANES + 1));
  #count = 0;
  /** The bone's edit count when the planes were found. */
  #edits = 0;
  /** Whether the bodies were apart at the last pose that no plane decided: if so, they are likely to be so again. */
  #wasApart = false;
  /** Whether isApart has not yet sought a plane for the bone's current state. */
  #isFirst = true;
  /** New planes are sought while the old ones hold often enough: bodies that move around each other find few. */
  #credit = MOST_CREDIT;
  /** Cells in which no plane was found, three numbers each, the newest first. */
  readonly #failures = new Int32Array(3 * MOST_FAILURES).fill(NOWHERE);
  /** The cell of the tool's box (integers, so that comparisons make no garbage); and one number, cells per mm. */
  readonly #cell = new Int32Array(3);
  readonly #density = new Float64Array(1);
  /** The tool's box under the pose: its centre, and its half edges as vectors. */
  readonly #centre = new Float64Array(3);
  readonly #halves = new Float64Array(9);
  /** The largest number in the box's computation: a box far from its own origin may be posed near the bone. */
  #largest = 0;
  /** The limits for planes: MARGIN, LEAST. Returned numbers become garbage if V8 does not inline. */
  readonly #limits = new Float64Array(2);
  readonly #direction = new Float64Array(3);
  readonly #nearest = new Float64Array(3);

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
    this.#support = new SupportVertex(bone);
    this.#forget();
  }

  /**
   * Whether a side of the bone's bounds or a kept plane separates the bodies by more than maxDistance (mm). Call it
   * once the tool has taken its pose, on demand or in full; if the bodies are then searched, call `tell` with the
   * result. The first plane is sought here, if the bodies were apart at the previous pose.
   */
  isApart(maxDistance: number): boolean {
    if (this.#edits !== this.#bone.edits) this.#forget();
    this.#poseBox();
    this.#takeMargin(maxDistance);
    if (this.#isBeyondBounds() || this.#isHeld()) return true;
    if (!this.#isFirst || !this.#wasApart) return false;
    this.#isFirst = false;
    return this.#seek();
  }

  /**
   * Records whether the bodies were found apart at the pose of the last isApart. If so, a plane is sought for later
   * poses.
   */
  tell(areApart: boolean): void {
    this.#wasApart = areApart;
    if (!areApart) return;
    this.#earn(NOT_HELD);
    if (this.#credit < COST || this.#hasFailedNear()) return;
    this.#credit -= COST;
    if (this.#seek()) return;
    this.#failures.copyWithin(3, 0);
    this.#failures.set(this.#cell);
  }

  /** Whether a kept plane holds. */
  #isHeld(): boolean {
    const planes = this.#planes;
    const limits = this.#limits;
    for (let n = 0; n < this.#count; n++) {
      const at = PLANE * n;
      this.#takeLeast(planes, at);
      if (!(limits[LEAST] - planes[at + 3] > limits[MARGIN])) continue;
      if (n > 0) this.#toFront(n);
      this.#earn(HELD);
      return true;
    }
    return false;
  }

  /** Seeks a plane that holds. */
  #seek(): boolean {
    if (this.#bone.faceCount === 0) return false;
    const limits = this.#limits;
    const s = this.#direction;
    const { point } = this.#support;
    const q = this.#nearest;
    const { bounds } = this.#bone;
    for (let k = 0; k < 3; k++) s[k] = this.#centre[k] - (bounds[k] + bounds[3 + k]) / 2;
    for (let n = 0; n < MIRRORINGS && normalise(s); n++) {
      this.#support.find(s);
      this.#takeLeast(s, 0);
      if (limits[LEAST] - this.#support.most > limits[MARGIN]) {
        this.#keep(s, this.#support.most);
        return true;
      }
      this.#nearestCorner(s);
      const x = q[0] - point[0];
      const y = q[1] - point[1];
      const z = q[2] - point[2];
      const turn = (2 * (x * s[0] + y * s[1] + z * s[2])) / (x * x + y * y + z * z);
      s[0] -= turn * x;
      s[1] -= turn * y;
      s[2] -= turn * z;
    }
    return false;
  }

  #hasFailedNear(): boolean {
    const f = this.#failures;
    const c = this.#cell;
    for (let i = 0; i < f.length; i += 3)
      if (Math.abs(f[i] - c[0]) <= 1 && Math.abs(f[i + 1] - c[1]) <= 1 && Math.abs(f[i + 2] - c[2]) <= 1) return true;
    return false;
  }

  /** Starts afresh with the bone as it is now. */
  #forget(): void {
    const { bounds, edits } = this.#bone;
    this.#edits = edits;
    this.#count = 0;
    this.#isFirst = true;
    this.#failures.fill(NOWHERE);
    this.#density[0] = CELLS / Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  }

  #earn(credit: number): void {
    this.#credit = Math.min(MOST_CREDIT, this.#credit + credit);
  }

  /** Along an axis, the posed box reaches as far from its centre as the sum of its half edges' |components| there. */
  #isBeyondBounds(): boolean {
    const { bounds } = this.#bone;
    const c = this.#centre;
    const h = this.#halves;
    const margin = this.#limits[MARGIN];
    for (let k = 0; k < 3; k++) {
      const reach = Math.abs(h[k]) + Math.abs(h[3 + k]) + Math.abs(h[6 + k]);
      if (!(c[k] - reach - bounds[3 + k] > margin || bounds[k] - (c[k] + reach) > margin)) continue;
      this.#earn(HELD);
      return true;
    }
    return false;
  }

  /** The separation that a plane must show, mm. */
  #takeMargin(maxDistance: number): void {
    const magnitude = Math.max(this.#bone.magnitude, this.#tool.magnitude, this.#largest);
    // √3 < 1.75; a direction has length 1 up to 4 roundings.
    this.#limits[MARGIN] =
      maxDistance * (1 + 8 * UNIT_ROUNDOFF) + 1.75 * this.#tool.frame.slack + 2 * lengthSlack(magnitude);
  }

  #poseBox(): void {
    const { bvh, frame } = this.#tool;
    const { forward: m } = frame;
    const box = bvh.levels[bvh.levels.length - 1];
    this.#largest = 0;
    for (let k = 0; k < 3; k++) {
      this.#centre[k] = m[4 * k + 3];
      this.#largest = Math.max(this.#largest, Math.abs(m[4 * k + 3]), Math.abs(box[k]), Math.abs(box[3 + k]));
    }
    for (let axis = 0; axis < 3; axis++) {
      const middle = (box[axis] + box[3 + axis]) / 2;
      const half = box[3 + axis] - middle;
      for (let k = 0; k < 3; k++) {
        this.#centre[k] += m[4 * k + axis] * middle;
        this.#halves[3 * axis + k] = m[4 * k + axis] * half;
      }
    }
    const { bounds } = this.#bone;
    for (let k = 0; k < 3; k++) this.#cell[k] = (this.#centre[k] - bounds[k]) * this.#density[0];
  }

  /** The least product of the direction at g[at …] with a point of the posed box. */
  #takeLeast(g: Float64Array, at: number): void {
    const x = g[at];
    const y = g[at + 1];
    const z = g[at + 2];
    const c = this.#centre;
    const h = this.#halves;
    this.#limits[LEAST] =
      x * c[0] +
      y * c[1] +
      z * c[2] -
      Math.abs(x * h[0] + y * h[1] + z * h[2]) -
      Math.abs(x * h[3] + y * h[4] + z * h[5]) -
      Math.abs(x * h[6] + y * h[7] + z * h[8]);
  }

  /** Writes the corner of the posed box that lies least far along s. */
  #nearestCorner(s: Float64Array): void {
    const q = this.#nearest;
    const h = this.#halves;
    for (let k = 0; k < 3; k++) q[k] = this.#centre[k];
    for (let axis = 0; axis < 9; axis += 3) {
      const sign = s[0] * h[axis] + s[1] * h[axis + 1] + s[2] * h[axis + 2] > 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) q[k] += sign * h[axis + k];
    }
  }

  /** Puts a plane in front of the others; drops the last one if there are too many. */
  #keep(g: Float64Array, most: number): void {
    if (this.#count < MOST_PLANES) this.#count++;
    const last = this.#count - 1;
    this.#planes.set(g, PLANE * last);
    this.#planes[PLANE * last + 3] = most;
    this.#toFront(last);
  }

  #toFront(n: number): void {
    const planes = this.#planes;
    const spare = PLANE * MOST_PLANES;
    planes.copyWithin(spare, PLANE * n, PLANE * n + PLANE);
    planes.copyWithin(PLANE, 0, PLANE * n);
    planes.copyWithin(0, spare);
  }
}

/** Scales v to length 1. @returns whether it had a length. */
function normalise(v: Float64Array): boolean {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return false;
  for (let k = 0; k < 3; k++) v[k] /= length;
  return true;
}
