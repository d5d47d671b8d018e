// G4, G5 at the limits of the coordinate range: bodies of any scale in it, far from the origin, and of scales 2^280
// apart, against the oracle.

import { describe, expect, test } from '@jest/globals';
import { LARGEST_COORDINATE, SMALLEST_COORDINATE } from '#core';
import { type ContactReport, createDetector, createMesh, type TriangleMesh } from '#kerf';
import {
  intersectingFacePairs,
  meshState,
  minimumMeshDistance,
  pointTriangleSquaredDistance,
  posedPositions,
  roundedSquareRoot,
} from '#reference';
import { detectorsOn } from '#harness/backends.ts';
import { contactCase, identityPose, movedMesh, scaled, scaledCase, translation } from '#harness/contact-cases.ts';
import { faceCorners, Shares } from '#harness/contact-query.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { sphere } from '#spec/base/mesh/bodies.ts';

type Random = () => number;

const SEED = 1313;
const makeOnGpu = await detectorsOn('webgpu');
const u = 2 ** -53;
const LEAST = Math.log2(SMALLEST_COORDINATE);
const MOST = Math.log2(LARGEST_COORDINATE);
/** Error bounds in u times the largest coordinate: of a distance, and of its points from their faces. */
const ACCURACY = 50;
const POINTS = 12;

/** A coordinate of either sign and any magnitude between two powers of two; one in seven is 0. */
function coordinateOf(random: Random, low: number, high: number): number {
  if (random() < 1 / 7) return 0;
  const size = random() < 0.05 ? 2 ** high : Math.min(2 ** high, (1 + random()) * 2 ** (low + (high - low) * random()));
  return random() < 0.5 ? -size : size;
}

/** Two tetrahedra with each coordinate drawn independently: needles, plates and all that is hard on rounding. */
function tetrahedra(random: Random, low: number, high: number): TriangleMesh {
  const positions = Array.from({ length: 24 }, () => coordinateOf(random, low, high));
  const faces = [0, 4].flatMap((at) => [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].map((corner) => at + corner));
  return createMesh(positions, faces);
}

type Exponents = readonly [number, number];
interface Ranges {
  readonly bone: Exponents;
  readonly tool: Exponents;
  readonly translation: Exponents;
}
const all: Exponents = [LEAST, MOST];
const ranges: [string, (random: Random) => Ranges][] = [
  ['all coordinates of the range in one body', () => ({ bone: all, tool: all, translation: all })],
  [
    'each body in a part of the range',
    (random) => {
      const part = (): Exponents => {
        const ends = [random(), random()].map((x) => LEAST + x * (MOST - LEAST));
        return [Math.min(...ends), Math.max(...ends)];
      };
      const bone = part();
      return { bone, tool: random() < 0.4 ? bone : part(), translation: bone };
    },
  ],
  [
    'the largest coordinates',
    () => ({ bone: [MOST - 2, MOST], tool: [MOST - 7, MOST - 4], translation: [MOST - 1, MOST] }),
  ],
  [
    'the least coordinates',
    () => ({ bone: [LEAST, LEAST + 2], tool: [LEAST, LEAST + 2], translation: [LEAST, LEAST + 2] }),
  ],
  [
    'a tool of the least coordinates at a bone of the largest',
    () => ({ bone: [MOST - 3, MOST], tool: [LEAST, LEAST + 3], translation: [MOST - 5, MOST - 1] }),
  ],
  [
    'a tool of the largest coordinates at a bone of the least',
    () => ({ bone: [LEAST, LEAST + 3], tool: [MOST - 3, MOST], translation: [LEAST, MOST - 1] }),
  ],
];

describe('the range of coordinates, 0 and 2^-160 … 2^120 mm', () => {
  test.each(ranges)(`%s: state, pairs and distance are the oracle's (seed ${SEED})`, async (name, draw) => {
    const random = mulberry32(SEED);
    const wrong: string[] = [];
    const states = new Shares();
    for (let i = 0; i < longRun(90, 9); i++) {
      const { bone: boneRange, tool: toolRange, translation: moves } = draw(random);
      const bone = tetrahedra(random, ...boneRange);
      const tool = tetrahedra(random, ...toolRange);
      const pose = random() < 0.4 ? [...identityPose] : rigidPose(random, 1);
      for (let k = 12; k < 15; k++) pose[k] = random() < 0.3 ? 0 : coordinateOf(random, ...moves);
      const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
      const exact = minimumMeshDistance(bone, posed).distance;
      // Half of them a few roundings from the gap, on either side.
      const delta =
        random() < 0.5
          ? Math.min(LARGEST_COORDINATE, exact * (1 + 4 * u * Math.round(8 * random() - 4)))
          : Math.abs(coordinateOf(random, ...boneRange));
      const options = { bone, tool, contactDistance: delta, resolution: LARGEST_COORDINATE, backend: 'cpu' as const };
      // Faces longer than the largest resolution are halved.
      const detector = await createDetector(options);
      const { state, intersectingFaces } = detector.detectSync(pose);
      const { distance, bonePoint, toolPoint, boneFace, toolFace } = detector.minimumDistance(pose);
      detector.dispose();
      const expected = meshState(bone, posed, delta).state;
      states.count(expected);
      const says = `${name}, ${i}: `;
      if (state !== expected) wrong.push(`${says}${state}, expected ${expected}`);
      const pairs = String(intersectingFacePairs(bone, posed));
      if (String(intersectingFaces) !== pairs) wrong.push(`${says}pairs ${intersectingFaces}, expected ${pairs}`);
      let M = 0;
      for (const { positions } of [bone, posed]) for (const x of positions) M = Math.max(M, Math.abs(x));
      if (!(Math.abs(distance - exact) <= ACCURACY * u * M) || (distance === 0) !== (exact === 0))
        wrong.push(`${says}distance ${distance}, exactly ${exact}, M ${M}`);
      const off = [
        pointTriangleSquaredDistance(bonePoint, faceCorners(bone, boneFace)),
        pointTriangleSquaredDistance(toolPoint, faceCorners(posed, toolFace)),
      ].map((square) => roundedSquareRoot(square));
      if (!(Math.max(...off) <= POINTS * u * M)) wrong.push(`${says}points ${off} off their faces, M ${M}`);
    }
    expect(wrong).toEqual([]);
    expect([states.of('separated') > 0.05, states.of('intersecting') + states.of('near') > 0.05]).toEqual([true, true]);
  });

  /** The numbers of a report that are lengths, and all others. */
  function numbersOf({ state, contacts, intersectingFaces, intersectionSegments }: ContactReport) {
    const { body, face, level, path, oppositeFace, normal } = contacts;
    return {
      lengths: [
        contacts.point,
        contacts.opposite,
        contacts.distance,
        contacts.low,
        contacts.high,
        intersectionSegments,
      ],
      others: [state, ...[body, face, level, path, oppositeFace, intersectingFaces, normal].map((x) => x.join())],
    };
  }

  // Scaling by a power of two rounds nothing, until something overflows or underflows.
  test.each(partOf([-150, -100, -60, -30, 30, 60, 100, 115], 7, 0))(
    `bodies of scale 2^%d: the report is that of scale 1, times the scale, to the last bit (seed ${SEED})`,
    async (power) => {
      const random = mulberry32(SEED);
      const states = new Set<string>();
      for (let k = 0; k < longRun(10, 5); k++) {
        const given = contactCase(k, random);
        const answers = [];
        for (const scale of [1, 2 ** power]) {
          // Body coordinates that are almost 0 would leave the range.
          const put = (mesh: TriangleMesh) =>
            createMesh(
              mesh.positions.map((x) => (Math.abs(x) < 1e-3 ? 0 : x)),
              mesh.faces,
            );
          const { bone, tool, pose, delta, h } = scaledCase(
            { ...given, bone: put(given.bone), tool: put(given.tool) },
            scale,
          );
          const options = { bone, tool, contactDistance: delta, resolution: h, backend: 'cpu' as const };
          const detector = await createDetector(options);
          answers.push({
            scale,
            report: numbersOf(detector.detectSync(pose)),
            nearest: detector.minimumDistance(pose),
          });
          detector.dispose();
        }
        const [one, other] = answers;
        states.add(one.report.others[0]);
        expect(other.report.others).toEqual(one.report.others);
        one.report.lengths.forEach((lengths, i) => {
          const unlike = lengths.findIndex((x, at) => other.report.lengths[i][at] !== x * other.scale);
          expect([k, i, unlike]).toEqual([k, i, -1]);
        });
        expect(other.nearest.distance).toBe(one.nearest.distance * other.scale);
      }
      expect([...states].sort()).toEqual(['enclosed', 'intersecting', 'near', 'separated']);
    },
  );

  test.each([2 ** 46, 2 ** 47, 2 ** 48])(
    `a body of 8 mm that lies %d mm from the origin: every pose is answered, and as the oracle does (seed ${SEED})`,
    async (offset) => {
      const random = mulberry32(SEED);
      const { positions, faces } = sphere(1, 4);
      const centred = createMesh(positions, faces);
      const bone = movedMesh(centred, translation(offset, offset / 4, -offset / 2));
      const detector = await createDetector({
        bone,
        tool: centred,
        contactDistance: 0.5,
        resolution: 2 ** 10,
        backend: 'cpu',
      });
      const states = new Shares();
      for (let i = 0; i < longRun(40, 12); i++) {
        // Whole numbers line up corners with corners.
        const pose = random() < 0.5 ? [...identityPose] : rigidPose(random, 0);
        [offset, offset / 4, -offset / 2].forEach((x, k) => {
          pose[12 + k] = x + Math.round(longRun(12, 9) * (2 * random() - 1));
        });
        const posed = createMesh(posedPositions(centred.positions, pose), faces);
        const { state } = detector.detectSync(pose);
        states.count(state);
        expect([i, state]).toEqual([i, meshState(bone, posed, 0.5).state]);
      }
      detector.dispose();
      for (const state of ['separated', 'intersecting']) expect([state, states.of(state) > 0.1]).toEqual([state, true]);
    },
  );

  const onGpus: [name: string, boneScale: number, toolScale: number, leastRows: number][] = [
    ['2^115', 2 ** 115, 2 ** 115, 20],
    ['2^-150', 2 ** -150, 2 ** -150, 20],
    ['2^100, the tool 1', 2 ** 100, 1, 0],
    ['2^-100, the tool 2^100', 2 ** -100, 2 ** 100, 0],
    ['2^60', 2 ** 60, 2 ** 60, 20],
    ['2^-60', 2 ** -60, 2 ** -60, 20],
  ];
  test.each(onGpus.slice(0, longRun(6, 4)))(
    `a GPU, the bone at scale %s: state, pairs and rows are the CPU's, intervals hold (seed ${SEED})`,
    async (name, boneScale, toolScale, leastRows) => {
      const random = mulberry32(SEED);
      let rows = 0;
      for (const k of partOf([1, 2, 3], 3, 1)) {
        const given = scaledCase(contactCase(k, random), boneScale);
        const tool = scaled(contactCase(k, random).tool, toolScale);
        const options = {
          bone: given.bone,
          tool,
          contactDistance: given.delta,
          resolution: Math.max(boneScale, toolScale),
        };
        const onGpu = await makeOnGpu(options);
        const gpu = await onGpu.detect(given.pose);
        const cpu = onGpu.detectSync(given.pose);
        onGpu.dispose();
        expect([name, gpu.state]).toEqual([name, cpu.state]);
        expect(gpu.intersectingFaces).toEqual(cpu.intersectingFaces);
        for (const column of ['body', 'face', 'level', 'path'] as const)
          expect(gpu.contacts[column]).toEqual(cpu.contacts[column]);
        rows += cpu.contacts.length;
        const { low, high } = gpu.contacts;
        const beyond = cpu.contacts.distance.findIndex((x, i) => !(low[i] <= x && x <= high[i]));
        expect([k, beyond]).toEqual([k, -1]);
      }
      expect(rows).toBeGreaterThanOrEqual(leastRows / longRun(1, 3));
    },
  );
});
