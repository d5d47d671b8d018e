// Closed bodies on which it is easy to be on the wrong side: reflex edges, needles, pits, sheets that nearly touch,
// parts that cross. And the exact answer: on which side of such a body a point is.

import { fromPoint, tripleProductSign } from '#reference/certain-signs.ts';
import { FaceList } from '#reference/face-list.ts';
import { pointInSolid, type ReferenceMesh } from '#reference';
import { windingOffSurface } from '#reference/winding-off-surface.ts';
import type { Surface } from '#records';
import { createMesh } from '#kerf';
import { type Body, box, flip, join, move, sphere, tetrahedron, torus } from '#spec/base/mesh/bodies.ts';
import { movedMesh } from './contact-cases.ts';
import { rigidPose, signed } from './random-geometry.ts';
import { cornersOf, liveFaces, referenceOf, type Shape } from './stage-bodies.ts';

type Random = () => number;

/** A prism over a star of n tips: its inner edges are reflex. */
function star(n: number, outer: number, inner: number, height: number): Body {
  const positions: number[] = [0, 0, 0, 0, 0, height];
  for (const z of [0, height])
    for (let i = 0; i < 2 * n; i++) {
      const [radius, angle] = [i % 2 === 0 ? outer : inner, (Math.PI * i) / n];
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
  const faces: number[] = [];
  for (let i = 0; i < 2 * n; i++) {
    const [a, b] = [2 + i, 2 + ((i + 1) % (2 * n))];
    const [c, d] = [a + 2 * n, b + 2 * n];
    faces.push(0, b, a, 1, c, d, a, b, d, a, d, c);
  }
  return { positions, faces };
}
/** A ball whose corners on the axes are spikes, or pits, with saddles between them. */
function spiky(far: number): Body {
  const { positions, faces } = sphere(1, 4);
  const isTip = (i: number) => [0, 1, 2].some((k) => Math.abs(positions[3 * Math.floor(i / 3) + k]) > 3.9);
  return { faces, positions: positions.map((x, i) => (isTip(i) ? far * x : x)) };
}
/** Thin along each of two axes. */
const needle = (random: Random): Body => {
  const { positions, faces } = tetrahedron;
  return { faces, positions: positions.map((x, i) => [8, 2 ** -10, 2 ** -12][i % 3] * (x + 0.1 * random())) };
};

/** Closed bodies, whose faces meet in common edges and corners alone. */
export const closed: Readonly<Record<string, (random: Random) => Body>> = {
  'a star, with reflex edges': () => star(5, 5, 1.2, 2),
  'a flat star': () => star(4, 5, 0.02, 0.01),
  spikes: () => spiky(3),
  pits: () => spiky(0.1),
  needles: (random) =>
    join(needle(random), move(needle(random), [0, 2 ** -9, 0]), move(needle(random), [1, 0, 2 ** -9])),
  'two sheets that nearly touch': () => join(box(4, 4, 1), move(box(4, 4, 1), [0.3, 0.2, 1 + 2 ** -20])),
  'a shell': () => join(box(6, 6, 6), move(flip(box(2, 2, 2), ...Array(12).keys()), [2, 2, 2])),
  'a ring, with saddles': () => torus(8, 4, 4, 2),
};
/** Closed bodies that intersect themselves. */
export const crossing: typeof closed = {
  'boxes that overlap': () => join(box(4, 4, 4), move(box(4, 4, 4), [2, 1, 3])),
  'a star through a ring': () => join(star(5, 5, 1.2, 2), torus(8, 4, 4, 2)),
  'needles through each other': (random) => join(needle(random), needle(random), needle(random)),
};

/** Turned, so that nothing lies along an axis. */
export function turned(random: Random, { positions, faces }: Body): Shape {
  return movedMesh(createMesh(positions, faces), Float64Array.from(rigidPose(random, 1)));
}

/** An edit: a face is replaced by three that meet beside its middle, beyond it or before it. */
export function raisedFace(random: Random, surface: Surface) {
  const live = liveFaces(surface);
  const face = live[Math.floor(random() * live.length)];
  const [a, b, c] = surface.faces.subarray(3 * face, 3 * face + 3);
  const corners = cornersOf(surface, face);
  const apex = [0, 1, 2].map((k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3 + 0.3 * signed(random));
  const v = surface.vertexCount;
  return { remove: [face], positions: apex, faces: [a, b, v, b, c, v, c, a, v] };
}

type Point = readonly [number, number, number];

/** A surface as it is now, for many points. */
export class ExactSides {
  readonly faces: FaceList;
  /** How many points f64 could not prove off the plane of every face. */
  exact = 0;
  readonly #corners: Float64Array;
  readonly #reference: ReferenceMesh;

  constructor(surface: Surface) {
    this.#corners = Float64Array.from(liveFaces(surface).flatMap((face) => [...cornersOf(surface, face)]));
    this.faces = new FaceList(this.#corners);
    this.#reference = referenceOf(surface);
  }

  isInside(p: Point): boolean {
    const all = this.#corners;
    for (let at = 0; at < all.length; at += 9) {
      const corners = all.subarray(at, at + 9);
      if (tripleProductSign(fromPoint(p, corners, 0), fromPoint(p, corners, 1), fromPoint(p, corners, 2)) !== 0)
        continue;
      // It may lie on the face.
      this.exact++;
      return pointInSolid(p, this.#reference);
    }
    return windingOffSurface(p, this.faces) !== 0;
  }
}
