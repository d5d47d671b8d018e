// A sub-triangle and a mesh → an interval, no wider than requested, that contains the minimum signed distance over the
// sub-triangle.

import { above, below } from './f64-bounds.ts';
import type { Corners, Point } from './integer-vectors.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';
import { exactArithmetic, f64Arithmetic, type SampleArithmetic, type SurfacePart } from './sample-arithmetic.ts';
import { windingOffSurface } from './winding-off-surface.ts';

export interface MinimumOptions {
  /** The interval's greatest width, mm, > 0. */
  readonly width: number;
  /** The number of pieces of the sub-triangle that may be split before the search gives up. */
  readonly splitLimit?: number;
}

/**
 * low ≤ exact minimum ≤ high always holds, mm; high − low ≤ width if the status is 'bounded'. 'unresolved': the split
 * limit, or the spacing of f64 numbers, ended the search first.
 */
export interface MinimumSignedDistance {
  readonly status: 'bounded' | 'unresolved';
  readonly low: number;
  readonly high: number;
  readonly splits: number;
}

const DEFAULT_SPLIT_LIMIT = 100_000;
/**
 * Pieces of this level are not split: 2^-32 of a millimetre-sized triangle is below any useful width. The exact grid
 * contains the midpoints of all levels above.
 */
const DEEPEST_LEVEL = 32;

/**
 * The minimum of `signedDistance` over a closed triangle. If the triangle shares no point with the surface and lies
 * outside the solid (or the mesh has no inside), the interval is the exact distance, rounded outward; otherwise it is
 * found by branch and bound, with exact arithmetic on samples.
 * @param triangle nine coordinates, mm, the mesh's frame; f64 or fractions.
 */
export function minimumSignedDistance(
  triangle: Corners,
  mesh: MeshData | ReferenceMesh,
  options: MinimumOptions,
): MinimumSignedDistance {
  const surface = referenceMesh(mesh);
  return minimumOver(exactArithmetic(triangle, surface, DEEPEST_LEVEL), options);
}

/**
 * The same for bulk use, with samples bounded in f64 (`pointTriangleBounds`): low ≤ exact minimum ≤ high as before, at
 * least ten times as fast. Widths below about 1e-12 of the coordinates are unattainable; the status is then
 * 'unresolved'.
 */
export function minimumSignedDistanceF64(
  triangle: Corners,
  mesh: MeshData | ReferenceMesh,
  options: MinimumOptions,
): MinimumSignedDistance {
  const faces = referenceMesh(mesh);
  const isInside = (point: Point) => windingOffSurface(point, faces) !== 0;
  return minimumOverPart(triangle, { faces, signed: faces.signed, isInside }, options);
}

/**
 * The same over part of a surface, which must contain every face that can be nearest to a point of the triangle or
 * shares a point with it.
 */
export function minimumOverPart(triangle: Corners, part: SurfacePart, options: MinimumOptions): MinimumSignedDistance {
  return minimumOver(f64Arithmetic(triangle, part), options);
}

function minimumOver<P>(
  arithmetic: SampleArithmetic<P>,
  { width, splitLimit = DEFAULT_SPLIT_LIMIT }: MinimumOptions,
): MinimumSignedDistance {
  const search = new Search(arithmetic);
  const touching = arithmetic.sharesPoint();
  if (!touching && !(arithmetic.signed && arithmetic.startsInside())) {
    const [low, high] = arithmetic.triangleDistance(search.nearestFaces(), width);
    return { status: high - low <= width ? 'bounded' : 'unresolved', low, high, splits: 0 };
  }
  if (!arithmetic.signed) return { status: 'bounded', low: 0, high: 0, splits: 0 };
  if (touching) search.high = 0;
  return search.run(width, splitLimit);
}

/**
 * Part of the sub-triangle: its corners, the faces that can be nearest to a point of it, and a lower bound on its
 * signed distances.
 */
interface Piece<P> {
  readonly corners: readonly [P, P, P];
  readonly faces: readonly number[];
  readonly low: number;
  readonly level: number;
}

/**
 * Branch and bound over pieces of the sub-triangle. Two lower bounds hold for every point x of a piece with corners c:
 *
 * (1) The depth of x is at most its distance to any face f, which is a convex function of x and hence greatest at a
 *     corner: signed distance ≥ −min over f of max over c of dist(c, f).
 * (2) Signed distance is 1-Lipschitz: signed distance at x ≥ signed distance at c − ‖x − c‖.
 *
 * A face f can be nearest to some x only if dist(c, f) − ‖x − c‖ ≤ the depth bound of (1); other faces are dropped. The
 * upper bound is the least signed distance known at a corner.
 */
class Search<P> {
  high = Infinity;
  readonly #arithmetic: SampleArithmetic<P>;
  constructor(arithmetic: SampleArithmetic<P>) {
    this.#arithmetic = arithmetic;
  }

  run(width: number, splitLimit: number): MinimumSignedDistance {
    let active = [this.#whole()];
    let low = Infinity;
    let splits = 0;
    while (active.length > 0) {
      const next: Piece<P>[] = [];
      for (const piece of active) {
        if (piece.low >= above(this.high - width) || splits >= splitLimit || piece.level === DEEPEST_LEVEL) {
          low = Math.min(low, piece.low);
          continue;
        }
        splits++;
        for (const corners of this.#quarters(piece.corners))
          next.push(this.#bound(corners, piece.faces, piece.low, piece.level + 1));
      }
      active = next;
    }
    const status = this.high - low <= width ? 'bounded' : 'unresolved';
    return { status, low, high: this.high, splits };
  }

  /** The faces that may contain the point nearest to the whole sub-triangle. */
  nearestFaces(): readonly number[] {
    return this.#whole().faces;
  }

  #whole(): Piece<P> {
    return this.#bound(this.#arithmetic.corners, this.#arithmetic.faces, -Infinity, 0);
  }

  #bound(corners: readonly [P, P, P], faces: readonly number[], parentLow: number, level: number): Piece<P> {
    const { faceDistance, distanceAbove, isInside } = this.#arithmetic;
    const [ab, bc, ca] = [0, 1, 2].map((k) => distanceAbove(corners[k], corners[(k + 1) % 3]));
    const spread = [Math.max(ab, ca), Math.max(ab, bc), Math.max(bc, ca)];
    const least = [
      [Infinity, Infinity],
      [Infinity, Infinity],
      [Infinity, Infinity],
    ];
    const nearest = new Float64Array(faces.length);
    let cover = Infinity;
    for (let slot = 0; slot < faces.length; slot++) {
      let farthest = 0;
      for (let k = 0; k < 3; k++) {
        const [lowest, highest] = faceDistance(corners[k], faces[slot]);
        farthest = Math.max(farthest, highest);
        nearest[slot] = Math.max(nearest[slot], below(lowest - spread[k]));
        least[k][0] = Math.min(least[k][0], lowest);
        least[k][1] = Math.min(least[k][1], highest);
      }
      cover = Math.min(cover, farthest);
    }
    let low = Math.max(parentLow, -cover);
    corners.forEach((corner, k) => {
      const [lowest, highest] = least[k];
      const side = lowest === 0 ? 'unknown' : isInside(corner) ? 'inside' : 'outside';
      const signedLow = side === 'outside' ? lowest : -highest;
      const signedHigh = side === 'inside' ? -lowest : highest;
      this.high = Math.min(this.high, signedHigh);
      low = Math.max(low, below(signedLow - spread[k]));
    });
    return { corners, faces: faces.filter((_, slot) => nearest[slot] <= cover), low, level };
  }

  /** The four triangles between the corners and the midpoints of the edges. */
  #quarters([a, b, c]: readonly [P, P, P]): (readonly [P, P, P])[] {
    const { midpoint } = this.#arithmetic;
    const [ab, bc, ca] = [midpoint(a, b), midpoint(b, c), midpoint(c, a)];
    return [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [bc, ca, ab],
    ];
  }
}
