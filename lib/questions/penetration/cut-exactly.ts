// A tool face that the bone touches in any way → its regions, in fractions: for what cutByCurves cannot decide, about a
// thousand times slower.
//
// 1. Coordinates of the face and of the bone faces that meet it become integers at a common scale.
// 2. The face's plane is seen along an axis. The part of it that lies on the bone is a set of segments and triangles
//    (plane-section.ts), with homogeneous integer coordinates.
// 3. The face without them is cut into cells, which are joined into regions (slab-cells.ts), and its edges into pieces
//    (edge-gaps.ts). A region is joined with the pieces that lie along one of its cells.
// 4. A face without area is a segment or a point. Its regions are the pieces of its edges, joined where they overlap.

import { cornerOffset } from '#core';
import { cross, minus, toIntegers, type Vector } from '#triangles';
import { integerPoints } from './crossing-order.ts';
import { type EdgeGaps, edgeGaps, pointOn } from './edge-gaps.ts';
import {
  coordinate,
  greatest,
  heightAt,
  isPoint,
  least,
  middle,
  order,
  type PlanePoint,
  type PlaneSegment,
  type Rational,
  segment,
  shareOf,
} from './exact-plane.ts';
import type { CutInput, FaceCut } from './face-cut.ts';
import { type SeenPlane, sectionOf, seenFrom } from './plane-section.ts';
import { middleOf, SlabCells } from './slab-cells.ts';
import { windingAtFraction } from './winding-at-fraction.ts';

/** The face may be a triangle, or the segment or point of a face without area. */
export function cutExactly(input: CutInput): FaceCut {
  return new ExactCut(input);
}

/** Gap n of edge k of a face without area: where it begins and ends in coordinate `which` (0 u, 1 v) of the plane. */
interface EdgePart {
  readonly k: number;
  readonly n: number;
  readonly which: EdgeGaps['which'];
  readonly gap: readonly [Rational, Rational];
}

class ExactCut implements FaceCut {
  readonly face: number;
  readonly firstNode: number;
  readonly regions: number;
  readonly #input: CutInput;
  readonly #corners: readonly Vector[];
  readonly #plane: SeenPlane;
  /** null if the face has no area. */
  readonly #cells: SlabCells | null;
  /** A point inside each region. */
  readonly #points: PlanePoint[] = [];
  /** The regions of a face without area: open intervals of its edges. */
  #parts: readonly EdgePart[] = [];

  constructor(input: CutInput) {
    const { bone, tool, face, crossing } = input;
    this.#input = input;
    this.face = face;
    const offsets = [0, 1, 2].map((k) => cornerOffset(tool.faces, face, k));
    const [a, b, c, ...others] = integerPoints(tool.positions, offsets, bone.positions, bone.faces, crossing);
    this.#corners = [a, b, c];
    const normal = cross(minus(b, a), minus(c, a));
    this.#plane = planeThrough(this.#corners, normal);
    const seen = this.#corners.map((corner) => seenFrom(this.#plane, corner));
    const edges = seen.map((corner, k) => segment(corner, seen[(k + 1) % 3]));
    const names = Array.from(crossing).flatMap((other) =>
      [0, 1, 2].map((k) => bone.topology.welded[bone.faces[3 * other + k]]),
    );
    const section = sectionOf(this.#plane, others, names);
    const gaps = edges.map((edge) => (isPoint(edge) ? null : edgeGaps(edge, section)));
    if (normal.some((part) => part !== 0n)) {
      this.#cells = new SlabCells(edges, section);
      this.regions = this.#cells.regions;
      this.firstNode = input.nodes.add(this.regions);
      this.#joinCells(this.#cells, edges, gaps);
    } else {
      this.#cells = null;
      const parts = gaps.flatMap((found, k) =>
        found === null ? [] : found.gaps.map((gap, n) => ({ k, n, which: found.which, gap })),
      );
      this.#parts = parts;
      this.regions = parts.length;
      this.firstNode = input.nodes.add(this.regions);
      this.#joinParts(parts, edges, gaps);
    }
  }

  /** Joins each region with the edge pieces along its cells. */
  #joinCells(slabs: SlabCells, edges: readonly PlaneSegment[], gaps: readonly (EdgeGaps | null)[]): void {
    for (const [n, cell] of slabs.cells.entries()) {
      const region = slabs.regionOf[n];
      this.#points[region] ??= middleOf(cell);
      for (const [k, found] of gaps.entries()) {
        if (found === null) continue;
        for (const [g, [from, to]] of found.gaps.entries())
          if (this.#isAlong(cell, edges[k], k, found, from, to)) this.#joinEdge(region, k, g, found);
      }
    }
  }

  /** Whether a cell lies along a gap of edge k. */
  #isAlong(
    { from, to, low, high }: SlabCells['cells'][number],
    edge: PlaneSegment,
    k: number,
    { which }: EdgeGaps,
    begin: Rational,
    end: Rational,
  ): boolean {
    if (which === 0) {
      if (low.edge !== k && high.edge !== k) return false;
      const x = middle(from, to);
      return order(begin, x) < 0 && order(x, end) < 0;
    }
    const x = coordinate(edge.from, 0);
    if (order(from, x) !== 0 && order(to, x) !== 0) return false;
    return order(greatest(begin, heightAt(low.line, x)), least(end, heightAt(high.line, x))) < 0;
  }

  /** A face without area: the gaps of its edges lie on one line, and overlapping gaps are one part. */
  #joinParts(parts: readonly EdgePart[], edges: readonly PlaneSegment[], gaps: readonly (EdgeGaps | null)[]): void {
    const { nodes } = this.#input;
    for (const [region, { k, n, gap }] of parts.entries()) {
      const found = gaps[k] as EdgeGaps;
      this.#points[region] = pointOn(edges[k], found.which, middle(gap[0], gap[1]));
      this.#joinEdge(region, k, n, found);
      for (let other = 0; other < region; other++) {
        const { gap: known } = parts[other];
        if (order(greatest(gap[0], known[0]), least(gap[1], known[1])) < 0)
          nodes.join(this.firstNode + region, this.firstNode + other);
      }
    }
  }

  /** Joins a region with gap g of edge k. */
  #joinEdge(region: number, k: number, g: number, { which, gaps, isFree }: EdgeGaps): void {
    const { tool, face, nodes } = this.#input;
    const [v, w] = [0, 1].map((n) => tool.faces[3 * face + ((k + n) % 3)]);
    const { welded } = tool.topology;
    const axis = (this.#plane.axis + 1 + which) % 3;
    const isAscending = this.#corners[k][axis] < this.#corners[(k + 1) % 3][axis];
    const isForth = isAscending === welded[v] < welded[w];
    const [a, b] = welded[v] < welded[w] ? [welded[v], welded[w]] : [welded[w], welded[v]];
    const count = gaps.length;
    const node = isForth
      ? nodes.ofEdge(a, b, g, count, isFree)
      : nodes.ofEdge(a, b, count - 1 - g, count, [isFree[1], isFree[0]]);
    nodes.join(this.firstNode + region, node);
  }

  windingOf(region: number): number {
    const { bone, tool, face } = this.#input;
    const [a, b, c] = [0, 1, 2].map((k) => cornerOffset(tool.faces, face, k));
    return windingAtFraction(bone, tool.positions, [a, b, c], this.#weightsOf(this.#points[region]));
  }

  regionAt(x: number, y: number, z: number): number {
    const { tool, face } = this.#input;
    const { axis } = this.#plane;
    // A non-zero coordinate of the face gives the number of mm per integer unit.
    const vertex = [0, 1, 2].find((k) => this.#corners[k].some((part) => part !== 0n)) as number;
    const k = this.#corners[vertex].findIndex((part) => part !== 0n);
    const p = [x, y, z];
    const known = tool.positions[cornerOffset(tool.faces, face, vertex) + k];
    const [unit, u, v] = toIntegers([known, p[(axis + 1) % 3], p[(axis + 2) % 3]]).values;
    const scale = this.#corners[vertex][k];
    const seen: PlanePoint = unit < 0n ? [-u * scale, -v * scale, -unit] : [u * scale, v * scale, unit];
    if (this.#cells !== null) return this.#cells.regionAt(seen);
    return this.#parts.findIndex(({ which, gap: [from, to] }) => {
      const at = coordinate(seen, which);
      return order(from, at) < 0 && order(at, to) < 0;
    });
  }

  seedOf(region: number, out: Float64Array): void {
    const { tool, face } = this.#input;
    const weights = this.#weightsOf(this.#points[region]);
    const whole = weights[0] + weights[1] + weights[2];
    const shares = weights.map((weight) => shareOf(weight, whole));
    for (let k = 0; k < 3; k++)
      out[k] = [0, 1, 2].reduce((sum, n) => sum + shares[n] * tool.positions[cornerOffset(tool.faces, face, n) + k], 0);
  }

  /** The barycentric coordinates of a point of the face: weights ≥ 0 of the corners, not normalized to sum 1. */
  #weightsOf([x, y, w]: PlanePoint): readonly [bigint, bigint, bigint] {
    const seen = this.#corners.map((corner) => seenFrom(this.#plane, corner));
    if (this.#cells === null) return this.#weightsOnLine([x, y, w], seen);
    const weights = [0, 1, 2].map((k) => {
      const [p, q] = [seen[(k + 1) % 3], seen[(k + 2) % 3]];
      return (p[0] * w - x) * (q[1] * w - y) - (p[1] * w - y) * (q[0] * w - x);
    });
    const sign = weights.some((weight) => weight < 0n) ? -1n : 1n;
    return [sign * weights[0], sign * weights[1], sign * weights[2]];
  }

  /** The same for a face without area: weights of two corners that have the point between them. */
  #weightsOnLine([x, y, w]: PlanePoint, seen: readonly PlanePoint[]): readonly [bigint, bigint, bigint] {
    const weights: [bigint, bigint, bigint] = [0n, 0n, 0n];
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      const part = seen[i][0] !== seen[j][0] ? 0 : 1;
      const at = part === 0 ? x : y;
      const from = at - seen[i][part] * w;
      const to = seen[j][part] * w - at;
      if (from === 0n && to === 0n) continue;
      if ((from >= 0n && to >= 0n) || (from <= 0n && to <= 0n)) {
        const sign = from + to < 0n ? -1n : 1n;
        weights[i] = sign * to;
        weights[j] = sign * from;
        return weights;
      }
    }
    throw new RangeError(`face ${this.face}: a point off its line`);
  }
}

/** The plane of three corners; if they are collinear, a plane through that line. */
function planeThrough(corners: readonly Vector[], normal: Vector): SeenPlane {
  const origin = corners[0];
  if (normal.some((part) => part !== 0n)) return { origin, normal, axis: largest(normal) };
  const along = [minus(corners[1], origin), minus(corners[2], origin)].find((side) => side.some((part) => part !== 0n));
  if (along === undefined) return { origin, normal: [0n, 0n, 1n], axis: 2 };
  const axis = largest(along);
  const across: Vector = axis === 0 ? [0n, 1n, 0n] : axis === 1 ? [0n, 0n, 1n] : [1n, 0n, 0n];
  const turned = cross(along, across);
  return { origin, normal: turned, axis: largest(turned) };
}

function largest(v: Vector): number {
  const size = v.map((part) => (part < 0n ? -part : part));
  return size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
}
