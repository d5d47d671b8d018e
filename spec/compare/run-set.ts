// A set of questions and a way to ask the GPU → its answers compared with the CPU's.

import { createDetector, type DetectorOptions } from '#kerf';
import { compareBackends, type PlainReport } from '#harness/compare-backends.ts';
import type { QuestionSet } from './sets.ts';

/** The GPU's reports of a bone and a tool, pose by pose. */
export type AskGpu = (
  options: Omit<DetectorOptions, 'backend' | 'device'>,
  poses: Float64Array,
) => AsyncIterable<PlainReport>;

export interface SetResult {
  readonly name: string;
  readonly poses: number;
  /** Poses in each state, and the number of rows compared. */
  readonly states: Readonly<Record<string, number>>;
  readonly rows: number;
  /** The number of poses that differ, and a sentence for each difference. */
  readonly differing: number;
  readonly differences: readonly string[];
  /** Poses that the CPU answered instead of the GPU. */
  readonly onCpu: number;
  /** mm: the greatest difference between two distances, and the GPU's widest interval. */
  readonly farthest: number;
  readonly widest: number;
  /** The GPU's candidate pairs, and how many of them were escalated. */
  readonly candidatePairs: number;
  readonly escalatedPairs: number;
  /** Whether nothing differs and the escalated share is within its limit. */
  readonly held: boolean;
}

export async function runSet({ name, mostEscalated, questions }: QuestionSet, askGpu: AskGpu): Promise<SetResult> {
  const states: Record<string, number> = {};
  const differences: string[] = [];
  const sum = {
    poses: 0,
    rows: 0,
    differing: 0,
    onCpu: 0,
    farthest: 0,
    widest: 0,
    candidatePairs: 0,
    escalatedPairs: 0,
  };
  let question = 0;
  for await (const { poses, ...options } of questions()) {
    const cpu = await createDetector({ ...options, backend: 'cpu' });
    let pose = 0;
    for await (const report of askGpu(options, poses)) {
      const expected = cpu.detectSync(poses.subarray(16 * pose, 16 * pose + 16));
      const found = compareBackends(expected, report);
      for (const says of found.differences) differences.push(`${name}, question ${question}, pose ${pose}: ${says}`);
      states[expected.state] = (states[expected.state] ?? 0) + 1;
      sum.poses++;
      sum.rows += expected.contacts.length;
      sum.differing += found.differences.length > 0 ? 1 : 0;
      sum.onCpu += report.stats.backend === 'cpu' ? 1 : 0;
      sum.farthest = Math.max(sum.farthest, found.farthest);
      sum.widest = Math.max(sum.widest, found.widest);
      sum.candidatePairs += report.stats.candidatePairs;
      sum.escalatedPairs += report.stats.escalatedPairs;
      pose++;
    }
    cpu.dispose();
    if (pose !== poses.length / 16) {
      sum.differing++;
      differences.push(`${name}, question ${question}: ${pose} reports, expected ${poses.length / 16}`);
    }
    question++;
  }
  const isWithin =
    mostEscalated === null || (sum.onCpu === 0 && sum.escalatedPairs < mostEscalated * sum.candidatePairs);
  return { name, states, differences, ...sum, held: sum.differing === 0 && sum.poses > 0 && isWithin };
}
