// A tool → its vertices in a lattice under a pose, and points of its surface that leave no part of it far from one.

import { GrowingArray, RIGID_LIMIT, type RigidPose } from '../core/index.ts';
import type { TriangleMesh } from '../mesh/index.ts';
import type { Lattice } from './lattice.ts';

/** Groups along the tool's reach. */
const GROUPS = 20;
/** A pose may stretch a length by this (core/pose.ts). */
const STRETCH = 1 + 2 * RIGID_LIMIT;

export class ToolPoints {
  readonly faces: Uint32Array;
  /** xyz a vertex in cells of the lattice, under the pose of `moveTo`; then the samples. */
  readonly points: Float64Array;
  /** Vertices and samples: each point of an edge is within half a cell of one of them. */
  readonly pointCount: number;
  /** Their box: low xyz, high xyz, in cells. */
  readonly box = new Float64Array(6);
  /** No vertex is farther from the tool's origin, mm. */
  readonly reach: number;
  /** Faces that lie near each other; and of each group the middle xyz under the pose and a radius, in cells. */
  readonly groups: readonly Uint32Array[];
  readonly groupPlaces: Float64Array;
  readonly #middles: Float64Array;
  readonly #local: Float64Array;
  readonly #lattice: Lattice;

  constructor({ positions, faces }: TriangleMesh, lattice: Lattice) {
    this.faces = faces;
    this.#lattice = lattice;
    const local = new GrowingArray(Float64Array.from(positions));
    local.length = positions.length;
    sampleEdges(local, faces, lattice.cell);
    this.#local = local.values;
    this.pointCount = local.length / 3;
    this.points = new Float64Array(local.length);
    let squared = 0;
    for (let n = 0; n < positions.length; n += 3)
      squared = Math.max(squared, positions[n] ** 2 + positions[n + 1] ** 2 + positions[n + 2] ** 2);
    this.reach = Math.sqrt(squared);
    this.groups = nearFaces(positions, faces, this.reach / GROUPS);
    this.#middles = new Float64Array(4 * this.groups.length);
    for (const [n, group] of this.groups.entries()) ballOf(positions, faces, group, this.#middles, 4 * n);
    this.groupPlaces = new Float64Array(4 * this.groups.length);
  }

  moveTo({ matrix: m }: RigidPose): void {
    const { points, box } = this;
    const local = this.#local;
    const { cell, first } = this.#lattice;
    const scale = 1 / cell;
    box.fill(Number.POSITIVE_INFINITY, 0, 3);
    box.fill(Number.NEGATIVE_INFINITY, 3, 6);
    for (let n = 0; n < 3 * this.pointCount; n += 3) {
      const x = local[n];
      const y = local[n + 1];
      const z = local[n + 2];
      for (let k = 0; k < 3; k++) {
        const at = (m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) * scale - first[k];
        points[n + k] = at;
        if (at < box[k]) box[k] = at;
        if (at > box[3 + k]) box[3 + k] = at;
      }
    }
    const middles = this.#middles;
    for (let n = 0; n < middles.length; n += 4) {
      for (let k = 0; k < 3; k++) {
        const turned = m[k] * middles[n] + m[4 + k] * middles[n + 1] + m[8 + k] * middles[n + 2];
        this.groupPlaces[n + k] = (turned + m[12 + k]) * scale - first[k];
      }
      this.groupPlaces[n + 3] = middles[n + 3] * scale * STRETCH;
    }
  }
}

/** Appends points of edges that are longer than a cell, a cell apart at most. */
function sampleEdges(local: GrowingArray<Float64Array<ArrayBuffer>>, faces: Uint32Array, cell: number): void {
  for (let n = 0; n < faces.length; n++) {
    const a = faces[n];
    const b = faces[n % 3 === 2 ? n - 2 : n + 1];
    // A closed, oriented surface runs along each edge both ways.
    if (a > b) continue;
    const P = local.values;
    const way = [0, 1, 2].map((k) => P[3 * b + k] - P[3 * a + k]);
    const parts = Math.ceil(Math.hypot(way[0], way[1], way[2]) / cell);
    for (let part = 1; part < parts; part++)
      for (let k = 0; k < 3; k++) local.push(local.values[3 * a + k] + (part / parts) * way[k]);
  }
}

/** Faces by the cube, of a given size, in which their first corner lies. */
function nearFaces(positions: ArrayLike<number>, faces: Uint32Array, size: number): Uint32Array[] {
  const cubes = new Map<string, number[]>();
  for (let face = 0; face < faces.length / 3; face++) {
    const at = 3 * faces[3 * face];
    const cube = [0, 1, 2].map((k) => Math.floor(positions[at + k] / size)).join();
    const group = cubes.get(cube);
    if (group === undefined) cubes.set(cube, [face]);
    else group.push(face);
  }
  return Array.from(cubes.values(), (group) => Uint32Array.from(group));
}

/** Writes the middle of the box of faces, and the distance of their farthest corner from it. */
function ballOf(
  positions: ArrayLike<number>,
  faces: Uint32Array,
  group: Uint32Array,
  out: Float64Array,
  at: number,
): void {
  const corners = Array.from(group, (face) => Array.from(faces.subarray(3 * face, 3 * face + 3))).flat();
  for (let k = 0; k < 3; k++) {
    const along = corners.map((vertex) => positions[3 * vertex + k]);
    out[at + k] = (along.reduce((a, b) => Math.min(a, b)) + along.reduce((a, b) => Math.max(a, b))) / 2;
  }
  for (const vertex of corners) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => positions[3 * vertex + k] - out[at + k]));
    out[at + 3] = Math.max(out[at + 3], distance);
  }
}
