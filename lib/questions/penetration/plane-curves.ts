// Segments in the plane of a tool face, each between two named ends → chains from rim to rim and loops, and whether
// they are clearly separate.
//
// A segment's two ends are numbered 2·segment and 2·segment + 1, so that end ^ 1 is the other end of the same segment.
// Points are seen along an axis: u and v are the next two coordinates. Each coordinate has an error of at most `slack`;
// if this could decide a question, the answer is null, 0 or false.

/** The key of every segment end on the rim: such ends are not shared. */
export const RIM = -1;

/**
 * A bone face's segment: the keys of its two ends, and x, y, z of each. Segments that meet within the tool face share a
 * key. The outer side of the bone is on the segment's left.
 */
export interface Segment {
  readonly keys: readonly [number, number];
  readonly points: Float64Array;
}

/**
 * A closed chain: u, v of its points, and twice the area that it encloses, > 0 if it runs counter-clockwise seen from
 * outside the tool.
 */
export interface Loop {
  readonly polygon: Float64Array;
  readonly area: number;
  /** Its first segment. */
  readonly segment: number;
}

/** A chain between two ends on the rim. */
export interface Chain {
  /** Segments in order, each with the end at which the chain enters it. */
  readonly steps: readonly { readonly segment: number; readonly end: 0 | 1 }[];
}

export class PlaneCurves {
  readonly #segments: readonly Segment[];
  readonly #u: number;
  readonly #v: number;
  readonly #facing: number;
  readonly #slack: number;

  /**
   * @param axis the dropped coordinate.
   * @param facing 1 if the face is counter-clockwise seen from the far end of that axis, −1 if clockwise.
   * @param slack mm: the error bound of a point's coordinates.
   */
  constructor(segments: readonly Segment[], axis: number, facing: number, slack: number) {
    this.#segments = segments;
    this.#u = (axis + 1) % 3;
    this.#v = (axis + 2) % 3;
    this.#facing = facing;
    this.#slack = slack;
  }

  /** For each end, the end of the segment that continues there, −1 on the rim; null if more than two segments meet. */
  links(): Int32Array | null {
    const segments = this.#segments;
    const at = new Map<number, number>();
    const next = new Int32Array(2 * segments.length).fill(-1);
    for (let i = 0; i < 2 * segments.length; i++) {
      const key = segments[i >> 1].keys[i & 1];
      if (key < 0) continue;
      const other = at.get(key);
      if (other === undefined) {
        at.set(key, i);
        continue;
      }
      if (next[other] >= 0) return null;
      next[other] = i;
      next[i] = other;
    }
    return next;
  }

  /** The chain that begins at an end on the rim; null if it ends within the face. */
  chainFrom(links: Int32Array, end: number): Chain | null {
    const steps: { segment: number; end: 0 | 1 }[] = [];
    for (let at = end; ; ) {
      steps.push({ segment: at >> 1, end: (at & 1) as 0 | 1 });
      const out = at ^ 1;
      if (this.#segments[out >> 1].keys[out & 1] < 0) return { steps };
      at = links[out];
      if (at < 0) return null;
    }
  }

  /** The loop through a segment; null if it is not closed, or so thin that rounding decides which way it runs. */
  loopThrough(links: Int32Array, segment: number, visit: (segment: number) => void): Loop | null {
    const points: number[] = [];
    let at = 2 * segment;
    do {
      visit(at >> 1);
      points.push(this.coordinate(at, 0), this.coordinate(at, 1));
      at = links[at ^ 1];
    } while (at >= 0 && at !== 2 * segment);
    // An oriented surface's segments follow each other head to tail.
    if (at < 0) return null;
    const polygon = Float64Array.from(points);
    let area = 0;
    let length = 0;
    for (let i = 0; i < polygon.length; i += 2) {
      const j = (i + 2) % polygon.length;
      const [x, y] = [polygon[i] - polygon[0], polygon[i + 1] - polygon[1]];
      const [z, w] = [polygon[j] - polygon[0], polygon[j + 1] - polygon[1]];
      area += x * w - y * z;
      length += Math.abs(z - x) + Math.abs(w - y);
    }
    // Moving each of n ends by ε changes twice the area by at most 2ε·(length + nε); here n counts coordinates, twice
    // as many. Rounding changes it far less: it is far below ε.
    const wrong = 2 * this.#slack * (length + points.length * this.#slack);
    return Math.abs(area) > 2 * wrong ? { polygon, area: area * this.#facing, segment } : null;
  }

  /** Coordinate u (0) or v (1) of an end, 2·segment + end. */
  coordinate(end: number, which: 0 | 1): number {
    return this.#segments[end >> 1].points[3 * (end & 1) + (which === 0 ? this.#u : this.#v)];
  }

  /** Writes x, y, z of an end. */
  point(end: number, out: Float64Array): void {
    for (let k = 0; k < 3; k++) out[k] = this.#segments[end >> 1].points[3 * (end & 1) + k];
  }

  /** u, v of a point. */
  seen(x: number, y: number, z: number): readonly [number, number] {
    const p = [x, y, z];
    return [p[this.#u], p[this.#v]];
  }

  /**
   * Whether no two segments come so near that they might share a point other than a common end. Sweeps along u or v,
   * whichever separates their boxes better.
   */
  areApart(links: Int32Array): boolean {
    const count = this.#segments.length;
    const boxes = new Float64Array(4 * count);
    for (let i = 0; i < count; i++)
      for (const which of [0, 1] as const) {
        const [a, b] = [this.coordinate(2 * i, which), this.coordinate(2 * i + 1, which)];
        boxes[4 * i + 2 * which] = Math.min(a, b) - this.#slack;
        boxes[4 * i + 2 * which + 1] = Math.max(a, b) + this.#slack;
      }
    const along = 2 * thinnest(boxes);
    const across = 2 - along;
    const order = Array.from({ length: count }, (_, i) => i).sort(
      (i, j) => boxes[4 * i + along] - boxes[4 * j + along],
    );
    for (let n = 0; n < count; n++) {
      const i = order[n];
      for (let m = n + 1; m < count && boxes[4 * order[m] + along] <= boxes[4 * i + along + 1]; m++) {
        const j = order[m];
        const [a, b] = [4 * i + across, 4 * j + across];
        if (boxes[a] > boxes[b + 1] || boxes[b] > boxes[a + 1]) continue;
        if (!this.#isApart(links, i, j)) return false;
      }
    }
    return true;
  }

  #isApart(links: Int32Array, i: number, j: number): boolean {
    let shared = -1;
    for (const end of [2 * i, 2 * i + 1])
      if (links[end] >> 1 === j && links[end] >= 0) {
        if (shared >= 0) return false;
        shared = end;
      }
    if (shared >= 0) return this.#turnsAside(shared, links[shared]);
    return this.#isBeside(i, j) || this.#isBeside(j, i);
  }

  /** Whether both ends of j are on one side of the line of i. */
  #isBeside(i: number, j: number): boolean {
    const first = this.#side(2 * i, 2 * i + 1, 2 * j);
    return first !== 0 && first === this.#side(2 * i, 2 * i + 1, 2 * j + 1);
  }

  /** Whether two segments that share an end leave it in different directions. */
  #turnsAside(end: number, other: number): boolean {
    const [p, q] = [end ^ 1, other ^ 1];
    if (this.#side(end, p, q) !== 0) return true;
    const [x, y] = [this.coordinate(p, 0) - this.coordinate(end, 0), this.coordinate(p, 1) - this.coordinate(end, 1)];
    const [z, w] = [this.coordinate(q, 0) - this.coordinate(end, 0), this.coordinate(q, 1) - this.coordinate(end, 1)];
    return x * z + y * w < -this.#wrong(x, y, z, w);
  }

  /** The side of r relative to the line from p to q: 1 left, −1 right, 0 if rounding might decide. */
  #side(p: number, q: number, r: number): -1 | 0 | 1 {
    const [u, v] = [this.coordinate(p, 0), this.coordinate(p, 1)];
    const [x, y] = [this.coordinate(q, 0) - u, this.coordinate(q, 1) - v];
    const [z, w] = [this.coordinate(r, 0) - u, this.coordinate(r, 1) - v];
    const side = x * w - y * z;
    return Math.abs(side) <= this.#wrong(x, y, z, w) ? 0 : side > 0 ? 1 : -1;
  }

  /**
   * A bound on the effect of three points, each off by at most ε (mm), on the product of their differences (x, y) and
   * (z, w): each difference is off by 2ε, so a product by 2ε·(|x| + |y| + |z| + |w|) + 8ε². Rounding of the product is
   * below that, since ε ≥ 2^15·u·M.
   */
  #wrong(x: number, y: number, z: number, w: number): number {
    return 4 * this.#slack * (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(w) + 4 * this.#slack);
  }
}

/** The axis, u (0) or v (1), along which boxes (low u, high u, low v, high v) fill less of their common extent. */
function thinnest(boxes: Float64Array): 0 | 1 {
  const shares = [0, 2].map((which) => {
    let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let b = which; b < boxes.length; b += 4) {
      low = Math.min(low, boxes[b]);
      high = Math.max(high, boxes[b + 1]);
      sum += boxes[b + 1] - boxes[b];
    }
    return sum / (high - low);
  });
  return shares[1] < shares[0] ? 1 : 0;
}

/** Whether a point lies inside a polygon, u and v alternating: a ray along u crosses an odd number of its edges. */
export function isInPolygon(polygon: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const [a, b] = [polygon[i + 1], polygon[j + 1]];
    if (a > y === b > y) continue;
    if (x < polygon[i] + ((polygon[j] - polygon[i]) * (y - a)) / (b - a)) inside = !inside;
  }
  return inside;
}
