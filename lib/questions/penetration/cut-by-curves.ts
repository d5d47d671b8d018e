// A tool face cut by curves that touch none of its corners → its regions, from the curves' ends alone.
//
// 1. Each bone face that crosses it leaves a segment in the tool's face. A segment ends where an edge of the tool
//    crosses the bone's face (on the rim), or where an edge of the bone crosses the tool's face. There, the segment of
//    the next face around the bone's edge begins.
// 2. So the segments form chains from rim to rim, and closed loops (PlaneCurves.links).
// 3. The ends on the rim, sorted along each edge, and the chains between them determine the regions (curve-regions.ts).
//
//              v2
//             ╱  ╲                 Arc i of the rim runs counter-clockwise from end i to end i + 1; the last passes v0.
//     end 3  ●····●  end 2         The rim of a region is an arc, the chain at its end, the arc after that chain's
//           ╱      ╲               other end, and so on round. m ends and m/2 chains that do not cross make m/2 + 1
//          ╱  loop  ╲              regions (Euler's formula). Each loop bounds one more region, whose rim has no arc.
//   v0 ───●──────────●─── v1
//       end 0      end 1
//
// Exact: signs of exact determinants decide which ends there are, and their order. Rounded coordinates decide only
// whether chains are clearly separate and which way a loop runs. If a sign is 0, or if rounding could change one of
// these two answers (a bone may overlap itself, and then chains may cross), the face is passed to cutExactly.

import { cornerOffset, crossingSlack } from '#core';
import { FIRST, lineSide, openAxis, planeFraction, planeSide, SECOND, sideAlong, TrianglePair } from '#triangles';
import { type Crossing, crossingOrder } from './crossing-order.ts';
import { traceRegions } from './curve-regions.ts';
import type { CutInput, FaceCut } from './face-cut.ts';
import { PlaneCurves, RIM, type Segment } from './plane-curves.ts';

/** An end of a segment. */
interface End {
  /** RIM, or the key of the bone's edge that crosses the tool's face. */
  readonly key: number;
  readonly point: readonly number[];
  /** Its position on the rim; null within the face. */
  readonly crossing: Crossing | null;
  /** Whether the segment begins here; null on the rim, where it does not matter. */
  readonly isStart: boolean | null;
}

interface Found {
  readonly segments: Segment[];
  /** The crossings of edge k, from corner k to the next. */
  readonly edges: readonly [Crossing[], Crossing[], Crossing[]];
  /** The end, 2·segment + end, of each crossing. */
  readonly ends: Map<Crossing, number>;
}

/** null if the face touches the bone other than by clean crossings. */
export function cutByCurves(input: CutInput): FaceCut | null {
  const { bone, tool, face } = input;
  const t = [0, 1, 2].map((k) => cornerOffset(tool.faces, face, k));
  const axis = openAxis(tool.positions, t[0], t[1], t[2]);
  if (axis < 0) return null;
  const found = segmentsOf(input, t);
  if (found === null) return null;
  for (let k = 0; k < 3; k++) if (!sortAlong(input, t[k], t[(k + 1) % 3], found.edges[k])) return null;
  const { positions: T } = tool;
  const facing = sideAlong(axis, T, t[0], t[1], t[2]) > 0 ? 1 : -1;
  const slack = crossingSlack(Math.max(bone.magnitude, tool.magnitude));
  const curves = new PlaneCurves(found.segments, axis, facing, slack);
  const links = curves.links();
  if (links === null || !curves.areApart(links)) return null;
  const ends = found.edges.flat().map((crossing) => found.ends.get(crossing) as number);
  return traceRegions(input, curves, links, found.edges, ends);
}

/** The segments of the bone faces that share a point with the face; null if a sign is 0. */
function segmentsOf({ bone, tool, crossing }: CutInput, t: readonly number[]): Found | null {
  const { positions: T } = tool;
  const { positions: B, faces } = bone;
  const found: Found = { segments: [], edges: [[], [], []], ends: new Map() };
  const pair = new TrianglePair();
  // Shared by all faces: there may be thousands of them.
  const b = [0, 0, 0];
  const s = new Float64Array(3);
  const r = new Float64Array(3);
  for (const other of crossing) {
    for (let k = 0; k < 3; k++) b[k] = cornerOffset(faces, other, k);
    for (let k = 0; k < 3; k++) {
      s[k] = planeSide(B, b[0], b[1], b[2], T, t[k]);
      r[k] = planeSide(T, t[0], t[1], t[2], B, b[k]);
      if (s[k] === 0 || r[k] === 0) return null;
    }
    const ends: End[] = [];
    const extent = extentOf(T, t, B, b);
    const { corners: C } = pair.load(T, t[0], t[1], t[2], B, b[0], b[1], b[2]);
    for (let k = 0; k < 3; k++) {
      const n = (k + 1) % 3;
      if (s[k] < 0 === s[n] < 0) continue;
      const passes = passesThrough(T, t[k], t[n], B, b);
      if (passes === null) return null;
      if (!passes) continue;
      const point = along(T, t[k], t[n], planeFraction(C, FIRST + 3 * k, FIRST + 3 * n, SECOND, s[k], s[n]));
      const rimCrossing = { bone: other, from: s[k], to: s[n], extent };
      found.edges[k].push(rimCrossing);
      ends.push({ key: RIM, point, crossing: rimCrossing, isStart: null });
    }
    for (let k = 0; k < 3; k++) {
      const n = (k + 1) % 3;
      if (r[k] < 0 === r[n] < 0) continue;
      const passes = passesThrough(B, b[k], b[n], T, t);
      if (passes === null) return null;
      if (!passes) continue;
      const point = along(B, b[k], b[n], planeFraction(C, SECOND + 3 * k, SECOND + 3 * n, FIRST, r[k], r[n]));
      // Seen from outside the tool, the outer side of the bone is on the left of a segment that begins where the bone's
      // edge comes up.
      ends.push({ key: boneEdge(bone, b[k] / 3, b[n] / 3), point, crossing: null, isStart: r[k] < 0 });
    }
    if (ends[1].isStart === true || ends[0].isStart === false) ends.reverse();
    for (const [end, { crossing: at }] of ends.entries())
      if (at !== null) found.ends.set(at, 2 * found.segments.length + end);
    const points = new Float64Array(6);
    points.set(ends[0].point);
    points.set(ends[1].point, 3);
    found.segments.push({ keys: [ends[0].key, ends[1].key], points });
  }
  return found;
}

function boneEdge({ topology: { welded }, vertexCount }: CutInput['bone'], i: number, j: number): number {
  const [v, w] = [welded[i], welded[j]];
  return Math.min(v, w) * vertexCount + Math.max(v, w);
}

/**
 * Whether the edge from i to j of P, whose ends are on opposite sides of a face of Q, passes through the face's
 * interior; null if it meets an edge.
 */
function passesThrough(
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  [a, b, c]: readonly number[],
): boolean | null {
  const ab = lineSide(P, i, j, Q, a, b);
  const bc = lineSide(P, i, j, Q, b, c);
  const ca = lineSide(P, i, j, Q, c, a);
  if ((ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0)) return true;
  const isMixed = (ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0);
  return isMixed ? false : null;
}

function along(P: Float64Array, i: number, j: number, fraction: number): number[] {
  const point = [0, 0, 0];
  for (let k = 0; k < 3; k++) point[k] = P[i + k] + fraction * (P[j + k] - P[i + k]);
  return point;
}

/** The greatest coordinate difference between the points of two faces. */
function extentOf(T: Float64Array, t: readonly number[], B: Float64Array, b: readonly number[]): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = T[t[0] + k];
    let high = low;
    for (let corner = 0; corner < 6; corner++) {
      const value = corner < 3 ? T[t[corner] + k] : B[b[corner - 3] + k];
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** Sorts an edge's crossings from i to j. @returns false if two coincide. */
function sortAlong({ bone, tool }: CutInput, i: number, j: number, crossings: Crossing[]): boolean {
  const order = (x: Crossing, y: Crossing) => crossingOrder(tool.positions, i, j, x, y, bone.positions, bone.faces);
  crossings.sort(order);
  return crossings.every((crossing, n) => n === 0 || order(crossings[n - 1], crossing) !== 0);
}
