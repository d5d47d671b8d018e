// Triangles whose vertices move linearly → every impact of a step, by testing all pairs: the definition.

import { edgeEdgeImpact, vertexFaceImpact } from '#kerf';

export interface ImpactRow {
  /** 0: a vertex and a face; 1: two edges. */
  readonly kind: 0 | 1;
  /** The vertex, or the edge with the smaller number. */
  readonly a: number;
  /** The face, or the edge with the greater number. */
  readonly b: number;
  readonly low: number;
  readonly high: number;
  readonly parameters: readonly [number, number];
}

/** The faces' edges, each once: two vertices per edge, the smaller first, ascending by (larger, smaller). */
export function edgesOf(faces: ArrayLike<number>): Uint32Array {
  const edges = new Map<string, readonly [smaller: number, larger: number]>();
  for (let i = 0; i < faces.length; i++) {
    const [p, q] = [faces[i], faces[i % 3 === 2 ? i - 2 : i + 1]];
    // Two equal corners of a face make a point, not an edge.
    if (p !== q) edges.set(`${Math.min(p, q)} ${Math.max(p, q)}`, [Math.min(p, q), Math.max(p, q)]);
  }
  return Uint32Array.from([...edges.values()].sort((e, f) => e[1] - f[1] || e[0] - f[0]).flat());
}

/**
 * All impacts of vertices with faces and edges with edges that share no vertex, ordered by (kind, a, b). Tests only
 * pairs whose swept boxes share a point; the others cannot meet.
 * @param start, end xyz per vertex at t = 0 and t = 1.
 */
export function allImpacts(
  vertexCount: number,
  faces: ArrayLike<number>,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
): ImpactRow[] {
  const vertices = { size: 1, corners: Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex) };
  const edges = { size: 2, corners: edgesOf(faces) };
  const rows: ImpactRow[] = [];
  const ask = (kind: 0 | 1, a: number, b: number, corners: readonly number[]) => {
    const points = [start, end].flatMap((at) => corners.flatMap((v) => [at[3 * v], at[3 * v + 1], at[3 * v + 2]]));
    const impact = kind === 0 ? vertexFaceImpact(points) : edgeEdgeImpact(points);
    if (impact !== null) rows.push({ kind, a, b, ...impact });
  };
  const sides = [
    [0, vertices, { size: 3, corners: Uint32Array.from(faces) }],
    [1, edges, edges],
  ] as const;
  for (const [kind, first, second] of sides)
    for (const [a, b] of meetingBoxes(sweptBoxes(first, start, end), sweptBoxes(second, start, end), kind === 1)) {
      const own = [...first.corners.subarray(first.size * a, first.size * (a + 1))];
      const other = [...second.corners.subarray(second.size * b, second.size * (b + 1))];
      if (!own.some((vertex) => other.includes(vertex))) ask(kind, a, b, [...own, ...other]);
    }
  return rows;
}

interface Simplices {
  /** Vertices per simplex. */
  readonly size: number;
  readonly corners: Uint32Array;
}

/** min xyz, max xyz of each simplex over the step. */
function sweptBoxes({ size, corners }: Simplices, start: ArrayLike<number>, end: ArrayLike<number>): Float64Array {
  const boxes = new Float64Array((6 * corners.length) / size);
  for (let i = 0; i < corners.length; i++) {
    const at = 6 * Math.floor(i / size);
    for (let k = 0; k < 3; k++) {
      const [p, q] = [start[3 * corners[i] + k], end[3 * corners[i] + k]];
      const [low, high] = [Math.min(p, q), Math.max(p, q)];
      boxes[at + k] = i % size === 0 ? low : Math.min(boxes[at + k], low);
      boxes[at + 3 + k] = i % size === 0 ? high : Math.max(boxes[at + 3 + k], high);
    }
  }
  return boxes;
}

/** The pairs of closed boxes that share a point, ascending; a < b within one set. */
function meetingBoxes(first: Float64Array, second: Float64Array, isOneSet: boolean): [a: number, b: number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < first.length; i += 6)
    for (let j = isOneSet ? i + 6 : 0; j < second.length; j += 6)
      if (
        first[i] <= second[j + 3] &&
        second[j] <= first[i + 3] &&
        first[i + 1] <= second[j + 4] &&
        second[j + 1] <= first[i + 4] &&
        first[i + 2] <= second[j + 5] &&
        second[j + 2] <= first[i + 5]
      )
        pairs.push([i / 6, j / 6]);
  return pairs;
}
