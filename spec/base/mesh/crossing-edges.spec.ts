// meetsItself compared with a test of each pair of edges, in whole numbers: few edges and many, straight runs cut in
// pieces, edges that touch, overlap and come back.

import { expect, test } from '@jest/globals';
import { meetsItself } from '#mesh/crossing-edges.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 92;
type Point = readonly [number, number];

const side = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
const isAt = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];
/** Whether p lies on the segment, strictly between a and b. */
const isInside = (a: Point, b: Point, p: Point) =>
  side(a, b, p) === 0 && (p[0] - a[0]) * (p[0] - b[0]) + (p[1] - a[1]) * (p[1] - b[1]) < 0;

/**
 * By definition: two edges cross inside both, one has an end of another in its interior, or two have the same start and
 * the same end.
 */
function meetsPlainly(ring: readonly Point[]): boolean {
  const edges = ring.map((a, i) => [a, ring[(i + 1) % ring.length]] as const).filter(([a, b]) => !isAt(a, b));
  return edges.some(([a, b], e) =>
    edges.some(([c, d], f) => {
      if (f >= e) return false;
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
      if (isInside(a, b, c) || isInside(a, b, d) || isInside(c, d, a) || isInside(c, d, b)) return true;
      return isAt(a, c) && isAt(b, d);
    }),
  );
}

/** Cuts edges at the whole-numbered points that they pass, each with a chance; repeats corners now and then. */
function cut(ring: readonly Point[], random: () => number): Point[] {
  return ring.flatMap((a, i): Point[] => {
    const b = ring[(i + 1) % ring.length];
    const parts = gcd(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));
    const inner = Array.from({ length: Math.max(0, parts - 1) }, (_, k): Point => {
      const t = (k + 1) / parts;
      return [Math.round(a[0] + t * (b[0] - a[0])), Math.round(a[1] + t * (b[1] - a[1]))];
    });
    return [a, ...(random() < 0.1 ? [a] : []), ...inner.filter(() => random() < 0.7)];
  });
}
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

test(`random rings in a small grid, and the same with their edges cut (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const counts = { few: [0, 0], many: [0, 0] };
  for (let trial = 0; trial < longRun(6000, 1200); trial++) {
    const size = 2 + Math.floor(7 * random());
    const scale = random() < 0.5 ? 1 : 6;
    const corners = 3 + Math.floor(4 * random());
    const plain = Array.from({ length: corners }, (): Point => {
      const at = () => scale * Math.floor(size * random());
      return [at(), at()];
    });
    for (const ring of [plain, cut(plain, random)]) {
      const expected = meetsPlainly(ring);
      const flat = { x: Float64Array.from(ring, ([x]) => x), y: Float64Array.from(ring, ([, y]) => y) };
      if (meetsItself(flat) !== expected) throw new Error(`${JSON.stringify(ring)} meets itself: not ${!expected}`);
      counts[ring.length > 16 ? 'many' : 'few'][expected ? 1 : 0]++;
    }
  }
  for (const [apart, meeting] of Object.values(counts)) {
    expect(apart).toBeGreaterThan(longRun(300, 60));
    expect(meeting).toBeGreaterThan(longRun(300, 60));
  }
});
