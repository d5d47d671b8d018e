// The mailbox's guarantees to its two sides, in every order of their steps: nobody writes what the other side reads,
// and the newest model gets through.

import { expect, test } from '@jest/globals';
import { ModelMailbox } from '#haptics/model-mailbox.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 68;

test(`random turns of a writer and a reader who keeps some models and passes over others (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { kept: 0, passed: 0, none: 0, overtaken: 0 };
  for (let round = 0; round < 50; round++) {
    const slot = new Int32Array(new SharedArrayBuffer(8));
    const models = Array.from({ length: 4 }, () => ({ serial: 0 }));
    const writer = new ModelMailbox(slot, 1, models, 'writer');
    const reader = new ModelMailbox(slot, 1, models, 'reader');
    let serial = 0;
    let posted = 0;
    let taken = 0;
    let kept: { model: { serial: number }; serial: number } | null = null;
    for (let turn = 0; turn < 300; turn++) {
      // An `expect` costs more than a turn.
      const check = (holds: boolean) => {
        if (!holds) throw new Error(`round ${round}, turn ${turn}`);
      };
      const step = random();
      if (step < 0.3) writer.own.serial = ++serial;
      else if (step < 0.6 && serial > posted) {
        if (posted > taken) seen.overtaken++;
        writer.post();
        posted = serial;
      } else {
        const model = reader.take();
        check((model === null) === (taken === posted));
        if (model === null) seen.none++;
        else {
          check(model.serial === posted);
          taken = posted;
          if (random() < 0.5) {
            reader.keep();
            kept = { model, serial: model.serial };
            seen.kept++;
          } else seen.passed++;
        }
      }
      if (kept !== null) check(kept.model.serial === kept.serial && writer.own !== kept.model);
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200);
});
