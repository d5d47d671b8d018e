// A scene against one detector per pair: the same reports for pairs that touch, and all others separated.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { checkPose, toolFrame } from '#core';
import { createDetector, createScene, type Detector, type SceneOptions } from '#kerf';
import { relativePose } from '#scene/relative-pose.ts';
import { identityPose, poseOf, translation } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, strained } from '#harness/random-geometry.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1560;
const bones = [
  box({ size: 10, divisions: 2 }),
  sphere({ radius: 4, subdivisions: 2 }),
  cappedShell({ outerRadius: 6, innerRadius: 4, capAngle: 1, segments: 12 }),
];
const tools = [
  sphere({ radius: 2, subdivisions: 1 }),
  box({ size: [1, 2, 8], divisions: 1 }),
  sphere({ radius: 0.5, subdivisions: 1 }),
  box({ size: 3, divisions: 1 }),
];
const OPTIONS = { contactDistance: 0.5, resolution: 2, backend: 'cpu' } as const;
const METHODS = partOf(['grid', 'octree', 'kd-tree', 'bsp', 'sweep', 'bvh', 'lbvh', 'hybrid', 'auto'] as const, 5, 0);

const pairs = bones.flatMap((_, bone) => tools.map((_, tool) => ({ bone, tool })));
/** By bone, then by tool. */
const detectors: Detector[][] = [];
beforeAll(async () => {
  for (const bone of bones)
    detectors.push(await Promise.all(tools.map((tool) => createDetector({ bone, tool, ...OPTIONS }))));
});
const poses = (count: number, make: () => ArrayLike<number>) =>
  Float64Array.from(Array.from({ length: count }, make).flatMap((pose) => Array.from(pose)));

/** a · b in plain sums. */
function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [at >> 2, at & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[row + 4 * k] * b[k + 4 * column], 0);
  });
}

describe('a scene', () => {
  const saysWhatDetectorsSay = async (far: number, rounds: number) => {
    const random = mulberry32(SEED);
    const scene = await createScene({ bones, tools, ...OPTIONS });
    const seen = { near: 0, intersecting: 0, enclosed: 0, separated: 0 };
    const place = () => product(translation(far, -far, far), rigidPose(random, 5));
    for (let round = 0; round < rounds; round++) {
      const [bonePoses, toolPoses] = [poses(bones.length, place), poses(tools.length, place)];
      const contacts = await scene.detect(bonePoses, toolPoses);
      expect(contacts.map(({ bone, tool }) => bone * tools.length + tool)).toEqual(
        contacts.map(({ bone, tool }) => bone * tools.length + tool).toSorted((a, b) => a - b),
      );
      for (const { bone, tool } of pairs) {
        const found = contacts.find((own) => own.bone === bone && own.tool === tool);
        const [b, t] = [bonePoses.subarray(16 * bone), toolPoses.subarray(16 * tool)];
        if (found === undefined) {
          // With a pose that the spec computes itself; if the gap is within rounding of δ, it could decide otherwise.
          const inverse = [...b.subarray(0, 16)];
          for (let k = 0; k < 9; k++) inverse[4 * Math.floor(k / 3) + (k % 3)] = b[4 * (k % 3) + Math.floor(k / 3)];
          for (let k = 0; k < 3; k++)
            inverse[12 + k] = -(b[4 * k] * b[12] + b[4 * k + 1] * b[13] + b[4 * k + 2] * b[14]);
          expect(detectors[bone][tool].detectSync(product(inverse, t)).state).toBe('separated');
          seen.separated++;
        } else {
          const { report, pose } = found;
          expect(reportHash(report)).toBe(reportHash(detectors[bone][tool].detectSync(pose)));
          const posed = product(b, pose);
          expect(Math.max(...posed.map((entry, k) => Math.abs(entry - t[k])))).toBeLessThan(1e-13 + 1e-15 * far);
          seen[report.state]++;
        }
      }
    }
    expect({ ...seen, least: Math.min(...Object.values(seen)) > rounds / 20 }).toEqual({ ...seen, least: true });
    scene.dispose();
  };
  const says = (far: number) => `gives what a detector of each pair gives, ${far} mm from the origin, seed ${SEED}`;
  test(says(0), () => saysWhatDetectorsSay(0, longRun(40, 3)));
  inDeep(() => test(says(1e5), () => saysWhatDetectorsSay(1e5, longRun(40, 6))));

  test(`answers the same by the broad phases ${METHODS.join(', ')}`, async () => {
    const random = mulberry32(SEED);
    const scenes = await Promise.all(
      METHODS.map((broadPhase) => createScene({ bones, tools, ...OPTIONS, broadPhase })),
    );
    let touching = 0;
    for (let round = 0; round < longRun(10, 3); round++) {
      const place = () => rigidPose(random, 6);
      const [bonePoses, toolPoses] = [poses(bones.length, place), poses(tools.length, place)];
      const answers = await Promise.all(scenes.map((scene) => scene.detect(bonePoses, toolPoses)));
      const said = answers.map((own) => own.map(({ bone, tool, report }) => `${bone} ${tool} ${reportHash(report)}`));
      for (const own of said) expect(own).toEqual(said[0]);
      touching += said[0].length;
    }
    expect(touching).toBeGreaterThan(longRun(20, 3));
    for (const scene of scenes) scene.dispose();
  });

  test('finds a pair whose gap is exactly the contact distance, turned and strained as poses may be', async () => {
    const random = mulberry32(SEED);
    const [bone, tool] = [box({ size: 2, divisions: 1 }), box({ size: 2, divisions: 1 })];
    const scene = await createScene({ bones: [bone], tools: [tool], ...OPTIONS });
    const detector = await createDetector({ bone, tool, ...OPTIONS });
    let found = 0;
    for (let round = 0; round < longRun(60, 9); round++) {
      // In the bone's frame 2.5 mm apart along an axis, so that δ = 0.5 is reached; one motion then moves both.
      const axis = round % 3;
      const offset = translation(axis === 0 ? 2.5 : 0, axis === 1 ? 2.5 : 0, axis === 2 ? 2.5 : 0);
      const most = 4e-6;
      const given = round % 2 === 0 ? identityPose : Float64Array.from(rigidPose(random, 100));
      const motion = strained(
        [...given],
        Array.from({ length: 6 }, () => most * (2 * random() - 1)),
      );
      const contacts = await scene.detect(motion, product(motion, offset));
      for (const { report, pose } of contacts) {
        found++;
        expect(Math.abs(pose[12 + axis] - 2.5)).toBeLessThan(1e-12);
        expect(report.state).toBe('near');
      }
      // Rounding may put the gap above δ: then a detector says so at that exact pose.
      if (contacts.length > 0) continue;
      const pose = relativePose(toolFrame(checkPose(motion), 0), Float64Array.from(product(motion, offset)));
      expect(detector.detectSync(pose).state).toBe('separated');
    }
    expect(found).toBeGreaterThan(longRun(10, 1));
  });

  inDeep(() =>
    test('keeps no more than 32 detectors, and answers for more pairs than that', async () => {
      const many = Array.from({ length: 11 }, () => sphere({ radius: 2, subdivisions: 0 }));
      const scene = await createScene({ bones: many.slice(0, 3), tools: many, ...OPTIONS });
      const bonePoses = poses(3, () => identityPose);
      const toolPoses = poses(11, () => translation(1, 0.4, 0.2));
      // Two tools stay: the detectors of their pairs, the first ones made, were dropped.
      const apart = toolPoses.map((x, i) => (i >= 32 && i % 16 === 12 ? 100 : x));
      const [first, second] = await Promise.all([scene.detect(bonePoses, toolPoses), scene.detect(bonePoses, apart)]);
      expect([first.length, second.length]).toEqual([33, 6]);
      expect(new Set([...first, ...second].map(({ report }) => reportHash(report))).size).toBe(1);
    }),
  );

  test('reports insertion along a tool’s feed from its shank, as a detector does', async () => {
    const [bone, tool] = [bones[0], tools[1]];
    const feed = [0, 0, -1];
    const shank = 3;
    const scene = await createScene({ bones: [bone], tools: [tool], ...OPTIONS, feeds: [feed], shanks: [shank] });
    const detector = await createDetector({ bone, tool, ...OPTIONS, feed, shank });
    const [{ report }] = await scene.detect(identityPose, translation(0, 0, 6));
    expect(report.penetration?.insertion?.high).toBeGreaterThan(2.9);
    expect(reportHash(report)).toBe(reportHash(detector.detectSync(translation(0, 0, 6))));
  });

  test('keeps its own copies of the meshes', async () => {
    const bone = sphere({ radius: 4, subdivisions: 1 });
    const scene = await createScene({ bones: [bone], tools, ...OPTIONS });
    const toolPoses = poses(tools.length, () => translation(4, 0, 0));
    const before = await scene.detect(identityPose, toolPoses);
    (bone.positions as Float64Array).fill(0);
    const after = await scene.detect(identityPose, toolPoses);
    expect(after.map(({ report }) => reportHash(report))).toEqual(before.map(({ report }) => reportHash(report)));
  });

  test.each([
    ['no bones', { bones: [] }, 'MISSING_MESH', 'bones'],
    ['a tool that is no mesh', { tools: [tools[0], 3] }, 'MISSING_MESH', 'tools[1]'],
    ['a bad contact distance', { contactDistance: -1 }, 'BAD_DISTANCE', '-1'],
    ['a bad resolution', { resolution: 0 }, 'BAD_RESOLUTION', '0'],
    ['a backend that there is not', { backend: 'gpu' }, 'BAD_BACKEND', 'gpu'],
    ['a broad phase that there is not', { broadPhase: 'gridd' }, 'BAD_METHOD', 'write grid'],
    ['fewer feeds than tools', { feeds: [[0, 0, 1]] }, 'BAD_LENGTH', 'feeds'],
    ['a feed that is no unit vector', { feeds: tools.map(() => [0, 0, 2]) }, 'BAD_FEED', 'feed'],
    ['a shank that is no vertex', { shanks: tools.map(() => 1e6) }, 'BAD_SHANK', 'shank'],
    ['an option that there is not', { bone: bones[0] }, 'UNKNOWN_OPTION', 'bone'],
  ])('refuses %s', async (_, given, code, said) => {
    const asked = createScene({ bones, tools, ...OPTIONS, ...given } as unknown as SceneOptions);
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringContaining(said) });
  });

  test('refuses poses of another number of bodies, or that are not rigid, and then answers', async () => {
    const scene = await createScene({ bones: [bones[0]], tools: [tools[0]], ...OPTIONS });
    const shrunk = poseOf([0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5], [0, 0, 0]);
    await expect(scene.detect(new Float64Array(32), identityPose)).rejects.toMatchObject({ code: 'BAD_LENGTH' });
    await expect(scene.detect(identityPose, shrunk)).rejects.toMatchObject({ code: 'NOT_RIGID' });
    expect((await scene.detect(identityPose, identityPose)).map(({ report }) => report.state)).toEqual(['enclosed']);
  });

  test('says after dispose that it was disposed, and to a question that is under way', async () => {
    const scene = await createScene({ bones, tools, ...OPTIONS });
    const all = [bones.length, tools.length].map((count) => poses(count, () => identityPose));
    const asked = scene.detect(all[0], all[1]);
    scene.dispose();
    await expect(asked).rejects.toMatchObject({ code: 'DISPOSED' });
    await expect(scene.detect(all[0], all[1])).rejects.toMatchObject({ code: 'DISPOSED' });
  });
});
