// A guide block that moves past a femoral head → its clearance pose by pose, and the least: how much, where and when.

import { createDetector } from 'kerf';
import { box, sphere } from 'kerf/datasets';

const detector = await createDetector({
  bone: sphere({ radius: 24, subdivisions: 5 }),
  tool: box({ size: [30, 12, 6] }),
  contactDistance: 0.2,
  resolution: 1,
  backend: 'cpu',
});

/** The block at (x, 0, z), tilted about y. */
function poseAt(x, z, degrees) {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, 0, z, 1];
}

// One place for all answers: a loop that queries a thousand times a second leaves no arrays behind.
const found = { distance: 0, bonePoint: new Float64Array(3), toolPoint: new Float64Array(3), boneFace: 0, toolFace: 0 };
let least = { distance: Number.POSITIVE_INFINITY };
for (let pose = 0; pose <= 40; pose++) {
  const [x, z, degrees] = [pose - 20, 28 + ((pose - 26) / 16) ** 2, (pose - 20) / 2];
  detector.minimumDistanceInto(poseAt(x, z, degrees), found);
  console.log(`pose ${pose} at ${x} 0 ${z}, tilted ${degrees}°: ${found.distance.toFixed(6)} mm`);
  if (found.distance < least.distance)
    least = { pose, ...found, bonePoint: [...found.bonePoint], toolPoint: [...found.toolPoint] };
}
const said = (point) => point.map((value) => value.toFixed(6)).join(' ');
console.log(`least clearance: ${least.distance.toFixed(6)} mm, at pose ${least.pose}`);
console.log(`on the bone at ${said(least.bonePoint)}, face ${least.boneFace}`);
console.log(`on the guide at ${said(least.toolPoint)}, face ${least.toolFace}`);
detector.dispose();
