// A controller's pose when it took hold of the tool, and its pose now → the tool's pose. Letting go and taking hold
// again elsewhere brings the hand back, as a mouse is lifted.
//
// A controller's place is given in metres in the axes of the picture that its holder looks at: x right, y up, z towards
// the holder. A movement to the right of that picture is one to the right in it, millimetre for millimetre. A turn is
// one about the tool's origin, since nothing says where in the hand the tool lies.

import { cross } from './framing.ts';
import type { Triple } from './picture-wire.ts';

/** Of WebXR: metres, and a unit quaternion. */
export interface Grip {
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  readonly orientation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
}

/** mm. */
const METRE = 1000;

export class Clutch {
  readonly #grip: Grip;
  readonly #pose: Float64Array;
  readonly #axes: readonly [Triple, Triple, Triple];

  /**
   * @param pose the tool's, when it was taken hold of. @param axes of the picture: right, up and towards the viewer,
   * orthonormal, in the bone's frame.
   */
  constructor(grip: Grip, pose: Float64Array, axes: readonly [Triple, Triple, Triple]) {
    this.#grip = grip;
    this.#pose = pose.slice();
    this.#axes = axes;
  }

  poseAt({ position, orientation }: Grip): Float64Array {
    const { position: from, orientation: turnedFrom } = this.#grip;
    const way = this.#inBone([position.x - from.x, position.y - from.y, position.z - from.z]);
    const [vector, w] = turnBetween(turnedFrom, orientation);
    const axis = this.#inBone(vector);
    const pose = this.#pose.slice();
    for (let k = 0; k < 3; k++) {
      pose.set(turned([this.#pose[4 * k], this.#pose[4 * k + 1], this.#pose[4 * k + 2]], axis, w), 4 * k);
      pose[12 + k] += METRE * way[k];
    }
    return pose;
  }

  #inBone(v: Triple): Triple {
    const [right, up, back] = this.#axes;
    const along = (k: 0 | 1 | 2) => v[0] * right[k] + v[1] * up[k] + v[2] * back[k];
    return [along(0), along(1), along(2)];
  }
}

/**
 * The quaternion that turns one orientation into the other, b·a⁻¹: its vector and its scalar. Made a unit in f64, since
 * WebXR's are rounded to f32, and a tool's pose must be rigid.
 */
function turnBetween(a: Grip['orientation'], b: Grip['orientation']): readonly [Triple, number] {
  const x = b.x * a.w - b.w * a.x - b.y * a.z + b.z * a.y;
  const y = b.y * a.w - b.w * a.y - b.z * a.x + b.x * a.z;
  const z = b.z * a.w - b.w * a.z - b.x * a.y + b.y * a.x;
  const w = b.w * a.w + b.x * a.x + b.y * a.y + b.z * a.z;
  const length = Math.hypot(x, y, z, w);
  return [[x / length, y / length, z / length], w / length];
}

/** v + 2w(q × v) + 2q × (q × v), for the unit quaternion of vector q and scalar w. */
function turned(v: Triple, q: Triple, w: number): Triple {
  const t = cross(q, v);
  const u = cross(q, t);
  return [v[0] + 2 * (w * t[0] + u[0]), v[1] + 2 * (w * t[1] + u[1]), v[2] + 2 * (w * t[2] + u[2])];
}
