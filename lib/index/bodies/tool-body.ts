// The tool: coordinates under a pose, indexes in its own frame. It states which posed coordinates are valid.

import {
  frameSlack,
  identityFrame,
  isStretchEnough,
  type LocalFrame,
  posePositions,
  poseVertex,
  type RigidPose,
  toolFrame,
  turnFrame,
} from '#core';
import { DividedFaces } from '#divisions';
import type { TriangleMesh } from '#mesh';
import type { CandidateMethod } from '#records';
import { Body, type BodyParts } from './body.ts';

/** The tool: posed coordinates, indexes in its own frame. */
export class ToolBody extends Body {
  readonly frame = identityFrame();
  readonly #local: Float64Array;
  /** The largest coordinate in the own frame, mm. */
  readonly ownMagnitude: number;
  /** Box in the own frame: low x, y, z, high x, y, z. */
  readonly ownBounds: Float64Array;
  /** The pose whose coordinates are computed on demand. A vertex has them if its stamp is current. */
  #pending: RigidPose | null = null;
  readonly #posedAt: Float64Array;
  #stamp = 0;
  /** magnitudeUnder the present pose, however it was taken: what divides faces must not depend on that. */
  #posedBound = 0;

  constructor(mesh: TriangleMesh | BodyParts, method?: CandidateMethod) {
    super(mesh, undefined, method);
    this.ownMagnitude = this.magnitude;
    this.#local = this.positions;
    this.ownBounds = this.box.slice();
    this.positions = new Float64Array(this.#local.length);
    this.#posedAt = new Float64Array(this.vertexCount);
  }

  ownPositions(): Float64Array {
    return this.#local;
  }

  override divided(resolution: number): DividedFaces {
    const { faces, faceCount } = this;
    if (isStretchEnough(this.#posedBound, resolution)) return super.divided(resolution);
    return new DividedFaces(this.positions, faces, faceCount, resolution, this.#posedBound);
  }

  /** Takes a pose: all coordinates, box and frame. @param boneMagnitude a bound on the bone's coordinates. */
  moveTo(pose: RigidPose, boneMagnitude: number): void {
    this.#posedBound = this.magnitudeUnder(pose);
    turnFrame(pose, this.frame);
    this.frame.slack = frameSlack(Math.max(this.#posedBound, boneMagnitude));
    this.#poseAll(pose);
  }

  /**
   * Takes a pose, which is kept, not copied. `positions` is then valid for the faces passed to `poseFaces`, and
   * `magnitude` is a bound. Reading `bounds` poses all vertices.
   * @param bone the body, not its magnitude: V8 allocates for a number passed to a call, and queries must not allocate.
   */
  moveOnDemand(pose: RigidPose, bone: { readonly magnitude: number }): void {
    this.#posedBound = this.magnitudeUnder(pose);
    this.magnitude = this.#posedBound;
    turnFrame(pose, this.frame);
    this.frame.slack = frameSlack(Math.max(this.magnitude, bone.magnitude));
    this.#pending = pose;
    this.#stamp++;
  }

  override get bounds(): Float64Array {
    if (this.#pending !== null) this.#poseAll(this.#pending);
    return this.box;
  }

  #poseAll(pose: RigidPose): void {
    this.magnitude = posePositions(pose, this.#local, this.vertexCount, this.positions, this.box);
    this.#pending = null;
  }

  poseFaces(faces: Uint32Array, first: number, end: number): void {
    if (this.#pending === null) return;
    const { matrix } = this.#pending;
    for (let i = first; i < end; i++) {
      const f = 3 * faces[i];
      this.#poseOnce(matrix, this.faces[f]);
      this.#poseOnce(matrix, this.faces[f + 1]);
      this.#poseOnce(matrix, this.faces[f + 2]);
    }
  }

  #poseOnce(matrix: Float64Array, vertex: number): void {
    if (this.#posedAt[vertex] === this.#stamp) return;
    this.#posedAt[vertex] = this.#stamp;
    poseVertex(matrix, this.#local, 3 * vertex, this.positions, 3 * vertex);
  }

  /** All coordinates under a pose, as `moveTo` would store them, without taking the pose. */
  positionsUnder(pose: RigidPose): Float64Array {
    const out = new Float64Array(this.#local.length);
    posePositions(pose, this.#local, this.vertexCount, out, new Float64Array(6));
    return out;
  }

  /** The tool's frame under a pose, without taking the pose. */
  frameUnder(pose: RigidPose, boneMagnitude: number): LocalFrame {
    return toolFrame(pose, Math.max(this.magnitudeUnder(pose), boneMagnitude));
  }

  /**
   * A bound on the posed coordinates, the tool's own and the translation: rows of |R| sum to at most √3·(1 + 1e-5) < 2.
   */
  magnitudeUnder({ matrix }: RigidPose): number {
    return 2 * this.ownMagnitude + Math.max(Math.abs(matrix[12]), Math.abs(matrix[13]), Math.abs(matrix[14]));
  }
}
