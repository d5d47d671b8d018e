// The faces that reach a cell → a closed surface that winds around each point as often as the tool reaches it.
//
// A face leads if it sweeps more outward than inward in the cell. The chain is the tool's surface at the first stop
// plus a prism around what each leading face sweeps from one stop to the next: the face at the end, the reversed face
// at the beginning, and two triangles for each edge. It winds around a point once if the point is in the tool at
// first, and once more whenever a leading face passes over it. Faces that lead only at times, or trail, may pass
// outward as well: `error` includes what they sweep. Paths and edges are straight here; `error` includes what lies
// between them and the true ones, for each edge whose side does not cancel (#bendOf).
//
// Swept twice. A point that the tool holds once, leaves and holds again was passed by a trailing face h and then by a
// leading one, g. In the tool's frame the point moves from h to g, against the motion. If g leads, each piece of that
// path has a component against g's normal, so h, where the point was, lies in front of g's plane. Hence h cannot have
// all corners behind g's plane; nor, by the same argument from h, can g have all corners behind h's. Faces for which
// rounding may decide count as not leading; common corners are known to be on both planes. Without a turn, the pair is
// also impossible if the box of g's paths does not meet h. With one, g must lead at every point of the cell from the
// time when h first is in it until g last is: points flow through the tool's frame as ToolFlow says. Where h has a
// corner on g's plane, up to rounding ε, a point that leaves within ε of that plane may reach it again, but only at
// once, within 2·ε of it: it leaves through a strip of h no wider than 4·ε/sin of the angle between the planes. Of
// each remaining pair, all that g sweeps outward counts as swept twice, or all that h sweeps inward, whichever is
// less: the sum over the faces so chosen is a bound, since each point that is swept twice passes through one of them.

import { GrowingArray } from '#core';
import { FaceReach } from './face-reach.ts';
import { type MetCells, MOST_AREA } from './met-cells.ts';
import { isNearOrigin } from './near-origin.ts';
import { planeOf } from './tool-faces.ts';

/** In cells: faces that sweep less are counted in full, and not examined. */
const NEGLIGIBLE = 2 ** -24;
/**
 * Cells: bound on the rounding of two positions along a normal together. Coordinates are at most 2^26 cells and rounded
 * by 2^-27; a unit normal by 2^-50, over √3·2^26 cells by less than 2^-23; a sum of three such products by 2^-51 of
 * 2^28. Twice the sum of these is below 2^-21.
 */
const ROUNDED = 2 ** -21;
/** Of the angle between two planes: less counts as parallel. This is a choice. */
const LEAST_SINE = 2 ** -10;

/** Cells: the same as ROUNDED for smaller coordinates, since each of its terms is proportional to them. */
export const roundedFor = (coordinate: number) => ROUNDED * 2 ** -26 * coordinate;

/**
 * How a cell's points move in the frame of a turning tool. With constant twist, the tool's velocity at a place is the
 * same at all times; only the tool's frame turns.
 */
export interface ToolFlow {
  /** The tool's velocity at the cell's middle, cells per stretch: xyz at each stop, in the frame of the first one. */
  readonly velocities: Float64Array;
  /** Bound on how much the velocity at any point of the cell, at the times around a stop, differs from that. */
  readonly spread: number;
  /** Cells: the longest path of a stretch. */
  readonly way: number;
  /** As ROUNDED, for the coordinates that occur. */
  readonly rounded: number;
}

export class SweptChain {
  readonly #faces: Uint32Array;
  readonly #stops: readonly Float64Array[];
  readonly #first: Float64Array;
  readonly #last: Float64Array;
  /** rad, from a stop to the next. */
  readonly #turn: number;
  /** Of the longest path from a stop to the next, at most: its length by its chord's. */
  readonly #stretched: number;
  readonly #flow: ToolFlow | null;
  /** By face of the list: the first stretch in which it is in the cell, and the last one. */
  readonly #since = new GrowingArray(new Uint32Array(64));
  readonly #until = new GrowingArray(new Uint32Array(64));
  /** xyz of three corners per triangle, from the cell's lowest corner. */
  readonly triangles = new GrowingArray(new Float64Array(576));
  /** Bound on how far the chain's volume may be off what the faces sweep. */
  error = 0;
  /** Winding number of the leading faces' prisms around the cell's lowest corner; NaN if rounding may decide. */
  winding = 0;
  /** Bound on what is swept twice. */
  twice = 0;
  /** By face of the list: bounds on what it sweeps within the cell, outward and inward. */
  readonly #gain = new GrowingArray(new Float64Array(64));
  readonly #loss = new GrowingArray(new Float64Array(64));
  readonly #planes = new GrowingArray(new Float64Array(256));
  readonly #reach = new FaceReach();
  /** The cell's lowest corner. */
  readonly #origin = new Float64Array(3);
  /** Number of faces × stop + face, and (stop × number of vertices + low) × number of vertices + high → how often. */
  readonly #caps = new Map<number, number>();
  readonly #sides = new Map<number, number>();
  /** Bound on what is swept twice next to edges, where rounding may decide. */
  #strips = 0;
  /** By face of the list: whether all that it sweeps outward, or inward, counts as swept twice. */
  readonly #isEntered = new GrowingArray(new Uint8Array(64));
  readonly #isLeft = new GrowingArray(new Uint8Array(64));

  /** @param turn rad, from one stop to the next, at most. @param flow if the tool turns. */
  constructor(faces: Uint32Array, stops: readonly Float64Array[], turn = 0, flow: ToolFlow | null = null) {
    this.#faces = faces;
    this.#stops = stops;
    this.#first = stops[0];
    this.#last = stops[stops.length - 1];
    this.#turn = turn;
    this.#stretched = turn > 0 ? turn / 2 / Math.sin(turn / 2) : 1;
    this.#flow = flow;
  }

  /**
   * @param list the faces that reach the cell in this row.
   * @param x, y, z the cell's lowest corner.
   */
  set(met: MetCells, row: number, list: Uint32Array, x: number, y: number, z: number): void {
    this.#origin.set([x, y, z]);
    this.triangles.length = 0;
    this.error = this.winding = 0;
    this.#gain.length = this.#loss.length = this.#planes.length = 0;
    this.#gain.reserve(list.length);
    this.#loss.reserve(list.length);
    this.#planes.reserve(4 * list.length);
    this.#reach.begin(list.length);
    this.#since.length = this.#until.length = 0;
    this.#since.reserve(list.length);
    this.#until.reserve(list.length);
    this.#since.values.fill(this.#stops.length, 0, list.length);
    this.#until.values.fill(0, 0, list.length);
    const planes = this.#planes.values;
    const gain = this.#gain.values;
    const loss = this.#loss.values;
    met.fluxesOf(row, gain, loss);
    for (let n = 0; n < list.length; n++) {
      this.error += Math.min(gain[n], loss[n]);
      planeOf(this.#first, this.#faces, list[n], planes, 4 * n);
      this.#reach.set(n, this.#cornersOf(list[n]), this.#first, this.#last, planes, 4 * n);
    }
    this.#collect(met, row, gain, loss);
    for (const face of list) if (this.#caps.get(face) === undefined) this.#addFace(this.#first, face, 1);
    this.#findTwice(list, gain, loss);
  }

  /** Where the coordinates of a face's corners begin. */
  #cornersOf(face: number): number[] {
    return [0, 1, 2].map((corner) => 3 * this.#faces[3 * face + corner]);
  }

  /**
   * Adds the prisms of the leading faces: what does not cancel. A face is at the end of one prism and reversed at the
   * beginning of the next; two faces that share an edge pass along its side in opposite directions.
   */
  #collect(met: MetCells, row: number, gain: Float64Array, loss: Float64Array): void {
    const [caps, sides] = [this.#caps, this.#sides];
    caps.clear();
    sides.clear();
    const [many, vertices] = [this.#faces.length / 3, this.#first.length / 3];
    met.eachWay(row, (face, place, stop) => {
      this.#since.values[place] = Math.min(this.#since.values[place], stop);
      this.#until.values[place] = Math.max(this.#until.values[place], stop);
      if (!(gain[place] > loss[place])) return;
      addTo(caps, many * (stop + 1) + face, 1);
      addTo(caps, many * stop + face, -1);
      for (let corner = 0; corner < 3; corner++) {
        const a = this.#faces[3 * face + corner];
        const b = this.#faces[3 * face + ((corner + 1) % 3)];
        addTo(sides, (stop * vertices + Math.min(a, b)) * vertices + Math.max(a, b), a < b ? 1 : -1);
      }
    });
    for (const [at, times] of caps) if (times !== 0) this.#addCap(this.#stops[Math.floor(at / many)], at % many, times);
    for (const [at, times] of sides) {
      if (times === 0) continue;
      const stop = Math.floor(at / (vertices * vertices));
      const [a, b] = [Math.floor(at / vertices) % vertices, at % vertices];
      const [from, to] = times > 0 ? [a, b] : [b, a];
      for (let n = Math.abs(times); n > 0; n--)
        this.#addSide(this.#stops[stop], this.#stops[stop + 1], 3 * from, 3 * to);
    }
  }

  /** Adds a face at a stop, as often as the prisms have it there; at the first stop, without the tool's own face. */
  #addCap(P: Float64Array, face: number, times: number): void {
    const at = this.triangles.length;
    this.#addFace(P, face, times);
    const { length, values } = this.triangles;
    for (let n = at; n < length; n += 9) this.winding += windingOf(values, n, false);
    if (P === this.#first && times < 0) this.triangles.length = at;
  }

  #addFace(P: Float64Array, face: number, times: number): void {
    const [a, b, c] = this.#cornersOf(face);
    for (let n = times; n > 0; n--) this.#add(P, a, P, b, P, c);
    for (let n = times; n < 0; n++) this.#add(P, a, P, c, P, b);
  }

  /** Adds the side that an edge sweeps. Both faces at the edge use the same diagonal. */
  #addSide(P: Float64Array, Q: Float64Array, a: number, b: number): void {
    const at = this.triangles.length;
    if (isBefore(P, a, b)) {
      this.#add(Q, b, Q, a, P, a);
      this.#add(Q, b, P, a, P, b);
    } else {
      this.#add(Q, b, Q, a, P, b);
      this.#add(Q, a, P, a, P, b);
    }
    const { values } = this.triangles;
    this.winding += windingOf(values, at, true) + windingOf(values, at + 9, true);
    if (this.#turn > 0) this.error += this.#bendOf(P, Q, a, b);
  }

  /**
   * Bound on the volume between what an edge sweeps and its two triangles. At equal times and places along the edge,
   * the two differ by at most `off`: the ends' paths from their chords by way·θ/8, and, with u and v from 0 to 1 along
   * the edge and in time, the triangles from what an edge with straight paths sweeps by |D|·|uv − min(u, v)| ≤ |D|/4,
   * where D is the edge at the end minus the edge at the beginning; likewise for the other diagonal. Moving one surface
   * evenly into the other one sweeps at most `off` times the edge's length times the length of a path; beside the cell,
   * none of it.
   */
  #bendOf(P: Float64Array, Q: Float64Array, a: number, b: number): number {
    const edge = Math.max(distance(P, a, P, b), distance(Q, a, Q, b));
    const way = Math.max(distance(P, a, Q, a), distance(P, b, Q, b)) * this.#stretched;
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (Q[b + k] - Q[a + k] - P[b + k] + P[a + k]) ** 2;
    const off = (way * this.#turn) / 8 + Math.sqrt(squared) / 4;
    for (let k = 0; k < 3; k++) {
      const low = this.#origin[k] - off;
      const high = this.#origin[k] + 1 + off;
      if (P[a + k] > high && P[b + k] > high && Q[a + k] > high && Q[b + k] > high) return 0;
      if (P[a + k] < low && P[b + k] < low && Q[a + k] < low && Q[b + k] < low) return 0;
    }
    return off * edge * way;
  }

  #add(P: Float64Array, a: number, Q: Float64Array, b: number, R: Float64Array, c: number): void {
    const O = this.#origin;
    this.triangles.reserve(9);
    const { values, length } = this.triangles;
    values[length] = P[a] - O[0];
    values[length + 1] = P[a + 1] - O[1];
    values[length + 2] = P[a + 2] - O[2];
    values[length + 3] = Q[b] - O[0];
    values[length + 4] = Q[b + 1] - O[1];
    values[length + 5] = Q[b + 2] - O[2];
    values[length + 6] = R[c] - O[0];
    values[length + 7] = R[c + 1] - O[1];
    values[length + 8] = R[c + 2] - O[2];
    this.triangles.length = length + 9;
  }

  /** Sets `twice`, by the pairs of faces such that one may leave a point that the other one then reaches. */
  #findTwice(list: Uint32Array, gain: Float64Array, loss: Float64Array): void {
    const [isEntered, isLeft] = [this.#isEntered, this.#isLeft];
    isEntered.length = isLeft.length = 0;
    isEntered.reserve(list.length);
    isLeft.reserve(list.length);
    isEntered.values.fill(0, 0, list.length);
    isLeft.values.fill(0, 0, list.length);
    // What is swept twice through a face that is not examined is at most what that face sweeps.
    let twice = 0;
    this.#strips = 0;
    for (let n = 0; n < list.length; n++) {
      if (gain[n] < NEGLIGIBLE) twice += gain[n];
      if (loss[n] < NEGLIGIBLE) twice += loss[n];
    }
    for (let g = 0; g < list.length; g++) {
      if (gain[g] < NEGLIGIBLE) continue;
      for (let h = 0; h < list.length && isEntered.values[g] === 0; h++) {
        if (h === g || loss[h] < NEGLIGIBLE || isLeft.values[h] === 1 || !this.#mayFollow(list, g, h)) continue;
        if (gain[g] <= loss[h]) isEntered.values[g] = 1;
        else isLeft.values[h] = 1;
        twice += Math.min(gain[g], loss[h]);
      }
    }
    this.twice = twice + this.#strips;
  }

  /** Whether g may reach a point that h has left. */
  #mayFollow(list: Uint32Array, g: number, h: number): boolean {
    const reach = this.#reach;
    const flow = this.#flow;
    if (flow === null) {
      if (!reach.meets(g, h, ROUNDED)) return false;
      if (reach.lead(g) > ROUNDED && this.#isBehind(list[h], list[g], g)) return false;
      return !(reach.trail(h) > ROUNDED && this.#isBehind(list[g], list[h], h));
    }
    const [from, to] = [this.#since.values[h], this.#until.values[g] + 1];
    if (from >= to) return false;
    const [gLeads, hTrails] = [this.#leads(flow, g, from, to, 1), this.#leads(flow, h, from, to, -1)];
    // Nothing enters through a face that trails, nor leaves through one that leads.
    if (!(gLeads || hTrails)) return !(this.#leads(flow, g, from, to, -1) || this.#leads(flow, h, from, to, 1));
    const isApart = (gLeads && this.#isBehind(list[h], list[g], g)) || (hTrails && this.#isBehind(list[g], list[h], h));
    if (isApart) return false;
    const sine = this.#sineBetween(g, h);
    const { rounded } = flow;
    const isNearly =
      (gLeads && this.#mostInFront(list[h], g) <= rounded) || (hTrails && this.#mostInFront(list[g], h) <= rounded);
    if (sine < LEAST_SINE || !isNearly) return true;
    this.#strips += (MOST_AREA * 4 * rounded * flow.way * (this.#stops.length - 1)) / sine;
    return false;
  }

  /** How far a face's corners are in front of another face's plane, at most. */
  #mostInFront(face: number, at: number): number {
    const P = this.#first;
    const N = this.#planes.values;
    let most = Number.NEGATIVE_INFINITY;
    for (const a of this.#cornersOf(face))
      most = Math.max(most, N[4 * at] * P[a] + N[4 * at + 1] * P[a + 1] + N[4 * at + 2] * P[a + 2] - N[4 * at + 3]);
    return most;
  }

  #sineBetween(g: number, h: number): number {
    const N = this.#planes.values;
    const [a, b, c] = [N[4 * g], N[4 * g + 1], N[4 * g + 2]];
    const [p, q, r] = [N[4 * h], N[4 * h + 1], N[4 * h + 2]];
    return Math.hypot(b * r - c * q, c * p - a * r, a * q - b * p);
  }

  /** Whether a face's plane moves outward (inward, if `sign` is −1) past all points of the cell from stop to stop. */
  #leads({ velocities, spread, rounded }: ToolFlow, place: number, from: number, to: number, sign: number): boolean {
    const N = this.#planes.values;
    for (let stop = from; stop <= to; stop++) {
      const along =
        N[4 * place] * velocities[3 * stop] +
        N[4 * place + 1] * velocities[3 * stop + 1] +
        N[4 * place + 2] * velocities[3 * stop + 2];
      if (sign * along <= spread + rounded) return false;
    }
    return true;
  }

  /** Whether all corners of a face are behind another face's plane, or are corners of that face. */
  #isBehind(face: number, of: number, at: number): boolean {
    const P = this.#first;
    const F = this.#faces;
    const N = this.#planes.values;
    for (let corner = 0; corner < 3; corner++) {
      const a = 3 * F[3 * face + corner];
      const isInFront =
        N[4 * at] * P[a] + N[4 * at + 1] * P[a + 1] + N[4 * at + 2] * P[a + 2] > N[4 * at + 3] - ROUNDED;
      if (isInFront && !this.#isCornerOf(a, of)) return false;
    }
    return true;
  }

  /** Compares positions, so that faces need not be welded. */
  #isCornerOf(a: number, face: number): boolean {
    const P = this.#first;
    for (let corner = 0; corner < 3; corner++) {
      const b = 3 * this.#faces[3 * face + corner];
      if (P[a] === P[b] && P[a + 1] === P[b + 1] && P[a + 2] === P[b + 2]) return true;
    }
    return false;
  }
}

/**
 * How a triangle crosses the ray from the origin along +x. Triangles that share an edge agree on it to the last bit.
 * @returns NaN if it is so near the origin that rounding may decide.
 */
function windingOf(T: Float64Array, at: number, isSide: boolean): number {
  // An edge that moves along itself sweeps no area; the sides next to it do, and reach it.
  if (isNearOrigin(T, at, isSide)) return Number.NaN;
  const ab = T[at + 1] * T[at + 5] - T[at + 2] * T[at + 4];
  const bc = T[at + 4] * T[at + 8] - T[at + 5] * T[at + 7];
  const ca = T[at + 7] * T[at + 2] - T[at + 8] * T[at + 1];
  const isUp = ab > 0;
  if (bc > 0 !== isUp || ca > 0 !== isUp) return 0;
  const along = T[at] * bc + T[at + 3] * ca + T[at + 6] * ab;
  return isUp ? (along > 0 ? 1 : 0) : along < 0 ? -1 : 0;
}

function addTo(counts: Map<number, number>, key: number, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function distance(P: Float64Array, a: number, Q: Float64Array, b: number): number {
  return Math.hypot(Q[b] - P[a], Q[b + 1] - P[a + 1], Q[b + 2] - P[a + 2]);
}

function isBefore(P: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (P[a + k] !== P[b + k]) return P[a + k] < P[b + k];
  return false;
}
