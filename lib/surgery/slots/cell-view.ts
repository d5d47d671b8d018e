// Exact points as a cell's sides see them, for its clipping; and where edges were divided on the way.

import { type ClipPoints, inOrder } from '#osteotomy';
import type { CellSide } from './exact-cell.ts';
import type { SlotPoints } from './slot-points.ts';

/** No surface has more points. */
const MOST_POINTS = 2 ** 26;

export class CellView implements ClipPoints {
  readonly planes: readonly CellSide[];
  readonly #points: SlotPoints;
  /** By edge, from the lower number to the higher: the points at which it was divided. */
  readonly #divisions = new Map<number, number[]>();

  constructor(points: SlotPoints, planes: readonly CellSide[]) {
    this.#points = points;
    this.planes = planes;
  }

  signOf(point: number, plane: number): number {
    const { id, sign } = this.planes[plane];
    return sign * this.#points.signOf(point, id);
  }

  crossing(a: number, b: number, plane: number): number {
    const point = this.#points.crossing(a, b, this.planes[plane].id);
    if (point === a || point === b) return point;
    const key = edgeKey(a, b);
    const known = this.#divisions.get(key);
    if (known === undefined) this.#divisions.set(key, [point]);
    else if (!known.includes(point)) known.push(point);
    return point;
  }

  compare(a: number, b: number, axis: number): number {
    return this.#points.compare(a, b, axis);
  }

  /** The points of an edge at which it, or a part of it, was divided, from a to b. @param isUsed those to heed. */
  between(a: number, b: number, isUsed: (point: number) => boolean): readonly number[] {
    if (!this.#divisions.has(edgeKey(a, b))) return [];
    const found = new Set<number>();
    const open: [number, number][] = [[a, b]];
    const asked = new Set<number>();
    for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
      const key = edgeKey(...edge);
      if (asked.has(key)) continue;
      asked.add(key);
      for (const point of this.#divisions.get(key) ?? []) {
        found.add(point);
        open.push([edge[0], point], [point, edge[1]]);
      }
    }
    const used = Array.from(found).filter(isUsed);
    return used.length > 1 ? inOrder(this, used, a, b) : used;
  }
}

function edgeKey(a: number, b: number): number {
  return Math.min(a, b) * MOST_POINTS + Math.max(a, b);
}
