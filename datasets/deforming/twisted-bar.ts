// A face count → a bar that is twisted until its buckle closes into a loop and touches itself.
//
// The centre line is taken from a long twisted rod that has buckled in one place (compare J. Coyne, Analysis of the
// formation and elimination of loops in twisted cable, IEEE Journal of Oceanic Engineering 15(2), 1990): with u = b s
// and k = 2b / (b² + τ²) the line (k sech u cos τs, k sech u sin τs, s − k tanh u) keeps its length, and has curvature
// 2b sech u and torsion τ. Its principal normal is known at each s; the section is rotated against it so that it is
// transported without twist, and then by the bar's own twist.

import { box } from '../box.ts';
import { sineCosine } from '../sine-cosine.ts';
import type { BodyMotion } from './body-motion.ts';
import { sechTanh } from './hyperbolic.ts';

/** mm. */
const LENGTH = 240;
const WIDTH = 15;
/** b and τ, 1 / mm: at the start, half-way (when the loop's two sides begin to touch), and at the end. */
const SHAPES = [
  [0.026, 0.033],
  [0.048, 0.022],
  [0.057, 0.0177],
] as const;
/** rad: the final twist of each end of the bar against the middle. */
const TWIST = 2.5;

/** A closed bar of square section; its faces are about as long as wide. */
export function twistedBar(targetFaces: number): BodyMotion {
  const across = Math.max(1, Math.round(Math.sqrt(targetFaces / (8 * (LENGTH / WIDTH) + 4))));
  const along = Math.max(1, Math.round((targetFaces - 4 * across * across) / (8 * across)));
  const bar = box({ size: [WIDTH, WIDTH, LENGTH], divisions: [across, across, along] });
  return {
    vertexCount: bar.positions.length / 3,
    faces: Uint32Array.from(bar.faces),
    positionsAt(time) {
      const out = new Float64Array(bar.positions.length);
      const shape = shapeAt(time);
      for (let i = 0; i < out.length; i += 3)
        out.set(barPoint(shape, bar.positions[i], bar.positions[i + 1], bar.positions[i + 2]), i);
      return out;
    },
  };
}

interface Shape {
  readonly b: number;
  readonly torsion: number;
  /** rad / mm. */
  readonly twist: number;
}

function shapeAt(time: number): Shape {
  const from = time < 0.5 ? 0 : 1;
  const part = 2 * time - from;
  const [b, torsion] = [0, 1].map((i) => (1 - part) * SHAPES[from][i] + part * SHAPES[from + 1][i]);
  return { b, torsion, twist: (TWIST * time) / (LENGTH / 2) };
}

/** @param x, y on the section; s along the bar, from its middle. */
function barPoint({ b, torsion, twist }: Shape, x: number, y: number, s: number): readonly [number, number, number] {
  const k = (2 * b) / (b * b + torsion * torsion);
  const [sech, tanh] = sechTanh(b * s);
  const [sine, cosine] = sineCosine(torsion * s);
  /** A vector whose first two components are given in axes rotated by τs. */
  const from = (p: number, q: number, z: number) => [p * cosine - q * sine, p * sine + q * cosine, z] as const;
  const tangent = from(-k * b * sech * tanh, k * torsion * sech, 1 - k * b * sech * sech);
  const half = k / (2 * b);
  const normal = from(
    half * (b * b * (tanh * tanh - sech * sech) - torsion * torsion),
    -2 * half * b * torsion * tanh,
    k * b * sech * tanh,
  );
  const binormal = [
    tangent[1] * normal[2] - tangent[2] * normal[1],
    tangent[2] * normal[0] - tangent[0] * normal[2],
    tangent[0] * normal[1] - tangent[1] * normal[0],
  ];
  // The normal turns about the line by τ per mm; a section that does not turns back by as much.
  const [sineTwist, cosineTwist] = sineCosine((twist - torsion) * s);
  const [p, q] = [x * cosineTwist - y * sineTwist, x * sineTwist + y * cosineTwist];
  const line = from(k * sech, 0, s - k * tanh);
  return [0, 1, 2].map((i) => line[i] + p * normal[i] + q * binormal[i]) as [number, number, number];
}
