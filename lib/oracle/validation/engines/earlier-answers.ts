// Poses and an engine's answers → for each pose whose 16 numbers an earlier answered pose shares, the first answer
// given there. An engine that answers one pose twice must give the same answer.

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
