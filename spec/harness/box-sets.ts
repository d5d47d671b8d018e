// A seed → sets of boxes for the broad phase, of every kind that a method could get wrong.

import { mulberry32 } from './random.ts';

type Random = () => number;

/** @returns low and high of box i along each axis. */
type Maker = (random: Random, count: number) => (i: number) => [number, number][];

const interval = (middle: number, extent: number): [number, number] => [middle - extent / 2, middle + extent / 2];
/** Keeps the number of neighbours per box about the same, whatever the count. */
const spacing = (count: number) => Math.cbrt(count);

export const boxKinds: Readonly<Record<string, Maker>> = {
  uniform: (random, count) => () => [0, 1, 2].map(() => interval(spacing(count) * random(), 1.5 * random())),
  clustered: (random) => {
    const centres = Array.from({ length: 5 }, () => [0, 1, 2].map(() => 1000 * random()));
    return (i) => centres[i % 5].map((x) => interval(x + 3 * (random() + random() + random()), random()));
  },
  planar: (random, count) => () => [
    interval(Math.sqrt(count) * random(), random()),
    [7, 7],
    interval(Math.sqrt(count) * random(), random()),
  ],
  'size ratio 1 : 1000': (random, count) => (i) =>
    [0, 1, 2].map(() => interval(spacing(count) * random(), i % 97 === 0 ? 10 * random() : 0.01 + 0.2 * random())),
  // Integer coordinates: boxes touch in faces, edges and corners.
  touching: (random, count) => () =>
    [0, 1, 2].map(() => {
      const low = Math.floor(spacing(count) * random());
      return [low, low + Math.floor(2 * random())];
    }),
  nested: (_random, count) => (i) => [0, 1, 2].map(() => [i / count, 2 - i / count]),
  'equal, and points': (random) => (i) =>
    i % 3 === 0 ? [0, 1, 2].map(() => interval(random(), 0)) : [0, 1, 2].map(() => [0, 1]),
  'one holds all': (random, count) => (i) =>
    i === 3 ? [0, 1, 2].map(() => [-1, 1 + count]) : [0, 1, 2].map(() => interval(spacing(count) * random(), random())),
  'far from the origin': (random, count) => () =>
    [0, 1, 2].map((k) => interval((k - 1) * 2 ** 40 + spacing(count) * random(), random())),
  'tiny and huge': (random) => () => {
    const scale = 10 ** (600 * random() - 300);
    return [0, 1, 2].map(() => {
      const [a, b] = [scale * (random() - 0.5), scale * (random() - 0.5)];
      return [Math.min(a, b), Math.max(a, b)];
    });
  },
  'as large as numbers go': (random) => () =>
    [0, 1, 2].map(() => {
      const [a, b] = [(2 * random() - 1) * Number.MAX_VALUE, (2 * random() - 1) * Number.MAX_VALUE];
      return [Math.min(a, b), Math.max(a, b)];
    }),
};

/** Six numbers per box. */
export function boxSet(kind: string, count: number, seed: number): Float64Array {
  const random = mulberry32(seed);
  const make = boxKinds[kind](random, count);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++)
    make(i).forEach(([low, high], k) => {
      boxes[6 * i + k] = low;
      boxes[6 * i + 3 + k] = high;
    });
  return boxes;
}
