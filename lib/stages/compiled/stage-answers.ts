// The module's questions (./module/records/host.ts) → answers: signs from the other solid, lists of near
// faces from its BVH, distances that f64 leaves undecided from integers.

import { stopIfUnwanted } from '#core';
import { BOUND, CELL_SLACK, CELL_STRIDE, CellLists, CROWDED, NearestFace } from '#proximity';
import type { InsideTest, Surface } from '#records';
import {
  gapAtMost,
  KnownDistance,
  PAIR_LOWER,
  POINT_TRIANGLE_SIZE,
  SQUARED,
  sharpenPointTriangle,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TriangleIntersector,
  TrianglePair,
} from '#triangles';
import { CompiledStages, type Instantiate, type StagesHost } from './compiled-stages.ts';
import { KeptFaces } from './kept-faces.ts';

/** In place of a length: the module already holds the list. */
const SAME = -2;

/** The inputs of the answers that change with the pose. */
interface Asked {
  /** The other solid's inside test; null if it has none. */
  readonly inside: InsideTest | null;
  /** mm: the report distance, and the slack of lengths. */
  readonly maxDistance: number;
  readonly slack: number;
}

export class StageAnswers {
  readonly lists: CellLists;
  readonly kept: KeptFaces;
  asked: Asked = { inside: null, maxDistance: 0, slack: 0 };
  readonly #other: Surface;
  readonly #nearest: NearestFace;
  readonly #pair = new TrianglePair();
  readonly #known = new KnownDistance();
  readonly #found = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #triangles = new TriangleDistance();
  readonly #intersector = new TriangleIntersector();
  #stages: CompiledStages | null = null;

  readonly #instantiate: Instantiate | undefined;

  /** @param other the body that the side is compared with. */
  constructor(other: Surface, instantiate?: Instantiate) {
    this.#other = other;
    this.#instantiate = instantiate;
    this.lists = new CellLists(other);
    this.kept = new KeptFaces(other);
    this.#nearest = new NearestFace(other);
  }

  /** An instance that calls this object for its answers. */
  makeStages(): CompiledStages {
    this.kept.forget();
    this.#stages = new CompiledStages(this.#host(), this.#instantiate);
    return this.#stages;
  }

  /** The stages, with views of the memory as it is now. */
  get #looked(): CompiledStages {
    const stages = this.#stages as CompiledStages;
    stages.look();
    return stages;
  }

  #host(): StagesHost {
    return {
      isInside: (x, y, z) => (this.asked.inside?.(x, y, z) ? 1 : 0),
      knownDistance: (first, second, pair) => this.#knownDistance(first / 8, second / 8, pair / 8),
      sharpen: (point, triangle, out) => this.#sharpen(point / 8, triangle / 8, out / 8),
      isWithin: (leaf, start, count) => (this.#isWithin(leaf / 8, start, count) ? 1 : 0),
      listAt: (x, y, z, size, isHeld) => this.#listAt(x, y, z, size, isHeld === 1),
      nearestTo: (point, out) => this.#nearestTo(point / 8, out / 8),
      look: stopIfUnwanted,
    };
  }

  #knownDistance(first: number, second: number, at: number): number {
    const { f64 } = this.#looked;
    const found = this.#found;
    this.#pair.loadFirst(f64, first, first + 3, first + 6).loadSecond(f64, second, second + 3, second + 6);
    for (let k = 0; k < found.length; k++) found[k] = f64[at + k];
    const distance = this.#known.of(this.#pair, this.#other.magnitude, found);
    f64.set(found, at);
    return distance;
  }

  #sharpen(point: number, triangle: number, at: number): void {
    const { f64 } = this.#looked;
    const near = this.#near;
    for (let k = 0; k < near.length; k++) near[k] = f64[at + k];
    this.#pair.loadPoint(f64, point).loadSecond(f64, triangle, triangle + 3, triangle + 6);
    sharpenPointTriangle(this.#pair, this.#other.magnitude, near);
    f64.set(near, at);
  }

  /** Whether the exact distance of a leaf to one of its near faces is at most the report distance. */
  #isWithin(leaf: number, start: number, count: number): boolean {
    const { f64, call } = this.#looked;
    const { positions, faces } = this.#other;
    const { maxDistance, slack } = this.asked;
    const pair = this.#pair.loadFirst(f64, leaf, leaf + 3, leaf + 6);
    for (const face of new Uint32Array(call.memory.buffer, call.nearFaces() + 4 * start, count)) {
      pair.loadSecondFace(positions, faces, face);
      this.#triangles.measure(pair, false, this.#found);
      if (this.#found[PAIR_LOWER] - slack > maxDistance) continue;
      if (this.#intersector.share(pair) || gapAtMost(pair, maxDistance)) return true;
    }
    return false;
  }

  #nearestTo(point: number, at: number): number {
    stopIfUnwanted();
    const nearest = this.#nearest;
    const { f64 } = this.#looked;
    nearest.find(f64[point], f64[point + 1], f64[point + 2], nearest.face);
    const place = this.kept.placeFor(nearest.face, this.#looked);
    const { f64: out } = this.#looked;
    out[at] = nearest.x;
    out[at + 1] = nearest.y;
    out[at + 2] = nearest.z;
    out[at + SQUARED] = nearest.squared;
    return place;
  }

  #listAt(x: number, y: number, z: number, size: number, isHeld: boolean): number {
    stopIfUnwanted();
    const cell = this.lists.cellAt(x, y, z, size);
    return isHeld && this.lists.isSame ? SAME : this.#handOver(cell);
  }

  /** Writes a cell's list; see ./module/proximity/cell-faces.ts. @returns how many faces it has, or CROWDED. */
  #handOver(cell: number): number {
    const { lists, kept } = this;
    const count = lists.lengths[cell];
    if (count === CROWDED) return CROWDED;
    const first = lists.starts[cell];
    const { call } = this.#looked;
    for (let i = 0; i < count; i++) kept.placeFor(lists.faces[first + i], this.#looked);
    const at = call.reserveList(count) / 8;
    const placesAt = call.listPlaces() / 4;
    call.setListSlack(lists.centres[CELL_STRIDE * cell + CELL_SLACK]);
    const { f64, u32 } = this.#looked;
    for (let i = 0; i < count; i++) {
      u32[placesAt + i] = kept.placeOf(lists.faces[first + i]);
      // Two faces side by side.
      const to = at + 2 * BOUND * (i >> 1) + (i & 1);
      for (let k = 0; k < BOUND; k++) f64[to + 2 * k] = lists.bounds[BOUND * (first + i) + k];
    }
    return count;
  }
}
