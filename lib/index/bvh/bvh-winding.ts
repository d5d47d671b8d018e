// A point and a closed, oriented surface → its winding number, along one ray through the surface's BVH.
//
// The ray (triangles/ray-winding.ts) runs nearly along an axis of the surface's own frame, from p outwards. Nodes whose
// boxes meet its range in u and v, and do not lie behind p, are opened. For the faces of a leaf whose own ranges do so,
// exact signs decide what they add. A face is in one leaf, so it is tested once.
//
//        ┌───────┐   ┌──────┐
//   p●───┼───────┼───┼──────┼──▶ q      The body is shortest along this axis, so that the ray meets few boxes.
//        └───────┘   └──────┘

import { BRANCHING, type SolidTest, type Surface } from '#records';
import {
  AMBIGUOUS,
  CLEAR,
  DEPTH_HIGH,
  DEPTH_LOW,
  ON_FACE,
  RayWinding,
  rayCrossing,
  U_HIGH,
  U_LOW,
  V_HIGH,
  V_LOW,
} from '#triangles';

/** The most levels of a tree: 8^12 faces are more than an array holds. */
const DEEPEST = 12;

export class BvhWinding extends RayWinding implements SolidTest {
  readonly #surface: Surface;
  /** Nodes still to be opened: level, node. */
  readonly #stack = new Uint32Array(2 * BRANCHING * DEEPEST);

  constructor(surface: Surface) {
    super(surface);
    this.#surface = surface;
  }

  /** The box of the whole tree. */
  get #root(): Float32Array {
    const { levels } = this.#surface.bvh;
    return levels[levels.length - 1];
  }

  protected isLow(depth: number): boolean {
    const box = this.#root;
    const { axis } = this;
    return depth - box[axis] < box[3 + axis] - depth;
  }

  protected get axis(): number {
    const box = this.#root;
    const x = box[3] - box[0];
    const y = box[4] - box[1];
    const z = box[5] - box[2];
    return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  }

  protected cross(): number {
    const { bvh } = this.#surface;
    const axis = this.axis;
    const stack = this.#stack;
    this.winding = 0;
    let met = CLEAR;
    let depth = 0;
    stack[depth++] = bvh.levels.length - 1;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const level = stack[--depth];
      if (!this.#meets(bvh.levels[level], 6 * node, axis)) continue;
      const first = BRANCHING * node;
      if (level > 0) {
        const end = Math.min(first + BRANCHING, bvh.sizes[level - 1]);
        for (let child = first; child < end; child++) {
          stack[depth++] = level - 1;
          stack[depth++] = child;
        }
        continue;
      }
      const found = this.#crossFaces(first, Math.min(first + BRANCHING, bvh.count), axis);
      if (found === ON_FACE) return ON_FACE;
      if (found === AMBIGUOUS) met = AMBIGUOUS;
    }
    return met;
  }

  /** Whether a node's box overlaps the ray's range. */
  #meets(boxes: Float32Array, at: number, axis: number): boolean {
    const { ray } = this;
    const u = at + ((axis + 1) % 3);
    const v = at + ((axis + 2) % 3);
    return (
      boxes[u] <= ray[U_HIGH] &&
      boxes[u + 3] >= ray[U_LOW] &&
      boxes[v] <= ray[V_HIGH] &&
      boxes[v + 3] >= ray[V_LOW] &&
      boxes[at + axis] <= ray[DEPTH_HIGH] &&
      boxes[at + 3 + axis] >= ray[DEPTH_LOW]
    );
  }

  /** Adds the contributions of the faces at places first … end − 1 to `winding`. */
  #crossFaces(first: number, end: number, axis: number): number {
    const { bvh, faces, positions, retired } = this.#surface;
    const own = this.#surface.ownPositions();
    const { ray } = this;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    let met = CLEAR;
    for (let place = first; place < end; place++) {
      const face = bvh.order[place];
      if (retired?.[face] === 1) continue;
      const a = 3 * faces[3 * face];
      const b = 3 * faces[3 * face + 1];
      const c = 3 * faces[3 * face + 2];
      if (isBeside(own, a + u, b + u, c + u, ray[U_LOW], ray[U_HIGH])) continue;
      if (isBeside(own, a + v, b + v, c + v, ray[V_LOW], ray[V_HIGH])) continue;
      if (isBeside(own, a + axis, b + axis, c + axis, ray[DEPTH_LOW], ray[DEPTH_HIGH])) continue;
      const crossed = rayCrossing(positions, a, b, c, ray);
      if (crossed === ON_FACE) return ON_FACE;
      if (crossed === AMBIGUOUS) met = AMBIGUOUS;
      else this.winding += crossed;
    }
    return met;
  }
}

/** Whether three coordinates all lie below a range, or all above it. */
function isBeside(own: Float64Array, a: number, b: number, c: number, low: number, high: number): boolean {
  return (own[a] < low && own[b] < low && own[c] < low) || (own[a] > high && own[b] > high && own[c] > high);
}
