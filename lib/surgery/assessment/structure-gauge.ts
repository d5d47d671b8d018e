// A structure that must not be hurt, a tool and its poses → how near the tool comes, or how deep it penetrates.

import { createDetector, type Detector } from '#detector';
import type { TriangleMesh } from '#mesh';
import { checkMotion, Stroke } from '#motion';
import type { ContactTable, Interval, Pose } from '#records';

/** At one pose. Points are in the bone's frame, mm. */
export interface StructureNearness {
  /** The smallest distance between the surfaces; 0 if they touch, or if one body lies inside the other. */
  readonly distance: number;
  /** The closest points; null if the distance is 0. */
  readonly points: { readonly structure: readonly number[]; readonly tool: readonly number[] } | null;
  /**
   * 0 if they are apart. Else the greatest distance from a point of one body that lies in the other to the other's
   * surface. null if the structure is open: it has no inside.
   */
  readonly depth: Interval | null;
}

export class StructureGauge {
  readonly #detector: Detector;
  /** No point of the tool is farther from its origin, mm. */
  readonly #reach: number;

  private constructor(detector: Detector, reach: number) {
    this.#detector = detector;
    this.#reach = reach;
  }

  /** @param resolution mm: the resolution of the depth. @throws (as a rejection) as createDetector. */
  static async create(structure: TriangleMesh, tool: TriangleMesh, resolution: number): Promise<StructureGauge> {
    const detector = await createDetector({ bone: structure, tool, contactDistance: 0, resolution, backend: 'cpu' });
    return new StructureGauge(detector, reachOf(tool));
  }

  at(pose: Pose): StructureNearness {
    const { state, signed, contacts } = this.#detector.detectSync(pose);
    if (state === 'intersecting' || state === 'enclosed')
      return { distance: 0, points: null, depth: signed.tool ? depthOf(contacts) : null };
    const { distance, bonePoint, toolPoint } = this.#detector.minimumDistance(pose);
    return {
      distance,
      points: { structure: Array.from(bonePoint), tool: Array.from(toolPoint) },
      depth: signed.tool ? { low: 0, high: 0 } : null,
    };
  }

  /**
   * A lower bound of the distance at every time between two poses. No point of the tool moves farther than L =
   * Stroke.farthest. A point that has moved by s is at least d₁ − s from the structure and, since at most L − s is
   * left, at least d₂ − (L − s): the greater of both is never less than (d₁ + d₂ − L) / 2.
   */
  leastBetween(from: Pose, to: Pose, before: number, after: number): number {
    const magnitude = Math.max(...[12, 13, 14].map((k) => Math.max(Math.abs(from[k]), Math.abs(to[k]))));
    const stroke = new Stroke(checkMotion({ from, to }), this.#reach, magnitude + this.#reach + before);
    return Math.max(0, (before + after - stroke.farthest) / 2 - stroke.slack);
  }

  dispose(): void {
    this.#detector.dispose();
  }
}

function reachOf({ positions }: TriangleMesh): number {
  let square = 0;
  for (let at = 0; at < positions.length; at += 3)
    square = Math.max(square, positions[at] ** 2 + positions[at + 1] ** 2 + positions[at + 2] ** 2);
  return Math.sqrt(square);
}

/** Distances are signed: the exact depth lies between the deepest point found and the deepest low end. */
function depthOf(contacts: ContactTable): Interval {
  let found = 0;
  let bound = 0;
  for (let row = 0; row < contacts.length; row++) {
    found = Math.max(found, -contacts.distance[row]);
    bound = Math.max(bound, -contacts.low[row]);
  }
  return { low: found, high: Math.max(found, bound) };
}

/** For a whole path. */
export interface NearestPass {
  /** The first pose with the least distance; among poses that touch, the one with the greatest depth. */
  readonly pose: number;
  /** mm: contains the least distance over the whole path, including the motions between the poses. */
  readonly distance: Interval;
}

/** @param between one number for each motion between consecutive poses: see leastBetween. */
export function nearestPass(poses: readonly StructureNearness[], between: readonly number[]): NearestPass {
  const isWorse = (a: StructureNearness, b: StructureNearness) =>
    a.distance < b.distance || (a.distance === b.distance && (a.depth?.high ?? 0) > (b.depth?.high ?? 0));
  let worst = 0;
  for (let pose = 1; pose < poses.length; pose++) if (isWorse(poses[pose], poses[worst])) worst = pose;
  const { distance } = poses[worst];
  return { pose: worst, distance: { low: between.reduce((a, b) => Math.min(a, b), distance), high: distance } };
}
