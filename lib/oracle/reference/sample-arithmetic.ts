// Sample points of a sub-triangle → bounds of their distances to faces, and their sides, in exact arithmetic or
// certified f64.

import { boxesMeet, boxesOf, inflated } from './boxes.ts';
import { refinedUnit } from './exact-numbers.ts';
import { above, type Bounds, below, pointTriangleBounds, trianglePairBounds } from './f64-bounds.ts';
import type { FaceList } from './face-list.ts';
import { asTriangle, type Corners, dot, type Point, subtract, type Vector, vectorsOnGrid } from './integer-vectors.ts';
import type { ReferenceMesh } from './reference-mesh.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { distanceAbove, type RoundedPoint, roundedPoint, roundingOf } from './rounded-points.ts';
import {
  gridPointTriangle,
  gridTriangleTriangle,
  inSquareMillimetres,
  leastRatio,
  triangleTriangleSquaredDistance,
} from './squared-distance.ts';
import { gridTrianglesSharePoint, trianglesSharePoint } from './triangles-share-point.ts';
import { crossing, gridWinding, pointInSolid } from './winding-number.ts';

/** The faces of a surface that matter to a query, and the side of a point with respect to the whole surface. */
export interface SurfacePart {
  readonly faces: FaceList;
  /** Whether the surface has an inside. */
  readonly signed: boolean;
  /** Whether the winding number is not 0 about a point that is off the surface. */
  readonly isInside: (point: Point) => boolean;
}

export interface SampleArithmetic<P> {
  /** The numbers of all faces. */
  readonly faces: readonly number[];
  readonly signed: boolean;
  readonly corners: readonly [P, P, P];
  readonly midpoint: (a: P, b: P) => P;
  /** An upper bound of the distance of two samples, mm. */
  readonly distanceAbove: (a: P, b: P) => number;
  /** low ≤ distance to a face ≤ high, mm. */
  readonly faceDistance: (sample: P, face: number) => Bounds;
  /** Whether the winding number is not 0, for a sample whose distances to all faces have been bounded away from 0. */
  readonly isInside: (sample: P) => boolean;
  /** The same for the first corner, which need only be off the surface. */
  readonly startsInside: () => boolean;
  /** Whether the whole sub-triangle shares a point with a face. */
  readonly sharesPoint: () => boolean;
  /**
   * low ≤ least distance of the whole sub-triangle to some faces with which it shares no point ≤ high, mm; computed
   * exactly if f64 leaves more than `width` between low and high.
   */
  readonly triangleDistance: (faces: readonly number[], width: number) => Bounds;
}

interface ExactSample {
  readonly at: Vector;
  readonly distances: Map<number, Bounds>;
  inside?: boolean;
}

/**
 * Samples are integer vectors on a grid fine enough for `levels` halvings, so midpoints are exact and distances are
 * rounded once, outward.
 */
export function exactArithmetic(
  triangle: Corners,
  surface: ReferenceMesh,
  levels: number,
): SampleArithmetic<ExactSample> {
  const unit = refinedUnit(surface.unit, triangle) << BigInt(levels);
  const faces = surface.onGrid(unit);
  const sample = (at: Vector): ExactSample => ({ at, distances: new Map() });
  const [a, b, c] = asTriangle(vectorsOnGrid(triangle, unit)).map(sample);
  const own = asTriangle([a.at, b.at, c.at]);
  return {
    faces: [...faces.keys()],
    signed: surface.signed,
    corners: [a, b, c],
    midpoint: ({ at: p }, { at: q }) => sample([(p[0] + q[0]) >> 1n, (p[1] + q[1]) >> 1n, (p[2] + q[2]) >> 1n]),
    distanceAbove: ({ at: p }, { at: q }) => {
      const apart = subtract(p, q);
      return roundedSquareRoot({ numerator: dot(apart, apart), denominator: unit * unit }, 'up');
    },
    faceDistance: ({ at, distances }, face) =>
      remembered(distances, face, () => {
        const squared = inSquareMillimetres(gridPointTriangle(at, faces[face]), unit);
        return [roundedSquareRoot(squared, 'down'), roundedSquareRoot(squared, 'up')];
      }),
    isInside: (sample) => {
      sample.inside ??=
        gridWinding(faces.length, (direction) => (face) => crossing(faces[face], sample.at, direction)) !== 0;
      return sample.inside;
    },
    startsInside: () => pointInSolid(firstCorner(triangle), surface),
    sharesPoint: () => faces.some((face) => gridTrianglesSharePoint(own, face)),
    triangleDistance: (some) => {
      const squared = inSquareMillimetres(leastRatio(some.map((face) => gridTriangleTriangle(own, faces[face]))), unit);
      return [roundedSquareRoot(squared, 'down'), roundedSquareRoot(squared, 'up')];
    },
  };
}

interface F64Sample extends RoundedPoint {
  readonly distances: Map<number, Bounds>;
  inside?: boolean;
}

/**
 * Samples are f64 points, each with a bound on its error. A midpoint's error is at most that of the worse parent plus
 * its own rounding (halving is exact, or off by 2^-1075).
 */
export function f64Arithmetic(
  triangle: Corners,
  { faces, signed, isInside }: SurfacePart,
): SampleArithmetic<F64Sample> {
  const corner = (k: number): F64Sample => ({
    ...roundedPoint(triangle[3 * k], triangle[3 * k + 1], triangle[3 * k + 2]),
    distances: new Map(),
  });
  const corners = [corner(0), corner(1), corner(2)] as const;
  const rounded = Float64Array.from(corners.flatMap(({ at }) => at));
  const off = Math.max(...corners.map((sample) => sample.off));
  const numbers = Array.from({ length: faces.faceCount }, (_, face) => face);
  const boxes = boxesOf(faces.corners);
  const box = inflated(boxesOf(rounded), off);
  const pairs = new Map<number, Bounds>();
  const faceDistance = ({ at, off, distances }: F64Sample, face: number) =>
    remembered(distances, face, () => widened(pointTriangleBounds(at, faces.cornersOf(face)), off));
  const pairDistance = (face: number) =>
    remembered(pairs, face, () => widened(trianglePairBounds(rounded, faces.cornersOf(face)), off));
  const sampleIsInside = (sample: F64Sample) => {
    sample.inside ??= isInside(sample.at);
    return sample.inside;
  };
  return {
    faces: numbers,
    signed,
    corners,
    midpoint: roundedMidpoint,
    distanceAbove,
    faceDistance,
    isInside: sampleIsInside,
    startsInside: () => {
      const clear = numbers.every((face) => faceDistance(corners[0], face)[0] > 0);
      return clear ? sampleIsInside(corners[0]) : isInside(firstCorner(triangle));
    },
    sharesPoint: () =>
      numbers.some(
        (face) =>
          boxesMeet(boxes, face, box, 0) &&
          pairDistance(face)[0] === 0 &&
          trianglesSharePoint(triangle, faces.cornersOf(face)),
      ),
    triangleDistance: (some, width) => {
      let [low, high] = [Infinity, Infinity];
      for (const face of some) {
        low = Math.min(low, pairDistance(face)[0]);
        high = Math.min(high, pairDistance(face)[1]);
      }
      if (high - low <= width) return [low, high];
      const squares = some
        .filter((face) => pairDistance(face)[0] <= high)
        .map((face) => triangleTriangleSquaredDistance(triangle, faces.cornersOf(face)));
      const squared = squares.reduce((best, square) => (square.lt(best) ? square : best));
      return [roundedSquareRoot(squared, 'down'), roundedSquareRoot(squared, 'up')];
    },
  };
}

function roundedMidpoint(a: F64Sample, b: F64Sample): F64Sample {
  const x = (a.at[0] + b.at[0]) / 2;
  const y = (a.at[1] + b.at[1]) / 2;
  const z = (a.at[2] + b.at[2]) / 2;
  return { at: [x, y, z], off: above(Math.max(a.off, b.off) + roundingOf(x, y, z)), distances: new Map() };
}

/** Turns bounds for a rounded point or triangle into bounds for the exact one. */
function widened([low, high]: Bounds, off: number): Bounds {
  return off === 0 ? [low, high] : [Math.max(0, below(low - off)), above(high + off)];
}

function firstCorner(triangle: Corners): Point {
  return [triangle[0], triangle[1], triangle[2]];
}

function remembered(distances: Map<number, Bounds>, face: number, compute: () => Bounds): Bounds {
  let bounds = distances.get(face);
  if (bounds === undefined) {
    bounds = compute();
    distances.set(face, bounds);
  }
  return bounds;
}
