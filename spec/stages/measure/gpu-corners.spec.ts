// The kernels of signs and corner distances against the CPU's exact winding number and nearest face.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath } from '#datasets/cutting-path.ts';
import { sawBlade } from '#datasets/saw-blade.ts';
import type { BoneBody } from '#bodies/bone-body.ts';
import { lengthSlack, mulberry32 } from '#core';
import { NearestFace } from '#proximity/nearest-face.ts';
import {
  BLOCK_LEAVES,
  CORNER_ALONE,
  CORNER_CROSSED,
  CORNER_DISTANCE,
  CORNER_FOLLOWS,
  CORNER_KNOWN,
  CORNER_LEADS,
  CORNER_SAME,
  CORNER_STATE,
  CORNER_WANTED,
  NO_FACE,
  packedWord,
  partOf,
  SCENE,
  SIDE_INSIDE,
  SIDE_OUTSIDE,
  SIDE_UNDECIDED,
  type Surface,
  TOOL,
  wordOffsets,
  wordsOf,
} from '#records';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import {
  type CornerScene,
  cornerScene,
  emptyCells,
  type Leaf,
  leafCounters,
  randomLeaves,
  rowWords,
  runCornerKernel,
  sceneBuffers,
  storedCorners,
} from '#harness/gpu-corners.ts';
import { longRun, partOf as someOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { rigidPose, strained } from '#harness/random-geometry.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';
import type { Shape } from '#harness/stage-bodies.ts';
import { box, flip, join, move, sphere, torus } from '#spec/base/mesh/bodies.ts';

const gpu = await specGpu();
const CORNER_WORDS = wordsOf(CORNER_DISTANCE);

/** CORNER_DISTANCE records as the kernel of gaps leaves them: see wgsl/measure/first-states.wgsl. */
function firstCorners({ scene }: CornerScene, leaves: readonly Leaf[], mayCross: boolean, isInside: boolean) {
  const words = new Uint32Array(CORNER_WORDS * 3 * Math.max(1, leaves.length));
  const isSigned = (body: number) => ((scene[wordOffsets(SCENE).signed] >> (1 - body)) & 1) === 1;
  leaves.forEach(({ body }, leaf) => {
    for (let k = 0; k < 3; k++) {
      let state = { side: SIDE_UNDECIDED, asked: mayCross ? CORNER_CROSSED : k === 0 ? CORNER_LEADS : CORNER_FOLLOWS };
      if (isInside) state = { side: SIDE_INSIDE, asked: CORNER_WANTED };
      if (!isSigned(body)) state = { side: SIDE_OUTSIDE, asked: CORNER_KNOWN };
      words.set([packedWord(CORNER_STATE, state), NO_FACE], CORNER_WORDS * (3 * leaf + k));
    }
  });
  return words;
}

interface Measuring {
  /** Whether any leaf may share a point with the other body. */
  readonly mayCross?: boolean;
  /** For every row: 1 if proved inside. */
  readonly inside?: number;
  readonly workgroupSize?: number;
  /** Capacity in cells, and in entries of their lists. */
  readonly cells?: number;
  readonly listed?: number;
  /** Leaves for whose corners lists are made first. */
  readonly before?: readonly Leaf[];
}

/** The words of all corners, and how many of the queried points the lists answered. */
async function measureByLists(
  scene: CornerScene,
  leaves: readonly Leaf[],
  { mayCross = true, inside = 0, workgroupSize = 64, cells = 500, listed = 20_000, before = [] }: Measuring = {},
): Promise<{ words: Uint32Array; asked: number; answered: number }> {
  const kept = { ...sceneBuffers(gpu, scene), ...emptyCells(gpu, cells, listed) };
  const listFor = async (some: readonly Leaf[]) => {
    const buffers = {
      ...kept,
      counters: leafCounters(gpu, some.length),
      rows: bufferOf(gpu, 'rows', rowWords(some, inside)),
      corners: bufferOf(gpu, 'corners', firstCorners(scene, some, mayCross, inside === 1)),
    };
    const blocks = workgroupSize * Math.ceil(some.length / BLOCK_LEAVES);
    await runCornerKernel(gpu, 'group corners', buffers, blocks, workgroupSize);
    await runCornerKernel(gpu, 'list faces', buffers, 4 * workgroupSize, workgroupSize);
    return buffers;
  };
  const { counters, rows, corners: others } = await listFor(before);
  for (const buffer of [counters, rows, others]) buffer.destroy();
  const buffers = await listFor(leaves);
  const { corners } = buffers;
  await runCornerKernel(gpu, 'corner distance', buffers, 3 * leaves.length, workgroupSize);
  const listedOnly = await readWords(gpu, corners, CORNER_WORDS * 3 * leaves.length);
  const states = listedOnly.filter((_, i) => i % CORNER_WORDS === 0).map((word) => partOf(word, CORNER_STATE.asked));
  const alone = states.filter((asked) => asked === CORNER_ALONE).length;
  const answered = states.filter((asked) => asked === CORNER_KNOWN).length;
  await runCornerKernel(gpu, 'search corners', buffers, 3 * leaves.length, workgroupSize);
  const words = spread(await readWords(gpu, corners, CORNER_WORDS * 3 * leaves.length));
  for (const buffer of Object.values(buffers)) buffer.destroy();
  return { words, asked: alone + answered, answered };
}

async function measureCorners(scene: CornerScene, leaves: readonly Leaf[], given?: Measuring): Promise<Uint32Array> {
  return (await measureByLists(scene, leaves, given)).words;
}

/** Each corner with its own distance, as reduce-leaves takes it; which of several is the first is unspecified. */
function spread(words: Uint32Array): Uint32Array {
  const out = words.slice();
  for (let at = 0; at < words.length; at += CORNER_WORDS) {
    const side = partOf(words[at], CORNER_STATE.side);
    const asked = partOf(words[at], CORNER_STATE.asked);
    if (asked === CORNER_SAME)
      out.set(words.subarray(CORNER_WORDS * words[at + 1] + 1, CORNER_WORDS * (words[at + 1] + 1)), at + 1); // biome-ignore format: one line
    else if (asked !== CORNER_KNOWN) throw new Error(`corner ${at / CORNER_WORDS} was left ${asked}`);
    out[at] = packedWord(CORNER_STATE, { side, asked: CORNER_KNOWN });
  }
  return out;
}

function faceDistance({ positions, faces }: Surface, face: number, x: number, y: number, z: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * face + k]);
  const out = new Float64Array(POINT_TRIANGLE_SIZE);
  pointTriangle(Float64Array.of(x, y, z), 0, positions, a, b, c, out);
  return Math.sqrt(out[SQUARED]);
}

interface Found {
  points: number;
  inside: number;
  undecided: number;
  /** Greatest width of a certified interval, mm. */
  widest: number;
}

/**
 * Every proved sign is the exact one, every interval contains the exact distance, and the face is among those that the
 * bounds allow.
 */
function checkCorners(scene: CornerScene, leaves: readonly Leaf[], words: Uint32Array): Found {
  const { bone, tool, grid, poses } = scene;
  const floats = new Float32Array(words.buffer);
  const width = grid.unit * 2 ** 30;
  const found = { points: 0, inside: 0, undecided: 0, widest: 0 };
  let moved = -1;
  leaves.forEach((leaf, i) => {
    if (leaf.pose !== moved) tool.moveTo(poses[leaf.pose], bone.magnitude);
    moved = leaf.pose;
    const other = leaf.body === TOOL ? bone : tool;
    const winding = other.solid;
    const nearest = new NearestFace(other);
    const slack = lengthSlack(Math.max(bone.magnitude, tool.magnitude));
    const p = storedCorners(scene, leaf);
    for (let k = 0; k < 3; k++) {
      const at = CORNER_WORDS * (3 * i + k);
      const [state, face] = words.subarray(at, at + 2);
      const side = partOf(state, CORNER_STATE.side);
      const [upper, lower] = [width * floats[at + 2], width * floats[at + 3]];
      const [x, y, z] = p.subarray(3 * k, 3 * k + 3);
      const says = `leaf ${JSON.stringify(leaf)} corner ${k} at ${x}, ${y}, ${z}: side ${side}, face ${face}, [${lower}, ${upper}]`;
      const inside = other.signed && winding.isInside(x, y, z);
      if (side !== SIDE_UNDECIDED && (side === SIDE_INSIDE) !== inside) throw new Error(`${says}: inside is ${inside}`);
      found.points++;
      if (inside) found.inside++;
      if (side === SIDE_UNDECIDED) found.undecided++;
      if (!other.signed) continue;
      nearest.find(x, y, z, -1);
      const exact = Math.sqrt(nearest.squared);
      if (!(lower <= exact + slack && exact - slack <= upper)) throw new Error(`${says}: distance ${exact}`);
      const toFace = faceDistance(other, face, x, y, z);
      if (toFace > upper + slack || other.retired?.[face]) throw new Error(`${says}: that face is at ${toFace}`);
      found.widest = Math.max(found.widest, upper - lower);
    }
  });
  return found;
}

const inverted = (shape: ReturnType<typeof box>) => flip(shape, ...Array(shape.faces.length / 3).keys());
const scaled = ({ positions, faces }: Shape, scale: number, offset: number): Shape => ({
  positions: Array.from(positions, (x) => scale * x + offset),
  faces,
});

const shells: [string, Shape, number][] = [
  ['a box', box(4, 4, 4), 2],
  ['a torus', torus(24, 12, 3, 1), 0],
  ['three nested boxes, in, out, in', join(box(8, 8, 8), move(inverted(box(6, 6, 6)), [1, 1, 1]), move(box(2, 2, 2), [3, 3, 3])), 4], // biome-ignore format: one case
  ['overlapping boxes', join(box(4, 4, 4), move(box(4, 4, 4), [2, 1, 3])), 3],
  ['an inverted sphere', inverted(sphere(2, 3)), 0],
];

describe('signs and distances of corners', () => {
  describe.each([
    [1e-3, 0, 0],
    [1, 0, 1],
    [1e3, 0, 2],
    [1e-3, 10, 1],
    [1, 1e5, 0],
  ])('scale %d, %d mm from the origin', (scale, offset, turn) => {
    test.each(someOf(shells, 3, turn))('%s', async (name, shape, middle) => {
      const seed = 50 + shells.findIndex(([other]) => other === name);
      const random = mulberry32(seed);
      const poses = Array.from({ length: 3 }, () => {
        const pose = rigidPose(random, 3 * scale);
        for (let k = 0; k < 3; k++) pose[12 + k] += offset + middle * scale;
        return pose;
      });
      const scene = cornerScene(scaled(shape, scale, offset), scaled(torus(16, 8, 2, 1), scale, 0), poses, {
        reach: 0.1 * scale,
        tolerance: 1e-4 * scale,
      });
      const leaves = randomLeaves(scene, 150, 4, seed);
      const words = await measureCorners(scene, leaves);
      const found = checkCorners(scene, leaves, words);
      console.log(name, scale, offset, JSON.stringify(found), found.widest / scale);
      expect(found.inside).toBeGreaterThan(10);
      expect(found.undecided).toBeLessThan(0.02 * found.points);
    });
  });
});

/** A sphere some of whose faces have become pits: each is removed and replaced by three steeper ones. */
function pitted(bone: BoneBody, faces: readonly number[]): void {
  const points: number[] = [];
  const added: number[] = [];
  for (const face of faces) {
    const v = [0, 1, 2].map((k) => bone.faces[3 * face + k]);
    const deep = bone.vertexCount + points.length / 3;
    points.push(...[0, 1, 2].map((k) => (v.reduce((sum, i) => sum + bone.positions[3 * i + k], 0) / 3) * 0.7));
    added.push(v[0], v[1], deep, v[1], v[2], deep, v[2], v[0], deep);
  }
  bone.apply(Uint32Array.from(faces), Float64Array.from(points), Uint32Array.from(added));
}

/** Sizes besides the usual one; each has its kernels compiled, which takes a software adapter ten seconds. */
const WORKGROUPS = [256, 1].slice(longRun(0, 2));

describe('other cases', () => {
  const random = mulberry32(71);
  const strain = () => Array.from({ length: 6 }, () => 1.6e-6 * (2 * random() - 1));
  const poses = Array.from({ length: 4 }, () => strained(rigidPose(random, 2), strain()));

  test('an edited bone, poses as far from rigid as is allowed', async () => {
    const scene = cornerScene(sphere(2, 3), torus(16, 8, 2, 1), poses, {
      reach: 0.1,
      tolerance: 1e-4,
      edit: (bone) => pitted(bone, [0, 7, 30, 31, 99]),
    });
    const leaves = randomLeaves(scene, 300, 3, 72);
    const words = await measureCorners(scene, leaves);
    const found = checkCorners(scene, leaves, words);
    expect(found.inside).toBeGreaterThan(50);
    expect(found.undecided).toBeLessThan(0.01 * found.points);
    expect(await measureCorners(scene, leaves, { cells: 0 })).toEqual(words);
  });

  // Cells that do not cover the bodies; that contain one point each; that contain several; that contain everything.
  const cells: [cell: number, least: number][] = [
    [0.002, 0],
    [0.3, 0.9],
    [1.1, 0.9],
    [100, 0.9],
  ];
  test.each(someOf(cells, 2, 0))(
    'cells of %d mm; whatever lists there are find the same, to the last bit',
    async (cell, least) => {
      const scene = cornerScene(sphere(2, 3), torus(24, 12, 2, 1), poses, { reach: 0.1, tolerance: 1e-4, cell });
      const leaves = randomLeaves(scene, 130, 3, 79);
      const { words, asked, answered } = await measureByLists(scene, leaves, { cells: 2000, listed: 100_000 });
      const found = checkCorners(scene, leaves, words);
      expect(found.inside).toBeGreaterThan(10);
      expect(found.undecided).toBeLessThan(0.02 * found.points);
      expect(answered).toBeGreaterThanOrEqual(least * asked);
      // Lists that others have left: of other leaves, with and without these, and with little room.
      const others = randomLeaves(scene, 130, 3, 80);
      for (const [before, cells] of [
        [others, 2000],
        [[...others, ...leaves], 2000],
        [others, 100],
      ] as const) {
        const kept = await measureByLists(scene, leaves, { cells, listed: 100_000, before });
        expect(kept.words).toEqual(words);
        if (cells === 2000) expect(kept.answered).toBeGreaterThanOrEqual(least * asked);
      }
      const shares: number[] = [];
      // Room for no cell; for one cell; for one list entry; for some lists.
      for (const [cells, listed] of [
        [0, 1],
        [1, 100_000],
        [2000, 1],
        [40, 3000],
      ]) {
        // biome-ignore format: one line
        const other = await measureByLists(scene, leaves, { cells, listed });
        expect(other.words).toEqual(words);
        expect(other.asked).toBe(asked);
        shares.push(other.answered / asked);
      }
      console.log(`cells of ${cell} mm, answered by lists: ${answered} of ${asked}; with less room ${shares}`);
      expect(shares[0]).toBe(0);
      expect(Math.max(...shares)).toBeLessThan(0.5);
    },
  );

  test('a skull phantom and a saw blade', async () => {
    const bone = phantom(5000);
    const tool = sawBlade();
    const path = cuttingPath({ poses: 8 });
    const matrices = Array.from({ length: 8 }, (_, i) => path.subarray(16 * i, 16 * i + 16)).slice(3, 6);
    const scene = cornerScene(bone, tool, matrices, { reach: 1, tolerance: 1e-4 });
    const leaves = randomLeaves(scene, 300, 2, 73);
    const found = checkCorners(scene, leaves, await measureCorners(scene, leaves));
    console.log('phantom', JSON.stringify(found));
    expect(found.inside).toBeGreaterThan(5);
    expect(found.undecided).toBeLessThan(0.01 * found.points);
  });

  test('boxes in line: corners on faces and rays along them are left open, never wrong', async () => {
    const pose = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
    const matrices = [pose(0, 0, 0), pose(2, 0, 0), pose(1, 1, 1), pose(4, 4, 4), pose(-1, 2, 4)];
    const scene = cornerScene(box(4, 4, 4), box(4, 2, 4), matrices, { reach: 0.5, tolerance: 1e-4 });
    const leaves = randomLeaves(scene, 300, 2, 74);
    const found = checkCorners(scene, leaves, await measureCorners(scene, leaves));
    expect(found.undecided).toBeGreaterThan(100);
    expect(found.undecided).toBeLessThan(found.points);
  });

  test('an open bone has no inside: no distance is asked', async () => {
    const { positions, faces } = box(4, 4, 4);
    const scene = cornerScene({ positions, faces: faces.slice(3) }, torus(16, 8, 2, 1), poses, {
      reach: 0.1,
      tolerance: 1e-4,
    });
    const leaves = randomLeaves(scene, 40, 2, 75);
    const words = await measureCorners(scene, leaves);
    leaves.forEach(({ body }, i) => {
      for (let k = 0; k < 3; k++) {
        const at = CORNER_WORDS * (3 * i + k);
        if (body === TOOL) expect([...words.subarray(at, at + 2)]).toEqual([0, NO_FACE]);
        else expect(words[at + 1]).not.toBe(NO_FACE);
      }
    });
  });

  test('leaves that share no point are on one side: their corners have the first one’s sign, or the one proved before', async () => {
    const scene = cornerScene(box(8, 8, 8), box(1, 1, 1), [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3.1, 3.2, 3.3, 1]], {
      reach: 0.1,
      tolerance: 1e-4,
    });
    const leaves = randomLeaves(scene, 60, 2, 78).filter(({ body }) => body === TOOL);
    const apart = await measureCorners(scene, leaves, { mayCross: false });
    const proved = await measureCorners(scene, leaves, { mayCross: false, inside: 1 });
    for (const words of [apart, proved]) {
      const found = checkCorners(scene, leaves, words);
      expect(found).toMatchObject({ inside: found.points, undecided: 0 });
      // Inside, each has a distance.
      for (let at = 0; at < words.length; at += CORNER_WORDS) expect(words[at + 1]).not.toBe(NO_FACE);
    }
  });

  test(`no leaf, one, and numbers beside those of a workgroup; the same bytes in every run, in workgroups of ${[64, ...WORKGROUPS].join(' and ')}`, async () => {
    const scene = cornerScene(sphere(1, 3), torus(16, 8, 2, 1), poses, { reach: 0.1, tolerance: 1e-4 });
    expect(await measureCorners(scene, [])).toEqual(new Uint32Array(0));
    for (const count of [1, 63, 65, 201]) {
      const leaves = randomLeaves(scene, count, 2, 76 + count);
      const words = await measureCorners(scene, leaves);
      checkCorners(scene, leaves, words);
      for (const workgroupSize of WORKGROUPS)
        expect(await measureCorners(scene, leaves, { workgroupSize })).toEqual(words);
    }
    const leaves = randomLeaves(scene, 100, 2, 77);
    const words = await measureCorners(scene, leaves);
    for (let run = 1; run < longRun(10, 3); run++) expect(await measureCorners(scene, leaves)).toEqual(words);
  });
});
