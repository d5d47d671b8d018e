// The results of a topology's search → the same topology without the search, or what is impossible in them.

import type { Components } from './components.ts';

/** The rest of a SurfaceTopology follows from the faces in one pass. */
export interface TopologyFacts {
  /** For each vertex the first one with its coordinates. */
  readonly welded: Uint32Array;
  readonly boundaryEdges: number;
  readonly unbalancedEdges: number;
  readonly components: Components;
}

/**
 * The first fact that is impossible for a surface of these sizes, as found and expected; null if there is none. A
 * topology made from facts without a fault reads within its arrays.
 */
export function topologyFault(facts: TopologyFacts, vertexCount: number, faceCount: number): string | null {
  const { welded, boundaryEdges, unbalancedEdges, components } = facts;
  const { vertices, min, max } = components;
  if (welded.length !== vertexCount) return `welds ${welded.length} vertices, expected ${vertexCount}`;
  for (let v = 0; v < vertexCount; v++)
    if (welded[v] > v || welded[welded[v]] !== welded[v])
      return `welds vertex ${v} to vertex ${welded[v]}, expected one that comes no later and is welded to itself`;
  for (const edges of [boundaryEdges, unbalancedEdges])
    if (!(Number.isInteger(edges) && edges >= 0 && edges <= 3 * faceCount))
      return `counts ${edges} edges of a kind, expected an integer from 0 to ${3 * faceCount}`;
  if (min.length !== 3 * vertices.length || max.length !== min.length)
    return `has ${min.length} and ${max.length} numbers for the corners of ${vertices.length} components, expected three each`;
  for (let i = 0; i < vertices.length; i++)
    if (vertices[i] >= vertexCount || (i > 0 && vertices[i] <= vertices[i - 1]))
      return `has vertex ${vertices[i]} for component ${i}, expected ascending numbers below ${vertexCount}`;
  return null;
}
