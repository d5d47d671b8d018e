// An implicit function and a box → the closed, oriented triangle surface of its zero set, by marching tetrahedra on a
// BCC lattice (march-tetrahedra), block by block.
//
// A block is 4 × 4 × 4 cubes. One evaluation at its centre, and the Lipschitz bound of f, rule out most blocks. In the
// others f is evaluated at every point, and each cube is marched with its next neighbour along each axis.

import { checkOptionNames, checkText, OptionError, type OptionNames, refuse } from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { checkPositive, checkTriple } from './check-option.ts';
import {
  CENTRE,
  CORNER,
  EDGES_A_CUBE,
  type Lattice,
  latticeCoordinate,
  TetrahedraMarcher,
} from './march-tetrahedra.ts';

// These are bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { abs, ceil, sqrt } = Math;

export interface IsosurfaceOptions {
  /** Negative inside, positive outside, mm. */
  readonly f: (x: number, y: number, z: number) => number;
  /** The zero set lies in this box, mm; the lattice extends two steps beyond it. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /**
   * Edge of a lattice cube, mm. A triangle lies in a tetrahedron whose edges are at most a step long, so the triangle's
   * edges are too.
   */
  readonly step: number;
  /**
   * |f(p) − f(q)| ≤ lipschitz · |p − q|. Blocks of the lattice in which f cannot be 0, by its value at their centre,
   * are skipped.
   */
  readonly lipschitz: number;
  readonly name?: string;
}

const ISOSURFACE_OPTIONS: OptionNames<IsosurfaceOptions> = {
  f: true,
  min: true,
  max: true,
  step: true,
  lipschitz: true,
  name: true,
};

/** Cubes along a block's edge. */
const BLOCK = 4;
/** Points along a block's edge. The last layer belongs to the next block too. */
const SIDE = BLOCK + 1;

/**
 * Triangulates the zero set of f. Every vertex lies on a lattice edge, with |f| at most a tiny fraction of `step`.
 * Where the surface passes close to a lattice point, vertices can be very close or coincide; collapseEdges removes the
 * slivers between them.
 * @throws OptionError BAD_BOX, BAD_LIPSCHITZ, WRONG_TYPE, UNKNOWN_OPTION, BAD_STEP (not positive and finite, or a
 * lattice of more than 2^32 edges), SURFACE_AT_BORDER (f < 0 outside the box).
 */
export function isosurface(options: IsosurfaceOptions): TriangleMesh {
  checkOptionNames(options, ISOSURFACE_OPTIONS, 'isosurface');
  const { f, step, lipschitz, name = 'isosurface' } = options;
  const lattice = latticeOf(options, name);
  const { counts } = lattice;
  const marcher = new TetrahedraMarcher(lattice, f);
  const values = [new Float64Array(SIDE ** 3), new Float64Array(SIDE ** 3)];
  const extent = (sqrt(3) / 2) * (BLOCK + 0.5) * step * lipschitz;
  const half = (BLOCK + 0.5) / 2;
  const block = [0, 0, 0];
  const middle = (axis: number): number => lattice.origin[axis] + (block[axis] + half) * step;
  for (block[2] = 0; block[2] < counts[2]; block[2] += BLOCK)
    for (block[1] = 0; block[1] < counts[1]; block[1] += BLOCK)
      for (block[0] = 0; block[0] < counts[0]; block[0] += BLOCK) {
        if (abs(f(middle(0), middle(1), middle(2))) > extent) continue;
        sampleBlock(lattice, f, block, name, values);
        marchBlock(marcher, block, values);
      }
  return createMesh(marcher.positions, marcher.faces, { name });
}

/** Checks the options. @returns the lattice: whole blocks around the box, and two steps beyond it. */
function latticeOf({ f, min, max, step, lipschitz }: IsosurfaceOptions, name: string): Lattice {
  checkText(name, 'Isosurface: name', 'pass a text, or leave it out');
  if (typeof f !== 'function') refuse(f, 'Isosurface: f', 'a function', 'pass one of x, y, z, negative inside');
  checkTriple('BAD_BOX', 'Isosurface: min', min);
  checkTriple('BAD_BOX', 'Isosurface: max', max);
  checkPositive('BAD_STEP', 'Isosurface: step', step);
  checkPositive('BAD_LIPSCHITZ', 'Isosurface: lipschitz', lipschitz);
  const counts = [0, 1, 2].map((axis) => ceil((max[axis] - min[axis]) / step / BLOCK + 1) * BLOCK);
  const latticeEdges = (counts[0] + 1) * (counts[1] + 1) * (counts[2] + 1) * EDGES_A_CUBE;
  if (!(step > 0) || !Number.isFinite(latticeEdges) || latticeEdges >= 2 ** 32)
    throw new OptionError(
      'BAD_STEP',
      `Isosurface "${name}": step ${step} mm gives ${latticeEdges} lattice edges, expected step > 0 and fewer than 2^32 edges; choose another step.`,
    );
  const origin = [0, 1, 2].map((axis) => (min[axis] + max[axis] - counts[axis] * step) / 2);
  return { origin, step, counts };
}

/** Writes f at all points of a block, by kind. @throws OptionError SURFACE_AT_BORDER */
function sampleBlock(
  lattice: Lattice,
  f: IsosurfaceOptions['f'],
  block: readonly number[],
  name: string,
  values: readonly Float64Array[],
): void {
  const { counts } = lattice;
  const atBorder = block.some((first, axis) => first === 0 || first + BLOCK === counts[axis]);
  const isBorder = (index: number, axis: number): boolean => index <= 0 || index >= counts[axis] - 1;
  for (let p = 0, k = block[2]; k < block[2] + SIDE; k++)
    for (let j = block[1]; j < block[1] + SIDE; j++)
      for (let i = block[0]; i < block[0] + SIDE; i++, p++)
        for (const kind of [CORNER, CENTRE]) {
          const at = f(
            latticeCoordinate(lattice, i, 0, kind),
            latticeCoordinate(lattice, j, 1, kind),
            latticeCoordinate(lattice, k, 2, kind),
          );
          values[kind][p] = at;
          if (atBorder && at < 0 && (isBorder(i, 0) || isBorder(j, 1) || isBorder(k, 2)))
            throw new OptionError(
              'SURFACE_AT_BORDER',
              `Isosurface "${name}": f = ${at} at the border of its box, expected a positive value; enlarge min and max.`,
            );
        }
}

function marchBlock(marcher: TetrahedraMarcher, block: readonly number[], values: readonly Float64Array[]): void {
  const cube = [0, 0, 0];
  for (let k = 0; k < BLOCK; k++)
    for (let j = 0; j < BLOCK; j++)
      for (let i = 0; i < BLOCK; i++) {
        cube[0] = block[0] + i;
        cube[1] = block[1] + j;
        cube[2] = block[2] + k;
        const local = i + SIDE * (j + SIDE * k);
        for (let axis = 0; axis < 3; axis++) marcher.march(values, SIDE, local, cube, axis);
      }
}
