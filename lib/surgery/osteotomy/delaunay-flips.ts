// Triangles over corners in a plane → the triangles over the same corners that are Delaunay but for the given outline.
//
//      a            a       C. L. Lawson, "Software for C1 surface interpolation" (1977): while the circle through a,
//     ╱ ╲          ╱│╲      b, c holds d, the edge bc is replaced by ad. Each flip lowers the lifted surface, so there
//    b───c   →    b │ c     is a last one. Slivers along nearly straight outlines are gone then, since their circles
//     ╲ ╱          ╲│╱      hold nearly everything: each corner there has a triangle that goes far in.
//      d            d
//
// Whether the circle holds d is exact: the sign of a determinant of the corners as seen from d. In f64 it is off by
// less than 10·2^-53 times the sum of its terms' sizes, and a little more (J. R. Shewchuk, "Adaptive precision
// floating-point arithmetic and fast robust geometric predicates", 1997); integers decide the rest.

import { toIntegers } from '#triangles';
import { type Place, turn } from './flat-view.ts';

type At = (vertex: number) => Place;

/** (10 + 96ε)·ε with ε = 2^-53, rounded up. */
const CIRCLE_ERROR = 11 * 2 ** -53;

/**
 * @param faces changed in place, from this offset on: counter-clockwise triangles, of which at most two share an edge.
 * @param at where a vertex is, exactly.
 */
export function flipToDelaunay(faces: number[], from: number, at: At): void {
  /** By directed edge: the offset of its triangle, and the corner of it that lies opposite. */
  const edges = new Map<string, number>();
  const keyOf = (a: number, b: number) => `${a} ${b}`;
  const enter = (face: number): void => {
    for (let k = 0; k < 3; k++) edges.set(keyOf(faces[face + k], faces[face + ((k + 1) % 3)]), face);
  };
  const open: [number, number][] = [];
  const ask = (face: number): void => {
    for (let k = 0; k < 3; k++) open.push([faces[face + k], faces[face + ((k + 1) % 3)]]);
  };
  for (let face = from; face < faces.length; face += 3) {
    enter(face);
    ask(face);
  }
  const apex = (face: number, a: number, b: number) => {
    for (let k = 0; k < 3; k++) if (faces[face + k] !== a && faces[face + k] !== b) return faces[face + k];
    return a;
  };
  for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
    const [b, c] = edge;
    const [left, right] = [edges.get(keyOf(b, c)), edges.get(keyOf(c, b))];
    if (left === undefined || right === undefined) continue;
    const [a, d] = [apex(left, b, c), apex(right, b, c)];
    const [A, B, C, D] = [at(a), at(b), at(c), at(d)];
    if (!holds(A, B, C, D)) continue;
    // Both new triangles have areas, and the new edge is no other's.
    if (!(turn(A, B, D) > 0 && turn(A, D, C) > 0)) continue;
    if (edges.has(keyOf(a, d)) || edges.has(keyOf(d, a))) continue;
    edges.delete(keyOf(b, c));
    edges.delete(keyOf(c, b));
    faces.splice(left, 3, a, b, d);
    faces.splice(right, 3, a, d, c);
    for (const face of [left, right]) {
      enter(face);
      ask(face);
    }
  }
}

/** Whether the circle through a, b, c, which run counter-clockwise, holds d within it. */
function holds(a: Place, b: Place, c: Place, d: Place): boolean {
  const [ax, ay, bx, by, cx, cy] = [a, b, c].flatMap((p) => [p[0] - d[0], p[1] - d[1]]);
  const [al, bl, cl] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const sum = al * (bx * cy - cx * by) + bl * (cx * ay - ax * cy) + cl * (ax * by - bx * ay);
  const size =
    al * (Math.abs(bx * cy) + Math.abs(cx * by)) +
    bl * (Math.abs(cx * ay) + Math.abs(ax * cy)) +
    cl * (Math.abs(ax * by) + Math.abs(bx * ay));
  if (Math.abs(sum) > CIRCLE_ERROR * size && size > 2 ** -900 && size < Infinity) return sum > 0;
  const { values: v } = toIntegers([...a, ...b, ...c, ...d]);
  const [ux, uy, vx, vy, wx, wy] = [0, 1, 2].flatMap((k) => [v[2 * k] - v[6], v[2 * k + 1] - v[7]]);
  const [ul, vl, wl] = [ux * ux + uy * uy, vx * vx + vy * vy, wx * wx + wy * wy];
  return ul * (vx * wy - wx * vy) + vl * (wx * uy - ux * wy) + wl * (ux * vy - vx * uy) > 0n;
}
