// manifold-3d: smallest distance by Manifold.minGap; of solids, so 0 as well where one holds the other.

import load from 'manifold-3d';
import { Refusal } from './refusal.mjs';

const wasm = await load();
wasm.setup();

/** mm: minGap looks no farther than it is told to, and takes longer the farther that is. */
const FIRST_LENGTH = 1;

export const manifold = {
  name: 'manifold-3d',
  share: { build: 2, distance: 1 },
  cannot: {
    pairs: 'of two meshes it makes a new solid; no call gives the pairs of faces behind it',
    intersects: 'no call tells it: it is known only once a new solid, or the smallest distance, has been computed',
    report: 'its distance is one number, with no points, faces or sign',
    memory: "it lives in WebAssembly's memory, which grows in steps and never shrinks",
  },
  /**
   * @returns the timed part: the bone's solid, with the copy into WebAssembly's memory and its tree.
   * @throws Refusal where it takes the mesh for no solid.
   */
  prepare(bone, tool) {
    const toolSolid = solidOf(tool);
    return () => {
      const boneSolid = solidOf(bone);
      /** Looks twice as far until it has found something. */
      function distance(pose) {
        const posed = toolSolid.transform(Array.from(pose));
        let length = FIRST_LENGTH;
        let gap = boneSolid.minGap(posed, length);
        while (gap >= length) {
          length *= 2;
          gap = boneSolid.minGap(posed, length);
        }
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

function solidOf({ positions, faces }) {
  const mesh = new wasm.Mesh({ numProp: 3, vertProperties: positions, triVerts: faces });
  try {
    const solid = new wasm.Manifold(mesh);
    // Solids are made when they are first asked for something.
    if (solid.isEmpty()) throw new Error(solid.status());
    return solid;
  } catch (error) {
    throw new Refusal(`it takes the mesh for no solid (${error.message})`);
  }
}
