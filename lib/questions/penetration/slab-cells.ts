// A triangle in a plane and the part of the plane that lies on the bone → the triangle's open regions off the bone, by
// slabs, exactly.
//
//         ╱│╲ │            Vertical lines through every end and every crossing of segments cut the triangle into slabs.
//       ╱ 2│ 4╲            Within a slab no segments cross, so they are ordered by height, and the area between two
//     ╱────│───│╲          neighbours is a cell. Cells on an area of the bone are left out. Two cells of neighbouring
//   ╱  1   │ 3 │ 5         slabs are connected if their sides on the vertical line overlap and vertical segments do not
//                          cover all of the overlap. Connected cells form a region (union–find).
//
// The slab method of M. I. Shamos, D. Hoey, "Geometric intersection problems", FOCS 1976. All numbers are rational, so
// a degenerate case is only a tie in an order.

import { DisjointSets } from '#core';
import { gapsBetween } from './edge-gaps.ts';
import {
  coordinate,
  crossingOf,
  greatest,
  heightAt,
  isPoint,
  isVertical,
  least,
  middle,
  order,
  type PlaneLine,
  type PlanePoint,
  type PlaneSegment,
  pointAt,
  type Rational,
} from './exact-plane.ts';
import { isCovered, type PlaneSection, type Triangle } from './plane-section.ts';

/** The lower or upper side of a cell: its line, and the triangle's edge that it is if it is nothing else, else −1. */
interface CellSide {
  readonly line: PlaneLine;
  readonly edge: number;
}

/** The area between two lines and two verticals, off the bone. */
interface Cell {
  readonly from: Rational;
  readonly to: Rational;
  readonly low: CellSide;
  readonly high: CellSide;
}

export class SlabCells {
  readonly cells: readonly Cell[];
  /** The region of each cell, 0 … regions − 1. */
  readonly regionOf: readonly number[];
  readonly regions: number;

  /** @param edges the triangle's, none of them a point, counter-clockwise or clockwise. */
  constructor(edges: readonly PlaneSegment[], { segments, areas }: PlaneSection) {
    const bounds = verticals(edges, segments);
    const cells: Cell[] = [];
    const starts: number[] = [];
    for (let i = 0; i + 1 < bounds.length; i++) {
      starts.push(cells.length);
      cells.push(...cellsBetween(bounds[i], bounds[i + 1], edges, segments, areas));
    }
    starts.push(cells.length);
    const sets = new DisjointSets(cells.length);
    for (let i = 1; i + 1 < bounds.length; i++) {
      const walls = segments.filter((piece) => isVertical(piece) && !isPoint(piece) && isAt(piece, bounds[i]));
      for (let left = starts[i - 1]; left < starts[i]; left++)
        for (let right = starts[i]; right < starts[i + 1]; right++)
          if (areConnected(cells[left], cells[right], bounds[i], walls)) sets.join(left, right);
    }
    const numbers = new Map<number, number>();
    this.cells = cells;
    this.regionOf = cells.map((_, cell) => {
      const root = sets.find(cell);
      if (!numbers.has(root)) numbers.set(root, numbers.size);
      return numbers.get(root) as number;
    });
    this.regions = numbers.size;
  }

  /**
   * The region of a point off the bone: that of the cell with the point between or on its vertical lines; −1 if none.
   */
  regionAt(p: PlanePoint): number {
    const x = coordinate(p, 0);
    const y = coordinate(p, 1);
    const cell = this.cells.findIndex(
      ({ from, to, low, high }) =>
        order(from, x) <= 0 &&
        order(x, to) <= 0 &&
        order(heightAt(low.line, x), y) < 0 &&
        order(y, heightAt(high.line, x)) < 0,
    );
    return cell < 0 ? -1 : this.regionOf[cell];
  }
}

/** A point inside a cell. */
export function middleOf({ from, to, low, high }: Cell): PlanePoint {
  const x = middle(from, to);
  return pointAt(x, middle(heightAt(low.line, x), heightAt(high.line, x)));
}

/** Where slabs begin and end, ascending: at the x of ends and crossings within the triangle. */
function verticals(edges: readonly PlaneSegment[], segments: readonly PlaneSegment[]): Rational[] {
  const corners = edges.map(({ from }) => coordinate(from, 0));
  const low = corners.reduce(least);
  const high = corners.reduce(greatest);
  const places = [...corners];
  const add = (x: Rational): void => {
    if (order(low, x) < 0 && order(x, high) < 0) places.push(x);
  };
  const all = [...edges, ...segments].map((piece) => {
    const ends = [coordinate(piece.from, 0), coordinate(piece.to, 0)] as const;
    return { piece, from: least(ends[0], ends[1]), to: greatest(ends[0], ends[1]) };
  });
  all.sort((a, b) => order(a.from, b.from));
  for (const [i, { piece, from, to }] of all.entries()) {
    add(from);
    add(to);
    for (let j = i + 1; j < all.length && order(all[j].from, to) <= 0; j++) {
      const x = crossingOf(piece.line, all[j].piece.line);
      if (x === null) continue;
      const at = coordinate(x, 0);
      if (order(all[j].from, at) <= 0 && order(at, to) <= 0 && order(at, all[j].to) <= 0) add(at);
    }
  }
  places.sort(order);
  return places.filter((x, i) => i === 0 || order(places[i - 1], x) < 0);
}

/** The cells of a slab, upwards. */
function cellsBetween(
  from: Rational,
  to: Rational,
  edges: readonly PlaneSegment[],
  segments: readonly PlaneSegment[],
  areas: readonly Triangle[],
): Cell[] {
  const x = middle(from, to);
  const isOver = (piece: PlaneSegment): boolean => {
    if (isVertical(piece)) return false;
    const ends = [coordinate(piece.from, 0), coordinate(piece.to, 0)] as const;
    return order(least(ends[0], ends[1]), x) < 0 && order(x, greatest(ends[0], ends[1])) < 0;
  };
  const rims = edges.map((piece, edge) => ({ piece, edge })).filter(({ piece }) => isOver(piece));
  const sides = [...rims, ...segments.filter(isOver).map((piece) => ({ piece, edge: -1 }))]
    .map(({ piece, edge }) => ({ line: piece.line, edge, height: heightAt(piece.line, x) }))
    .sort((a, b) => order(a.height, b.height));
  const heights = rims.map(({ piece }) => heightAt(piece.line, x));
  const bottom = heights.reduce(least);
  const top = heights.reduce(greatest);
  const cells: Cell[] = [];
  for (let i = 0; i + 1 < sides.length; i++) {
    const [low, high] = [sides[i], sides[i + 1]];
    if (order(low.height, high.height) === 0) continue;
    if (order(low.height, bottom) < 0 || order(top, high.height) < 0) continue;
    if (isCovered(areas, pointAt(x, middle(low.height, high.height)))) continue;
    cells.push({ from, to, low: sideAt(sides, low.height), high: sideAt(sides, high.height) });
  }
  return cells;
}

/** The segments at one height: the common side of the cell below and the cell above. */
function sideAt(sides: readonly (CellSide & { readonly height: Rational })[], height: Rational): CellSide {
  const here = sides.filter((side) => order(side.height, height) === 0);
  return { line: here[0].line, edge: here.every(({ edge }) => edge >= 0) ? here[0].edge : -1 };
}

function isAt(piece: PlaneSegment, x: Rational): boolean {
  return order(coordinate(piece.from, 0), x) === 0;
}

/** Whether two cells of neighbouring slabs are connected: the walls leave part of their common side uncovered. */
function areConnected(left: Cell, right: Cell, x: Rational, walls: readonly PlaneSegment[]): boolean {
  const low = greatest(heightAt(left.low.line, x), heightAt(right.low.line, x));
  const high = least(heightAt(left.high.line, x), heightAt(right.high.line, x));
  if (order(low, high) >= 0) return false;
  const parts = walls.map((wall) => {
    const ends = [coordinate(wall.from, 1), coordinate(wall.to, 1)] as const;
    return [least(ends[0], ends[1]), greatest(ends[0], ends[1])] as const;
  });
  return gapsBetween(parts, low, high).length > 0;
}
