// Positions and faces → a checked TriangleMesh.

import {
  checkNumbers,
  checkOptionNames,
  checkRecord,
  checkText,
  MeshError,
  type OptionNames,
  typedArrayName,
} from '#core';
import { type AnatomicalFrame, checkFrame } from './anatomical-frame.ts';
import { cellsGivenAsFaces, cellsHint } from './cells-as-faces.ts';
import { conversionOf } from './other-meshes.ts';

/** xyz per vertex, mm, in single or double precision. */
export type Positions = Float32Array | Float64Array;

/**
 * Triangle surface, mm. positions: xyz per vertex (3·V); faces: three vertex indices per face (3·F), counter-clockwise
 * seen from outside.
 */
export interface TriangleMesh {
  readonly positions: Float32Array | Float64Array;
  readonly faces: Uint32Array;
  readonly name: string;
  /** Set if the file or volume that it comes from states it; absent: unknown. */
  readonly frame?: AnatomicalFrame;
}

/** The name of createMesh's mesh, and the frame of its coordinates. */
interface MeshOptions {
  readonly name?: string;
  readonly frame?: AnatomicalFrame;
}

const MESH_OPTIONS: OptionNames<MeshOptions> = { name: true, frame: true };

/**
 * Checks and wraps a triangle surface. A Float32Array or Float64Array of positions and a Uint32Array of faces are kept,
 * not copied; any other array is copied (positions to f64).
 * @throws MeshError EMPTY_MESH (no face), BAD_LENGTH (not a multiple of 3), NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE,
 * CELLS_AS_FACES (polygons preceded by the number of their corners, as in vtk.js), WRONG_TYPE (for a vtkPolyData or a
 * BufferGeometry the message names the function that converts it).
 * @throws OptionError BAD_FRAME, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function createMesh(
  positions: ArrayLike<number>,
  faces: ArrayLike<number>,
  options: MeshOptions = {},
): TriangleMesh {
  checkOptionNames(options, MESH_OPTIONS, 'createMesh');
  checkText(options.name, 'The name that createMesh was given', 'pass a text, or leave it out');
  if (options.frame !== undefined) checkFrame(options.frame);
  return checkedSurface(positions, faces, options.name, options.frame);
}

/**
 * A mesh that may have been made by hand → a checked one.
 * @param role the argument's name.
 * @throws MeshError and OptionError BAD_FRAME as createMesh.
 */
export function checkedMesh(mesh: TriangleMesh, role: string): TriangleMesh {
  checkRecord(mesh, role, 'a TriangleMesh', 'make one with createMesh or loadMesh', MeshError);
  const { positions, faces, name, frame } = mesh;
  checkText(name, `The name of ${role}`, 'name it after its file, or leave it out', MeshError);
  if (frame !== undefined) checkFrame(frame);
  return checkedSurface(positions, faces, name, frame, mesh);
}

function checkedSurface(
  positions: ArrayLike<number>,
  faces: ArrayLike<number>,
  name = 'mesh',
  frame?: AnatomicalFrame,
  given: unknown = positions,
): TriangleMesh {
  const next = conversionOf(given) ?? 'pass x, y, z of each vertex, mm';
  checkNumbers(positions, `Mesh "${name}": positions`, next, MeshError);
  checkNumbers(faces, `Mesh "${name}": faces`, 'pass three vertex indices a face', MeshError);
  checkLength(name, 'positions', positions.length);
  checkLength(name, 'faces', faces.length, () => cellsHint(faces, positions.length / 3));
  if (faces.length === 0)
    throw new MeshError('EMPTY_MESH', `Mesh "${name}" has no faces; give at least one triangle (3 vertex indices).`);
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]))
      throw new MeshError(
        'NON_FINITE_VERTEX',
        `Mesh "${name}": vertex ${Math.floor(i / 3)} has ${'xyz'[i % 3]} = ${positions[i]}, expected a finite number; repair or drop that vertex.`,
      );
  }
  const vertexCount = positions.length / 3;
  // An f32 holds every whole number up to 2^24, but only some of those above.
  if (typedArrayName(faces) === 'Float32Array' && vertexCount > 2 ** 24)
    throw new MeshError(
      'WRONG_TYPE',
      `Mesh "${name}": faces is a Float32Array, which rounds indices beyond 2^24, for ${vertexCount} vertices; pass a Uint32Array.`,
    );
  for (let i = 0; i < faces.length; i++) {
    const vertex = faces[i];
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertexCount)
      throw new MeshError(
        'INDEX_OUT_OF_RANGE',
        `Mesh "${name}": face ${Math.floor(i / 3)} names vertex ${vertex}, expected an integer ≥ 0 and < ${vertexCount} (the number of vertices)${indexHint(positions, faces)}; repair the face list.`,
      );
  }
  const cells = cellsGivenAsFaces(faces, vertexCount);
  if (cells > 0)
    throw new MeshError(
      'CELLS_AS_FACES',
      `Mesh "${name}": faces reads as ${cells} polygons, each behind the number of its corners (as vtk.js' getPolys().getData() has them), expected three corners a face; triangulate them, and pass the corners alone.`,
    );
  return {
    positions:
      positions instanceof Float32Array || positions instanceof Float64Array ? positions : Float64Array.from(positions),
    faces: faces instanceof Uint32Array ? faces : Uint32Array.from(faces),
    name,
    ...(frame === undefined ? {} : { frame }),
  };
}

function checkLength(name: string, what: string, length: number, hint = () => ''): void {
  if (!Number.isInteger(length) || length % 3 !== 0)
    throw new MeshError(
      'BAD_LENGTH',
      `Mesh "${name}": ${what} has ${length} numbers, expected a multiple of 3${hint()}; check the array's layout.`,
    );
}

/** What an out-of-range index suggests: cells, indices that start at 1, or points of two coordinates. */
function indexHint(positions: ArrayLike<number>, faces: ArrayLike<number>): string {
  const vertexCount = positions.length / 3;
  const cells = cellsHint(faces, vertexCount);
  if (cells !== '') return cells;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < faces.length; i++) {
    least = Math.min(least, faces[i]);
    most = Math.max(most, faces[i]);
  }
  if (least === 1 && most === vertexCount) return '; the indices seem to count from 1: subtract 1 from each';
  if (2 * (most + 1) === positions.length)
    return `; positions has two numbers for each of ${most + 1} vertices: give three, z too`;
  return '';
}
