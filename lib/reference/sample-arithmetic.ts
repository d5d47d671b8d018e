// Sample points of a sub-triangle → bounds of their distances to faces and their side, in exact arithmetic or in certified f64.

import type { ExactNumber } from './exact-numbers.ts';
import { refinedUnit } from './exact-numbers.ts';
import { above, type Bounds, below, pointTriangleBounds, windingOffSurface } from './f64-bounds.ts';
import { asTriangle, type Corners, dot, subtract, type Vector, vectorsOnGrid } from './integer-vectors.ts';
import type { ReferenceMesh } from './reference-mesh.ts';
import { roundedFraction, roundedSquareRoot } from './rounded-numbers.ts';
import { gridPointTriangle, inSquareMillimetres } from './squared-distance.ts';
import { crossing, gridWinding, pointInSolid } from './winding-number.ts';

export interface SampleArithmetic<P> {
  readonly corners: readonly [P, P, P];
  readonly midpoint: (a: P, b: P) => P;
  /** Not below the distance of two samples, mm. */
  readonly distanceAbove: (a: P, b: P) => number;
  /** low ≤ distance to a face ≤ high, mm. */
  readonly faceDistance: (sample: P, face: number) => Bounds;
  /** Whether the winding number is not 0, for a sample whose distances to all faces have been bounded away from 0. */
  readonly isInside: (sample: P) => boolean;
  /** The same for the first corner, which need only be off the surface. */
  readonly startsInside: () => boolean;
}

interface ExactSample {
  readonly at: Vector;
  readonly distances: Map<number, Bounds>;
  inside?: boolean;
}

/** Samples are integer vectors on a grid fine enough for `levels` halvings, so midpoints are exact and distances are rounded once, outward. */
export function exactArithmetic(
  triangle: Corners,
  surface: ReferenceMesh,
  levels: number,
): SampleArithmetic<ExactSample> {
  const unit = refinedUnit(surface.unit, triangle) << BigInt(levels);
  const faces = surface.onGrid(unit);
  const sample = (at: Vector): ExactSample => ({ at, distances: new Map() });
  const [a, b, c] = asTriangle(vectorsOnGrid(triangle, unit)).map(sample);
  return {
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
        gridWinding(faces.length, (face, direction) => crossing(faces[face], sample.at, direction)) !== 0;
      return sample.inside;
    },
    startsInside: () => pointInSolid(firstCorner(triangle), surface),
  };
}

/** An f64 point, and a bound on its distance from the exact sample that it stands for, mm. */
interface F64Sample {
  readonly at: readonly [number, number, number];
  readonly off: number;
  readonly distances: Map<number, Bounds>;
  inside?: boolean;
}

/**
 * Samples are f64 points. A coordinate rounded from a fraction is off by ≤ 2^-53 of itself, the sum in a midpoint likewise (halving is exact, or
 * off by 2^-1075): each point gets 2^-52 of its coordinates' sum for it, and a midpoint is off by no more than its worse parent besides.
 */
export function f64Arithmetic(triangle: Corners, surface: ReferenceMesh): SampleArithmetic<F64Sample> {
  const corner = (k: number): F64Sample => {
    const exact = [triangle[3 * k], triangle[3 * k + 1], triangle[3 * k + 2]];
    const [x, y, z] = exact.map(nearestF64);
    const kept = exact.every((coordinate) => typeof coordinate === 'number');
    return { at: [x, y, z], off: kept ? 0 : roundingOf(x, y, z), distances: new Map() };
  };
  return {
    corners: [corner(0), corner(1), corner(2)],
    midpoint: (a, b) => {
      const [x, y, z] = [0, 1, 2].map((axis) => (a.at[axis] + b.at[axis]) / 2);
      return { at: [x, y, z], off: above(Math.max(a.off, b.off) + roundingOf(x, y, z)), distances: new Map() };
    },
    distanceAbove: (a, b) => {
      const [x, y, z] = [0, 1, 2].map((axis) => a.at[axis] - b.at[axis]);
      return (Math.sqrt(x * x + y * y + z * z) + a.off + b.off) * (1 + 2 ** -48) + 2 ** -500;
    },
    faceDistance: ({ at, off, distances }, face) =>
      remembered(distances, face, () => {
        const [low, high] = pointTriangleBounds(at, surface.cornersOf(face));
        return off === 0 ? [low, high] : [Math.max(0, below(low - off)), above(high + off)];
      }),
    isInside: (sample) => {
      sample.inside ??= windingOffSurface(sample.at, surface) !== 0;
      return sample.inside;
    },
    startsInside: () => {
      const { at, off } = corner(0);
      return off === 0 ? windingOffSurface(at, surface) !== 0 : pointInSolid(firstCorner(triangle), surface);
    },
  };
}

function firstCorner(triangle: Corners): ExactNumber[] {
  return [triangle[0], triangle[1], triangle[2]];
}

function nearestF64(value: ExactNumber): number {
  return typeof value === 'number' ? value : roundedFraction(value);
}

function roundingOf(x: number, y: number, z: number): number {
  return above((Math.abs(x) + Math.abs(y) + Math.abs(z)) * 2 ** -52 + 2 ** -1070);
}

function remembered(distances: Map<number, Bounds>, face: number, compute: () => Bounds): Bounds {
  let bounds = distances.get(face);
  if (bounds === undefined) {
    bounds = compute();
    distances.set(face, bounds);
  }
  return bounds;
}
