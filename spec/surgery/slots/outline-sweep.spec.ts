// Random convex outlines on random ways: what they cover at any time is within the bound of the cells, each point of a
// cell is covered at some time, and the cells are convex in integers.

import { expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { type LatticePoint, OutlineSweep, type SlotCell } from '../../../lib/surgery/slots/outline-sweep.ts';
import { cornersOf, isConvexCell, type Place, pointIn, toPolygon } from './cell-places.ts';

const SEED = 77120;
const MM = 2 ** 20;
/** In steps: lines that turn by 1e-7 cross where f64 places it to 2^-53 · 2^28 / 1e-7, and half of that again. */
const ROUNDED = 0.5;

type Move = { readonly turn: number; readonly about: Place; readonly way: Place };
type Kind = 'turns' | 'wide turns' | 'ways' | 'both' | 'drift' | 'zigzag' | 'along' | 'corner' | 'tangent';
const KINDS: readonly Kind[] = ['turns', 'wide turns', 'ways', 'both', 'drift', 'zigzag', 'along', 'corner', 'tangent'];

/** Counter-clockwise, of 3 to 16 corners, in steps. */
function outlineOf(random: () => number): Place[] {
  if (random() < 0.4) {
    const [x, y] = [MM * (2 + 38 * random()), MM * (1 + 9 * random())];
    return [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ];
  }
  const count = 3 + Math.floor(14 * random());
  const [x, y] = [MM * (5 + 20 * random()), MM * (5 + 20 * random())];
  return Array.from({ length: count }, (_, i): Place => {
    const angle = (2 * Math.PI * (i + 0.3 * random())) / count;
    return [x * Math.cos(angle), y * Math.sin(angle)];
  });
}

function moved(p: Place, { turn, about, way }: Move, t = 1): Place {
  const [c, s] = [Math.cos(t * turn), Math.sin(t * turn)];
  const [x, y] = [p[0] - about[0], p[1] - about[1]];
  return [about[0] + c * x - s * y + t * way[0], about[1] + s * x + c * y + t * way[1]];
}

function moveOf(kind: Kind, n: number, outline: readonly Place[], first: Move, random: () => number): Move {
  const none: Place = [0, 0];
  const small = 2e-4;
  switch (kind) {
    case 'turns':
      return { turn: first.turn, about: first.about, way: none };
    case 'wide turns':
      return { turn: 10 * first.turn, about: first.about, way: none };
    case 'ways':
      return { turn: 0, about: none, way: [5 * MM * signed(random), 5 * MM * signed(random)] };
    case 'both':
      return { turn: small * signed(random), about: [30 * MM * signed(random), 30 * MM * signed(random)], way: none };
    case 'drift':
      return { turn: 1e-9 * signed(random), about: none, way: [0.1 * first.way[0], 0.1 * first.way[1]] };
    case 'zigzag':
      return { turn: 0, about: none, way: first.way.map((x) => x * MM * (n % 2 === 0 ? 1 : -1)) as [number, number] };
    case 'along': {
      const [p, q] = [outline[0], outline[1]];
      const t = 0.3 * signed(random);
      return {
        turn: 0,
        about: none,
        way: [t * (q[0] - p[0]) + 3 * signed(random), t * (q[1] - p[1]) + 3 * signed(random)],
      };
    }
    case 'tangent': {
      // The first corner moves along the edge that begins there.
      const [[x, y], [x1, y1]] = outline;
      return { turn: first.turn, about: [x + 0.5 * (y1 - y), y - 0.5 * (x1 - x)], way: none };
    }
    case 'corner':
      return { turn: first.turn, about: outline[0], way: none };
  }
}

test(`cells are what an outline covers, within the bound, both ways (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const counts = { fit: 0, cells: 0, points: 0, settled: 0, deep: 0 };
  for (let round = 0; round < longRun(270, 54); round++) {
    const kind = KINDS[round % KINDS.length];
    const lattice = (outline: readonly Place[]) =>
      outline.map(([x, y]): LatticePoint => [Math.round(x), Math.round(y)]);
    const turn = 2 * Math.PI * random();
    const shift: Place = [MM * 100 * signed(random), MM * 100 * signed(random)];
    let outline = outlineOf(random).map((p) => moved(p, { turn, about: [0, 0], way: shift }));
    const first: Move = {
      turn: 4e-4 * signed(random),
      about: [shift[0] + 20 * MM * signed(random), shift[1] + 20 * MM * signed(random)],
      way: [8 * signed(random), 8 * signed(random)],
    };
    let sweep = new OutlineSweep();
    const outlines = [lattice(outline)];
    const cells: SlotCell[] = sweep.begin(outlines[0]);
    const callOf = [0];
    const calls = kind === 'drift' ? 300 : 24;
    for (let n = 0; n < calls; n++) {
      const move = moveOf(kind, n, outline, first, random);
      outline = outline.map((p) => moved(p, move));
      outlines.push(lattice(outline));
      // A copy goes on from where the first one is, which is not changed by it.
      sweep = sweep.copy();
      const made = sweep.moveTo(outlines[n + 1]);
      if (made.length === 0) counts.settled++;
      cells.push(...made);
      callOf.push(...made.map(() => n));
    }
    for (const cell of cells) expect(isConvexCell(cell)).toBe(true);
    counts.cells += cells.length;
    const bound = sweep.error;
    if (!(bound < 400)) continue;
    counts.fit++;
    const polygons = cells.map(cornersOf);
    /** The outline at a time, with straight ways from call to call. */
    const at = (time: number): Place[] => {
      const n = Math.min(outlines.length - 2, Math.floor(time));
      return outlines[n].map(([x, y], i): Place => {
        const [x1, y1] = outlines[n + 1][i];
        return [x + (time - n) * (x1 - x), y + (time - n) * (y1 - y)];
      });
    };
    for (let n = 0; n < 60; n++) {
      const p = pointIn(at(calls * random()), random);
      expect(Math.min(...polygons.map((corners) => toPolygon(p, corners)))).toBeLessThanOrEqual(bound);
      counts.points++;
    }
    // Where nothing turns, no point deeper than 17/8·4 steps is left out at all, but for the rounding of corners.
    for (let n = 0; n < (kind === 'drift' ? 200 : 0); n++) {
      const now = at(calls * random());
      const i = Math.floor(now.length * random());
      const [p, q] = [now[i], now[(i + 1) % now.length]];
      const [t, depth] = [0.2 + 0.6 * random(), (9 + 20 * random()) / Math.hypot(q[0] - p[0], q[1] - p[1])];
      const x = p[0] + t * (q[0] - p[0]) - depth * (q[1] - p[1]);
      const y = p[1] + t * (q[1] - p[1]) + depth * (q[0] - p[0]);
      expect(Math.min(...polygons.map((corners) => toPolygon([x, y], corners)))).toBeLessThan(1e-3);
      counts.deep++;
    }
    for (let n = 0; n < 20; n++) {
      const cell = Math.floor(polygons.length * random());
      const p = pointIn(polygons[cell], random);
      // Any time of the cell's own call at which the outline covers the point will do: near each of many, improved.
      const [from, to] = [callOf[cell], callOf[cell] + 1];
      const far = (time: number) => toPolygon(p, at(Math.min(to, Math.max(from, time))));
      let best = Infinity;
      for (let k = 0; k <= 16 && best > 0; k++) {
        let time = from + k / 16;
        for (let width = 1 / 16; width > 1e-12; width /= 2)
          for (const other of [time - width, time + width]) if (far(other) < far(time)) time = other;
        best = Math.min(best, far(time));
      }
      expect(best).toBeLessThan(ROUNDED);
    }
  }
  expect(counts.fit).toBeGreaterThan(20);
  expect(counts.settled).toBeGreaterThan(100);
  expect(counts.points).toBeGreaterThan(1000);
  expect(counts.deep).toBeGreaterThan(500);
});

test('where an end moves along its edge, the outline is a cell at the end', () => {
  // The corner at the origin is below the centre of the turn, on the line of the edge that begins there.
  const outline: Place[] = [
    [0, 0],
    [10 * MM, 0],
    [10 * MM, 5 * MM],
    [0, 5 * MM],
  ];
  const turned = outline.map((p) => moved(p, { turn: 1e-3, about: [0, 40 * MM], way: [0, 0] }));
  const corners = turned.map(([x, y]): LatticePoint => [Math.round(x), Math.round(y)]);
  const sweep = new OutlineSweep();
  const [whole] = sweep.begin(outline);
  expect(whole.map(([p]) => p)).toEqual(outline);
  const cells = sweep.moveTo(corners);
  expect(cells.filter((cell) => cell.length === 4 && cell.every(([p], i) => p === corners[i]))).toHaveLength(1);
  // And not where all ends move clearly outward or inward.
  sweep.begin(outline);
  const aside = outline.map((p) => moved(p, { turn: 1e-3, about: [3 * MM, 40 * MM], way: [0, 0] }));
  const made = sweep.moveTo(aside.map(([x, y]): LatticePoint => [Math.round(x), Math.round(y)]));
  expect(
    made.some(
      (cell) => cell.length === 4 && cell.every(([p], i) => Math.hypot(p[0] - aside[i][0], p[1] - aside[i][1]) < 1),
    ),
  ).toBe(false);
});

test('outlines for which the proof does not hold have no bound', () => {
  const unfit: Record<string, LatticePoint[]> = {
    clockwise: [
      [0, 0],
      [0, MM],
      [MM, MM],
    ],
    'with a short edge': [
      [0, 0],
      [MM, 0],
      [MM, MM / 32],
      [0, MM],
    ],
    'with three corners on a line': [
      [0, 0],
      [MM, 0],
      [2 * MM, 0],
      [0, MM],
    ],
    'round twice': [0, 2, 4, 1, 3].map((k): LatticePoint => {
      const angle = (2 * Math.PI * k) / 5;
      return [Math.round(9 * MM * Math.cos(angle)), Math.round(9 * MM * Math.sin(angle))];
    }),
  };
  for (const outline of Object.values(unfit)) {
    const sweep = new OutlineSweep();
    sweep.begin(outline);
    expect(sweep.error).toBe(Infinity);
  }
});

test('an edge that turns about a point beyond it gets outside both its lines, and the bound holds that', () => {
  const outline: Place[] = [
    [-20, 0],
    [20, 0],
    [20, 5],
    [-20, 5],
  ].map(([x, y]): Place => [x * MM, y * MM]);
  const [far, turn] = [40 * MM, 1e-2];
  const sweep = new OutlineSweep();
  const cells = sweep.begin(outline);
  const corners = outline.map((p) => moved(p, { turn, about: [0, -far], way: [0, 0] }));
  cells.push(...sweep.moveTo(corners.map(([x, y]): LatticePoint => [Math.round(x), Math.round(y)])));
  // Halfway, on straight ways, the edge is at far·cos(turn/2) from the point; the lines cross at far/cos(turn/2).
  const half = far * Math.cos(turn / 2);
  const p: Place = [-half * Math.sin(turn / 2), half * Math.cos(turn / 2) - far];
  const off = Math.min(...cells.map((cell) => toPolygon(p, cornersOf(cell))));
  expect(Math.abs(off / (far / Math.cos(turn / 2) - half) - 1)).toBeLessThan(0.01);
  expect(off).toBeGreaterThan(500);
  expect(sweep.error).toBeGreaterThan(off);
});
