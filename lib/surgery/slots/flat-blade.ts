// A closed surface → the prism over a convex outline that it is, up to a tolerance; or null.
//
//             normal           Every face must lie along one piece of the prism's surface: a flat, or the side over
//       high ┌──↑─────────┐      one edge of the outline. A face is within e of a convex piece if its corners are, so e
//            │            │      is the largest distance of a corner from its face's piece. A hole, a notch, a tooth or
//        low └────────────┘      a slope has faces that lie along no piece.
//
// Hausdorff bound. Outside the prism, farther than e from it, there is no point of the tool; and no face enters the
// prism deeper than e, so all of that part is in the tool or none is. It is in, because the tool has more than half of
// the prism's volume, and what lies within e of the prism's surface has less than a quarter of it. Each point of the
// prism is within e·√(1 + 1/sin²(α/2)) of a point that is at least e deep, where α is the outline's sharpest angle: at
// a corner, move by e away from the flat and by e/sin(α/2) along the bisector. Every point is a mean of corners. So
// that is a bound for the distance of the solids, if the outline's edges are long enough for those points to be as deep
// inside the other edges: OutlineSweep gives a bound for no other outline.

import { cross, dot, minus } from '#core';
import { inspectMesh, type TriangleMesh } from '#mesh';
import { type Place, turn } from '#osteotomy';
import { after, before, convexOutline, cornerFactors, distance } from './convex-outline.ts';

type Three = readonly [number, number, number];

export interface FlatBlade {
  /** Unit, tool frame: from the low flat to the high one. */
  readonly normal: Three;
  /** Heights of the flats along the normal, mm; low < high. */
  readonly low: number;
  readonly high: number;
  /** Of the low flat: xyz in the tool's frame, counter-clockwise seen from where the normal points. */
  readonly corners: Float64Array;
  /** mm: Hausdorff bound between the tool and the prism. */
  readonly error: number;
  /** mm: the tool's and the prism's farthest point from the origin of the tool's frame. */
  readonly reach: number;
}

const MOST_CORNERS = 16;
/** Directions that are tried: those of the flats and of the sides of the largest outline, with opposite sides apart. */
const MOST_NORMALS = MOST_CORNERS + 1;
/** Sine of the angle within which faces count as parallel: less than a tenth of a regular outline's least turn. */
const PARALLEL = 2 ** -5;
/** Of the reach: rounding of heights and places, three products with unit vectors of error 8u each, both ways. */
const ROUNDED = 2 ** -46;

/** @param tolerance mm. If several pairs of flats will do, as with a box, the closest pair is taken. */
export function flatBlade(tool: TriangleMesh, tolerance: number): FlatBlade | null {
  const { closed, oriented, volume } = inspectMesh(tool);
  if (!closed || !oriented || !(volume > 0)) return null;
  let best: FlatBlade | null = null;
  for (const normal of normalsOf(tool)) {
    const blade = prismAlong(normal, tool, volume, tolerance);
    if (blade !== null && (best === null || blade.high - blade.low < best.high - best.low)) best = blade;
  }
  return best;
}

/** The mean normals of the sets of parallel faces, those with the largest faces first. */
function normalsOf({ positions, faces }: TriangleMesh): Three[] {
  const corner = (n: number): Three => [
    positions[3 * faces[n]],
    positions[3 * faces[n] + 1],
    positions[3 * faces[n] + 2],
  ];
  const normals = Array.from({ length: faces.length / 3 }, (_, face) => {
    const a = corner(3 * face);
    const normal = cross(minus(corner(3 * face + 1), a), minus(corner(3 * face + 2), a));
    return { normal, size: Math.hypot(...normal) };
  }).sort((a, b) => b.size - a.size);
  const sums: { readonly first: Three; readonly sum: [number, number, number] }[] = [];
  for (const { normal, size } of normals) {
    if (size === 0) break;
    const set = sums.find(({ first }) => Math.hypot(...cross(first, normal)) <= PARALLEL * size);
    if (set !== undefined) {
      const sign = Math.sign(dot(set.first, normal));
      for (let k = 0; k < 3; k++) set.sum[k] += sign * normal[k];
    } else if (sums.length < MOST_NORMALS) sums.push({ first: unit(normal), sum: normal });
  }
  return sums.map(({ sum }) => unit(sum));
}

function prismAlong(normal: Three, tool: TriangleMesh, volume: number, tolerance: number): FlatBlade | null {
  const used = Uint32Array.from(new Set(tool.faces));
  const places = Array.from(
    used,
    (v): Three => [tool.positions[3 * v], tool.positions[3 * v + 1], tool.positions[3 * v + 2]],
  );
  const heights = places.map((p) => dot(normal, p));
  const [least, most] = [heights.reduce((a, b) => Math.min(a, b)), heights.reduce((a, b) => Math.max(a, b))];
  const isLow = heights.map((h) => h - least < most - h);
  const lowest = heights.reduce((a, h, n) => (isLow[n] ? Math.max(a, h) : a), least);
  const highest = heights.reduce((a, h, n) => (isLow[n] ? a : Math.min(a, h)), most);
  if (lowest - least > 2 * tolerance || most - highest > 2 * tolerance) return null;
  const [low, high] = [(least + lowest) / 2, (highest + most) / 2];
  const [u, v] = axesAcross(normal);
  const plane = places.map((p): Place => [dot(u, p), dot(v, p)]);
  const outline = simplified(convexOutline(plane), tolerance);
  if (outline.length < 3 || outline.length > MOST_CORNERS) return null;
  const numberOf = new Map(Array.from(used, (vertex, n) => [vertex, n]));
  let off = 0;
  for (let face = 0; face < tool.faces.length && off <= tolerance; face += 3) {
    const at = [0, 1, 2].map((k) => numberOf.get(tool.faces[face + k]) ?? 0);
    const rise = Math.max(...at.map((n) => Math.abs(heights[n] - (isLow[n] ? low : high))));
    const isFlat = at.every((n) => isLow[n] === isLow[at[0]]);
    const points = at.map((n) => plane[n]);
    off = Math.max(off, Math.hypot(rise, isFlat ? beyond(outline, points) : besideOneEdge(outline, points)));
  }
  const area = areaOf(outline);
  const perimeter = outline.reduce((sum, p, i) => sum + distance(p, after(outline, i)), 0);
  const surface = 2 * area + perimeter * (high - low);
  const whole = area * (high - low);
  if (off > tolerance || !(volume > whole / 2) || 2 * off * surface >= whole / 4) return null;
  const corners = Float64Array.from(
    outline.flatMap(([x, y]) => [0, 1, 2].map((k) => x * u[k] + y * v[k] + low * normal[k])),
  );
  const tallest = Math.max(Math.abs(low), Math.abs(high));
  const farthest = outline.reduce((far, p) => Math.max(far, Math.hypot(...p, tallest)), 0);
  const reach = places.reduce((far, p) => Math.max(far, Math.hypot(...p)), farthest) * (1 + ROUNDED);
  const error = (off + ROUNDED * reach) * Math.hypot(1, cornerFactors(outline).along);
  return { normal, low, high, corners, error, reach };
}

function unit(vector: Three): Three {
  const length = Math.hypot(...vector);
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** Unit vectors u, v that make a right-handed frame with a unit normal. */
function axesAcross(normal: Three): readonly [Three, Three] {
  const sizes = normal.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const u = unit(
    cross(
      [0, 1, 2].map((k) => (k === least ? 1 : 0)),
      normal,
    ),
  );
  return [u, cross(normal, u)];
}

/** Leaves out corners within the tolerance of the line between their neighbours, the nearest first. */
function simplified(hull: readonly Place[], tolerance: number): Place[] {
  const out = [...hull];
  while (out.length > 2) {
    const heights = out.map((p, i) => toSegment(p, before(out, i), after(out, i)));
    const least = heights.indexOf(Math.min(...heights));
    if (heights[least] > tolerance) break;
    out.splice(least, 1);
  }
  return out;
}

/** How far the farthest of the points is from the outline's inside. */
function beyond(outline: readonly Place[], points: readonly Place[]): number {
  const outside = points.filter((p) => outline.some((a, i) => turn(a, after(outline, i), p) < 0));
  return Math.max(0, ...outside.map((p) => Math.min(...outline.map((a, i) => toSegment(p, a, after(outline, i))))));
}

/** How far the farthest of the points is from the edge that is best for all of them. */
function besideOneEdge(outline: readonly Place[], points: readonly Place[]): number {
  return Math.min(...outline.map((a, i) => Math.max(...points.map((p) => toSegment(p, a, after(outline, i))))));
}

function toSegment(p: Place, a: Place, b: Place): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const along = ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p[0] - a[0] - t * x, p[1] - a[1] - t * y);
}

function areaOf(outline: readonly Place[]): number {
  return outline.reduce((sum, p, i) => sum + turn(outline[0], p, after(outline, i)) / 2, 0);
}
