// The classic image method, by depth and stencil: its counts compared with arithmetic at each pixel's centre; what it
// passes to a pair search; and faces that meet between centres, which it misses and a report by an image finds.

import { describe, expect, test } from '@jest/globals';
import { sawBlade, skullVaultSphere } from '#datasets';
import { createDetector, createMesh, type TriangleMesh } from '#kerf';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { type Shape, tetrahedra } from '#harness/stage-bodies.ts';
import { expectCounts } from '#harness/stencil-counts.ts';
import { box, join, move } from '#spec/base/mesh/bodies.ts';
import { StencilOverlap } from './stencil-overlap.mjs';
import shader from './stencil-overlap.wgsl';

const SEED = 1999;
const gpu = await specGpu();
const stencil = await StencilOverlap.make(gpu.device, shader);

const meshOf = ({ positions, faces }: Shape): TriangleMesh =>
  createMesh(Float64Array.from(positions), Uint32Array.from(faces));

describe('depth and stencil', () => {
  test(`count the tool's faces before and behind the bone's in each pixel's centre, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const total = { all: 0, judged: 0, marked: 0 };
    for (const [boneCount, toolCount, across] of [
      [1, 1, 9],
      [3, 2, 17],
      [6, 4, 33],
      [30, 20, 50],
      [50, 40, 50],
    ]) {
      const bone = meshOf(tetrahedra(random, boneCount, 1, 0, 0));
      const tool = meshOf(tetrahedra(random, toolCount, 1, 0, 0));
      const pose = rigidPose(random, 0.3);
      const look = await stencil.look(bone, tool, pose, across);
      if (look === null) continue;
      const counts = expectCounts(look, bone, tool, pose);
      for (const name of ['all', 'judged', 'marked'] as const) total[name] += counts[name];
    }
    expect(total.judged / total.all).toBeGreaterThan(0.3);
    expect(total.marked / total.judged).toBeGreaterThan(0.1);
    expect(total.marked / total.judged).toBeLessThan(0.9);
  });

  test('keep the faces at a pixel or beside it, and in the overlap, of a cube that stands in another', async () => {
    const look = await stencil.look(meshOf(box(4, 4, 4)), meshOf(box(1, 1, 1)), translation(1, 1, 3.5), 8);
    if (look === null) throw new Error('The boxes are apart.');
    expect([look.axis, look.columns, look.rows]).toEqual([2, 8, 8]);
    const everywhere = (count: number) => new Uint8Array(64).fill(count);
    // The tool's bottom is before the bone's top; both ends of the tool are behind the bone's bottom.
    expect([look.beforeFar, look.behindNear, look.mask]).toEqual([everywhere(1), everywhere(2), everywhere(1)]);
    // Only the bone's top; all of the tool but its top: its walls are drawn in no pixel, but lie beside one.
    expect([...look.boneFaces]).toEqual([2, 3]);
    expect([...look.toolFaces]).toEqual([0, 1, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test(`hand on faces of which a pair search finds the pairs that are left, saw and phantom, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const [bone, tool] = [phantom(5000), sawBlade({ targetFaces: 1200 })];
    const options = { contactDistance: 0.5, resolution: 2, backend: 'cpu', candidates: 'image' } as const;
    const whole = await createDetector({ bone, tool, ...options });
    let [exact, left] = [0, 0];
    for (let i = 0; i < 5; i++) {
      const { center, radius } = skullVaultSphere;
      const at = [center[0], center[1] + radius * 0.2 * random(), center[2] + radius - 2];
      const pose = poseOf(randomRotation(random), at);
      const look = await stencil.look(bone, tool, pose, 200);
      const pairs = pairsOf(whole.intersectingFaces(pose));
      exact += pairs.length;
      if (look === null || look.boneFaces.length === 0 || look.toolFaces.length === 0) continue;
      const part = await createDetector({ bone: partOf(bone, look.boneFaces), tool: partOf(tool, look.toolFaces), ...options }); // biome-ignore format: one call
      const found = pairsOf(part.intersectingFaces(pose)).map(([f, g]) => [look.boneFaces[f], look.toolFaces[g]]);
      const [ofBone, ofTool] = [new Set(look.boneFaces), new Set(look.toolFaces)];
      expect(found).toEqual(pairs.filter(([f, g]) => ofBone.has(f) && ofTool.has(g)));
      expect(look.boneFaces.length).toBeLessThan(bone.faces.length / 3 / 4);
      left += found.length;
      part.dispose();
    }
    whole.dispose();
    expect(exact).toBeGreaterThan(100);
    expect(left).toBeGreaterThan(exact / 2);
  });

  test('see nothing of needles between the centres of pixels; a report by an image has them', async () => {
    const bone = meshOf(box(4, 4, 4));
    // Two needles, 0.001 thick, which go 0.5 into the bone's top: the image has rows of 32 pixels of width 2/32.
    const needle = box(0.001, 0.001, 2);
    const tool = meshOf(join(needle, move(needle, [2, 2, 0])));
    const pose = translation(1, 1, 3.5);
    const look = await stencil.look(bone, tool, pose, 32);
    if (look === null) throw new Error('The boxes are apart.');
    expect([look.axis, look.columns, look.rows]).toEqual([2, 32, 32]);
    expect(Math.max(...look.mask)).toBe(0);
    expect([look.boneFaces.length, look.toolFaces.length]).toEqual([0, 0]);
    const options = { contactDistance: 0.2, resolution: 1, backend: 'cpu', candidates: 'image' } as const;
    const detector = await createDetector({ bone, tool, ...options });
    const report = detector.detectSync(pose);
    expect(report.state).toBe('intersecting');
    // All faces of each needle but its two ends pass through the bone's top.
    const walls = [4, 5, 6, 7, 8, 9, 10, 11];
    const met = new Set(pairsOf(report.intersectingFaces).map(([, g]) => g));
    expect([...met].sort((f, g) => f - g)).toEqual([...walls, ...walls.map((f) => f + 12)]);
    detector.dispose();
  });

  test('are not asked where the boxes are apart', async () => {
    const cube = meshOf(box(1, 1, 1));
    expect(await stencil.look(cube, cube, translation(1.5, 0, 0), 8)).toBeNull();
  });
});

const pairsOf = (flat: Uint32Array): [number, number][] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);

/** Only these faces: a surface with a border. */
const partOf = ({ positions, faces }: TriangleMesh, kept: Uint32Array): TriangleMesh =>
  createMesh(positions, Uint32Array.from([...kept].flatMap((f) => [...faces.subarray(3 * f, 3 * f + 3)])));
