// runRefinementStudy on a sphere that a plate cuts into, against what theory predicts for every row and every order.
//
// Theory. R is the sphere's radius, s(mesh) the greatest depth of its faces inside it.
// · Width: no point of a triangle with edges ≤ h is farther than h/√3 from a corner, and the signed distance is
// 1-Lipschitz: ≤ h/√3. A sub-triangle that stands on the surface with one corner barely in it comes near to that, at
// every h: the greatest width has order 1.
// · Error of the mesh: the mesh lies between the sphere and the sphere of radius R − s, so at every point kerf's
// distance minus the smooth one is from 0 to s. A face with the circumradius r has s = R − √(R² − r²), and each
// refinement halves edges: order 2. Write φ for the sphere's signed distance and m for the mesh's: φ ≤ m ≤ φ + s.
// · Error of the resolution: let x be the point of the sub-triangle nearest to the centre. If it is a corner, there is
// none. Otherwise the ends of the edge it is on, or the corners around it, are at √(|x|² + t²) from the centre, t ≤
// h/√3: the excess of a corner is at most √(|x|² + h²/3) − |x| ≤ h²/6|x|. kerf takes the point p with the least m over
// the corners c: φ(p) ≤ m(p) ≤ m(c) ≤ φ(c) + s, at most s more. Order 2 for the greatest. For the mean, such
// sub-triangles lie in a strip of width h across the plate for each direction of their edges, a share ∝ h: order 3.
// · So kerf's distance m(p) is from 0 to h²/6|x| + s too large; for a sub-triangle that is apart, where m(p) is the
// least m over all of it, from 0 to s. With both refined together: order 2.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { box, sphere, sphereDistance } from '#datasets';
import type { RefinementStudy, StudyBody, StudyFit, StudyRow } from '#validation';
import { runRefinementStudy } from '#validation';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const RADIUS = 10;
const SEED = 31;
const RESOLUTIONS = [4, 2, 1, 0.5];
const slack = plainSlack(2 * RADIUS);
/**
 * No point of the plate is nearer to the sphere's centre: this one is on the surface, and the plate's corners are half
 * its diagonal away.
 */
const NEAREST = RADIUS - Math.hypot(6, 4.5, 1.25) / 2;

const body: StudyBody = {
  expression: `sqrt(x^2 + y^2 + z^2) - ${RADIUS}`,
  name: 'ball',
  faces: [320, 1_280, 5_120],
  mesh: (faces) => sphere({ radius: RADIUS, subdivisions: Math.log2(faces / 20) / 2 }),
  signedDistance: (x, y, z) => sphereDistance({ radius: RADIUS }, x, y, z),
  tool: box({ size: [6, 4.5, 1.25] }),
  poses: platePoses(2),
};

/** The plate's middle on the sphere, turned at random. */
function platePoses(count: number): number[][] {
  const random = mulberry32(SEED);
  return Array.from({ length: count }, () => {
    const turned = rigidPose(random, 0).slice(0, 12);
    return [...turned, ...unitVector(random).map((value) => RADIUS * value), 1];
  });
}

/** s: the radius minus the distance from the centre to the nearest face. */
function sagitta(faces: number): number {
  return RADIUS - new PlainSolid(body.mesh(faces), false).distance(0, 0, 0);
}

/** For the fits: more poses, and a finer mesh. */
const whole: StudyBody = { ...body, faces: [320, 1_280, 5_120, 20_480], poses: platePoses(longRun(6, 3)) };

let study: RefinementStudy;
let wholeStudy: RefinementStudy;
const progress: [number, number][] = [];

beforeAll(async () => {
  study = await runRefinementStudy([body], { resolutions: RESOLUTIONS, contactDistance: 0.5 }, async (done, total) => {
    await Promise.resolve();
    progress.push([done, total]);
  });
});

const fit = (quantity: StudyFit['quantity'], statistic: StudyFit['statistic']): StudyFit => {
  const found = wholeStudy.fits.find((one) => one.quantity === quantity && one.statistic === statistic);
  if (found === undefined) throw new Error(`no fit of ${quantity}`);
  return found;
};
const at = (faces: number, h: number): StudyRow => {
  const found = study.rows.find((row) => row.faces === faces && row.resolution === h);
  if (found === undefined) throw new Error(`no row at ${faces}, ${h}`);
  return found;
};

test('a row for each density and each h, in that order, and word of each as it is done', () => {
  const wanted = body.faces.flatMap((faces) => RESOLUTIONS.map((h) => [faces, h]));
  expect(study.rows.map((row) => [row.faces, row.resolution])).toEqual(wanted);
  expect(progress).toEqual(wanted.map((_, i) => [i + 1, wanted.length]));
});

test('the edge is the mean over the mesh, each edge once; every true minimum is known to a ten-thousandth of the error or better', () => {
  const { positions, faces } = body.mesh(320);
  const lengths = new Map<string, number>();
  for (let i = 0; i < faces.length; i++) {
    const [a, b] = [faces[i], faces[3 * Math.floor(i / 3) + ((i + 1) % 3)]].sort((p, q) => p - q);
    lengths.set(`${a} ${b}`, Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k])));
  }
  // Euler: a closed surface of F triangles has 3F/2 edges.
  expect(lengths.size).toBe(480);
  const mean = [...lengths.values()].reduce((sum, length) => sum + length, 0) / lengths.size;
  for (const h of RESOLUTIONS) expect(at(320, h).edge).toBeCloseTo(mean, 12);
  for (const row of study.rows) expect(row.truthWidth).toBeLessThanOrEqual(1e-4 * row.error.mean);
});

describe(`every row keeps to theory's bounds (seed ${SEED})`, () => {
  test('width ≤ h/√3', () => {
    for (const { resolution, width } of study.rows) {
      expect(width.max).toBeLessThanOrEqual(resolution / Math.sqrt(3) + slack);
      expect(width.mean).toBeLessThan(width.max);
    }
  });

  test('the mesh adds at most s, the resolution at most h²/6r + s, and so does the whole error', () => {
    for (const faces of body.faces) {
      const s = sagitta(faces);
      for (const h of RESOLUTIONS) {
        const row = at(faces, h);
        const sampling = h ** 2 / (6 * NEAREST) + s;
        expect(row.meshError.max).toBeLessThanOrEqual(s + slack);
        expect(row.samplingError.max).toBeLessThanOrEqual(sampling + slack);
        expect(row.error.max).toBeLessThanOrEqual(sampling + slack);
        expect(row.error.mean).toBeLessThanOrEqual(row.meshError.mean + Math.max(row.samplingError.mean, s) + slack);
        // Representative: most contacts are of plate well inside, where the mesh is off by nearly s.
        expect(row.contacts).toBeGreaterThan(30);
        expect(row.meshError.mean).toBeGreaterThan(s / 3);
      }
    }
  });

  test('a finer mesh lowers what the mesh adds at every h, a smaller h the width on every mesh', () => {
    for (const h of RESOLUTIONS)
      for (let i = 1; i < body.faces.length; i++)
        expect(at(body.faces[i], h).meshError.max).toBeLessThan(at(body.faces[i - 1], h).meshError.mean);
    for (const faces of body.faces)
      for (let i = 1; i < RESOLUTIONS.length; i++)
        expect(at(faces, RESOLUTIONS[i]).width.max).toBeLessThan(at(faces, RESOLUTIONS[i - 1]).width.max);
  });
});

inDeep(() =>
  describe('the fitted orders are those of theory', () => {
    beforeAll(async () => {
      wholeStudy = await runRefinementStudy([whole], { resolutions: RESOLUTIONS, contactDistance: 0.5 });
    });

    test('greatest width: 1 in h, near the bound', () => {
      const { order, constant, r2 } = fit('width', 'max');
      expect(order).toBeCloseTo(1, 1);
      expect(constant).toBeLessThanOrEqual(1 / Math.sqrt(3));
      expect(constant).toBeGreaterThan(0.75 / Math.sqrt(3));
      expect(r2).toBeGreaterThan(0.99);
    });

    test('mean width: from 1 to 3 in h, as only sub-triangles at the surface or beneath two faces have one', () => {
      expect(fit('width', 'mean').order).toBeGreaterThan(1.5);
      expect(fit('width', 'mean').order).toBeLessThan(3);
    });

    test('what the mesh adds: 2 in the edge', () => {
      for (const statistic of ['mean', 'max'] as const) {
        expect(fit('meshError', statistic).order).toBeGreaterThan(1.9);
        expect(fit('meshError', statistic).order).toBeLessThan(2.1);
      }
    });

    test('what the resolution adds: 2 in h for the greatest, 3 for the mean', () => {
      expect(fit('samplingError', 'max').order).toBeGreaterThan(1.6);
      expect(fit('samplingError', 'max').order).toBeLessThan(2.3);
      expect(fit('samplingError', 'mean').order).toBeGreaterThan(2.4);
      expect(fit('samplingError', 'mean').order).toBeLessThan(3.6);
    });

    test('the error with both refined: 2', () => {
      expect(fit('error', 'mean').order).toBeGreaterThan(1.9);
      expect(fit('error', 'mean').order).toBeLessThan(2.2);
    });
  }),
);

test('the same study again is the same but for the times', async () => {
  const once = await runRefinementStudy([{ ...body, faces: [320] }], { resolutions: [4, 2], contactDistance: 0.5 });
  const timeless = (rows: readonly StudyRow[]) => rows.map((row) => ({ ...row, milliseconds: 0 }));
  expect(timeless(once.rows)).toEqual(timeless(study.rows.slice(0, 2)));
});
