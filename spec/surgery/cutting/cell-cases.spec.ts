// The 256 cases of a cell, each checked: loops by the definition of their edges and sides, neighbours against each
// other, and what cell-cases.ts states about cells with several loops.

import { describe, expect, test } from '@jest/globals';
import { CELL_CASES, type CellLoop, EDGE_CORNER, edgeAxis } from '#cutting/cell-cases.ts';

type Corner = readonly [number, number, number];
const ALL = Array.from({ length: 256 }, (_, inside) => inside);
const cornerAt = (corner: number): Corner => [corner & 1, (corner >> 1) & 1, corner >> 2];
const endsOf = (edge: number): [number, number] => [EDGE_CORNER[edge], EDGE_CORNER[edge] + (1 << edgeAxis(edge))];
const isIn = (inside: number, corner: number) => ((inside >> corner) & 1) === 1;
/** Edges with one corner inside and one outside. */
const crossed = (inside: number) =>
  Array.from({ length: 12 }, (_, edge) => edge).filter((edge) => {
    const [low, high] = endsOf(edge);
    return isIn(inside, low) !== isIn(inside, high);
  });
const liesOn = (edge: number, side: number) =>
  endsOf(edge).every((corner) => cornerAt(corner)[side >> 1] === (side & 1));
/** Directed segments of the loops on a side, as pairs of edges. */
const segmentsOn = (inside: number, side: number) =>
  CELL_CASES[inside].loops.flatMap(({ edges, sides }) =>
    sides.flatMap((on, n) => (on === side ? [[edges[n], edges[(n + 1) % edges.length]]] : [])),
  );

test('the twelve edges are all pairs of corners that differ along one axis', () => {
  const pairs = Array.from({ length: 12 }, (_, edge) => endsOf(edge).join());
  const expected = ALL.slice(0, 8).flatMap((corner) =>
    [0, 1, 2].filter((axis) => ((corner >> axis) & 1) === 0).map((axis) => `${corner},${corner + (1 << axis)}`),
  );
  expect([...pairs].sort()).toEqual(expected.sort());
});

test('each crossed edge is in one loop, once, and no other edge is', () => {
  for (const inside of ALL) {
    const edges = CELL_CASES[inside].loops.flatMap((loop) => loop.edges);
    expect([...edges].sort((a, b) => a - b)).toEqual(crossed(inside));
  }
});

test('each step of a loop lies on the side that it names, the last one, which closes it, too', () => {
  let steps = 0;
  const wrong: number[][] = [];
  for (const inside of ALL)
    for (const { edges, sides } of CELL_CASES[inside].loops) {
      expect(edges.length).toBeGreaterThanOrEqual(3);
      expect(sides).toHaveLength(edges.length);
      for (let n = 0; n < edges.length; n++, steps++) {
        if (!liesOn(edges[n], sides[n]) || !liesOn(edges[(n + 1) % edges.length], sides[n])) wrong.push([inside, n]);
      }
    }
  expect(wrong).toEqual([]);
  // Each crossed edge lies on two sides and begins one step: 12 edges, each crossed in half of the cases.
  expect(steps).toBe(12 * 128);
});

test('two cells that share a side go over it by the same segments, in opposite ways', () => {
  let pairs = 0;
  let segments = 0;
  const wrong: number[][] = [];
  for (const axis of [0, 1, 2]) {
    const low = [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => ((corner >> axis) & 1) === 0);
    for (const below of ALL)
      for (const above of ALL) {
        if (!low.every((corner) => isIn(above, corner) === isIn(below, corner + (1 << axis)))) continue;
        pairs++;
        // An edge on the side of the cell above, as the cell below numbers it.
        const asBelow = (edge: number) => {
          const corner = EDGE_CORNER[edge] + (1 << axis);
          const n = [0, 1, 2, 3].find((k) => EDGE_CORNER[4 * edgeAxis(edge) + k] === corner);
          return 4 * edgeAxis(edge) + (n ?? Number.NaN);
        };
        const ofAbove = segmentsOn(above, 2 * axis).map(([from, to]) => `${asBelow(to)} ${asBelow(from)}`);
        const ofBelow = segmentsOn(below, 2 * axis + 1).map(([from, to]) => `${from} ${to}`);
        // An `expect` costs more than a pair.
        if (ofBelow.sort().join() !== ofAbove.sort().join()) wrong.push([axis, below, above]);
        segments += ofBelow.length;
      }
  }
  expect(wrong).toEqual([]);
  expect(pairs).toBe(3 * 256 * 16);
  // Of the 16 sides two have none, two have two, and all others have one.
  expect(segments).toBe(pairs);
});

test('each segment on a side cuts off its inside corners: no outside corner is on their side', () => {
  for (const inside of ALL)
    for (let side = 0; side < 6; side++) {
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => cornerAt(corner)[side >> 1] === (side & 1));
      const [u, v] = [((side >> 1) + 1) % 3, ((side >> 1) + 2) % 3];
      // Counter-clockwise seen from outside the cell; there the inside is on a segment's right.
      const turn = (side & 1) === 1 ? 1 : -1;
      const middle = (edge: number) => {
        const [low, high] = endsOf(edge).map(cornerAt);
        return [(low[u] + high[u]) / 2, (low[v] + high[v]) / 2];
      };
      const segments = segmentsOn(inside, side);
      const held = corners.filter((corner) => {
        const at = cornerAt(corner);
        // If there are two segments, each cuts off a corner of its own.
        return segments.some(([from, to]) => {
          const [p, q] = [middle(from), middle(to)];
          return turn * ((q[0] - p[0]) * (at[v] - p[1]) - (q[1] - p[1]) * (at[u] - p[0])) < 0;
        });
      });
      if (segments.length > 0) expect(held).toEqual(corners.filter((corner) => isIn(inside, corner)));
    }
});

describe('orientation', () => {
  const middleOf = (edge: number) => {
    const [low, high] = endsOf(edge).map(cornerAt);
    return low.map((x, k) => (x + high[k]) / 2);
  };
  /** Six times the volume between a corner and the loop through the middles of its edges. */
  const volumeFrom = (corner: number, { edges }: CellLoop) => {
    const [a, b, c] = edges.map((edge) => middleOf(edge).map((x, k) => x - cornerAt(corner)[k]));
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  };

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('one inside corner, %i: an eighth of the half cell, outward', (corner) => {
    const { loops } = CELL_CASES[1 << corner];
    expect(loops).toHaveLength(1);
    expect(volumeFrom(corner, loops[0])).toBe(1 / 8);
  });
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('one outside corner, %i: the same, the other way round', (corner) => {
    const { loops } = CELL_CASES[255 ^ (1 << corner)];
    expect(loops).toHaveLength(1);
    expect(volumeFrom(corner, loops[0])).toBe(-1 / 8);
  });
});

describe('cells of several loops', () => {
  const several = ALL.filter((inside) => CELL_CASES[inside].loops.length > 1);

  test('no loop crosses a side twice', () => {
    expect(several.length).toBeGreaterThan(50);
    for (const inside of several)
      for (const { sides } of CELL_CASES[inside].loops) expect(new Set(sides).size).toBe(sides.length);
  });

  // A point strictly within an edge is strictly on one side of a plane if both ends are on that side or on the plane,
  // and at least one end is not on the plane. So the edges' ends decide for all positions.
  test('some plane parts any two loops wherever on their edges they cross', () => {
    const normals = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
    const isBelow = ({ edges }: CellLoop, normal: readonly number[], offset: number, sign: number) =>
      edges.every((edge) => {
        const heights = endsOf(edge).map(
          (corner) => sign * (cornerAt(corner).reduce((sum, x, k) => sum + normal[k] * x, 0) - offset),
        );
        return heights.every((height) => height <= 0) && heights.some((height) => height < 0);
      });
    let parted = 0;
    for (const inside of several) {
      const { loops } = CELL_CASES[inside];
      loops.forEach((first, n) => {
        for (const second of loops.slice(n + 1)) {
          const plane = normals.find((normal) =>
            [-1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2].some(
              (offset) => isBelow(first, normal, offset, 1) && isBelow(second, normal, offset, -1),
            ),
          );
          expect({ inside, loops: [first.edges, second.edges], plane }).toMatchObject({ plane: expect.anything() });
          parted++;
        }
      });
    }
    expect(parted).toBeGreaterThan(several.length);
  });
});

test('ambiguous names the sides with two inside corners across from each other, and two outside', () => {
  for (const inside of ALL) {
    let expected = 0;
    for (let side = 0; side < 6; side++) {
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => cornerAt(corner)[side >> 1] === (side & 1));
      const within = corners.filter((corner) => isIn(inside, corner));
      const areAcross = within.length === 2 && ((within[0] ^ within[1]) & ((within[0] ^ within[1]) - 1)) !== 0;
      if (areAcross) expected |= 1 << side;
    }
    expect(CELL_CASES[inside].ambiguous).toBe(expected);
  }
});
