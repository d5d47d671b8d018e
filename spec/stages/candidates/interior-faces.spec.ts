// InteriorFaces against the oracle: among the faces without candidates, exactly those whose corners are inside the
// other solid.

import { describe, expect, jest, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import type { ToolBody } from '#bodies/tool-body.ts';
import { FaceGrouper, InteriorFaces } from '#candidates';
import { ScanlineCandidates } from '#candidates/scanline-candidates.ts';
import { activeFaces, candidatePairs } from '#records';
import { pointInSolid } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { boneOf, cornersOf, IDENTITY, liveFaces, referenceOf, type Shape, toolOf } from '#harness/stage-bodies.ts';
import { box, flip, join, move, soup, sphere, torus, without } from '#spec/base/mesh/bodies.ts';

const SEED = 55;
type Body = BoneBody | ToolBody;

class Side {
  readonly front = activeFaces();
  readonly grouper = new FaceGrouper();
  readonly interior: InteriorFaces;
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
    this.interior = new InteriorFaces(body.topology);
  }

  /** @returns the number of interior faces. */
  check(other: Body, own: Uint32Array, near: Uint32Array, length: number): number {
    const { body, front, grouper } = this;
    grouper.group(own, near, length, body.faceCount, front);
    const { isInside } = other.solid;
    const found = this.interior.find(body, front, (f) => grouper.has(f), isInside, other.bounds);
    const solid = referenceOf(other);
    const asked = new Map<string, boolean>();
    const isInSolid = (p: Float64Array): boolean => {
      const key = p.join();
      const answer = asked.get(key) ?? pointInSolid(p, solid);
      asked.set(key, answer);
      return answer;
    };
    const expected = liveFaces(body).filter((f) => !grouper.has(f) && isInSolid(cornersOf(body, f).subarray(0, 3)));
    expect([...found]).toEqual(expected);
    return expected.length;
  }
}

const pairs = candidatePairs();

function checkBoth(bone: Side, tool: Side, delta: number): number {
  new ScanlineCandidates(bone.body, tool.body).find(delta, pairs);
  const { boneFace, toolFace } = pairs.columns;
  let found = 0;
  if (tool.body.signed) found += bone.check(tool.body, boneFace, toolFace, pairs.length);
  if (bone.body.signed) found += tool.check(bone.body, toolFace, boneFace, pairs.length);
  return found;
}

const at = (x: number, y: number, z: number) => [...IDENTITY.slice(0, 12), x, y, z, 1];
const inverted = (shape: ReturnType<typeof box>) => flip(shape, ...Array(shape.faces.length / 3).keys());

describe('find', () => {
  const cases: [string, Shape, Shape, number[], boolean][] = [
    ['a sphere wholly inside a box', box(8, 8, 8), sphere(2, 1), at(4, 4, 4), true],
    ['a sphere half inside a box', box(8, 8, 8), sphere(2, 2), at(4, 4, 8), true],
    [
      'a box inside a sphere: the bone’s part is smaller than the tool',
      box(1, 1, 1),
      sphere(2, 4),
      at(0.4, 0.5, 0.6),
      true,
    ],
    [
      'several components, some inside, some out, some across',
      join(box(2, 2, 2), move(sphere(2, 1), [6, 0, 0]), move(box(1, 1, 1), [3, 0.3, 0.2])),
      sphere(2, 3.5),
      at(3, 0, 0),
      true,
    ],
    ['an unwelded sphere', box(4, 4, 4), soup(sphere(2, 1)), at(2, 2, 3.5), true],
    [
      'a cavity: a tool inside it is not inside the solid',
      join(box(8, 8, 8), move(inverted(box(4, 4, 4)), [2, 2, 2])),
      sphere(2, 1),
      at(4, 4, 4),
      false,
    ],
    [
      'a tool through the wall into the cavity',
      join(box(8, 8, 8), move(inverted(box(4, 4, 4)), [2, 2, 2])),
      torus(24, 10, 3, 0.3),
      at(4, 4, 6),
      true,
    ],
    ['an open bone has no inside; a closed tool does', without(box(2, 2, 2), 3), sphere(2, 4), at(1, 1, 1), true],
    [
      'faces with equal corners, inside and out',
      { ...join(sphere(2, 1), { positions: [0, 0, 0, 0.1, 0, 0, 9, 9, 9, 9, 9, 8], faces: [0, 0, 1, 2, 3, 3] }) },
      box(8, 8, 8),
      at(-3, -3, -3),
      true,
    ],
  ];
  test.each(cases)('%s', (_name, boneShape, toolShape, pose, some) => {
    for (const delta of [0, 0.1]) {
      const found = checkBoth(new Side(boneOf(boneShape)), new Side(toolOf(toolShape, pose, 20)), delta);
      expect(found > 0).toBe(some);
    }
  });

  test(`random poses, the same tables kept from query to query (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(join(box(4, 4, 4), move(sphere(2, 2), [6, 2, 2]), move(inverted(sphere(2, 0.8)), [6, 2, 2])));
    const tool = toolOf(
      join(torus(longRun(20, 12), longRun(8, 6), 1.5, 0.5), move(box(0.2, 0.2, 0.2), [0.4, 0, 0])),
      IDENTITY,
      10,
    );
    const sides = [new Side(bone), new Side(tool)];
    let withInterior = 0;
    for (let i = 0; i < longRun(16, 3); i++) {
      const pose = rigidPose(random, 0);
      [4, 2, 2].forEach((middle, k) => {
        pose[12 + k] = middle + 3 * signed(random);
      });
      tool.moveTo({ matrix: Float64Array.from(pose), orthonormalityError: 1e-15 }, bone.magnitude);
      if (checkBoth(sides[0], sides[1], i % 2 === 0 ? 0 : 0.2) > 0) withInterior++;
    }
    expect(withInterior).toBeGreaterThan(longRun(5, 1));
  });

  test(`a bone that is cut apart: parts that edits separate are still found (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(join(torus(24, 10, 3, 1), move(sphere(2, 0.5), [0, 0, 3])));
    const tool = toolOf(box(4, 4, 4), at(-5, -2, -2), 10);
    let found = 0;
    for (let round = 0; round < longRun(10, 4); round++) {
      const remove = liveFaces(bone).filter(() => random() < 0.08);
      bone.apply(Uint32Array.from(remove), new Float64Array(0), new Uint32Array(0));
      found += checkBoth(new Side(bone), new Side(tool), 0.05);
    }
    expect(found).toBeGreaterThan(longRun(50, 20));
  });
});

/**
 * Two cones back to back on one regular polygon: 2n outward faces, n of them around each apex (vertices 0 and 1), at z
 * = ±1.
 */
function bipyramid(n: number): Shape {
  const positions = [0, 0, 1, 0, 0, -1];
  const faces: number[] = [];
  for (let i = 0; i < n; i++) {
    const turn = (2 * Math.PI * i) / n;
    positions.push(Math.cos(turn), Math.sin(turn), 0);
    const [a, b] = [2 + i, 2 + ((i + 1) % n)];
    faces.push(0, a, b, 1, b, a);
  }
  return { positions, faces };
}

describe('work', () => {
  /** Twelve faces with two equal corners and one at an apex, six per side: `facesAround` never lists them. */
  const withSegments = ({ positions, faces }: Shape): Shape => ({
    positions: [...Array.from(positions), 0, 0, 1.5],
    faces: [
      ...Array.from(faces),
      ...Array(12)
        .fill([0, 0, positions.length / 3])
        .flat(),
    ],
  });
  const places: [string, (n: number) => Shape, number[], number][] = [
    ['wholly inside', bipyramid, at(-2, -2, -2), 1],
    ['cut, both apexes inside', bipyramid, at(-0.2, -2, -2), 0.3],
    ['cut, both apexes out', bipyramid, at(0.2, -2, -2), 0],
    ['outside, one apex near', bipyramid, at(-2, -2, 1.05), 0],
    ['with segments at an apex', (n) => withSegments(bipyramid(n)), at(-2, -2, -2), 1],
  ];
  test.each(places)(
    'a fan %s: each ring of faces is listed once to find the rim and once to settle it',
    (_, shapeOf, pose, share) => {
      for (const degree of [10, 1000, longRun(40_000, 2000)]) {
        const bone = boneOf(shapeOf(degree));
        const tool = toolOf(box(4, 4, 4), pose, 10);
        new ScanlineCandidates(bone, tool).find(0.1, pairs);
        const { boneFace, toolFace } = pairs.columns;
        const front = activeFaces();
        const grouper = new FaceGrouper();
        grouper.group(boneFace, toolFace, pairs.length, bone.faceCount, front);
        const { topology } = bone;
        let listed = 0;
        const list = topology.facesAround.bind(topology);
        const spy = jest.spyOn(topology, 'facesAround').mockImplementation((vertex, out) => {
          const count = list(vertex, out);
          listed += count;
          return count;
        });
        const { isInside } = tool.solid;
        const interior = new InteriorFaces(topology);
        for (let query = 0; query < 2; query++) {
          [listed] = [0, spy.mockClear()];
          const found = interior.find(bone, front, (f) => grouper.has(f), isInside, tool.bounds);
          // The faces without candidates all lie on the side of their first corner: an apex for half of them.
          const expected = Array.from({ length: bone.faceCount }, (__, f) => f).filter((f) => {
            const v = 3 * bone.faces[3 * f];
            return !grouper.has(f) && isInside(bone.positions[v], bone.positions[v + 1], bone.positions[v + 2]);
          });
          expect(found.length).toBe(expected.length);
          expect([...found].every((f, i) => f === expected[i])).toBe(true);
          expect(found.length).toBeGreaterThanOrEqual(share * bone.faceCount);
          expect(spy.mock.calls.length).toBeLessThanOrEqual(2 * bone.vertexCount);
          // Every face has three corners.
          expect(listed).toBeLessThanOrEqual(2 * 3 * bone.faceCount);
        }
        spy.mockRestore();
      }
    },
  );
});
