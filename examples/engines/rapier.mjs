// Rapier as an engine to be judged: two colliders of triangles in a world, the tool moved by hand, one step a pose.
//
// verdict    intersectionPair after a step in which the tool is a sensor. A collider of triangles is a surface: a tool
//            wholly inside the bone counts as separated.
// contacts   from the contact manifolds, one for each pair of triangles within its prediction distance: the contacts
//            whose distance is not above 0. The point is the one on the bone, the normal the manifold's. The depth is
//            how far one triangle reaches through the other's plane, whatever lies behind it. The manifold of
//            triangles that only touch may have a zero vector as its normal, which is then omitted.
// pairs      the pairs of triangles of these contacts.
// depth      of the deepest of these contacts: what its solver would push out.
//
// No distance: its API has one only for convex shapes, or by a search through every pair of faces. All numbers are f32.

import RAPIER from '@dimforge/rapier3d-compat';
import { Matrix4, Quaternion } from 'three';
import { versionOf } from './version-of.mjs';

await RAPIER.init();

export const engine = { name: 'Rapier', version: versionOf('@dimforge/rapier3d-compat') };

export function createEngine({ bone, tool }) {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
  const toolCollider = world.createCollider(colliderOf(tool), body);
  const boneCollider = world.createCollider(colliderOf(bone), world.createRigidBody(RAPIER.RigidBodyDesc.fixed()));
  return {
    answer(pose) {
      stepTo(world, body, toolCollider, pose, true);
      const touches = world.intersectionPair(boneCollider, toolCollider);
      stepTo(world, body, toolCollider, pose, false);
      const contacts = [];
      world.contactPair(boneCollider, toolCollider, (manifold, flipped) => {
        contacts.push(...contactsOf(manifold, flipped));
      });
      const pairs = new Set(contacts.map(({ boneFace, toolFace }) => `${boneFace} ${toolFace}`));
      return {
        verdict: touches ? 'intersecting' : 'separated',
        depth: Math.max(0, ...contacts.map(({ depth }) => depth)),
        contacts,
        pairs: [...pairs].flatMap((pair) => pair.split(' ').map(Number)),
      };
    },
    dispose: () => world.free(),
  };
}

export function colliderOf({ positions, faces }) {
  const { ColliderDesc, ActiveCollisionTypes } = RAPIER;
  return ColliderDesc.trimesh(new Float32Array(positions), faces).setActiveCollisionTypes(ActiveCollisionTypes.ALL);
}

const matrix = new Matrix4();
const turn = new Quaternion();

/** A sensor reports only whether it touches; any other collider reports its contacts. */
export function stepTo(world, body, collider, pose, isSensor) {
  if (collider.isSensor() !== isSensor) collider.setSensor(isSensor);
  body.setTranslation({ x: pose[12], y: pose[13], z: pose[14] }, true);
  body.setRotation(turn.setFromRotationMatrix(matrix.fromArray(pose)), true);
  world.step();
}

/** @param flipped the manifold's first shape is the tool, not the bone. Points are in their own shape's frame. */
function contactsOf(manifold, flipped) {
  const [boneFace, toolFace] = flipped
    ? [manifold.subshape2(), manifold.subshape1()]
    : [manifold.subshape1(), manifold.subshape2()];
  const { x, y, z } = manifold.normal();
  const sign = flipped ? -1 : 1;
  const hasNormal = x !== 0 || y !== 0 || z !== 0;
  const contacts = [];
  for (let i = 0; i < manifold.numContacts(); i++) {
    const distance = manifold.contactDist(i);
    if (distance > 0) continue;
    const at = flipped ? manifold.localContactPoint2(i) : manifold.localContactPoint1(i);
    const contact = { point: [at.x, at.y, at.z], depth: Math.abs(distance), boneFace, toolFace };
    contacts.push(hasNormal ? { ...contact, normal: [sign * x, sign * y, sign * z] } : contact);
  }
  return contacts;
}
