// A cut bone ↔ the bytes of a file, which is refused unless it is intact.

import { checkedBytes, FormatError, type NameOption, nameIn } from '#core';
import { damagedIndex, type PackedContents, type PackedSchema, packArrays, unpackArrays } from '#records';
import { crossedCells } from './crossed-cells.ts';
import type { TriangleMesh } from '#mesh';
import { CutGrid } from './cut-grid.ts';
import type { CutRecord } from './cut-record.ts';
import type { LatticeBox } from './join-outer.ts';
import { Lattice, MOST_BRICKS, PARTS } from './lattice.ts';
import type { LostFeatures } from './lost-features.ts';

/** Raised by one whenever the same bone gives other bytes, or the same bytes mean something else. */
const VERSION = 3;
const SCHEMA = {
  words: { noun: 'Cut bone', again: 'save it again', writer: 'CuttableBone.save' },
  numbers: [
    ...(['cell', 'firstX', 'firstY', 'firstZ', 'bricksX', 'bricksY', 'bricksZ', 'thinWalls', 'done'] as const),
    /** What was lost when it was made; −1 each if that is not known. */
    ...(['walls', 'gaps', 'spikes'] as const),
    /** Places of the window's corners in the lattice; 0 each without one. */
    ...(['lowX', 'lowY', 'lowZ', 'highX', 'highY', 'highZ'] as const),
    /** 1 if the window grows. */
    'grows',
  ],
  arrays: {
    name: 'u16',
    signs: 'u32',
    edges: 'u32',
    lostAt: 'f64',
    crossing: 'u16',
    normal: 'u32',
    /** By cut, undone ones last: the number of vertices it removed, and the number of edges it changed. */
    counts: 'u32',
    removed: 'u32',
    cutEdges: 'u32',
    partsBefore: 'u16',
    normalsBefore: 'u32',
    partsAfter: 'u16',
    normalsAfter: 'u32',
    /** With a window: see OuterSurface; and the surface that the bone was made of. */
    lowFlips: 'u32',
    givenPositions: 'f64',
    givenFaces: 'u32',
  },
} as const satisfies PackedSchema;
type Contents = PackedContents<typeof SCHEMA>;

/** What a cut bone is made of: its grid without the surface, which follows from the grid. */
export interface SavedBone {
  readonly name: string;
  readonly grid: CutGrid;
  readonly thinWalls: number;
  /** With a window: the surface that the bone was made of. */
  readonly given: TriangleMesh | null;
  readonly beyondWindow: 'grow' | 'refuse';
  /** See CuttableBone.lost. */
  readonly lost: LostFeatures | null;
  /** Cuts that can be undone, and those that can be redone, the next one last. */
  readonly done: readonly CutRecord[];
  readonly undone: readonly CutRecord[];
}

/** Its grid has no surface yet. */
export interface UnpackedBone extends SavedBone {
  readonly window: LatticeBox | null;
  readonly lowFlips: Uint32Array<ArrayBuffer>;
}

export function packBone({
  name,
  grid,
  thinWalls,
  lost,
  given,
  beyondWindow,
  done,
  undone,
}: SavedBone): Uint8Array<ArrayBuffer> {
  const { cell, first, bricks } = grid.lattice;
  const keys = grid.edges.keys();
  const edges = keys.filter((_, row) => grid.crossing[row] !== 0).sort();
  const rows = edges.map((edge) => grid.edges.find(edge));
  const cuts = [...done, ...undone];
  const { low, high } = grid.outer ?? { low: [0, 0, 0], high: [0, 0, 0] };
  return packArrays(SCHEMA, VERSION, {
    numbers: {
      ...{ cell, firstX: first[0], firstY: first[1], firstZ: first[2] },
      ...{ bricksX: bricks[0], bricksY: bricks[1], bricksZ: bricks[2], thinWalls, done: done.length },
      ...{ walls: lost?.walls ?? -1, gaps: lost?.gaps ?? -1, spikes: lost?.spikes ?? -1 },
      ...{ lowX: low[0], lowY: low[1], lowZ: low[2], highX: high[0], highY: high[1], highZ: high[2] },
      grows: beyondWindow === 'grow' ? 1 : 0,
    },
    arrays: {
      name: Uint16Array.from(name, (_, n) => name.charCodeAt(n)),
      signs: grid.signs,
      edges,
      lostAt: lost?.positions.slice() ?? new Float64Array(0),
      crossing: Uint16Array.from(rows, (row) => grid.crossing[row]),
      normal: Uint32Array.from(rows, (row) => grid.normal[row]),
      counts: Uint32Array.from(cuts.flatMap(({ removed, edges: changed }) => [removed.length, changed.length])),
      removed: joined(
        Uint32Array,
        cuts.map((cut) => cut.removed),
      ),
      cutEdges: joined(
        Uint32Array,
        cuts.map((cut) => cut.edges),
      ),
      partsBefore: joined(
        Uint16Array,
        cuts.map((cut) => cut.partsBefore),
      ),
      normalsBefore: joined(
        Uint32Array,
        cuts.map((cut) => cut.normalsBefore),
      ),
      partsAfter: joined(
        Uint16Array,
        cuts.map((cut) => cut.partsAfter),
      ),
      normalsAfter: joined(
        Uint32Array,
        cuts.map((cut) => cut.normalsAfter),
      ),
      lowFlips: grid.outer?.lowFlips.slice() ?? new Uint32Array(0),
      givenPositions: Float64Array.from(given?.positions ?? []),
      givenFaces: given?.faces.slice() ?? new Uint32Array(0),
    },
  });
}

/** @throws FormatError as loadCuttableBone. */
export function unpackBone(bytes: ArrayBuffer | Uint8Array, options: NameOption): UnpackedBone {
  const source = sourceOf(options);
  const view = checkedBytes(bytes, 'bytes', 'pass what CuttableBone.save gave', FormatError);
  const contents = unpackArrays(view, SCHEMA, VERSION, source);
  const fault = faultOf(contents);
  if (fault !== null) throw damagedBone(options, fault);
  const { numbers, arrays } = contents;
  const grid = new CutGrid(latticeOf(contents), arrays.signs as Uint32Array<ArrayBuffer>, arrays.edges.length);
  for (let n = 0; n < arrays.edges.length; n++)
    grid.setCrossing(grid.edgeRow(arrays.edges[n]), arrays.crossing[n], arrays.normal[n]);
  const cuts = cutsOf(contents);
  const name = String.fromCharCode(...arrays.name);
  return {
    name,
    grid,
    thinWalls: numbers.thinWalls,
    lost: lostOf(contents),
    ...windowOf(contents, name),
    lowFlips: arrays.lowFlips as Uint32Array<ArrayBuffer>,
    beyondWindow: numbers.grows === 1 ? 'grow' : 'refuse',
    done: cuts.slice(0, numbers.done),
    undone: cuts.slice(numbers.done),
  };
}

const sourceOf = (options: NameOption): string => nameIn(options, 'loadCuttableBone') ?? 'bytes';

export function damagedBone(options: NameOption, fault: string): FormatError {
  return damagedIndex(sourceOf(options), fault, SCHEMA.words);
}

function windowOf({ numbers, arrays }: Contents, name: string): Pick<UnpackedBone, 'given' | 'window'> {
  if (numbers.highX === 0) return { given: null, window: null };
  const { lowX, lowY, lowZ, highX, highY, highZ } = numbers;
  return {
    given: { positions: arrays.givenPositions, faces: arrays.givenFaces, name },
    window: { low: [lowX, lowY, lowZ], high: [highX, highY, highZ] },
  };
}

function lostOf({ numbers: { walls, gaps, spikes }, arrays }: Contents): LostFeatures | null {
  return walls < 0 ? null : { walls, gaps, spikes, positions: arrays.lostAt };
}

function latticeOf({ numbers }: Contents): Lattice {
  const { cell, firstX, firstY, firstZ, bricksX, bricksY, bricksZ } = numbers;
  return new Lattice({ cell, first: [firstX, firstY, firstZ], bricks: [bricksX, bricksY, bricksZ] });
}

function cutsOf({ arrays }: Contents): CutRecord[] {
  const { counts, removed, cutEdges, partsBefore, normalsBefore, partsAfter, normalsAfter } = arrays;
  const cuts: CutRecord[] = [];
  let vertex = 0;
  let edge = 0;
  for (let n = 0; n < counts.length; n += 2) {
    const end = edge + counts[n + 1];
    cuts.push({
      removed: removed.slice(vertex, vertex + counts[n]),
      edges: cutEdges.slice(edge, end),
      partsBefore: partsBefore.slice(edge, end),
      normalsBefore: normalsBefore.slice(edge, end),
      partsAfter: partsAfter.slice(edge, end),
      normalsAfter: normalsAfter.slice(edge, end),
    });
    vertex += counts[n];
    edge = end;
  }
  return cuts;
}

/** What in the contents cannot come from a bone, as the middle of a sentence; null if nothing. */
function faultOf(contents: Contents): string | null {
  const { numbers, arrays } = contents;
  const { cell, bricksX, bricksY, bricksZ, done } = numbers;
  const bricks = [bricksX, bricksY, bricksZ];
  const count = bricksX * bricksY * bricksZ;
  if (!(cell > 0 && Number.isFinite(cell))) return `has a cell of ${cell} mm, expected more than 0`;
  if (bricks.some((n) => !(Number.isInteger(n) && n > 0)) || count > MOST_BRICKS)
    return `has ${bricks.join(' × ')} bricks, expected whole numbers above 0 with a product of at most ${MOST_BRICKS}`;
  const faultOfWindow = windowFault(contents);
  if (faultOfWindow !== null) return faultOfWindow;
  const { walls, gaps, spikes } = numbers;
  const isKnown = [walls, gaps, spikes].every((n) => Number.isInteger(n) && n >= 0);
  if (!isKnown && ![walls, gaps, spikes].every((n) => n === -1))
    return `has lost ${walls} walls, ${gaps} gaps and ${spikes} spikes, expected whole numbers, or -1 each`;
  const features = isKnown ? walls + gaps + spikes : 0;
  if (arrays.lostAt.length !== 3 * features)
    return `has places of ${arrays.lostAt.length / 3} lost features, expected ${features}`;
  const { signs, edges, crossing, normal, counts } = arrays;
  if (signs.length !== 16 * count) return `has ${signs.length} words of signs, expected ${16 * count}`;
  if (crossing.length !== edges.length || normal.length !== edges.length)
    return `has ${crossing.length} crossings and ${normal.length} normals of ${edges.length} edges, expected one each`;
  if (crossing.includes(0)) return `has a crossing of 0, expected 1 to ${PARTS - 1}`;
  const most = Math.max(0, ...[edges, arrays.cutEdges].map((all) => all.reduce((a, b) => Math.max(a, b), 0)));
  if (most >= 1536 * count) return `names edge ${most}, expected less than ${1536 * count}`;
  const vertices = counts.reduce((sum, n, at) => sum + (at % 2 === 0 ? n : 0), 0);
  const changes = counts.reduce((sum, n, at) => sum + (at % 2 === 1 ? n : 0), 0);
  if (counts.length % 2 !== 0 || arrays.removed.length !== vertices || !(done >= 0 && done <= counts.length / 2))
    return `lists ${counts.length / 2} cuts, ${done} of them done, with ${vertices} vertices, expected ${arrays.removed.length}`;
  const { cutEdges, partsBefore, normalsBefore, partsAfter, normalsAfter } = arrays;
  if ([cutEdges, partsBefore, normalsBefore, partsAfter, normalsAfter].some(({ length }) => length !== changes))
    return `lists cuts of ${changes} edges, expected as many as it has, ${cutEdges.length}`;
  return edgesFault(contents);
}

/** A window lies within the lattice, and its surface is one that a bone can be made of. */
function windowFault({ numbers, arrays }: Contents): string | null {
  const { givenPositions, givenFaces } = arrays;
  const low = [numbers.lowX, numbers.lowY, numbers.lowZ];
  const high = [numbers.highX, numbers.highY, numbers.highZ];
  if (high[0] === 0) {
    const isNone =
      [...low, ...high].every((x) => x === 0) &&
      givenPositions.length + givenFaces.length + arrays.lowFlips.length === 0;
    return isNone ? null : 'has part of a window, expected none or all of it';
  }
  const size = [numbers.bricksX, numbers.bricksY, numbers.bricksZ].map((n) => 8 * n);
  if (
    !low.every(
      (x, k) => Number.isInteger(x) && x > 0 && Number.isInteger(high[k]) && x < high[k] && high[k] < size[k] - 1,
    )
  )
    return `has a window from (${low.join(', ')}) to (${high.join(', ')}), expected it within its lattice`;
  const vertices = givenPositions.length / 3;
  if (!arrays.lowFlips.every((key) => key < size[0] * size[1] * size[2]))
    return 'has vertices on its window that are not in its lattice, expected those of its low sides';
  const isWhole = Number.isInteger(vertices) && givenFaces.length % 3 === 0 && givenFaces.length > 0;
  if (!isWhole || !givenPositions.every(Number.isFinite) || !givenFaces.every((vertex) => vertex < vertices))
    return 'has a surface that is damaged, expected the one that the bone was made of';
  return null;
}

/** Each edge between two sides needs its crossing. */
function edgesFault(contents: Contents): string | null {
  const { numbers, arrays } = contents;
  const grid = new CutGrid(latticeOf(contents), arrays.signs as Uint32Array<ArrayBuffer>);
  const has = new Set(arrays.edges);
  const { count, keys, inside } = crossedCells(grid);
  if (count === 0 && numbers.highX === 0) return 'has no bone left, expected some';
  for (let n = 0; n < count; n++)
    for (let axis = 0; axis < 3; axis++)
      if (((inside[n] >> (1 << axis)) & 1) !== (inside[n] & 1) && !has.has(3 * keys[n] + axis))
        return `lacks the crossing of edge ${3 * keys[n] + axis}, whose ends are on two sides`;
  return null;
}

function joined<T extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  Type: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
): T {
  const all = new Type(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
