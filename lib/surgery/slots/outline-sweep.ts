// A convex outline that moves in its plane, corner by corner on lattice points → the convex cells that it newly covers.
//
//      p ────────→ q        An edge p → q, the outline to its left, moves to p′ → q′. What it sweeps outward is bounded
//      ↓           ↓        by both its lines and the ways of its ends: a quadrangle if both ends move outward, and the
//      p′ ───────→ q′       triangle up to the lines' crossing X if one does. An end moves outward if it does so as
//                           seen from both lines.
//
// Model. Between two calls, with s from 0 to 1, the corners move evenly on straight ways. g₀(Y) and g₁(Y) are the cross
// products e × (Y − p) at both ends, positive inside. With D = e′ − e and dp = p′ − p, the cross product at s is
// (1 − s)·g₀ + s·g₁ + s(1 − s)·(D × dp). Without its last term, it is that of a parallel line through X, at most δ =
// |D × dp| / 4(|e| − |D|) away. Let O be the outline, and Õ the one between these parallels: both are the same before
// and after a call, and their corners differ by at most κ·δ, where κ is the `most` of cornerFactors.
//
// Nothing is swept that the outline does not cover: a cell's border is the image of the border of (place on the edge,
// s), taken once around or, for a triangle, with a part beyond X that runs around other points; so every point of the
// cell is on the edge at some s.
//
// Nothing is left. R: all cells so far. Claim: where Õ covers a point Y at a time t more than τ deep inside all edges,
// Y is within κ·δ of R. Since R holds the first outline, let call k be the last one at whose beginning Y was outside.
// In its course, Y passes the line of the last edge for it, while Õ has Y on that edge. So g₀ < 0 ≤ g₁: Y lies in the
// wedge at X where the line moves outward.
//   – An end moves outward: both its place on its way and X, or the other end's place if that moves outward as well,
//     are in the convex cell. So all of the wedge that Õ's edge reaches from there is within κ·δ of the cell.
//   – An end moves inward, g₀(p′) being so large that no place within κ·δ·4s(1 − s) of it gets outside: that end has no
//     part in the wedge.
//   – Else the end grazes. The new outline becomes a cell, and holds Y if t is after the call. If t is in the call, Y
//     is no deeper than the end p gets inside the line p′ q′ on its way, at most 4δ, but for δ across the edge at s and
//     κ·δ along it, which the line's turn, less than 1/60, takes inside.
//   – The edge is settled: both ends stay within BAND of the line where it last swept. It sweeps no cell. Before it
//     ceases to be, the outline as it is becomes a cell, and holds Y. If that is not before t, both Y, but for κ·δ, and
//     the edge at t are within BAND of the line. At a distance x beyond an end, the edge's line is within
//     BAND·(1 + 2x/|e|) of it. There, Y being in the outline, x is no more than Y's depth by the tangent of the turn
//     at the end, and x/|e| < 1/32 by LEAST_RISE, even if Y were DEEPEST deep. So Y is less than 17/8·BAND deep.
// So τ is the larger of 17/8·BAND + 3δ, for edges that are settled, and (6 + κ/32)·δ, for edges that graze. A point of
// Õ is within τ/sin(α/2) of one that is τ deep, for corners are, by what isFit tests, and the others are their means.
// Drift does not add up, because the claim is about each time by itself.

import { type Place, turn } from '#osteotomy';
import { after, before, cornerFactors, distance } from './convex-outline.ts';

/** Whole numbers of steps of the lattice, below 2^30 in size. */
export type LatticePoint = Place;
/** What is kept lies to the left. */
export type SlotLine = readonly [LatticePoint, LatticePoint];
/** A bounded convex region with an area: its lines, counter-clockwise, each with a part of its border. */
export type SlotCell = readonly SlotLine[];

/** In steps: 2^-18 mm. Rounding makes an edge leave the line on which it slides by about one step. */
const BAND = 4;
/** In steps: no τ is larger. */
const DEEPEST = 2 ** 12;
/** In steps: the least edge, 2^-4 mm, and the least product of an edge and the sine of its end's turn, 2^-3 mm. */
const LEAST_EDGE = 2 ** 16;
const LEAST_RISE = 2 ** 17;
/** The sine of the least turn at a corner. */
const LEAST_TURN = 2 ** -6;
/** The largest |D| of an edge in a call, of its length. */
const MOST_CHANGE = 2 ** -6;
/**
 * Of the corner factors: since a first outline, a turn at a corner changes by the pose, if this is rigid to 1e-5, and
 * by the rounding of both its edges, ≤ 2^-10 of it by LEAST_RISE: together below 2^-8 of the turn.
 */
const CHANGED = 1 + 2 ** -7;

const [INWARD, GRAZING, OUTWARD] = [-1, 0, 1];

export class OutlineSweep {
  #corners: readonly LatticePoint[] = [];
  /** By edge, from corner to corner: the line at which it last swept cells, and whether it has moved since. */
  #lines: SlotLine[] = [];
  #isIdle: boolean[] = [];
  #along = Infinity;
  #most = Infinity;
  /** In steps: the largest δ so far, that of edges that are settled, and that of edges that graze or of neighbours. */
  #bend = 0;
  #settled = 0;
  #grazed = 0;

  /** In steps: a bound on the distance of each point that the outline covers at any time since begin from the cells. */
  get error(): number {
    const deep = Math.max((17 / 8) * BAND + 3 * this.#settled, (6 + this.#most / 32) * this.#grazed);
    return deep <= DEEPEST ? this.#along * deep + 2 * this.#most * this.#bend : Infinity;
  }

  /** @param corners counter-clockwise. If they are too many, near or flat for the proof, `error` is Infinity. */
  begin(corners: readonly LatticePoint[]): SlotCell[] {
    this.#bend = this.#settled = this.#grazed = 0;
    const { along, most } = isFit(corners) ? cornerFactors(corners) : { along: Infinity, most: Infinity };
    this.#along = along * CHANGED;
    this.#most = most * CHANGED;
    this.#corners = corners;
    return [this.#restart()];
  }

  copy(): OutlineSweep {
    const copy = new OutlineSweep();
    copy.#corners = this.#corners;
    copy.#lines = this.#lines.slice();
    copy.#isIdle = this.#isIdle.slice();
    copy.#along = this.#along;
    copy.#most = this.#most;
    copy.#bend = this.#bend;
    copy.#settled = this.#settled;
    copy.#grazed = this.#grazed;
    return copy;
  }

  /** Whether the outline is at these corners. */
  isAt(corners: readonly LatticePoint[]): boolean {
    return corners.length === this.#corners.length && corners.every((p, i) => distance(p, this.#corners[i]) === 0);
  }

  /** @param corners to which the outline's move straight. If an edge changes by MOST_CHANGE, `error` is Infinity. */
  moveTo(corners: readonly LatticePoint[]): SlotCell[] {
    const old = this.#corners;
    const cells: SlotCell[] = [];
    const isSettled = (i: number) => [corners[i], after(corners, i)].every((p) => toLine(p, this.#lines[i]) <= BAND);
    if (old.some((_, i) => this.#isIdle[i] && !isSettled(i))) cells.push(this.#restart());
    const bends = old.map((_, i) => bendOf(old, corners, i));
    this.#bend = Math.max(this.#bend, ...bends);
    let isGrazed = false;
    for (const i of old.keys()) {
      if (isSettled(i)) {
        this.#isIdle[i] ||= distance(old[i], corners[i]) > 0 || distance(after(old, i), after(corners, i)) > 0;
        this.#settled = Math.max(this.#settled, bends[i]);
        continue;
      }
      this.#lines[i] = [corners[i], after(corners, i)];
      this.#isIdle[i] = false;
      const { ways, cell } = this.#edge(corners, i, bends);
      if (cell !== null) cells.push(cell);
      if (!ways.includes(GRAZING)) continue;
      isGrazed = true;
      // The neighbours' δ moves the edge's ends along it.
      this.#grazed = Math.max(this.#grazed, before(bends, i), bends[i], after(bends, i));
    }
    this.#corners = corners;
    if (isGrazed) cells.push(this.#restart());
    return cells;
  }

  /** The outline as a cell; all edges start anew from there. */
  #restart(): SlotCell {
    this.#lines = this.#corners.map((p, i) => [p, after(this.#corners, i)]);
    this.#isIdle = this.#corners.map(() => false);
    return this.#lines.slice();
  }

  /** Which way the ends of an edge go, and what it sweeps. */
  #edge(corners: readonly LatticePoint[], i: number, bends: readonly number[]) {
    const [p, q] = [this.#corners[i], after(this.#corners, i)];
    const [p1, q1] = [corners[i], after(corners, i)];
    // Twice the areas of the quadrangle's corners: their signs are exact.
    const [a, b, c, d] = [turn(q, p, p1), turn(p, p1, q1), turn(p1, q1, q), turn(q1, q, p)];
    const change = distance(minus(q1, p1), minus(q, p));
    // Twice what κδ·4s(1 − s) comes to: across the line |D × dp| = |a − b|, and along it as far as the line turns.
    const margin = (bend: number) => 2 * Math.abs(a - b) + 8 * this.#most * bend * change;
    const wayOf = (first: number, last: number, bend: number) =>
      first > 0 && last > 0 ? OUTWARD : -first >= margin(bend) ? INWARD : GRAZING;
    const ways = [wayOf(a, b, Math.max(bends[i], before(bends, i))), wayOf(d, c, Math.max(bends[i], after(bends, i)))];
    const lines: SlotLine[] = [[q, p]];
    if (ways[0] === OUTWARD) lines.push([p, p1]);
    lines.push([p1, q1]);
    if (ways[1] === OUTWARD) lines.push([q1, q]);
    return { ways, cell: lines.length > 2 ? lines : null };
  }
}

/** Whether the proof holds for an outline: see the constants. */
function isFit(corners: readonly LatticePoint[]): boolean {
  return corners.every((p, i) => {
    const [last, next] = [before(corners, i), after(corners, i)];
    const [back, on] = [distance(last, p), distance(p, next)];
    const sine = turn(last, p, next) / (back * on);
    if (!(Math.min(back, on) >= LEAST_EDGE && sine >= LEAST_TURN && sine * Math.min(back, on) >= LEAST_RISE))
      return false;
    // On the bisector, the depth grows evenly; where it is DEEPEST inside the corner's edges, it is so inside all.
    const bisector = [0, 1].map((k) => (next[k] - p[k]) / on + (last[k] - p[k]) / back);
    const deep: Place = [p[0] + (DEEPEST * bisector[0]) / sine, p[1] + (DEEPEST * bisector[1]) / sine];
    return corners.every((a, j) => {
      const b = after(corners, j);
      return turn(a, b, p) >= 0 && turn(a, b, deep) >= DEEPEST * distance(a, b) * (1 - 2 ** -20);
    });
  });
}

/** In steps: an edge's δ, with the errors of its f64 terms, each less than 2^-50 of it. */
function bendOf(from: readonly LatticePoint[], to: readonly LatticePoint[], i: number): number {
  const [p, q, p1, q1] = [from[i], after(from, i), to[i], after(to, i)];
  const [edge, change, way] = [minus(q, p), minus(minus(q1, p1), minus(q, p)), minus(p1, p)];
  const [length, much] = [Math.hypot(...edge), Math.hypot(...change)];
  if (much > MOST_CHANGE * length) return Infinity;
  return (Math.abs(change[0] * way[1] - change[1] * way[0]) / (4 * (length - much))) * (1 + 2 ** -40);
}

function toLine(p: LatticePoint, [a, b]: SlotLine): number {
  return Math.abs(turn(a, b, p)) / distance(a, b);
}

const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1]];
