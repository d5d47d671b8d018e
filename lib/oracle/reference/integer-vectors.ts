// Points and triangles in exact coordinates → integer vectors on one grid, with the few operations that geometry needs.

import { commonUnit, type ExactNumber, onGrid } from './exact-numbers.ts';

/** Grid units: a coordinate in mm times the grid's unit. */
export type Vector = readonly [bigint, bigint, bigint];
export type Triangle = readonly [Vector, Vector, Vector];
/** Coordinates as f64. */
export type Numbers = ArrayLike<number>;
/** x, y, z, mm. */
export type Point = ArrayLike<ExactNumber>;
/** Nine numbers: x, y, z of three corners, mm. */
export type Corners = ArrayLike<ExactNumber>;

export function isF64(point: Point): point is Numbers {
  return typeof point[0] === 'number' && typeof point[1] === 'number' && typeof point[2] === 'number';
}

/**
 * Point sets on one common grid: each list of 3·n coordinates as n vectors, and the grid's unit (grid units per mm).
 */
export function gridded(...lists: readonly ArrayLike<ExactNumber>[]): { unit: bigint; vectors: Vector[][] } {
  const unit = commonUnit(...lists);
  return { unit, vectors: lists.map((list) => vectorsOnGrid(list, unit)) };
}

export function vectorsOnGrid(list: ArrayLike<ExactNumber>, unit: bigint): Vector[] {
  const vectors: Vector[] = [];
  for (let i = 0; i < list.length; i += 3)
    vectors.push([onGrid(list[i], unit), onGrid(list[i + 1], unit), onGrid(list[i + 2], unit)]);
  return vectors;
}

/** Two triangles on one grid. */
export function trianglePair(a: Corners, b: Corners): { unit: bigint; a: Triangle; b: Triangle } {
  const { unit, vectors } = gridded(a, b);
  return { unit, a: asTriangle(vectors[0]), b: asTriangle(vectors[1]) };
}

export function asTriangle(vectors: readonly Vector[]): Triangle {
  return [vectors[0], vectors[1], vectors[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function isZero(a: Vector): boolean {
  return a[0] === 0n && a[1] === 0n && a[2] === 0n;
}

/**
 * (b − a) × (c − a): twice the area, towards the side from which the corners run counter-clockwise; 0 for a zero-area
 * triangle.
 */
export function areaNormal([a, b, c]: Triangle): Vector {
  return cross(subtract(b, a), subtract(c, a));
}

/** The three edges as pairs of corners, in order. */
export function edgesOf([a, b, c]: Triangle): readonly (readonly [Vector, Vector])[] {
  return [
    [a, b],
    [b, c],
    [c, a],
  ];
}
