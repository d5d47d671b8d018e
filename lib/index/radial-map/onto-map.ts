// One map's surface, posed, against another map's table → vertices inside, shells' sides, faces that may meet.

import type { PosedSurface } from './posed-surface.ts';
import { MET, SideWalk } from './side-walk.ts';
import type { ZoneTable } from './zone-table.ts';

/** What is known of a map, apart from its surface. */
export interface MapTable {
  readonly zones: ZoneTable;
  readonly sides: Int8Array;
  /** Low x, y, z, high x, y, z of its surface, mm: all beyond it is outside. */
  readonly box: Float64Array;
  side(x: number, y: number, z: number): -1 | 0 | 1;
}

/** On which side all shells of a surface lie that does not meet the other one. */
export interface ShellSides {
  readonly areAllInside: boolean;
  readonly areAllOutside: boolean;
}

export class OntoMap {
  readonly #posed: PosedSurface;
  readonly #map: MapTable;
  readonly #walk: SideWalk;
  readonly #point = new Float64Array(3);
  readonly #corners = new Float64Array(9);
  vertices = 0;
  faces = 0;

  /** @param farthest mm: no part of the posed surface is farther from the map's centre. */
  constructor(posed: PosedSurface, map: MapTable, farthest: number) {
    this.#posed = posed;
    this.#map = map;
    this.#walk = new SideWalk(map.zones, map.sides, farthest, posed.moved);
  }

  get texels(): number {
    return this.#walk.texels;
  }

  /** A vertex that is certainly inside, of a face near the map's surface or within its box; −1 if none was found. */
  vertexInside(): number {
    const { faces, positions } = this.#posed.surface;
    const near = this.#posed.facesNear(this.#map.box);
    const isTested = new Uint8Array(positions.length / 3);
    for (let i = 0; i < near.length; i++)
      for (let k = 0; k < 3; k++) {
        const vertex = faces[3 * near.values[i] + k];
        if (isTested[vertex] === 1) continue;
        isTested[vertex] = 1;
        if (this.#sideOf(vertex) === 1) return vertex;
      }
    return -1;
  }

  /** Whether every vertex is certainly inside. */
  areAllInside(): boolean {
    return this.#posed.surface.vertices.every((vertex) => this.#sideOf(vertex) === 1);
  }

  /** The sides of the shells of a surface that is known not to meet the map's. */
  shellSides(): ShellSides {
    const { vertices, shells } = this.#posed.surface;
    const sides = { areAllInside: true, areAllOutside: true };
    for (let shell = 0; shell + 1 < shells.length; shell++) {
      let side = 0;
      for (let i = shells[shell]; i < shells[shell + 1] && side === 0; i++) side = this.#sideOf(vertices[i]);
      if (side !== 1) sides.areAllInside = false;
      if (side !== -1) sides.areAllOutside = false;
    }
    return sides;
  }

  /** The faces that may meet the map's surface, ascending, among those near a box in the map's frame. */
  facesMet(box: Float64Array): Uint32Array {
    const { faces, positions } = this.#posed.surface;
    const near = this.#posed.facesNear(box);
    const p = this.#corners;
    let count = 0;
    for (let i = 0; i < near.length; i++) {
      const face = near.values[i];
      for (let k = 0; k < 3; k++) this.#posed.pointInto(positions, 3 * faces[3 * face + k], p, 3 * k);
      if (this.#walk.sideOf(p, 0, 3, 6) === MET) near.values[count++] = face;
    }
    this.faces += near.length;
    return near.values.slice(0, count).sort();
  }

  /** 1 or −1 if the vertex is certainly inside or outside. */
  #sideOf(vertex: number): number {
    const p = this.#point;
    const posed = this.#posed;
    this.vertices++;
    posed.pointInto(posed.surface.positions, 3 * vertex, p, 0);
    // A vertex of the posed surface is the point itself, for which the look-up is certain.
    if (posed.moved === 0) return this.#map.side(p[0], p[1], p[2]);
    if (!posed.isNear(p, this.#map.box)) return -1;
    const side = this.#walk.sideOf(p, 0, 0, 0);
    return side === MET ? 0 : side;
  }
}
