// A marked grid, a box of it and the surface as given → the grid fills the box, and the surface beyond it is joined.
//
// The surface's line on a side of the box is that of the given surface, or that of the cells along it where these show
// something else (inset/rim-side.ts). It never changes: no cut may reach the box's sides (window-edge.ts).

import { cutOut, type InsetBox, type RimChord } from '#inset';
import type { TriangleMesh } from '#mesh';
import { faultOf } from '#osteotomy';
import { CELL_CASES, EDGE_CORNER, edgeAxis } from './cell-cases.ts';
import { type CrossedCells, ownCells } from './crossed-cells.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import { PARTS } from './lattice.ts';
import { numberedMesh } from './numbered-mesh.ts';
import { CutSurface } from './surface.ts';

/** Places of vertices in the low and high corner. */
export interface LatticeBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/**
 * @param lowFlips see OuterSurface. @param surface corners at the same place are the same vertex. @param cells all that
 * the surface crosses.
 * @returns what is wrong with the surface that results, for a message; null if nothing is.
 */
export function joinOuter(
  grid: CutGrid,
  box: LatticeBox,
  lowFlips: Uint32Array<ArrayBuffer>,
  surface: TriangleMesh,
  cells: CrossedCells,
): string | null {
  const inset = insetBox(grid, box);
  grid.outer = { ...box, lowFlips, faces: new Uint32Array(0), chains: [] };
  const chords = rimChords(grid, box);
  const out = cutOut(surface, inset, chords);
  if (out === null) return 'would give sections that meet themselves';
  grid.replaceMesh(out.positions, out.faces);
  const chains = [];
  for (const [n, { side, edges, key }] of chords.entries()) {
    const chain = out.chains[n];
    for (const [end, edge] of edges.entries()) grid.edgeVertex[grid.edges.find(edge)] = chain[end * (chain.length - 1)];
    if (chain.length > 2) chains.push({ side: 3 * key + (side >> 1), vertices: Int32Array.from(chain) });
  }
  const outerFaces = Uint32Array.from({ length: out.faces.length / 3 }, (_, face) => face);
  grid.outer = { ...box, lowFlips, faces: outerFaces, chains };
  new CutSurface(grid).make(ownCells(grid, cells));
  const { positions, faces } = numberedMesh(grid);
  if (faces.length === 0) return null;
  const outer = out.faces.length / 3;
  const isRim = new Uint8Array(positions.length / 3);
  for (let n = 3 * out.wholeCount; n < 3 * outer; n++) isRim[faces[n]] = 1;
  const origins = {
    sources: Array.from({ length: faces.length / 3 }, (_, face) => (face < outer ? out.sources[face] : NONE)),
    isNew: (face: number) =>
      face >= out.wholeCount && (face < outer || [0, 1, 2].some((k) => isRim[faces[3 * face + k]] === 1)),
  };
  return faultOf({ ...surface, positions, faces }, origins, surface);
}

export function insetBox(grid: CutGrid, box: LatticeBox): InsetBox {
  const { cell, first, parts } = grid.lattice;
  const keyOf = (i: number, j: number, k: number) => parts[0][i] + parts[1][j] + parts[2][k];
  return {
    ...{ cell, first, ...box },
    isInside: (i, j, k) => grid.isInside(keyOf(i, j, k)),
    crossing: (i, j, k, axis) => {
      const row = grid.edges.find(3 * keyOf(i, j, k) + axis);
      return row === NONE ? 0 : grid.crossing[row];
    },
  };
}

type CellChord = RimChord & { readonly key: number; readonly edges: readonly number[] };

/** Where loops of the cells along the box's sides run over these sides. */
function rimChords(grid: CutGrid, { low, high }: LatticeBox): CellChord[] {
  const { parts } = grid.lattice;
  const chords: CellChord[] = [];
  const keyOf = (place: readonly number[]) => parts[0][place[0]] + parts[1][place[1]] + parts[2][place[2]];
  for (let side = 0; side < 6; side++) {
    const axis = side >> 1;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const cell = [0, 0, 0];
    cell[axis] = side & 1 ? high[axis] - 1 : low[axis];
    for (cell[u] = low[u]; cell[u] < high[u]; cell[u]++)
      for (cell[v] = low[v]; cell[v] < high[v]; cell[v]++)
        for (const { edges, sides } of CELL_CASES[grid.cornersInside(cell[0], cell[1], cell[2])].loops)
          for (let n = 0; n < edges.length; n++) {
            if (sides[n] !== side) continue;
            const ends = [edges[n], edges[(n + 1) % edges.length]].map((edge) => {
              const place = cell.map((x, k) => x + ((EDGE_CORNER[edge] >> k) & 1));
              const number = 3 * keyOf(place) + edgeAxis(edge);
              const at = place.map((x, k) =>
                k === edgeAxis(edge) ? PARTS * x + grid.crossing[grid.edges.find(number)] : PARTS * x,
              );
              return { at, number };
            });
            const place = [...cell];
            place[axis] += side & 1;
            const [from, to] = ends.map(({ at }) => at);
            chords.push({ side, place, from, to, key: keyOf(place), edges: ends.map(({ number }) => number) });
          }
  }
  return chords;
}
