// A recorded cut, felt a thousand times a second → its states, how long ticks took and how late they began.

import { startHapticLoop } from 'kerf';
import { cuttingPath, sawBlade, skullPhantom } from 'kerf/datasets';

const seconds = Number(process.argv[2] ?? 4);
if (!(seconds >= 1 && seconds <= 600)) {
  console.error(
    `The cut is to last "${process.argv[2]}" seconds, expected a number from 1 to 600; leave it out for 4.`,
  );
  process.exit(1);
}

const poses = cuttingPath({ poses: 100 });
const loop = await startHapticLoop({
  bone: skullPhantom({ targetFaces: 20_000 }),
  tool: sawBlade(),
  script: { poses, interval: (1000 * seconds) / 99 },
});

// The servo ticks in a thread of its own; this one polls it, and may miss a state that lasts only a few ticks.
const started = performance.now();
let state;
while (performance.now() - started < 1000 * seconds) {
  const now = loop.snapshot();
  if (now !== null && now.state !== state) {
    state = now.state;
    console.log(`tick ${now.ticks}: ${state}, ${Math.hypot(...now.force).toFixed(2)} N`);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const { tick, lateness, modelAge, mostForce, largestForceStep } = await loop.stop();

console.log('\nms; a bar is 8 longer for every factor of ten above 1 µs');
for (const [name, times] of Object.entries({ 'tick time': tick, lateness, 'model age': modelAge }))
  for (const [share, time] of Object.entries({
    median: times.median,
    '99 %': times.p99,
    '99.9 %': times.p999,
    most: times.greatest,
  })) {
    const bar = '#'.repeat(Math.max(0, Math.round(8 * Math.log10(1000 * time))));
    console.log(`${name.padEnd(9)} ${share.padEnd(6)} ${time.toFixed(3).padStart(8)} ${bar}`);
  }
console.log(
  `\n${tick.count} ticks, largest force ${mostForce.toFixed(3)} N, largest step ${largestForceStep.toFixed(3)} N`,
);
