// Ticks of a servo that presses and slides within the reach of one model → the bytes that a tick leaves behind.

import { allocated } from './allocated.mjs';

const WARM_TICKS = 30_000;
const TICKS = 10_000;
/** As with queries: the least counts. */
const ATTEMPTS = 3;
const CONTACT = 2;

/** @param parts what a loop is made of. @param poses a short path that begins free and ends in contact. @returns ticks, how many of them touched, bytes of all of them, collections meanwhile. */
export async function measureTickGarbage(parts, bone, tool, poses) {
  const settings = parts.servoSettings({ mostAge: 1e9, motion: 2 });
  const samples = parts.samplePoints(new parts.ToolBody(tool), settings.spacing);
  const memory = new parts.HapticMemory();
  const device = new parts.ScriptedDevice({ poses, interval: 200, loops: true });
  // Reading the system's clock leaves a number; this one goes on by half a tick at each reading.
  const steps = new Float64Array(1);
  const clock = {
    read: (times, at) => {
      steps[0] += 0.5;
      times[at] = steps[0];
    },
  };
  const servo = new parts.ServoRunner(settings, samples, memory, device, clock);
  const models = new parts.ModelRunner(new parts.BoneBody(bone), samples, settings, memory);
  let touching = 0;
  function run(ticks) {
    for (let i = 0; i < ticks; i++) {
      servo.tick();
      if (servo.servo.state === CONTACT) touching++;
    }
  }
  run(1);
  models.make();
  run(WARM_TICKS);
  await allocated(() => run(0));
  const attempts = [];
  do {
    touching = 0;
    const nothing = await allocated(() => run(0));
    const { bytes, collections } = await allocated(() => run(TICKS));
    attempts.push({ ticks: TICKS, touching, bytes: Math.max(0, bytes - nothing.bytes), collections });
  } while (attempts.length < ATTEMPTS && attempts.at(-1).bytes > 0);
  return attempts.sort((a, b) => a.bytes - b.bytes)[0];
}
