// Ticks of a servo that presses and slides within the reach of one model, that cuts with friction, or whose device
// sends invalid poses → the bytes that a tick leaves behind.

import { allocated } from './allocated.mjs';

/** As with queries, the least counts. */
const ATTEMPTS = 3;

/** Invalid poses: not a number, not rigid, mirrored, too far away. */
const SPOILERS = [
  (pose) => (pose[12] = Number.NaN),
  (pose) => (pose[0] = 2),
  (pose) => (pose[3] = 1),
  (pose) => {
    for (let k = 0; k < 3; k++) pose[8 + k] = -pose[8 + k];
  },
  (pose) => (pose[13] = 1e300),
];

/**
 * @param parts the classes and functions that make up a loop.
 * @param poses a short path that begins free and ends in contact.
 * @param isSpoilt whether the device sends invalid poses.
 * @param kind 'saw' or 'burr', a tool that cuts and has friction; null: it does not cut.
 * @param ticks are measured, after three times as many that are not.
 * @returns ticks, how many of them touched, or were refused if the poses are invalid, how many cut, bytes of all of
 * them, collections meanwhile.
 */
export async function measureTickGarbage(parts, bone, tool, poses, isSpoilt = false, kind = null, ticks = 10_000) {
  const cuts = { friction: 0.3, cutting: { tool: kind ?? 'saw', ploughing: 0.01, mostAhead: 0.3 } };
  const settings = parts.servoSettings({ mostAge: 1e9, motion: 2, ...(kind === null ? {} : cuts) });
  const samples = parts.samplePoints(new parts.ToolBody(tool), settings.spacing);
  const memory = new parts.HapticMemory();
  Atomics.store(memory.control, parts.CUTS, kind === null ? 0 : 1);
  const script = new parts.ScriptedDevice({ poses, interval: 200, loops: true });
  let reads = 0;
  const device = isSpoilt
    ? {
        read: (now, pose) => {
          script.read(now, pose);
          // The first pose is valid, so that there is a model.
          if (reads++ > 0) SPOILERS[reads % SPOILERS.length](pose);
          return true;
        },
        feel: () => true,
        close: () => {},
      }
    : script;
  const counted = parts.SERVO_STATES.indexOf(isSpoilt ? 'bad-pose' : 'contact');
  // Reading the system's clock allocates a number; this clock advances by half a tick at each reading.
  const steps = new Float64Array(1);
  const clock = {
    read: (times, at) => {
      steps[0] += 0.5;
      times[at] = steps[0];
    },
  };
  const servo = new parts.ServoRunner(settings, samples, memory, device, clock);
  const body = new parts.BoneBody(bone);
  const asked = { resolution: 1, feed: null, shank: null };
  const finderIn = (bone) => new parts.PenetrationFinder(bone, new parts.ToolBody(tool), asked);
  const models = new parts.ModelRunner(new parts.LoopBone(body, settings.spacing), samples, settings, memory, finderIn);
  let [touching, cutting] = [0, 0];
  function run(count) {
    for (let i = 0; i < count; i++) {
      servo.tick();
      if (servo.servo.state === counted) touching++;
      if (servo.servo.feed !== null && servo.servo.feed.told[parts.TOLD_FEED] > 0) cutting++;
    }
  }
  run(1);
  models.make();
  run(3 * ticks);
  await allocated(() => run(0));
  const attempts = [];
  do {
    touching = 0;
    cutting = 0;
    const nothing = await allocated(() => run(0));
    const { bytes, collections } = await allocated(() => run(ticks));
    attempts.push({ ticks, touching, cutting, bytes: Math.max(0, bytes - nothing.bytes), collections });
  } while (attempts.length < ATTEMPTS && attempts.at(-1).bytes > 0);
  return attempts.sort((a, b) => a.bytes - b.bytes)[0];
}
