// A triangle in a map's frame → whether it certainly keeps off the map's surface, and on which side.

import { ConeWalk } from './cone-walk.ts';
import { coneSlack, MOST_SLACK, unitAbove } from './slack.ts';
import type { ZoneTable } from './zone-table.ts';

/** What `sideOf` answers if the surface may be met. Free, but on an unknown side: 0. */
export const MET = 2;

export class SideWalk {
  /** Texels visited so far. */
  texels = 0;
  readonly #zones: ZoneTable;
  readonly #walk: ConeWalk;
  /** mm: the walk's unit, a power of two that no coordinate relative to the centre exceeds. */
  readonly #unit: number;
  readonly #isVague: boolean;
  readonly #points = new Float64Array(9);
  #side = 0;

  /**
   * @param sides of the zones.
   * @param farthest mm: no coordinate relative to the centre is larger.
   * @param moved mm: by how much what is asked about, and the surface, may together be off.
   */
  constructor(zones: ZoneTable, sides: Int8Array, farthest: number, moved: number) {
    this.#zones = zones;
    this.#unit = unitAbove(farthest);
    const slack = coneSlack(moved, this.#unit);
    this.#isVague = !(slack <= MOST_SLACK);
    const scale = this.#unit / zones.unit;
    this.#walk = new ConeWalk(zones.size, slack, (texel, range) => {
      this.texels++;
      const zone = zones.freeZone(texel, range[0] * scale, range[1] * scale);
      if (zone < 0) return false;
      if (sides[zone] !== 0) this.#side = sides[zone];
      return true;
    });
  }

  /**
   * 1 or −1 if the triangle is certainly inside or outside, 0 if it is free of the surface, MET if it may meet it.
   * @param points xyz, mm, in the map's frame. The corners are at these offsets.
   */
  sideOf(points: Float64Array, a: number, b: number, c: number): number {
    if (this.#isVague) return MET;
    const { centre } = this.#zones;
    const p = this.#points;
    for (let k = 0; k < 3; k++) {
      p[k] = (points[a + k] - centre[k]) / this.#unit;
      p[3 + k] = (points[b + k] - centre[k]) / this.#unit;
      p[6 + k] = (points[c + k] - centre[k]) / this.#unit;
    }
    this.#side = 0;
    return this.#walk.visit(p, 0, 3, 6) ? this.#side : MET;
  }
}
