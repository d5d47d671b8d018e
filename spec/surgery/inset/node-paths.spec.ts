// Random paths in a square, on purpose through each other's vertices and along each other: once noded, no two segments
// meet but at vertices of both, by exact integers, and no path has gone astray.

import { expect, test } from '@jest/globals';
import { nodePaths, someMeet, type Path } from '#inset/node-paths.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 5360;
const ROUNDS = longRun(20_000, 1500);
type Place = readonly [number, number];

/** The vertices of one square: equal places are the same vertex. */
class Places {
  readonly of: Place[] = [];

  at(u: number, v: number): number {
    const known = this.of.findIndex((place) => place[0] === u && place[1] === v);
    if (known >= 0) return known;
    return this.of.push([u, v]) - 1;
  }
}

const turn = (a: Place, b: Place, c: Place): bigint => {
  const [ax, ay, bx, by, cx, cy] = [...a, ...b, ...c].map(BigInt);
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
};

/** Whether two segments share a point that is not an end of both. */
function meet(a: Place, b: Place, c: Place, d: Place): boolean {
  const isEnd = (p: Place, q: Place, r: Place) => (p[0] === q[0] && p[1] === q[1]) || (p[0] === r[0] && p[1] === r[1]);
  const isOn = (p: Place, q: Place, r: Place) =>
    turn(q, r, p) === 0n && [0, 1].every((k) => p[k] >= Math.min(q[k], r[k]) && p[k] <= Math.max(q[k], r[k]));
  if ([a, b].some((p) => isOn(p, c, d) && !isEnd(p, c, d)) || [c, d].some((p) => isOn(p, a, b) && !isEnd(p, a, b)))
    return true;
  const [s, t, u, v] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  return ((s > 0n && t < 0n) || (s < 0n && t > 0n)) && ((u > 0n && v < 0n) || (u < 0n && v > 0n));
}

test(`noded paths meet at vertices alone (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { noded: 0, met: 0, ended: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const places = new Places();
    // Small squares make points lie on segments, and rounding moves them by much of their length.
    const size = [12, 400, 65_536][round % 3];
    const point = () => places.at(Math.floor((size + 1) * random()), Math.floor((size + 1) * random()));
    const given = Array.from({ length: 2 + Math.floor(3 * random()) }, () => {
      const path = [point(), point(), ...(random() < 0.5 ? [point()] : [])];
      return path.filter((vertex, n) => vertex !== path[n - 1]);
    });
    const paths: Path[] = given.map((path) => [...path]);
    const where = (vertex: number) => places.of[vertex];
    if (someMeet(paths, where)) seen.met++;
    const isDone = nodePaths(paths, where, (u, v) => places.at(u, v));
    if (!isDone) continue;
    seen.ended++;
    const segments = paths.flatMap((path) => path.slice(1).map((to, n) => [where(path[n]), where(to)] as const));
    for (const [n, [a, b]] of segments.entries())
      for (const [c, d] of segments.slice(0, n)) expect(meet(a, b, c, d)).toBe(false);
    for (const [n, path] of paths.entries()) {
      expect([path[0], path.at(-1)]).toEqual([given[n][0], given[n].at(-1)]);
      if (path.length > given[n].length) seen.noded++;
    }
  }
  console.log(JSON.stringify(seen));
  expect(Math.min(seen.met, seen.noded)).toBeGreaterThan(ROUNDS / 4);
  // In the smallest squares rounding may go round in circles, which is said.
  expect(seen.ended).toBeGreaterThan(0.99 * ROUNDS);
});
