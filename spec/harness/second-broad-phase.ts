// Triangles whose vertices move linearly → every impact of a step, by `createBroadPhase` over swept boxes of vertices,
// edges and faces. It finds pairs differently from an impact detector, for surfaces too large to test all pairs.

import { createBroadPhase, edgeEdgeImpact, vertexFaceImpact } from '#kerf';
import { edgesOf, type ImpactRow } from './all-impacts.ts';

/** @returns the impacts, ordered by (kind, a, b), and how many pairs of feature boxes share a point. */
export async function impactsByBoxes(
  vertexCount: number,
  faces: Uint32Array,
  start: Float64Array,
  end: Float64Array,
): Promise<{ readonly rows: ImpactRow[]; readonly asked: number }> {
  const edges = edgesOf(faces);
  const edgeCount = edges.length / 2;
  const firstFace = vertexCount + edgeCount;
  const bodyCount = firstFace + faces.length / 3;
  const cornersOf = (body: number): Uint32Array => {
    if (body < vertexCount) return Uint32Array.of(body);
    if (body < firstFace) return edges.subarray(2 * (body - vertexCount), 2 * (body - vertexCount) + 2);
    return faces.subarray(3 * (body - firstFace), 3 * (body - firstFace) + 3);
  };
  const corners = Array.from({ length: bodyCount }, (_, body) => cornersOf(body));
  const boxes = new Float64Array(6 * bodyCount);
  for (let body = 0; body < bodyCount; body++)
    for (let k = 0; k < 3; k++) {
      const ends = [...corners[body]].flatMap((v) => [start[3 * v + k], end[3 * v + k]]);
      boxes[6 * body + k] = Math.min(...ends);
      boxes[6 * body + 3 + k] = Math.max(...ends);
    }
  const found = (await createBroadPhase({ boxes })).pairsSync();
  const rows: ImpactRow[] = [];
  let asked = 0;
  for (let i = 0; i < found.length; i += 2) {
    const [first, second] = [corners[found[i]], corners[found[i + 1]]];
    const kind = first.length === 1 && second.length === 3 ? 0 : first.length === 2 && second.length === 2 ? 1 : null;
    if (kind === null || first.some((vertex) => second.includes(vertex))) continue;
    asked++;
    const all = [...first, ...second];
    const points = [start, end].flatMap((at) => all.flatMap((v) => [at[3 * v], at[3 * v + 1], at[3 * v + 2]]));
    const impact = kind === 0 ? vertexFaceImpact(points) : edgeEdgeImpact(points);
    if (impact === null) continue;
    const [a, b] = kind === 0 ? [found[i], found[i + 1] - firstFace] : [found[i], found[i + 1]].map((x) => x - vertexCount); // biome-ignore format: one choice
    rows.push({ kind, a, b, ...impact });
  }
  return { rows: rows.sort((p, q) => p.kind - q.kind || p.a - q.a || p.b - q.b), asked };
}
