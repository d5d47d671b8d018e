// The rule of strips, in whole numbers: the leaves of a face tile it, meet edge to edge, within and across faces, and
// have no edge longer than h; their paths are prefix-free and ascend.

import { describe, expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import {
  Divisions,
  type EdgeSquares,
  LEAF_NODE,
  type Piece,
  StripDivider,
  TOO_FINE_NODE,
  visitPieces,
} from '#divisions';

const SEED = 51_001;
/** Whole coordinates, so that squares are exact in f64 and in whole numbers. */
type Point = readonly [number, number, number];
type Face = readonly [Point, Point, Point];
/** The finest parts of a face's edges. */
const PARTS = 2 ** 32;
const exact = (x: number): bigint => {
  const parts = x * PARTS;
  expect(Number.isInteger(parts)).toBe(true);
  return BigInt(parts);
};

const square = (p: Point, q: Point) => p.reduce((sum, x, k) => sum + (x - q[k]) * (x - q[k]), 0);
const squaresOf = ([a, b, c]: Face) => ({ ab: square(a, b), bc: square(b, c), ca: square(c, a) });

/** One for all faces, as a body has: nodes are shared. */
const divisions = new Divisions();
const divider = new StripDivider(divisions);

/** By paths: whether the one was split into pieces of which the other is one, or a part. */
const holds = ({ level, path }: Piece, other: Piece) =>
  level < other.level && Math.floor(other.path / 2 ** (32 - level)) === path / 2 ** (32 - level);

function leavesOf(face: Face, h: number): { leaves: Piece[]; node: number; depth: number } {
  const leaves: Piece[] = [];
  const node = divider.nodeOf(squaresOf(face), h);
  const above: Piece[] = [];
  let depth = 0;
  visitPieces(divisions, node, (piece) => {
    while (above.length > 0 && !holds(above.at(-1)!, piece)) above.pop();
    depth = Math.max(depth, above.length);
    above.push(piece);
    if (piece.node === LEAF_NODE) leaves.push(piece);
    return true;
  });
  return { leaves, node, depth };
}

/** A corner as whole numbers of PARTS. */
const corner = ({ corners }: Piece, i: number) => [exact(corners[2 * i]), exact(corners[2 * i + 1])] as const;
/** The square of an edge, in units of PARTS^-2. */
function exactSquare([a, b, c]: Face, leaf: Piece, i: number, j: number): bigint {
  const [p, q] = [corner(leaf, i), corner(leaf, j)];
  const [du, dv] = [p[0] - q[0], p[1] - q[1]];
  return [0, 1, 2].reduce((sum, k) => {
    const along = du * BigInt(b[k] - a[k]) + dv * BigInt(c[k] - a[k]);
    return sum + along * along;
  }, 0n);
}

const random = mulberry32(SEED);
const whole = (size: number) => Math.round(size * (2 * random() - 1));
const pointIn = (size: number): Point => [whole(size), whole(size), whole(size)];
/** Of every shape; sizes are some hundreds to millions, so that slivers are thin. */
const SHAPES: Readonly<Record<string, () => Face>> = {
  any: () => [pointIn(1000), pointIn(1000), pointIn(1000)],
  'nearly equilateral': () => [pointIn(9), [1000 + whole(9), whole(9), whole(9)], [500, 866 + whole(9), whole(9)]],
  'a needle': () => [pointIn(9), [100_000, whole(50), whole(50)], [100_000 + whole(50), whole(50), whole(50)]],
  'a long face of a lathe': () => [
    [0, 0, 0],
    [whole(40) + 50, 0, 0],
    [0, 4_000 + whole(100), 0],
  ],
  'a sliver, flat at one corner': () => [
    [0, 0, 0],
    [100_000, 0, 0],
    [50_000 + whole(40_000), 1 + Math.abs(whole(3)), 0],
  ],
  'without area': () => [
    [0, 0, 0],
    [1_000, 0, 0],
    [500 + whole(400), 0, 0],
  ],
  'with two equal corners': () => [
    [1, 2, 3],
    [1, 2, 3],
    [400 + whole(100), 7, 9],
  ],
};
const FACES = longRun(200, 8);

describe.each(Object.entries(SHAPES))('%s', (_, faceOf) => {
  const cases = Array.from({ length: FACES }, () => {
    const face = faceOf();
    const { ab, bc, ca } = squaresOf(face);
    return { face, h: Math.sqrt(Math.max(ab, bc, ca)) / 2 ** (5 * random() - 0.5) };
  });
  const divided = cases.map(({ face, h }) => ({ face, h, ...leavesOf(face, h) }));

  test(`tiles: areas add up, all of one sense (seed ${SEED})`, () => {
    for (const { leaves, node, depth } of divided) {
      expect(depth).toBe(divisions.depths[node]);
      expect(node).not.toBe(TOO_FINE_NODE);
      expect(leaves.length).toBe(divisions.leaves[node]);
      expect(Math.max(...leaves.map(({ level }) => level))).toBe(divisions.bits[node]);
      let area = 0n;
      for (const leaf of leaves) {
        const [a, b, c] = [corner(leaf, 0), corner(leaf, 1), corner(leaf, 2)];
        const own = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        expect(own > 0n).toBe(true);
        area += own;
      }
      expect(area).toBe(BigInt(PARTS) ** 2n);
    }
  });

  test('no edge of a leaf is longer than h, exactly', () => {
    for (const { face, h, leaves } of divided) {
      // h² as a whole number of PARTS^-2, rounded up: h is the root of a whole number divided by a power of 2.
      const most = BigInt(Math.ceil(h * h * 2 ** 20)) * BigInt(PARTS) ** 2n;
      for (const leaf of leaves)
        for (const [i, j] of [
          [0, 1],
          [1, 2],
          [2, 0],
        ])
          expect(exactSquare(face, leaf, i, j) * 2n ** 20n <= most).toBe(true);
    }
  });

  test('conforms: an edge of a leaf is the whole edge of one other leaf, or a part of the face’s edge', () => {
    for (const { leaves } of divided) {
      const edges = new Map<string, number>();
      for (const leaf of leaves)
        for (let i = 0; i < 3; i++) {
          const key = [...corner(leaf, i), ...corner(leaf, (i + 1) % 3)].join();
          expect(edges.has(key)).toBe(false);
          edges.set(key, 1);
        }
      for (const key of edges.keys()) {
        const [u, v, s, t] = key.split(',').map(BigInt);
        const isBorder = (u === 0n && s === 0n) || (v === 0n && t === 0n) || u + v + s + t === 2n * BigInt(PARTS);
        expect(edges.has([s, t, u, v].join())).toBe(!isBorder);
      }
    }
  });

  test('paths are prefix-free and ascend; what follows the bits in use is 0', () => {
    for (const { leaves } of divided) {
      let end = 0;
      for (const { level, path } of leaves) {
        // Each leaf's paths fill [path, path + 2^(32 − level)), one behind the other.
        expect(path).toBe(end);
        expect(path % 2 ** (32 - level)).toBe(0);
        end = path + 2 ** (32 - level);
      }
      expect(end).toBe(2 ** 32);
    }
  });

  test('an edge is cut into 2^k equal parts, the least k that makes them at most h', () => {
    for (const { face, h, leaves } of divided)
      for (const [side, along] of [
        [(_u: number, v: number) => v === 0, (u: number) => u],
        [(u: number) => u === 0, (_u: number, v: number) => v],
        [(u: number, v: number) => u + v === 1, (u: number) => u],
      ] as const) {
        const points = new Set<number>();
        for (const { corners } of leaves)
          for (let i = 0; i < 6; i += 2)
            if (side(corners[i], corners[i + 1])) points.add(along(corners[i], corners[i + 1]));
        const parts = points.size - 1;
        expect([...points].sort((x, y) => x - y)).toEqual(Array.from({ length: parts + 1 }, (_, k) => k / parts));
        const { ab, bc, ca } = squaresOf(face);
        const length = Math.sqrt(side(0.5, 0) ? ab : side(0, 0.5) ? ca : bc);
        expect(length / parts).toBeLessThanOrEqual(h);
        // Cut once less, it would be longer than h, or equal to it but for the rounding that is allowed for.
        if (parts > 1) expect((2 * length) / parts).toBeGreaterThan(h * (1 - 2 ** -40));
      }
  });

  test('in every order of its corners an edge has the same parts', () => {
    for (const { face, h } of divided.slice(0, 10)) {
      const partsOf = (turned: Face) => {
        const { leaves } = leavesOf(turned, h);
        const on = (isOn: (u: number, v: number) => boolean) =>
          new Set(
            leaves.flatMap(({ corners }) =>
              [0, 2, 4].filter((k) => isOn(corners[k], corners[k + 1])).map((k) => `${corners[k]} ${corners[k + 1]}`),
            ),
          ).size;
        return [on((_u, v) => v === 0), on((u, v) => u + v === 1), on((u) => u === 0)];
      };
      const [ab, bc, ca] = partsOf(face);
      const [a, b, c] = face;
      expect(partsOf([b, c, a])).toEqual([bc, ca, ab]);
      expect(partsOf([c, a, b])).toEqual([ca, ab, bc]);
      expect(partsOf([b, a, c])).toEqual([ab, ca, bc]);
      expect(partsOf([c, b, a])).toEqual([bc, ab, ca]);
      expect(partsOf([a, c, b])).toEqual([ca, bc, ab]);
    }
  });
});

test('a piece that is not wanted has no descendants, and its siblings are as they are', () => {
  const face: Face = [
    [0, 0, 0],
    [1000, 0, 0],
    [300, 800, 0],
  ];
  const all = leavesOf(face, 100).leaves;
  const wanted: Piece[] = [];
  visitPieces(divisions, divider.nodeOf(squaresOf(face), 100), (piece) => {
    if (piece.node === LEAF_NODE) wanted.push(piece);
    return !(piece.level >= 2 && piece.path < 2 ** 30);
  });
  expect(wanted).toEqual(all.filter(({ path }) => path >= 2 ** 30));
  expect(wanted.length).toBeGreaterThan(10);
});

test('beyond what a face may be divided into: said, not cut short in silence', () => {
  const square = 2 ** 30;
  const needle = { ab: 1, ca: square, bc: square + 1 };
  // Strips of two leaves, but for the apex.
  const leavesOf = (squares: EdgeSquares, h: number) => {
    const node = divider.nodeOf(squares, h);
    return divisions.leaves[node];
  };
  expect(leavesOf(needle, 2.3)).toBe(2 ** 15 - 1);
  expect(leavesOf(needle, 1.5)).toBe(2 ** 16 - 1);
  expect(divider.nodeOf(needle, 0.49)).toBe(TOO_FINE_NODE);
  const wellShaped = { ab: 1, ca: 1, bc: 1 };
  // Sixteen quarters take the 32 bits of a path.
  expect(leavesOf(wellShaped, 2 ** -16 * (1 + 2 ** -40))).toBe(2 ** 32);
  expect(divider.nodeOf(wellShaped, 2 ** -16 * (1 - 2 ** -40))).toBe(TOO_FINE_NODE);
  for (const squares of [needle, wellShaped, { ab: 1e8, bc: 3e8, ca: 6e8 }, { ab: 0, bc: 1e8, ca: 1e8 }])
    for (const h of [1e-6, 1e-300, 0, Number.NaN]) expect(divider.nodeOf(squares, h)).toBe(TOO_FINE_NODE);
});

test('faces that are divided alike share their node, and so do alike parts of one', () => {
  const own = new Divisions();
  const nodes = [1, 4, 16, 64, 256, 1024].map((square) =>
    new StripDivider(own).nodeOf({ ab: square, bc: 1.1 * square, ca: 0.9 * square }, 1.2),
  );
  // Leaf, too fine, and one for each further halving.
  expect(nodes).toEqual([LEAF_NODE, 2, 3, 4, 5, 6]);
  expect(own.count).toBe(7);
  expect(nodes.map((node) => own.leaves[node])).toEqual([1, 4, 16, 64, 256, 1024]);
  expect(nodes.map((node) => own.depths[node])).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a large face of any shape is quartered until strips count: millions of leaves, few nodes', () => {
  for (const squares of [
    { ab: 16, bc: 85, ca: 100 },
    { ab: 1, bc: 100, ca: 100.5 },
    { ab: 30, bc: 31, ca: 118 },
  ]) {
    const own = new Divisions();
    const node = new StripDivider(own).nodeOf(squares, 0.005);
    expect(node).not.toBe(TOO_FINE_NODE);
    expect(own.leaves[node]).toBeGreaterThan(5e5);
    expect(own.count).toBeLessThan(1000);
  }
});
