// Cells of a grid → their solid as a mesh, and the parts of two such solids that lines along a grid axis meet. This
// gives penetration along the feed by definition and exactly, since every line between two grid lines meets the same.

import { createMesh, type TriangleMesh } from '#mesh';

type Random = () => number;
type Cell = readonly [number, number, number];

/** A solid of cubes: cell (x, y, z) reaches from origin + size·(x, y, z) to origin + size·(x + 1, y + 1, z + 1). */
export interface VoxelBody {
  readonly cells: ReadonlySet<string>;
  readonly size: number;
  readonly origin: Cell;
}

export function voxelBody(cells: Iterable<Cell>, size: number, origin: Cell): VoxelBody {
  return { cells: new Set(Array.from(cells, key)), size, origin };
}

/** All cells from 0 up to these counts for which `isIn` is true. */
export function cellsWhere([nx, ny, nz]: Cell, isIn: (x: number, y: number, z: number) => boolean): Cell[] {
  const cells: Cell[] = [];
  for (let x = 0; x < nx; x++)
    for (let y = 0; y < ny; y++) for (let z = 0; z < nz; z++) if (isIn(x, y, z)) cells.push([x, y, z]);
  return cells;
}

/** Cells of a random walk, so that most are connected. */
export function randomCells(random: Random, extent: number, steps: number): Cell[] {
  const at = [0, 1, 2].map(() => Math.floor(extent * random()));
  return Array.from({ length: steps }, (): Cell => {
    const axis = Math.floor(3 * random());
    at[axis] = Math.min(extent - 1, Math.max(0, at[axis] + (random() < 0.5 ? 1 : -1)));
    return [at[0], at[1], at[2]];
  });
}

/** Two triangles per wall between a cell and an empty place; equal corners are one vertex. */
export function voxelMesh({ cells, size, origin }: VoxelBody): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  const vertices = new Map<string, number>();
  const vertexAt = (at: Cell): number => {
    let vertex = vertices.get(key(at));
    if (vertex === undefined) {
      vertex = vertices.size;
      vertices.set(key(at), vertex);
      for (let k = 0; k < 3; k++) positions.push(origin[k] + size * at[k]);
    }
    return vertex;
  };
  for (const name of cells) {
    const cell = cellOf(name);
    for (let axis = 0; axis < 3; axis++)
      for (const side of [0, 1]) {
        if (cells.has(key(moved(cell, axis, 2 * side - 1)))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const base = moved(cell, axis, side);
        const ring = [base, moved(base, u, 1), moved(moved(base, u, 1), v, 1), moved(base, v, 1)].map(vertexAt);
        const [a, b, c, d] = side === 1 ? ring : ring.reverse();
        faces.push(a, b, c, a, c, d);
      }
  }
  return createMesh(positions, faces, { name: 'cells' });
}

/** The parts of one line in a body: from where to where along the feed, ascending. */
type Intervals = readonly (readonly [number, number])[];

/** For each set of lines along ±axis that meet the same parts of both bodies, these parts. */
export function* linesAlong(
  tool: VoxelBody,
  bone: VoxelBody,
  axis: number,
  sign: 1 | -1,
): Generator<{ readonly tool: Intervals; readonly bone: Intervals }> {
  const across = [(axis + 1) % 3, (axis + 2) % 3];
  const columns = [tool, bone].map((body) => columnsOf(body, axis, sign));
  const middles = across.map((k) => {
    const lines = [tool, bone].flatMap(({ cells, size, origin }) =>
      [...cells].flatMap((name) => [0, 1].map((side) => origin[k] + size * (cellOf(name)[k] + side))),
    );
    const sorted = [...new Set(lines)].sort((a, b) => a - b);
    return sorted.slice(1).map((line, i) => (line + sorted[i]) / 2);
  });
  for (const u of middles[0])
    for (const v of middles[1]) {
      const [ofTool, ofBone] = [tool, bone].map(({ size, origin }, which) => {
        const at = [u, v].map((x, i) => Math.floor((x - origin[across[i]]) / size));
        return columns[which].get(`${at[0]},${at[1]}`) ?? [];
      });
      yield { tool: ofTool, bone: ofBone };
    }
}

/** By the place across the axis, the intervals of the cells there; touching ones are joined. */
function columnsOf({ cells, size, origin }: VoxelBody, axis: number, sign: 1 | -1): Map<string, Intervals> {
  const heights = new Map<string, number[]>();
  for (const name of cells) {
    const cell = cellOf(name);
    const place = `${cell[(axis + 1) % 3]},${cell[(axis + 2) % 3]}`;
    heights.set(place, [...(heights.get(place) ?? []), cell[axis]]);
  }
  return new Map(
    Array.from(heights, ([place, all]) => {
      const joined: [number, number][] = [];
      for (const height of all.sort((a, b) => a - b))
        if (joined.at(-1)?.[1] === height) joined[joined.length - 1][1] = height + 1;
        else joined.push([height, height + 1]);
      const placed = joined.map(([low, high]) => {
        const ends = [low, high].map((end) => sign * (origin[axis] + size * end));
        return [Math.min(...ends), Math.max(...ends)] as const;
      });
      return [place, placed.sort((a, b) => a[0] - b[0])];
    }),
  );
}

/** Insertion and wall ahead, by definition, of a tool that shares points with the bone and is not through. */
export function alongFeed(tool: VoxelBody, bone: VoxelBody, axis: number, sign: 1 | -1) {
  let insertion = 0;
  let wall = Number.POSITIVE_INFINITY;
  for (const line of linesAlong(tool, bone, axis, sign)) {
    if (line.tool.length === 0 || line.bone.length === 0) continue;
    const last = line.tool[line.tool.length - 1][1];
    insertion = Math.max(insertion, last - line.bone[0][0]);
    const held = line.bone.find(([low, high]) => low <= last && last <= high);
    if (held !== undefined) wall = Math.min(wall, held[1] - last);
  }
  // If no last point lies in the bone, the wall is 0.
  return { insertion, wall: wall === Number.POSITIVE_INFINITY ? 0 : wall };
}

function moved(cell: Cell, axis: number, by: number): Cell {
  return [0, 1, 2].map((k) => cell[k] + (k === axis ? by : 0)) as unknown as Cell;
}

function key(cell: Cell): string {
  return cell.join(',');
}

function cellOf(name: string): Cell {
  return name.split(',').map(Number) as unknown as Cell;
}

/** Corners of the grid at which the solid touches itself: cells in or out around one are not all joined by sides. */
export function pinchesOf(cells: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const name of cells) {
    const [x, y, z] = cellOf(name);
    for (let corner = 0; corner < 8; corner++) {
      const at: Cell = [x + (corner & 1), y + ((corner >> 1) & 1), z + (corner >> 2)];
      const isIn = Array.from({ length: 8 }, (_, n) =>
        cells.has(key([at[0] - (n & 1), at[1] - ((n >> 1) & 1), at[2] - (n >> 2)])),
      );
      if (!areJoined(isIn, true) || !areJoined(isIn, false)) found.add(key(at));
    }
  }
  return found;
}

/** Whether those of the eight cells around a corner that are in, or out, are joined by sides. */
function areJoined(isIn: readonly boolean[], which: boolean): boolean {
  const all = isIn.flatMap((one, n) => (one === which ? [n] : []));
  const joined = new Set(all.slice(0, 1));
  for (const n of joined) for (const bit of [1, 2, 4]) if (isIn[n ^ bit] === which) joined.add(n ^ bit);
  return joined.size === all.length;
}
