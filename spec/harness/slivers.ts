// Seeds → triangles so thin that plain f64 misses their nearest points.

import { signed, unitVector } from './random-geometry.ts';

type Random = () => number;
type Vector = readonly [number, number, number];

export const along = (p: Vector, t: number, d: Vector): Vector => [p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** A unit vector perpendicular to another. */
export function across(d: Vector, random: Random): Vector {
  const n = cross(d, unitVector(random));
  const length = Math.hypot(...n);
  return length < 0.1 ? across(d, random) : [n[0] / length, n[1] / length, n[2] / length];
}

/** A sliver about `through`: its long edge lies along d; its apex is length/aspect from anywhere on that edge. */
function sliver(through: Vector, d: Vector, length: number, aspect: number, random: Random): number[] {
  const a = along(through, -length * random(), d);
  const b = along(a, length, d);
  // Half of them are needles, with the apex at an end.
  const at = random() < 0.5 ? Math.floor(2 * random()) : random();
  return [...a, ...b, ...along(along(a, at * length, d), length / aspect, across(d, random))];
}

/**
 * Two slivers of one aspect, nine numbers each, 100 mm long before scaling. They are parallel but for a rotation of any
 * size, and a gap of about their height apart.
 */
export function sliverPair(aspect: number, scale: number, offset: number, random: Random): [number[], number[]] {
  const length = 100 * scale;
  const centre: Vector = [offset, offset / 3, -offset];
  const d = unitVector(random);
  const n = across(d, random);
  const turn = random() < 0.2 ? 1 : 10 ** (-12 * random());
  const turned = along(d, turn, across(d, random));
  const size = Math.hypot(...turned);
  const gap = (length / aspect) * 10 ** (3 * random() - 2);
  const first = sliver(centre, d, length, aspect, random);
  const second = sliver(along(centre, gap, n), along([0, 0, 0], 1 / size, turned), length, aspect, random);
  return [first, second];
}

/** A point near a point of one of sliverPair's slivers at scale 1, at a distance of about the sliver's height. */
export function pointNearSliver(corners: readonly number[], aspect: number, random: Random): number[] {
  const [s, t] = [random(), random()];
  const away = (100 / aspect) * 10 ** (2 * random());
  return [0, 1, 2].map((k) => {
    const [a, b, c] = [corners[k], corners[3 + k], corners[6 + k]];
    return a + s * (b - a) + s * t * (c - b) + away * signed(random);
  });
}
