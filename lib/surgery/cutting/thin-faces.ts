// A tool → its faces behind which it is thin: poses of a cut are farther apart than that.
//
//       ┌┐         A ray from a point of a face into the tool leaves it again within `depth`. Points are at most
//    p •┼┼▶        `apart` from each other: a wedge's edge, where it is thin as well, is looked at no closer than that,
//       ││         since what its poses leave is no farther from its path.
//       └┘
//
// A ray looks only at faces that it may leave through, with normals away from its own: few faces have any nearby.

import { cross, dot, minus } from '#core';
import type { TriangleMesh } from '#mesh';

type Vector = readonly [number, number, number];

/** Cubes along the tool's longest axis. */
const CUBES = 64;
/** Numbers per face: its box, low then high, and its normal, twice its area long. */
const FACE = 9;
const NORMAL = 6;

/**
 * Numbers of the faces, ascending.
 * @param mesh closed, oriented. @param depth, apart mm.
 */
export function thinFaces(mesh: TriangleMesh, depth: number, apart: number): Uint32Array {
  const faces = factsOf(mesh);
  const cubes = new Cubes(faces);
  const found: number[] = [];
  for (let face = 0; face < faces.length / FACE; face++) {
    const near = cubes.near(face, depth);
    if (near.length > 0 && isThin(mesh, faces, face, near, depth, apart)) found.push(face);
  }
  return Uint32Array.from(found);
}

function factsOf(mesh: TriangleMesh): Float64Array {
  const facts = new Float64Array(3 * mesh.faces.length);
  for (let face = 0; face < mesh.faces.length / 3; face++) {
    const [a, b, c] = cornersOf(mesh, face);
    const normal = cross(minus(b, a), minus(c, a));
    for (let k = 0; k < 3; k++) {
      facts[FACE * face + k] = Math.min(a[k], b[k], c[k]);
      facts[FACE * face + 3 + k] = Math.max(a[k], b[k], c[k]);
      facts[FACE * face + NORMAL + k] = normal[k];
    }
  }
  return facts;
}

/** Faces by the cubes that their boxes touch. */
class Cubes {
  readonly #faces: Float64Array;
  readonly #first: readonly number[];
  readonly #width: number;
  /** Cubes along each axis. */
  readonly #counts: readonly number[];
  /** Cube s has the faces #members[#starts[s] … #starts[s + 1] − 1]. */
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;
  /** By face, the last one that it was looked at for, plus 1. */
  readonly #seen: Uint32Array;

  constructor(faces: Float64Array) {
    this.#faces = faces;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let at = 0; at < faces.length; at += FACE)
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], faces[at + k]);
        high[k] = Math.max(high[k], faces[at + 3 + k]);
      }
    const extents = high.map((x, k) => x - low[k]);
    this.#first = low;
    this.#width = Math.max(...extents) / CUBES;
    this.#counts = extents.map((x) => Math.min(CUBES, 1 + Math.floor(x / this.#width)));
    const [nx, ny, nz] = this.#counts;
    this.#starts = new Uint32Array(nx * ny * nz + 1);
    const count = faces.length / FACE;
    for (let face = 0; face < count; face++) this.#each(face, 0, (cube) => this.#starts[cube + 1]++);
    for (let cube = 0; cube < nx * ny * nz; cube++) this.#starts[cube + 1] += this.#starts[cube];
    const next = this.#starts.slice();
    this.#members = new Uint32Array(this.#starts[nx * ny * nz]);
    for (let face = 0; face < count; face++)
      this.#each(face, 0, (cube) => {
        this.#members[next[cube]++] = face;
      });
    this.#seen = new Uint32Array(count);
  }

  /** Faces whose boxes come within the depth of this one's, and whose normals point away from its own. */
  near(face: number, depth: number): number[] {
    const near: number[] = [];
    this.#each(face, depth, (cube) => {
      for (let n = this.#starts[cube]; n < this.#starts[cube + 1]; n++) {
        const other = this.#members[n];
        if (this.#seen[other] === face + 1) continue;
        this.#seen[other] = face + 1;
        if (this.#isNear(FACE * face, FACE * other, depth)) near.push(other);
      }
    });
    return near;
  }

  #isNear(a: number, b: number, depth: number): boolean {
    const faces = this.#faces;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      if (faces[b + k] > faces[a + 3 + k] + depth || faces[a + k] > faces[b + 3 + k] + depth) return false;
      along += faces[a + NORMAL + k] * faces[b + NORMAL + k];
    }
    return along < 0;
  }

  #each(face: number, depth: number, visit: (cube: number) => void): void {
    const at = FACE * face;
    const [nx, ny] = this.#counts;
    const [i0, j0, k0] = [0, 1, 2].map((k) => this.#place(this.#faces[at + k] - depth, k));
    const [i1, j1, k1] = [0, 1, 2].map((k) => this.#place(this.#faces[at + 3 + k] + depth, k));
    for (let k = k0; k <= k1; k++)
      for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) visit(i + nx * (j + ny * k));
  }

  #place(x: number, axis: number): number {
    return Math.min(this.#counts[axis] - 1, Math.max(0, Math.floor((x - this.#first[axis]) / this.#width)));
  }
}

/** Whether a ray from a face leaves the tool through one of these within the depth. */
function isThin(
  mesh: TriangleMesh,
  faces: Float64Array,
  face: number,
  near: readonly number[],
  depth: number,
  apart: number,
): boolean {
  const [a, b, c] = cornersOf(mesh, face);
  const normal = [0, 1, 2].map((k) => faces[FACE * face + NORMAL + k]);
  const length = Math.hypot(...normal);
  const way = normal.map((x) => -x / length);
  const [e, g] = [minus(b, a), minus(c, a)];
  const parts = Math.ceil(Math.max(Math.hypot(...e), Math.hypot(...g), Math.hypot(...minus(c, b))) / apart);
  // The middles of the face's parts² equal parts.
  for (let i = 0; i < parts; i++)
    for (let j = 0; j < 2 * (parts - i) - 1; j++) {
      const [s, t] = [(i + (1 + (j % 2)) / 3) / parts, (Math.floor(j / 2) + (1 + (j % 2)) / 3) / parts];
      const from = a.map((x, k) => x + s * e[k] + t * g[k]);
      if (near.some((other) => leavesThrough(cornersOf(mesh, other), from, way, depth))) return true;
    }
  return false;
}

/** T. Möller, B. Trumbore, "Fast, minimum storage ray–triangle intersection", J. Graphics Tools 2(1), 1997. */
function leavesThrough(
  [a, b, c]: readonly Vector[],
  from: readonly number[],
  way: readonly number[],
  depth: number,
): boolean {
  const e = minus(b, a);
  const g = minus(c, a);
  const p = cross(way, g);
  const scale = dot(e, p);
  if (scale === 0) return false;
  const to = minus(from, a);
  const u = dot(to, p) / scale;
  const q = cross(to, e);
  const v = dot(way, q) / scale;
  const along = dot(g, q) / scale;
  return u >= 0 && v >= 0 && u + v <= 1 && along > 0 && along < depth;
}

function cornersOf({ positions, faces }: TriangleMesh, face: number): [Vector, Vector, Vector] {
  const at = (k: number): Vector => {
    const vertex = 3 * faces[3 * face + k];
    return [positions[vertex], positions[vertex + 1], positions[vertex + 2]];
  };
  return [at(0), at(1), at(2)];
}
