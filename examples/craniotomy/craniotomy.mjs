// A burr hole and four saw lines in a skull → a bone flap that comes off, and the bone after each of them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCuttableBone, inspectMesh, writeMesh } from 'kerf';
import { sawBlade, skullPhantom, skullVaultSphere, skullWallThickness, sphericalBurr } from 'kerf/datasets';

const folder = process.argv[2];
if (folder !== undefined) mkdirSync(folder, { recursive: true });

const saw = sawBlade({ targetFaces: 2000 });
const burr = sphericalBurr({ diameter: 8, targetFaces: 2000 });
const skull = skullPhantom({ targetFaces: 40_000 });
const bone = await createCuttableBone({ surface: skull, cell: 1 });

const { center, radius } = skullVaultSphere;
const past = 1.5; // mm that the tools come out on the inside of the wall
const deep = radius - skullWallThickness - past;
const clear = radius + 10;
const half = 15 / radius; // the flap is 30 mm wide
const slide = 13 / radius; // the blade's middle goes so far along each side

const sum = (...parts) => [0, 1, 2].map((k) => parts.reduce((total, [share, vector]) => total + share * vector[k], 0));
const cross = (a, b) => [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const poseOf = (x, y, z, origin) => [...x, 0, ...y, 0, ...z, 0, ...origin, 1];

// The flap's middle lies to the left of the vault's top; `sides` point from there to its four sides.
const up = [Math.sin(0.45), 0, Math.cos(0.45)];
const along = [0, 1, 0];
const sides = [0, 1, 2, 3].map((n) =>
  sum([Math.cos((n * Math.PI) / 2), along], [Math.sin((n * Math.PI) / 2), cross(up, along)]),
);

/** The saw on a side of the flap: in a plane through the vault's centre, its teeth toward it. */
function sawOn(side, angle, height) {
  const middle = sum([Math.cos(half), up], [Math.sin(half), side]);
  const way = cross(up, side);
  const outward = sum([Math.cos(angle), middle], [Math.sin(angle), way]);
  const forward = sum([-Math.sin(angle), middle], [Math.cos(angle), way]);
  return poseOf(forward, outward, cross(forward, outward), sum([1, center], [height, outward]));
}

/** The burr over the corner of two sides, its shaft outward. */
function burrAt(height) {
  const corner = sum([Math.tan(half), sides[0]], [Math.tan(half), sides[3]], [1, up]);
  const outward = corner.map((x) => x / Math.hypot(...corner));
  const across = cross(outward, along).map((x, _, all) => x / Math.hypot(...all));
  return poseOf(across, cross(outward, across), outward, sum([1, center], [height, outward]));
}

const sawPath = sides.flatMap((side) => [
  sawOn(side, -slide, clear),
  sawOn(side, -slide, deep),
  sawOn(side, slide, deep),
  sawOn(side, slide, clear),
]);
const steps = [
  { what: 'burr hole', tool: burr, poses: [burrAt(clear), burrAt(deep + 4)] },
  ...sides.map((_, n) => ({ what: `saw line ${n + 1}`, tool: saw, poses: sawPath.slice(4 * n, 4 * n + 4) })),
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
