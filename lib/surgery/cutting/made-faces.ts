// Where faces that a cut has made may be farthest from the exact surface: groups of them, the farthest first.
//
//     ░░░░│░q       Around the faces' middle c, a place q where bone is surely kept and a place p where it surely is
//     ░░░╱c░░░      not (kept-bone.ts): the exact surface passes between the two. So no point of the faces is farther
//     ░p╱░░░░░      from it than the farther one of p and q is from c, plus how far that point is from c.

import { BestFirst } from '#core';
import { writeQuarter } from '#triangles';
import type { CutGrid } from './cut-grid.ts';
import type { KeptBone } from './kept-bone.ts';
import { HALF_DIAGONAL } from './met-cells.ts';
import type { Shown } from './shown-cells.ts';
import { normalOf } from './tool-faces.ts';
import type { Spans } from './tool-way.ts';

/** In cells: parts of faces as small are not divided. */
const LEAST = 1 / 16;
/** In cells, from the middle of faces: where places are tried, the first NEAR along the normal alone. */
const PROBES = [1 / 32, 3 / 16, 3 / 8, 9 / 16, 3 / 4, 1, 5 / 4, 3 / 2] as const;
const NEAR = 3;
const FARTHEST_PROBE = 3 / 2;
/** Then also along a cell's edges and diagonals. */
const DIRECTIONS = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((z) => {
      const squared = x * x + y * y + z * z;
      return squared === 1 || squared === 3 ? [[x, y, z].map((c) => c / Math.sqrt(squared))] : [];
    }),
  ),
);

/** Faces of a cell, or part of one. */
interface Group {
  /** In cells: the faces' corners, 9 numbers each. */
  readonly corners: Float64Array;
  /** When the tool may come near. */
  readonly spans: Spans;
}

export class MadeFaces {
  readonly #bone: KeptBone;
  readonly #queue = new BestFirst();
  readonly #groups: Group[] = [];

  /** @param changed the cells whose faces the cut has made. */
  constructor(grid: CutGrid, bone: KeptBone, shown: Shown, changed: ReadonlySet<number>) {
    this.#bone = bone;
    const place = new Int32Array(3);
    for (const key of changed) {
      const range = shown.cells.get(key);
      if (range === undefined || range.count === 0) continue;
      grid.lattice.place(key, place);
      // All places that are tried around the cell's faces lie in this ball.
      const centre = Float64Array.from(place, (n) => n + 0.5);
      const spans = bone.spansAt(centre, HALF_DIAGONAL + FARTHEST_PROBE, bone.all) ?? bone.all;
      const corners = Array.from({ length: range.count }, (_, n) => [...bone.cornersOf(range.mesh, range.first + n)]);
      this.#add(Float64Array.from(corners.flat()), spans);
    }
  }

  /** In cells: no point of these faces is farther from the exact surface. */
  get greatest(): number {
    return Math.max(0, this.#queue.greatest);
  }

  /** Divides the group that may be farthest. @returns false if it is as small as they get. */
  divide(): boolean {
    const queue = this.#queue;
    if (!queue.take()) return false;
    const { corners, spans } = this.#groups[queue.item];
    if (radiusOf(corners) <= LEAST) {
      queue.push(queue.item, queue.bound);
      return false;
    }
    const isOne = corners.length === 9;
    for (let n = 0; n < (isOne ? 4 : corners.length / 9); n++) {
      const part = new Float64Array(9);
      if (isOne) writeQuarter(corners, n, part, 0);
      else part.set(corners.subarray(9 * n, 9 * n + 9));
      this.#add(part, spans);
    }
    return true;
  }

  #add(corners: Float64Array, spans: Spans): void {
    const centre = centreOf(corners);
    const normal = normalOfAll(corners);
    const back = normal.map((x) => -x);
    const kept = this.#firstPlace(true, centre, [back, normal], spans);
    // A slot may be thinner than the way between two places that are tried.
    const gone = Math.min(
      this.#firstPlace(false, centre, [normal, back], spans),
      this.#bone.distanceToTool(centre, spans),
    );
    this.#queue.push(this.#groups.length, Math.max(kept, gone) + radiusOf(corners));
    this.#groups.push({ corners, spans });
  }

  /** How far from a place bone is surely kept, or surely not; Infinity if it is not found near. */
  #firstPlace(isKept: boolean, from: Float64Array, lines: readonly ArrayLike<number>[], spans: Spans): number {
    const isAt = (s: number, line: ArrayLike<number>) =>
      this.#bone.isKept(
        from.map((x, k) => x + s * line[k]),
        spans,
      ) === isKept;
    for (const s of PROBES.slice(0, NEAR)) if (isAt(s, lines[0])) return s;
    for (const s of PROBES) for (const line of [...lines, ...DIRECTIONS]) if (isAt(s, line)) return s;
    return Number.POSITIVE_INFINITY;
  }
}

function centreOf(places: Float64Array): Float64Array {
  const centre = new Float64Array(3);
  for (let n = 0; n < places.length; n++) centre[n % 3] += (3 * places[n]) / places.length;
  return centre;
}

/** How far corners are from their centre, at most. */
function radiusOf(places: Float64Array): number {
  const [x, y, z] = centreOf(places);
  let most = 0;
  for (let n = 0; n < places.length; n += 3)
    most = Math.max(most, Math.hypot(places[n] - x, places[n + 1] - y, places[n + 2] - z));
  return most;
}

/** The unit vector along the sum of the faces' normals; 0 if there is none. */
function normalOfAll(places: Float64Array): Float64Array {
  const corners = Uint32Array.from({ length: places.length / 3 }, (_, n) => n);
  const [own, sum] = [new Float64Array(3), new Float64Array(3)];
  for (let face = 0; face < places.length / 9; face++) {
    normalOf(places, corners, face, own, 0);
    for (let k = 0; k < 3; k++) sum[k] += own[k];
  }
  const length = Math.hypot(sum[0], sum[1], sum[2]);
  return length > 0 ? sum.map((x) => x / length) : sum;
}
