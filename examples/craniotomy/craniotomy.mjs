// A burr hole and four saw lines in a skull → a bone flap that comes off, and the bone after each cut.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCuttableBone, inspectMesh, writeMesh } from 'kerf';
import { craniotomyPaths, sawBlade, skullPhantom, sphericalBurr } from 'kerf/datasets';

const folder = process.argv[2];
if (folder !== undefined) mkdirSync(folder, { recursive: true });

const saw = sawBlade({ targetFaces: 2000 });
const burr = sphericalBurr({ diameter: 8, targetFaces: 2000 });
const skull = skullPhantom({ targetFaces: 40_000 });
const bone = await createCuttableBone({ surface: skull, cell: 1 });

const paths = craniotomyPaths();
const posesOf = (path) => Array.from({ length: path.length / 16 }, (_, n) => path.slice(16 * n, 16 * n + 16));
const sawPath = posesOf(paths.saw);
const steps = [
  { what: 'burr hole', tool: burr, poses: posesOf(paths.burr) },
  ...[0, 1, 2, 3].map((n) => ({ what: `saw line ${n + 1}`, tool: saw, poses: sawPath.slice(4 * n, 4 * n + 4) })),
];

const save = (name, mesh) => {
  if (folder !== undefined) writeFileSync(join(folder, name), writeMesh(mesh, 'ply'));
};

let left = inspectMesh(bone.mesh);
console.log('frame,step,removed_mm3,faces,pieces');
console.log(`0,whole,0.0,${left.faceCount},${left.components}`);
save('frame-0.ply', bone.mesh);
for (const [n, { what, tool, poses }] of steps.entries()) {
  for (let pose = 1; pose < poses.length; pose++) bone.cut(tool, { from: poses[pose - 1], to: poses[pose] });
  const before = left.volume;
  left = inspectMesh(bone.mesh);
  console.log([n + 1, what, (before - left.volume).toFixed(1), left.faceCount, left.components].join(','));
  save(`frame-${n + 1}.ply`, bone.mesh);
}

save('skull.ply', skull);
save('saw.ply', saw);
if (folder !== undefined)
  writeFileSync(join(folder, 'saw-path.csv'), sawPath.map((pose) => `${pose.join(' ')}\n`).join(''));
