// A piece of a tool face in feed space → whether the tool's other faces cover it: whether one lies ahead of it on every
// line along the feed that meets it. Then no last point of the tool is on it.
//
//   feed ▲   ───────┬──────   covers: once their shadows are removed from the piece's one by one, nothing remains
//        │   ░░░░░░░│░░░░░░
//        │   ───────────────  piece
//
// A shadow is removed with a margin that exceeds the rounding of its edges and the piece's, but no farther than its box
// with that margin, which a needle's edges alone would exceed. So covers that share an edge leave no gap between them,
// nor does a cover whose edge is the piece's own. Rounding cannot separate lines nearer to an edge than that, and a
// narrower gap between faces is not a way through.
//
// A cover that meets the piece in an edge is there neither certainly above nor certainly below. Rounding may put it
// below; `waived` is the greatest such amount, by which the wall ahead may be less than measured from the cover.

import { type FeedSpace, PLACED, shadowsMeet } from './feed-space.ts';
import { ShadowOverlap, shadowArea, steepness } from './shadow-overlap.ts';
import { eachChild } from './tool-nodes.ts';

/** With more faces above a piece than this, or more polygons left of it, it counts as uncovered and is split. */
const MOST_COVERS = 256;
const MOST_POLYGONS = 64;

/** u, v of its corners. */
type Polygon = readonly number[];

export class ShadowCover {
  /** mm, since `begin`. */
  waived = 0;
  readonly #space: FeedSpace;
  readonly #overlap = new ShadowOverlap();
  readonly #bounds = new Float64Array(6);
  readonly #cover = new Float64Array(PLACED);
  readonly #faces: number[] = [];

  constructor(space: FeedSpace) {
    this.#space = space;
  }

  /** Takes the pose of the space's last `begin`. */
  begin(): void {
    this.waived = 0;
  }

  /** @param A, a a triangle: s, u, v of three corners. @param own the face that it is a piece of. */
  covers(A: Float64Array, a: number, own: number): boolean {
    const { slack } = this.#space;
    for (let k = 0; k < 3; k++) {
      this.#bounds[k] = Math.min(A[a + k], A[a + 3 + k], A[a + 6 + k]) - slack;
      this.#bounds[3 + k] = Math.max(A[a + k], A[a + 3 + k], A[a + 6 + k]) + slack;
    }
    this.#faces.length = 0;
    this.#gather(this.#space.tool.body.bvh.levels.length - 1, 0);
    if (this.#faces.length > MOST_COVERS) return false;
    let left: Polygon[] = [[A[a + 1], A[a + 2], A[a + 4], A[a + 5], A[a + 7], A[a + 8]]];
    let waived = this.waived;
    for (const face of this.#faces) {
      if (face === own) continue;
      const below = this.#howFarBelow(A, a, face);
      if (below === Number.POSITIVE_INFINITY) continue;
      waived = Math.max(waived, below);
      left = left.flatMap((polygon) => without(polygon, this.#cover, 4 * slack));
      if (left.length === 0) {
        this.waived = waived;
        return true;
      }
      if (left.length > MOST_POLYGONS) return false;
    }
    return false;
  }

  /** The faces of the tool that reach above the piece's lowest point and whose shadows' boxes meet its own. */
  #gather(level: number, node: number): void {
    const { tool } = this.#space;
    tool.boxes.make(level, node);
    const box = tool.boxes.levels[level];
    if (this.#faces.length > MOST_COVERS || !this.#isNear(box, 6 * node)) return;
    if (level > 0) {
      eachChild(tool.body, level, node, (child) => this.#gather(level - 1, child));
      return;
    }
    const { count, bounds, faces } = this.#space.leaf(tool, node);
    for (let i = 0; i < count; i++) if (this.#isNear(bounds, 6 * i)) this.#faces.push(faces[i]);
  }

  #isNear(box: Float64Array, o: number): boolean {
    return box[o + 3] >= this.#bounds[0] && shadowsMeet(box, o, this.#bounds, 0);
  }

  /**
   * How far a face, which it places in #cover, is below the piece, at most: 0 if it is certainly above; Infinity unless
   * all of it over the piece is above or level with it up to rounding, and some of it certainly above.
   */
  #howFarBelow(A: Float64Array, a: number, face: number): number {
    const { slack, tool } = this.#space;
    const cover = this.#cover;
    this.#space.placeFace(tool.body, face, cover, 0);
    const steep = steepness(cover, 0, slack) + steepness(A, a, slack);
    if (steep === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    if (!this.#overlap.take(A, a, cover, 0, slack)) return Number.POSITIVE_INFINITY;
    const { least, most } = this.#overlap;
    if (least >= 0) return 0;
    // The error bound of least and most: see ShadowOverlap.
    const wrong = 8 * slack * (2 + steep);
    return least >= -wrong && most > 2 * wrong ? 2 * wrong : Number.POSITIVE_INFINITY;
  }
}

/** The parts of a convex polygon beyond the edges of a face's shadow, or beyond its box, each moved out by a margin. */
function without(polygon: Polygon, face: Float64Array, margin: number): Polygon[] {
  const parts: Polygon[] = [];
  let inside = polygon;
  const side = shadowArea(face, 0) < 0 ? -1 : 1;
  const cut = (u: number, v: number, at: number): void => {
    if (inside.length === 0) return;
    const offset = u * face[at + 1] + v * face[at + 2] - margin * (Math.abs(u) + Math.abs(v));
    const beyond = clipped(inside, -u, -v, -offset);
    if (beyond.length > 0) parts.push(beyond);
    inside = clipped(inside, u, v, offset);
  };
  for (let k = 0; k < 3; k++) {
    const [i, j] = [3 * k, 3 * ((k + 1) % 3)];
    cut(side * (face[i + 2] - face[j + 2]), side * (face[j + 1] - face[i + 1]), i);
  }
  for (const axis of [1, 2]) {
    const order = [0, 3, 6].sort((i, j) => face[i + axis] - face[j + axis]);
    const [u, v] = axis === 1 ? [1, 0] : [0, 1];
    cut(u, v, order[0]);
    cut(-u, -v, order[2]);
  }
  return inside.length === 0 ? [polygon] : parts;
}

/** The part of a convex polygon where u·x + v·y > offset; empty if its area is negligible. */
function clipped(polygon: Polygon, u: number, v: number, offset: number): Polygon {
  const kept: number[] = [];
  const n = polygon.length;
  let isAnyBeyond = false;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    const s = u * polygon[i] + v * polygon[i + 1] - offset;
    const t = u * polygon[j] + v * polygon[j + 1] - offset;
    if (s > 0) isAnyBeyond = true;
    if (s >= 0) kept.push(polygon[i], polygon[i + 1]);
    if (s >= 0 === t >= 0) continue;
    const share = s / (s - t);
    kept.push(
      polygon[i] + share * (polygon[j] - polygon[i]),
      polygon[i + 1] + share * (polygon[j + 1] - polygon[i + 1]),
    );
  }
  return isAnyBeyond ? kept : [];
}
