// A million points about closed bodies with reflex edges, needles and sheets that nearly touch, before and after edits,
// and about bodies that intersect themselves: on which side each is, beside the exact winding number.

import { describe, expect, test } from '@jest/globals';
import { ScanlineWinding } from '#scanlines';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { closed, crossing, ExactSides, raisedFace, turned } from '#harness/sided-bodies.ts';
import { boneOf, liveFaces } from '#harness/stage-bodies.ts';

const SEED = 5230;
/** Asked about each body, before an edit and after each. */
const POINTS = 8000;
const ROUNDS = 4;
const EDITS = 2;
type Random = () => number;

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
  const sides = new ExactSides(bone);
  const winding = new ScanlineWinding(bone);
  const { bounds } = bone;
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  for (let i = 0; i < count; i++) {
    const p = pointNear(random, sides.faces.cornersOf(Math.floor(random() * faces.length)), size);
    const expected = sides.isInside(p);
    if (winding.isInside(p[0], p[1], p[2]) !== expected)
      throw new Error(`(${p.join(', ')}) is ${expected ? '' : 'not '}inside`);
    counts.asked++;
    if (expected) counts.inside++;
  }
  counts.exact += sides.exact;
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
        const { remove, positions, faces } = raisedFace(random, bone);
        bone.apply(Uint32Array.from(remove), Float64Array.from(positions), Uint32Array.from(faces));
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
