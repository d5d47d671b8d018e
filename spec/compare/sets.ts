// Sizes and a count → the questions on which the backends are compared: the saw on its cutting path and anywhere,
// degenerate bodies, real bones.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  cuttingPath,
  labelledTrianglePairs,
  meshCorpus,
  sawBlade,
  skullPhantom,
  triangleOffsets,
  triangleScales,
} from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { randomPoses } from '#validation';
import { identityPose } from '#harness/contact-cases.ts';
import { dataFolder } from '#harness/data-folder.ts';
import { degenerateCases } from '#harness/degenerate-bodies.ts';
import { CONTACT_DISTANCE, labelledBody, labelledPoses, readPoses } from '#harness/labelled-poses.ts';
import { mulberry32 } from '#harness/random.ts';

export interface Question {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly contactDistance: number;
  readonly resolution: number;
  /** 16 numbers per pose. */
  readonly poses: Float64Array;
}

export interface QuestionSet {
  readonly name: string;
  /** The greatest share of candidate pairs that may be escalated to the CPU; null: any. */
  readonly mostEscalated: number | null;
  readonly questions: () => AsyncIterable<Question> | Iterable<Question>;
}

const ON_PATH = 0.02;
/**
 * mm; fine enough to halve faces of the saw and of the coarser bones, coarse enough for a software adapter, which takes
 * 0.1 ms per sub-triangle.
 */
const saw = { contactDistance: 0.5, resolution: 2 };

/**
 * Two sets per size: half of the poses on the cutting path, one in each stretch of it, half wherever the blade grazes,
 * cuts or just misses.
 */
export function* sawSets(sizes: readonly number[], poseCount: number, seed: number) {
  const tool = sawBlade({ targetFaces: 1_200 });
  const onPath = Math.ceil(poseCount / 2);
  for (const faces of sizes) {
    let phantom: TriangleMesh | null = null;
    const bone = () => {
      phantom ??= skullPhantom({ targetFaces: faces });
      return phantom;
    };
    const size = `${faces.toLocaleString('en-US')} faces`;
    yield set(`saw on its path, ${size}`, ON_PATH, () => [
      { bone: bone(), tool, ...saw, poses: pathPoses(onPath, seed) },
    ]);
    const count = poseCount - onPath;
    if (count > 0)
      yield set(`saw anywhere, ${size}`, null, () => [
        { bone: bone(), tool, ...saw, poses: randomPoses(bone(), tool, { count, seed, ...saw }) },
      ]);
  }
}

/** Bodies that touch, coincide, have no area, or are open, inverted, doubled or nested, each at its pose. */
export function* degenerateSets(): Generator<QuestionSet> {
  yield set(`${degenerateCases.length} degenerate bodies`, null, () =>
    degenerateCases.map(({ bone, tool, pose, delta }) => ({
      ...{ bone, tool, contactDistance: delta, resolution: 1, poses: pose },
    })),
  );
  const corpus = meshCorpus();
  yield set(`${corpus.length} pairs of the mesh corpus`, null, () =>
    corpus.map(({ bone, tool, pose, contactDistance }) => ({
      ...{ bone, tool, contactDistance, resolution: 8, poses: pose },
    })),
  );
}

/**
 * The corpus of triangle pairs: all pairs of one scale and offset form one bone and one tool, so every triangle meets
 * every other triangle's partner.
 */
export function triangleSet(): QuestionSet {
  return set('the corpus of triangle pairs', null, function* () {
    const pairs = [...labelledTrianglePairs()];
    for (const scale of triangleScales)
      for (const offset of triangleOffsets) {
        const own = pairs.filter((pair) => pair.scale === scale && pair.offset === offset);
        const [bone, tool] = [0, 9].map((from) =>
          soup(own.flatMap(({ coordinates }) => [...coordinates.subarray(from, from + 9)])),
        );
        yield { bone, tool, contactDistance: 0, resolution: 8 * (scale + offset), poses: identityPose };
      }
  });
}

/** The labelled poses whose files exist, and the names of those whose files do not. */
export function realSets(): { readonly sets: readonly QuestionSet[]; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const sets = labelledPoses.flatMap((given) => {
    const files = [given.bone, given.tool, `ground-truth/${given.name}.poses.f32`].map((file) =>
      join(dataFolder, file),
    );
    const absent = files.filter((file) => !existsSync(file));
    missing.push(...absent);
    if (absent.length > 0) return [];
    const [bonePath, toolPath, posePath] = files;
    return [
      set(given.name, null, async function* () {
        const bone = await labelledBody(bonePath, 'bone', given);
        const tool = await labelledBody(toolPath, 'tool', given);
        yield { bone, tool, contactDistance: CONTACT_DISTANCE, resolution: 20, poses: readPoses(posePath) };
      }),
    ];
  });
  return { sets, missing };
}

const set = (name: string, mostEscalated: number | null, questions: QuestionSet['questions']): QuestionSet => ({
  name,
  mostEscalated,
  questions,
});

function soup(corners: readonly number[]): TriangleMesh {
  return createMesh(
    corners,
    Array.from({ length: corners.length / 3 }, (_, i) => i),
    { name: 'soup' },
  );
}

/** One pose in each of `count` equal stretches of the path, drawn from a seeded stream. */
function pathPoses(count: number, seed: number): Float64Array {
  const random = mulberry32(seed);
  const STRETCH = 8;
  const path = cuttingPath({ poses: STRETCH * count });
  const poses = new Float64Array(16 * count);
  for (let i = 0; i < count; i++) {
    const at = 16 * (STRETCH * i + Math.floor(STRETCH * random()));
    poses.set(path.subarray(at, at + 16), 16 * i);
  }
  return poses;
}
