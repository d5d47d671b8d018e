// Points of edges, faces and planes beside fractions: on which side of a plane each lies, where, and in which order;
// one point has one number, whichever way it was reached, and one plane as well.

import { describe, expect, test } from '@jest/globals';
import Fraction from 'fraction.js';
import { box, sphere } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { SlotPoints } from '#slots/slot-points.ts';
import { cross, dot, type Vector } from '#triangles';
import { exact } from '#harness/exact-fraction.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

type Random = () => number;
type ExactPlace = readonly Fraction[];

/** As it was given: what lies in front has n·x > d, in mm; its number; and 1 if that faces the same way, or else −1. */
interface GivenPlane {
  readonly n: readonly Fraction[];
  readonly d: Fraction;
  readonly id: number;
  readonly sign: number;
}

const SEED = 5381;
const ball = sphere({ radius: 8, subdivisions: 1 });
const scaled = ({ positions, faces }: TriangleMesh, by: number, shift: number) =>
  createMesh(
    positions.map((x) => by * x + shift),
    faces,
  );

const bodies: Readonly<Record<string, () => TriangleMesh>> = {
  'a sphere': () => ball,
  'a sphere in single precision': () => createMesh(Float32Array.from(ball.positions), ball.faces),
  'a sphere far away': () => scaled(ball, 1, 1e6),
  'a small sphere, of bits finer than the lattice': () => scaled(ball, 2 ** -12, 0),
  'a block in whole numbers': () => box({ size: [8, 6, 4], divisions: [2, 1, 2] }),
};

const sum = (terms: readonly Fraction[]) => terms.reduce((all, x) => all.add(x), new Fraction(0));
const heightOver = ({ n, d }: GivenPlane, p: ExactPlace) => sum(n.map((x, k) => x.mul(p[k]))).sub(d);
const between = (a: ExactPlace, b: ExactPlace, s: Fraction, t: Fraction) =>
  a.map((x, k) => x.add(b[k].sub(x).mul(s.div(s.sub(t)))));

/** No other f64 is nearer. */
function isNearest(x: number, place: Fraction): boolean {
  const error = (value: number) => exact(value).sub(place).abs();
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x) || 2 ** -1000)) - 52);
  return [x - step, x + step].every((other) => error(x).compare(error(other)) <= 0);
}

/** Through three corners, or one, or a place of the lattice in the body; of normals with few digits, or with many. */
function randomPlane(random: Random, points: SlotPoints, { positions, faces }: TriangleMesh): GivenPlane {
  const kind = Math.floor(6 * random());
  const corner = (vertex: number) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3));
  const pick = () => corner(faces[Math.floor(random() * faces.length)]);
  const size = Math.max(...positions) - Math.min(...positions);
  const near = (x: number) => Math.round((x + 0.2 * size * signed(random)) * 2 ** 30) / 2 ** 30;
  const [a, b, c] = [pick(), pick(), pick()].map((p) => points.integers(p[0], p[1], p[2]));
  const digits = random() < 0.5 ? 3 : 2 ** 40;
  let normal = [0, 0, 0].map(() => BigInt(Math.round(digits * signed(random)))) as unknown as Vector;
  if (kind === 0) normal = cross(minusOf(b, a), minusOf(c, a));
  if (normal.every((x) => x === 0n)) return randomPlane(random, points, { positions, faces } as TriangleMesh);
  const place = pick().map((x, k) => near((x + pick()[k]) / 2));
  const through = kind < 2 ? a : points.integers(place[0], place[1], place[2]);
  const offset = dot(normal, through);
  const unit = new Fraction(1, 2n ** BigInt(-points.exponent));
  return {
    n: normal.map((x) => new Fraction(x)),
    d: new Fraction(offset).mul(unit),
    ...points.plane(normal, offset),
  };
}

const minusOf = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Points by number, and where they must be: asserts each against all that are known. */
class KnownPoints {
  readonly places = new Map<number, ExactPlace>();
  readonly #byPlace = new Map<string, number>();
  readonly #points: SlotPoints;
  /** How many were found that were known. */
  again = 0;

  constructor(points: SlotPoints) {
    this.#points = points;
  }

  at(point: number): ExactPlace {
    const place = this.places.get(point);
    if (place === undefined) throw new Error(`no place of ${point}`);
    return place;
  }

  note(point: number, place: ExactPlace): void {
    const key = place.map((x) => x.toFraction()).join();
    const known = this.#byPlace.get(key);
    if (known !== undefined) {
      this.again++;
      expect(point).toBe(known);
      return;
    }
    expect(this.places.has(point)).toBe(false);
    this.#byPlace.set(key, point);
    this.places.set(point, place);
    for (let k = 0; k < 3; k++) expect(isNearest(this.#points.place(point, k), place[k])).toBe(true);
  }

  /** The crossing of the edge from a to b, if the plane has one; it is noted. */
  crossing(a: number, b: number, plane: GivenPlane): number | null {
    const [s, t] = [a, b].map((point) => heightOver(plane, this.at(point)));
    expect([a, b].map((point) => plane.sign * this.#points.signOf(point, plane.id) + 0)).toEqual([s, t].map(signOf));
    if (a === b || Number(s.s) * Number(t.s) > 0 || (s.equals(0) && t.equals(0))) return null;
    const point = this.#points.crossing(a, b, plane.id);
    this.note(point, between(this.at(a), this.at(b), s, t));
    expect(this.#points.signOf(point, plane.id)).toBe(0);
    expect(this.#points.crossing(b, a, plane.id)).toBe(point);
    return point;
  }
}

const signOf = (x: Fraction) => x.compare(0);

describe.each(Object.entries(bodies))('%s', (_name, make) => {
  test(`crossings are exact, and each point has one number (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const seen = { onEdges: 0, inFaces: 0, corners: 0, again: 0, on: 0 };
    for (let round = 0; round < longRun(20, 2); round++) {
      const mesh = make();
      const points = new SlotPoints(mesh.positions, mesh.faces);
      const known = new KnownPoints(points);
      for (const vertex of new Set(mesh.faces)) {
        points.heed(vertex);
        known.note(vertex, Array.from(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), exact));
      }
      const planes = Array.from({ length: 5 }, () => randomPlane(random, points, mesh));
      /** By face: what it has in common with two planes. */
      const lines: { readonly i: number; readonly j: number; readonly point: number }[] = [];
      for (let face = 0; face < mesh.faces.length / 3; face++) {
        if (random() < 0.2) continue;
        points.face = face;
        const [a, b, c] = mesh.faces.subarray(3 * face, 3 * face + 3);
        const ends = planes.map((plane) => {
          const found = [
            [a, b],
            [b, c],
            [c, a],
          ].map(([from, to]) => known.crossing(from, to, plane));
          return [...new Set(found.filter((point) => point !== null))];
        });
        seen.onEdges += ends.flat().length;
        for (const [i, [p, q]] of ends.entries()) {
          if (q === undefined) continue;
          for (const [j, plane] of planes.entries()) {
            if (j === i || plane.id === planes[i].id) continue;
            const point = known.crossing(p, q, plane);
            if (point === null) continue;
            lines.push({ i: Math.min(i, j), j: Math.max(i, j), point });
            seen.inFaces++;
            // Part of the edge, and what another plane has in common with it.
            known.crossing(p, point, planes[(j + 1) % 5]);
          }
        }
      }
      points.face = -1;
      for (const [n, first] of lines.entries())
        for (const second of lines.slice(0, n)) {
          if (first.i !== second.i || first.j !== second.j || first.point === second.point) continue;
          for (const [k, plane] of planes.entries())
            if (k !== first.i && k !== first.j && known.crossing(first.point, second.point, plane) !== null)
              seen.corners++;
        }
      for (const [point, place] of known.places)
        for (const plane of planes) {
          const sign = signOf(heightOver(plane, place));
          if (sign === 0) seen.on++;
          expect(plane.sign * points.signOf(point, plane.id) + 0).toBe(sign);
        }
      const all = [...known.places];
      for (let n = 0; n < 200; n++) {
        const [[a, p], [b, q]] = [0, 1].map(() => all[Math.floor(random() * all.length)]);
        for (let k = 0; k < 3; k++) expect(Math.sign(points.compare(a, b, k))).toBe(p[k].compare(q[k]));
      }
      seen.again += known.again;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });

  test(`a plane has one number, however it is given (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const mesh = make();
    const points = new SlotPoints(mesh.positions, mesh.faces);
    const ids = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const normal = [0, 0, 0].map(() => BigInt(Math.round(9 * signed(random)))) as unknown as Vector;
      if (normal.every((x) => x === 0n)) continue;
      const [x, y, z] = mesh.positions.subarray(0, 3);
      const through = points.integers(x, y, z);
      const given = points.plane(normal, dot(normal, through));
      ids.add(given.id);
      for (const factor of [3n, 2n ** 40n, -1n, -7n]) {
        const multiple = normal.map((value) => factor * value) as unknown as Vector;
        const again = points.plane(multiple, dot(multiple, through));
        expect(again).toEqual({ id: given.id, sign: factor > 0n ? given.sign : -given.sign });
      }
      // A parallel plane, one step of the grid away, is another one.
      const beside: Vector = [through[0] + 1n, through[1], through[2]];
      if (normal[0] !== 0n) expect(points.plane(normal, dot(normal, beside)).id).not.toBe(given.id);
      const [a, b] = [points.planes[given.id].normal, points.roundedNormal(given.id)];
      const [most] = a.map((n) => (n < 0n ? -n : n)).sort((p, q) => (p > q ? -1 : 1));
      for (let k = 0; k < 3; k++) expect(isNearest(b[k], new Fraction(a[k], most))).toBe(true);
      // It faces as given, or the other way.
      expect(given.sign * b.reduce((all, x, k) => all + x * Number(normal[k]), 0)).toBeGreaterThan(0);
    }
    expect(points.planes.length).toBeGreaterThan(ids.size);
    expect(ids.size).toBeGreaterThan(20);
  });

  test(`two planes' line: the point nearest to the origin, rounded once, and a direction (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const mesh = make();
    const points = new SlotPoints(mesh.positions, mesh.faces);
    let found = 0;
    for (let round = 0; round < longRun(200, 20); round++) {
      const [a, b] = [randomPlane(random, points, mesh), randomPlane(random, points, mesh)];
      const along = [0, 1, 2].map((k) => {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        return a.n[u].mul(b.n[v]).sub(a.n[v].mul(b.n[u]));
      });
      const line = points.lineOf(a.id, b.id);
      expect(line === null).toBe(along.every((x) => x.equals(0)));
      if (line === null) continue;
      found++;
      // The combination s·n + t·m of both normals that lies on both planes.
      const product = (p: ExactPlace, q: ExactPlace) => sum(p.map((x, k) => x.mul(q[k])));
      const [aa, ab, bb] = [product(a.n, a.n), product(a.n, b.n), product(b.n, b.n)];
      const under = aa.mul(bb).sub(ab.mul(ab));
      const [s, t] = [a.d.mul(bb).sub(b.d.mul(ab)).div(under), b.d.mul(aa).sub(a.d.mul(ab)).div(under)];
      const most = along.map((x) => x.abs()).reduce((m, x) => (x.compare(m) > 0 ? x : m));
      const way = a.sign * b.sign;
      for (let k = 0; k < 3; k++) {
        expect(isNearest(line.point[k], a.n[k].mul(s).add(b.n[k].mul(t)))).toBe(true);
        expect(isNearest(way * line.direction[k], along[k].div(most))).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(10);
  });
});

test('only vertices that were heeded are found by place', () => {
  const mesh = box({ size: [8, 6, 4], divisions: [2, 1, 2] });
  const points = new SlotPoints(mesh.positions, mesh.faces);
  const [x, y, z] = mesh.positions.subarray(3, 6);
  expect(points.heededAt(x, y, z)).toBeUndefined();
  points.heed(1);
  points.heed(1);
  expect(points.heededAt(x, y, z)).toBe(1);
  expect(points.heededAt(x, y, z + 1)).toBeUndefined();
});

test('points that round to the same place stay apart, and are compared exactly', () => {
  const mesh = box({ size: [8, 6, 4] });
  const points = new SlotPoints(mesh.positions, mesh.faces);
  const [from, to] = [0, 1, 2, 3, 4, 5, 6, 7]
    .flatMap((a) => [0, 1, 2, 3, 4, 5, 6, 7].map((b) => [a, b]))
    .filter(([a, b]) => points.place(b, 0) - points.place(a, 0) === 8)
    .find(([a, b]) => [1, 2].every((k) => points.place(a, k) === points.place(b, k))) ?? [0, 0];
  // Along the edge, these planes are 2^-30 steps of the grid apart: 2^-76 mm.
  const normal: Vector = [2n ** 30n, 1n, 0n];
  const at = dot(normal, points.integers(1, 1, 0));
  const found = [0n, 1n, 2n].map((more) => points.crossing(from, to, points.plane(normal, at + more).id));
  expect(new Set(found).size).toBe(3);
  expect(new Set(found.map((point) => points.place(point, 0))).size).toBe(1);
  for (const [i, a] of found.entries())
    for (const [j, b] of found.entries()) {
      expect(Math.sign(points.compare(a, b, 0))).toBe(Math.sign(i - j));
      expect(Math.sign(points.compare(a, b, 1))).toBe(0);
      expect(points.signOf(a, points.plane(normal, at + BigInt(j)).id)).toBe(Math.sign(i - j));
    }
});

/**
 * Corners of a polygon in a face, which planes cut off again and again: a number made of both ends' numbers doubles.
 */
test('points have few digits, however many cuts have led to them', () => {
  const mesh = createMesh([-64, -64, 0, 64, -64, 0, 0, 64, 0, 0, 0, 64], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
  const points = new SlotPoints(mesh.positions, mesh.faces);
  for (let vertex = 0; vertex < 3; vertex++) points.heed(vertex);
  points.face = 0;
  let outline = [0, 2, 1];
  let made = 0;
  const started = process.cpuUsage();
  for (let n = 0; n < 60; n++) {
    const [angle, size] = [2.4 * n, 2 ** 20];
    const [x, y] = [Math.round(size * Math.cos(angle)), Math.round(size * Math.sin(angle))];
    const normal: Vector = [BigInt(x), BigInt(y), BigInt(n % 3)];
    // Nearer to the middle each time: so each cuts edges of the ones before.
    const offset = dot(normal, points.integers((20 * x * 0.93 ** n) / size, (20 * y * 0.93 ** n) / size, 0));
    const { id, sign } = points.plane(normal, offset);
    const sides = outline.map((point) => sign * points.signOf(point, id));
    outline = outline.flatMap((point, i) => {
      const next = (i + 1) % outline.length;
      const kept = sides[i] < 0 ? [point] : [];
      if (sides[i] * sides[next] >= 0) return kept;
      made++;
      return [...kept, points.crossing(point, outline[next], id)];
    });
    // All take some thousandths of a second; with twice the digits for each cut, there would be no end.
    const { user, system } = process.cpuUsage(started);
    expect(user + system).toBeLessThan(1e6);
  }
  expect(made).toBeGreaterThan(110);
  expect(outline.length).toBeGreaterThan(2);
});
