// A bone and a tool at a pose → the leaves of each rule of subdivision that may come within δ of the other body or lie
// in it, counted.

import { BoneBody, ToolBody } from '#bodies';
import { checkPose } from '#core';
import { NearestFace } from '#proximity';
import { Divisions, type EdgeSquares, LEAF_NODE, StripDivider, TOO_FINE_NODE, visitPieces } from '#divisions';

type Mesh = ConstructorParameters<typeof ToolBody>[0];
export type Rule = 'quartering' | 'strips';

export interface LeafCounts {
  rows: number;
  /** Pieces tested, leaves included. */
  visited: number;
  /** Different corners of the leaves. */
  corners: number;
  /** Of the leaves, mm². */
  area: number;
}

/** Counts at several poses of one pair. */
export class LeafCounter {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;

  constructor(bone: Mesh, tool: Mesh) {
    this.#bone = new BoneBody(bone);
    this.#tool = new ToolBody(tool);
  }

  /** @param delta δ, mm. @param resolution h, mm. */
  count(rule: Rule, pose: ArrayLike<number>, delta: number, resolution: number): LeafCounts {
    const counts = { rows: 0, visited: 0, corners: 0, area: 0 };
    this.#tool.moveTo(checkPose(pose), this.#bone.magnitude);
    this.#side(rule, this.#bone, this.#tool, { delta, resolution }, counts);
    this.#side(rule, this.#tool, this.#bone, { delta, resolution }, counts);
    return counts;
  }

  #side(
    rule: Rule,
    body: BoneBody | ToolBody,
    other: BoneBody | ToolBody,
    { delta, resolution }: { delta: number; resolution: number },
    counts: LeafCounts,
  ): void {
    const { positions: A, faces } = body;
    const nearest = new NearestFace(other);
    const points = new Set<string>();
    const box = other.bounds;
    for (let f = 0; f < faces.length; f += 3) {
      const at = [faces[f], faces[f + 1], faces[f + 2]].map((vertex) => 3 * vertex);
      if (isFar(A, at, box, delta)) continue;
      const [ab, ac] = [1, 2].map((k) => [0, 1, 2].map((axis) => A[at[k] + axis] - A[at[0] + axis]));
      const squares = { ab: square(ab), ca: square(ac), bc: square(ac.map((x, k) => x - ab[k])) };
      const placed = (u: number, v: number) => [0, 1, 2].map((k) => A[at[0] + k] + u * ab[k] + v * ac[k]);
      divided(rule, squares, resolution, ({ corners, isLeaf }) => {
        counts.visited++;
        const places = Array.from({ length: corners.length / 2 }, (_, i) => placed(corners[2 * i], corners[2 * i + 1]));
        const [x, y, z] = [0, 1, 2].map((k) => places.reduce((sum, p) => sum + p[k], 0) / places.length);
        const radius = Math.max(...places.map((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z)));
        nearest.find(x, y, z, nearest.face);
        const mayHold = Math.sqrt(nearest.squared) <= radius + delta || (other.signed && other.solid.isInside(x, y, z));
        if (mayHold && isLeaf) {
          counts.rows++;
          const [p, q, r] = places;
          counts.area += areaOf(p, q, r);
          for (const place of places) points.add(place.map((c) => c.toFixed(6)).join());
        }
        return mayHold;
      });
    }
    counts.corners += points.size;
  }
}

interface Piece {
  readonly corners: readonly number[];
  readonly isLeaf: boolean;
}
const divisions = new Divisions();
const strips = new StripDivider(divisions);

function divided(rule: Rule, squares: EdgeSquares, resolution: number, visit: (piece: Piece) => boolean): void {
  if (rule === 'quartering') {
    quartered(squares, resolution, visit);
    return;
  }
  const node = strips.nodeOf(squares, resolution);
  if (node === TOO_FINE_NODE) throw new Error('A face would have too many leaves.');
  visitPieces(divisions, node, (piece) => visit({ corners: piece.corners, isLeaf: piece.node === LEAF_NODE }));
}

/** Each piece in four alike, until the longest edge is at most h: 4^k leaves. */
function quartered({ ab, bc, ca }: EdgeSquares, resolution: number, visit: (piece: Piece) => boolean): void {
  const longest = Math.sqrt(Math.max(ab, bc, ca));
  const go = (corners: readonly number[], level: number): void => {
    if (!visit({ corners, isLeaf: longest / 2 ** level <= resolution })) return;
    if (longest / 2 ** level <= resolution) return;
    const [a, b, c] = [corners.slice(0, 2), corners.slice(2, 4), corners.slice(4, 6)];
    const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
    for (const child of [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [bc, ca, ab],
    ])
      go(child.flat(), level + 1);
  };
  go([0, 0, 1, 0, 0, 1], 0);
}

const half = (p: readonly number[], q: readonly number[]) => p.map((x, k) => (x + q[k]) / 2);
const square = (v: readonly number[]) => v.reduce((sum, x) => sum + x * x, 0);

function areaOf(p: readonly number[], q: readonly number[], r: readonly number[]): number {
  const [u, v] = [q, r].map((to) => to.map((x, k) => x - p[k]));
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}

/** Whether a face is farther than that from a box along an axis. */
function isFar(A: ArrayLike<number>, at: readonly number[], box: Float64Array, delta: number): boolean {
  return [0, 1, 2].some((k) => {
    const own = at.map((vertex) => A[vertex + k]);
    return Math.min(...own) > box[3 + k] + delta || Math.max(...own) < box[k] - delta;
  });
}
