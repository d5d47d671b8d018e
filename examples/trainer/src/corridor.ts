// A plan → the solid in which bone may be removed: the border of the flap, as wide as the plan's margin on both sides,
// or as the burr hole where that reaches farther.
//
//        ┌───────────────┐      Seen along `outward`. The border's corners are moved along the mitres of its sides,
//        │ ┌───────────┐ │      and the ring between the two is extended far to both sides of the border. If the
//        │ │           │ │      inner polygon would be turned inside out, the margin covers the whole flap, and the
//        │ └───────────┘ │      solid has no hole.
//        └───────────────┘

import { createMesh, type TriangleMesh } from 'kerf';
import { offLine } from './off-line.ts';
import type { Plan, Point } from './plan.ts';
import { cross, dot, unit } from './vectors.ts';

/** mm above the border's highest point and below its lowest: a vault's wall, its curvature and the tool's way out. */
const BEYOND = 30;

type Flat = readonly [number, number];

export function corridor(plan: Pick<Plan, 'line' | 'outward' | 'margin' | 'burrHole'>): TriangleMesh {
  const { line, outward } = plan;
  const margin = halfWidth(plan);
  const frame = frameOf(outward);
  const flat = line.map((point): Flat => [dot(point, frame.u), dot(point, frame.v)]);
  const round = area(flat) > 0 ? flat : flat.toReversed();
  const outer = moved(round, margin);
  const inner = moved(round, -margin);
  const isRing = round.every((at, n) => {
    const next = (n + 1) % round.length;
    return along(at, round[next], inner[n], inner[next]) > 0;
  });
  const heights = line.map((point) => dot(point, outward));
  const [low, high] = [Math.min(...heights) - BEYOND, Math.max(...heights) + BEYOND];
  const lift = ([x, y]: Flat, height: number) =>
    [0, 1, 2].map((k) => x * frame.u[k] + y * frame.v[k] + height * outward[k]);
  const loops = isRing ? [outer, inner] : [outer];
  const positions = loops.flatMap((loop) => [low, high].flatMap((height) => loop.flatMap((at) => lift(at, height))));
  return createMesh(positions, isRing ? ringFaces(round.length) : prismFaces(round), { name: 'corridor' });
}

/** mm: of the corridor, seen along `outward`. */
export function halfWidth({ line, margin, burrHole }: Pick<Plan, 'line' | 'margin' | 'burrHole'>): number {
  const { at, diameter } = burrHole;
  return Math.max(margin, offLine(line, at) + diameter / 2);
}

/** Two unit vectors that form a right-handed frame with `outward`. */
export function frameOf(outward: Point): { readonly u: Point; readonly v: Point } {
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(outward[b]) < Math.abs(outward[a]) ? b : a));
  const axis = [0, 1, 2].map((k) => (k === least ? 1 : 0));
  const v = unit(cross(outward, axis as never));
  return { u: cross(v, outward), v };
}

/** Each corner moved by the same distance from both its sides, to the right of the way round. */
function moved(loop: readonly Flat[], by: number): Flat[] {
  const normals = loop.map(([x, y], n) => {
    const [a, b] = loop[(n + 1) % loop.length];
    const length = Math.hypot(a - x, b - y);
    return [(b - y) / length, (x - a) / length];
  });
  return loop.map(([x, y], n): Flat => {
    const [[ax, ay], [bx, by2]] = [normals.at(n - 1) as number[], normals[n]];
    const share = by / (1 + ax * bx + ay * by2);
    return [x + share * (ax + bx), y + share * (ay + by2)];
  });
}

/** Corners of each loop at the low height, then at the high one: the outer loop, then the inner. */
function ringFaces(count: number): number[] {
  const [low, high, innerLow, innerHigh] = [0, count, 2 * count, 3 * count];
  const quads = (a: number, b: number, c: number, d: number) => {
    const faces: number[] = [];
    for (let n = 0; n < count; n++) {
      const m = (n + 1) % count;
      faces.push(a + n, b + m, c + m, a + n, c + m, d + n);
    }
    return faces;
  };
  return [
    ...quads(low, low, high, high),
    ...quads(innerHigh, innerHigh, innerLow, innerLow),
    ...quads(high, high, innerHigh, innerHigh),
    ...quads(innerLow, innerLow, low, low),
  ];
}

/** Sides, and both ends cut into triangles by ears. */
function prismFaces(loop: readonly Flat[]): number[] {
  const count = loop.length;
  const sides = loop.flatMap((_, n) => {
    const m = (n + 1) % count;
    return [n, m, count + m, n, count + m, count + n];
  });
  const ends = ears(loop);
  return [...sides, ...ends.map((n) => count + n), ...ends.toReversed()];
}

/** A polygon that does not cross itself, counterclockwise → triangles: convex corners that hold no other are cut. */
function ears(loop: readonly Flat[]): number[] {
  const left = loop.map((_, n) => n);
  const faces: number[] = [];
  while (left.length > 3) {
    const at = left.findIndex((b, n) => {
      const [a, c] = [left.at(n - 1) as number, left[(n + 1) % left.length]];
      if (turn(loop[a], loop[b], loop[c]) <= 0) return false;
      return !left.some((p) => p !== a && p !== b && p !== c && isIn(loop[p], loop[a], loop[b], loop[c]));
    });
    // Rounding can leave no such corner; any then keeps the solid closed.
    const n = Math.max(0, at);
    faces.push(left.at(n - 1) as number, left[n], left[(n + 1) % left.length]);
    left.splice(n, 1);
  }
  return [...faces, ...left];
}

function isIn(p: Flat, a: Flat, b: Flat, c: Flat): boolean {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

function turn([ax, ay]: Flat, [bx, by]: Flat, [cx, cy]: Flat): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function area(loop: readonly Flat[]): number {
  return loop.reduce((sum, [x, y], n) => {
    const [a, b] = loop[(n + 1) % loop.length];
    return sum + (x * b - a * y) / 2;
  }, 0);
}

/** How far the second side goes the first one's way. */
function along([ax, ay]: Flat, [bx, by]: Flat, [cx, cy]: Flat, [dx, dy]: Flat): number {
  return (bx - ax) * (dx - cx) + (by - ay) * (dy - cy);
}
