// A side between two cells → where the surface's line on it has a corner.
//
// The surface crosses two of the side's edges, with a plane at each. On the side these planes are lines, and where they
// meet, within the square, the surface's line turns: kerf walls keep their edges sharp. A corner counts if it lies
// farther than WORTH of a cell from the chord between the crossings; the chord follows anything smoother well enough.
//
// The decision depends only on the side's own crossings and on both cells having one loop, so the two cells agree, and
// fans stay simple (cell-mesher.ts). A side that two lines cross has no bends.

import { CELL_CASES, EDGE_CORNER, edgeAxis } from './cell-cases.ts';
import type { CutGrid } from './cut-grid.ts';
import { OUTSIDE, PARTS, placeWithin } from './lattice.ts';
import { UNKNOWN, unitOf } from './unit-code.ts';

/** In cells. A bend turns two faces into five; at this distance they are worth it. */
const WORTH = 1 / 16;

/** No edges. */
const NOT_CROSSED = -1;
/**
 * By 12·(the bits of a cell's inside corners) + 2·side: the two edges between which the cell's only loop crosses that
 * side; NOT_CROSSED if the cell has no loop or several, or if two lines cross the side or none does.
 */
const SIDE_EDGES = Int8Array.from(
  CELL_CASES.flatMap(({ loops, ambiguous }) =>
    [0, 1, 2, 3, 4, 5].flatMap((side) => {
      if (loops.length !== 1 || (ambiguous >> side) & 1) return [NOT_CROSSED, NOT_CROSSED];
      const [{ edges, sides }] = loops;
      const n = sides.indexOf(side);
      return n < 0 ? [NOT_CROSSED, NOT_CROSSED] : [edges[n], edges[(n + 1) % edges.length]];
    }),
  ),
);

/** Whether a side of a cell may have a bend. @param inside the cell's inside corners. */
export function mayBend(inside: number, side: number): boolean {
  return SIDE_EDGES[12 * inside + 2 * side] !== NOT_CROSSED;
}

export class SideBends {
  readonly #grid: CutGrid;
  readonly #normal = new Float64Array(3);
  /** u and v of each crossing, then of its normal. */
  readonly #lines = new Float64Array(8);

  readonly #below = new Int32Array(3);

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  /**
   * The side's bend as CutGrid.bendPlace holds it, 0 for none. The side is the low one on `axis` of the cell at
   * (i, j, k).
   * @param above the inside corners of that cell.
   */
  find(i: number, j: number, k: number, axis: number, above: number): number {
    if (!mayBend(above, 2 * axis)) return 0;
    const side = 12 * above + 4 * axis;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    if (!this.#line(i, j, k, SIDE_EDGES[side], u, v, 0)) return 0;
    if (!this.#line(i, j, k, SIDE_EDGES[side + 1], u, v, 4)) return 0;
    const lines = this.#lines;
    const pu = lines[0];
    const pv = lines[1];
    const mu = lines[2];
    const mv = lines[3];
    const qu = lines[4];
    const qv = lines[5];
    const nu = lines[6];
    const nv = lines[7];
    const det = mu * nv - mv * nu;
    if (det === 0) return 0;
    const a = mu * pu + mv * pv;
    const b = nu * qu + nv * qv;
    const x = placeWithin((a * nv - b * mv) / det);
    const y = placeWithin((b * mu - a * nu) / det);
    if (x === OUTSIDE || y === OUTSIDE) return 0;
    const du = qu - pu;
    const dv = qv - pv;
    const twice = Math.abs(du * (y - pv) - dv * (x - pu));
    if (!(twice > WORTH * PARTS * Math.sqrt(du * du + dv * dv))) return 0;
    const at = this.#below;
    at[0] = i;
    at[1] = j;
    at[2] = k;
    at[axis]--;
    const below = this.#grid.cornersInside(at[0], at[1], at[2]);
    return CELL_CASES[below].loops.length === 1 ? (y * PARTS + x) >>> 0 : 0;
  }

  /** @returns whether the surface's plane there is known. */
  #line(i: number, j: number, k: number, edge: number, u: number, v: number, at: number): boolean {
    const grid = this.#grid;
    const { parts } = grid.lattice;
    const corner = EDGE_CORNER[edge];
    const key = parts[0][i + (corner & 1)] + parts[1][j + ((corner >> 1) & 1)] + parts[2][k + (corner >> 2)];
    const row = grid.edges.find(3 * key + edgeAxis(edge));
    const code = grid.normal[row];
    if (code === UNKNOWN) return false;
    unitOf(code, this.#normal);
    const lines = this.#lines;
    lines[at] = edgeAxis(edge) === u ? grid.crossing[row] : PARTS * ((corner >> u) & 1);
    lines[at + 1] = edgeAxis(edge) === v ? grid.crossing[row] : PARTS * ((corner >> v) & 1);
    lines[at + 2] = this.#normal[u];
    lines[at + 3] = this.#normal[v];
    return true;
  }
}
