// The way of the last feed and the faces that edits have made → how far a sample may be in a kerf's wall without being
// pressed: its play, mm.
//
//      feed │      ┌──────┐     A cutter's grid is off by a part of a cell, so a kerf's walls are wavy, and as far
//           ▼   ▒▒▒│ tool │▒▒▒  apart as the tool is wide, or less. Exact gaps to both leave the proxy no way down:
//               ▒▒▒└──────┘▒▒▒  it would be wedged where there is no bone. A saw needs that room too: its teeth are
//          wall ▒▒▒▒▒▒▒▒▒▒▒▒▒▒  bent outward (their set), so that its kerf is wider than its blade.
//                    floor
//
// A wall is a face that an edit has made and that is parallel to the feed. If the feed leads into the face, as at the
// floor, there is no play: what a model shows there is what the hand must cut. In between, the play falls evenly.

import { EDIT_FACES, EDITS, type LocalModel, MOST_POINTS } from '../local-model.ts';
import { pointMotion } from './point-motion.ts';

/** mm to each side: of the order of a blade's set, and of the error of a grid of cells of 1 mm. */
export const PLAY = 0.1;
/**
 * mm that a sample is moved into the tool, for one that is thinner by its play: on an edge or a corner, moved along the
 * faces' mean normal, it is then farther than PLAY behind each of up to three square faces.
 */
export const INWARD = 2 * PLAY;
/** The share of a sample's motion into or out of a wall at which no play is left: 60° from the normal. */
const MOST_INTO = 0.5;
/** The share of a way that leads into a face from which the face is no wavy wall's: those are tilted by up to 17°. */
export const LEDGE = 0.3;

export class KerfPlay {
  /** Play of each point of the model in use. */
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

  /** Whether a motion of the tool leads back against the last feed. */
  isBack(motion: Float64Array): boolean {
    const way = this.#way;
    return way[0] * motion[0] + way[1] * motion[1] + way[2] * motion[2] < 0;
  }

  /** Writes how a point of the tool moved in the last feed: see pointMotion. */
  wayOf(points: Float64Array, at: number, placement: Float64Array, out: Float64Array): void {
    pointMotion(this.#way, points, at, placement, out);
  }

  /** Whether a model may have walls of a kerf. If not, no point has any play. */
  isIn({ head }: LocalModel): boolean {
    return this.#isKnown && head[EDITS] > 0;
  }

  /** Whether a face belongs to a kerf: the tool has cut, and an edit has made the face. */
  isOf(model: LocalModel, face: number): boolean {
    return this.isIn(model) && model.faceIds[face] >= model.head[EDIT_FACES];
  }

  /**
   * Finds a point's play from the bone's nearest face and its normal there.
   * @param face the face's index in the model. @param most mm: the largest play.
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
    // If the feed does not move the point, nothing shows that the face is a wall.
    if (!(into < MOST_INTO * motion)) return;
    this.play[i] = Math.min(most[0], PLAY * (1 - into / (MOST_INTO * motion)));
  }
}
