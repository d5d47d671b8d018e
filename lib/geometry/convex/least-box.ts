// Points → the axes of a small oriented box that holds them.
//
// Two adjacent sides of the smallest box each contain an edge of the hull (J. O'Rourke, "Finding minimal enclosing
// boxes", 1985); trying all pairs of edges takes cubic time. Here the box is turned about one of its axes at a time, to
// the smallest rectangle seen along it, until no axis makes it smaller (as the last step of C.-T. Chang et al., "Fast
// oriented bounding box optimization on the rotation group SO(3, ℝ)", 2011). It begins at each facet of the hull and at
// each edge. The box is the least that this search finds; the spec says how far it is from the best of a longer one.

import { alignedAxes } from '#core';
import { leastRectangle } from './least-rectangle.ts';
import { type PointHull, pointHull } from './mesh-hull.ts';
import { searchFewPoints } from './working-points.ts';

/** How many of the boxes that a facet or an edge gives are turned further, and how often. */
const STARTS = 24;
const TURNS = 24;
/** Points outside by less than this share of the extent are not examined again. */
const OUTSIDE = 1e-9;
/** Share of the longest extent added to each extent, so that among flat boxes the one of least area wins. */
const THICKNESS = 2 ** -30;

/** The axes of the points' own frame. */
export const FRAME: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

interface Box {
  /** x, y, z of three unit vectors, right-handed: column after column of a rotation. */
  readonly axes: Float64Array;
  readonly size: number;
}

/**
 * @param points xyz a point, mm: extreme points of one hull, near the origin.
 * @returns x, y, z of three unit vectors, right-handed: column after column of a rotation.
 */
export function leastBoxAxes(points: Float64Array): Float64Array {
  const found = searchFewPoints(points, axesOf, (axes, few) => {
    const known = extentsOf(few, axes).ends;
    const { ends, at } = extentsOf(points, axes);
    const outside = [...at].filter(
      (_, k) => Math.abs(ends[k] - known[k]) > OUTSIDE * (ends[(k % 3) + 3] - ends[k % 3]),
    );
    return { body: axes, size: sizeOf(ends), outside };
  });
  return sizeOf(extentsOf(points, FRAME).ends) < sizeOf(extentsOf(points, found).ends) ? FRAME : found;
}

/** For a few points. */
function axesOf(few: Float64Array): Float64Array {
  const hull = pointHull(few);
  const boxes = startsOf(hull).map((axes) => turned(hull.points, axes, 0));
  boxes.sort((a, b) => a.size - b.size);
  const ends = boxes.slice(0, STARTS).map((box) => turnedToEnd(hull.points, box));
  return ends.reduce((best, box) => (box.size < best.size ? box : best)).axes;
}

/** The frame's axes, and frames whose first axis is a facet's normal or an edge. */
function startsOf({ points, faces }: PointHull): Float64Array[] {
  const starts: Float64Array[] = [FRAME];
  const add = (x: number, y: number, z: number) => {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return;
    const axes = new Float64Array(9);
    alignedAxes(x / length, y / length, z / length, axes);
    starts.push(axes);
  };
  const difference = (a: number, b: number, k: number) => points[3 * b + k] - points[3 * a + k];
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [faces[i], faces[i + 1], faces[i + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((k) => difference(a, b, k));
    const [vx, vy, vz] = [0, 1, 2].map((k) => difference(a, c, k));
    add(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ])
      if (from < to) add(difference(from, to, 0), difference(from, to, 1), difference(from, to, 2));
  }
  if (faces.length === 0 && points.length > 3) add(difference(0, 1, 0), difference(0, 1, 1), difference(0, 1, 2));
  return starts;
}

function turnedToEnd(points: Float64Array, box: Box): Box {
  let best = box;
  for (let turn = 0, idle = 0; turn < TURNS && idle < 3; turn++) {
    const next = turned(points, best.axes, turn % 3);
    idle = next.size < best.size ? 0 : idle + 1;
    if (next.size < best.size) best = next;
  }
  return best;
}

/** The box with one axis kept and the smallest rectangle seen along it. */
function turned(points: Float64Array, axes: Float64Array, kept: number): Box {
  const [a, b, c] = [kept, (kept + 1) % 3, (kept + 2) % 3].map((k) => axes.subarray(3 * k, 3 * k + 3));
  const plane = new Float64Array((2 * points.length) / 3);
  for (let p = 0; p < points.length / 3; p++) {
    plane[2 * p] = along(points, p, b);
    plane[2 * p + 1] = along(points, p, c);
  }
  const { u, v } = leastRectangle(plane);
  const out = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    out[k] = a[k];
    out[3 + k] = u * b[k] + v * c[k];
    out[6 + k] = u * c[k] - v * b[k];
  }
  return { axes: out, size: sizeOf(extentsOf(points, out).ends) };
}

/** Along each axis the least and the greatest coordinate, ends 0–2 and 3–5, and the points that reach them. */
export function extentsOf(points: Float64Array, axes: Float64Array): { ends: Float64Array; at: Uint32Array } {
  const ends = Float64Array.of(...Array(3).fill(Number.POSITIVE_INFINITY), ...Array(3).fill(Number.NEGATIVE_INFINITY));
  const at = new Uint32Array(6);
  for (let k = 0; k < 3; k++) {
    const axis = axes.subarray(3 * k, 3 * k + 3);
    for (let p = 0; p < points.length / 3; p++) {
      const x = along(points, p, axis);
      if (x < ends[k]) [ends[k], at[k]] = [x, p];
      if (x > ends[k + 3]) [ends[k + 3], at[k + 3]] = [x, p];
    }
  }
  return { ends, at };
}

function along(points: Float64Array, p: number, axis: Float64Array): number {
  return points[3 * p] * axis[0] + points[3 * p + 1] * axis[1] + points[3 * p + 2] * axis[2];
}

function sizeOf(ends: Float64Array): number {
  const [x, y, z] = [0, 1, 2].map((k) => ends[k + 3] - ends[k]);
  const thickness = THICKNESS * Math.max(x, y, z);
  return (x + thickness) * (y + thickness) * (z + thickness);
}
