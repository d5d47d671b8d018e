// A pose → how deep the bodies overlap, by each of the written definitions.

import { BoneBody, ToolBody } from '#bodies';
import { type Convex, convexDistance, createConvex } from '#convex';
import { PenetrationFinder } from '#detector';
import type { TriangleMesh } from '#mesh';
import type { Interval } from '#records';
import { isConvexSurface } from '#reference';
import type { AnswerJudgement, DepthDefinition, Enclosure, JudgeOptions } from './engine-judgement.ts';
import type { JudgedBody } from './judged-body.ts';
import { nearestDepth } from './nearest-depth.ts';
import type { Piece } from './surface-pieces.ts';

export type Depths = Readonly<Record<DepthDefinition, Enclosure | null>>;

/** The intervals are at most this share of the tolerance wide, if the limits allow it. */
const SHARE = 1 / 8;

/**
 * `nearest` is the oracle's, within its limit on splits. `feed`, `protrusion` and `translation` are kerf's own
 * certified intervals: `penetration.insertion` and `.protrusion` of a detector, and `convexDistance` of the bodies'
 * hulls if both bodies are convex as given, which is decided exactly.
 */
export class DepthDefinitions {
  readonly #bone: TriangleMesh;
  readonly #tool: TriangleMesh;
  readonly #options: JudgeOptions;
  #finder: PenetrationFinder | undefined;
  #hulls: readonly [Convex, Convex] | null | undefined;

  constructor(bone: TriangleMesh, tool: TriangleMesh, options: JudgeOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
  }

  /** @param pieces of the bone's and of the tool's surface: all that may lie in the other body. */
  at(
    matrix: ArrayLike<number>,
    state: AnswerJudgement['exact']['state'],
    [bone, tool]: readonly [JudgedBody, JudgedBody],
    pieces: () => readonly [readonly Piece[], readonly Piece[]],
  ): Depths {
    const { tolerance, feed, oracleLimit } = this.#options;
    const isSolid = bone.sense !== 0 && tool.sense !== 0;
    if (state === 'separated') {
      const none = { low: 0, high: 0 };
      return {
        nearest: bone.sense === 0 && tool.sense === 0 ? null : none,
        feed: isSolid && feed !== null ? none : null,
        protrusion: isSolid ? none : null,
        translation: this.#convex() === null ? null : none,
      };
    }
    const [ofBone, ofTool] = pieces();
    const sides = [
      { pieces: ofBone, solid: tool },
      { pieces: ofTool, solid: bone },
    ].filter(({ solid }) => solid.sense !== 0);
    const penetration = isSolid ? this.#penetration().find(matrix) : null;
    return {
      nearest:
        sides.length === 0
          ? null
          : nearestDepth(
              sides.map(({ pieces: own, solid }) => ({ pieces: own, solid: solid.mesh })),
              SHARE * tolerance,
              oracleLimit,
            ),
      feed: enclosure(penetration?.insertion),
      protrusion: enclosure(penetration?.protrusion),
      translation: this.#translation(matrix),
    };
  }

  #penetration(): PenetrationFinder {
    const { tolerance, feed } = this.#options;
    this.#finder ??= new PenetrationFinder(new BoneBody(this.#bone), new ToolBody(this.#tool), {
      resolution: tolerance,
      feed,
      shank: null,
    });
    return this.#finder;
  }

  #convex(): readonly [Convex, Convex] | null {
    if (this.#hulls === undefined)
      this.#hulls =
        isConvexSurface(this.#bone) && isConvexSurface(this.#tool)
          ? [createConvex({ kind: 'hull', mesh: this.#bone }), createConvex({ kind: 'hull', mesh: this.#tool })]
          : null;
    return this.#hulls;
  }

  #translation(matrix: ArrayLike<number>): Enclosure | null {
    const hulls = this.#convex();
    if (hulls === null) return null;
    const { low, high } = convexDistance(hulls[0], hulls[1], matrix);
    return { low: Math.max(0, 0 - high), high: Math.max(0, 0 - low) };
  }
}

function enclosure(interval: Interval | null | undefined): Enclosure | null {
  return interval === null || interval === undefined ? null : { low: interval.low, high: interval.high };
}
