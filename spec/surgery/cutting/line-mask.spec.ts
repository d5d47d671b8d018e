// Marked lines and places against a plain list; hits of marked lines against hits of all lines; neighbours of a key
// against its place.

import { expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { Lattice } from '#cutting/lattice.ts';
import { hitLines, LineHits } from '#cutting/line-hits.ts';
import { LineMask } from '#cutting/line-mask.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1984;

type Random = () => number;
const whole = (random: Random, low: number, high: number) => low + Math.floor((high - low + 1) * random());

/** A mask on a range, and the lines that it marks. */
function randomMask(random: Random, mask: LineMask, range: number, share: number): Set<string> {
  const [lowI, lowJ] = [whole(random, -range, range), whole(random, -range, range)];
  const [highI, highJ] = [lowI + whole(random, 0, range), lowJ + whole(random, 0, range)];
  const marked = new Set<string>();
  mask.clear(lowI, highI, lowJ, highJ);
  for (let i = lowI; i <= highI; i++)
    for (let j = lowJ; j <= highJ; j++) {
      if (random() >= share) continue;
      mask.mark(i, j, 3, 3);
      marked.add(`${i},${j}`);
    }
  mask.sum();
  return marked;
}

test(`a rectangle of lines has a marked one where the list has (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  // One mask for all, as a sweep uses it.
  const mask = new LineMask();
  const seen = new Shares();
  for (let n = 0; n < longRun(1000, 250); n++) {
    const marked = randomMask(random, mask, 9, 0.3 * random());
    const found = new Set<string>();
    for (let i = mask.lowI; i <= mask.highI; i++)
      for (let j = mask.lowJ; j <= mask.highJ; j++) if (mask.has(i, j)) found.add(`${i},${j}`);
    expect(found).toEqual(marked);
    // From two places beyond the range to two places beyond it.
    const [fromI, fromJ] = [whole(random, mask.lowI - 2, mask.highI), whole(random, mask.lowJ - 2, mask.highJ)];
    const [toI, toJ] = [whole(random, fromI - 1, mask.highI + 2), whole(random, fromJ - 1, mask.highJ + 2)];
    let any = false;
    for (let i = fromI; i <= toI; i++) for (let j = fromJ; j <= toJ; j++) any ||= marked.has(`${i},${j}`);
    expect(mask.hasAny(fromI, toI, fromJ, toJ)).toBe(any);
    seen.count(any ? 'marked' : 'empty');
  }
  expect(seen.of('marked')).toBeGreaterThan(0.1);
  expect(seen.of('empty')).toBeGreaterThan(0.3);
});

test(`lines meet a range where a marked place is in it, or one on either side (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const mask = new LineMask();
  const seen = new Shares();
  for (let n = 0; n < longRun(1000, 250); n++) {
    const [lowI, lowJ] = [whole(random, -9, 9), whole(random, -9, 9)];
    const [highI, highJ] = [lowI + whole(random, 0, 9), lowJ + whole(random, 0, 9)];
    mask.clear(lowI, highI, lowJ, highJ);
    const places = new Map<string, number[]>();
    for (let mark = whole(random, 0, 60); mark > 0; mark--) {
      const [i, j, first] = [whole(random, lowI, highI), whole(random, lowJ, highJ), whole(random, 0, 20)];
      const last = first + whole(random, 0, 3);
      mask.mark(i, j, first, last);
      places.set(`${i},${j}`, [...(places.get(`${i},${j}`) ?? []), first, last]);
    }
    mask.sum();
    const [fromI, fromJ] = [whole(random, lowI - 2, highI), whole(random, lowJ - 2, highJ)];
    const [toI, toJ] = [fromI + whole(random, -1, 2), fromJ + whole(random, -1, 2)];
    const from = whole(random, -3, 22);
    const to = from + whole(random, 0, 5);
    let [isMet, isMarked] = [false, false];
    for (let i = fromI; i <= toI; i++)
      for (let j = fromJ; j <= toJ; j++) {
        const own = places.get(`${i},${j}`) ?? [];
        isMarked ||= own.length > 0;
        isMet ||= own.some((place) => place >= from) && own.some((place) => place <= to);
      }
    const isFew = (toI - fromI + 1) * (toJ - fromJ + 1) <= 4;
    const met = mask.meets(fromI, toI, fromJ, toJ, from, to);
    if (isFew) expect(met).toBe(isMet);
    else if (isMet) expect(met).toBe(true);
    else if (!isMarked) expect(met).toBe(false);
    seen.count(isFew ? `few, ${isMet ? 'met' : isMarked ? 'marked' : 'empty'}` : 'many');
  }
  for (const kind of ['few, met', 'few, marked', 'few, empty', 'many']) expect(seen.of(kind)).toBeGreaterThan(0.05);
});

test(`lines that are marked are hit as they are among all lines (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const { positions, faces } = sphere({ radius: 1, subdivisions: 3 });
  const mask = new LineMask();
  let hit = 0;
  for (let n = 0; n < longRun(200, 30); n++) {
    const size = 12 * random();
    const at = [0, 1, 2].map(() => 12 * (2 * random() - 1));
    // Some corners lie on lines.
    const round = n % 3 === 0 ? Math.round : (x: number) => x;
    const points = Float64Array.from(positions, (x, k) => round(size * x + at[k % 3]));
    const marked = randomMask(random, mask, 12, 0.3);
    for (const axis of [0, 1, 2] as const) {
      const [some, all] = [new LineHits(), new LineHits()];
      const [low, high] = [Array(3).fill(-30), Array(3).fill(30)];
      hitLines(points, faces, null, faces.length / 3, axis, low, high, all);
      hitLines(points, faces, null, faces.length / 3, axis, low, high, some, mask);
      const rows = ({ length, i, j, w, tag }: LineHits) =>
        Array.from({ length }, (_, at) => [i[at], j[at], w[at], tag[at]]);
      const wanted = rows(all).filter(([i, j]) => marked.has(`${i},${j}`));
      expect(rows(some)).toEqual(wanted);
      hit += wanted.length;
    }
  }
  expect(hit).toBeGreaterThan(longRun(1000, 150));
});

test(`the key above and below along an axis is that of the next place (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const lattice = new Lattice({ cell: 1, first: [0, 0, 0], bricks: [5, 3, 4] });
  const { parts, size } = lattice;
  for (let n = 0; n < 1000; n++) {
    const axis = whole(random, 0, 2);
    const place = size.map((length) => whole(random, 0, length - 1));
    place[axis] = whole(random, 0, size[axis] - 2);
    const keyOf = () => parts[0][place[0]] + parts[1][place[1]] + parts[2][place[2]];
    const low = keyOf();
    place[axis]++;
    expect(lattice.above(low, axis)).toBe(keyOf());
    expect(lattice.below(keyOf(), axis)).toBe(low);
  }
});
