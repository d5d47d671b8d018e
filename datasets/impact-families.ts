// A kind of query, a family's name and a stream → four points that move linearly and meet, miss or barely touch,
// depending on the family.
//
// All numbers are whole multiples of a unit, so that what is meant to touch does so exactly. Points are placed at an
// instant t₀ = k/8 at which they share a point, or miss by one unit; velocities are multiples of 8 units, so the points
// at t = 0 and at t = 1 are whole as well.

import { described, OptionError } from '#core';
import { checkedStream } from './check-option.ts';

const KINDS = ['vertex-face', 'edge-edge'] as const;
export type ImpactKind = (typeof KINDS)[number];
type Vector = readonly [number, number, number];
type Four = readonly [Vector, Vector, Vector, Vector];

/** The random draws of one query. */
interface Draw {
  readonly kind: ImpactKind;
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number;
  /** A vector with coordinates from −size to size. */
  vector(size?: number): Vector;
}

/** Four points at an instant, and their velocities. */
interface Meeting {
  readonly at: Four;
  readonly velocities: Four;
  /** The instant, in eighths. */
  readonly eighths: number;
}

/** Drawn coordinates are multiples of this, because shared points are placed by weights in eighths. */
const STEP = 64;
const ZERO: Vector = [0, 0, 0];

const families = {
  'no-plan': (draw) => ({ ...meeting(draw, ordinary(draw)), at: four(() => draw.vector()) }),
  inside: (draw) => meeting(draw, ordinary(draw)),
  'one-unit-off': (draw) => nudged(draw, meeting(draw, ordinary(draw))),
  'at-start': (draw) => ({ ...meeting(draw, ordinary(draw)), eighths: 0 }),
  'at-end': (draw) => ({ ...meeting(draw, ordinary(draw)), eighths: 8 }),
  'beyond-either-end': (draw) => ({ ...meeting(draw, ordinary(draw)), eighths: draw.whole(0, 1) * 10 - 1 }),
  'on-the-rim': (draw) => meeting(draw, onRim(draw)),
  'one-unit-off-the-rim': (draw) => nudged(draw, meeting(draw, onRim(draw))),
  'corner-on-corner': (draw) => meeting(draw, onCorner(draw)),
  tangent: (draw) => tangent(draw, 0),
  'tangent-one-unit-off': (draw) => tangent(draw, draw.whole(0, 1) * 2 - 1),
  'in-one-plane': (draw) => flattened(draw, meeting(draw, ordinary(draw))),
  'in-one-plane-no-plan': (draw) =>
    flattened(draw, { ...meeting(draw, ordinary(draw)), at: four(() => draw.vector()) }),
  'along-one-line': (draw) => inLine(draw),
  'zero-area': (draw) => meeting(draw, zeroArea(draw)),
  'zero-area-always': (draw) => rigid(draw, meeting(draw, zeroArea(draw))),
  'at-rest': (draw) => ({ ...nudged(draw, meeting(draw, ordinary(draw))), velocities: [ZERO, ZERO, ZERO, ZERO] }),
  'one-body-moves': (draw) => rigid(draw, nudged(draw, meeting(draw, ordinary(draw)))),
  'all-move-alike': (draw) => alike(draw, nudged(draw, meeting(draw, ordinary(draw)))),
} as const satisfies Record<string, (draw: Draw) => Meeting>;

export type ImpactFamily = keyof typeof families;
export const impactFamilies = Object.keys(families) as readonly ImpactFamily[];

/**
 * One query of a family: 24 whole numbers, the arguments of vertexFaceImpact and edgeEdgeImpact.
 * @param random uniform in [0, 1).
 * @throws OptionError UNKNOWN_KIND, UNKNOWN_FAMILY, BAD_RANDOM, WRONG_TYPE.
 */
export function impactQuery(kind: ImpactKind, family: ImpactFamily, random: () => number): Float64Array {
  if (!KINDS.includes(kind))
    throw new OptionError(
      'UNKNOWN_KIND',
      `There is no kind of impact ${described(kind)}; choose one of ${KINDS.join(', ')}.`,
    );
  if (typeof family !== 'string' || !Object.hasOwn(families, family))
    throw new OptionError(
      'UNKNOWN_FAMILY',
      `There is no family of impacts ${described(family)}; choose one of ${impactFamilies.join(', ')}.`,
    );
  const stream = checkedStream(random);
  const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * stream());
  // Few values, so that coordinates coincide; or many.
  const size = stream() < 0.5 ? 2 : 2 ** 20;
  const vector = (most = size): Vector => [
    STEP * whole(-most, most),
    STEP * whole(-most, most),
    STEP * whole(-most, most),
  ];
  const { at, velocities, eighths } = families[family]({ kind, whole, vector });
  const out = new Float64Array(24);
  for (let i = 0; i < 4; i++)
    for (let k = 0; k < 3; k++) {
      out[3 * i + k] = at[i][k] - eighths * velocities[i][k];
      out[12 + 3 * i + k] = at[i][k] + (8 - eighths) * velocities[i][k];
    }
  return out;
}

const four = (make: (i: number) => Vector): Four => [make(0), make(1), make(2), make(3)];
const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];

function meeting(draw: Draw, at: Four): Meeting {
  return { at, velocities: four(() => draw.vector()), eighths: draw.whole(0, 8) };
}

/** a + (i·(b − a) + j·(c − a)) / 8: whole, since coordinates are multiples of STEP. */
function within(a: Vector, b: Vector, c: Vector, i: number, j: number): Vector {
  return plus(plus(a, plus(b, a, -1), i / 8), plus(c, a, -1), j / 8);
}

/** The vertex inside the face; or the edges crossing inside both. */
function ordinary(draw: Draw): Four {
  const [a, b, c] = [draw.vector(), draw.vector(), draw.vector()];
  if (draw.kind === 'vertex-face') {
    const i = draw.whole(1, 6);
    return [within(a, b, c, i, draw.whole(1, 7 - i)), a, b, c];
  }
  // The second edge runs through a point of the first; the point halves it or divides it in another ratio.
  const shared = within(a, b, a, draw.whole(1, 7), 0);
  const ratio = draw.whole(1, 3);
  return [a, b, c, plus(shared, plus(shared, c, -1), ratio)];
}

/** The vertex on an edge of the face; or an end of one edge on the other. */
function onRim(draw: Draw): Four {
  const [a, b, c] = [draw.vector(), draw.vector(), draw.vector()];
  const shared = within(a, b, a, draw.whole(1, 7), 0);
  return draw.kind === 'vertex-face' ? [shared, a, b, c] : [a, b, shared, c];
}

function onCorner(draw: Draw): Four {
  const [a, b, c] = [draw.vector(), draw.vector(), draw.vector()];
  return draw.kind === 'vertex-face' ? [a, a, b, c] : [a, b, a, c];
}

/** A face without area, with the vertex in it; or two edges on one line that overlap or are points. */
function zeroArea(draw: Draw): Four {
  const [a, b] = [draw.vector(), draw.whole(0, 3) === 0 ? null : draw.vector()];
  const end = b ?? a;
  const [p, q] = [within(a, end, a, draw.whole(-4, 12), 0), within(a, end, a, draw.whole(-4, 12), 0)];
  return draw.kind === 'vertex-face' ? [p, a, end, q] : [a, end, p, q];
}

/**
 * f = ±(2t − 1)²·const + off: the face turns about the y axis under the vertex, or one edge about the other, so that
 * they only touch, halfway through the motion.
 */
function tangent(draw: Draw, off: number): Meeting {
  const s = STEP;
  const [x, y] = [draw.whole(1, 3), draw.whole(1, 3)];
  const along = draw.whole(1, 3);
  const base: Four =
    draw.kind === 'vertex-face'
      ? [[x * s, y * s, off], ZERO, [8 * s, 0, 0], [0, 8 * s, 0]]
      : [
          [-8 * s, 0, 0],
          [8 * s, 0, 0],
          [x * s, -8 * s, off],
          [x * s, 8 * s, off],
        ];
  // The turning end rises by 8s·(2t − 1); the other body moves along x, and rises with the face below it.
  const way: Vector = [along * 2, 0, 2 * x];
  const velocities: Four =
    draw.kind === 'vertex-face' ? [way, ZERO, [0, 0, 16], ZERO] : [[0, 0, -16], [0, 0, 16], way, way];
  const turned = turn(draw);
  return {
    at: four((i) => turned(base[i])),
    velocities: four((i) => turned(scaled(velocities[i], s / 8))),
    eighths: 4,
  };
}

const scaled = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];

/** A map of the lattice onto itself: axes permuted, mirrored and sheared. */
function turn(draw: Draw): (v: Vector) => Vector {
  const first = draw.whole(0, 2);
  const sign = 2 * draw.whole(0, 1) - 1;
  const [p, q] = [draw.whole(-2, 2), draw.whole(-2, 2)];
  return (v) => {
    const [x, y, z] = [v[first], v[(first + 1) % 3], sign * v[(first + 2) % 3]];
    return [x, y + p * x, z + q * y];
  };
}

/** Moves one coordinate of one point by one unit up or down, or not at all. */
function nudged(draw: Draw, { at, ...rest }: Meeting): Meeting {
  const [point, axis] = [draw.whole(0, 3), draw.whole(0, 2)];
  const by = draw.whole(-1, 1);
  return { ...rest, at: four((i) => plus(at[i], i === point ? scaled(unit(axis), by) : ZERO)) };
}

const unit = (axis: number): Vector => [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];

/** All points lie in one plane at every instant. */
function flattened(draw: Draw, { at, velocities, ...rest }: Meeting): Meeting {
  const turned = turn(draw);
  const flat = (v: Vector): Vector => turned([v[0], v[1], 0]);
  // The plane itself may move, and turn about an axis in it.
  const [lift, tilt] = [draw.whole(-2, 2) * 8, draw.whole(-2, 2)];
  const raised = (v: Vector, p: Vector): Vector => turned([v[0], v[1], lift + (tilt * p[0]) / STEP]);
  const still = draw.whole(0, 1) === 0;
  return {
    ...rest,
    at: four((i) => flat(at[i])),
    velocities: four((i) => (still ? flat(velocities[i]) : raised([0, velocities[i][1], 0], at[i]))),
  };
}

/** All points lie on one line at every instant. */
function inLine(draw: Draw): Meeting {
  const way = draw.vector(4);
  const on = (): Vector => scaled(way, draw.whole(-6, 6));
  return { at: four(on), velocities: four(on), eighths: draw.whole(0, 8) };
}

/** Each body keeps its shape. */
function rigid(draw: Draw, { at, eighths }: Meeting): Meeting {
  const [first, second] = [draw.vector(), draw.whole(0, 1) === 0 ? ZERO : draw.vector()];
  const split = draw.kind === 'vertex-face' ? 1 : 2;
  return { at, eighths, velocities: four((i) => (i < split ? first : second)) };
}

function alike(draw: Draw, { at, eighths }: Meeting): Meeting {
  const all = draw.vector();
  return { at, eighths, velocities: [all, all, all, all] };
}
