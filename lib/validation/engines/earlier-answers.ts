// Poses and an engine's answers → of each pose whose 16 numbers an earlier answered pose has too, the answer given
// there first. An engine that answers one pose twice must say the same.

import type { EngineAnswer } from './engine-results.ts';

/** @param matrices 16 numbers a pose. @param answers ascending by pose. */
export function earlierAnswers(
  matrices: Float64Array,
  answers: readonly EngineAnswer[],
): ReadonlyMap<number, EngineAnswer> {
  const first = new Map<string, EngineAnswer>();
  const earlier = new Map<number, EngineAnswer>();
  for (const answer of answers) {
    const numbers = matrices.subarray(16 * answer.pose, 16 * answer.pose + 16).join(' ');
    const before = first.get(numbers);
    if (before === undefined) first.set(numbers, answer);
    else if (before.pose !== answer.pose) earlier.set(answer.pose, before);
  }
  return earlier;
}
