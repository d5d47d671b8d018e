// The code on the pages about engines in C++, compiled unchanged and run if the engine is installed: its results can be
// read, and agree with the exact answers.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, type Detector } from '#detector';
import type { TriangleMesh } from '#mesh';
import { readResults } from '#validation';
import { ran } from '#harness/client-probes.ts';
import { poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { testUnless, testWithLibraries } from '#harness/outside-programs.ts';
import { mulberry32 } from '#harness/random.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const SEED = 480_005;
const POSES = 48;
const PROGRAMS = join(import.meta.dirname, '../harness/engine-programs');
const PAGES = join(import.meta.dirname, '../../examples/engines');
/** mm: whether a surface closer than this touches depends on the engine's own tolerance. */
const CLEAR = 0.01;

const bone = box({ size: [20, 16, 12], divisions: [4, 3, 3] });
const tool = sphere({ radius: 3, subdivisions: 2 });
let detector: Detector;
let poses: Float64Array[];
beforeAll(async () => {
  detector = await createDetector({ bone, tool, contactDistance: 0.1, resolution: 2, backend: 'cpu' });
  const random = mulberry32(SEED);
  poses = [];
  while (poses.length < POSES) {
    const place = randomDirection(random).map((part, axis) => (12 + 6 * random()) * part * [1, 0.8, 0.6][axis]);
    const pose = poseOf(randomRotation(random), place);
    const { distance } = detector.minimumDistance(pose);
    if (distance === 0 || distance > CLEAR) poses.push(pose);
  }
});
afterAll(() => detector.dispose());

const listed = (numbers: ArrayLike<number>) => `${numbers.length} ${Array.from(numbers).join(' ')}\n`;
const written = ({ positions, faces }: TriangleMesh) => listed(positions) + listed(faces);

/** Compiles the page's lines within the program of that name. @returns the folder in which it runs. */
async function compiled(name: string, flags: readonly string[]): Promise<string> {
  const folder = await temporaryFolder(`engine-${name}`);
  const page = readFileSync(join(PAGES, `${name}.md`), 'utf8');
  writeFileSync(join(folder, 'page.inc'), /```cpp\n(.*?)```/s.exec(page)?.[1] ?? '');
  const program = join(folder, 'run');
  await ran('g++', ['-std=c++17', `-I${folder}`, join(PROGRAMS, `${name}.cpp`), '-o', program, ...flags]);
  return folder;
}

interface Bodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly poses: readonly ArrayLike<number>[];
}
/** Runs the program there, and reads its results. */
async function resultsIn(folder: string, given: Bodies) {
  writeFileSync(join(folder, 'bone.txt'), written(given.bone));
  writeFileSync(join(folder, 'tool.txt'), written(given.tool));
  writeFileSync(join(folder, 'poses.txt'), listed(given.poses.flatMap((pose) => Array.from(pose))));
  await ran('sh', ['-c', 'cd "$1" && ./run', 'sh', folder]);
  const text = readFileSync(join(folder, 'results.jsonl'), 'utf8');
  return readResults(text, folder, { poses: given.poses.length }).answers;
}
const answersOf = async (name: string, flags: readonly string[]) =>
  resultsIn(await compiled(name, flags), { bone, tool, poses });

type Answers = Awaited<ReturnType<typeof answersOf>>;

/** The verdict at each pose is the exact one. */
function checkVerdicts(answers: Answers): void {
  expect(answers).toHaveLength(POSES);
  const touching = poses.filter((pose) => detector.intersects(pose)).length;
  expect(touching).toBeGreaterThan(POSES / 4);
  expect(touching).toBeLessThan((3 * POSES) / 4);
  expect(answers.map(({ verdict }) => verdict)).toEqual(
    poses.map((pose) => (detector.intersects(pose) ? 'intersecting' : 'separated')),
  );
}

/** To within the engines' own tolerances, about 1e-6 mm. */
function checkDistances(answers: Answers): void {
  answers.forEach(({ distance = Number.NaN }, i) => {
    expect(Math.abs(distance - detector.minimumDistance(poses[i]).distance)).toBeLessThan(1e-5);
  });
}

/** mm: how deep the tool's lowest corner lies below the bone's top, which is the bone's nearest side. */
const DEEP = 8;

/**
 * A peg sunk into a block, in coarse meshes and in fine ones: no contact of FCL's is deeper than an edge is long, while
 * the peg's lowest corner stays DEEP below the surface.
 */
async function checkDepths(folder: string): Promise<void> {
  const turn = randomRotation(mulberry32(SEED));
  const lines = [
    "| edges up to, mm | deepest contact of FCL, mm | kerf's deepest contact, mm |",
    '| --: | --: | --: |',
  ];
  for (const cell of [10, 4, 1]) {
    const divided = (size: readonly [number, number, number]) => {
      const [a, b, c] = size.map((length) => Math.ceil(length / cell));
      return box({ size, divisions: [a, b, c] });
    };
    const [block, peg] = [divided([40, 40, 20]), divided([6, 6, 20])];
    const low = ({ positions }: TriangleMesh) => {
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < positions.length; i += 3)
        least = Math.min(least, turn[2] * positions[i] + turn[5] * positions[i + 1] + turn[8] * positions[i + 2]);
      return least;
    };
    const pose = poseOf(turn, [0, 0, 10 - DEEP - low(peg)]);
    const [answer] = await resultsIn(folder, { bone: block, tool: peg, poses: [pose] });
    const deepest = Math.max(...(answer.contacts ?? []).map(({ depth = 0 }) => depth));
    const longest = cell * Math.SQRT2;
    // FCL's own tolerance, in the unit of the coordinates.
    expect(deepest).toBeLessThanOrEqual(longest + 1e-5);
    expect(deepest).toBeGreaterThan(0);
    const own = await createDetector({ bone: block, tool: peg, contactDistance: 0.1, resolution: 20, backend: 'cpu' });
    const exact = -Math.min(...own.detectSync(pose).contacts.distance);
    own.dispose();
    expect(Math.abs(exact - DEEP)).toBeLessThan(1e-12);
    lines.push(`| ${longest.toFixed(1)} | ${deepest.toFixed(2)} | ${exact.toFixed(2)} |`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

describe(`pages, compiled, at ${POSES} poses, seed ${SEED}:`, () => {
  testWithLibraries({ 'libbullet-dev': 'bullet/btBulletCollisionCommon.h' }, 'bullet.md', async () => {
    checkVerdicts(await answersOf('bullet', ['-isystem/usr/include/bullet', '-lBulletCollision', '-lLinearMath']));
  });

  inLong(() => {
    testWithLibraries({ 'libfcl-dev': 'fcl/fcl.h' }, 'fcl.md', async () => {
      const folder = await compiled('fcl', ['-isystem/usr/include/eigen3', '-lfcl', '-lccd']);
      const answers = await resultsIn(folder, { bone, tool, poses });
      checkVerdicts(answers);
      checkDistances(answers);
      await checkDepths(folder);
    });
  });

  testWithLibraries({ 'Coal 3': 'coal/collision.h' }, 'coal.md', async () => {
    const answers = await answersOf('coal', ['-isystem/usr/include/eigen3', '-lcoal']);
    checkVerdicts(answers);
    checkDistances(answers);
  });

  // A program for these would need one of their scenes, which cannot be run here.
  for (const [page, engine] of [
    ['chai3d.md', 'CHAI3D 3.3'],
    ['sofa.md', 'SOFA'],
  ])
    testUnless([engine], page, async () => {});
});
