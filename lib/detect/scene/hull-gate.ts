// A bone, a tool and a pose → whether their convex hulls alone prove that they are separated.
//
//   boxes overlap ──▶ hulls: V-Clip, from the pair's last pose ── apart by more than δ ──▶ left out
//                                                               └─ else ──▶ a detector decides, face by face
//
// Two stages before the triangles, as for robots whose links are prechecked by their hulls. A body lies in its hull, so
// what the hulls prove holds for the surfaces: no pair that touches is left out, and a tool inside a bone's solid is in
// its hull as well. Under a pose this holds up to rounding: a vertex of the tool is a weighted mean of the hull's, and
// the pose's formula moves each of them by less than 8·u·M off its exact place (core/pose.ts), so by 16·u·M off the
// hull of the stored coordinates; lengthSlack is four times that. M bounds all coordinates.

import { type ConvexBody, createConvex, PairDistance } from '#convex';
import { isPose, lengthSlack, reportDistance } from '#core';
import type { TriangleMesh } from '#mesh';

export class HullGate {
  readonly #bones: readonly ConvexBody[];
  readonly #tools: readonly ConvexBody[];
  readonly #contactDistance: number;
  /** By bone, then tool: where the last search of the pair ended. */
  readonly #searches = new Map<number, PairDistance>();

  /** Makes the hulls. */
  constructor(bones: readonly TriangleMesh[], tools: readonly TriangleMesh[], contactDistance: number) {
    this.#bones = bones.map(hullOf);
    this.#tools = tools.map(hullOf);
    this.#contactDistance = contactDistance;
  }

  /** @param pose tool → bone, 16 numbers; one that a detector would refuse proves nothing. */
  areSeparated(bone: number, tool: number, pose: Float64Array): boolean {
    const search = this.#searchOf(bone * this.#tools.length + tool);
    const { pair, bounds } = search;
    if (!isPose(pose, pair.pose)) return false;
    search.measure(this.#bones[bone], this.#tools[tool], 'v-clip');
    return bounds[0] - lengthSlack(pair.magnitude) > reportDistance(this.#contactDistance, pair.magnitude);
  }

  #searchOf(pair: number): PairDistance {
    const kept = this.#searches.get(pair) ?? new PairDistance();
    this.#searches.set(pair, kept);
    return kept;
  }
}

function hullOf(mesh: TriangleMesh): ConvexBody {
  return createConvex({ kind: 'hull', mesh }) as ConvexBody;
}
