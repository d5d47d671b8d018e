// A simplex of W that holds the origin → the facet of W nearest to it: the shortest way out.
//
// The expanding polytope (G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects",
// 2001): the facet nearest to the origin of a polytope with corners in W gives a direction. If W extends farther that
// way, its farthest corner joins the polytope, and the facets that this corner sees are replaced by a fan from their
// outline:
//
//           w   new corner                  Each step adds a corner of W, which has finitely many. The loop ends if W
//          ╱ ╲                              ends at the facet: then no facet is nearer, and the facet's plane bounds W.
//      ───●   ●───  outline, facets that
//              w does not see               This reaches all facets of W, the Minkowski difference: faces of either
//                                           body against a corner of the other, and edges against edges.
//
// The proof does not depend on how the polytope was built. It is closed, as each facet's edges join other facets'
// edges. If the corners of each facet run counter-clockwise about the origin as seen from outside (det > 0,
// facetDistance), its projection onto a sphere about the origin is one to one near every point except its corners, so
// its image is open and closed there: each ray from the origin passes through a facet. A point nearer to the origin
// than all planes lies between the origin and that facet, so in the corners' hull: W holds the ball of radius `inner`,
// and no shorter translation takes the origin out. A polytope of the last pose may be reused: its corners are posed
// again.

import { differenceSlack, facetDistance, SHORTEST_NORMAL, tieSlack } from './bounds.ts';
import { PolytopeStart } from './polytope-start.ts';
import type { PosedPair } from './posed-pair.ts';
import type { Simplex } from './simplex.ts';

/** boundary: the origin lies on W's surface, within rounding. broken: rounding left no closed polytope. */
export type ExpansionOutcome = 'facet' | 'boundary' | 'broken' | 'undecided';

const MOST_CORNERS = 256;
const MOST_FACETS = 2 * MOST_CORNERS;
/** A polytope with more corners is restarted for the next pose: it has served many poses. */
const MANY_CORNERS = 64;

export class ExpandingPolytope {
  iterations = 0;
  /** After `facet`: no translation shorter than this separates; ≤ 0 if that is not proved. */
  inner = 0;
  /** The vertices of the nearest facet's corners. */
  readonly facet = { count: 0, first: new Uint32Array(3), second: new Uint32Array(3) };
  /** Whether another facet, not in the same plane, is equally near within rounding. */
  isTied = false;
  #cornerCount = 0;
  readonly #points = new Float64Array(3 * MOST_CORNERS);
  readonly #first = new Uint32Array(MOST_CORNERS);
  readonly #second = new Uint32Array(MOST_CORNERS);
  /** Half-edge 3f + e runs from corner e of facet f to the next; twins run the other way. */
  readonly #corners = new Uint16Array(3 * MOST_FACETS);
  readonly #twins = new Uint16Array(3 * MOST_FACETS);
  /** Unit outward normal, height of the plane above the origin, facetDistance. */
  readonly #planes = new Float64Array(5 * MOST_FACETS);
  readonly #isAlive = new Uint8Array(MOST_FACETS);
  readonly #alive = new Uint16Array(MOST_FACETS);
  #aliveCount = 0;
  readonly #free = new Uint16Array(MOST_FACETS);
  #freeCount = 0;
  #made = 0;
  readonly #stack = new Uint16Array(3 * MOST_FACETS);
  readonly #outline = new Uint16Array(3 * MOST_FACETS);
  readonly #facetFrom = new Int32Array(MOST_CORNERS);
  readonly #start = new PolytopeStart();

  /** Drops the polytope of the last pose. */
  clear(): void {
    this.#cornerCount = 0;
  }

  get isKept(): boolean {
    return this.#cornerCount > 0 && this.#cornerCount <= MANY_CORNERS;
  }

  /** Poses the stored polytope's corners again. @returns whether its facets still surround the origin. */
  repose(pair: PosedPair): boolean {
    for (let i = 0; i < this.#cornerCount; i++) this.#place(pair, i);
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.#aliveCount; k++) {
      this.#span(this.#alive[k]);
      least = Math.min(least, this.#planes[5 * this.#alive[k] + 4]);
    }
    return least > 0;
  }

  /** Starts again from a simplex that holds the origin, or is near it. @returns false if W is flat within rounding. */
  begin(pair: PosedPair, simplex: Simplex): boolean {
    if (!this.#start.grow(pair, simplex)) {
      this.clear();
      return false;
    }
    const { corners, first, second } = this.#start;
    this.#aliveCount = 0;
    this.#freeCount = 0;
    this.#made = 0;
    this.#cornerCount = 4;
    for (let i = 0; i < 4; i++) {
      this.#first[i] = first[i];
      this.#second[i] = second[i];
      this.#place(pair, i);
    }
    for (let f = 0; f < 4; f++) this.#make(corners[3 * f], corners[3 * f + 1], corners[3 * f + 2]);
    for (let h = 0; h < 12; h++)
      for (let g = 0; g < 12; g++)
        if (this.#from(h) === this.#to(g) && this.#to(h) === this.#from(g)) this.#twins[h] = g;
    return true;
  }

  /**
   * Expands until W extends no farther than the nearest facet. Leaves minus that facet's outward normal (first →
   * second) in pair.normal: whatever the outcome, a unit vector along which the pair was searched.
   */
  run(pair: PosedPair, limit: number): ExpansionOutcome {
    const planes = this.#planes;
    const { normal, gap, searchFirst, searchSecond } = pair;
    const slack = tieSlack(pair.magnitude);
    this.facet.count = 0;
    for (this.iterations = 0; ; ) {
      const facet = this.#nearest();
      if (this.#isFlat(facet)) return 'broken';
      for (let k = 0; k < 3; k++) normal[k] = -planes[5 * facet + k];
      const corner = this.#corners[3 * facet];
      searchFirst.vertex = this.#first[corner];
      searchSecond.vertex = this.#second[corner];
      pair.seek();
      if (-gap[0] - planes[5 * facet + 3] <= slack) return this.#judge(pair, facet, slack);
      if (this.iterations === limit || this.#cornerCount === MOST_CORNERS) return 'undecided';
      this.iterations++;
      if (this.#has(searchFirst.vertex, searchSecond.vertex)) return 'broken';
      if (!this.#expand(pair, facet, slack)) return 'broken';
    }
  }

  #judge(pair: PosedPair, facet: number, slack: number): ExpansionOutcome {
    const planes = this.#planes;
    const height = planes[5 * facet + 3];
    let least = Number.POSITIVE_INFINITY;
    this.isTied = false;
    for (let k = 0; k < this.#aliveCount; k++) {
      const f = this.#alive[k];
      least = Math.min(least, planes[5 * f + 4]);
      if (planes[5 * f + 3] > height + 4 * slack) continue;
      let isSame = true;
      for (let e = 0; e < 3; e++) {
        const c = 3 * this.#corners[3 * f + e];
        if (this.#above(facet, c) < height - 4 * slack) isSame = false;
      }
      if (!isSame) this.isTied = true;
    }
    this.facet.count = 3;
    for (let e = 0; e < 3; e++) {
      this.facet.first[e] = this.#first[this.#corners[3 * facet + e]];
      this.facet.second[e] = this.#second[this.#corners[3 * facet + e]];
    }
    this.inner = least > 0 ? least - differenceSlack(pair.magnitude) : 0;
    return height <= slack ? 'boundary' : least > 0 ? 'facet' : 'broken';
  }

  #has(first: number, second: number): boolean {
    for (let i = 0; i < this.#cornerCount; i++) if (this.#first[i] === first && this.#second[i] === second) return true;
    return false;
  }

  #nearest(): number {
    const planes = this.#planes;
    let nearest = this.#alive[0];
    for (let k = 1; k < this.#aliveCount; k++)
      if (planes[5 * this.#alive[k] + 3] < planes[5 * nearest + 3]) nearest = this.#alive[k];
    return nearest;
  }

  /** Adds the pair's two vertices as a corner. @returns false if the outline of the facets it sees is not one loop. */
  #expand(pair: PosedPair, facet: number, slack: number): boolean {
    const w = this.#cornerCount++;
    this.#first[w] = pair.searchFirst.vertex;
    this.#second[w] = pair.searchSecond.vertex;
    this.#place(pair, w);
    const length = this.#see(facet, 3 * w, slack);
    let kept = 0;
    for (let k = 0; k < this.#aliveCount; k++) {
      const f = this.#alive[k];
      if (this.#isAlive[f] === 1) this.#alive[kept++] = f;
      else this.#free[this.#freeCount++] = f;
    }
    this.#aliveCount = kept;
    const facetFrom = this.#facetFrom;
    const outline = this.#outline;
    for (let i = 0; i < length; i++) facetFrom[this.#to(outline[i])] = -1;
    for (let i = 0; i < length; i++) {
      const from = this.#to(outline[i]);
      if (facetFrom[from] !== -1 || (this.#freeCount === 0 && this.#made === MOST_FACETS)) return false;
      const made = this.#make(from, this.#from(outline[i]), w);
      facetFrom[from] = made;
      this.#twins[3 * made] = outline[i];
      this.#twins[outline[i]] = 3 * made;
    }
    for (let i = 0; i < length; i++) {
      const from = this.#from(outline[i]);
      const next = facetFrom[from];
      const own = facetFrom[this.#to(outline[i])];
      if (next < 0 || this.#corners[3 * next] !== from || this.#corners[3 * next + 2] !== w) return false;
      this.#twins[3 * own + 1] = 3 * next + 2;
      this.#twins[3 * next + 2] = 3 * own + 1;
    }
    return length > 2;
  }

  /**
   * Marks as dead the facets, connected with `facet`, that see the point at points[at …] or are coplanar with it within
   * rounding.
   * @returns how many half-edges #outline holds: those of live facets that border dead ones.
   */
  #see(facet: number, at: number, slack: number): number {
    const stack = this.#stack;
    const planes = this.#planes;
    let depth = 0;
    let length = 0;
    this.#isAlive[facet] = 0;
    for (let e = 2; e >= 0; e--) stack[depth++] = this.#twins[3 * facet + e];
    while (depth > 0) {
      const h = stack[--depth];
      const f = Math.floor(h / 3);
      if (this.#isAlive[f] === 0) continue;
      if (this.#above(f, at) <= planes[5 * f + 3] - slack) {
        this.#outline[length++] = h;
        continue;
      }
      this.#isAlive[f] = 0;
      const next = h % 3 === 2 ? h - 2 : h + 1;
      const last = next % 3 === 2 ? next - 2 : next + 1;
      stack[depth++] = this.#twins[last];
      stack[depth++] = this.#twins[next];
    }
    // A facet may have been passed before it was seen from another side: its half-edges are not on the outline.
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const h = this.#outline[i];
      if (this.#isAlive[Math.floor(h / 3)] === 1) this.#outline[kept++] = h;
    }
    return kept;
  }

  #above(facet: number, at: number): number {
    const n = this.#planes;
    const P = this.#points;
    return n[5 * facet] * P[at] + n[5 * facet + 1] * P[at + 1] + n[5 * facet + 2] * P[at + 2];
  }

  /** Whether the triangle has no area; its plane is then stored as 0. */
  #isFlat(facet: number): boolean {
    const n = this.#planes;
    return n[5 * facet] === 0 && n[5 * facet + 1] === 0 && n[5 * facet + 2] === 0;
  }

  #from(h: number): number {
    return this.#corners[h];
  }

  #to(h: number): number {
    return this.#corners[h % 3 === 2 ? h - 2 : h + 1];
  }

  #place(pair: PosedPair, i: number): void {
    const P = this.#points;
    const a = 3 * this.#first[i];
    pair.store(this.#second[i], P, 3 * i);
    for (let k = 0; k < 3; k++) P[3 * i + k] -= pair.first.points[a + k];
  }

  #make(a: number, b: number, c: number): number {
    const f = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#made++;
    this.#corners[3 * f] = a;
    this.#corners[3 * f + 1] = b;
    this.#corners[3 * f + 2] = c;
    this.#isAlive[f] = 1;
    this.#alive[this.#aliveCount++] = f;
    this.#span(f);
    return f;
  }

  /** Computes the facet's plane. */
  #span(f: number): void {
    const P = this.#points;
    const a = 3 * this.#corners[3 * f];
    const b = 3 * this.#corners[3 * f + 1];
    const c = 3 * this.#corners[3 * f + 2];
    const x = P[a];
    const y = P[a + 1];
    const z = P[a + 2];
    const ex = P[b] - x;
    const ey = P[b + 1] - y;
    const ez = P[b + 2] - z;
    const fx = P[c] - x;
    const fy = P[c + 1] - y;
    const fz = P[c + 2] - z;
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const det = nx * x + ny * y + nz * z;
    const planes = this.#planes;
    const at = 5 * f;
    const scale = length > SHORTEST_NORMAL ? 1 / length : 0;
    planes[at] = nx * scale;
    planes[at + 1] = ny * scale;
    planes[at + 2] = nz * scale;
    planes[at + 3] = det * scale;
    const e = Math.max(Math.abs(ex), Math.abs(ey), Math.abs(ez), Math.abs(fx), Math.abs(fy), Math.abs(fz));
    planes[at + 4] = facetDistance(det, length, e, Math.max(Math.abs(x), Math.abs(y), Math.abs(z)));
  }
}
