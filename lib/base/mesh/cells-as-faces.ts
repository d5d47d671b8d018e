// Numbers given as faces that do not fit as faces → whether they are cells preceded by their counts, as in VTK.
//
// vtk.js' polyData.getPolys().getData() is 4, 0, 1, 3, 2, 4, …: each polygon is preceded by the number of its corners.
// Read three by three, such numbers name vertices that no face has.

/** Fewer cells may parse by chance: 5, a, b, c, d, e, 5, e, d, c, b, a is a closed pillow, and four faces of a fan. */
const FEWEST = 4;

/** The cells of an array that consists of cells of three or more distinct corners below `vertexCount`; else null. */
function cellsIn(numbers: ArrayLike<number>, vertexCount: number): { start: number; end: number }[] | null {
  // Only the counts at first: in an array of faces the chain of counts leaves the array after a few steps.
  const cells: { start: number; end: number }[] = [];
  for (let at = 0; at < numbers.length; ) {
    const count = numbers[at];
    const start = at + 1;
    at = start + count;
    if (!(Number.isInteger(count) && count >= 3 && at <= numbers.length)) return null;
    cells.push({ start, end: at });
  }
  for (const { start, end } of cells) {
    const corners = new Set<number>();
    for (let i = start; i < end; i++) corners.add(numbers[i]);
    if (corners.size < end - start) return null;
    for (const vertex of corners) if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount)) return null;
  }
  return cells.length === 0 ? null : cells;
}

/** What messages add if numbers that are not faces are cells; '' if they are not. */
export function cellsHint(numbers: ArrayLike<number>, vertexCount: number): string {
  const cells = cellsIn(numbers, vertexCount);
  if (cells === null) return '';
  return `; the array reads as ${cells.length} cells, each behind the number of its corners (as vtk.js' getPolys().getData() has them): pass three corners a face, without the numbers`;
}

/**
 * The number of cells, if the numbers are certainly not faces: read as cells they are four or more polygons in which no
 * edge is traversed twice in the same direction, and read as faces they are not, or leave edges open that the cells
 * close. No consistently oriented surface is taken for cells, unless it has a boundary and its numbers happen to spell
 * a closed surface of cells.
 * @param numbers whole, from 0 to vertexCount − 1. @returns 0 if they may be faces.
 */
export function cellsGivenAsFaces(numbers: ArrayLike<number>, vertexCount: number): number {
  const cells = cellsIn(numbers, vertexCount);
  if (cells === null || cells.length < FEWEST) return 0;
  const asCells = edgesOf(numbers, cells, vertexCount);
  if (asCells === 'doubled') return 0;
  const faces = Array.from({ length: numbers.length / 3 }, (_, face) => ({ start: 3 * face, end: 3 * face + 3 }));
  const asFaces = edgesOf(numbers, faces, vertexCount);
  return asFaces === 'doubled' || (asCells === 'closed' && asFaces === 'open') ? cells.length : 0;
}

/** 'doubled': an edge is traversed twice in one direction, or runs from a vertex to itself; 'open': it has one side. */
function edgesOf(
  numbers: ArrayLike<number>,
  polygons: readonly { readonly start: number; readonly end: number }[],
  vertexCount: number,
): 'closed' | 'open' | 'doubled' {
  const edges = new Set<number>();
  for (const { start, end } of polygons)
    for (let i = start; i < end; i++) {
      const [from, to] = [numbers[i], numbers[i + 1 < end ? i + 1 : start]];
      const edge = from * vertexCount + to;
      if (from === to || edges.has(edge)) return 'doubled';
      edges.add(edge);
    }
  for (const edge of edges)
    if (!edges.has((edge % vertexCount) * vertexCount + Math.floor(edge / vertexCount))) return 'open';
  return 'closed';
}
