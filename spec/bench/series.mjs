// Bones from coarse to fine, one tool and one path → results of all of them.

import { largeCounts } from './large.mjs';
import { machine } from './machine.mjs';
import { measure } from './measure.mjs';

const PACKAGES = ['three-mesh-bvh', 'manifold-3d', '@dimforge/rapier3d-compat', 'jolt-physics', '@kitware/vtk.js'];

/** @param series title, seed, bones, tool, path; @returns plain data, to be written as JSON. */
export async function measureSeries({ title, seed, bones, tool, path }) {
  const large = largeCounts(bones.map(({ faces }) => faces.length / 3));
  const sizes = [];
  for (const bone of bones) {
    const faces = bone.faces.length / 3;
    console.error(`${title}: ${bone.name}, ${faces} faces …`);
    const asked = { large: large.includes(faces), first: faces === large[0], last: faces === large.at(-1) };
    sizes.push(await measure(bone, tool, path, asked));
  }
  const described = { name: tool.name, faces: tool.faces.length / 3 };
  return { title, machine: machine(PACKAGES), seed, kinds: path.kinds, tool: described, sizes };
}
