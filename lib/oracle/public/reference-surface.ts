// A mesh and a point → the point's exact signed distance.

import { checkNumbers, OptionError } from '#core';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { BulkMesh, roundedSquareRoot } from '#reference';

/** A length ≥ 0, mm: the root of `squared`, which is exact. */
export interface ExactLength {
  /** mm²: a quotient of integers in lowest terms. */
  readonly squared: { readonly numerator: bigint; readonly denominator: bigint };
  /** The f64 nearest to the exact length. */
  readonly nearest: number;
  /** The greatest f64 not above it, and the least not below it; equal if it is an f64. */
  readonly low: number;
  readonly high: number;
}

/** The signed distance of a point to a surface. */
export interface ExactSignedDistance {
  /** −1 inside the solid, 0 on the surface, 1 outside; never −1 if the mesh has no inside. */
  readonly sign: -1 | 0 | 1;
  /** The distance to the nearest point of any face. */
  readonly length: ExactLength;
  /** The f64 nearest to sign · length, mm. */
  readonly distance: number;
  /** The lowest-numbered face that contains a nearest point. */
  readonly face: number;
}

/** A surface that answers exact queries about points. */
export interface ReferenceSurface {
  /**
   * Whether the mesh has an inside: it is closed and consistently oriented, counting vertices with equal coordinates as
   * one.
   */
  readonly signed: boolean;
  /**
   * Distance to the nearest point of any face; a point is inside if the winding number about it is not 0. Exact
   * arithmetic on the coordinates as f64.
   * @param point x, y, z, mm, finite, at most 2^300 in magnitude.
   * @throws OptionError WRONG_TYPE, BAD_POINT.
   */
  signedDistance(point: ArrayLike<number>): ExactSignedDistance;
  /**
   * low ≤ exact signed distance ≤ high, mm, proved, by f64 arithmetic if that suffices; high − low is at most 2^-36 of
   * the distance to the farthest corner of the nearest face.
   * @throws OptionError WRONG_TYPE, BAD_POINT.
   */
  signedDistanceBounds(point: ArrayLike<number>): { readonly low: number; readonly high: number };
}

/**
 * Prepares a surface for exact queries. The mesh is copied.
 * @throws MeshError as createMesh; COORDINATE_RANGE beyond 2^300 mm.
 */
export function createReferenceSurface(mesh: TriangleMesh): ReferenceSurface {
  return new Surface(new BulkMesh(checkedMesh(mesh, 'The mesh that createReferenceSurface was given')));
}

export class Surface implements ReferenceSurface {
  readonly #mesh: BulkMesh;

  constructor(mesh: BulkMesh) {
    this.#mesh = mesh;
  }

  get signed(): boolean {
    return this.#mesh.surface.signed;
  }

  signedDistance(point: ArrayLike<number>): ExactSignedDistance {
    const { sign, squared, distance, face } = this.#mesh.exactSignedDistance(checkedPoint(point));
    return { sign, length: exactLength(squared), distance, face };
  }

  signedDistanceBounds(point: ArrayLike<number>): { readonly low: number; readonly high: number } {
    const [low, high] = this.#mesh.signedDistanceBounds(checkedPoint(point));
    return { low, high };
  }
}

type Squared = ReturnType<BulkMesh['exactSignedDistance']>['squared'];

export function exactLength(squared: Squared): ExactLength {
  return {
    squared: { numerator: squared.n, denominator: squared.d },
    nearest: roundedSquareRoot(squared),
    low: roundedSquareRoot(squared, 'down'),
    high: roundedSquareRoot(squared, 'up'),
  };
}

/** mm: the oracle's limit on coordinates. */
const FARTHEST = 2 ** 300;

function checkedPoint(point: ArrayLike<number>): number[] {
  checkNumbers(point, 'The point', 'pass x, y, z, mm');
  if (point.length !== 3)
    throw new OptionError('BAD_POINT', `The point has ${point.length} numbers, expected 3; pass x, y, z, mm.`);
  for (let k = 0; k < 3; k++)
    if (!(Math.abs(point[k]) <= FARTHEST))
      throw new OptionError(
        'BAD_POINT',
        `The point has ${'xyz'[k]} = ${point[k]}, expected a number of at most 2^300 in magnitude; pass millimetres.`,
      );
  return [point[0], point[1], point[2]];
}
