// Runners × poses → times, interleaved pose by pose.

/** Every answer is added here, so that no query can be optimised away. */
export const sink = { sum: 0 };

/**
 * Runs A B C on the first pose, B C A on the second, and so on, `rounds` times after warming up. Each round begins with
 * the next runner, so that at every pose each comes first as often as the others: who comes second finds the pose's
 * meshes in other caches than who comes first.
 * @param runners `run(pose)` gives a number; `rounds` is in how many of the rounds it takes part (the last ones). One
 * that takes part in fewer than all is slow: it is warmed up on WARM_POSES poses only.
 * @returns for each runner milliseconds[pose][round].
 */
export function interleave(runners, poses, rounds) {
  const results = runners.map(() => poses.map(() => []));
  for (let round = -WARM_ROUNDS; round < rounds; round++)
    for (let i = 0; i < poses.length; i++)
      for (let k = 0; k < runners.length; k++) {
        const which = (round + WARM_ROUNDS + i + k) % runners.length;
        const { run, rounds: own = rounds } = runners[which];
        if (round >= 0 && round < rounds - own) continue;
        if (round < 0 && own < rounds && (round < -1 || i >= WARM_POSES)) continue;
        const started = performance.now();
        const answer = run(poses[i]);
        const taken = performance.now() - started;
        sink.sum += answer;
        if (round >= 0) results[which][i].push(taken);
      }
  return results;
}

/** Enough for the optimising compiler to settle on the first bone size. */
const WARM_ROUNDS = 3;

const WARM_POSES = 6;

/** @returns what `run` gives, and the milliseconds that it took. */
export async function timed(run) {
  const started = performance.now();
  const result = await run();
  return [result, performance.now() - started];
}

/** The p-th percentile, 0 ≤ p ≤ 100: the least value that p % of them do not exceed. */
export function percentile(values, p) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)];
}

export function median(values) {
  return percentile(values, 50);
}

/** Median, 99th percentile, and the 10th and 90th as the spread. */
export function summary(values) {
  return {
    count: values.length,
    median: median(values),
    p99: percentile(values, 99),
    p10: percentile(values, 10),
    p90: percentile(values, 90),
  };
}
