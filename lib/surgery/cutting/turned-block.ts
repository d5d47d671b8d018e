// A cell divided into equal parts, and a turning tool → bounds on how much of each part's bone the tool sweeps.
//
//   faces reach a part    ───run────╴       ╶──run──     Between two runs, before the first one and after the last one
//   time                0 ──────────────────────────▸ 1  no face is in the part: the tool holds all of it, or none.
//
// If it holds the part at such a time, all of its bone is swept, exactly. Otherwise each run begins and ends with
// nothing of the part in the tool, unless the motion begins or ends there. All runs together sweep at least what any
// one of them does, and at most the sum. A run is short, so its own bounds (swept-bounds.ts) are narrow, except where
// the tool turns about the part itself.

import type { BoneCones } from './bone-cones.ts';
import { CellVolume, shifted } from './cell-volume.ts';
import { type CellKeys, MetCells } from './met-cells.ts';
import type { MotionPoses } from './motion-poses.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { boundsByPlane } from './plane-bounds.ts';
import { boundsAtStop, boundsOfChain } from './swept-bounds.ts';
import { roundedFor, SweptChain, type ToolFlow } from './swept-chain.ts';
import { planeOf } from './tool-faces.ts';
import type { ToolPoints } from './tool-points.ts';
import { ToolSides } from './tool-sides.ts';
import type { TurnedPart } from './turned-cells.ts';
import { contradiction } from './union-volume.ts';

/** The number of directions in which planes are tried, and the cosine of the angle between any two, at most. */
const MOST_NORMALS = 6;
const ALIKE = 0.98;

/** A motion in equal stretches. */
export interface TurningStroke {
  readonly tool: ToolPoints;
  readonly poses: MotionPoses;
  readonly stretches: number;
  /** mm; and the place of the lattice's first vertex, in cells. */
  readonly cellSize: number;
  readonly first: readonly number[];
  /** No coordinate is farther from 0, in cells of the lattice. */
  readonly farthest: number;
  /** Per stretch: rad; a part's cells, along the farthest point's path. */
  readonly turn: number;
  readonly way: number;
}

/** A part's own state while its cell is measured. */
interface Growing {
  readonly place: Int32Array;
  readonly faces: Set<number>;
  readonly runs: number[];
  isHeld: boolean;
  low: number;
  high: number;
}

/** A part's run: the part is row 0 of `met`. */
interface Run {
  readonly met: MetCells;
  readonly faces: Uint32Array;
  readonly stops: readonly Float64Array[];
  /** Its first stop. */
  readonly from: number;
}

export class TurnedBlock {
  readonly #cell: TurnedPart;
  readonly #many: number;
  readonly #stroke: TurningStroke;
  readonly #cones: BoneCones;
  readonly #keys: CellKeys;
  /** The faces' vertices in the tool's own frame, and the faces with these vertices. */
  readonly #local: Float64Array;
  readonly #faces: Uint32Array;
  readonly #sides = new Map<number, ToolSides>();
  /** Faces examined, one count a stretch. */
  work = 0;

  /**
   * @param cell with the faces and stops of the parts. @param many parts along each axis: 1 or 2.
   * @param vertices of its faces, in the tool's own frame, mm. @param cones its bone, unless all of it is bone.
   */
  constructor(cell: TurnedPart, many: number, stroke: TurningStroke, vertices: Float64Array, cones: BoneCones) {
    this.#cell = cell;
    this.#many = many;
    this.#stroke = stroke;
    this.#cones = cones;
    const part = (stride: number) => Uint32Array.from({ length: many }, (_, n) => n * stride);
    this.#keys = { size: [many + 1, many + 1, many + 1], parts: [part(1), part(many), part(many * many)] };
    const numbers = new Map<number, number>();
    this.#faces = cell.faces.map((vertex) => {
      const number = numbers.get(vertex) ?? numbers.size;
      numbers.set(vertex, number);
      return number;
    });
    this.#local = new Float64Array(3 * numbers.size);
    for (const [vertex, number] of numbers) this.#local.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * number);
  }

  measure(): TurnedPart[] {
    const many = this.#many;
    const parts = Array.from({ length: many ** 3 }, (_, key) => ({
      place: Int32Array.of(key % many, Math.floor(key / many) % many, Math.floor(key / many ** 2)),
      faces: new Set<number>(),
      runs: [],
      isHeld: false,
      low: 0,
      high: 0,
    }));
    const { runs } = this.#cell;
    for (let n = 0; n < runs.length; n += 2) this.#follow(parts, runs[n], runs[n + 1]);
    return parts.map((part) => this.#partOf(part));
  }

  #partOf({ place, faces, runs, isHeld, low, high }: Growing): TurnedPart {
    const { root, scale, isFull, bone, ...cell } = this.#cell;
    const many = this.#many;
    const own = Array.from(faces).flatMap((face) => Array.from(cell.faces.subarray(3 * face, 3 * face + 3)));
    return {
      root,
      place: cell.place.map((x, k) => many * x + place[k]),
      scale: many * scale,
      isFull,
      bone,
      faces: Uint32Array.from(own),
      runs,
      low: isHeld ? bone : low,
      high: isHeld ? bone : Math.min(bone, high),
    };
  }

  /** Measures all parts during one run of the cell. */
  #follow(parts: readonly Growing[], from: number, to: number): void {
    const { turn, way, stretches } = this.#stroke;
    const stops = Array.from({ length: to - from + 1 }, (_, n) => this.#posed(this.#local, from + n));
    const met = new MetCells(this.#keys, stops, this.#faces, turn, way, EVERY);
    this.work += (this.#faces.length / 3) * (to - from);
    const marks = new Uint8Array(to - from);
    for (const [key, part] of parts.entries()) {
      if (part.isHeld) continue;
      const row = met.find(key);
      if (row < 0) marks.fill(0);
      else met.markStretches(row, marks);
      for (let end = 0; end < marks.length && !part.isHeld; ) {
        const begin = end;
        while (end < marks.length && marks[end] === marks[begin]) end++;
        if (marks[begin] === 1) this.#addRun(part, key, met, row, stops, from, begin, end);
        else {
          // Where the cell's own run begins or ends within the motion, the tool holds nothing of it.
          const isOut = (begin === 0 && from > 0) || (end === marks.length && to < stretches);
          part.isHeld = !isOut && this.#sidesAt(from + begin).has(part.place[0], part.place[1], part.place[2]);
        }
      }
    }
  }

  /** Adds a part's own run, from stop `begin` to stop `end` of a run of the cell that begins at `from`. */
  #addRun(
    part: Growing,
    key: number,
    met: MetCells,
    row: number,
    stops: readonly Float64Array[],
    from: number,
    begin: number,
    end: number,
  ): void {
    const faces: number[] = [];
    const isListed = new Set<number>();
    met.eachWay(row, (face, _place, stop) => {
      if (stop < begin || stop >= end || isListed.has(face)) return;
      isListed.add(face);
      part.faces.add(face);
      for (let n = 3 * face; n < 3 * face + 3; n++) faces.push(this.#faces[n]);
    });
    part.runs.push(from + begin, from + end);
    const isAll = this.#many === 1 && begin === 0 && end === stops.length - 1;
    if (!isAll) this.work += isListed.size * (end - begin);
    const run = isAll
      ? { met, faces: this.#faces, stops, from }
      : this.#runOf(key, Uint32Array.from(faces), stops.slice(begin, end + 1), from + begin);
    const { low, high } = this.#boundsOf(part, run);
    part.low = Math.max(part.low, low);
    part.high += high;
  }

  #runOf(key: number, faces: Uint32Array, stops: readonly Float64Array[], from: number): Run {
    const { turn, way } = this.#stroke;
    const only = { ...EVERY, has: (other: number) => other === key };
    return { met: new MetCells(this.#keys, stops, faces, turn, way, only), faces, stops, from };
  }

  #boundsOf({ place }: Growing, { met, faces, stops, from }: Run): VolumeBounds {
    const { bone, isFull } = this.#cell;
    const volumes = new CellVolume(stops, faces, this.#cones, place, (stop) => this.#sidesAt(from + stop));
    const cell = { met, row: 0, place, bone, isFull };
    const { stop, error } = met.bestStop(0, 0);
    const first = boundsAtStop(cell, volumes, stop, error);
    const [least, most] = [Math.max(0, first.low), Math.min(bone, first.high)];
    const chain = new SweptChain(faces, stops.map(shifted), this.#stroke.turn, this.#flowAt(place, stops.length));
    const second = boundsOfChain(cell, volumes, chain, least, most);
    let [low, high] = [Math.max(least, second.low), Math.min(most, second.high)];
    if (high > low) {
      const held = boundsAtStop(cell, volumes, stop, 0);
      for (const normal of normalsOf(stops[stops.length >> 1], faces)) {
        const third = boundsByPlane(cell, volumes, stops, faces, held, normal);
        [low, high] = [Math.max(low, third.low), Math.min(high, third.high)];
      }
    }
    if (low > high) throw contradiction(low, high);
    return { low, high };
  }

  /** @param count of stops. */
  #flowAt(place: ArrayLike<number>, count: number): ToolFlow {
    const { poses, turn, way, stretches, cellSize, first, farthest } = this.#stroke;
    const { place: low, scale } = this.#cell;
    const many = this.#many;
    const size = many * scale;
    const [x, y, z] = low.map((at, k) => ((many * at + place[k] + 0.5) / size + first[k]) * cellSize);
    const own = poses.velocityAt(x, y, z).map((speed) => (speed * size) / (cellSize * stretches));
    const velocities = new Float64Array(3 * count);
    for (let stop = 0; stop < count; stop++) turnBack(own, poses.axis, stop * turn, velocities, 3 * stop);
    // Half a cell's diagonal from its middle; half a stretch from the stop.
    const spread = (turn * (Math.sqrt(3) + Math.hypot(...own))) / 2;
    return { velocities, spread, way, rounded: roundedFor(farthest * size) };
  }

  /** Vertices of the parts in the tool at a stop, with no face near them. */
  #sidesAt(stop: number): ToolSides {
    const known = this.#sides.get(stop);
    if (known !== undefined) return known;
    const { tool } = this.#stroke;
    this.work += tool.faces.length / 3;
    const most = [this.#many, this.#many, this.#many];
    const sides = new ToolSides(shifted(this.#posed(tool.vertices, stop)), tool.faces, [0, 0, 0], most);
    this.#sides.set(stop, sides);
    return sides;
  }

  /** Points of the tool's own frame at a stop, in parts from the cell's lowest corner. */
  #posed(local: Float64Array, stop: number): Float64Array {
    const { tool, poses, stretches } = this.#stroke;
    const { place, scale } = this.#cell;
    const points = new Float64Array(local.length);
    tool.placeAt(poses.at(stop / stretches), local, points);
    const many = this.#many;
    for (let n = 0; n < points.length; n++) points[n] = many * (scale * points[n] - place[n % 3]);
    return points;
  }
}

/** Some of the faces' normals, no two of them nearly alike. */
function normalsOf(points: Float64Array, faces: Uint32Array): Float64Array[] {
  const normals: Float64Array[] = [];
  for (let face = 0; face < faces.length / 3 && normals.length < MOST_NORMALS; face++) {
    const plane = new Float64Array(4);
    if (planeOf(points, faces, face, plane, 0) === 0) continue;
    if (normals.every((n) => n[0] * plane[0] + n[1] * plane[1] + n[2] * plane[2] < ALIKE)) normals.push(plane);
  }
  return normals;
}

/** Turns a vector by −φ about an axis: O. Rodrigues, 1840. */
function turnBack(v: readonly number[], axis: Float64Array, phi: number, out: Float64Array, at: number): void {
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const along = (v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2]) * (1 - cos);
  for (let k = 0; k < 3; k++) {
    const [p, q] = [(k + 1) % 3, (k + 2) % 3];
    out[at + k] = cos * v[k] - sin * (axis[p] * v[q] - axis[q] * v[p]) + along * axis[k];
  }
}

const EVERY = { has: () => true, hasAny: () => true };
