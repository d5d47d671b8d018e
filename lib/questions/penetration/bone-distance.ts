// A point or a ball → bounds on its distance from the bone's surface, mm.

import type { LocalFrame } from '#core';
import { cornerOffset, lengthSlack } from '#core';
import { NearestFace } from '#proximity';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import type { Solid } from './face-cut.ts';

export class BoneDistance {
  /** For the point measured last: low ≤ exact distance ≤ high, mm, and a face that is nearest up to rounding. */
  low = 0;
  high = 0;
  face = -1;
  readonly #bone: Solid;
  readonly #nearest: NearestFace;
  readonly #result = new Float64Array(POINT_TRIANGLE_SIZE);

  constructor(bone: Solid) {
    this.#bone = bone;
    this.#nearest = new NearestFace(bone);
  }

  /** Forgets the last point, whose face would start the next search: answers then depend on nothing earlier. */
  begin(): void {
    this.face = -1;
  }

  /** Measures point `at` of P. */
  measure(P: Float64Array, at: number): void {
    const [x, y, z] = [P[at], P[at + 1], P[at + 2]];
    const nearest = this.#nearest;
    nearest.find(x, y, z, this.face);
    const slack = lengthSlack(Math.max(this.#bone.magnitude, Math.abs(x), Math.abs(y), Math.abs(z)));
    this.face = nearest.face;
    // The computed distance is off by at most distanceError, which is less than the slack.
    const distance = Math.sqrt(nearest.squared);
    this.low = Math.max(0, distance - slack);
    this.high = distance + slack;
  }

  /**
   * An upper bound on the distance from each of `count` points, xyz each from `at` on, to one bone face. It holds for
   * every point of their convex hull, since the distance to a convex set is convex.
   */
  mostFrom(face: number, P: Float64Array, at: number, count: number): number {
    const { positions: B, faces, magnitude } = this.#bone;
    let most = 0;
    for (let p = at; p < at + 3 * count; p += 3) {
      pointTriangle(
        P,
        p,
        B,
        cornerOffset(faces, face, 0),
        cornerOffset(faces, face, 1),
        cornerOffset(faces, face, 2),
        this.#result,
      );
      const slack = lengthSlack(Math.max(magnitude, Math.abs(P[p]), Math.abs(P[p + 1]), Math.abs(P[p + 2])));
      most = Math.max(most, Math.sqrt(this.#result[SQUARED]) + slack);
    }
    return most;
  }
}

/**
 * Writes the centre x, y, z and the radius of a ball, bone frame, mm, that contains a box of a body's own frame under
 * the body's pose. R stretches lengths by at most √(1 + 3e-5) < 1 + 2^-15; the frame's slack covers the rounding of the
 * stored coordinates.
 */
export function posedBall(boxes: Float32Array, o: number, { forward: m, slack }: LocalFrame, out: Float64Array): void {
  const x = (boxes[o] + boxes[o + 3]) / 2;
  const y = (boxes[o + 1] + boxes[o + 4]) / 2;
  const z = (boxes[o + 2] + boxes[o + 5]) / 2;
  for (let k = 0; k < 3; k++) out[k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
  const [dx, dy, dz] = [boxes[o + 3] - x, boxes[o + 4] - y, boxes[o + 5] - z];
  out[3] = Math.sqrt(dx * dx + dy * dy + dz * dz) * STRETCH + 2 * slack;
}

const STRETCH = 1 + 2 ** -14;
