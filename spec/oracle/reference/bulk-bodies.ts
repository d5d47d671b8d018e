// Seeds → meshes of every kind for which bulk answers must be right, with difficult points and boxes to query.

import { torus } from '#datasets';
import type { MeshData, ReferenceMesh } from '#reference';
import { mulberry32 } from '#harness/random.ts';
import { box, inverted, joined, shifted, sphere, withoutFace } from './bodies.ts';
import { gridTriangles } from './triangle-cases.ts';

type Random = () => number;

export function scaled({ positions, faces }: MeshData, factor: number): MeshData {
  return { positions: Float64Array.from(positions, (coordinate) => factor * coordinate), faces };
}

/** Single triangles: no two share a vertex number. */
export function soup(count: number, next: () => readonly number[]): MeshData {
  const positions = Array.from({ length: count }, next).flat();
  return { positions: Float64Array.from(positions), faces: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

/** Small random triangles of all shapes within ±2 about the origin. */
function loose(seed: number): () => number[] {
  const random = mulberry32(seed);
  return () => {
    const middle = [0, 0, 0].map(() => 4 * random() - 2);
    const size = 2 ** (-6 * random());
    return Array.from({ length: 9 }, (_, i) => middle[i % 3] + size * (2 * random() - 1));
  };
}

const ball = sphere(2, 2);
const ring = torus({ majorRadius: 1.5, minorRadius: 0.6, segments: 16 });
const cube = box([-1, -1, -1], [2, 1, 1.5]);
/** All corners are integers; a third of the faces are segments and points, many coincide. */
const crowd = soup(60, gridTriangles(301, 3, 3));
const overlapping = joined(ball, shifted(cube, [1.2, 0.3, 0.1]), inverted(shifted(ring, [-1, 0, 0])));

/** Within about ±5 units of the origin, in their own scale. */
export const bodies: readonly (readonly [name: string, mesh: MeshData])[] = [
  ['a sphere', ball],
  ['a box', cube],
  ['a torus', ring],
  ['a box with a cavity', joined(box([-2, -2, -2], [2, 2, 2]), inverted(box([-1, -1, -1], [1, 1, 1])))],
  ['overlapping bodies', overlapping],
  ['overlapping bodies 1e5 from the origin', shifted(overlapping, [1e5, -1e5, 1e5])],
  ['overlapping bodies times 1e-3', scaled(overlapping, 1e-3)],
  ['overlapping bodies times 1e3', scaled(overlapping, 1e3)],
  ['an inverted torus', inverted(ring)],
  ['an open sphere', withoutFace(ball, 17)],
  ['loose faces', soup(80, loose(302))],
  ['crowded integer faces', crowd],
  ['crowded faces with their inverses: closed', joined(crowd, inverted(crowd))],
  ['a sphere in a huge box', joined(ball, box([-4000, -3000, -5000], [4000, 3000, 5000]))],
  ['a flat sheet', soup(40, gridTriangles(303, 5, 1))],
  ['one face', soup(1, loose(304))],
  ['one point many times', soup(9, () => [1, 1, 1, 1, 1, 1, 1, 1, 1])],
];

/** Points about, near and on a mesh: anywhere, corners, midpoints of edges, and about one last place off them. */
export function pointsAbout(mesh: ReferenceMesh, random: Random, count: number): number[][] {
  const { low, high } = extent(mesh);
  const pick = () => mesh.cornersOf(Math.floor(mesh.faceCount * random()));
  return Array.from({ length: count }, (_, i) => {
    const corners = pick();
    const k = 3 * Math.floor(3 * random());
    const corner = [0, 1, 2].map((axis) => corners[k + axis]);
    const middle = [0, 1, 2].map((axis) => (corners[k + axis] + corners[((k + 3) % 9) + axis]) / 2);
    if (i % 5 === 0) return corner;
    if (i % 5 === 1) return middle;
    if (i % 5 === 2) return corner.map((value) => value + value * 2 ** -51 * (random() - 0.5));
    if (i % 5 === 3) return corner.map((value) => value + 0.1 * (high[0] - low[0] + 1e-3) * (random() - 0.5));
    return [0, 1, 2].map((axis) => low[axis] + (1.5 * random() - 0.25) * (high[axis] - low[axis]));
  });
}

/** Closed boxes: between two points about the mesh, a single point, the box of a face, an unbounded box. */
export function boxesAbout(mesh: ReferenceMesh, random: Random, count: number): number[][] {
  const points = pointsAbout(mesh, random, 2 * count);
  return Array.from({ length: count }, (_, i) => {
    const [p, q] = [points[2 * i], points[2 * i + 1]];
    if (i % 4 === 0) return [...p, ...p];
    if (i % 4 === 1) return [...mesh.boxes.subarray(6 * (i % mesh.faceCount), 6 * (i % mesh.faceCount) + 6)];
    const [low, high] = [p.map((value, k) => Math.min(value, q[k])), p.map((value, k) => Math.max(value, q[k]))];
    return i % 8 === 2 ? [low[0], -Infinity, low[2], Infinity, high[1], Infinity] : [...low, ...high];
  });
}

export function extent({ boxes }: ReferenceMesh): { low: number[]; high: number[] } {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  boxes.forEach((value, i) => {
    if (i % 6 < 3) low[i % 3] = Math.min(low[i % 3], value);
    else high[i % 3] = Math.max(high[i % 3], value);
  });
  return { low, high };
}
