// One map's surface, posed, against another map's table → vertices inside, shells' sides, faces that may meet.

import { GrowingArray } from '#core';
import { BRANCHING } from '#records';
import { BoxSides } from './box-sides.ts';
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
  readonly #boxes: BoxSides;
  readonly #point = new Float64Array(3);
  readonly #corners = new Float64Array(9);
  readonly #box = new Float64Array(6);
  /** Nodes of the BVH still to be visited, each after its level. */
  readonly #waiting: number[] = [];
  vertices = 0;
  faces = 0;

  /** @param farthest mm: no part of the posed surface is farther from the map's centre. */
  constructor(posed: PosedSurface, map: MapTable, farthest: number) {
    this.#posed = posed;
    this.#map = map;
    this.#walk = new SideWalk(map.zones, map.sides, farthest, posed.moved);
    this.#boxes = new BoxSides(map.zones, map.sides);
  }

  get texels(): number {
    return this.#walk.texels + this.#boxes.texels;
  }

  /** A vertex that is certainly inside; −1 if none was found. */
  vertexInside(): number {
    const { bvh, faces } = this.#posed.surface;
    this.#begin();
    while (this.#waiting.length > 0) {
      const node = this.#waiting.pop() as number;
      const level = this.#waiting.pop() as number;
      const side = this.#sideOfNode(level, node, this.#map.box);
      // All faces below the node are inside.
      if (side === 1) return faces[3 * bvh.order[node * BRANCHING ** (level + 1)]];
      if (side !== MET) continue;
      if (level > 0) this.#wait(level, node);
      else
        for (let place = BRANCHING * node; place < Math.min(bvh.count, BRANCHING * (node + 1)); place++)
          for (let k = 0; k < 3; k++) {
            const vertex = faces[3 * bvh.order[place] + k];
            if (this.#sideOf(vertex) === 1) return vertex;
          }
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
    const { bvh } = this.#posed.surface;
    const found = new GrowingArray(new Uint32Array(16));
    this.#begin();
    while (this.#waiting.length > 0) {
      const node = this.#waiting.pop() as number;
      const level = this.#waiting.pop() as number;
      if (this.#sideOfNode(level, node, box) !== MET) continue;
      if (level > 0) this.#wait(level, node);
      else
        for (let place = BRANCHING * node; place < Math.min(bvh.count, BRANCHING * (node + 1)); place++)
          if (this.#mayMeet(bvh.order[place], box)) found.push(bvh.order[place]);
    }
    return found.values.slice(0, found.length).sort();
  }

  #begin(): void {
    this.#waiting.length = 0;
    this.#waiting.push(this.#posed.surface.bvh.levels.length - 1, 0);
  }

  #wait(level: number, node: number): void {
    const end = Math.min(this.#posed.surface.bvh.sizes[level - 1], BRANCHING * (node + 1));
    for (let child = BRANCHING * node; child < end; child++) this.#waiting.push(level - 1, child);
  }

  /** The side of all that a node holds; 0 if it is beyond a box, too. */
  #sideOfNode(level: number, node: number, box: Float64Array): number {
    this.#posed.nodeBoxInto(level, node, this.#box);
    return meet(this.#box, box) ? this.#boxes.sideOf(this.#box) : 0;
  }

  #mayMeet(face: number, box: Float64Array): boolean {
    this.#posed.faceInto(face, this.#corners, this.#box);
    if (!meet(this.#box, box)) return false;
    this.faces++;
    return this.#boxes.sideOf(this.#box) === MET && this.#walk.sideOf(this.#corners, 0, 3, 6) === MET;
  }

  /** 1 or −1 if the vertex is certainly inside or outside. */
  #sideOf(vertex: number): number {
    const p = this.#point;
    const posed = this.#posed;
    this.vertices++;
    posed.pointInto(posed.surface.positions, 3 * vertex, p, 0);
    // A vertex of the posed surface is the point itself, for which the look-up is certain.
    if (posed.moved === 0) return this.#map.side(p[0], p[1], p[2]);
    for (let k = 0; k < 3; k++) {
      this.#box[k] = p[k] - posed.reach;
      this.#box[3 + k] = p[k] + posed.reach;
    }
    if (!meet(this.#box, this.#map.box)) return -1;
    const side = this.#boxes.sideOf(this.#box);
    return side === MET ? 0 : side;
  }
}

function meet(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (a[k] > b[3 + k] || a[k + 3] < b[k]) return false;
  return true;
}
