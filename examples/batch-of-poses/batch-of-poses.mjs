// A batch of poses, computed by two threads → one line a pose, in the batch's order, and how often each state occurs.

import { createDetector } from 'kerf';
import { skullPhantom, skullVaultSphere, sphericalBurr } from 'kerf/datasets';

const detector = await createDetector({
  bone: skullPhantom({ targetFaces: 20_000 }),
  tool: sphericalBurr({ diameter: 5 }),
  contactDistance: 0.2,
  resolution: 0.5,
  backend: 'cpu', // threads share its poses; a GPU needs none for a batch
});

// The burr stands upright on a grid over the top of the vault, at three heights of its tip.
const [x, y, z] = skullVaultSphere.center;
const top = z + skullVaultSphere.radius + 2.5;
const places = [1, 0.0625, -0.5].flatMap((height) =>
  [0, 3, 6].flatMap((back) => [-4, -2, 0, 2, 4].map((left) => [x + left, y + back, top + height])),
);
const poses = Float64Array.from(places.flatMap((place) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1]));

const counts = {};
let pose = 0;
for await (const { state, contacts } of detector.detectMany(poses, { workers: 2 })) {
  console.log(`pose ${pose} at ${places[pose].join(' ')}: ${state}, ${contacts.length} contacts`);
  counts[state] = (counts[state] ?? 0) + 1;
  pose++;
}
const summary = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
console.log(`${pose} poses: ${summary.join(', ')}`);
detector.dispose();
