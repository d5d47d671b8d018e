// A line along the feed and a point of the tool on it → how far it is from there to where the line leaves the bone, if
// the point surely is the tool's last one on the line and surely lies in the bone.
//
// Three certified steps: the point is so far from the bone's surface that rounding does not move it across, so its
// winding number is exact; the tool has no crossing ahead of it; and the winding number, carried along the line from
// crossing to crossing of the bone, becomes 0 where the line leaves the bone.

import type { SolidTest } from '../records/index.ts';
import { BoneDistance } from './bone-distance.ts';
import { FeedLine } from './feed-line.ts';
import { type FeedSpace, PLACED } from './feed-space.ts';
import { heightOn, isWithin, steepness } from './shadow-overlap.ts';

export class LastPoints {
  readonly #space: FeedSpace;
  readonly #boneLine: FeedLine;
  readonly #toolLine: FeedLine;
  readonly #solid: SolidTest;
  readonly #distance: BoneDistance;
  readonly #point = new Float64Array(3);
  readonly #cover = new Float64Array(PLACED);

  constructor(space: FeedSpace) {
    this.#space = space;
    this.#boneLine = new FeedLine(space, space.bone);
    this.#toolLine = new FeedLine(space, space.tool);
    this.#solid = space.bone.body.solid;
    this.#distance = new BoneDistance(space.bone.body);
  }

  /** Takes the pose that the space was begun with. */
  begin(): void {
    this.#distance.begin();
  }

  /**
   * How far it is, at most, mm, from the point at s, u, v to where the line leaves the bone; Infinity if the point may
   * lie outside the bone, if the tool may go on ahead of it, or if rounding decides a crossing.
   * @param beyond mm: crossings of the tool no farther ahead than this are the point itself.
   */
  mostBone(s: number, u: number, v: number, beyond: number): number {
    const p = this.#pointAt(s, u, v);
    this.#distance.measure(p, 0);
    if (this.#distance.low <= 2 * this.#space.slack) return Number.POSITIVE_INFINITY;
    let winding = this.#solid.windingAt(p[0], p[1], p[2]);
    if (winding === 0) return Number.POSITIVE_INFINITY;
    const tool = this.#toolLine;
    tool.find(u, v, s + beyond);
    if (tool.isUndecided || tool.crossings.length > 0) return Number.POSITIVE_INFINITY;
    const bone = this.#boneLine;
    bone.find(u, v, s);
    if (bone.isUndecided) return Number.POSITIVE_INFINITY;
    for (const { s: height, turn, wrong } of bone.crossings) {
      winding -= turn;
      if (winding === 0) return height - s + wrong + this.#space.slack;
    }
    return Number.POSITIVE_INFINITY;
  }

  /**
   * On which side of the bone's surface a triangle lies, s, u, v of three corners: 1 inside, −1 outside, 0 if parts of
   * it may lie on either side. The ball about its middle that holds it is clear of the surface, or it is not known.
   */
  sideOf(A: Float64Array, a: number): -1 | 0 | 1 {
    const middle = [0, 1, 2].map((k) => (A[a + k] + A[a + 3 + k] + A[a + 6 + k]) / 3);
    let radius = 0;
    for (let corner = a; corner < a + PLACED; corner += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => A[corner + k] - middle[k]);
      radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z));
    }
    const p = this.#pointAt(middle[0], middle[1], middle[2]);
    this.#distance.measure(p, 0);
    if (this.#distance.low <= radius + 2 * this.#space.slack) return 0;
    return this.#solid.windingAt(p[0], p[1], p[2]) === 0 ? -1 : 1;
  }

  /**
   * Whether one face of the tool surely lies ahead of the triangle on each line through it: then no last point is on
   * it.
   */
  isCovered(A: Float64Array, a: number): boolean {
    const [u, v] = [1, 2].map((k) => (A[a + k] + A[a + 3 + k] + A[a + 6 + k]) / 3);
    const { slack, tool } = this.#space;
    const cover = this.#cover;
    this.#toolLine.find(u, v, Math.min(A[a], A[a + 3], A[a + 6]));
    return this.#toolLine.crossings.some(({ face }) => {
      this.#space.placeFace(tool.body, face, cover, 0);
      const wrong = 4 * slack * (2 + steepness(cover, 0, slack));
      for (let corner = a; corner < a + PLACED; corner += 3) {
        if (!isWithin(cover, 0, A[corner + 1], A[corner + 2], slack)) return false;
        if (heightOn(cover, 0, A[corner + 1], A[corner + 2]) <= A[corner] + wrong) return false;
      }
      return true;
    });
  }

  /** x, y, z in the bone's frame. The axes are perpendicular up to rounding, which the slack holds. */
  #pointAt(s: number, u: number, v: number): Float64Array {
    const g = this.#space.axes;
    for (let k = 0; k < 3; k++) this.#point[k] = s * g[k] + u * g[3 + k] + v * g[6 + k];
    return this.#point;
  }
}
