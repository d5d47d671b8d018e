// A bone and a posed tool, both closed → an interval that contains the volume of the overlap of the two solids.
//
//   OverlapBox ─ColumnFaces→ faces over it, along the tool's axes ─Pieces→ pieces over one tile
//     └─ tiles ─TileSettler→ bounded. The tile whose bounds differ most is integrated by pairs of its faces if they
//        are few, else halved, until high − low is small enough.
//
// Layered depth intervals over a plane are from F. Faure, S. Barbier, J. Allard, F. Falipou, "Image-based collision
// detection and response between arbitrary volume objects", SCA 2008, where they are sampled at pixels. Here a tile
// holds the faces themselves, and its volume is integrated in closed form, so that tiles need not be small: a tile is
// halved if it has many faces, or if a body overlaps itself.
//
// low and high are the sums over tiles of the least and of the greatest volume, widened by the rounding error
// (rounding.ts) and by the volume by which the pieces differ from the given surfaces.

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
  /** The views along the tool's axes, and slanted. */
  readonly #along = new ToolView();
  readonly #view = new ToolView();
  readonly #column = new Float64Array(BOX);
  readonly #boneFaces = new ColumnFaces();
  readonly #toolFaces = new ColumnFaces();
  readonly #queue = new TileQueue();
  readonly #box: OverlapBox;

  /**
   * @param toolWindsOnce whether the tool's winding number certainly has only two values: 0, and either 1 or −1. If so,
   * the tool's own pairs of faces are not needed.
   */
  constructor(bone: Surface, tool: Surface, toolWindsOnce: () => boolean) {
    this.#bone = bone;
    this.#tool = tool;
    this.#toolWindsOnce = toolWindsOnce;
    this.#box = new OverlapBox(bone, tool, this.#boneFaces);
  }

  /** The number of tiles in the last `find`: how much it had to be refined. */
  get tiles(): number {
    return this.#queue.tiles;
  }

  /**
   * Finds `low` and `high` for the tool's current pose. Both are 0 if the overlap certainly has no volume: boxes or
   * faces' planes separate the solids, their surfaces only touch, or one is away from the other's surface and outside
   * it. `low` is 0 if rounding leaves undecided whether there is any volume.
   * @param relativeWidth target for (high − low) / high; the interval is wider if rounding or MOST_TILES prevents it.
   * @param axis of the tool's frame, for the depth; by default the one along which the overlap is thinnest.
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
    // The rounding of a pose may be too large for so small an overlap; then the tool's pairs decide.
    if (isOnce && this.high - this.low > relativeWidth * this.high) this.#refine(relativeWidth, null);
    // The interval contains 0: the solids may only touch.
    if (this.low === 0 && facePlaneSeparates(this.#bone, boneFaces, this.#tool, toolFaces)) this.high = 0;
  }

  /** Refines over the faces found. @param onceSlack see TileQueue. */
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
