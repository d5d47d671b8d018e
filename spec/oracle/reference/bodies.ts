// Names → small closed meshes for the oracle's specs.

import type { MeshData } from '#reference';

/** Box between two corners, 12 faces, counter-clockwise seen from outside. */
export function box(low: readonly number[], high: readonly number[]): MeshData {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) positions.push((i >> k) & 1 ? high[k] : low[k]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return mesh(
    positions,
    quads.flatMap(([p, q, r, s]) => [p, q, r, p, r, s]),
  );
}

/**
 * Octahedron of unit radius about the origin, each face split in four `levels` times and projected onto the sphere: 8 ·
 * 4^levels faces.
 */
export function sphere(levels: number, radius = 1): MeshData {
  let triangles: number[][][] = [];
  for (const x of [1, -1])
    for (const y of [1, -1])
      for (const z of [1, -1]) {
        const corners = [
          [x, 0, 0],
          [0, y, 0],
          [0, 0, z],
        ];
        triangles.push(x * y * z > 0 ? corners : corners.reverse());
      }
  const middle = (p: number[], q: number[]) => {
    const sum = p.map((v, k) => v + q[k]);
    const length = Math.hypot(...sum);
    return sum.map((v) => v / length);
  };
  for (let level = 0; level < levels; level++)
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [bc, ca, ab],
      ];
    });
  const positions = triangles.flat(2).map((coordinate) => radius * coordinate);
  return mesh(positions, [...Array(positions.length / 3).keys()]);
}

export function inverted({ positions, faces }: MeshData): MeshData {
  const turned = faces.slice();
  for (let i = 0; i < faces.length; i += 3) [turned[i + 1], turned[i + 2]] = [faces[i + 2], faces[i + 1]];
  return { positions, faces: turned };
}

export function joined(...parts: readonly MeshData[]): MeshData {
  const positions: number[] = [];
  const faces: number[] = [];
  for (const part of parts) {
    const offset = positions.length / 3;
    positions.push(...part.positions);
    faces.push(...Array.from(part.faces, (vertex) => vertex + offset));
  }
  return mesh(positions, faces);
}

export function shifted({ positions, faces }: MeshData, by: readonly number[]): MeshData {
  return { positions: Float64Array.from(positions, (coordinate, i) => coordinate + by[i % 3]), faces };
}

export function withoutFace({ positions, faces }: MeshData, face: number): MeshData {
  return { positions, faces: faces.filter((_, i) => Math.floor(i / 3) !== face) };
}

function mesh(positions: readonly number[], faces: readonly number[]): MeshData {
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}
