// Sums and products of points and vectors.

import type { Point } from './plan.ts';

export function sum(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scaled(a: Point, by: number): Point {
  return [by * a[0], by * a[1], by * a[2]];
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** By √, whose last bit is the same in every engine; Math.hypot's is not. */
export function length(a: Point): number {
  return Math.sqrt(dot(a, a));
}

export function unit(a: Point): Point {
  return scaled(a, 1 / length(a));
}
