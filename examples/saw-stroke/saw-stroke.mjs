// A saw that passes through a thin wall between two poses → when it first touches, proved from both sides.

import { createDetector } from 'kerf';
import { box, sawBlade } from 'kerf/datasets';

const detector = await createDetector({
  bone: box({ size: [60, 0.3, 60] }), // a wall of 0.3 mm, as in an orbit
  tool: sawBlade({ targetFaces: 2000 }),
  contactDistance: 0.2,
  resolution: 0.5,
  backend: 'cpu',
});

/** The blade's tip at a height above the wall's middle, tilted about z. */
function poseAt(height, degrees = 0) {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, height, 0, 1];
}

const [from, to] = [poseAt(5), poseAt(-100)];
for (const [name, pose] of Object.entries({ before: from, behind: to }))
  console.log(`${name} the stroke: ${detector.detectSync(pose).state}`);

const millimetres = (t) => (105 * t).toFixed(6);
function print(name, motion, options) {
  const { status, time, bonePoint, normal } = detector.firstContact(motion, options);
  if (status === 'free') return console.log(`${name}: free`);
  console.log(`${name}: ${status}, free for ${millimetres(time.low)} mm, contact at ${millimetres(time.high)} mm`);
  console.log(
    `  at ${[...bonePoint].map((x) => x.toFixed(3))}, from bone to saw ${[...normal].map((x) => x.toFixed(3))}`,
  );
}
print('straight down', { from, to });
print('with a turn of 20°', { from, to: poseAt(-100, 20) });
print('a clearance of 1 mm', { from, to }, { distance: 1 });
print('past the wall', { from: poseAt(5), to: poseAt(105) });

// `detectMany` with `between` reports this for each step of a path.
for await (const { state, between } of detector.detectMany([...from, ...to], { between: true }))
  if (between?.begins && between.ends)
    console.log(
      `${state} now; in between in contact from ${millimetres(between.begins.time.high)} to ${millimetres(between.ends.time.low)} mm`,
    );
detector.dispose();
