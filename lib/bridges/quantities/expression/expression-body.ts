// A checked expression, box and cell → the mesh on which it is 0, by the datasets' marching.
//
// What is marched is f ÷ |∇f|: it has the signs of f, and near the surface it is the distance in mm to first order, so
// that vertices are as accurate for 1e-6·f and f³ as for f. No block of the lattice is skipped, since nothing bounds
// how fast an expression can change.

import { MeshError, OptionError } from '#core';
import { isosurface } from '#datasets';
import type { TriangleMesh } from '#mesh';
import { compileNode, partWithoutValue } from './compile-node.ts';
import { gradientOf } from './gradient.ts';
import { type ParsedExpression, parseExpression, plain } from './parse-expression.ts';

export interface ExpressionBody {
  readonly expression: string;
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly cell: number;
  readonly name: string;
}

/** @throws OptionError BAD_EXPRESSION, NOT_A_NUMBER, NO_SURFACE, SURFACE_AT_BORDER, NOT_CONTINUOUS */
export function expressionBody(body: ExpressionBody): TriangleMesh {
  const { expression, min, max, cell, name } = body;
  const parsed = parseExpression(expression);
  const value = compileNode(plain(parsed.root));
  const gradientAt = gradientOf(parsed.root);
  const gradient = new Float64Array(3);
  const at = new Float64Array(3);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const f = (x: number, y: number, z: number): number => {
    at[0] = x;
    at[1] = y;
    at[2] = z;
    const here = value(at);
    if (Number.isNaN(here)) throw notANumber(parsed, at);
    if (here < least) least = here;
    if (here > most) most = here;
    gradientAt(x, y, z, gradient);
    const distance = here / Math.hypot(gradient[0], gradient[1], gradient[2]);
    // Without a gradient its sign alone is used: the root is then bisected.
    return Number.isFinite(distance) && distance !== 0 ? distance : Math.sign(here) * cell;
  };
  let mesh: TriangleMesh;
  try {
    mesh = isosurface({ f, min, max, step: cell, lipschitz: Number.MAX_VALUE, name });
  } catch (error) {
    if (error instanceof OptionError && error.code === 'SURFACE_AT_BORDER') throw atBorder(at, value(at), body);
    if (!(error instanceof MeshError && least >= 0)) throw error;
    throw new OptionError(
      'NO_SURFACE',
      `expression has values from ${least} to ${most} in the box, expected negative ones too; ` +
        'correct it or the box, or choose a smaller cell.',
    );
  }
  checkContinuity(mesh, value, gradientAt, cell);
  return mesh;
}

const point = (at: Float64Array) => Array.from(at, (c) => Number(c.toPrecision(6))).join(', ');

function notANumber(parsed: ParsedExpression, at: Float64Array): OptionError {
  const part = partWithoutValue(parsed, at);
  const where = part === undefined ? '' : ` of "${part.text}" at character ${part.start + 1}`;
  return new OptionError(
    'NOT_A_NUMBER',
    `expression has no real value${where} where x, y, z is ${point(at)}, expected one at each point of the box and ` +
      'a few cells around it; correct it or the box.',
  );
}

function atBorder(at: Float64Array, here: number, { min, max }: ExpressionBody): OptionError {
  return new OptionError(
    'SURFACE_AT_BORDER',
    `expression is ${here} where x, y, z is ${point(at)}, beyond the box [${min}] to [${max}], expected a positive ` +
      'value there; enlarge the box, or close the body by max(…, …).',
  );
}

/** Where a neighbourhood of a vertex is looked at, in cells along the normal. */
const STEPS = [-1 / 2, -1 / 3, -1 / 7, 1 / 7, 1 / 3, 1 / 2];

/** Of length 1, for a vertex without a gradient; along none of the planes that expressions often have. */
const ANY_DIRECTION = [0.8, 0.48, 0.36];

/**
 * At a pole or a jump an expression changes its sign and is not 0. A vertex of the surface is within 2^-36 cells of a
 * zero, so that the values around it are larger by orders of magnitude.
 * @throws OptionError NOT_CONTINUOUS
 */
function checkContinuity(
  { positions }: TriangleMesh,
  value: (at: Float64Array) => number,
  gradientAt: ReturnType<typeof gradientOf>,
  cell: number,
): void {
  const at = new Float64Array(3);
  const normal = new Float64Array(3);
  for (let v = 0; v < positions.length; v += 3) {
    at.set(positions.subarray(v, v + 3));
    const here = Math.abs(value(at));
    gradientAt(at[0], at[1], at[2], normal);
    const length = Math.hypot(normal[0], normal[1], normal[2]);
    if (here === 0) continue;
    const hasNormal = length > 0 && length < Infinity;
    let around = 0;
    for (const step of STEPS) {
      for (let axis = 0; axis < 3; axis++)
        at[axis] = positions[v + axis] + step * cell * (hasNormal ? normal[axis] / length : ANY_DIRECTION[axis]);
      around = Math.max(around, Math.abs(value(at)) || 0);
    }
    if (here <= around / 100) continue;
    at.set(positions.subarray(v, v + 3));
    throw new OptionError(
      'NOT_CONTINUOUS',
      `expression jumps where x, y, z is ${point(at)}, expected a continuous one there; rewrite it.`,
    );
  }
}
