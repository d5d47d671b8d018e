// An open line and a radius → the closed surface of the tube about the line, with flat ends.
//
// Each piece of the line has `sides` generators, parallel to it at the radius, which turn with the line but not about
// it. Where two pieces meet, the generators of both end in the plane that bisects the bend. On its inner side these
// ends lie on both cylinders. On the outer side they are drawn in to the sphere about the bend: as near the line as
// the rest.
//
// The tube is the set of points whose nearest point of the line lies within the radius, and is no end of the line seen
// from beyond it. The mesh lies in the tube: each of its pieces is part of the hull of two rings, whose points lie
// within the radius of a straight piece. It lacks little: in a piece, the corners are no nearer its axis than
// r cos(θ/2), with θ the sharpest turn, and the faces between two generators no nearer than r cos(θ/2) cos(π/sides).
// Points of the tube that are drawn by this factor toward their nearest point of the line therefore lie in the mesh,
// and distances to the mesh exceed those to the tube by at most r (1 − cos(θ/2) cos(π/sides)).

import { createMesh, OptionError, type TriangleMesh } from 'kerf';
import type { Point } from './plan.ts';
import { cross, dot, length, minus, scaled, sum, unit } from './vectors.ts';

/**
 * @param line of at least two points, neighbours apart. Where pieces that are no neighbours come closer than twice the
 * radius, the surface passes through itself.
 * @param sides of the tube's section: 4, 8, 16, … 1024.
 * @throws OptionError BAD_OPTION.
 */
export function tubeMesh(line: readonly Point[], radius: number, sides = 32): TriangleMesh {
  const around = circle(sides);
  const tight = tightPiece(line, radius);
  if (tight !== null)
    throw new OptionError(
      'BAD_OPTION',
      `A tube of radius ${radius} mm cannot follow its line from point ${tight} to ${tight + 1}, which is too short ` +
        'for the bends at its ends; leave a point out, or take a smaller radius.',
    );
  const ways = waysOf(line);
  let across = anyAcross(ways[0]);
  const rings = line.map((corner, n) => {
    const [before, after] = [ways[n - 1] ?? ways[0], ways[n] ?? ways[n - 1]];
    const aside = cross(before, across);
    const ring = around.map(([c, s]) => {
      const generator = sum(scaled(across, c * radius), scaled(aside, s * radius));
      return sum(corner, endOfGenerator(generator, before, after, radius));
    });
    across = turned(across, before, after);
    return ring;
  });
  const faces = [...cap(0, sides).reverse(), ...cap((line.length - 1) * sides, sides)];
  for (let n = 1; n < line.length; n++)
    for (let i = 0; i < sides; i++) {
      const [a, b] = [(n - 1) * sides + i, (n - 1) * sides + ((i + 1) % sides)];
      faces.push(a, b, b + sides, a, b + sides, a + sides);
    }
  return createMesh(Float64Array.from(rings.flat(2)), Uint32Array.from(faces), { name: 'tube' });
}

/**
 * The first point of a piece that is shorter than the inner sides of the bends at its ends, so that its rings would
 * cross; null if there is none.
 */
export function tightPiece(line: readonly Point[], radius: number): number | null {
  const ways = waysOf(line);
  // tan(θ/2), from the sum and the difference of the two directions; infinite where the line turns back.
  const bend = (n: number) =>
    n < 0 || n + 1 >= ways.length ? 0 : length(minus(ways[n], ways[n + 1])) / length(sum(ways[n], ways[n + 1]));
  const tight = ways.findIndex((_, n) => !(length(minus(line[n + 1], line[n])) > radius * (bend(n - 1) + bend(n))));
  return tight < 0 ? null : tight;
}

/** Directions of the pieces. */
function waysOf(line: readonly Point[]): Point[] {
  return line.slice(1).map((to, n) => unit(minus(to, line[n])));
}

/** From the bend to where the generator, which starts at `generator` from it, ends: see the top. */
function endOfGenerator(generator: Point, before: Point, after: Point, radius: number): Point {
  const along = -dot(generator, after) / (1 + dot(before, after));
  const end = sum(generator, scaled(before, along));
  return along > 0 ? scaled(end, radius / length(end)) : end;
}

/** A vector across one piece, turned with the line from that piece to the next, by the shortest way. */
function turned(across: Point, before: Point, after: Point): Point {
  return minus(across, scaled(sum(before, after), dot(across, after) / (1 + dot(before, after))));
}

/** A unit vector at a right angle to another. */
function anyAcross(way: Point): Point {
  const sizes = way.map(Math.abs);
  const k = sizes.indexOf(Math.min(...sizes));
  return unit(cross(way, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]));
}

/** Points of the unit circle, in order, from its quarters by halving: sines differ in their last bits among engines. */
function circle(sides: number): (readonly [number, number])[] {
  if (!(sides >= 4 && sides <= 1024 && Number.isInteger(Math.log2(sides))))
    throw new OptionError('BAD_OPTION', `A tube's sides are ${sides}, expected 4, 8, 16, … 1024; choose one of these.`);
  let points: (readonly [number, number])[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  while (points.length < sides)
    points = points.flatMap((from, i) => {
      const to = points[(i + 1) % points.length];
      const [x, y] = [from[0] + to[0], from[1] + to[1]];
      const size = Math.sqrt(x * x + y * y);
      return [from, [x / size, y / size]];
    });
  return points;
}

/** A ring of vertices → the faces of the flat end that it bounds, counter-clockwise as the ring is. */
function cap(first: number, sides: number): number[] {
  return Array.from({ length: sides - 2 }, (_, i) => [first, first + i + 1, first + i + 2]).flat();
}
