// Cells of a slot → their corners, their distance from a point, and random points in them, in f64.

import type { LatticePoint, SlotCell, SlotLine } from '../../../lib/surgery/slots/outline-sweep.ts';

export type Place = readonly [number, number];

const cross = (a: Place, b: Place) => a[0] * b[1] - a[1] * b[0];
const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1]];

/** Where one line crosses the next. */
function crossing([a, b]: SlotLine, [c, d]: SlotLine): Place {
  const [way, other] = [minus(b, a), minus(d, c)];
  const t = cross(minus(c, a), other) / cross(way, other);
  return [a[0] + t * way[0], a[1] + t * way[1]];
}

export function cornersOf(cell: SlotCell): Place[] {
  return cell.map((line, n) => crossing(cell[(n + cell.length - 1) % cell.length], line));
}

export function toPolygon(p: Place, corners: readonly Place[]): number {
  let least = Infinity;
  let isInside = true;
  for (const [n, a] of corners.entries()) {
    const b = corners[(n + 1) % corners.length];
    const [way, from] = [minus(b, a), minus(p, a)];
    if (cross(way, from) < 0) isInside = false;
    const t = Math.min(1, Math.max(0, (way[0] * from[0] + way[1] * from[1]) / (way[0] ** 2 + way[1] ** 2)));
    least = Math.min(least, Math.hypot(from[0] - t * way[0], from[1] - t * way[1]));
  }
  return isInside ? 0 : least;
}

/** A mean of three corners, half of the time of two: so corners, edges and the inside are all met. */
export function pointIn(corners: readonly Place[], random: () => number): Place {
  const pick = () => corners[Math.floor(random() * corners.length)];
  const weights = [random() ** 3, random() ** 3, random() < 0.5 ? 0 : random() ** 3];
  const sum = weights[0] + weights[1] + weights[2];
  const first = Math.floor(random() * corners.length);
  const [a, b, c] = [corners[first], corners[(first + 1) % corners.length], pick()];
  return [0, 1].map((k) => (weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k]) / sum) as [number, number];
}

/** Twice the area of three lattice points, exactly; positive if they run counter-clockwise. */
export function exactTurn(a: LatticePoint, b: LatticePoint, c: LatticePoint): bigint {
  const [ax, ay, bx, by, cx, cy] = [...a, ...b, ...c].map(BigInt);
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** Whether the lines turn left one after the other, once around, and each has a part of the border: in integers. */
export function isConvexCell(cell: SlotCell): boolean {
  const way = ([a, b]: SlotLine) => [BigInt(b[0]) - BigInt(a[0]), BigInt(b[1]) - BigInt(a[1])];
  const at = (n: number) => cell[(n + cell.length) % cell.length];
  const bySign = (p: bigint[], q: bigint[]) => p[0] * q[1] - p[1] * q[0];
  return cell.every((line, n) => {
    const [last, here, next] = [way(at(n - 1)), way(line), way(at(n + 1))];
    if (!(bySign(last, here) > 0n && bySign(here, next) > 0n)) return false;
    // Along the line, from a: the crossing with the last one at s, with the next one at t, s < t.
    const place = (other: SlotLine): [bigint, bigint] => {
      const w = way(other);
      const from = [BigInt(other[0][0]) - BigInt(line[0][0]), BigInt(other[0][1]) - BigInt(line[0][1])];
      const under = bySign(here, w);
      return under > 0n ? [bySign(from, w), under] : [-bySign(from, w), -under];
    };
    const [s, t] = [place(at(n - 1)), place(at(n + 1))];
    return s[0] * t[1] < t[0] * s[1];
  });
}
