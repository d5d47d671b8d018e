// Two triangles → the segment that they share.

import type { Fraction } from 'fraction.js';
import { ratioFraction } from './exact-numbers.ts';
import { type Corners, trianglePair } from './integer-vectors.ts';
import { roundedFraction } from './rounded-numbers.ts';
import { type EdgePart, edgePartsInside } from './triangles-share-point.ts';

type ExactPoint = readonly [Fraction, Fraction, Fraction];

/** start ≤ end in the order of x, then y, then z; equal if the triangles share one point. mm, in the input's frame. */
export interface SharedSegment {
  readonly start: ExactPoint;
  readonly end: ExactPoint;
  /** The six coordinates, start then end, each rounded once to the nearest f64. */
  readonly rounded: Float64Array;
}

/**
 * The exact longest chord of the set of points that two closed triangles share; undefined if they share none. If the
 * triangles cross, that set is a segment (or a point) and its own longest chord; if they overlap in one plane, it is a
 * convex polygon, whose longest chord joins two of its corners. Of equally long chords, the first by start, then end,
 * is taken.
 * @param a, b nine coordinates each, one frame; a zero-area triangle counts as its segment or point.
 */
export function sharedSegment(a: Corners, b: Corners): SharedSegment | undefined {
  const pair = trianglePair(a, b);
  const corners: ExactPoint[] = [];
  for (const part of [...edgePartsInside(pair.a, pair.b), ...edgePartsInside(pair.b, pair.a)])
    for (const point of endsOf(part, pair.unit))
      if (!corners.some((other) => order(other, point) === 0)) corners.push(point);
  if (corners.length === 0) return undefined;
  corners.sort(order);
  let chord: readonly [ExactPoint, ExactPoint] = [corners[0], corners[0]];
  let length = squaredDistance(...chord);
  for (let i = 0; i < corners.length; i++)
    for (let j = i + 1; j < corners.length; j++) {
      const candidate = squaredDistance(corners[i], corners[j]);
      if (candidate.gt(length)) {
        chord = [corners[i], corners[j]];
        length = candidate;
      }
    }
  const rounded = Float64Array.from(chord.flat(), (coordinate) => roundedFraction(coordinate));
  return { start: chord[0], end: chord[1], rounded };
}

function endsOf({ start, end, from, to }: EdgePart, unit: bigint): ExactPoint[] {
  return [from, to].map(({ numerator, denominator }) => {
    const coordinate = (axis: number) =>
      ratioFraction({
        numerator: start[axis] * denominator + numerator * (end[axis] - start[axis]),
        denominator: denominator * unit,
      });
    return [coordinate(0), coordinate(1), coordinate(2)];
  });
}

function squaredDistance(a: ExactPoint, b: ExactPoint): Fraction {
  const [x, y, z] = a.map((coordinate, axis) => coordinate.sub(b[axis]));
  return x.mul(x).add(y.mul(y)).add(z.mul(z));
}

/** Negative, 0 or positive if a is before, at or after b, by x, then y, then z. */
function order(a: ExactPoint, b: ExactPoint): number {
  return a[0].compare(b[0]) || a[1].compare(b[1]) || a[2].compare(b[2]);
}
