// Frames and cells of slots → their corners and planes in f64; and the mesh that a solid shows.

import { createMesh, type TriangleMesh } from '#kerf';
import { SlotFrame } from '#slots/slot-frame.ts';
import { SlotNumbers } from '#slots/slot-numbers.ts';
import type { SlotSolid } from '#slots/slot-solid.ts';
import type { LatticePoint, SlotCell } from '#slots/outline-sweep.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';

type Random = () => number;
export type Point = readonly [number, number, number];

/** Steps of the lattice in a millimetre. */
export const STEPS = 2 ** 20;

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: ArrayLike<number>, b: ArrayLike<number>): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Along the columns of a pose, at a place; each number rounded to the multiples that frames are made of. */
export function frameAt(pose: ArrayLike<number>, at: ArrayLike<number>, thickness: number): SlotFrame {
  const rounded = (values: readonly number[], step: number) =>
    Float64Array.from(values, (x) => Math.round(x / step) * step + 0);
  const [u, v, w] = [0, 4, 8].map((n) => [pose[n], pose[n + 1], pose[n + 2]]);
  const low = [at[0], at[1], at[2]];
  const top = low.map((x, k) => x + thickness * w[k]);
  const [origin, high] = [rounded(low, 1 / STEPS), rounded(top, 1 / STEPS)];
  return new SlotFrame(origin, rounded(u, 2 ** -26), rounded(v, 2 ** -26), rounded(w, 2 ** -26), high);
}

/** The cell with these corners, mm, counter-clockwise; they are rounded to the lattice. */
export function cellOf(corners: readonly (readonly [number, number])[]): SlotCell {
  const places = corners.map(([x, y]): LatticePoint => [Math.round(STEPS * x), Math.round(STEPS * y)]);
  return places.map((place, n) => [place, places[(n + 1) % places.length]] as const);
}

export const rectangle = (x: number, y: number, x2: number, y2: number) =>
  cellOf([
    [x, y],
    [x2, y],
    [x2, y2],
    [x, y2],
  ]);

/** Three, four or six corners on an ellipse, about a place. */
export function randomCell(random: Random, size: number): SlotCell {
  const count = [3, 4, 6][Math.floor(3 * random())];
  const [x, y] = [size * signed(random), size * signed(random)];
  const [a, b, start] = [size * (0.2 + random()), size * (0.2 + random()), random()];
  return cellOf(
    Array.from({ length: count }, (_, n) => {
      const angle = (2 * Math.PI * (n + start + 0.3 * random())) / count;
      return [x + a * Math.cos(angle), y + b * Math.sin(angle)] as const;
    }),
  );
}

export const randomFrame = (random: Random, at: ArrayLike<number>, thickness: number) =>
  frameAt(rigidPose(random, 0), at, thickness);

/** Corners of both flats, less an offset: those of the lattice, moved along w. */
export function cornersOf({ origin, top, u, v, w }: SlotFrame, cell: SlotCell, offset: Point): Point[] {
  return cell.flatMap(([[x, y]]) => {
    const foot = [0, 1, 2].map((k) => origin[k] - offset[k] + (x * u[k] + y * v[k]) / STEPS);
    return [origin, top].map((flat): Point => {
      const away = foot.map((p, k) => flat[k] - offset[k] - p);
      const lift = dot(w, away) / dot(w, w);
      return [foot[0] + lift * w[0], foot[1] + lift * w[1], foot[2] + lift * w[2]];
    });
  });
}

/** mm: how far a point, less the offset, lies in front of the side that it is farthest in front of; < 0 inside. */
export function heightOver({ origin, top, u, v, w }: SlotFrame, cell: SlotCell, offset: Point, p: Point): number {
  const from = (flat: ArrayLike<number>) => p.map((x, k) => x - (flat[k] - offset[k]));
  const size = Math.hypot(...w);
  const heights = [-dot(w, from(origin)) / size, dot(w, from(top)) / size];
  for (const [[x, y], [x2, y2]] of cell) {
    const way = [0, 1, 2].map((k) => ((x2 - x) * u[k] + (y2 - y) * v[k]) / STEPS);
    const normal = cross(way, w);
    const start = [0, 1, 2].map((k) => (x * u[k] + y * v[k]) / STEPS);
    const away = from(origin).map((q, k) => q - start[k]);
    heights.push(dot(normal, away) / Math.hypot(...normal));
  }
  return Math.max(...heights);
}

/** mm³, in closed form: the area of the outline on the lattice, times how far w leads from flat to flat. */
export function volumeOf({ origin, top, u, v, w }: SlotFrame, cell: SlotCell): number {
  const twice = cell.reduce((sum, [[x, y], [x2, y2]]) => sum + (x * y2 - x2 * y), 0) / STEPS ** 2;
  const lift =
    dot(
      w,
      [0, 1, 2].map((k) => top[k] - origin[k]),
    ) / dot(w, w);
  return (twice / 2) * dot(cross(u, v), w) * lift;
}

/** @param mesh the one that the solid was made of. */
export function shownMesh(solid: SlotSolid, mesh: TriangleMesh): TriangleMesh {
  const { positions, faces } = new SlotNumbers(solid.surface).numbered(mesh.faces.length / 3, solid.parts);
  return createMesh(positions, faces);
}

export function movedBy({ positions, faces }: TriangleMesh, [x, y, z]: Point): TriangleMesh {
  return createMesh(
    positions.map((value, n) => value + [x, y, z][n % 3]),
    faces,
  );
}
