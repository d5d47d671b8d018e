// A piece of a tool face in feed space × the bone → which side of the bone's surface it lies on.
//
// If the ball about its middle that contains it is clear of the surface, or if no face of the bone meets the piece, all
// of it lies where its middle does. A face does not meet it if it is above or below it, or if its shadow is beside the
// piece's. If that shadow is a line, as of a wall along the feed, it may lie along the piece's edge.
//
//     ┌───────┐        │ wall    A piece ends where the bone's face ahead ends, often at a wall: what lies on the other
//     │ piece ├────────┤         side of the wall would make its ball's answer unknown.
//     └───────┘        │

import type { SolidTest } from '#records';
import { BoneDistance } from './bone-distance.ts';
import { ACROSS, type FeedSpace, PLACED, shadowsMeet } from './feed-space.ts';
import { ShadowOverlap, shadowArea } from './shadow-overlap.ts';
import { eachChild } from './tool-nodes.ts';

/** With more faces than this near a piece, its side is unknown. */
const MOST_FACES = 64;

export class PieceSide {
  readonly #space: FeedSpace;
  readonly #solid: SolidTest;
  readonly #distance: BoneDistance;
  readonly #overlap = new ShadowOverlap();
  readonly #bounds = new Float64Array(6);
  readonly #point = new Float64Array(3);
  #looked = 0;

  constructor(space: FeedSpace) {
    this.#space = space;
    this.#solid = space.bone.body.solid;
    this.#distance = new BoneDistance(space.bone.body);
  }

  /** Takes the pose of the space's last `begin`. */
  begin(): void {
    this.#distance.begin();
  }

  /**
   * 1 inside, −1 outside, 0 if parts of it may lie on either side; points within rounding of its edges are disregarded.
   * @param A, a a triangle: s, u, v of three corners.
   */
  of(A: Float64Array, a: number): -1 | 0 | 1 {
    const { slack } = this.#space;
    const middle = [0, 1, 2].map((k) => (A[a + k] + A[a + 3 + k] + A[a + 6 + k]) / 3);
    let radius = 0;
    for (let corner = a; corner < a + PLACED; corner += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => A[corner + k] - middle[k]);
      radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z));
    }
    const p = this.#point;
    this.#space.pointAt(middle[0], middle[1], middle[2], p);
    this.#distance.measure(p, 0);
    const { low } = this.#distance;
    if (low <= 2 * slack || (low <= radius + 2 * slack && this.#isMet(A, a))) return 0;
    return this.#solid.windingAt(p[0], p[1], p[2]) === 0 ? -1 : 1;
  }

  /** Whether any face of the bone may meet a triangle. */
  #isMet(A: Float64Array, a: number): boolean {
    const { slack, bone } = this.#space;
    for (let k = 0; k < 3; k++) {
      this.#bounds[k] = Math.min(A[a + k], A[a + 3 + k], A[a + 6 + k]) - slack;
      this.#bounds[3 + k] = Math.max(A[a + k], A[a + 3 + k], A[a + 6 + k]) + slack;
    }
    this.#looked = 0;
    return this.#isMetBelow(bone.body.bvh.levels.length - 1, 0, A, a);
  }

  #isMetBelow(level: number, node: number, A: Float64Array, a: number): boolean {
    const { bone } = this.#space;
    bone.boxes.make(level, node);
    if (!this.#isNear(bone.boxes.levels[level], 6 * node)) return false;
    if (level > 0) {
      let isMet = false;
      eachChild(bone.body, level, node, (child) => {
        isMet ||= this.#isMetBelow(level - 1, child, A, a);
      });
      return isMet;
    }
    const { count, bounds, corners, looks } = this.#space.leaf(bone, node);
    for (let i = 0; i < count; i++) {
      if (!this.#isNear(bounds, 6 * i)) continue;
      if (++this.#looked > MOST_FACES || this.#mayMeet(A, a, corners, PLACED * i, looks[i])) return true;
    }
    return false;
  }

  #isNear(box: Float64Array, o: number): boolean {
    const bounds = this.#bounds;
    return box[o] <= bounds[3] && bounds[0] <= box[o + 3] && shadowsMeet(box, o, bounds, 0);
  }

  #mayMeet(A: Float64Array, a: number, B: Float64Array, b: number, look: number): boolean {
    const { slack } = this.#space;
    if (isBeside(A, a, B, b, 4 * slack) || (look !== ACROSS && isBeside(B, b, A, a, 4 * slack))) return false;
    if (look === ACROSS && isAside(B, b, A, a, 4 * slack)) return false;
    const overlap = this.#overlap;
    return overlap.take(A, a, B, b, slack) && overlap.least <= 0 && overlap.most >= 0;
  }
}

/** Whether the shadow of B lies beyond one edge of A's, up to a margin. */
function isBeside(A: Float64Array, a: number, B: Float64Array, b: number, margin: number): boolean {
  const side = shadowArea(A, a) < 0 ? -1 : 1;
  return [0, 1, 2].some((k) => {
    const [p, q] = [a + 3 * k, a + 3 * ((k + 1) % 3)];
    const [x, y] = [A[q + 1] - A[p + 1], A[q + 2] - A[p + 2]];
    const most = margin * (Math.abs(x) + Math.abs(y));
    return [b, b + 3, b + 6].every((c) => side * (x * (B[c + 2] - A[p + 2]) - y * (B[c + 1] - A[p + 1])) <= most);
  });
}

/** Whether the shadow of A lies on one side of the longest edge of B's, which is nearly a line, up to a margin. */
function isAside(B: Float64Array, b: number, A: Float64Array, a: number, margin: number): boolean {
  let [x, y, p, longest] = [0, 0, b, -1];
  for (let k = 0; k < 3; k++) {
    const [i, j] = [b + 3 * k, b + 3 * ((k + 1) % 3)];
    const [dx, dy] = [B[j + 1] - B[i + 1], B[j + 2] - B[i + 2]];
    if (Math.abs(dx) + Math.abs(dy) > longest) [x, y, p, longest] = [dx, dy, i, Math.abs(dx) + Math.abs(dy)];
  }
  const offsets = [a, a + 3, a + 6].map((c) => x * (A[c + 2] - B[p + 2]) - y * (A[c + 1] - B[p + 1]));
  // The third corner is as far from the line as rounding allows: see shadowAreaWrong.
  const most = 4 * margin * longest;
  return offsets.every((offset) => offset <= most) || offsets.every((offset) => offset >= -most);
}
