// A motion of the tool → its first contact with the bone, by a detector's own answers at poses.

import type { BoneBody, ToolBody } from '#bodies';
import { emptyPose, isPose, type RigidPose, vectorLength } from '#core';
import { type FirstContactOptions, FirstContactSearch, type RigidMotion } from '#motion';
import { faceNormal, SharedSegment, TrianglePair } from '#triangles';
import { hasPartInside } from '../contact-state.ts';
import type { Detector, FirstContact } from '../detector.ts';

type Answers = Pick<Detector, 'intersects' | 'intersectingFaces' | 'minimumDistance'>;
type Pair = Pick<FirstContact, 'boneFace' | 'toolFace' | 'bonePoint' | 'toolPoint'>;

const NOWHERE = () => new Float64Array(3).fill(Number.NaN);

export class FirstContactQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #answers: Answers;
  readonly #search: FirstContactSearch;
  readonly #segment = new SharedSegment();

  constructor(bone: BoneBody, tool: ToolBody, answers: Answers) {
    this.#bone = bone;
    this.#tool = tool;
    this.#answers = answers;
    this.#search = new FirstContactSearch(bone, tool, {
      touches: (pose, distance) =>
        distance > 0 ? answers.minimumDistance(pose).distance <= distance : answers.intersects(pose),
      isInside: (pose) => this.#isInside(pose),
    });
  }

  find(motion: RigidMotion, options: FirstContactOptions): FirstContact {
    const { normal, ...end } = this.#search.find(motion, options);
    const { status, highPose } = end;
    if (status === 'free')
      return { ...end, boneFace: -1, toolFace: -1, bonePoint: NOWHERE(), toolPoint: NOWHERE(), normal: NOWHERE() };
    const pair = this.#pairAt(highPose);
    return { ...end, ...pair, normal: normal ?? this.#normalOf(pair) };
  }

  /** The first pair that shares a point, with a shared point; if none does, the nearest pair. */
  #pairAt(pose: Float64Array): Pair {
    const found = this.#answers.intersectingFaces(pose);
    if (found.length === 0) {
      const { bonePoint, toolPoint, boneFace, toolFace } = this.#answers.minimumDistance(pose);
      return { bonePoint, toolPoint, boneFace, toolFace };
    }
    const [boneFace, toolFace] = found;
    const ends = new Float64Array(6);
    const { positions, faces } = this.#bone;
    const tool = this.#tool;
    tool.moveTo(posed(pose), this.#bone.magnitude);
    const pair = new TrianglePair().loadFirstFace(positions, faces, boneFace);
    this.#segment.find(pair.loadSecondFace(tool.positions, tool.faces, toolFace), ends, 0);
    const shared = Float64Array.from({ length: 3 }, (_, k) => 0.5 * (ends[k] + ends[3 + k]));
    return { boneFace, toolFace, bonePoint: shared, toolPoint: shared.slice() };
  }

  /** From the bone's point to the tool's; if they coincide, the outward normal of the bone's face. */
  #normalOf({ boneFace, bonePoint, toolPoint }: Pair): Float64Array {
    const { positions, faces } = this.#bone;
    let n = toolPoint.map((x, k) => x - bonePoint[k]);
    if (n.every((x) => x === 0)) {
      n = new Float64Array(3);
      const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * boneFace + k]);
      faceNormal(positions, a, b, c, n, 0);
    }
    const length = vectorLength(n[0], n[1], n[2]);
    return n.map((x) => x / length);
  }

  /** Whether one body lies inside the other, for surfaces that share no point at the pose. */
  #isInside(pose: Float64Array): boolean {
    const bone = this.#bone;
    const tool = this.#tool;
    tool.moveTo(posed(pose), bone.magnitude);
    const [inBone, inTool] = [bone.signed ? bone.solid.isInside : null, tool.signed ? tool.solid.isInside : null];
    return (
      (inBone !== null && hasPartInside(tool, tool.topology.representatives(), inBone)) ||
      (inTool !== null && hasPartInside(bone, bone.topology.representatives(), inTool))
    );
  }
}

/** A pose of a motion, which is one already. */
function posed(pose: Float64Array): RigidPose {
  const checked = emptyPose();
  isPose(pose, checked);
  return checked;
}
