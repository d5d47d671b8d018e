// A tool and the poses that it goes through → the vertices of the grid that it removes, and where it cuts the edges
// that are left.
//
// At each pose, lines of the lattice that run along one axis (the one along which fewest lines meet the tool) say which
// vertices are inside of the tool; these are removed. Lines along all three axes say where edges are cut:
//
//      inside  ●────────x1───x2──○  removed        Of all cuts of an edge at all poses, the one that leaves the least
//                       ↑                          bone stays: the edge's crossing goes to x1.
//                       cut at two poses
//
// So walls of the kerf are as flat as the blade: each vertex on them is a point of the blade's own faces.
//
// A tool may pass between the vertices. Where its two sides cross one edge and lean toward each other by less than 60°,
// it is a blade thinner than a cell; where a point of it lies in bone and no vertex around is outside, it is a needle.
// There the edge's, or the point's, nearest vertex is removed as well: a thin tool cuts a slot of about a cell.

import { GrowingArray } from '../core/index.ts';
import type { CutGrid } from './cut-grid.ts';
import { type EdgePlace, edgePlaces } from './edge-places.ts';
import { KeyedRows } from './keyed-rows.ts';
import { PARTS } from './lattice.ts';
import { ACROSS, hitLines, LineHits } from './line-hits.ts';
import { eachRange, faceCode } from './mark-bone.ts';
import type { ToolPoints } from './tool-points.ts';
import { UNKNOWN, unitOf } from './unit-code.ts';

/** cos 120°: the angle between the outward normals of two sides that lean toward each other by 60°. */
const THIN = -0.5;

export class Sweep {
  readonly #grid: CutGrid;
  readonly #hits = [new LineHits(), new LineHits(), new LineHits()] as const;
  readonly #places: EdgePlace[] = [];
  /** Keys of vertices that were inside, in the order in which they were removed. */
  readonly removed = new GrowingArray(new Uint32Array(256));
  /** Cuts of edges: 3·key + axis; parts of the edge, plus 65,536 where the tool is above; the face's normal. */
  readonly #cutEdge = new GrowingArray(new Uint32Array(1024));
  readonly #cutPlace = new GrowingArray(new Uint32Array(1024));
  readonly #cutNormal = new GrowingArray(new Uint32Array(1024));
  /** Points of the tool, in cells, around which all vertices were inside when they were met. */
  readonly #deep = new GrowingArray(new Float64Array(48));
  /** The vertices that the tool holds at the present pose, along #marking: i, j, first, last. */
  readonly #ranges = new GrowingArray(new Int32Array(256));
  #marking: 0 | 1 | 2 = 0;
  /** Faces near bone at the present pose. */
  #near = new Uint32Array(0);
  #nearCount = 0;
  /** Faces that lines along the marking axis may meet, in the box in which the tool may meet bone. */
  #across = new Uint32Array(0);
  #acrossCount = 0;
  /** The box of vertices in which the tool may meet bone. */
  readonly #low = new Int32Array(3);
  readonly #high = new Int32Array(3);

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  begin(): void {
    this.removed.length = this.#cutEdge.length = this.#cutPlace.length = this.#cutNormal.length = 0;
    this.#deep.length = 0;
  }

  /** Puts back what has been removed since `begin`. */
  takeBack(): void {
    for (let n = 0; n < this.removed.length; n++) this.#grid.flip(this.removed.values[n]);
    this.removed.length = 0;
  }

  /** Removes what the tool holds at the pose that it was moved to. */
  addPose(tool: ToolPoints): void {
    const extent = [0, 1, 2].map((k) => tool.box[3 + k] - tool.box[k]);
    this.#ranges.length = 0;
    if (!this.#findBone(tool)) return;
    // Lines along the longest extent are fewest.
    const marking = extent.indexOf(Math.max(...extent)) as 0 | 1 | 2;
    this.#findFaces(tool, marking);
    for (const axis of [0, 1, 2] as const) {
      this.#hits[axis].clear();
      // A line is in or out of the tool by all of the faces that it meets; edges are cut by those near bone.
      const isMarking = axis === marking;
      const count = isMarking ? this.#acrossCount : this.#nearCount;
      const chosen = isMarking ? this.#across : this.#near;
      hitLines(tool.points, tool.faces, chosen, count, axis, this.#low, this.#high, this.#hits[axis]);
    }
    this.#collectCuts(tool);
    this.#mark(marking);
    this.#collectDeep(tool);
  }

  /** Sets #low and #high to the box of the bricks in the tool's box that hold bone. @returns whether there are any. */
  #findBone({ box }: ToolPoints): boolean {
    const { lattice, insideCount } = this.#grid;
    const { bricks } = lattice;
    const from = [0, 1, 2].map((k) => Math.max(0, (Math.floor(box[k]) - 1) >> 3));
    const to = [0, 1, 2].map((k) => Math.min(bricks[k] - 1, (Math.ceil(box[3 + k]) + 1) >> 3));
    this.#low.fill(2 ** 30);
    this.#high.fill(-1);
    for (let z = from[2]; z <= to[2]; z++)
      for (let y = from[1]; y <= to[1]; y++)
        for (let x = from[0]; x <= to[0]; x++) {
          if (insideCount[x + bricks[0] * (y + bricks[1] * z)] === 0) continue;
          this.#include(0, x);
          this.#include(1, y);
          this.#include(2, z);
        }
    return this.#high[0] >= 0;
  }

  /** The vertices of a brick, and those next to them. */
  #include(axis: number, brick: number): void {
    this.#low[axis] = Math.min(this.#low[axis], Math.max(1, 8 * brick - 1));
    this.#high[axis] = Math.max(this.#high[axis], Math.min(this.#grid.lattice.size[axis] - 2, 8 * brick + 8));
  }

  /** Lists the faces whose edges of the lattice may have an end inside, and those that the marking lines may meet. */
  #findFaces(tool: ToolPoints, marking: number): void {
    const { groups } = tool;
    if (this.#near.length < tool.faces.length / 3) {
      this.#near = new Uint32Array(tool.faces.length / 3);
      this.#across = new Uint32Array(tool.faces.length / 3);
    }
    this.#nearCount = 0;
    this.#acrossCount = 0;
    for (let group = 0; group < groups.length; group++) {
      let isAcross = true;
      let isNear = true;
      for (let axis = 0; axis < 3; axis++) {
        const at = tool.groupPlaces[4 * group + axis];
        const radius = tool.groupPlaces[4 * group + 3] + 1;
        if (at + radius >= this.#low[axis] && at - radius <= this.#high[axis]) continue;
        isNear = false;
        if (axis !== marking) isAcross = false;
      }
      if (!isAcross) continue;
      this.#across.set(groups[group], this.#acrossCount);
      this.#acrossCount += groups[group].length;
      if (isNear) this.#addNear(tool, groups[group]);
    }
  }

  #addNear({ points, faces }: ToolPoints, group: Uint32Array): void {
    const low = this.#low;
    const high = this.#high;
    for (const face of group) {
      const a = 3 * faces[3 * face];
      const b = 3 * faces[3 * face + 1];
      const c = 3 * faces[3 * face + 2];
      const lowX = Math.min(points[a], points[b], points[c]) - 1;
      const highX = Math.max(points[a], points[b], points[c]) + 1;
      if (highX < low[0] || lowX > high[0]) continue;
      const lowY = Math.min(points[a + 1], points[b + 1], points[c + 1]) - 1;
      const highY = Math.max(points[a + 1], points[b + 1], points[c + 1]) + 1;
      if (highY < low[1] || lowY > high[1]) continue;
      const lowZ = Math.min(points[a + 2], points[b + 2], points[c + 2]) - 1;
      const highZ = Math.max(points[a + 2], points[b + 2], points[c + 2]) + 1;
      if (highZ < low[2] || lowZ > high[2]) continue;
      if (this.#grid.hasBone(lowX, lowY, lowZ, highX, highY, highZ)) this.#near[this.#nearCount++] = face;
    }
  }

  #mark(axis: 0 | 1 | 2): void {
    const grid = this.#grid;
    const [u, v] = ACROSS[axis];
    const { parts } = grid.lattice;
    this.#marking = axis;
    eachRange(this.#hits[axis], (i, j, from, to) => {
      const line = parts[u][i] + parts[v][j];
      const first = Math.max(from, this.#low[axis]);
      const last = Math.min(to, this.#high[axis]);
      if (first > last) return;
      for (const value of [i, j, first, last]) this.#ranges.push(value);
      for (let k = first; k <= last; k++) {
        const key = line + parts[axis][k];
        // Most of the tool is where no bone is any more: then on to the next brick.
        if (grid.insideCount[key >>> 9] === 0) k |= 7;
        else this.#remove(key);
      }
    });
  }

  #remove(key: number): void {
    if (!this.#grid.isInside(key)) return;
    this.#grid.flip(key);
    this.removed.push(key);
  }

  /** Keeps the cuts of edges of which an end is inside. */
  #collectCuts({ points, faces }: ToolPoints): void {
    const grid = this.#grid;
    const { parts } = grid.lattice;
    for (const axis of [0, 1, 2] as const) {
      const [u, v] = ACROSS[axis];
      const hits = this.#hits[axis];
      for (const column of [this.#cutEdge, this.#cutPlace, this.#cutNormal]) column.reserve(2 * hits.length);
      for (let n = 0; n < hits.length; n++) {
        const w = hits.w[n];
        if (!(w >= this.#low[axis] && w < this.#high[axis])) continue;
        const line = parts[u][hits.i[n]] + parts[v][hits.j[n]];
        for (const { k, at } of edgePlaces(w, this.#places)) {
          const key = line + parts[axis][k];
          if (!grid.isInside(key) && !grid.isInside(line + parts[axis][k + 1])) continue;
          const tag = hits.tag[n];
          this.#cutEdge.values[this.#cutEdge.length++] = 3 * key + axis;
          this.#cutPlace.values[this.#cutPlace.length++] = (tag & 1) * PARTS + at;
          this.#cutNormal.values[this.#cutNormal.length++] = faceCode(points, faces, tag >> 1);
        }
      }
    }
  }

  /** Keeps the points of the tool that lie deeper in bone than any vertex that is outside. */
  #collectDeep({ points, pointCount }: ToolPoints): void {
    const low = this.#low;
    const high = this.#high;
    for (let n = 0; n < 3 * pointCount; n += 3) {
      const i = Math.floor(points[n]);
      const j = Math.floor(points[n + 1]);
      const k = Math.floor(points[n + 2]);
      if (i <= low[0] || j <= low[1] || k <= low[2] || i + 1 >= high[0] || j + 1 >= high[1] || k + 1 >= high[2])
        continue;
      if (!this.#isDeep(i - 1, j - 1, k - 1)) continue;
      for (let axis = 0; axis < 3; axis++) this.#deep.push(points[n + axis]);
    }
  }

  /** Whether all 64 vertices from (i, j, k) on are inside. */
  #isDeep(i: number, j: number, k: number): boolean {
    const grid = this.#grid;
    const [x, y, z] = grid.lattice.parts;
    // The middle first: it is most often outside.
    if (!grid.isInside(x[i + 1] + y[j + 1] + z[k + 1])) return false;
    for (let c = 0; c < 4; c++)
      for (let b = 0; b < 4; b++)
        for (let a = 0; a < 4; a++) if (!grid.isInside(x[i + a] + y[j + b] + z[k + c])) return false;
    return true;
  }

  /** Removes what thin parts of the tool passed between the vertices. Call once, after the last pose. */
  removeThin(): void {
    const { parts } = this.#grid.lattice;
    const nearest = this.#thinEdges();
    const deep = this.#deep;
    for (let n = 0; n < deep.length; n += 3) {
      const [x, y, z] = [deep.values[n], deep.values[n + 1], deep.values[n + 2]];
      if (this.#isDeep(Math.floor(x) - 1, Math.floor(y) - 1, Math.floor(z) - 1))
        nearest.push(parts[0][Math.round(x)] + parts[1][Math.round(y)] + parts[2][Math.round(z)]);
    }
    for (const key of nearest) this.#remove(key);
  }

  /** The vertex to remove of each edge that a thin part crosses and whose ends are both still inside. */
  #thinEdges(): number[] {
    const grid = this.#grid;
    const order: number[] = [];
    for (let n = 0; n < this.#cutEdge.length; n++) {
      const [low, high] = this.#endsOf(this.#cutEdge.values[n]);
      if (grid.isInside(low) && grid.isInside(high)) order.push(n);
    }
    const edge = this.#cutEdge.values;
    order.sort((a, b) => edge[a] - edge[b] || a - b);
    const nearest: number[] = [];
    for (let n = 0; n < order.length; ) {
      let end = n;
      while (end < order.length && edge[order[end]] === edge[order[n]]) end++;
      const cuts = order.slice(n, end);
      if (this.#areThin(cuts)) {
        const mean = cuts.reduce((sum, cut) => sum + (this.#cutPlace.values[cut] & (PARTS - 1)), 0) / cuts.length;
        nearest.push(this.#endsOf(edge[order[n]])[mean < PARTS / 2 ? 0 : 1]);
      }
      n = end;
    }
    return nearest;
  }

  #areThin(cuts: readonly number[]): boolean {
    const a = new Float64Array(3);
    const b = new Float64Array(3);
    const isEntry = (cut: number) => this.#cutPlace.values[cut] >= PARTS;
    return cuts.some((first) =>
      cuts.some((second) => {
        if (!isEntry(first) || isEntry(second)) return false;
        const codes = [this.#cutNormal.values[first], this.#cutNormal.values[second]];
        if (codes.includes(UNKNOWN)) return true;
        unitOf(codes[0], a);
        unitOf(codes[1], b);
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < THIN;
      }),
    );
  }

  readonly #place = new Int32Array(3);

  /** The keys of an edge's lower and upper end. */
  #endsOf(edge: number): [number, number] {
    const axis = edge % 3;
    const key = (edge - axis) / 3;
    const { lattice } = this.#grid;
    lattice.place(key, this.#place);
    this.#place[axis]++;
    const { parts } = lattice;
    return [key, parts[0][this.#place[0]] + parts[1][this.#place[1]] + parts[2][this.#place[2]]];
  }

  /** Keys of the vertices that the tool holds at the present pose, in the box that it shares with bone. */
  held(): Set<number> {
    const { parts } = this.#grid.lattice;
    const [u, v] = ACROSS[this.#marking];
    const { values, length } = this.#ranges;
    const keys = new Set<number>();
    for (let n = 0; n < length; n += 4)
      for (let k = values[n + 2]; k <= values[n + 3]; k++)
        keys.add(parts[u][values[n]] + parts[v][values[n + 1]] + parts[this.#marking][k]);
    return keys;
  }

  /** Edges that the tool cuts although both of their ends are left inside. */
  edgesCutTwice(): KeyedRows {
    const edges = new KeyedRows(1536);
    for (let n = 0; n < this.#cutEdge.length; n++) {
      const [low, high] = this.#endsOf(this.#cutEdge.values[n]);
      if (this.#grid.isInside(low) && this.#grid.isInside(high)) edges.add(this.#cutEdge.values[n]);
    }
    return edges;
  }

  /** Calls back for each edge that is cut between an end inside and one outside. */
  eachCut(visit: (edge: number, isLowInside: boolean, at: number, normal: number) => void): void {
    const grid = this.#grid;
    for (let n = 0; n < this.#cutEdge.length; n++) {
      const edge = this.#cutEdge.values[n];
      const [low, high] = this.#endsOf(edge);
      const isLowInside = grid.isInside(low);
      if (isLowInside === grid.isInside(high)) continue;
      const place = this.#cutPlace.values[n];
      // Bone below is cut where the tool begins, bone above where it ends.
      if (isLowInside === place >= PARTS) visit(edge, isLowInside, place & (PARTS - 1), this.#cutNormal.values[n]);
    }
  }
}
