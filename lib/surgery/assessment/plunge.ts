// A bone before the cut, a tool and its poses → how far the blade broke through on the far side of the bone.

import { createDetector, type Detector } from '#detector';
import type { TriangleMesh } from '#mesh';
import type { Interval, Pose } from '#records';

/** mm; relative to the original bone, which the blade may have gone through long ago. */
export interface PlungeAt {
  /** Whether a part of the tool has broken through the bone, exactly: see Penetration. */
  readonly isThrough: boolean;
  /** The greatest distance from the bone to such a part; 0 if not through. */
  readonly depth: Interval;
  /** A point of that part at least depth.low away from the bone, bone frame; null if not through. */
  readonly point: readonly number[] | null;
  /** The least wall ahead along the feed; null without a feed, Infinity if tool and bone are apart. */
  readonly wallAhead: Interval | null;
}

export interface PlungeOptions {
  /** mm: the approximate maximum width of the depth's interval. */
  readonly resolution: number;
  /** Unit, tool frame. */
  readonly feed?: readonly number[];
  /** The vertex by which the tool is held; default: the one farthest from the bone. */
  readonly shank?: number;
}

export class PlungeGauge {
  readonly #detector: Detector;

  private constructor(detector: Detector) {
    this.#detector = detector;
  }

  /** @throws (as a rejection) as createDetector. */
  static async create(bone: TriangleMesh, tool: TriangleMesh, options: PlungeOptions): Promise<PlungeGauge> {
    return new PlungeGauge(
      await createDetector({ bone, tool, contactDistance: 0, sides: 'tool', backend: 'cpu', ...options }),
    );
  }

  /** @returns null if bone or tool is not a solid: then no side of the bone is the far one. @throws PoseError. */
  at(pose: Pose): PlungeAt | null {
    const found = this.#detector.detectSync(pose).penetration;
    if (found === null) return null;
    const { through, protrusion, protrusionPoint, wallAhead } = found;
    return { isThrough: through, depth: protrusion, point: through ? Array.from(protrusionPoint) : null, wallAhead };
  }

  dispose(): void {
    this.#detector.dispose();
  }
}

/** The first pose with the deepest plunge, by the high end; null if the tool never breaks through. */
export function deepestPlunge(poses: readonly (PlungeAt | null)[]): number | null {
  let deepest: number | null = null;
  let most = 0;
  for (const [pose, plunge] of poses.entries()) {
    if (plunge === null || !plunge.isThrough || plunge.depth.high <= most) continue;
    deepest = pose;
    most = plunge.depth.high;
  }
  return deepest;
}
