// A bone and a posed tool that keep being apart → planes that hold them apart, kept from pose to pose.
//
//        bone   ╱╲___       │ plane: g·x = most         tool's box under the pose
//        hull  ╱     ╲      │                             ╱╲
//             ╱       ●─────┼── g ─▶        least ├──────◆  ╲      apart: least > most + what was asked for + rounding
//             ╲_______╱     │                             ╲  ╱
//                                                          ╲╱
//
// `most` is the bone's greatest vertex along g, found once (support-vertex.ts); `least` is a bound of the tool's
// box, 30 operations a pose. A new plane is sought where none holds, by K. Chung, W. Wang, "Quick collision detection
// of polytopes in virtual environments", VRST 1996: with p the bone's farthest vertex along s and q the box's nearest,
// s is mirrored at the plane across q − p, s ← s − 2(r·s)r, r = (q − p) / |q − p|, until s·(q − p) > 0. Where hulls are
// apart that comes to an end, mostly the first or the second time. Planes are hints: they change what a query costs,
// never what it says. The sides of the bone's bounds are six more, which need no search.
//
// Why a plane proves it. Let |g| = 1, so |g|₁ ≤ √3, and M bound all coordinates. Every stored coordinate of the tool
// lies within frame.slack of the posed box, along each axis, so within √3·slack along g. `most` is too small by at most
// 4·√3·u·M (SupportVertex), `least` too large by at most 60·u·M: centre and extents have 4 and 3 products of numbers
// up to 2M with 2 roundings each. Both together are less than 2·lengthSlack(M) = 128·u·M.

import { lengthSlack, UNIT_ROUNDOFF } from '#core';
import type { Surface } from '#records';
import { SupportVertex } from './support-vertex.ts';

/** Planes that are kept, the one that held last first. */
const MOST_PLANES = 16;
/** A plane: g, and the bone's greatest product with it. */
const PLANE = 4;
const MARGIN = 0;
const LEAST = 1;
/** Times a direction is mirrored at most. Each time the bone's farthest vertex is sought. */
const MIRRORINGS = 8;
/** What a new plane costs, what one that holds and a query that none holds bring, and what there is at most. */
const COST = 64;
const HELD = 4;
const NOT_HELD = 1;
const MOST_CREDIT = 256;
/**
 * So many places are kept where no plane was found for bodies that were apart, as for a tool in a hollow of the bone:
 * the cells that the middle of the tool's box lay in, of so many along the longest side of the bone's bounds. In these
 * and the cells around them none is sought: that were MIRRORINGS searches for nothing.
 */
const MOST_FAILURES = 16;
const CELLS = 64;
const NOWHERE = 0x3fffffff;

export class SeparatingPlanes {
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #support: SupportVertex;
  /** And room for one more, that is moved. */
  readonly #planes = new Float64Array(PLANE * (MOST_PLANES + 1));
  #count = 0;
  /** Of the bone, when what is kept was found. */
  #edits = 0;
  /** Whether the bodies were told to be apart at the last pose that none held: they are likely to be so again. */
  #wasApart = false;
  /** Whether isApart has sought no plane yet for the bone as it is. */
  #isFirst = true;
  /** New planes are sought as long as they have held often enough: bodies that dance about each other find few. */
  #credit = MOST_CREDIT;
  /** Cells where no plane was found, three numbers each, the newest first. */
  readonly #failures = new Int32Array(3 * MOST_FAILURES).fill(NOWHERE);
  /** The cell of the tool's box, and one number: cells a mm. Whole numbers, which are compared without garbage. */
  readonly #cell = new Int32Array(3);
  readonly #density = new Float64Array(1);
  /** The tool's box under the pose: its centre, and half its edges, each a vector. */
  readonly #centre = new Float64Array(3);
  readonly #halves = new Float64Array(9);
  /** The largest number that these are made of: a box far from its own origin may be posed near the bone. */
  #largest = 0;
  /** What planes are held against: MARGIN, LEAST. Numbers that are returned become garbage where V8 does not inline. */
  readonly #limits = new Float64Array(2);
  readonly #direction = new Float64Array(3);
  readonly #nearest = new Float64Array(3);

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
    this.#support = new SupportVertex(bone);
    this.#forget();
  }

  /** Makes what planes are found by, so that no later query has to. */
  prepare(): void {
    this.#support.prepare();
  }

  /**
   * Whether a side of the bone's bounds or a plane that is kept holds the bodies farther than maxDistance (mm) apart.
   * To be called once the tool has taken its pose, on demand or in full; where the bodies are searched then, `tell` is
   * to be called with what was found. The first plane is sought here, if the bodies were apart at the pose before.
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
   * Whether the bodies were found apart at the pose of the last isApart. If they were, a plane is sought for later
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

  /** Whether a plane that is kept holds. */
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
    this.#support.prepare();
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

  /** Begins anew with the bone as it is now. */
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

  /** Along an axis the posed box reaches as far from its centre as its half edges do together. */
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

  /** How far apart a plane must show the bodies, mm. */
  #takeMargin(maxDistance: number): void {
    const magnitude = Math.max(this.#bone.magnitude, this.#tool.magnitude, this.#largest);
    // √3 < 1.75; a direction is of length 1 but for 4 roundings.
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

  /** The corner of the posed box that lies least far along s. */
  #nearestCorner(s: Float64Array): void {
    const q = this.#nearest;
    const h = this.#halves;
    for (let k = 0; k < 3; k++) q[k] = this.#centre[k];
    for (let axis = 0; axis < 9; axis += 3) {
      const sign = s[0] * h[axis] + s[1] * h[axis + 1] + s[2] * h[axis + 2] > 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) q[k] += sign * h[axis + k];
    }
  }

  /** Keeps a plane in front of the others; the last of many goes. */
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

/** @returns whether it had a length. */
function normalise(v: Float64Array): boolean {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return false;
  for (let k = 0; k < 3; k++) v[k] /= length;
  return true;
}
