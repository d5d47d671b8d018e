// A million points about closed bodies with reflex edges, needles and sheets that nearly touch, before and after edits,
// and about bodies that intersect themselves: on which side each is, beside the exact winding number.

import { describe, expect, test } from '@jest/globals';
import { fromPoint, tripleProductSign } from '#reference/certain-signs.ts';
import { FaceList } from '#reference/face-list.ts';
import { pointInSolid } from '#reference';
import { windingOffSurface } from '#reference/winding-off-surface.ts';
import { ScanlineWinding } from '#scanlines';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, unitVector } from '#harness/random-geometry.ts';
import { boneOf, liveFaces, referenceOf, type Shape, cornersOf } from '#harness/stage-bodies.ts';
import { movedMesh } from '#harness/contact-cases.ts';
import { createMesh } from '#kerf';
import { type Body, box, flip, join, move, sphere, tetrahedron, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 5230;
/** Asked about each body, before an edit and after each. */
const POINTS = 8000;
const ROUNDS = 4;
const EDITS = 2;
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

const closed: Readonly<Record<string, (random: Random) => Body>> = {
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
const crossing: typeof closed = {
  'boxes that overlap': () => join(box(4, 4, 4), move(box(4, 4, 4), [2, 1, 3])),
  'a star through a ring': () => join(star(5, 5, 1.2, 2), torus(8, 4, 4, 2)),
  'needles through each other': (random) => join(needle(random), needle(random), needle(random)),
};

/** Turned, so that nothing lies along an axis. */
function turned(random: Random, { positions, faces }: Body): Shape {
  return movedMesh(createMesh(positions, faces), Float64Array.from(rigidPose(random, 1)));
}

/** From a face, an edge or a corner away by any part of the body's size, down to roundings. */
function pointNear(random: Random, corners: Float64Array, size: number): [number, number, number] {
  const zero = Math.floor(7 * random());
  const weights = [random(), random(), random()].map((w, k) => (zero === k || zero === k + 3 ? 0 : w));
  if (zero >= 3 && zero < 6) weights[(zero + 1) % 3] = 0;
  const sum = weights[0] + weights[1] + weights[2] || 1;
  const away = size * 2 ** -(1 + 51 * random());
  const [x, y, z] = unitVector(random);
  const at = (k: number) => (weights[0] * corners[k] + weights[1] * corners[3 + k] + weights[2] * corners[6 + k]) / sum;
  return [at(0) + away * x, at(1) + away * y, at(2) + away * z];
}

interface Counts {
  asked: number;
  inside: number;
  exact: number;
}

function ask(random: Random, bone: ReturnType<typeof boneOf>, count: number, counts: Counts): void {
  const faces = liveFaces(bone);
  const all = Float64Array.from(faces.flatMap((face) => [...cornersOf(bone, face)]));
  const list = new FaceList(all);
  const reference = referenceOf(bone);
  const winding = new ScanlineWinding(bone);
  const { bounds } = bone;
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  for (let i = 0; i < count; i++) {
    const p = pointNear(random, list.cornersOf(Math.floor(random() * faces.length)), size);
    // Where f64 does not prove the point off a face's plane, the oracle looks whether it lies on the face.
    let isClear = true;
    for (let at = 0; at < all.length && isClear; at += 9) {
      const corners = all.subarray(at, at + 9);
      isClear = tripleProductSign(fromPoint(p, corners, 0), fromPoint(p, corners, 1), fromPoint(p, corners, 2)) !== 0;
    }
    const expected = isClear ? windingOffSurface(p, list) !== 0 : pointInSolid(p, reference);
    if (winding.isInside(p[0], p[1], p[2]) !== expected)
      throw new Error(`(${p.join(', ')}) is ${expected ? '' : 'not '}inside`);
    counts.asked++;
    if (expected) counts.inside++;
    if (!isClear) counts.exact++;
  }
}

describe('isInside', () => {
  const total: Counts = { asked: 0, inside: 0, exact: 0 };
  test.each(Object.entries({ ...closed, ...crossing }))(`%s (seed ${SEED})`, (_name, make) => {
    const random = mulberry32(SEED);
    const counts: Counts = { asked: 0, inside: 0, exact: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const bone = boneOf(turned(random, make(random)));
      expect(bone.signed).toBe(true);
      for (let edit = 0; edit <= EDITS; edit++) {
        ask(random, bone, POINTS, counts);
        // A face is replaced by three that meet beside its middle, beyond it or before it.
        const live = liveFaces(bone);
        const face = live[Math.floor(random() * live.length)];
        const [a, b, c] = bone.faces.subarray(3 * face, 3 * face + 3);
        const corners = cornersOf(bone, face);
        const apex = [0, 1, 2].map((k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3 + 0.3 * signed(random));
        const v = bone.vertexCount;
        bone.apply(Uint32Array.of(face), Float64Array.from(apex), Uint32Array.of(a, b, v, b, c, v, c, a, v));
      }
    }
    expect(counts.inside / counts.asked).toBeGreaterThan(0.05);
    expect(counts.inside / counts.asked).toBeLessThan(0.95);
    for (const name of ['asked', 'inside', 'exact'] as const) total[name] += counts[name];
  });

  test('of a million points none is on the wrong side', () => {
    console.log(JSON.stringify({ ...total, seed: SEED }));
    expect(total.asked).toBeGreaterThanOrEqual(1_000_000);
    // Points within rounding of a face's plane, and some on it.
    expect(total.exact).toBeGreaterThan(10_000);
  });
});
