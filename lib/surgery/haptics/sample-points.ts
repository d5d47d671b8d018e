// A tool's surface → samples such that every point of the surface is within `spacing` of a sample, in blocks of
// neighbours and groups of blocks, each with a bounding sphere; and each sample's share of the surface. Samples are in
// the order of the tool's BVH, in which neighbours are near each other.
//
// A face's lattice of n divisions has n² small triangles, and each gives a third of its area to each corner. A point
// inside the face is a corner of six, a point on an edge of three, the face's corner of one. So the area vectors (area
// × outward normal) of all samples add up to those of all faces.
//
// A face with a single edge longer than the spacing, by a factor of up to two, is halved from the middle of that edge
// instead. With edges a > s ≥ b, c, the distance from there to the third corner is √(2b² + 2c² − a²)/2 < (√3/2)·s. So
// neighbouring samples are within a spacing of each other, as on a lattice, with a third as many samples.

import { OptionError } from '#core';
import type { Bvh } from '#records';

/** Each model looks through all blocks: with more samples than this, models would come too late. */
const MOST_SAMPLES = 1_000_000;
/** Points per block; blocks per group. */
const BLOCK = 16;

/** Spheres around runs of points: run k holds at most `size` points, from size·k on. */
export interface SphereRuns {
  readonly size: number;
  readonly count: number;
  /** Centre xyz and radius, own frame, mm. */
  readonly spheres: Float64Array;
}

export interface SamplePoints {
  readonly count: number;
  /** xyz in the tool's frame, mm. */
  readonly points: Float64Array;
  /** The area vector of each sample's share of the surface, xyz in the tool's frame, mm². */
  readonly areas: Float64Array;
  readonly blocks: SphereRuns;
  /** Runs of BLOCK blocks. */
  readonly groups: SphereRuns;
  /** No sample is farther than this from the origin of the tool's frame, mm. */
  readonly radius: number;
}

/** The sampled part of a tool: its faces in its own frame, in the order of its BVH. */
interface SampledTool {
  readonly faces: Uint32Array;
  readonly faceCount: number;
  readonly bvh: Bvh;
  ownPositions(): Float64Array;
}

/**
 * Samples all vertices that faces use, and a lattice of points on edges and faces longer than `spacing`.
 * @param spacing mm. @throws OptionError TOO_MANY_SAMPLES.
 */
export function samplePoints(tool: SampledTool, spacing: number): SamplePoints {
  const A = tool.ownPositions();
  const { faces, bvh } = tool;
  /** For each vertex and each point on an edge: its sample. */
  const ofVertex = new Map<number, number>();
  const onEdges = new Map<string, number>();
  const out: number[] = [];
  const areas: number[] = [];
  const at = (a: number, b: number, c: number, i: number, j: number, n: number): number => {
    for (let k = 0; k < 3; k++) out.push(((n - i - j) * A[a + k] + i * A[b + k] + j * A[c + k]) / n);
    areas.push(0, 0, 0);
    return out.length / 3 - 1;
  };
  const vector = new Float64Array(3);
  const give = (sample: number, triangles: number): void => {
    for (let k = 0; k < 3; k++) areas[3 * sample + k] += (triangles * vector[k]) / 3;
  };
  for (let slot = 0; slot < bvh.count; slot++) {
    const f = 3 * bvh.order[slot];
    const corners = [faces[f], faces[f + 1], faces[f + 2]];
    const [a, b, c] = corners.map((vertex) => 3 * vertex);
    const lengths = [edge(A, b, c), edge(A, c, a), edge(A, a, b)];
    const n = Math.max(1, Math.ceil(Math.max(...lengths) / spacing));
    const long = [0, 1, 2].filter((k) => lengths[k] > spacing);
    const isHalved = n === 2 && long.length === 1;
    areaVector(A, a, b, c, vector);
    for (let k = 0; k < 3; k++) vector[k] /= n * n;
    for (const [corner, vertex] of corners.entries()) {
      const sample = ofVertex.get(vertex) ?? at(3 * vertex, 3 * vertex, 3 * vertex, 0, 0, 1);
      ofVertex.set(vertex, sample);
      give(sample, isHalved ? (corner === long[0] ? 4 : 2) : 1);
    }
    if (out.length / 3 + (n * n) / 2 > MOST_SAMPLES)
      throw new OptionError(
        'TOO_MANY_SAMPLES',
        `The tool would have more than ${MOST_SAMPLES} samples ${spacing} mm apart; choose a wider spacing.`,
      );
    for (let i = 0; i <= n; i++)
      for (let j = 0; i + j <= n; j++) {
        const zeros = Number(i === 0) + Number(j === 0) + Number(i + j === n);
        if (zeros >= 2 || (isHalved && [n - i - j, i, j][long[0]] !== 0)) continue;
        const sample = at(a, b, c, i, j, n);
        if (zeros === 0) {
          give(sample, 6);
          continue;
        }
        // The other face of the edge has the same point, bit for bit.
        const key = out.slice(-3).join();
        const known = onEdges.get(key);
        if (known !== undefined) {
          out.length -= 3;
          areas.length -= 3;
        }
        onEdges.set(key, known ?? sample);
        give(known ?? sample, isHalved ? 4 : 3);
      }
  }
  const points = Float64Array.from(out);
  const count = points.length / 3;
  let radius = 0;
  for (let i = 0; i < points.length; i += 3)
    radius = Math.max(radius, Math.hypot(points[i], points[i + 1], points[i + 2]));
  return {
    count,
    points,
    areas: Float64Array.from(areas),
    blocks: runsOf(points, BLOCK),
    groups: runsOf(points, BLOCK * BLOCK),
    radius,
  };
}

function edge(A: Float64Array, a: number, b: number): number {
  return Math.hypot(A[a] - A[b], A[a + 1] - A[b + 1], A[a + 2] - A[b + 2]);
}

/** Area × normal of a face, toward the side from which its corners run counter-clockwise. */
function areaVector(A: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    out[k] = ((A[b + u] - A[a + u]) * (A[c + v] - A[a + v]) - (A[b + v] - A[a + v]) * (A[c + u] - A[a + u])) / 2;
  }
}

/** Spheres around runs. @param size number of points in a run. */
function runsOf(points: Float64Array, size: number): SphereRuns {
  const count = Math.ceil(points.length / 3 / size);
  const spheres = new Float64Array(4 * count);
  for (let run = 0; run < count; run++)
    sphereAbout(points, size * run, Math.min(points.length / 3, size * (run + 1)), spheres, 4 * run);
  return { size, count, spheres };
}

/** Writes a sphere around points[from … to − 1], xyz and radius; its centre is the middle of their box. */
export function sphereAbout(points: Float64Array, from: number, to: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 3 * from + k; i < 3 * to; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    out[at + k] = (low + high) / 2;
  }
  let radius = 0;
  for (let i = 3 * from; i < 3 * to; i += 3)
    radius = Math.max(
      radius,
      Math.hypot(points[i] - out[at], points[i + 1] - out[at + 1], points[i + 2] - out[at + 2]),
    );
  out[at + 3] = radius;
}
