// Rapier: pairs from the contact manifolds of two triangle meshes after a world step; state from the same step with the
// tool as a sensor.

import RAPIER from '@dimforge/rapier3d-compat';
import { colliderOf, stepTo } from '../../../examples/engines/rapier.mjs';

export const rapier = {
  name: 'Rapier',
  share: {},
  cannot: {
    report:
      'its contacts stand for pairs of faces, with no sign to the solid, no subdivision and no certified interval',
    distance:
      'its JavaScript API has none; contactCollider with no bound on the distance visits every pair of faces, some 10 s a pose at 10,000',
    memory: "it lives in WebAssembly's memory, which grows in steps and never shrinks",
  },
  /** @returns the timed part: the bone's collider, including the copy into WebAssembly's memory and its tree. */
  prepare(bone, tool) {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
    const toolCollider = world.createCollider(colliderOf(tool), body);
    const boneBody = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
    return () => {
      const boneCollider = world.createCollider(colliderOf(bone), boneBody);
      let pairs = 0;
      /**
       * A manifold belongs to two faces within the prediction distance; they touch if some contact's distance is ≤ 0.
       */
      function count(manifold) {
        for (let i = 0; i < manifold.numContacts(); i++)
          if (manifold.contactDist(i) <= 0) {
            pairs++;
            return;
          }
      }
      return {
        pairs(pose) {
          stepTo(world, body, toolCollider, pose, false);
          pairs = 0;
          world.contactPair(boneCollider, toolCollider, count);
          return pairs;
        },
        intersects(pose) {
          stepTo(world, body, toolCollider, pose, true);
          return Number(world.intersectionPair(boneCollider, toolCollider));
        },
        free: () => world.free(),
      };
    };
  },
};
