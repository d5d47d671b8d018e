// The grid's live faces → a mesh whose bytes follow from the grid's signs and crossings alone.
//
// The faces beyond a window come first. The others are in the order of their cells' keys, and within a cell in meshing
// order; vertices are numbered in the order of their first use by these faces. However a bone reached its state (cut,
// undone, loaded), the mesh is the same.

import { checkNumbers, checkRecord, described, GrowingArray, MeshError, stopIfUnwanted } from '#core';
import type { NumberedMesh, Renumbering } from '#slots';
import { type CutGrid, type GrowingMesh, NONE } from './cut-grid.ts';

const NO_FACES = new Uint32Array(0);

export function numberedMesh(grid: CutGrid): NumberedMesh {
  const cells = liveCells(grid);
  const rows = grid.cells;
  const outer = grid.outer?.faces ?? NO_FACES;
  let count = outer.length;
  for (const key of cells) count += grid.faceCount[rows.find(key)];
  const faceNumbers = new Uint32Array(count);
  const faces = new Uint32Array(3 * count);
  const newVertex = new Int32Array(grid.positions.length / 3).fill(NONE);
  const vertexNumbers = new GrowingArray(new Uint32Array(count / 2 + 8));
  let face = 0;
  const add = (number: number): void => {
    if (face % 8192 === 0) stopIfUnwanted();
    faceNumbers[face] = number;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = grid.faces.values[3 * number + corner];
      if (newVertex[vertex] === NONE) {
        newVertex[vertex] = vertexNumbers.length;
        vertexNumbers.push(vertex);
      }
      faces[3 * face + corner] = newVertex[vertex];
    }
    face++;
  };
  for (const number of outer) add(number);
  for (const key of cells) {
    const row = rows.find(key);
    for (let n = 0; n < grid.faceCount[row]; n++) add(grid.firstFace[row] + n);
  }
  const vertices = vertexNumbers.values.slice(0, vertexNumbers.length);
  const positions = new Float64Array(3 * vertices.length);
  for (let n = 0; n < vertices.length; n++)
    for (let k = 0; k < 3; k++) positions[3 * n + k] = grid.positions.values[3 * vertices[n] + k];
  return { positions, faces, faceNumbers, vertexNumbers: vertices };
}

/** Keys of the cells that have faces, ascending. */
function liveCells(grid: CutGrid): Uint32Array {
  const keys = grid.cells.keys();
  const live = new Uint32Array(keys.length);
  let count = 0;
  for (let row = 0; row < keys.length; row++) if (grid.faceCount[row] > 0) live[count++] = keys[row];
  return live.subarray(0, count).sort();
}

/**
 * Renumbers faces and vertices, in new arrays; those without a new number are dropped. It may be stopped before it
 * changes anything.
 */
export function renumber(grid: CutGrid, { faces, vertices, faceCount, vertexCount }: Renumbering): void {
  const { faces: oldFaces, positions: oldPositions } = grid.mesh;
  const newFaces = new Uint32Array(3 * faceCount);
  for (let face = 0; face < oldFaces.length / 3; face++) {
    if (face % 65_536 === 0) stopIfUnwanted();
    if (faces[face] !== NONE)
      for (let k = 0; k < 3; k++) newFaces[3 * faces[face] + k] = vertices[oldFaces.values[3 * face + k]];
  }
  const newPositions = new Float64Array(3 * vertexCount);
  for (let vertex = 0; vertex < oldPositions.length / 3; vertex++) {
    if (vertex % 65_536 === 0) stopIfUnwanted();
    if (vertices[vertex] !== NONE)
      for (let k = 0; k < 3; k++) newPositions[3 * vertices[vertex] + k] = oldPositions.values[3 * vertex + k];
  }
  grid.replaceMesh(newPositions, newFaces);
  for (let row = 0; row < grid.cells.count; row++)
    if (grid.faceCount[row] > 0) grid.firstFace[row] = faces[grid.firstFace[row]];
  const { outer } = grid;
  outer?.faces.forEach((face, n, all) => {
    all[n] = faces[face];
  });
  for (const chain of outer?.chains ?? [])
    for (let n = 0; n < chain.vertices.length; n++) chain.vertices[n] = vertices[chain.vertices[n]];
  for (const column of [grid.edgeVertex, grid.bendVertex])
    for (let row = 0; row < column.length; row++) if (column[row] !== NONE) column[row] = vertices[column[row]];
}

/** Faces that a grid shows, as runs of numbers that must stay consecutive: a cell's, or one beyond a window. */
export function* faceRuns({ outer, cells, firstFace, faceCount }: CutGrid): Iterable<readonly [number, number]> {
  for (const face of outer?.faces ?? NO_FACES) yield [face, 1];
  for (let row = 0; row < cells.count; row++) yield [firstFace[row], faceCount[row]];
}

/** @param runs of faces that are there. @throws MeshError BAD_RENUMBERING, WRONG_TYPE. */
export function checkRenumbering(
  mesh: GrowingMesh,
  runs: Iterable<readonly [first: number, count: number]>,
  renumbering: Renumbering,
  name: string,
): void {
  const next = 'pass what compactBone of the detector gave';
  checkRecord(renumbering, 'renumbering', 'a BoneRenumbering', next, MeshError);
  const { faces, vertices, faceCount, vertexCount } = renumbering;
  const [oldFaces, oldVertices] = [mesh.faces.length / 3, mesh.positions.length / 3];
  checkNumbersOf('face', faces, oldFaces, faceCount, name);
  checkNumbersOf('vertex', vertices, oldVertices, vertexCount, name);
  for (const [first, count] of runs)
    for (let face = first; face < first + count; face++) {
      if (faces[face] === NONE) refuse(`drops face ${face} of "${name}", which is there`);
      for (let n = 3 * face; n < 3 * face + 3; n++)
        if (vertices[mesh.faces.values[n]] === NONE) refuse(`drops vertices of face ${face} of "${name}"`);
      if (faces[face] !== faces[first] + face - first)
        refuse(`parts faces ${first} and ${face} of a cell of "${name}"`);
    }
}

/** Checks that each new number is below the count and belongs to one old number. */
function checkNumbersOf(what: 'face' | 'vertex', numbers: Int32Array, old: number, count: number, name: string): void {
  const plural = what === 'face' ? 'faces' : 'vertices';
  checkNumbers(numbers, plural, 'pass what compactBone of the detector gave', MeshError);
  if (numbers.length !== old) refuse(`is of ${numbers.length} ${plural}, expected the ${old} of "${name}"`);
  if (!(Number.isInteger(count) && count >= 0 && count <= old))
    refuse(`has a ${what}Count of ${described(count)}, expected 0 to ${old}`);
  const isTaken = new Uint8Array(count);
  for (let n = 0; n < old; n++) {
    if (numbers[n] === NONE) continue;
    if (isTaken[numbers[n]] !== 0) refuse(`gives ${plural} the number ${numbers[n]} twice, or beyond ${count}`);
    isTaken[numbers[n]] = 1;
  }
}

function refuse(fault: string): never {
  throw new MeshError(
    'BAD_RENUMBERING',
    `The renumbering ${fault}; hand every edit to the detector before it compacts.`,
  );
}

/** The renumbering that makes a mesh's own rows the numbers of its faces and vertices. */
export function rowsOf(grid: CutGrid, { faceNumbers, vertexNumbers }: NumberedMesh): Renumbering {
  const inverse = (numbers: Uint32Array, count: number) => {
    stopIfUnwanted();
    const rows = new Int32Array(count).fill(NONE);
    for (let row = 0; row < numbers.length; row++) rows[numbers[row]] = row;
    return rows;
  };
  return {
    faces: inverse(faceNumbers, grid.faces.length / 3),
    vertices: inverse(vertexNumbers, grid.positions.length / 3),
    faceCount: faceNumbers.length,
    vertexCount: vertexNumbers.length,
  };
}
