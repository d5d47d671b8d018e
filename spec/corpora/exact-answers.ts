// The corpora's questions → the oracle's answers, in the form in which datasets/corpora stores them.

import {
  type BoneFacts,
  type CorpusPair,
  type MeshAnswer,
  type MeshCase,
  soundBone,
  type TriangleFamily,
  triangleCorpus,
  triangleFamilies,
  triangleOffsets,
} from '#datasets';
import type { TriangleMesh } from '#mesh';
import { meshState, posedPositions, trianglesSharePoint } from '#reference';
import { surfaceFacts } from '#harness/surface-facts.ts';
import { inspectPlainly } from '#spec/base/mesh/plain-inspection.ts';
import { NumberHash } from './sha256.ts';

export interface TriangleAnswers {
  readonly count: number;
  readonly sha256: string;
  /** The number of pairs of each family that share a point. */
  readonly sharing: Readonly<Record<TriangleFamily, number>>;
  readonly verdicts: Readonly<Record<TriangleFamily, string>>;
}

export function exactShare({ coordinates }: CorpusPair): boolean {
  return trianglesSharePoint(coordinates.subarray(0, 9), coordinates.subarray(9));
}

export function triangleAnswers(seed: number, rounds: number): TriangleAnswers {
  const bits = Object.fromEntries(triangleFamilies.map((family) => [family, ''])) as Record<TriangleFamily, string>;
  const hash = new NumberHash();
  let count = 0;
  for (const pair of triangleCorpus({ seed, rounds })) {
    count++;
    hash.f64(pair.coordinates);
    bits[pair.family] += exactShare(pair) ? '1' : '0';
  }
  const each = <T>(of: (bits: string) => T) =>
    Object.fromEntries(triangleFamilies.map((family) => [family, of(bits[family])])) as Record<TriangleFamily, T>;
  return {
    count,
    sha256: hash.digest(),
    sharing: each((text) => text.replaceAll('0', '').length),
    verdicts: each(hex),
  };
}

/** Bits → hexadecimal digits, each for as many bits as there are offsets, the first bit highest. */
function hex(bits: string): string {
  const digits = bits.match(new RegExp(`.{${triangleOffsets.length}}`, 'g')) ?? [];
  return digits.map((digit) => Number.parseInt(digit, 2).toString(16)).join('');
}

export function meshAnswer({ bone, tool, pose, contactDistance }: MeshCase): MeshAnswer {
  const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces };
  const { state, intersectingFaces } = meshState(bone, posed, contactDistance);
  const inputs = new NumberHash().f64(bone.positions).f64(tool.positions).u32(bone.faces).u32(tool.faces);
  return {
    inputs: inputs.f64(pose).f64([contactDistance]).digest(),
    state,
    pairs: intersectingFaces.length / 2,
    digest: new NumberHash().u32(intersectingFaces).digest(),
    bone: oddities(boneFacts(bone)),
  };
}

function boneFacts(bone: TriangleMesh): BoneFacts {
  const plain = inspectPlainly({ positions: [...bone.positions], faces: [...bone.faces] });
  const { closed, oriented, manifold, degenerateFaces, duplicateFaces, boundaryEdges } = plain;
  const insideOut = closed && oriented && surfaceFacts(bone).volume < 0;
  return { closed, oriented, manifold, insideOut, degenerateFaces, duplicateFaces, boundaryEdges };
}

/** The facts that differ from a sound bone's. */
function oddities(facts: BoneFacts): Partial<BoneFacts> {
  const sound = new Map<string, unknown>(Object.entries(soundBone));
  return Object.fromEntries(Object.entries(facts).filter(([name, value]) => sound.get(name) !== value));
}
