// Intersecting pairs of a posed tool and the bone → how far the tool has come into and through the bone.
//
//   pairs ─ToolParts→ emerged parts ─Protrusion→ how far they are from the bone       always
//                          └─WallAhead→ the least bone still ahead                    if a feed is given
//   faces ─Insertion→ the insertion                                                   if a feed is given

import type { Interval, Penetration } from '#records';
import type { Solid } from './face-cut.ts';
import { FarthestVertex } from './farthest-vertex.ts';
import { FeedSpace } from './feed-space.ts';
import { Insertion } from './insertion.ts';
import { Protrusion } from './protrusion.ts';
import { ToolParts } from './tool-parts.ts';
import { WallAhead } from './wall-ahead.ts';

export interface PenetrationOptions {
  /** h, mm. */
  readonly resolution: number;
  /** Tool frame, length 1; null: insertion and wallAhead are not computed. */
  readonly feed: readonly number[] | null;
  /** A vertex of the tool; null: the one farthest from the bone. */
  readonly shank: number | null;
}

/** The input for the tool's pose: see records. */
interface PenetrationInput {
  /** Bone face, tool face, …: all pairs that share a point. */
  readonly pairs: Uint32Array;
  /** The pairs' segments, 6 numbers each. */
  readonly segments: Float64Array;
  /** Whether the solids share a point: the surfaces do, or one lies inside the other. */
  readonly isOverlapping: boolean;
}

export class PenetrationQuery {
  readonly #bone: Solid;
  readonly #tool: Solid;
  readonly #options: PenetrationOptions;
  readonly #parts: ToolParts;
  readonly #farthest: FarthestVertex;
  readonly #protrusion: Protrusion;
  readonly #along: { readonly space: FeedSpace; readonly insertion: Insertion; readonly wall: WallAhead } | null;

  constructor(bone: Solid, tool: Solid, options: PenetrationOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#parts = new ToolParts(bone, tool);
    this.#farthest = new FarthestVertex(bone, tool);
    this.#protrusion = new Protrusion(bone, tool, this.#parts);
    if (options.feed === null) this.#along = null;
    else {
      const space = new FeedSpace(bone, tool, options.feed);
      this.#along = { space, insertion: new Insertion(space), wall: new WallAhead(space, this.#parts) };
    }
  }

  /** For the tool's current pose. @returns null if one of the bodies is not a solid. */
  find({ pairs, segments, isOverlapping }: PenetrationInput): Penetration | null {
    if (!this.#bone.signed || !this.#tool.signed) return null;
    const { resolution, shank } = this.#options;
    const parts = this.#parts;
    parts.find(pairs, shank, (isWanted) => this.#farthest.find(isWanted));
    const protrusion = this.#protrusion;
    protrusion.find(resolution);
    return {
      through: parts.isThrough,
      protrusion: { low: protrusion.low, high: protrusion.high },
      protrusionPoint: protrusion.point.slice(),
      ...this.#alongFeed(segments, isOverlapping),
    };
  }

  #alongFeed(
    segments: Float64Array,
    isOverlapping: boolean,
  ): { insertion: Interval | null; wallAhead: Interval | null } {
    if (this.#along === null) return { insertion: null, wallAhead: null };
    if (!isOverlapping) return { insertion: interval(0, 0), wallAhead: interval(Infinity, Infinity) };
    const { space, insertion, wall } = this.#along;
    space.begin();
    insertion.find();
    const inserted = interval(insertion.low, insertion.high);
    if (this.#parts.isThrough) return { insertion: inserted, wallAhead: interval(0, 0) };
    wall.find(middles(segments));
    return { insertion: inserted, wallAhead: interval(wall.low, wall.high) };
  }
}

function interval(low: number, high: number): Interval {
  return { low, high };
}

/** The middle of each segment: 6 numbers → 3. */
function middles(segments: Float64Array): Float64Array {
  const out = new Float64Array(segments.length / 2);
  for (let i = 0; i < out.length; i++) {
    const at = 6 * Math.floor(i / 3) + (i % 3);
    out[i] = (segments[at] + segments[at + 3]) / 2;
  }
  return out;
}
