// Numbers of the workbench are shown with the picture of their own report, in whatever order both are reported.

import { expect, test } from '@jest/globals';
import { InStep } from '../../examples/workbench/src/in-step.ts';
import { mulberry32 } from '#harness/random.ts';

test('whatever the order of reports and frames, only numbers of a drawn report are shown, and at last the newest', () => {
  const draw = mulberry32(56);
  let dropped = 0;
  for (let round = 0; round < 500; round++) {
    const steps = new InStep();
    const shown: number[] = [];
    // Two threads: reports 1 … 9, each once, and frames of a report that has been made.
    let [reported, drawn, made] = [0, 0, 0];
    const report = () => {
      const serial = ++reported;
      steps.add(serial, () => shown.push(serial));
    };
    while (reported < 9) {
      made = Math.max(made, reported + (draw() < 0.3 ? 1 : 0));
      if (draw() < 0.5) report();
      else if (made > drawn) {
        drawn = made;
        steps.drawn(drawn);
      }
      const newest = shown.at(-1) ?? 0;
      expect(newest).toBeLessThanOrEqual(drawn);
      if (reported >= drawn) expect(newest).toBe(drawn);
    }
    steps.drawn(9);
    expect(shown.at(-1)).toBe(9);
    expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
    dropped += 9 - shown.length;
  }
  // Frames that show several reports at once are among them.
  expect(dropped).toBeGreaterThan(500);
});

test('what follows numbers waits for them, and without any it does not wait', () => {
  const steps = new InStep();
  const says: string[] = [];
  steps.afterLast(() => says.push('free'));
  steps.add(1, () => says.push('one'));
  steps.add(2, () => says.push('two'));
  steps.afterLast(() => says.push('after two'));
  expect(says).toEqual(['free']);
  steps.drawn(1);
  expect(says).toEqual(['free', 'one']);
  steps.drawn(2);
  expect(says).toEqual(['free', 'one', 'two', 'after two']);
});

test('without frames, the newest numbers are shown when asked for', () => {
  const steps = new InStep();
  const shown: number[] = [];
  for (const serial of [1, 2, 3]) steps.add(serial, () => shown.push(serial));
  steps.flush();
  steps.drawn(3);
  expect(shown).toEqual([3]);
});
