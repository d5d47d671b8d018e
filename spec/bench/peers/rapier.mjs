// Rapier: pairs from the contact manifolds of two triangle meshes after a world step; state from the same step with the
// tool as a sensor.

import RAPIER from '@dimforge/rapier3d-compat';
import { Matrix4, Quaternion } from 'three';

await RAPIER.init();

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
  /** @returns the timed part: the bone's collider, with the copy into WebAssembly's memory and its tree. */
  prepare(bone, tool) {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
    const toolCollider = world.createCollider(colliderOf(tool), body);
    const boneBody = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
    const matrix = new Matrix4();
    const turn = new Quaternion();
    return () => {
      const boneCollider = world.createCollider(colliderOf(bone), boneBody);
      let pairs = 0;
      /**
       * A manifold belongs to two faces that come within the prediction distance; they touch where a contact is not
       * above 0.
       */
      function count(manifold) {
        for (let i = 0; i < manifold.numContacts(); i++)
          if (manifold.contactDist(i) <= 0) {
            pairs++;
            return;
          }
      }
      function step(pose, isSensor) {
        if (toolCollider.isSensor() !== isSensor) toolCollider.setSensor(isSensor);
        body.setTranslation({ x: pose[12], y: pose[13], z: pose[14] }, true);
        body.setRotation(turn.setFromRotationMatrix(matrix.fromArray(pose)), true);
        world.step();
      }
      return {
        pairs(pose) {
          step(pose, false);
          pairs = 0;
          world.contactPair(boneCollider, toolCollider, count);
          return pairs;
        },
        intersects(pose) {
          step(pose, true);
          return Number(world.intersectionPair(boneCollider, toolCollider));
        },
        free: () => world.free(),
      };
    };
  },
};

function colliderOf({ positions, faces }) {
  return RAPIER.ColliderDesc.trimesh(positions, faces).setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL);
}
