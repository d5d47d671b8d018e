// A posed tool and a bone → the parts of the tool's surface, by samples: which samples are connected, and the
// definition of `through` applied to the parts.
//
// Each face is cut into m² pieces with a sample in each, off the piece's middle. Samples of neighbouring pieces are
// connected if the path between them, across their common edge, meets no bone face, by exact segment-triangle tests. It
// does not use the curves of intersection; it is right if the parts are wider than the pieces.

import type { TriangleMesh } from '#mesh';
import { pointInSolid, ReferenceMesh, signedDistance, signedDistanceBounds } from '#reference';
import { TriangleIntersector, TrianglePair } from '#triangles';

const loaded = new TrianglePair();

/** Where a sample lies in its piece: off the middle, so that it lies on no plane of a symmetric body. */
const WEIGHTS = [0.341, 0.328, 0.331] as const;

/** mm: more than a sample, and the middle of an edge at 9 decimals, are off their face. */
const ROUNDING = 1e-6;

export interface SampledParts {
  readonly through: boolean;
  /** Samples on emerged parts, xyz each. */
  readonly emerged: readonly number[];
}

/**
 * @param tool posed, one connected component.
 * @param shank one of its vertices; null for the one farthest from the bone, by the oracle.
 */
export function sampledParts(bone: TriangleMesh, tool: TriangleMesh, m: number, shank: number | null): SampledParts {
  const reference = new ReferenceMesh(bone);
  const held = shank ?? farthestVertex(reference, tool);
  const walls = new Walls(bone);
  const samples: number[] = [];
  /** Samples of pieces, by the midpoint of their common edge. */
  const across = new Map<string, number[]>();
  let atShank = -1;
  /** For each face of the tool, the bone's faces that it may meet. */
  const near: Uint32Array[] = [];
  const nearOf = (sample: number) => near[Math.floor(sample / (m * m))];
  for (let face = 0; face < tool.faces.length / 3; face++) {
    const among = walls.near(tool, face);
    near.push(among);
    for (const corners of pieces(tool, face, m)) {
      const sample = samples.length / 3;
      const p = combined(corners, WEIGHTS);
      samples.push(...p);
      for (let k = 0; k < 3; k++) {
        const middle = combined(corners, [0, 1, 2].map((i) => (i === k ? 0 : 0.5)) as [number, number, number]);
        const key = middle.map((x) => x.toFixed(9)).join(' ');
        across.set(key, [...(across.get(key) ?? []), sample]);
      }
      const vertex = corners.find((corner) => corner.every((x, k) => x === tool.positions[3 * held + k]));
      if (vertex && atShank < 0 && !walls.meets(vertex, p, among)) atShank = sample;
    }
  }
  const sets = Uint32Array.from({ length: samples.length / 3 }, (_, i) => i);
  const rootOf = (i: number): number => {
    let at = i;
    while (sets[at] !== at) {
      sets[at] = sets[sets[at]];
      at = sets[at];
    }
    return at;
  };
  const at = (sample: number) => samples.slice(3 * sample, 3 * sample + 3);
  /** Samples from which a path crosses the bone's surface. */
  const bounded = new Set<number>();
  for (const [key, pair] of across) {
    const middle = key.split(' ').map(Number);
    for (let i = 1; i < pair.length; i++)
      if (!walls.meets(at(pair[0]), middle, nearOf(pair[0])) && !walls.meets(middle, at(pair[i]), nearOf(pair[i])))
        sets[rootOf(pair[i])] = rootOf(pair[0]);
      else for (const sample of [pair[0], pair[i]]) bounded.add(sample);
  }
  const cut = new Set([...bounded].map(rootOf));
  const emerged: number[] = [];
  const outside = new Map<number, boolean>();
  for (let sample = 0; sample < samples.length / 3; sample++) {
    const root = rootOf(sample);
    if (!cut.has(root) || (atShank >= 0 && root === rootOf(atShank)) || walls.holds(at(sample), nearOf(sample)))
      continue;
    if (!outside.has(root)) outside.set(root, !pointInSolid(at(sample), reference));
    if (outside.get(root)) emerged.push(...at(sample));
  }
  return { through: emerged.length > 0, emerged };
}

/** The vertex with the greatest signed distance; the first if several are equal. */
function farthestVertex(bone: ReferenceMesh, { positions }: TriangleMesh): number {
  const pointOf = (v: number): [number, number, number] => [
    positions[3 * v],
    positions[3 * v + 1],
    positions[3 * v + 2],
  ];
  const bounds = Array.from({ length: positions.length / 3 }, (_, v) => signedDistanceBounds(pointOf(v), bone));
  const least = bounds.reduce((most, [low]) => Math.max(most, low), -Infinity);
  let best = 0;
  let farthest = -Infinity;
  for (let v = 0; v < bounds.length; v++) {
    // Exactly only where the bounds leave it open.
    if (bounds[v][1] < least) continue;
    const { distance } = signedDistance(pointOf(v), bone);
    if (distance <= farthest) continue;
    farthest = distance;
    best = v;
  }
  return best;
}

function* pieces({ positions, faces }: TriangleMesh, face: number, m: number): Generator<number[][]> {
  const corners = [0, 1, 2].map((k) =>
    Array.from(positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)),
  );
  const at = (i: number, j: number) => combined(corners, [(m - i - j) / m, i / m, j / m]);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m - i; j++) {
      yield [at(i, j), at(i + 1, j), at(i, j + 1)];
      if (i + j + 2 <= m) yield [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
    }
}

function combined(corners: readonly (readonly number[])[], weights: readonly [number, number, number]): number[] {
  // If one weight is 1, the corner itself.
  const whole = weights.indexOf(1);
  if (whole >= 0) return [...corners[whole]];
  return [0, 1, 2].map((k) => corners.reduce((sum, corner, i) => sum + weights[i] * corner[k], 0));
}

/** A surface, tested for segments by the exact test of two triangles, one of which is the segment. */
class Walls {
  readonly #mesh: TriangleMesh;
  readonly #positions: Float64Array;
  readonly #boxes: Float64Array;
  readonly #intersector = new TriangleIntersector();
  readonly #segment = new Float64Array(6);

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#positions = Float64Array.from(mesh.positions);
    this.#boxes = new Float64Array(2 * mesh.faces.length);
    for (let face = 0; face < mesh.faces.length / 3; face++)
      for (let k = 0; k < 3; k++) {
        const values = [0, 1, 2].map((c) => mesh.positions[3 * mesh.faces[3 * face + c] + k]);
        this.#boxes[6 * face + k] = Math.min(...values);
        this.#boxes[6 * face + 3 + k] = Math.max(...values);
      }
  }

  /** The faces whose boxes meet that of another mesh's face: no others meet a segment in that face. */
  near({ positions, faces }: TriangleMesh, of: number): Uint32Array {
    const box = this.#boxes;
    const found: number[] = [];
    const bounds = [0, 1, 2].map((k) => {
      const values = [0, 1, 2].map((c) => positions[3 * faces[3 * of + c] + k]);
      return [Math.min(...values) - ROUNDING, Math.max(...values) + ROUNDING];
    });
    for (let face = 0; face < this.#mesh.faces.length / 3; face++)
      if (bounds.every(([low, high], k) => box[6 * face + k] <= high && box[6 * face + 3 + k] >= low)) found.push(face);
    return Uint32Array.from(found);
  }

  /** Whether the closed segment pq meets one of the faces. */
  meets(p: readonly number[], q: readonly number[], among: Uint32Array): boolean {
    const { faces } = this.#mesh;
    const box = this.#boxes;
    this.#segment.set([...p, ...q]);
    for (const face of among) {
      const o = 6 * face;
      let apart = false;
      for (let k = 0; k < 3 && !apart; k++)
        apart = Math.max(p[k], q[k]) < box[o + k] || Math.min(p[k], q[k]) > box[o + 3 + k];
      if (apart) continue;
      const [a, b, c] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
      if (this.#intersector.share(loaded.load(this.#segment, 0, 3, 3, this.#positions, a, b, c))) return true;
    }
    return false;
  }

  /** Whether a point lies on one of the faces. */
  holds(p: readonly number[], among: Uint32Array): boolean {
    return this.meets(p, p, among);
  }
}
