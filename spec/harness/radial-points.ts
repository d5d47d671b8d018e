// A mesh and its radial map → points at which rounding, a border or an end might flip a side.

import type { RadialMap, TriangleMesh } from '#kerf';
import { randomDirection } from './contact-cases.ts';

type Random = () => number;
type Vector = [number, number, number];
type Kind = (mesh: TriangleMesh, map: RadialMap, random: Random) => number[];

const pick = (random: Random, count: number) => Math.floor(count * random());
/** x, or an f64 number about one or two steps from it. */
const nudged = (x: number, random: Random) => x * (1 + (pick(random, 5) - 2) * 2 ** -52);
const along = ({ centre }: RadialMap, way: readonly number[], distance: number) =>
  way.map((w, k) => centre[k] + distance * w);
const length = (v: readonly number[]) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
const inBall = (map: RadialMap, radius: number, random: Random) =>
  along(map, randomDirection(random), radius * Math.cbrt(random()));

/** A vector through a place on a side of the cube, in texels; integers are borders. */
function wayAt(cubeSide: number, column: number, row: number, size: number): Vector {
  const way: Vector = [0, 0, 0];
  const axis = cubeSide >> 1;
  way[axis] = cubeSide % 2 === 0 ? 1 : -1;
  way[(axis + 1) % 3] = (2 * column) / size - 1;
  way[(axis + 2) % 3] = (2 * row) / size - 1;
  return way;
}

export const radialPointKinds: Readonly<Record<string, Kind>> = {
  'in the ball of twice the radius': (_, map, random) => inBall(map, 2 * map.radius, random),
  'in the ball': (_, map, random) => inBall(map, map.radius, random),
  'at a vertex': ({ positions, faces }, _, random) => {
    const vertex = faces[pick(random, faces.length)];
    return [0, 1, 2].map((k) =>
      random() < 0.5 ? positions[3 * vertex + k] : nudged(positions[3 * vertex + k], random),
    );
  },
  'on a face or an edge, rounded': ({ positions, faces }, _, random) => {
    const face = 3 * pick(random, faces.length / 3);
    const [s, t] = [random(), random() < 0.5 ? 0 : random()];
    const [v, w] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
    return [0, 1, 2].map((k) => {
      const [a, b, c] = [0, 1, 2].map((n) => positions[3 * faces[face + n] + k]);
      return nudged(a + v * (b - a) + w * (c - a), random);
    });
  },
  'on a border of texels': (_, map, random) => {
    const { size } = map;
    const place = () => (random() < 0.7 ? pick(random, size + 1) : size * random());
    const way = wayAt(pick(random, 6), place(), place(), size).map((x) => nudged(x, random));
    return along(map, way, (1.5 * map.radius * random()) / length(way));
  },
  'on a diagonal of the cube': (_, map, random) => {
    const distance = map.radius * random();
    const way = [1, 1, random() < 0.3 ? 1 : random()].map((x) => nudged(random() < 0.5 ? x : -x, random));
    const turn = pick(random, 3);
    return along(map, [way[turn], way[(turn + 1) % 3], way[(turn + 2) % 3]], distance);
  },
  'at the end of an interval': (_, map, random) => {
    const { size } = map;
    const [cubeSide, column, row] = [pick(random, 6), pick(random, size), pick(random, size)];
    const crossings = map.crossings(cubeSide, column, row);
    const inside = () => (random() < 0.5 ? random() : pick(random, 2));
    const way = wayAt(cubeSide, column + inside(), row + inside(), size);
    const distance = crossings.length === 0 ? map.radius : crossings[pick(random, crossings.length)];
    return along(map, way, nudged(distance, random) / length(way));
  },
  'near the centre': (_, map, random) => along(map, randomDirection(random), map.radius * 10 ** (-310 * random())),
  'far away': (_, map, random) => along(map, randomDirection(random), map.radius * 10 ** (300 * random() ** 4)),
};
