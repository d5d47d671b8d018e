// manifold-3d: smallest distance by Manifold.minGap; between solids, so also 0 if one contains the other.

import { gapOf, solidOf } from '../../../examples/engines/manifold-3d.mjs';
import { Refusal } from './refusal.mjs';

export const manifold = {
  name: 'manifold-3d',
  share: { build: 2, distance: 1 },
  cannot: {
    pairs: 'of two meshes it makes a new solid; no call gives the pairs of faces behind it',
    intersects: 'no call returns it: it is known only once a new solid, or the smallest distance, has been computed',
    report: 'its distance is one number, with no points, faces or sign',
    memory: "it lives in WebAssembly's memory, which grows in steps and never shrinks",
  },
  /**
   * @returns the timed part: the bone's solid, including the copy into WebAssembly's memory and its tree.
   * @throws Refusal if it does not accept the mesh as a solid.
   */
  prepare(bone, tool) {
    const toolSolid = takenSolid(tool);
    return () => {
      const boneSolid = takenSolid(bone);
      function distance(pose) {
        const posed = toolSolid.transform(Array.from(pose));
        const gap = gapOf(boneSolid, posed);
        posed.delete();
        return gap;
      }
      return {
        distance,
        free() {
          boneSolid.delete();
          toolSolid.delete();
        },
      };
    };
  },
};

function takenSolid(mesh) {
  try {
    return solidOf(mesh);
  } catch (error) {
    throw new Refusal(`it takes the mesh for no solid (${error.message})`);
  }
}
