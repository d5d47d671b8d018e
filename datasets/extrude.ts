// A planar triangulation → a closed slab: the triangles above and below, and a wall along every boundary edge.

import { createMesh, type TriangleMesh } from '#mesh';

/** Triangles in the plane, counter-clockwise, whose boundary edges form simple closed loops. */
export interface PlanarMesh {
  /** xy per vertex, mm. */
  readonly points: readonly number[];
  /** mm: how far the slab's middle plane is displaced in z at each vertex. */
  readonly lift: readonly number[];
  readonly triangles: readonly number[];
}

/**
 * A slab of the given thickness (mm), half of it above and half below the plane z = 0, which is displaced by `lift`.
 */
export function extrude(planar: PlanarMesh, thickness: number, name: string): TriangleMesh {
  const { points, lift, triangles } = planar;
  const count = points.length / 2;
  const positions = new Float64Array(6 * count);
  for (let vertex = 0; vertex < count; vertex++)
    for (const [layer, z] of [thickness / 2, -thickness / 2].entries())
      positions.set([points[2 * vertex], points[2 * vertex + 1], lift[vertex] + z], 3 * (vertex + layer * count));
  const faces: number[] = [];
  const directed = new Set<number>();
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    faces.push(a, b, c, a + count, c + count, b + count);
    directed.add(a * count + b);
    directed.add(b * count + c);
    directed.add(c * count + a);
  }
  for (const edge of directed) {
    const b = edge % count;
    const a = (edge - b) / count;
    if (directed.has(b * count + a)) continue;
    faces.push(a + count, b + count, b, a + count, b, a);
  }
  return createMesh(positions, Uint32Array.from(faces), { name });
}
