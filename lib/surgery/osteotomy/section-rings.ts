// Loops of a section, seen along an axis → rings, each round one connected part of it, by exact signs.
//
//      ┌──────────────┐      Outlines run counter-clockwise, holes clockwise, so that the part is on their left. A hole
//      │   ╭───╮      │      is joined to what is to the left of its leftmost corner h: to the nearest corner v that h
//      v───h   │      │      sees (D. Eberly, "Triangulation by ear clipping", 2002). Holes are joined from left to
//      │   ╰───╯      │      right, so v belongs to an outline, or to a hole that is joined already. A corner that h
//      └──────────────┘      sees exists: in the triangle of h, the point to its left, and an end of the edge there.

import { edgesMeet, side } from '#mesh';
import { toIntegers } from '#triangles';

/** Corners of all rings, in a plane; prev and next on their ring. */
interface Corners {
  readonly x: number[];
  readonly y: number[];
  readonly vertex: number[];
  readonly prev: number[];
  readonly next: number[];
}

/** @returns rings of vertices, or null if some hole sees nothing: then loops cross. */
export function sectionRings(
  loops: readonly number[][],
  at: (vertex: number) => readonly [number, number],
): number[][] | null {
  const corners: Corners = { x: [], y: [], vertex: [], prev: [], next: [] };
  const outlines: number[] = [];
  const holes: number[] = [];
  const edges: (readonly [number, number])[] = [];
  for (const loop of loops) {
    const ring = withoutSpurs(loop);
    if (ring.length < 3) continue;
    const first = addRing(corners, ring, at);
    for (let k = 0; k < ring.length; k++) edges.push([first + k, corners.next[first + k]]);
    const area = areaSign(corners, first, ring.length);
    if (area === 0) return null;
    if (area > 0) outlines.push(first);
    else holes.push(leftmost(corners, first, ring.length));
  }
  holes.sort((a, b) => corners.x[a] - corners.x[b] || corners.y[a] - corners.y[b]);
  for (const hole of holes) {
    const seen = visible(corners, edges, hole);
    if (seen < 0) return null;
    edges.push([hole, seen]);
    join(corners, hole, seen);
  }
  return outlines.map((first) => {
    const ring: number[] = [];
    for (let c = first; ring.length === 0 || c !== first; c = corners.next[c]) ring.push(corners.vertex[c]);
    return ring;
  });
}

/** Without corners at the same vertex as the one before them, and without ways to a corner and straight back. */
function withoutSpurs(loop: readonly number[]): number[] {
  const out: number[] = [];
  const put = (vertex: number): void => {
    if (out.at(-1) === vertex) return;
    if (out.at(-2) === vertex) out.pop();
    else out.push(vertex);
  };
  for (const vertex of loop) put(vertex);
  while (out.length > 1) {
    if (out[0] === out.at(-1)) out.pop();
    else if (out[1] === out.at(-1)) out.shift();
    else if (out[0] === out.at(-2)) out.pop();
    else break;
  }
  return out;
}

function addRing(corners: Corners, ring: readonly number[], at: (v: number) => readonly [number, number]): number {
  const first = corners.x.length;
  for (const [k, vertex] of ring.entries()) {
    const [x, y] = at(vertex);
    corners.x.push(x);
    corners.y.push(y);
    corners.vertex.push(vertex);
    corners.prev.push(first + ((k + ring.length - 1) % ring.length));
    corners.next.push(first + ((k + 1) % ring.length));
  }
  return first;
}

function areaSign({ x, y, next }: Corners, first: number, count: number): number {
  const { values } = toIntegers([...x.slice(first, first + count), ...y.slice(first, first + count)]);
  let area = 0n;
  for (let k = 0; k < count; k++) {
    const l = next[first + k] - first;
    area += values[k] * values[count + l] - values[l] * values[count + k];
  }
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

function leftmost({ x, y }: Corners, first: number, count: number): number {
  let best = first;
  for (let c = first; c < first + count; c++) if (x[c] < x[best] || (x[c] === x[best] && y[c] < y[best])) best = c;
  return best;
}

/** The nearest corner to the left of a hole's that it sees within the section, or −1. */
function visible(corners: Corners, edges: readonly (readonly [number, number])[], hole: number): number {
  const { x, y } = corners;
  const far = (c: number) => Math.hypot(x[c] - x[hole], y[c] - y[hole]);
  const isLeft = (c: number) => x[c] < x[hole] || (x[c] === x[hole] && y[c] < y[hole]);
  const candidates = x.map((_, c) => c).filter(isLeft);
  candidates.sort((a, b) => far(a) - far(b));
  for (const c of candidates)
    if (
      looksInto(corners, c, hole) &&
      looksInto(corners, hole, c) &&
      !edges.some(([p, q]) => edgesMeet(corners, hole, c, p, q))
    )
      return c;
  return -1;
}

/** Whether the way from a corner to another begins within the section. */
function looksInto(corners: Corners, from: number, to: number): boolean {
  const { prev, next } = corners;
  const [before, after] = [side(corners, prev[from], from, to), side(corners, from, next[from], to)];
  const turn = side(corners, prev[from], from, next[from]);
  return turn > 0 ? before > 0 && after > 0 : before > 0 || after > 0;
}

/** Joins the rings of two corners by a way there and back. */
function join(corners: Corners, h: number, v: number): void {
  const { prev, next } = corners;
  const twice = [h, v].map((c) => {
    for (const column of [corners.x, corners.y, corners.vertex, prev, next]) column.push(column[c]);
    return corners.x.length - 1;
  });
  const [h2, v2] = twice;
  const link = (a: number, b: number): void => {
    next[a] = b;
    prev[b] = a;
  };
  link(prev[h], h2);
  link(h2, v2);
  link(v2, next[v]);
  link(v, h);
}
