// manifold-3d as an engine to be judged: solids.
//
// verdict    contact if the Boolean intersection of the two solids is not empty, so also if one lies inside the other;
//            it does not report which. Solids that only touch, flush, have an empty intersection.
// distance   from minGap: between solids, so also 0 if one lies inside the other. It searches no farther than a given
//            length, which is doubled until it finds something.
//
// No depth, contacts or pairs: it makes a third solid from two, and no call returns the faces behind it. Coordinates
// are rounded to f32.

import load from 'manifold-3d';
import { versionOf } from './version-of.mjs';

const wasm = await load();
wasm.setup();

export const engine = { name: 'manifold-3d', version: versionOf('manifold-3d') };

/** @throws Error if it does not accept a mesh as a solid. */
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

/** @throws Error with its status if it does not accept the mesh as a solid. */
export function solidOf({ positions, faces }) {
  const mesh = new wasm.Mesh({ numProp: 3, vertProperties: new Float32Array(positions), triVerts: faces });
  const solid = new wasm.Manifold(mesh);
  // Solids are evaluated lazily, at the first query.
  if (solid.isEmpty()) throw new Error(solid.status());
  return solid;
}

/** minGap takes longer for a longer search length, so that starts at 1 mm. */
export function gapOf(boneSolid, toolSolid) {
  let length = 1;
  let gap = boneSolid.minGap(toolSolid, length);
  while (gap >= length) {
    length *= 2;
    gap = boneSolid.minGap(toolSolid, length);
  }
  return gap;
}
