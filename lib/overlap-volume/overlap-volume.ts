// A bone and a posed tool, both closed → an interval that holds the volume of the overlap of the two solids.
//
//   OverlapBox ─ColumnFaces→ faces over it, along the tool's axes ─Pieces→ pieces over one tile
//     └─ tiles ─TileSettler→ bounded. The one that is known least well is integrated by pairs of its faces where they
//        are few, else halved, until high − low is small enough.
//
// The idea of layered depth intervals over a plane is that of F. Faure, S. Barbier, J. Allard, F. Falipou, "Image-based
// collision detection and response between arbitrary volume objects", SCA 2008. There they are sampled at pixels. Here
// a tile holds the faces themselves, and what it counts is integrated in closed form, so that tiles need not be small:
// a tile is halved where it has many faces, or where a body overlaps itself.
//
// low and high: sums over tiles of what is counted at least and at most; from and to that what rounding may change
// (rounding.ts), and the volume by which the pieces differ from the given surfaces.

import type { Surface } from '#records';
import { ColumnFaces } from './column-faces.ts';
import { OverlapBox } from './overlap-box.ts';
import { BONE, BOX, TOOL } from './pieces.ts';
import { facePlaneSeparates } from './separating-face.ts';
import { TileQueue } from './tile-queue.ts';
import { type Axis, ToolView } from './tool-view.ts';
import { onlyTouch } from './touching-surfaces.ts';

export class OverlapVolume {
  /** mm³, of the last `find`. */
  low = 0;
  high = 0;
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #toolWindsOnce: () => boolean;
  /** Along the tool's axes; and slanted. */
  readonly #along = new ToolView();
  readonly #view = new ToolView();
  readonly #column = new Float64Array(BOX);
  readonly #boneFaces = new ColumnFaces();
  readonly #toolFaces = new ColumnFaces();
  readonly #queue = new TileQueue();
  readonly #box: OverlapBox;

  /**
   * @param toolWindsOnce whether the tool's winding number is surely 0 or one other number, ±1, everywhere. Where it
   * is, the tool's own pairs of faces need not tell.
   */
  constructor(bone: Surface, tool: Surface, toolWindsOnce: () => boolean) {
    this.#bone = bone;
    this.#tool = tool;
    this.#toolWindsOnce = toolWindsOnce;
    this.#box = new OverlapBox(bone, tool, this.#boneFaces);
  }

  /** Tiles of the last `find`: how much it had to be refined. */
  get tiles(): number {
    return this.#queue.tiles;
  }

  /**
   * For the pose that the tool has now. Both are 0 where the overlap surely has no volume: boxes or faces' planes keep
   * the solids apart, their surfaces only touch, or one is away from the other's surface and outside. `low` is 0 where
   * rounding leaves open whether there is any.
   * @param relativeWidth (high − low) / high aimed at; the interval is wider if rounding or MOST_TILES do not allow it.
   * @param axis of the tool's frame, along which depth is; the one along which the overlap is thinnest by default.
   */
  find(relativeWidth: number, axis?: Axis): void {
    const box = this.#box;
    this.low = 0;
    this.high = 0;
    this.#queue.clear();
    if (!box.meet()) return;
    const along = this.#along;
    const view = this.#view;
    const boneFaces = this.#boneFaces;
    const toolFaces = this.#toolFaces;
    const column = this.#column;
    along.set(this.#tool.frame, box.common);
    if (!box.find(along)) return;
    if (onlyTouch(this.#bone, this.#tool)) return;
    view.slant(along, axis ?? thinnest(box.box), box.box, boneFaces.slack, column);
    boneFaces.find(this.#bone, view, column, true);
    toolFaces.find(this.#tool, view, column, true);
    const isOnce = this.#toolWindsOnce();
    this.#refine(relativeWidth, isOnce ? this.#tool.frame.slack : null);
    // What a pose rounds may be much for so small an overlap: then the tool's pairs tell.
    if (isOnce && this.high - this.low > relativeWidth * this.high) this.#refine(relativeWidth, null);
    // What rounding may change exceeds nothing: they may just touch.
    if (this.low === 0 && facePlaneSeparates(this.#bone, boneFaces, this.#tool, toolFaces)) this.high = 0;
  }

  /** Of the faces found. @param onceSlack see TileQueue. */
  #refine(relativeWidth: number, onceSlack: number | null): void {
    const queue = this.#queue;
    queue.clear();
    queue.begin(this.#column, onceSlack);
    queue.add(BONE, this.#boneFaces);
    queue.add(TOOL, this.#toolFaces);
    queue.refine(relativeWidth);
    const { scale } = this.#view;
    this.low = queue.low(scale);
    this.high = queue.high(scale);
  }
}

function thinnest(box: Float64Array): Axis {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  if (z <= x && z <= y) return 2;
  return y <= x ? 1 : 0;
}
