// A face and the part of it that lies in the box → triangles of the rest, with the rim's vertices along it.
//
//          c                  The rest's outline goes along the face's own edges, from a to where the part begins, then
//         ╱ ╲                 back along the part's edges in the box's sides, and on along the face's edge. If the part
//        ╱┌─┐╲                lies within the face, it is a hole.
//       a─p q─b

import { fillLoops, flatAxes } from '#osteotomy';
import { type ClippedCorner, OWN_EDGES } from './clip-face.ts';
import type { Path } from './node-paths.ts';
import type { RimVertices } from './rim-vertices.ts';

type Coordinate = (vertex: number, axis: number) => number;

/**
 * @param corners the face's vertices. @param paths by corner of the part, the pieces of the edge that follows it.
 * @returns false if the outline meets itself, as rounding may make it do.
 */
export function fillRest(
  corners: readonly number[],
  part: readonly ClippedCorner[],
  paths: readonly (readonly Path[])[],
  vertices: RimVertices,
  at: Coordinate,
  faces: number[],
): boolean {
  const [x, y] = flatAxes(normalOf(corners, at));
  const loops = outlines(corners, part, paths, vertices).map((loop) =>
    loop.map((vertex) => vertices.givenAt(vertex)).filter((vertex, n, all) => vertex !== all.at(n - 1)),
  );
  return fillLoops(loops, (vertex) => [at(vertex, x), at(vertex, y)], faces);
}

function normalOf(corners: readonly number[], at: Coordinate): number[] {
  const [a, b, c] = corners.map((vertex) => [at(vertex, 0), at(vertex, 1), at(vertex, 2)]);
  const [u, v] = [b, c].map((p) => p.map((t, k) => t - a[k]));
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Steps of an outline: the vertices that lead to the next one. */
interface Step {
  readonly vertices: readonly number[];
  readonly next: string;
}

function outlines(
  corners: readonly number[],
  part: readonly ClippedCorner[],
  paths: readonly (readonly Path[])[],
  vertices: RimVertices,
): number[][] {
  const count = part.length;
  const vertexOf = (n: number) => vertices.at(...part[n].place);
  const steps = new Map<string, Step>();
  for (let edge = 0; edge < 3; edge++) {
    const n = part.findIndex((corner) => corner.edge === edge);
    const [from, to] = [`corner ${edge}`, `corner ${(edge + 1) % 3}`];
    const own = [corners[edge]];
    if (n < 0) {
      steps.set(from, { vertices: own, next: to });
      continue;
    }
    const end = (n + 1) % count;
    // The part has one corner between two of the face's own edges where the face's corner lies in the box.
    if (part[(n + count - 1) % count].edge >= OWN_EDGES) steps.set(from, { vertices: own, next: `part ${n}` });
    if (part[end].edge >= OWN_EDGES) steps.set(`part ${end}`, { vertices: [vertexOf(end)], next: to });
  }
  for (let n = 0; n < count; n++) {
    if (part[n].edge < OWN_EDGES) continue;
    const end = (n + 1) % count;
    const back = paths[n].flatMap((path) => path.slice(0, -1)).toReversed();
    // Where the part's edges in the sides begin, the outline goes on along the face's edge.
    steps.set(`part ${end}`, { vertices: [vertexOf(end), ...back.slice(0, -1)], next: `part ${n}` });
  }
  return loopsOf(steps);
}

function loopsOf(steps: Map<string, Step>): number[][] {
  const loops: number[][] = [];
  for (const first of steps.keys()) {
    const loop: number[] = [];
    for (let at = first; ; ) {
      const step = steps.get(at);
      if (step === undefined) break;
      steps.delete(at);
      loop.push(...step.vertices);
      at = step.next;
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}
