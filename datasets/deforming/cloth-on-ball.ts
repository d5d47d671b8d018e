// A face count → a square cloth that falls on a turning ball and is twisted by it into folds.
//
// The cloth follows a surface of revolution about z that closes in on the ball: a cap, and below it a skirt along the
// tangents at the cap's rim. Lobes stand out from the skirt, and each lobe's neck narrows until its two sides touch:
// with s = LOBES · azimuth, the meander (s + c sin 2s, cos s) first touches itself at c = 2.3, the least u / −sin 2u.
// On the cap, ripples run through the ball's surface, which turns below them. The skirt is stretched to form its folds.

import { sineCosine } from '../sine-cosine.ts';
import { sphere } from '../sphere.ts';
import { type BodyMotion, joinFaces, rise } from './body-motion.ts';
import { squareSheet } from './square-sheet.ts';

/** mm. */
const SIDE = 200;
const RADIUS = 60;
/** mm: how high above the ball the cloth starts, and the radius of its cap then. */
const HEIGHT = 4;
const FLATTEST = 72;
/** rad from the top: where the cap ends and the skirt begins. */
const CAP = 1.35;
const LOBES = 5;
/** mm: half of how far lobes stand out; between them the cloth stays on the skirt. */
const LOBE_HEIGHT = 11;
/** The meander's c at the end. */
const NECK = 2.75;
/** rad: how far the ball turns. */
const TURN = 0.8;
/** mm: how deep ripples dip into the ball, and how far they stand out. */
const RIPPLE = 2;
/** rad: a ripple's phase per mm from the top, and over the whole time. */
const WAVE = 0.16;
const WAVES = 14;

/** The ball has between a twelfth and a third of the faces. */
export function clothOnBall(targetFaces: number): BodyMotion {
  let subdivisions = 0;
  while (subdivisions < 8 && 20 * 4 ** (subdivisions + 1) * 3 < targetFaces) subdivisions++;
  const ball = sphere({ radius: RADIUS, subdivisions });
  const ballVertices = ball.positions.length / 3;
  const cells = Math.max(2, Math.round(Math.sqrt((targetFaces - ball.faces.length / 3) / 2)));
  const cloth = squareSheet(cells, SIDE);
  const vertexCount = cloth.vertexCount + ballVertices;
  return {
    vertexCount,
    faces: joinFaces([cloth, { vertexCount: ballVertices, faces: ball.faces }]),
    positionsAt(time) {
      const out = new Float64Array(3 * vertexCount);
      const drape = drapeAt(time);
      for (let vertex = 0; vertex < cloth.vertexCount; vertex++) {
        const [u, v] = cloth.place(vertex);
        out.set(clothPoint(drape, u, v), 3 * vertex);
      }
      const [s, c] = sineCosine(drape.turn);
      for (let i = 0; i < ball.positions.length; i += 3) {
        const [x, y, z] = [ball.positions[i], ball.positions[i + 1], ball.positions[i + 2]];
        out.set([c * x - s * y, s * x + c * y, z], 3 * cloth.vertexCount + i);
      }
      return out;
    },
  };
}

/** The cloth's shape at a time. */
interface Drape {
  /** mm: radius of the cap, and z of its centre. */
  readonly radius: number;
  readonly centre: number;
  /** rad: how far the ball has turned. */
  readonly turn: number;
  /** From 0 to 1. */
  readonly folds: number;
  /** rad: phase of the ripples. */
  readonly phase: number;
}

function drapeAt(time: number): Drape {
  const fallen = Math.min(1, time / 0.6);
  const curvature = (1 - fallen) / FLATTEST + fallen / RADIUS;
  const height = HEIGHT * Math.max(0, 1 - time / 0.2);
  return {
    radius: 1 / curvature,
    centre: RADIUS + height - 1 / curvature,
    turn: TURN * time,
    folds: 0.85 * Math.min(1, time / 0.5) + 0.15 * time,
    phase: WAVES * time,
  };
}

function clothPoint(drape: Drape, u: number, v: number): readonly [number, number, number] {
  const { radius, centre, turn, folds, phase } = drape;
  const r = Math.sqrt(u * u + v * v);
  const [c, s] = r === 0 ? [1, 0] : [u / r, v / r];
  const [cosine, sine] = power(c, s, LOBES);
  const skirt = rise(r, 35, 85);
  const angle = Math.min(CAP, r / radius);
  const below = r - radius * angle;
  const [sineAngle, cosineAngle] = sineCosine(angle);
  const [, rippling] = sineCosine(WAVE * r - phase);
  const off = RIPPLE * rippling * (1 - skirt);
  const out = skirt * folds * LOBE_HEIGHT * (1 + cosine);
  const rho = (radius + off) * sineAngle + below * cosineAngle + out;
  const z = centre + (radius + off) * cosineAngle - below * sineAngle;
  // The skirt lags behind the ball, more so farther out.
  const lag = turn * (1 - (0.6 * r) / SIDE);
  const [sineTurn, cosineTurn] = sineCosine(lag + skirt * folds * (NECK / LOBES) * 2 * sine * cosine);
  return [rho * (c * cosineTurn - s * sineTurn), rho * (s * cosineTurn + c * sineTurn), z];
}

/** (c + is)^n as [real, imaginary part]. */
function power(c: number, s: number, n: number): [number, number] {
  let [x, y] = [1, 0];
  for (let i = 0; i < n; i++) [x, y] = [x * c - y * s, x * s + y * c];
  return [x, y];
}
