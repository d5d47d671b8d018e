// A saw on a cutting path through a skull → one CSV row a pose on standard output.

import { createDetector } from 'kerf';
import { cuttingPath, sawBlade, skullPhantom } from 'kerf/datasets';

const detector = await createDetector({
  bone: skullPhantom({ targetFaces: 10000 }),
  tool: sawBlade(),
  contactDistance: 0.2,
  resolution: 1,
});

console.log('pose,state,contacts,patches,depth_mm,area_mm2');
let pose = 0;
for await (const { state, contacts, patches } of detector.detectMany(cuttingPath({ poses: 20 }))) {
  const depth = Math.max(0, ...patches.map((patch) => patch.depth));
  const area = patches.reduce((sum, patch) => sum + patch.area, 0);
  console.log([pose++, state, contacts.length, patches.length, depth.toFixed(3), area.toFixed(2)].join(','));
}
detector.dispose();
