// A case's name and numbers of poses and strokes → its bodies, poses and strokes, the same on every machine.
//
// A case's first poses do not depend on how many there are: a smaller size is the beginning of a larger one.

import { checkOptionNames, described, mulberry32, OptionError, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { checkWhole } from '../check-option.ts';
import { type BoneName, benchmarkBone, benchmarkTool, boneNames, type ToolName, toolNames } from './bodies.ts';
import { BodyShape } from './body-shape.ts';
import { familyPose, type PoseDraw, type PoseFamily, poseFamilies } from './pose-families.ts';
import type { Pose } from './poses.ts';
import { type BenchmarkStroke, benchmarkStroke, strokeKinds } from './strokes.ts';

/** The output of one version always has the same bytes. */
export const benchmarkVersion = '1';

export interface CaseCounts {
  readonly poses: number;
  readonly strokes: number;
}
const COUNTS: OptionNames<CaseCounts> = { poses: true, strokes: true };

/** How much of a case a size holds: for the skull, and for another bone. */
interface BenchmarkSize {
  readonly skull: CaseCounts;
  readonly other: CaseCounts;
}

export const benchmarkSizes = {
  S: { skull: { poses: 126, strokes: 10 }, other: { poses: 35, strokes: 5 } },
  M: { skull: { poses: 504, strokes: 32 }, other: { poses: 124, strokes: 17 } },
  L: { skull: { poses: 2500, strokes: 180 }, other: { poses: 625, strokes: 80 } },
} as const satisfies Record<string, BenchmarkSize>;
export type BenchmarkSizeName = keyof typeof benchmarkSizes;

interface CaseParts {
  readonly bone: BoneName;
  readonly tool: ToolName;
}
const parts = new Map<string, CaseParts>(
  boneNames.flatMap((bone) => toolNames.map((tool) => [`${tool}-${bone}`, { bone, tool }] as const)),
);
/** saw-skull, burr-skull, saw-sphere, … */
export const benchmarkCaseNames: readonly string[] = [...parts.keys()];

export interface BenchmarkCase {
  readonly name: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly poses: readonly { readonly family: PoseFamily; readonly pose: Pose }[];
  readonly strokes: readonly BenchmarkStroke[];
}

/**
 * How much of a case a size holds.
 * @throws OptionError UNKNOWN_CASE, UNKNOWN_SIZE.
 */
export function benchmarkCounts(name: string, size: BenchmarkSizeName): CaseCounts {
  const { bone } = partsOf(name);
  if (!(typeof size === 'string' && Object.hasOwn(benchmarkSizes, size)))
    throw new OptionError(
      'UNKNOWN_SIZE',
      `There is no benchmark of the size ${described(size)}; choose one of ${Object.keys(benchmarkSizes).join(', ')}.`,
    );
  return benchmarkSizes[size][bone === 'skull' ? 'skull' : 'other'];
}

/**
 * Poses cycle through the families. No tool can be enclosed by the skull's wall, so its cases lack that family.
 * @param counts whole numbers up to 100,000.
 * @throws OptionError UNKNOWN_CASE, BAD_COUNT, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function benchmarkCase(name: string, counts: CaseCounts): BenchmarkCase {
  const { bone: boneName, tool: toolName } = partsOf(name);
  checkOptionNames(counts, COUNTS, 'benchmarkCase', 'counts');
  for (const what of ['poses', 'strokes'] as const)
    checkWhole('BAD_COUNT', `Benchmark case: ${what}`, counts[what], 0, 100_000);
  const bone = benchmarkBone(boneName);
  const tool = benchmarkTool(toolName);
  const shapes = { boneShape: new BodyShape(bone.mesh), toolShape: new BodyShape(tool.mesh) };
  const drawOf = (kind: number, number: number): PoseDraw => ({
    ...{ bone, tool, ...shapes },
    random: mulberry32(seedOf(benchmarkCaseNames.indexOf(name), kind, number)),
  });
  const families = boneName === 'skull' ? poseFamilies.filter((family) => family !== 'enclosed') : poseFamilies;
  return {
    ...{ name, bone: bone.mesh, tool: tool.mesh },
    poses: Array.from({ length: counts.poses }, (_, i) => {
      const family = families[i % families.length];
      return { family, pose: familyPose(family, drawOf(0, i)) };
    }),
    strokes: Array.from({ length: counts.strokes }, (_, i) =>
      benchmarkStroke(strokeKinds[i % strokeKinds.length], drawOf(1, i)),
    ),
  };
}

function partsOf(name: string): CaseParts {
  const found = parts.get(name);
  if (found === undefined)
    throw new OptionError(
      'UNKNOWN_CASE',
      `There is no case of the name ${described(name)} in the benchmark; choose one of ${benchmarkCaseNames.join(', ')}.`,
    );
  return found;
}

/** Turns consecutive numbers into unrelated seeds. */
function seedOf(caseNumber: number, kind: number, number: number): number {
  let seed = Math.imul(2 * caseNumber + kind + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b);
  seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return (seed ^ (seed >>> 13)) >>> 0;
}
