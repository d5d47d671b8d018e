// The way of the last feed and the faces that edits have made → how far a sample may be in a kerf's wall without being
// pressed: its play, mm.
//
//      feed │      ┌──────┐     A cutter's grid is off by a part of a cell, so that a kerf's walls are wavy, and as far
//           ▼   ▒▒▒│ tool │▒▒▒  apart as the tool is wide, or less. Exact gaps to both of them leave the proxy no way
//               ▒▒▒└──────┘▒▒▒  down: it would be wedged where there is no bone. A saw needs that room too: its teeth
//          wall ▒▒▒▒▒▒▒▒▒▒▒▒▒▒  are bent outward (their set), so that its kerf is wider than its blade.
//                    floor
//
// A wall is a face that an edit has made and along which the feed leads. Where the feed leads in, as at the floor,
// there is no play: what a model shows there is what the hand has to cut. In between it falls evenly.

import { EDIT_FACES, EDITS, type LocalModel, MOST_POINTS } from '../local-model.ts';
import { pointMotion } from './point-motion.ts';

/** mm to each side; of the order of a blade's set, and of what a grid of cells of 1 mm is off by. */
export const PLAY = 0.1;
/** The share of a sample's motion that leads into a wall, or out of it, at which there is no play left: 60° from it. */
const MOST_INTO = 0.5;

export class KerfPlay {
  /** Of each point of the model in use. */
  readonly play = new Float64Array(MOST_POINTS);
  /** ŵ of the last feed, about the proxy's placement, bone frame; 0 before the first. */
  readonly #way = new Float64Array(6);
  readonly #moved = new Float64Array(3);
  #isKnown = false;

  /** @param way the way of a feed: see tool-feed.ts. */
  remember(way: Float64Array): void {
    this.#way.set(way);
    this.#isKnown = true;
  }

  /**
   * Whether a model may have walls of a kerf. If not, nobody has any play.
   */
  isIn({ head }: LocalModel): boolean {
    return this.#isKnown && head[EDITS] > 0;
  }

  /** Whether the tool has cut and a face of the model has been made by an edit: it is of a kerf. */
  isOf(model: LocalModel, face: number): boolean {
    return this.isIn(model) && model.faceIds[face] >= model.head[EDIT_FACES];
  }

  /**
   * Finds a point's, from the bone's nearest face and its normal there.
   * @param face the face's index in the model. @param most mm: no play is more.
   */
  find(
    { head, faceIds }: LocalModel,
    i: number,
    face: number,
    normals: Float64Array,
    points: Float64Array,
    placement: Float64Array,
    most: Float64Array,
  ): void {
    this.play[i] = 0;
    if (faceIds[face] < head[EDIT_FACES]) return;
    const at = 3 * i;
    pointMotion(this.#way, points, at, placement, this.#moved);
    const x = this.#moved[0];
    const y = this.#moved[1];
    const z = this.#moved[2];
    const motion = Math.sqrt(x * x + y * y + z * z);
    const into = Math.abs(normals[at] * x + normals[at + 1] * y + normals[at + 2] * z);
    // Where the feed does not move the point, nothing says that the wall is one.
    if (!(into < MOST_INTO * motion)) return;
    this.play[i] = Math.min(most[0], PLAY * (1 - into / (MOST_INTO * motion)));
  }
}
