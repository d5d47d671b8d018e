// A tool → its vertices in a lattice under a pose, and points of its surface, dense along its edges.

import { RIGID_LIMIT, type RigidPose } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Lattice } from './lattice.ts';
import { ceiling } from './line-hits.ts';

/** Groups along the tool's reach. */
const GROUPS = 20;
/**
 * Cells. A hit less than 1.5 parts of a cell from a vertex cuts the edges on both sides of the vertex (edge-places.ts).
 * The rest covers the rounding of hits. With places below 2^32 cells, three roundings of numbers below 2^33 cells make
 * at most 2^-18.
 */
const MARGIN = 2 ** -14;
/** Cells. No lattice extends this far from its first vertex. */
const FARTHEST = 2 ** 28;
/** A pose may stretch a length by this factor (core/pose.ts). */
const STRETCH = 1 + 2 * RIGID_LIMIT;

export class ToolPoints {
  readonly faces: Uint32Array;
  /** xyz per vertex in cells of the lattice, under the pose of `moveTo`. */
  readonly points: Float64Array;
  /**
   * By vertex, xyz: twice the least whole number at or above place − MARGIN, plus 1 if place + MARGIN is above that
   * number. Consider the range of several vertices, with MARGIN on both sides. The first whole number not below it is
   * ⌊least step / 2⌋; the first one beyond it is ⌊(greatest step + 1) / 2⌋. Clamped to FARTHEST.
   */
  readonly steps: Int32Array;
  /** The vertices' box: low xyz, high xyz, in cells. */
  readonly box = new Float64Array(6);
  /** No vertex is farther from the tool's origin, mm. */
  readonly reach: number;
  /** Faces that lie near each other: group g is groupFaces[groupStarts[g] … groupStarts[g + 1] − 1]. */
  readonly groupFaces: Uint32Array;
  readonly groupStarts: Uint32Array;
  /** By group, the middle xyz under the pose, and a radius, in cells. */
  readonly groupPlaces: Float64Array;
  /**
   * The points of the group that was moved last: xyz each, in cells. They are the vertices, and samples of edges: each
   * point of an edge is within half a cell of one of them.
   */
  readonly probes: Float64Array;
  /** Points of group g: probeStarts[g] … probeStarts[g + 1] − 1. Each point has its own number. */
  readonly probeStarts: Uint32Array;
  readonly probeNumbers: Uint32Array;
  readonly #middles: Float64Array;
  readonly #vertices: Float64Array;
  readonly #localProbes: Float64Array;
  /** The pose and the lattice: a point's place in cells is M·x·scale − first. */
  readonly #matrix = new Float64Array(16);
  readonly #scale: number;
  readonly #first: readonly [number, number, number];

  constructor({ positions, faces }: TriangleMesh, { cell, first }: Pick<Lattice, 'cell' | 'first'>) {
    this.faces = faces;
    this.#scale = 1 / cell;
    this.#first = first;
    this.#vertices = Float64Array.from(positions);
    this.points = new Float64Array(positions.length);
    this.steps = new Int32Array(positions.length);
    let squared = 0;
    for (let n = 0; n < positions.length; n += 3)
      squared = Math.max(squared, positions[n] ** 2 + positions[n + 1] ** 2 + positions[n + 2] ** 2);
    this.reach = Math.sqrt(squared);
    const groups = nearFaces(positions, faces, this.reach / GROUPS);
    this.groupFaces = Uint32Array.from(groups.flat());
    this.groupStarts = startsOf(groups.map(({ length }) => length));
    this.#middles = new Float64Array(4 * groups.length);
    for (const [n, group] of groups.entries()) ballOf(positions, faces, group, this.#middles, 4 * n);
    this.groupPlaces = new Float64Array(4 * groups.length);
    const probes = probesOf(this.#vertices, faces, groups, cell);
    this.#localProbes = Float64Array.from(probes.flatMap(({ places }) => places));
    this.probeNumbers = Uint32Array.from(probes.flatMap(({ numbers }) => numbers));
    this.probeStarts = startsOf(probes.map(({ numbers }) => numbers.length));
    this.probes = new Float64Array(3 * probes.reduce((most, { numbers }) => Math.max(most, numbers.length), 0));
  }

  /** xyz per vertex in the tool's own frame, mm. */
  get vertices(): Float64Array {
    return this.#vertices;
  }

  /** Another tool with some of its faces, in the same frame. */
  withFaces(faces: Uint32Array, lattice: Lattice): ToolPoints {
    return new ToolPoints({ positions: this.#vertices, faces, name: '' }, lattice);
  }

  moveTo({ matrix }: RigidPose): void {
    const { points, groupPlaces } = this;
    this.#matrix.set(matrix);
    this.#place(matrix, this.#vertices, 0, points.length, 3, points);
    for (let axis = 0; axis < 3; axis++) this.#fit(axis);
    this.#place(matrix, this.#middles, 0, groupPlaces.length, 4, groupPlaces);
    for (let n = 3; n < groupPlaces.length; n += 4) groupPlaces[n] = this.#middles[n] * this.#scale * STRETCH;
  }

  /** Places points of the tool's own frame, xyz, in cells; `points` stay where they are. */
  placeAt({ matrix }: RigidPose, local: Float64Array, out: Float64Array): void {
    this.#place(matrix, local, 0, local.length, 3, out);
  }

  /** Finds the vertices' steps along an axis, and the box. */
  #fit(axis: number): void {
    const { points, steps, box } = this;
    let low = Infinity;
    let high = -Infinity;
    for (let n = axis; n < points.length; n += 3) {
      const place = points[n];
      if (place < low) low = place;
      if (place > high) high = place;
      const near = within(place);
      const whole = ceiling(near - MARGIN);
      steps[n] = 2 * whole + (near + MARGIN > whole ? 1 : 0);
    }
    box[axis] = within(low);
    box[axis + 3] = within(high);
  }

  /** Puts a group's points, under the pose of `moveTo`, into `probes`. @returns the number of points. */
  moveProbes(group: number): number {
    const start = this.probeStarts[group];
    const count = this.probeStarts[group + 1] - start;
    this.#place(this.#matrix, this.#localProbes, 3 * start, 3 * count, 3, this.probes);
    return count;
  }

  /** Places points local[from …], one every `stride` numbers, as out[0 … length − 1]. */
  #place(
    matrix: Float64Array,
    local: Float64Array,
    from: number,
    length: number,
    stride: number,
    out: Float64Array,
  ): void {
    // As locals: an array might alias the output, and would be reloaded for each point.
    const [xx, xy, xz, , yx, yy, yz, , zx, zy, zz, , tx, ty, tz] = matrix;
    const scale = this.#scale;
    const [firstX, firstY, firstZ] = this.#first;
    for (let n = 0; n < length; n += stride) {
      const x = local[from + n];
      const y = local[from + n + 1];
      const z = local[from + n + 2];
      out[n] = (xx * x + yx * y + zx * z + tx) * scale - firstX;
      out[n + 1] = (xy * x + yy * y + zy * z + ty) * scale - firstY;
      out[n + 2] = (xz * x + yz * y + zz * z + tz) * scale - firstZ;
    }
  }
}

function within(place: number): number {
  if (place > FARTHEST) return FARTHEST;
  return Math.max(place, -FARTHEST);
}

/** Lengths of rows → where each begins, and where the last one ends. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let n = 0; n < lengths.length; n++) starts[n + 1] = starts[n] + lengths[n];
  return starts;
}

/**
 * By group, each point once. A vertex, with its own number, is in the group of the first face that has it. Points of
 * edges longer than a cell, at most a cell apart, are in the group of the face that runs along the edge from its lower
 * to its higher vertex, numbered after the vertices in the order of all faces.
 */
function probesOf(
  vertices: Float64Array,
  faces: Uint32Array,
  groups: readonly (readonly number[])[],
  cell: number,
): { places: number[]; numbers: number[] }[] {
  const probes = groups.map(() => ({ places: [] as number[], numbers: [] as number[] }));
  const groupOf = new Uint32Array(faces.length / 3);
  for (const [group, own] of groups.entries()) for (const face of own) groupOf[face] = group;
  const isTaken = new Uint8Array(vertices.length / 3);
  let number = isTaken.length;
  for (let n = 0; n < faces.length; n++) {
    const a = faces[n];
    const b = faces[n % 3 === 2 ? n - 2 : n + 1];
    const { places, numbers } = probes[groupOf[Math.floor(n / 3)]];
    if (isTaken[a] === 0) {
      isTaken[a] = 1;
      numbers.push(a);
      for (let k = 3 * a; k < 3 * a + 3; k++) places.push(vertices[k]);
    }
    // A closed, oriented surface runs along each edge in both directions.
    if (a > b) continue;
    const way = [0, 1, 2].map((k) => vertices[3 * b + k] - vertices[3 * a + k]);
    const parts = Math.ceil(Math.hypot(way[0], way[1], way[2]) / cell);
    for (let part = 1; part < parts; part++) {
      numbers.push(number++);
      for (let k = 0; k < 3; k++) places.push(vertices[3 * a + k] + (part / parts) * way[k]);
    }
  }
  return probes;
}

/** Groups faces by the cube, of a given size, in which their first corner lies. */
function nearFaces(positions: ArrayLike<number>, faces: Uint32Array, size: number): number[][] {
  const cubes = new Map<string, number[]>();
  for (let face = 0; face < faces.length / 3; face++) {
    const at = 3 * faces[3 * face];
    const cube = [0, 1, 2].map((k) => Math.floor(positions[at + k] / size)).join();
    const group = cubes.get(cube);
    if (group === undefined) cubes.set(cube, [face]);
    else group.push(face);
  }
  return [...cubes.values()];
}

/** Writes the middle of the box of faces, and the distance of their farthest corner from it. */
function ballOf(
  positions: ArrayLike<number>,
  faces: Uint32Array,
  group: readonly number[],
  out: Float64Array,
  at: number,
): void {
  const corners = group.flatMap((face) => Array.from(faces.subarray(3 * face, 3 * face + 3)));
  for (let k = 0; k < 3; k++) {
    const along = corners.map((vertex) => positions[3 * vertex + k]);
    out[at + k] = (along.reduce((a, b) => Math.min(a, b)) + along.reduce((a, b) => Math.max(a, b))) / 2;
  }
  for (const vertex of corners) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => positions[3 * vertex + k] - out[at + k]));
    out[at + 3] = Math.max(out[at + 3], distance);
  }
}
