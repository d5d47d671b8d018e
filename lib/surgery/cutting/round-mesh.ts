// A sphere or capsule and a length → a mesh inside it, nowhere farther from it than that, and a mesh around it.
//
//   pole        •          row i of a quarter has i + 1 vertices, i·90°/n from the pole: all arcs are equal
//              ╱│╲
//   row 1     •─•─•        Faces of the unit sphere's mesh are at least q < 1 from its centre. So the mesh with corners
//            ╱│╲│╱│╲       on radius ρ contains the ball of radius q·ρ, and lies in the ball of radius ρ. A capsule
//   row 2   •─•─•─•─•      has half of it at each end and a prism between: the same holds around its axis.
//
// Within: ρ = (1 − 2^-15)·r. About: ρ = (1 + 2^-15)·r/q. A pose may stretch lengths by 2^-16 at most (core/bounds.ts,
// POSED_STRETCH); 2^-17 is left for rounding. So under every pose the first lies inside the true tool, and the second
// contains it.

import { OptionError } from '#core';
import type { TriangleMesh } from '#mesh';

/** A sphere about one point, or a capsule about two along z, centred on the origin. */
export interface RoundShape {
  readonly points: Float64Array;
  readonly radius: number;
}

export interface RoundMeshes {
  readonly within: TriangleMesh;
  readonly about: TriangleMesh;
}

const ALLOWED = 2 ** -15;
/** 8·128² faces of a sphere. */
const MOST_ROWS = 128;
/** With fewer rows the outer mesh is more than a sixteenth larger than the inner one. */
const LEAST_ROUND = 15 / 16;
const QUARTERS = 4;

/** @param deviation mm: no point of the tool is farther from the inner mesh. @throws OptionError TOOL_TOO_LARGE. */
export function roundMeshes(shape: RoundShape, deviation: number): RoundMeshes {
  const { radius } = shape;
  const rows = rowsFor(radius, deviation);
  const round = roundness(rows);
  return {
    within: roundMesh(shape, rows, (1 - ALLOWED) * radius, 'tool'),
    about: roundMesh(shape, rows, ((1 + ALLOWED) * radius) / round, 'about the tool'),
  };
}

function rowsFor(radius: number, deviation: number): number {
  let share = 1;
  for (let rows = 2; rows <= MOST_ROWS; rows = Math.ceil(1.1 * rows)) {
    const round = roundness(rows);
    // 2·ALLOWED covers how much a pose may shorten the inner mesh.
    share = 1 - round * (1 - 2 * ALLOWED);
    if (round >= LEAST_ROUND && radius * share <= deviation) return rows;
  }
  throw new OptionError(
    'TOOL_TOO_LARGE',
    `The tool's radius is ${radius} mm, expected at most ${(deviation / share).toPrecision(3)} mm on this bone's grid; use a larger cell, or a mesh.`,
  );
}

/** Distance from the centre of the unit sphere's mesh to its nearest face, rounded down. */
function roundness(rows: number): number {
  const at = (row: number, n: number) => unitPoint(row, n, rows);
  // The prism's sides, and the edges between its halves.
  let least = Math.cos(Math.PI / (4 * rows));
  for (let row = 0; row < rows; row++)
    for (let n = 0; n <= row; n++) {
      least = Math.min(least, planeDistance(at(row, n), at(row + 1, n), at(row + 1, n + 1)));
      if (n < row) least = Math.min(least, planeDistance(at(row, n), at(row + 1, n + 1), at(row, n + 1)));
    }
  return least * (1 - 2 ** -40);
}

/** Vertex n of a row of the first quarter. */
function unitPoint(row: number, n: number, rows: number): readonly [number, number, number] {
  const down = (Math.PI / 2) * (row / rows);
  const round = row === 0 ? 0 : (Math.PI / 2) * (n / row);
  return [Math.sin(down) * Math.cos(round), Math.sin(down) * Math.sin(round), Math.cos(down)];
}

type Point = readonly [number, number, number];

function planeDistance(a: Point, b: Point, c: Point): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return (nx * a[0] + ny * a[1] + nz * a[2]) / Math.hypot(nx, ny, nz);
}

/** Rings from the upper pole down; a capsule has the widest one twice. */
function roundMesh({ points }: RoundShape, rows: number, radius: number, name: string): TriangleMesh {
  const half = points[points.length - 1];
  const positions: number[] = [];
  const faces: number[] = [];
  let above: number[] = [];
  const addRing = (row: number, sign: number, join: (upper: number[], lower: number[]) => void) => {
    const ring: number[] = [];
    for (let n = 0; n < Math.max(1, QUARTERS * row); n++) {
      const round = row === 0 ? 0 : (Math.PI / 2) * (n / row);
      const down = (Math.PI / 2) * (row / rows);
      const across = row === rows ? radius : radius * Math.sin(down);
      const up = row === rows ? 0 : radius * Math.cos(down);
      ring.push(positions.length / 3);
      positions.push(across * Math.cos(round), across * Math.sin(round), sign * (half + up));
    }
    join(above, ring);
    above = ring;
  };
  addRing(0, 1, () => {});
  for (let row = 1; row <= rows; row++) addRing(row, 1, (upper, lower) => widen(upper, lower, faces));
  if (half > 0) addRing(rows, -1, (upper, lower) => extend(upper, lower, faces));
  for (let row = rows - 1; row >= 0; row--) addRing(row, -1, (upper, lower) => narrow(upper, lower, faces));
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces), name };
}

/** From a ring to one with one more vertex per quarter. */
function widen(upper: readonly number[], lower: readonly number[], faces: number[]): void {
  const row = lower.length / QUARTERS;
  for (let quarter = 0; quarter < QUARTERS; quarter++)
    for (let n = 0; n < row; n++) {
      const a = upper[(quarter * (row - 1) + n) % upper.length];
      const b = lower[quarter * row + n];
      const c = lower[(quarter * row + n + 1) % lower.length];
      faces.push(a, b, c);
      if (n < row - 1) faces.push(a, c, upper[(quarter * (row - 1) + n + 1) % upper.length]);
    }
}

/** The mirror image of `widen`. */
function narrow(upper: readonly number[], lower: readonly number[], faces: number[]): void {
  const mirrored: number[] = [];
  widen(lower, upper, mirrored);
  for (let n = 0; n < mirrored.length; n += 3) faces.push(mirrored[n], mirrored[n + 2], mirrored[n + 1]);
}

/** Between two equal rings. */
function extend(upper: readonly number[], lower: readonly number[], faces: number[]): void {
  for (let n = 0; n < upper.length; n++) {
    const next = (n + 1) % upper.length;
    faces.push(upper[n], lower[n], lower[next], upper[n], lower[next], upper[next]);
  }
}
