// An edge of a tool face and the part of the face's plane that lies on the bone → the parts of the edge off the bone,
// exactly. A point of the edge is given by one of its coordinates: x, or y if the edge is vertical.

import {
  coordinate,
  crossingOf,
  greatest,
  heightAt,
  isVertical,
  least,
  middle,
  order,
  type PlanePoint,
  type PlaneSegment,
  pointAt,
  type Rational,
  sideOf,
} from './exact-plane.ts';
import { isCovered, type PlaneSection } from './plane-section.ts';

/** The parts of an edge off the bone: open intervals of coordinate `which`, ascending. */
export interface EdgeGaps {
  readonly which: 0 | 1;
  readonly gaps: readonly (readonly [Rational, Rational])[];
  /** Whether each end of the edge is off the bone; the end with the smaller coordinate comes first. */
  readonly isFree: readonly [boolean, boolean];
}

/** @param edge with two different ends. */
export function edgeGaps(edge: PlaneSegment, { segments, areas }: PlaneSection): EdgeGaps {
  const which = isVertical(edge) ? 1 : 0;
  const ends = [coordinate(edge.from, which), coordinate(edge.to, which)] as const;
  const low = least(ends[0], ends[1]);
  const high = greatest(ends[0], ends[1]);
  const touched = segments
    .map((piece) => touchedPart(edge, which, piece, low, high))
    .filter((part): part is [Rational, Rational] => part !== null);
  const untouched = gapsBetween(touched, low, high);
  const covered = untouched.filter(([from, to]) => isCovered(areas, pointOn(edge, which, middle(from, to))));
  const gaps = covered.length === 0 ? untouched : gapsBetween([...touched, ...covered], low, high);
  const all = [...touched, ...covered];
  const isFree = (at: Rational) => !all.some(([from, to]) => order(from, at) <= 0 && order(at, to) <= 0);
  return { which, gaps, isFree: [isFree(low), isFree(high)] };
}

/** The point of an edge at a coordinate. */
export function pointOn(edge: PlaneSegment, which: 0 | 1, at: Rational): PlanePoint {
  return which === 0 ? pointAt(at, heightAt(edge.line, at)) : pointAt(coordinate(edge.from, 0), at);
}

/** The closed interval of the edge that lies on a segment; null if they share no point. */
function touchedPart(
  edge: PlaneSegment,
  which: 0 | 1,
  piece: PlaneSegment,
  low: Rational,
  high: Rational,
): [Rational, Rational] | null {
  const s = sideOf(edge.line, piece.from);
  const t = sideOf(edge.line, piece.to);
  if ((s > 0n && t > 0n) || (s < 0n && t < 0n)) return null;
  let from: Rational;
  let to: Rational;
  if (s === 0n && t === 0n) {
    const ends = [coordinate(piece.from, which), coordinate(piece.to, which)] as const;
    from = greatest(low, least(ends[0], ends[1]));
    to = least(high, greatest(ends[0], ends[1]));
  } else {
    const point = s === 0n ? piece.from : t === 0n ? piece.to : (crossingOf(edge.line, piece.line) as PlanePoint);
    from = coordinate(point, which);
    to = from;
  }
  return order(low, from) <= 0 && order(from, to) <= 0 && order(to, high) <= 0 ? [from, to] : null;
}

/** The open intervals between low and high that the closed parts leave uncovered, ascending. */
export function gapsBetween(
  parts: readonly (readonly [Rational, Rational])[],
  low: Rational,
  high: Rational,
): (readonly [Rational, Rational])[] {
  const gaps: (readonly [Rational, Rational])[] = [];
  let covered = low;
  for (const [from, to] of [...parts].sort((x, y) => order(x[0], y[0]))) {
    if (order(covered, from) < 0) gaps.push([covered, least(from, high)]);
    covered = greatest(covered, to);
    if (order(covered, high) >= 0) return gaps;
  }
  gaps.push([covered, high]);
  return gaps;
}
