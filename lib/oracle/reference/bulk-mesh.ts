// A mesh and many thousands of queries → the answers of the plain functions, from the faces that can matter.
//
// If a face's distance to a point is d, its box meets the cube of half side d about the point, rounded outward. So
// faces not found in a cube of half side r are farther than r. The cube grows until a face in it is known to be no
// farther than r: then it contains all nearest faces.

import { BoxTree } from './box-tree.ts';
import { boxesOf, inflated, squaredGapBelow } from './boxes.ts';
import { above, type Bounds, below, pointTriangleBounds } from './f64-bounds.ts';
import { FaceGrid } from './face-grid.ts';
import type { Corners, Numbers, Point } from './integer-vectors.ts';
import { type MinimumOptions, type MinimumSignedDistance, minimumOverPart } from './minimum-signed-distance.ts';
import { ProjectedFaces } from './projected-faces.ts';
import { type MeshData, ReferenceMesh } from './reference-mesh.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { distanceAbove, type RoundedPoint, roundedPoint } from './rounded-points.ts';
import { nearestFace, type SignedDistance } from './signed-distance.ts';

/** Bounds of the distance to the surface, mm, and every face that can be nearest, ascending. */
interface Nearest {
  readonly low: number;
  readonly high: number;
  readonly faces: readonly number[];
}

/** Each method has the definition and the guarantee of the plain function named in its comment. */
export class BulkMesh {
  readonly surface: ReferenceMesh;
  #grid: FaceGrid | undefined;
  #projected: ProjectedFaces | undefined;
  #tree: BoxTree | undefined;

  /** @throws MeshError, as `ReferenceMesh`. */
  constructor(mesh: MeshData) {
    this.surface = new ReferenceMesh(mesh);
  }

  /** Every face whose closed box meets a closed box (low x, y, z, high x, y, z), ascending. */
  facesMeeting(box: Numbers): number[] {
    return this.#faceGrid().facesMeeting(box);
  }

  /** The tree of the faces' boxes. */
  get tree(): BoxTree {
    this.#tree ??= new BoxTree(this.surface.boxes);
    return this.#tree;
  }

  /** `windingNumber` about a point that is known to be off the surface. */
  windingOffSurface(point: Point): number {
    this.#projected ??= new ProjectedFaces(this.surface);
    return this.#projected.winding(point);
  }

  /** `signedDistanceBounds` of an f64 point. */
  signedDistanceBounds(point: Numbers): Bounds {
    const { low, high } = this.#nearest({ at: [point[0], point[1], point[2]], off: 0 });
    if (low > 0) return this.#signed(point) ? [-high, -low] : [low, high];
    const { sign, squared } = this.exactSignedDistance(point);
    const ends: Bounds = [roundedSquareRoot(squared, 'down'), roundedSquareRoot(squared, 'up')];
    return sign < 0 ? [-ends[1], -ends[0]] : ends;
  }

  /** `signedDistance`. */
  exactSignedDistance(point: Point): SignedDistance {
    const rounded = roundedPoint(point[0], point[1], point[2]);
    const { low, faces } = this.#nearest(rounded);
    const { squared, face } = nearestFace(point, this.surface.part(faces));
    // If the surface is farther away than the rounding error, the rounded point lies on the same side of it.
    const inside = squared.n !== 0n && this.#signed(low > 0 || rounded.off === 0 ? rounded.at : point);
    const sign = squared.n === 0n ? 0 : inside ? -1 : 1;
    return { sign, squared, distance: sign * roundedSquareRoot(squared), face: faces[face] };
  }

  /**
   * `minimumSignedDistanceF64`. The face nearest to a point x of the triangle is no farther from x than a corner's
   * nearest face is from the corner, plus ‖x − corner‖.
   */
  minimumSignedDistance(triangle: Corners, options: MinimumOptions): MinimumSignedDistance {
    const corners = [0, 3, 6].map((k) => roundedPoint(triangle[k], triangle[k + 1], triangle[k + 2]));
    const off = Math.max(...corners.map((corner) => corner.off));
    const maxDistance = Math.min(
      ...corners.map((corner) => {
        const spread = Math.max(...corners.map((other) => distanceAbove(corner, other)));
        return above(this.#nearest(corner).high + spread);
      }),
    );
    const box = boxesOf(corners.flatMap(({ at }) => [...at]));
    const margin = above(maxDistance + off);
    const faces = this.facesMeeting(inflated(box, margin)).filter(
      (face) => squaredGapBelow(this.surface.boxes, face, box, 0) <= above(margin * margin),
    );
    const part = this.surface.part(faces);
    const isInside = (point: Point) => this.windingOffSurface(point) !== 0;
    return minimumOverPart(triangle, { faces: part, signed: this.surface.signed, isInside }, options);
  }

  #signed(point: Point): boolean {
    return this.surface.signed && this.windingOffSurface(point) !== 0;
  }

  #nearest({ at, off }: RoundedPoint): Nearest {
    const grid = this.#faceGrid();
    const own = [...at, ...at];
    let radius = grid.edge / 2;
    for (;;) {
      const found = this.#nearestIn(grid.facesMeeting(inflated(own, radius)), own, off);
      if (found.maxDistance <= radius || radius === Infinity) return found;
      radius = found.maxDistance < Infinity ? found.maxDistance : 2 * radius;
    }
  }

  /** The nearest of some faces. maxDistance bounds the distance of a nearest face from the rounded point. */
  #nearestIn(faces: readonly number[], own: Numbers, off: number): Nearest & { readonly maxDistance: number } {
    const gaps = faces.map((face) => squaredGapBelow(this.surface.boxes, face, own, 0));
    const candidates: [face: number, low: number][] = [];
    let high = Infinity;
    let maxDistance = Infinity;
    const measure = (i: number) => {
      if (gaps[i] > above(maxDistance * maxDistance)) return;
      const [lowest, highest] = pointTriangleBounds(own, this.surface.cornersOf(faces[i]));
      candidates.push([faces[i], off === 0 ? lowest : Math.max(0, below(lowest - off))]);
      high = Math.min(high, off === 0 ? highest : above(highest + off));
      maxDistance = off === 0 ? high : above(high + off);
    };
    // The face with the nearest box first: its distance rules out most of the others.
    const first = gaps.reduce((best, gap, i) => (gap < gaps[best] ? i : best), 0);
    if (faces.length > 0) measure(first);
    for (let i = 0; i < faces.length; i++) if (i !== first) measure(i);
    const near = candidates.filter(([, lowest]) => lowest <= high).sort(([a], [b]) => a - b);
    const low = near.reduce((least, [, lowest]) => Math.min(least, lowest), Infinity);
    return { low, high, faces: near.map(([face]) => face), maxDistance };
  }

  #faceGrid(): FaceGrid {
    this.#grid ??= new FaceGrid(this.surface.boxes);
    return this.#grid;
  }
}
