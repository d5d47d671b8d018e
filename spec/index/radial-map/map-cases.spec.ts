// radialMap.test on bodies whose answer is known without an oracle; sides; what both refuse.

import { describe, expect, test } from '@jest/globals';
import { box, sphere, torus } from '#datasets';
import { createMesh, createRadialMap, OptionError, PoseError, type RadialMap, type TriangleMesh } from '#kerf';
import { SampledMap } from '#spec/bench/sampled-map.mjs';
import { identityPose, movedMesh, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { joined } from '#harness/degenerate-bodies.ts';
import { faultIn } from '#harness/map-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { radialPointKinds } from '#harness/radial-points.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 407;
const inverted = ({ positions, faces }: TriangleMesh) => createMesh(positions, Array.from(faces).reverse());
const ball = (radius: number, subdivisions = 2) => sphere({ radius, subdivisions });
const bar = (size: [number, number, number], divisions: [number, number, number]) => box({ size, divisions });
const quarter = Math.SQRT1_2;
/** A turn by 45° about x, then about z. */
const onEdge = [1, 0, 0, 0, quarter, quarter, 0, -quarter, quarter];
const onEdgeAcross = [0, 1, 0, -quarter, 0, quarter, quarter, 0, quarter];

const relationOf = (own: TriangleMesh, other: TriangleMesh, pose: Float64Array, size = 16) => {
  const maps = [createRadialMap(own, { size }), createRadialMap(other, { size })] as const;
  const answer = maps[0].test(maps[1], pose);
  expect(faultIn({ says: '', meshes: [own, other], maps }, pose, answer).fault).toBe('');
  return answer;
};

describe('the bodies', () => {
  test('edges that cross while every vertex of either bar is outside the other: the faces are handed on', () => {
    // Two square bars, each balanced on an edge, along x and along y. In the middle, edge meets edge.
    const own = movedMesh(bar([40, 4, 4], [1, 1, 1]), poseOf(onEdge, [0, 0, 0]));
    const other = bar([40, 4, 4], [1, 1, 1]);
    const top = 2 * Math.SQRT2;
    for (const depth of [1e-9, 0.01, 0.5, 3]) {
      const pose = poseOf(onEdgeAcross, [0, 0, 2 * top - depth]);
      const maps = [createRadialMap(own), createRadialMap(other)];
      const posed = movedMesh(other, pose).positions;
      // The published form looks up vertices in sampled distances: it misses this contact.
      const sampled = new SampledMap(own, 64, [0, 0, 0]);
      for (let i = 0; i < posed.length; i += 3) {
        expect(maps[0].side(posed[i], posed[i + 1], posed[i + 2])).toBe(-1);
        expect(sampled.isInside(posed[i], posed[i + 1], posed[i + 2])).toBe(false);
      }
      const answer = relationOf(own, other, pose);
      expect(answer.relation).toBe('unknown');
      expect(Math.min(answer.left.own.length, answer.left.other.length)).toBeGreaterThan(0);
    }
    for (const gap of [4, 8]) {
      const pose = poseOf(onEdgeAcross, [0, 0, 2 * top + gap]);
      expect(relationOf(own, other, pose, 32).relation).toBe('apart');
    }
  });

  test('a pin through the hole of a torus, whose box it is in: apart, by its faces', () => {
    const ring = torus({ majorRadius: 10, minorRadius: 3, segments: 24 });
    const answer = relationOf(ring, bar([2, 2, 30], [1, 1, 9]), identityPose, 32);
    expect(answer.relation).toBe('apart');
    expect(answer.tested.faces).toBeGreaterThan(0);
    expect(relationOf(bar([2, 2, 30], [1, 1, 9]), ring, identityPose, 32).relation).toBe('apart');
  });

  test('far away: apart, and nothing is tested', () => {
    const { relation, tested, witness } = relationOf(ball(4), ball(4), translation(0, 9, 0));
    expect({ relation, tested, witness }).toEqual({
      ...{ relation: 'apart', witness: null },
      tested: { vertices: 0, faces: 0, texels: 0 },
    });
  });

  const hollow = joined(ball(10), inverted(ball(4)));
  test.each([
    ['a ball in a cavity', 'apart', hollow, ball(2), [0, 0, 0]],
    ['a ball in the wall', 'inside', hollow, ball(1), [7, 0, 0]],
    ['a wall round a ball', 'around', ball(1), hollow, [7, 0, 0]],
    ['a cavity round a ball', 'apart', ball(2), hollow, [0, 0, 0]],
    // Its surface is in the wall, but the cavity is in it: it is not wholly inside.
    ['a ball in the wall, round the cavity', 'overlap', hollow, ball(7), [0, 0, 0]],
    ['two balls in a ball', 'inside', ball(10), joined(ball(2), movedMesh(ball(1), translation(4, 0, 0))), [0, 0, 0]],
    ['one of two balls', 'overlap', ball(10), joined(ball(2), movedMesh(ball(1), translation(14, 0, 0))), [0, 0, 0]],
    ['through the surface', 'overlap', ball(10), ball(3), [10, 0, 0]],
  ])('%s: %s', (_, relation, own, other, by) => {
    const pose = translation(by[0], by[1], by[2]);
    const answer = relationOf(own, other, pose, 24);
    expect(answer.relation).toBe(relation);
    expect(answer.left.own.length + answer.left.other.length).toBe(0);
    expect(answer.witness === null).toBe(relation === 'apart');
  });

  test(`a corner that touches a face to within rounding, far from the origin, seed ${SEED}`, () => {
    // So far that posed vertices are rounded by more than the table's f32: 1e11 mm. The corner is the farthest point of
    // the box, so that its interval ends there; the face is at right angles to the diagonal, so that its range begins
    // there.
    const other = bar([10, 10, 10], [1, 1, 1]);
    const maps = [createRadialMap(other), createRadialMap(other, { size: 5 })];
    const count: Record<string, number> = { apart: 0, crossing: 0 };
    for (let round = 0; round < longRun(3000, 100); round++) {
      const random = mulberry32(SEED + round);
      const turn = randomRotation(random);
      const pose = poseOf(turn, [1e11, -4e10 * random(), 7e10]);
      const corner = movedMesh(createMesh([5, 5, 5], [0, 0, 0]), pose).positions;
      const ways = [[1, 1, 1], [1, -1, 0], [1, 1, -2]] // biome-ignore format: a matrix
        .map((way) => movedMesh(createMesh(way, [0, 0, 0]), poseOf(turn, [0, 0, 0])).positions)
        .map((way) => way.map((x) => x / Math.hypot(...way)));
      // Rounding of 1e11 mm: 1.5e-5 mm a coordinate. Beyond the slack, they are apart.
      const gap = round % 4 === 0 ? 0.05 : 4e-5 * (2 * random() - 1);
      const at = (n: number, u: number, v: number) =>
        [0, 1, 2].map((k) => corner[k] + n * ways[0][k] + u * ways[1][k] + v * ways[2][k]);
      const own = createMesh(
        [...at(gap, 30, 0), ...at(gap, -20, 20), ...at(gap, -20, -20), ...at(20, 0, 0)],
        [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2],
      );
      const pair = [createRadialMap(own), maps[round % 2]] as const;
      const answer = pair[0].test(pair[1], pose);
      const { fault, crosses } = faultIn({ says: '', meshes: [own, other], maps: pair }, pose, answer);
      expect([round, fault]).toEqual([round, '']);
      if (answer.relation === 'apart') count.apart++;
      if (crosses) count.crossing++;
    }
    console.log(JSON.stringify(count));
    expect(count.crossing).toBeGreaterThan(longRun(600, 20));
    expect(count.apart).toBeGreaterThan(longRun(300, 10));
  });

  test('whatever was tested before', () => {
    const [own, other] = [createRadialMap(hollow), createRadialMap(ball(3))];
    const poses = [translation(7, 0, 0), translation(9, 1, 0), translation(0, 0, 0.5), translation(30, 0, 0)];
    const alone = poses.map((pose) => createRadialMap(hollow).test(createRadialMap(ball(3)), pose));
    for (const k of [3, 1, 0, 2, 1, 3, 2, 0]) expect(own.test(other, poses[k])).toEqual(alone[k]);
  });

  test('a vertex that no face uses is no part of them', () => {
    const { positions, faces } = ball(2);
    const stray = createMesh([...positions, 0, 0, 9], faces);
    const answer = relationOf(movedMesh(ball(2), translation(0, 0, 9)), stray, identityPose);
    expect(answer.relation).toBe('apart');
    expect(relationOf(ball(6), stray, identityPose, 24).relation).toBe('inside');
  });

  test('a shell on an unknown side is not taken to be where another is', () => {
    // A tiny ball just below a vertex of a ball, within the intervals of that ball's coarse map; the other map is about
    // the tiny ball, and so fine that it clears all faces of the large one.
    const [x, y, z] = Array.from(ball(10).positions.subarray(0, 3), (a) => 0.995 * a);
    const tiny = movedMesh(ball(0.01, 1), translation(x, y, z));
    const other = joined(movedMesh(ball(1), translation(9, 9, 9)), tiny);
    const maps = [
      createRadialMap(ball(10), { size: 4 }),
      createRadialMap(other, { size: 64, centre: [x, y, z] }),
    ] as const;
    const answer = maps[0].test(maps[1], identityPose);
    expect(faultIn({ says: '', meshes: [ball(10), other], maps }, identityPose, answer).fault).toBe('');
    expect(answer.relation).toBe('unknown');
    expect(answer.left.own.length * answer.left.other.length).toBe(0);
  });

  test('a tiny cavity on an unknown side of a ball that is in the wall: the ball is not taken to be wholly inside', () => {
    const [x, y, z] = Array.from(ball(4).positions.subarray(0, 3), (a) => 0.995 * a);
    const own = joined(ball(10), inverted(movedMesh(ball(0.005, 1), translation(x, y, z))));
    const maps = [
      createRadialMap(own, { size: 64, centre: [x, y, z] }),
      createRadialMap(ball(4), { size: 4 }),
    ] as const;
    const answer = maps[0].test(maps[1], identityPose);
    expect(faultIn({ says: '', meshes: [own, ball(4)], maps }, identityPose, answer).fault).toBe('');
    // The ball's vertices are inside, so that much is certain.
    expect(answer.relation).toBe('overlap');
  });

  test('so far from the origin that rounding hides where a body is: unknown, all faces handed on', () => {
    const far = movedMesh(ball(1e-3, 1), translation(1e10, 0, 0));
    const { relation, left } = relationOf(far, far, identityPose);
    const all = Uint32Array.from({ length: far.faces.length / 3 }, (_, face) => face);
    expect({ relation, left }).toEqual({ relation: 'unknown', left: { own: all, other: all } });
  });
});

test('the published form: a sampled ball is near its faces, and a spike between samples is lost', () => {
  const solid = box({ size: [8, 8, 8], divisions: 1 });
  const sampled = new SampledMap(solid, 16, [0, 0, 0]);
  const random = mulberry32(SEED);
  for (let n = 0; n < 500; n++) {
    const [x, y, z] = [random(), random(), random()].map((w) => 10 * w - 5);
    const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    // Second derivatives of 4·√(1 + u² + v²) are at most 4 and texels 1/8 wide, so interpolation errs by 2·4/8² / 8 mm
    // at most, along a ray that meets the side at 55° or less.
    if (Math.abs(most - 4) > 0.12) expect(sampled.isInside(x, y, z)).toBe(most < 4);
  }
  // A needle through the middle of a texel, longer than the ball's radius, whose tip is inside it alone.
  const needle = createMesh(
    [0.01, 0.24, 0, -0.01, 0.25, 0.01, 0, 0.24, -0.01, 8, 0.25, 0.25],
    [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0],
  );
  const spiked = joined(ball(4), needle);
  const at = [7, 0.25, 0.25] as const;
  expect(createRadialMap(spiked, { centre: [0, 0, 0] }).side(...at)).toBe(0);
  expect(new SampledMap(spiked, 16, [0, 0, 0]).isInside(...at)).toBe(false);
});

describe('sides', () => {
  const mesh = torus({ majorRadius: 20, minorRadius: 6, segments: 12 });
  const map = createRadialMap(mesh);
  const random = mulberry32(SEED);
  const points = Float64Array.from(
    Object.values(radialPointKinds).flatMap((make) => Array.from({ length: 50 }, () => make(mesh, map, random)).flat()),
  );
  points.set([Number.NaN, 0, 0, 0, Number.POSITIVE_INFINITY, 0]);

  test(`as side, point by point, seed ${SEED}`, () => {
    const sides = map.sides(points);
    expect(sides).toHaveLength(points.length / 3);
    const each = Int8Array.from(sides, (_, n) => map.side(points[3 * n], points[3 * n + 1], points[3 * n + 2]));
    expect(sides).toEqual(each);
    expect([-1, 0, 1].every((side) => sides.includes(side))).toBe(true);
    expect(map.sides([])).toEqual(new Int8Array(0));
    expect(map.sides([20, 0, 0])).toEqual(Int8Array.of(1));
  });
  test('into an array, which may be longer', () => {
    const into = new Int8Array(4).fill(7);
    expect(map.sides([0, 0, 0, 20, 0, 0], into)).toBe(into);
    expect(Array.from(into)).toEqual([-1, 1, 7, 7]);
  });
});

describe('refuses', () => {
  const map = createRadialMap(ball(2, 1));
  const other = createRadialMap(ball(1, 1));
  const refusal = (code: string) => expect.objectContaining({ code, message: expect.stringMatching(/; .*\.$/) });
  test.each([
    [[1, 2], undefined, 'BAD_LENGTH'],
    [[1, 2, 3], new Int8Array(0), 'BAD_LENGTH'],
    [[1, 2, 3], [0], 'WRONG_TYPE'],
    [['1', 2, 3], undefined, 'WRONG_TYPE'],
    [null, undefined, 'WRONG_TYPE'],
  ])('the points %j into %p: %s', (points, into, code) => {
    const ask = () => map.sides(points as number[], into as Int8Array);
    expect(ask).toThrow(OptionError);
    expect(ask).toThrow(refusal(code));
  });
  const scaledPose = identityPose.map((x) => 1.001 * x);
  scaledPose[15] = 1;
  const mirrored = identityPose.slice();
  mirrored[0] = -1;
  test.each([
    [identityPose.slice(1), 'BAD_LENGTH'],
    [identityPose.map((x, i) => (i === 12 ? Number.NaN : x)), 'NON_FINITE_POSE'],
    [scaledPose, 'NOT_RIGID'],
    [mirrored, 'NOT_RIGID'],
    [translation(1e40, 0, 0), 'COORDINATE_RANGE'],
  ])('the pose %j: %s', (pose, code) => {
    expect(() => map.test(other, pose)).toThrow(PoseError);
    expect(() => map.test(other, pose)).toThrow(refusal(code));
  });
  test.each([[null], [ball(1)], [{ ...other }], ['map']])('%p, which is no map', (given) => {
    expect(() => map.test(given as unknown as RadialMap, identityPose)).toThrow(refusal('WRONG_TYPE'));
  });
});
