// Seeds → meshes with awkward numbers, and plain measures of a mesh.

import { createMesh, type TriangleMesh } from '#mesh';
import { mulberry32 } from './random.ts';

/**
 * Uniform, tiny, huge, subnormal, negative zero and integer coordinates; random faces, at least as many as vertices.
 */
export function awkwardMesh(seed: number, storage: typeof Float32Array | typeof Float64Array): TriangleMesh {
  const random = mulberry32(seed);
  const vertices = 3 + Math.floor(60 * random());
  const positions = storage.from(Array.from({ length: 3 * vertices }, () => awkwardNumber(random)));
  const faces = Uint32Array.from({ length: 3 * vertices }, () => Math.floor(vertices * random()));
  return createMesh(positions, faces, { name: `seed ${seed}` });
}

function awkwardNumber(random: () => number): number {
  const sign = random() < 0.5 ? -1 : 1;
  const kind = Math.floor(6 * random());
  if (kind === 0) return sign * 0;
  if (kind === 1) return sign * Math.floor(1000 * random());
  if (kind === 2) return sign * random() * 1e-40;
  if (kind === 3) return sign * random() * 1e37;
  return sign * 200 * random();
}

/** How many directed edges have no reverse to pair with; 0 for a closed, oriented surface. */
export function unpairedEdges({ positions, faces }: TriangleMesh): number {
  const vertices = positions.length / 3;
  const forward = new Float64Array(faces.length);
  const backward = new Float64Array(faces.length);
  for (let i = 0; i < faces.length; i++) {
    const next = faces[i % 3 === 2 ? i - 2 : i + 1];
    forward[i] = vertices * faces[i] + next;
    backward[i] = vertices * next + faces[i];
  }
  forward.sort();
  backward.sort();
  let unpaired = 0;
  for (let i = 0, j = 0; i < forward.length; i++) {
    while (j < backward.length && backward[j] < forward[i]) j++;
    if (backward[j] === forward[i]) j++;
    else unpaired++;
  }
  return unpaired;
}

/** Σ a·(b × c) / 6 over the faces, relative to the first vertex; > 0 if they are counter-clockwise from outside. */
export function signedVolume({ positions: p, faces }: TriangleMesh): number {
  let sum = 0;
  const at = (vertex: number): number[] => [0, 1, 2].map((k) => p[3 * vertex + k] - p[k]);
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [at(faces[i]), at(faces[i + 1]), at(faces[i + 2])];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/** [min x, min y, min z, max x, max y, max z] of the vertices that pass. */
export function boundsOf(positions: ArrayLike<number>, passes = (_vertex: number): boolean => true): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    if (!passes(Math.floor(i / 3))) continue;
    bounds[i % 3] = Math.min(bounds[i % 3], positions[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], positions[i]);
  }
  return bounds;
}

/** Whether a vertex belongs to the connected piece with the most faces. */
export function largestPiece({ positions, faces }: TriangleMesh): (vertex: number) => boolean {
  const parent = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const root = (start: number): number => {
    let vertex = start;
    while (parent[vertex] !== vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  for (let i = 0; i < faces.length; i += 3)
    for (const other of [faces[i + 1], faces[i + 2]]) parent[root(other)] = root(faces[i]);
  const size = new Map<number, number>();
  for (let i = 0; i < faces.length; i += 3) size.set(root(faces[i]), (size.get(root(faces[i])) ?? 0) + 1);
  const largest = [...size].sort((a, b) => b[1] - a[1])[0][0];
  return (vertex) => root(vertex) === largest;
}
