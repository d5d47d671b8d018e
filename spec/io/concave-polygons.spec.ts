// Concave polygons of 7 to 20,000 corners in whole numbers → n − 2 triangles by exact arithmetic, in a time that stays
// reasonable; a ring that meets itself is refused.

import { describe, expect, test } from '@jest/globals';
import { readMesh } from '#io';
import { attempt, refusal } from '#harness/io-errors.ts';
import { bytesOf } from '#harness/io-volumes.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 91;
type Point = readonly [number, number];
type Ring = readonly Point[];

/** Generous: each of these shapes takes less than a second; a time cubic in its corners would be hours. */
const DEADLINE = 120_000;

const SHAPES: Readonly<Record<string, (n: number, random: () => number) => Ring>> = {
  // Each corner of the inner side lies in the triangle of an outer one: there are ears only at the tips.
  crescent: (n) => {
    const half = n >> 2;
    const outer = Array.from({ length: 2 * half + 1 }, (_, i): Point => [i - half, 4 * (i - half) ** 2]);
    const inner = outer.slice(1, -1).map(([x, y]): Point => [x, y + 1]);
    return [...outer, ...inner.reverse()];
  },
  comb: (n, random) => {
    const teeth = Math.max(1, (n - 2) >> 2);
    const tips = Array.from({ length: teeth }, (_, i): Point[] => {
      const tip = 1e5 + Math.floor(1e4 * random());
      return [
        [8 * i, Math.floor(9 * random())],
        [8 * i + 1, tip],
        [8 * i + 3, tip],
        [8 * i + 4, Math.floor(9 * random())],
      ];
    });
    return [...tips.flat(), [8 * teeth, -9] as const, [-1, -9] as const].reverse();
  },
  spiral: (n) => {
    const half = n >> 1;
    const at = (i: number, width: number): Point => {
      const turn = (2 * Math.PI * i) / 64;
      const radius = 2000 + 30 * i + width;
      return [Math.round(radius * Math.cos(turn)), Math.round(radius * Math.sin(turn))];
    };
    const [out, back] = [0, 900].map((width) => Array.from({ length: half }, (_, i) => at(i, width)));
    return [...back, ...out.reverse()];
  },
  'square spiral': (n) => {
    const way: Point[] = [[0, 0]];
    for (let i = 0; way.length < Math.max(2, n >> 1); i++) {
      const [x, y] = way[i];
      const step = 4 * (i + 1);
      way.push([x + [step, 0, -step, 0][i % 4], y + [0, step, 0, -step][i % 4]]);
    }
    const other = way.map(([x, y], i): Point => [x + [-1, 1, 1, -1][i % 4], y + [-1, -1, 1, 1][i % 4]]);
    return [...other, ...way.reverse()];
  },
  star: (n, random) =>
    Array.from({ length: n }, (_, i): Point => {
      const radius = 1e5 + 9e5 * random();
      return [
        Math.round(radius * Math.cos((2 * Math.PI * i) / n)),
        Math.round(radius * Math.sin((2 * Math.PI * i) / n)),
      ];
    }),
  mountains: (n, random) => [
    ...Array.from({ length: n - 2 }, (_, i): Point => [n - i, 1 + Math.floor(1e5 * random())]),
    [2, 0],
    [n + 1, 0],
  ],
  // Its sides are cut at whole numbers: many corners turn neither way.
  maze: (n, random) => outline(Math.max(2, Math.round(Math.sqrt(n / 4))), random),
};

/** The outline of a random tree that spans a grid of m × m squares, with a corner at each whole number. */
function outline(m: number, random: () => number): Ring {
  const size = 2 * m + 1;
  const filled = new Uint8Array(size * size);
  const stack = [[0, 0]];
  filled[size + 1] = 1;
  while (stack.length > 0) {
    const [i, j] = stack[stack.length - 1];
    const free = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ].filter(([di, dj]) => {
      const [k, l] = [i + di, j + dj];
      return k >= 0 && l >= 0 && k < m && l < m && filled[size * (2 * l + 1) + 2 * k + 1] === 0;
    });
    if (free.length === 0) {
      stack.pop();
      continue;
    }
    const [di, dj] = free[Math.floor(free.length * random())];
    filled[size * (2 * j + 1 + dj) + 2 * i + 1 + di] = 1;
    filled[size * (2 * (j + dj) + 1) + 2 * (i + di) + 1] = 1;
    stack.push([i + di, j + dj]);
  }
  const isFilled = (x: number, y: number) => x >= 0 && y >= 0 && x < size && y < size && filled[size * y + x] === 1;
  const ring: Point[] = [];
  let [x, y, dx, dy] = [1, 1, 1, 0];
  // Along the border, with the filled squares on the left.
  do {
    ring.push([x, y]);
    [x, y] = [x + dx, y + dy];
    const left = isFilled(x + (dx - dy - 1) / 2, y + (dx + dy - 1) / 2);
    const right = isFilled(x + (dx + dy - 1) / 2, y + (dy - dx - 1) / 2);
    if (right) [dx, dy] = [dy, -dx];
    else if (!left) [dx, dy] = [-dy, dx];
  } while (x !== 1 || y !== 1);
  return ring;
}

/** Twice the signed area, exact: coordinates are whole numbers, and no product reaches 2^52. */
const doubled = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
const doubledArea = (ring: Ring) =>
  ring.reduce((sum, point, i) => sum + doubled(ring[0], point, ring[(i + 1) % ring.length]), 0);

/** @param turned how often the axes are permuted cyclically, which chooses the plane of the ring. */
function file(rings: readonly Ring[], turned = 0): Uint8Array {
  let text = '';
  let first = 1;
  for (const ring of rings) {
    for (const [x, y] of ring) text += `v ${[x, y, 7].map((_, k) => [x, y, 7][(k + turned) % 3]).join(' ')}\n`;
    text += `f ${ring.map((_, i) => first + i).join(' ')}\n`;
    first += ring.length;
  }
  return bytesOf(text);
}

/**
 * Throws unless the n − 2 triangles have areas above 0, the ring's edges once each, and every other edge once in each
 * direction. They then form a disc bounded by the ring, which winds round each point as often as triangles contain it:
 * if the ring does not meet itself, they cover its inside once and nothing else.
 */
function checkCover(ring: Ring, faces: Uint32Array): void {
  const n = ring.length;
  expect(faces.length).toBe(3 * (n - 2));
  const edges = new Set<number>();
  let total = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = faces.subarray(f, f + 3);
    const area = doubled(ring[a], ring[b], ring[c]);
    if (!(area > 0)) throw new Error(`triangle ${a}, ${b}, ${c} has the area ${area}`);
    total += area;
    for (const edge of [n * a + b, n * b + c, n * c + a]) {
      if (edges.has(edge)) throw new Error(`the edge ${Math.floor(edge / n)}, ${edge % n} comes twice`);
      edges.add(edge);
    }
  }
  expect(total).toBe(doubledArea(ring));
  for (let i = 0; i < n; i++)
    if (!edges.delete(n * i + ((i + 1) % n))) throw new Error(`no triangle at the edge from corner ${i}`);
  for (const edge of edges)
    if (!edges.has(n * (edge % n) + Math.floor(edge / n))) throw new Error(`edge ${edge} has one side`);
}

describe.each(Object.keys(SHAPES))('%s', (name) => {
  test(
    `n − 2 triangles cover it once, from either side and in each plane (seed ${SEED})`,
    () => {
      const random = mulberry32(SEED);
      let concave = 0;
      for (const corners of [10, 11, 33, 34, 101, 1000, longRun(4096, 2048), ...partOf([8192], 1, 1)])
        for (const turned of corners < 1000 ? [0, 1, 2] : [corners % 3]) {
          const ring = SHAPES[name](corners, random);
          expect(Math.abs(Math.log2(ring.length / corners))).toBeLessThan(corners < 100 ? 1.5 : 0.5);
          expect(doubledArea(ring)).toBeGreaterThan(0);
          if (ring.some((b, i) => doubled(ring.at(i - 1)!, b, ring[(i + 1) % ring.length]) < 0)) concave++;
          checkCover(ring, readMesh(file([ring], turned), 'obj').faces);
          if (corners > 1000) continue;
          // Seen from behind: the ring runs the other way, and so do its triangles.
          const mirrored = ring.map(([x, y]): Point => [-x, y]);
          checkCover(ring, readMesh(file([mirrored], turned), 'obj').faces);
        }
      expect(concave).toBeGreaterThan(10);
    },
    DEADLINE,
  );
});

test(
  'a file of many large polygons is read',
  () => {
    const random = mulberry32(SEED);
    const rings = Object.values(SHAPES).flatMap((shape) => Array.from({ length: 2 }, () => shape(4096, random)));
    const { faces } = readMesh(file(rings), 'obj');
    expect(faces.length).toBe(3 * rings.reduce((sum, ring) => sum + ring.length - 2, 0));
  },
  DEADLINE,
);

/**
 * Meisters' theorem literally: of the corners that turn left and whose triangles hold no other corner, cuts the first.
 */
function plainEars(ring: Ring): number[] {
  const left = [...ring.keys()];
  const faces: number[] = [];
  while (left.length > 3) {
    const ear = left.findIndex((b, i) => {
      const [a, c] = [left.at(i - 1)!, left[(i + 1) % left.length]];
      const holds = (p: number) =>
        doubled(ring[a], ring[b], ring[p]) >= 0 &&
        doubled(ring[b], ring[c], ring[p]) >= 0 &&
        doubled(ring[c], ring[a], ring[p]) >= 0;
      return doubled(ring[a], ring[b], ring[c]) > 0 && !left.some((p) => p !== a && p !== b && p !== c && holds(p));
    });
    faces.push(left.at(ear - 1)!, left[ear], left[(ear + 1) % left.length]);
    left.splice(ear, 1);
  }
  return [...faces, ...left];
}

test(`of several ears the first is cut, whatever the tests leave out (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (const [name, shape] of Object.entries(SHAPES))
    for (let trial = 0; trial < longRun(20, 8); trial++) {
      const ring = shape(10 + Math.floor(60 * random()), random);
      const isFan = ring.every((b, i) => i + 1 >= ring.length || doubled(ring[0], b, ring[i + 1]) >= 0);
      if (!isFan) expect([name, ...readMesh(file([ring]), 'obj').faces]).toEqual([name, ...plainEars(ring)]);
    }
});

describe('a ring that meets itself', () => {
  const square: Ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  const ribbon: Ring = [
    [-10, -1],
    [11, -1],
    [11, 11],
    [-1, 11],
    [-1, -10],
    [1, -10],
    [1, 9],
    [9, 9],
    [9, 1],
    [-10, 1],
  ];
  const cases: [string, Ring][] = [
    [
      'two long edges that cross, no corner near',
      [
        [0, 0],
        [9, 9],
        [9, 5],
        [5, -4],
        [0, 4],
        [-3, 4],
      ],
    ],
    ['a ribbon that runs over itself: each corner is an ear in its turn', ribbon],
    ['an outline run round twice', [...square, ...square]],
    ['a corner on an edge', [...square, [0, 5], [5, 0], [3, 6]]],
    ['an edge along another', [...square.slice(0, 2), [10, 5], [10, 2], [6, 2], [6, 10], [0, 10]]],
    [
      'two loops that meet at a corner',
      [
        [0, 0],
        [4, -4],
        [4, 4],
        [0, 0],
        [-4, 4],
        [-4, -4],
      ],
    ],
  ];
  test.each(cases)('%s', (_, ring) => {
    for (let turn = 0; turn < ring.length; turn++) {
      const turned = [...ring.slice(turn), ...ring.slice(0, turn)];
      expect(refusal(() => readMesh(file([turned]), 'obj'))).toBe('UNSUPPORTED');
      expect(refusal(() => readMesh(file([turned.map(([x, y]): Point => [x, -y])]), 'obj'))).toBe('UNSUPPORTED');
    }
  });

  test(
    `two of many corners exchanged (seed ${SEED})`,
    () => {
      const random = mulberry32(SEED);
      let refused = 0;
      for (let trial = 0; trial < longRun(40, 24); trial++) {
        const ring = [...SHAPES.star(17 + trial ** 2, random)];
        const [i, j] = [0, 1].map(() => Math.floor(ring.length * random()));
        [ring[i], ring[j]] = [ring[j], ring[i]];
        const crosses = ring.some((a, e) => {
          const b = ring[(e + 1) % ring.length];
          return ring.some((c, f) => {
            const d = ring[(f + 1) % ring.length];
            return doubled(a, b, c) * doubled(a, b, d) < 0 && doubled(c, d, a) * doubled(c, d, b) < 0;
          });
        });
        if (crosses) refused++;
        expect(attempt(() => readMesh(file([ring]), 'obj'))).toBe(crosses ? 'UNSUPPORTED' : 'read');
      }
      expect(refused).toBeGreaterThan(longRun(30, 18));
    },
    DEADLINE,
  );
});

describe('a ring that meets itself at corners only', () => {
  // A square with a square hole; the path between the two is traversed in both directions.
  const slit: Ring = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
    [0, 0],
    [3, 3],
    [3, 6],
    [6, 6],
    [6, 3],
    [3, 3],
  ];
  test.each(slit.map((_, turn) => turn))('a hole joined by a slit is left open, from corner %i', (turn) => {
    const ring = [...slit.slice(turn), ...slit.slice(0, turn)];
    checkCover(ring, readMesh(file([ring]), 'obj').faces);
    expect(doubledArea(ring)).toBe(2 * (81 - 9));
  });

  test('a corner that comes twice in a row is a triangle without area more', () => {
    const dart: Ring = [
      [0, 0],
      [4, 2],
      [4, 2],
      [0, 4],
      [1, 2],
      [1, 2],
      [1, 2],
    ];
    for (let turn = 0; turn < dart.length; turn++) {
      const ring = [...dart.slice(turn), ...dart.slice(0, turn)];
      const { faces } = readMesh(file([ring]), 'obj');
      const areas = Array.from({ length: faces.length / 3 }, (_, f) =>
        doubled(ring[faces[3 * f]], ring[faces[3 * f + 1]], ring[faces[3 * f + 2]]),
      );
      expect(areas.filter((area) => area === 0)).toHaveLength(3);
      expect(areas.filter((area) => area > 0)).toHaveLength(2);
      expect(areas.reduce((sum, area) => sum + area)).toBe(doubledArea(ring));
      expect(new Set(faces).size).toBe(ring.length);
    }
  });
});
