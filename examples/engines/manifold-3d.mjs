// manifold-3d as an engine to be judged: solids.
//
// verdict    contact where the Boolean intersection of the two solids is not empty, so also where one lies inside the
//            other; it does not tell which. Solids that only touch, flush, have an empty intersection.
// distance   of minGap: between solids, so 0 also where one lies inside the other. It looks no farther than it is told
//            to: twice as far until it finds something.
//
// No depth, contacts or pairs: of two solids it makes a third, and no call tells of the faces behind it. Coordinates
// are taken as f32.

import load from 'manifold-3d';
import { versionOf } from './version-of.mjs';

const wasm = await load();
wasm.setup();

export const engine = { name: 'manifold-3d', version: versionOf('manifold-3d') };

/** @throws Error where it takes a mesh for no solid. */
export function createEngine({ bone, tool }) {
  const boneSolid = solidOf(bone);
  const toolSolid = solidOf(tool);
  return {
    answer(pose) {
      const posed = toolSolid.transform(Array.from(pose));
      const common = boneSolid.intersect(posed);
      const verdict = common.isEmpty() ? 'separated' : 'contact';
      const distance = gapOf(boneSolid, posed);
      for (const solid of [posed, common]) solid.delete();
      return { verdict, distance };
    },
    dispose() {
      for (const solid of [boneSolid, toolSolid]) solid.delete();
    },
  };
}

/** @throws Error with its status where it takes the mesh for no solid. */
export function solidOf({ positions, faces }) {
  const mesh = new wasm.Mesh({ numProp: 3, vertProperties: new Float32Array(positions), triVerts: faces });
  const solid = new wasm.Manifold(mesh);
  // Solids are made when they are first asked for something.
  if (solid.isEmpty()) throw new Error(solid.status());
  return solid;
}

/** minGap takes longer the farther it is to look; 1 mm first. */
export function gapOf(boneSolid, toolSolid) {
  let length = 1;
  let gap = boneSolid.minGap(toolSolid, length);
  while (gap >= length) {
    length *= 2;
    gap = boneSolid.minGap(toolSolid, length);
  }
  return gap;
}
