// Active faces and a resolution → a refusal if they have more leaves than fit in memory, before the first leaf is made.
//
// If the active faces were entirely in contact, each would have 4^level leaves: if that sum is small, nothing more is
// checked. Else the subdivision proceeds as in subdivide-faces.ts, but not into a sub-triangle whose leaf count is
// certain:
//
//   no face is near it, and it lies inside the other solid  ── 4^(levels below it) leaves
//   its three corners lie within the distance of one face   ── as many: the distance to a triangle, which is convex, is
//                                                              greatest at a corner, so each leaf is within it
//   one of the leaf level that is not ruled out              ── 1
//
// Only the border of the contact is followed: the count is the number of leaves, in time that grows with 1/h, not with
// 1/h². A corner's distance is rounded by less than the slack that SphereFaceTest allows.

import { cornerOffset, grown, lengthSlack, OptionError } from '#core';
import { type ActiveFaces, CHILDREN, type Surface } from '#records';
import { DEEPEST_LEVEL, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED, TrianglePair } from '#triangles';
import { MOST_LEAVES, tooFine, WHOLE_FACE, writeChild } from './leaf-lattice.ts';
import { SphereFaceTest } from './sphere-face.ts';
import { leafCorners, type SubdivideInput } from './subdivide-faces.ts';

/** The most sub-triangles visited once there are too many leaves: the message then states a lower bound. */
const MOST_LOOKS = 2 ** 16;

/** Whether there would be too many leaves if all of the faces were in contact. */
export function mayBeTooManyLeaves(active: ActiveFaces, levels: Uint8Array): boolean {
  const { face } = active.rows.columns;
  let most = 0;
  for (let row = 0; row < active.rows.length; row++) {
    most += CHILDREN ** levels[face[row]];
  }
  return most > MOST_LEAVES;
}

/**
 * To be called if mayBeTooManyLeaves.
 * @throws OptionError RESOLUTION_TOO_FINE: more than MOST_LEAVES, or a face that would be halved too often.
 */
export function checkLeafCount(input: SubdivideInput): void {
  const count = new LeafCounter(input).count();
  if (count > MOST_LEAVES) throw tooManyLeaves(input.body.name, count, input.resolution);
}

/** @param count a lower bound on the number of leaves. */
export function tooManyLeaves(name: string, count: number, h: number): OptionError {
  // Twice h leaves a quarter of the leaves, or a few more along the border of the contact.
  const coarser = h * 2 ** Math.ceil(Math.log2((1.5 * count) / MOST_LEAVES) / 2);
  return new OptionError(
    'RESOLUTION_TOO_FINE',
    `Resolution ${h} mm makes at least ${count} sub-triangles of "${name}" at this pose, at most ${MOST_LEAVES} are ` +
      `held; use a resolution of ${Number(coarser.toPrecision(3))} mm or more, or a smaller contact distance.`,
  );
}

export class LeafCounter {
  readonly #input: SubdivideInput;
  readonly #lattice = new Int32Array(6 * (DEEPEST_LEVEL + 1));
  readonly #corners = new Float64Array(9);
  readonly #parent = new TrianglePair();
  readonly #nearest = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #sphere: SphereFaceTest;
  #near = new Uint32Array(1024);
  #leaf = 0;
  #count = 0;
  /** Sub-triangles visited. */
  looks = 0;

  constructor(input: SubdivideInput) {
    const { body, other, maxDistance } = input;
    this.#input = input;
    const slack = lengthSlack(Math.max(body.magnitude, other.magnitude) + maxDistance);
    this.#sphere = new SphereFaceTest(other, maxDistance + slack);
  }

  /** @returns the number of leaves, or some number above MOST_LEAVES. */
  count(): number {
    const { active, body, levels, resolution } = this.#input;
    const { face, start, count, inside } = active.rows.columns;
    for (let row = 0; row < active.rows.length; row++) {
      if (levels[face[row]] > DEEPEST_LEVEL) throw tooFine(body, face[row], resolution);
      this.#leaf = levels[face[row]];
      this.#parent.loadFirstFace(body.positions, body.faces, face[row]);
      this.#lattice.set(WHOLE_FACE);
      this.#near = grown(this.#near, 0, count[row]);
      for (let i = 0; i < count[row]; i++) this.#near[i] = active.near.values[start[row] + i];
      this.#visit(0, 0, count[row], inside[row]);
    }
    return this.#count;
  }

  /** As FaceSubdivider's. */
  #visit(level: number, start: number, count: number, known: number): void {
    if (this.#count > MOST_LEAVES && this.looks > MOST_LOOKS) return;
    this.looks++;
    const corners = this.#corners;
    leafCorners(this.#parent.corners, this.#lattice, 6 * level, 1 << level, corners);
    const end = start + count;
    this.#near = grown(this.#near, end, end + count);
    const near = this.#near;
    this.#sphere.sphereOf(corners);
    let kept = 0;
    for (let i = start; i < end; i++) if (this.#sphere.mayMeet(near[i])) near[end + kept++] = near[i];
    const isInside = kept === 0 && (known === 1 || this.#input.inside?.(corners) === true);
    if (kept === 0 && !isInside) return;
    if (isInside || level === this.#leaf || this.#isWithin(end, kept)) {
      this.#count += CHILDREN ** (this.#leaf - level);
      return;
    }
    for (let child = 0; child < CHILDREN; child++) {
      writeChild(this.#lattice, level, child);
      this.#visit(level + 1, end, kept, known);
    }
  }

  /** Whether one of the near faces is within the distance of all three corners. */
  #isWithin(from: number, count: number): boolean {
    const { other, maxDistance } = this.#input;
    for (let i = from; i < from + count; i++) if (this.#isWithinOf(other, this.#near[i], maxDistance)) return true;
    return false;
  }

  #isWithinOf({ positions, faces }: Surface, face: number, maxDistance: number): boolean {
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    const squared = maxDistance * maxDistance;
    for (let k = 0; k < 9; k += 3) {
      pointTriangle(this.#corners, k, positions, a, b, c, this.#nearest);
      if (!(this.#nearest[SQUARED] <= squared)) return false;
    }
    return true;
  }
}
