// A surface's faces and h → the tables of leaves and records that the stages pass to contacts, made without those
// stages.

import { weldVertices } from '#mesh';
import {
  type DistanceRecords,
  distanceRecords,
  LATTICE,
  type SubTriangles,
  type Surface,
  subTriangles,
} from '#records';
import { leafWeights, leavesOf } from './leaf-recovery.ts';
import { unitVector } from './random-geometry.ts';
import { boneOf, cornersOf, type Shape } from './stage-bodies.ts';

export interface Leaf {
  readonly face: number;
  readonly level: number;
  readonly path: number;
  /** Of each corner: the weights of the face's, in LATTICE parts. */
  readonly weights: readonly (readonly number[])[];
}

/** All leaves of every face, ascending by face and path. */
export function allLeaves(surface: Surface, resolution: number): Leaf[] {
  return Array.from({ length: surface.faceCount }, (_, face) => face).flatMap((face) => {
    const own = cornersOf(surface, face);
    return leavesOf(own, resolution).map(({ level, path }) => {
      const weights = leafWeights(own, resolution, level, path) ?? [];
      return { face, level, path, weights };
    });
  });
}

export function leafTable(leaves: readonly Leaf[]): SubTriangles {
  const out = subTriangles();
  out.rows.reserve(leaves.length);
  const { columns } = out.rows;
  leaves.forEach(({ face, level, path, weights }, row) => {
    columns.face[row] = face;
    columns.level[row] = level;
    columns.path[row] = path;
    columns.further[row] = 0;
    weights.forEach(([, i, j], k) => {
      columns.lattice.set([i, j], 6 * row + 2 * k);
    });
  });
  out.rows.length = leaves.length;
  return out;
}

/** Nine coordinates of a leaf; exact if the face's coordinates are integers below 2^25. */
export function leafCorners(surface: Surface, { face, weights }: Leaf): number[] {
  const c = cornersOf(surface, face);
  return weights.flatMap(([u, v, w]) =>
    [0, 1, 2].map((axis) => (u * c[axis] + v * c[3 + axis] + w * c[6 + axis]) / LATTICE),
  );
}

/**
 * Records of some leaves, with random distances in [−1, 1), intervals about these, normals and nearest points.
 * @param chosen rows of the leaf table.
 */
export function randomRecords(
  surface: Surface,
  leaves: readonly Leaf[],
  chosen: readonly number[],
  random: () => number,
): DistanceRecords {
  const out = distanceRecords();
  out.reserve(chosen.length);
  const { columns } = out;
  chosen.forEach((leaf, row) => {
    const corners = leafCorners(surface, leaves[leaf]);
    columns.subTriangle[row] = leaf;
    columns.corners.set(corners, 9 * row);
    columns.point.set(corners.slice(0, 3), 3 * row);
    columns.opposite.set([random(), random(), random()], 3 * row);
    columns.oppositeFace[row] = Math.floor(100 * random());
    columns.normal.set(unitVector(random), 3 * row);
    columns.distance[row] = 2 * random() - 1;
    columns.low[row] = columns.distance[row] - random();
    columns.high[row] = columns.distance[row];
  });
  out.length = chosen.length;
  return out;
}

/** A shape as the contact stage sees it. */
export function contactSurface(shape: Shape): { surface: Surface; welded: Uint32Array } {
  return { surface: boneOf(shape), welded: weldVertices(Float64Array.from(shape.positions)) };
}
