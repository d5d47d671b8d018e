// A surface and a cell of space → the list of faces that can be nearest to some point of the cell.
//
// Subdivision corners lie close together, and many share one list; cells belong to the surface's own frame, so lists
// outlast a pose. The BVH is searched once per cell (NearestFace.gather):
//
//     ┌─────────┬─────────┐     cell (i, j, k, size) ─hash─→ list      entry: face, L, g
//     │ · p     │         │     crowded (too many faces): the cell's eight octants have lists of their own
//     │    c    │         │
//     │         │         │     L + g·(p − c) is a lower bound of the distance from p to the entry's face
//     └─────────┴─────────┘
//        ═══════ faces
//
// The distance to a face F is convex: for any g with |g| ≤ 1, |p − y| ≥ g·(c − y) + g·(p − c) ≥ L + g·(p − c) for every
// point y of F, L being the least g·(c − v) over F's corners v (face-support). If g is the direction from F's nearest
// point to c, this bound is accurate to second order in |p − c|.
//
// A distance in the own frame differs from that in the bone's by a factor in [s, 1/s] (frameShrink) and by at most S
// (frameSlack). Let G be the face nearest to p in the own frame, at distance d, and slack = S + lengthSlack. A face
// more than d + MARGIN·d + 8·slack away in the own frame can neither be nearest in the bone's frame nor be computed to
// be as near as G. Poses have s ≥ 1 − 3·(RIGID_LIMIT + 8u), so that 1/s − s < 7·RIGID_LIMIT.
//
// Invariant: a list checked against all edits contains every face that is nearest to some point of its cell, under
// every pose whose slack is at most #slack.
//
// Every face that a list omits is farther from every point of the cell than the list's first face, the one nearest to
// the centre. So a list only loses the faces that an edit retires and otherwise stays intact, unless the edit retires
// its first face or adds one so near to the centre that it would have been gathered. Lists are checked against the
// edits since their last use when they are next requested.

import { grown, lengthSlack, RIGID_LIMIT } from '#core';
import type { Surface } from '#records';
import { AddedBoxes } from './added-boxes.ts';
import { BOUND, faceSupport } from './face-support.ts';
import { NearestFace } from './nearest-face.ts';

/** A cell's key: its three numbers and its size. */
const KEY = 4;
/** A row of `centres`, mm: the centre, the slack of lengths around it, and how far from it faces were gathered. */
export const CELL_STRIDE = 5;
export const CELL_SLACK = 3;
const REACH = 4;
/** The length of a cell with too many faces, until all lists are rebuilt: its eight parts have lists of their own. */
export const CROWDED = -1;
/** The share of the distance by which a face must be nearer than another to be nearer in every frame; see above. */
const MARGIN = 10 * RIGID_LIMIT;
/** Entries, including those of lists since rebuilt, beyond which all lists are rebuilt: 36 bytes each. */
const MOST_LISTED = 2 ** 18;
/** The most times that a cell is halved; each point in a part that is still crowded gets a search of its own. */
export const MOST_HALVINGS = 6;

export class CellLists {
  /** By cell: centre, slack and reach; the first entry; the number of entries, or CROWDED. Replaced when they grow. */
  centres = new Float64Array(CELL_STRIDE * 256);
  starts = new Int32Array(256);
  lengths = new Int32Array(256);
  /** By entry: the face, and its bound. */
  faces = new Int32Array(4096);
  bounds = new Float64Array(BOUND * 4096);
  /** Changes when all lists are rebuilt. */
  version = 0;
  /** Changes when lists that were handed out must be requested again. */
  edition = 0;
  /** Whether the list last requested is unchanged since its previous request. */
  isSame = false;

  readonly #surface: Surface;
  /** In the surface's own frame. */
  readonly #own: NearestFace;
  /** What edits have added since the lists were begun: one take for each `begin` that found an edit. */
  readonly #added: AddedBoxes;
  /** Edge of a cell before it is halved, mm. */
  #size = 1;
  #slots = new Int32Array(1024).fill(-1);
  #count = 0;
  #keys = new Float64Array(KEY * 256);
  /** The number of takes each list has been checked against. */
  #renewed = new Int32Array(256);
  #used = 0;
  #last = -1;
  /** The surface's edit count at the last `begin`. */
  #edits = -1;
  /** The lists serve every pose whose slack, S plus lengthSlack, is at most this, mm. */
  #slack = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#own = new NearestFace(surface, 'own');
    this.#added = new AddedBoxes(surface);
  }

  /**
   * Call it when the surface has moved or been edited. Lists that still hold are kept.
   * @param size edge of a cell, mm.
   */
  begin(size: number): void {
    const { frame, magnitude, edits } = this.#surface;
    const slack = frame.slack + lengthSlack(magnitude);
    const isEdited = this.#edits >= 0 && edits !== this.#edits;
    if (isEdited) {
      this.#added.take();
      this.edition++;
    }
    const isFirst = this.#edits < 0;
    this.#edits = edits;
    const areFew = this.#used <= MOST_LISTED && !this.#added.isFull;
    if (!isFirst && size === this.#size && slack <= this.#slack && areFew) return;
    this.version++;
    this.#size = size;
    this.#added.begin();
    this.#slack = 2 * slack;
    this.#slots.fill(-1);
    this.#count = 0;
    this.#used = 0;
    this.#last = -1;
    this.#own.face = -1;
  }

  /** The cell that contains a point of the own frame; its list is made on demand and checked against all edits. */
  cellAt(px: number, py: number, pz: number, size: number): number {
    const count = this.#count;
    const cell = this.#cellOf(px, py, pz, size);
    this.isSame = this.#count === count;
    if (this.lengths[cell] !== CROWDED && this.#renewed[cell] !== this.#added.count)
      this.isSame = this.#renew(cell, size);
    return cell;
  }

  #cellOf(px: number, py: number, pz: number, size: number): number {
    const i = Math.floor(px / size);
    const j = Math.floor(py / size);
    const k = Math.floor(pz / size);
    const last = this.#last;
    if (last >= 0 && this.#isCell(last, i, j, k, size)) return last;
    const mask = this.#slots.length - 1;
    let h = cellHash(i, j, k) & mask;
    while (this.#slots[h] >= 0) {
      const cell = this.#slots[h];
      if (this.#isCell(cell, i, j, k, size)) {
        this.#last = cell;
        return cell;
      }
      h = (h + 1) & mask;
    }
    return this.#append(h, i, j, k, size);
  }

  #isCell(cell: number, i: number, j: number, k: number, size: number): boolean {
    const keys = this.#keys;
    const at = KEY * cell;
    return keys[at] === i && keys[at + 1] === j && keys[at + 2] === k && keys[at + 3] === size;
  }

  #append(h: number, i: number, j: number, k: number, size: number): number {
    const cell = this.#count++;
    if (cell === this.starts.length) this.#growCells();
    this.#keys[KEY * cell] = i;
    this.#keys[KEY * cell + 1] = j;
    this.#keys[KEY * cell + 2] = k;
    this.#keys[KEY * cell + 3] = size;
    const at = CELL_STRIDE * cell;
    this.centres[at] = (i + 0.5) * size;
    this.centres[at + 1] = (j + 0.5) * size;
    this.centres[at + 2] = (k + 0.5) * size;
    this.#gather(cell, size);
    this.#slots[h] = cell;
    if (2 * this.#count > this.#slots.length) this.#rehash();
    this.#last = cell;
    return cell;
  }

  /**
   * Checks a list against the edits since it was last requested; rebuilds it if it is no longer intact.
   * @returns whether it is unchanged.
   */
  #renew(cell: number, size: number): boolean {
    const { retired } = this.#surface;
    const first = this.starts[cell];
    const reach = this.centres[CELL_STRIDE * cell + REACH];
    const isNearestGone = retired?.[this.faces[first]] === 1;
    if (isNearestGone || this.#added.comeWithin(reach, this.centres, CELL_STRIDE * cell, this.#renewed[cell])) {
      this.#gather(cell, size);
      return false;
    }
    this.#renewed[cell] = this.#added.count;
    const length = this.lengths[cell];
    let used = first + 1;
    for (let from = used; from < first + length; from++)
      if (retired?.[this.faces[from]] !== 1) this.#move(from, used++);
    this.lengths[cell] = used - first;
    return used - first === length;
  }

  /**
   * Every point p of the cell is at most r = size·√3/2 from its centre c, so a face nearest to p is at most 2r farther
   * from c than G, the face nearest to c, at distance d. With y the point of G nearest to c and g the direction from y
   * to c, |p − y| = √(d² + 2d·g·(p − c) + |p − c|²) ≤ d + g·(p − c) + r²/2d. A face F is nowhere nearer than that if
   * L_F + g_F·(p − c) exceeds it in the whole cell, hence if L_F − d − r²/2d > (|g_x − g_Fx| + |g_y − g_Fy| + |g_z −
   * g_Fz|)·size/2. MARGIN·(d + size), no less than MARGIN·(d + r), and eight slacks are added to both limits.
   */
  #gather(cell: number, size: number): void {
    const nearest = this.#own;
    const at = CELL_STRIDE * cell;
    const cx = this.centres[at];
    const cy = this.centres[at + 1];
    const cz = this.centres[at + 2];
    const slack = this.#slack + lengthSlack(Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)) + size);
    const start = this.#used;
    this.centres[at + CELL_SLACK] = slack;
    this.starts[cell] = start;
    this.#renewed[cell] = this.#added.count;
    // 7/4 > √3 + MARGIN.
    const spread = 1.75 * size + 8 * slack;
    if (!nearest.gather(cx, cy, cz, spread, MARGIN, nearest.face)) {
      this.lengths[cell] = CROWDED;
      return;
    }
    this.centres[at + REACH] = (1 + MARGIN) * Math.sqrt(nearest.squared) + spread;
    this.#growLists(nearest.gathered);
    // The nearest face comes first.
    const own = nearest.faces.indexOf(nearest.face);
    for (let n = 0; n < nearest.gathered; n++) {
      const from = n === 0 ? own : n === own ? 0 : n;
      this.faces[start + n] = nearest.faces[from];
      faceSupport(this.#surface, nearest, from, this.centres, at, this.bounds, BOUND * (start + n));
    }
    const bounds = this.bounds;
    const gx = bounds[BOUND * start + 1];
    const gy = bounds[BOUND * start + 2];
    const gz = bounds[BOUND * start + 3];
    const distance = Math.sqrt(nearest.squared);
    const beyond = distance + (0.75 * size * size) / (2 * distance) + MARGIN * (distance + size) + 8 * slack;
    let used = start;
    for (let from = start; from < start + nearest.gathered; from++) {
      const o = BOUND * from;
      const turned = Math.abs(gx - bounds[o + 1]) + Math.abs(gy - bounds[o + 2]) + Math.abs(gz - bounds[o + 3]);
      if (bounds[o] > beyond + (turned * size) / 2) continue;
      this.#move(from, used++);
    }
    this.#used = used;
    this.lengths[cell] = used - start;
  }

  /** Moves an entry of the lists. */
  #move(from: number, to: number): void {
    if (from === to) return;
    this.faces[to] = this.faces[from];
    for (let k = 0; k < BOUND; k++) this.bounds[BOUND * to + k] = this.bounds[BOUND * from + k];
  }

  #growCells(): void {
    const used = this.starts.length;
    this.starts = grown(this.starts, used, used + 1);
    const capacity = this.starts.length;
    this.#keys = grown(this.#keys, KEY * used, KEY * capacity);
    this.centres = grown(this.centres, CELL_STRIDE * used, CELL_STRIDE * capacity);
    this.lengths = grown(this.lengths, used, capacity);
    this.#renewed = grown(this.#renewed, used, capacity);
  }

  #growLists(more: number): void {
    if (this.#used + more <= this.faces.length) return;
    const used = this.#used;
    this.faces = grown(this.faces, used, used + more);
    this.bounds = grown(this.bounds, BOUND * used, BOUND * this.faces.length);
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    const keys = this.#keys;
    for (let cell = 0; cell < this.#count; cell++) {
      const at = KEY * cell;
      let h = cellHash(keys[at], keys[at + 1], keys[at + 2]) & mask;
      while (slots[h] >= 0) h = (h + 1) & mask;
      slots[h] = cell;
    }
    this.#slots = slots;
  }
}

function cellHash(i: number, j: number, k: number): number {
  const mixed = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b) ^ Math.imul(k, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}
