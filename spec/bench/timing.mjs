// Runners × poses → times, interleaved pose by pose.

/** Every answer is added here, so that no query can be optimised away. */
export const sink = { sum: 0 };

/**
 * Runs A B C on the first pose, B C A on the second, and so on, `rounds` times after warming up. Each round begins with
 * the next runner, so that at every pose each comes first as often as the others: the second to run finds the pose's
 * meshes in different caches than the first.
 * @param runners `run(pose)` returns a number; `rounds`: in how many of the rounds it takes part (the last ones). One
 * that takes part in fewer than all is slow: it is warmed up on WARM_POSES poses only.
 * @returns for each runner milliseconds[pose][round].
 */
export function interleave(runners, poses, rounds) {
  warmUp(runners, poses, rounds);
  const results = runners.map(() => poses.map(() => []));
  for (let round = 0; round < rounds; round++)
    inTurn(runners, poses, round, ({ run, rounds: own = rounds }, pose, which) => {
      if (round >= rounds - own) results[which][pose].push(timeOf(run, poses[pose]));
    });
  return results;
}

/** Warm-up rounds, at least. */
const WARM_ROUNDS = 3;
/**
 * And further, until a runner has had this many calls or this much time: the compiler goes by how often code has run,
 * and a query of a microsecond is fully compiled after thousands, one of ten milliseconds after a hundred.
 */
const WARM_CALLS = 4000;
const WARM_MILLISECONDS = 1000;
const WARM_POSES = 6;

function warmUp(runners, poses, rounds) {
  const spent = runners.map(() => ({ calls: 0, milliseconds: 0 }));
  const isWarm = ({ calls, milliseconds }) => calls >= WARM_CALLS || milliseconds >= WARM_MILLISECONDS;
  for (let round = 0; ; round++) {
    // Decided before the round, so that the same runners take part at each of its poses.
    const takesPart = runners.map(({ rounds: own = rounds }, which) =>
      own < rounds ? round === 0 : round < WARM_ROUNDS || !isWarm(spent[which]),
    );
    if (!takesPart.includes(true)) return;
    inTurn(runners, poses, round, ({ run, rounds: own = rounds }, pose, which) => {
      if (!takesPart[which] || (own < rounds && pose >= WARM_POSES)) return;
      spent[which].milliseconds += timeOf(run, poses[pose]);
      spent[which].calls++;
    });
  }
}

/** Calls `ask(runner, pose, which)` for all runners at each pose, by index, in the round's order. */
function inTurn(runners, poses, round, ask) {
  for (let pose = 0; pose < poses.length; pose++)
    for (let k = 0; k < runners.length; k++) {
      const which = (round + pose + k) % runners.length;
      ask(runners[which], pose, which);
    }
}

function timeOf(run, pose) {
  const started = performance.now();
  const answer = run(pose);
  const taken = performance.now() - started;
  sink.sum += answer;
  return taken;
}

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
