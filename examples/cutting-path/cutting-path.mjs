// A saw on a cutting path through a skull → one CSV row a pose, on standard output.

import { createDetector } from 'kerf';
import { cuttingPath, sawBlade, skullPhantom } from 'kerf/datasets';

const tool = sawBlade();
const detector = await createDetector({
  bone: skullPhantom({ targetFaces: 10000 }),
  tool,
  feed: tool.feed, // the direction in which it is pushed into the bone
  contactDistance: 0.2,
  resolution: 1,
});

console.log('pose,state,contacts,patches,insertion_mm,wall_ahead_mm,through,area_mm2');
let pose = 0;
for await (const { state, contacts, patches, penetration } of detector.detectMany(cuttingPath({ poses: 20 }))) {
  const { insertion, wallAhead, through } = penetration;
  const area = patches.reduce((sum, patch) => sum + patch.area, 0);
  // The safe end of each interval.
  const ways = [insertion.high.toFixed(3), wallAhead.low.toFixed(3)];
  console.log([pose++, state, contacts.length, patches.length, ...ways, through, area.toFixed(2)].join(','));
}
detector.dispose();
