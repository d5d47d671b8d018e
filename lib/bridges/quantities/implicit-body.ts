// An expression of x, y and z, a box and a cell → the closed, oriented triangle surface on which it is 0.
//
// Only the checks are here. The rest, with mathjs, is loaded when a body is asked for.

import {
  checkNumbers,
  checkOptionNames,
  checkRecord,
  checkText,
  described,
  OptionError,
  type OptionNames,
} from '#core';
import type { TriangleMesh } from '#mesh';

export interface ImplicitBodyOptions {
  /**
   * Of x, y and z in mm: negative inside, positive outside. It may have numbers, pi, e, + − * / ^, parentheses, and
   * sqrt, abs, sin, cos, tan, asin, acos, atan, atan2, exp, log, min, max and hypot, which take radians and have to be
   * continuous where the surface is. At most 10,000 characters.
   */
  readonly expression: string;
  /** The body lies in it, mm. */
  readonly box: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** No edge of the mesh is longer, mm; what is thinner than a cell may be missed. */
  readonly cell: number;
  readonly name?: string;
}
const IMPLICIT_BODY_OPTIONS: OptionNames<ImplicitBodyOptions> = { expression: true, box: true, cell: true, name: true };
const BOX_OPTIONS: OptionNames<ImplicitBodyOptions['box']> = { min: true, max: true };

/** A lattice of this many cubes is marched in a minute or two. */
const MOST_CELLS = 2 ** 24;

/**
 * Vertices lie on the surface up to rounding, and f = 0 counts as outside. Nothing of the expression is run but
 * arithmetic: it is read into numbers, variables and the functions above, and all else is refused. Sines and the like
 * are the engine's own, so that the last bits of vertices can differ between engines.
 * @throws OptionError BAD_EXPRESSION, with the place in the expression; NOT_A_NUMBER, with the place and the point at
 * which that part has no real value; NO_SURFACE (nothing inside); SURFACE_AT_BORDER (the body
 * leaves the box); NOT_CONTINUOUS (a pole or a jump instead of a zero); BAD_BOX, BAD_CELL, WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function implicitBody(options: ImplicitBodyOptions): Promise<TriangleMesh> {
  checkOptionNames(options, IMPLICIT_BODY_OPTIONS, 'implicitBody');
  const { expression, box, cell, name = 'implicit body' } = options;
  checkText(expression, 'expression', 'pass one such as "x^2 + y^2 + z^2 - 25"');
  checkText(name, 'name', 'pass a text, or leave it out');
  checkRecord(box, 'box', 'an object', 'pass min and max');
  checkOptionNames(box, BOX_OPTIONS, 'box');
  const { min, max } = box;
  checkCorner(min, 'box.min');
  checkCorner(max, 'box.max');
  const sides = [0, 1, 2].map((axis) => max[axis] - min[axis]);
  if (!sides.every((side) => side > 0 && side < Number.POSITIVE_INFINITY))
    throw new OptionError('BAD_BOX', `box is ${sides.join(' × ')} mm, expected max above min; correct them.`);
  if (!(typeof cell === 'number' && cell > 0 && cell < Number.POSITIVE_INFINITY))
    throw new OptionError('BAD_CELL', `cell is ${described(cell)}, expected mm above 0; choose another.`);
  const cells = sides.reduce((product, side) => product * Math.ceil(side / cell), 1);
  if (cells > MOST_CELLS)
    throw new OptionError(
      'BAD_CELL',
      `cell is ${cell} mm, which makes ${cells} cells of the box, expected at most ${MOST_CELLS}; choose a larger one.`,
    );
  const { expressionBody } = await import('./expression/expression-body.ts');
  return expressionBody({ expression, min: [...min], max: [...max], cell, name });
}

function checkCorner(corner: readonly number[], name: string): void {
  checkNumbers(corner, name, 'pass x, y, z');
  if (corner.length !== 3 || !Array.prototype.every.call(corner, Number.isFinite))
    throw new OptionError(
      'BAD_BOX',
      `${name} is [${Array.from(corner)}], expected three finite numbers; pass x, y, z.`,
    );
}
