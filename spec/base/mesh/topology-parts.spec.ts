// A topology built from another's parts: the same answers, before and after further edits.

import { expect, test } from '@jest/globals';
import { SurfaceTopology } from '#mesh';
import { bones } from '#harness/contact-cases.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 4;

function answers(topology: SurfaceTopology) {
  const { vertexCount, faceCount, welded, boundaryEdges, unbalancedEdges, signed } = topology;
  const ring: number[] = [];
  return {
    ...{ vertexCount, faceCount, boundaryEdges, unbalancedEdges, signed },
    welded: [...welded.subarray(0, vertexCount)],
    around: Array.from({ length: vertexCount }, (_, vertex) => ring.slice(0, topology.facesAround(vertex, ring))),
    live: Array.from({ length: faceCount }, (_, face) => topology.isLive(face)),
    improper: [...topology.improperFaces()].sort((a, b) => a - b),
    representatives: [...topology.representatives()],
  };
}

test(`every kind of edit, one after the other (seed ${SEED}): parts, and edits of what is made from them`, () => {
  const random = mulberry32(SEED);
  let improper = 0;
  for (const bone of partOf(bones, 4, 0)) {
    const edited = new EditedBone(bone);
    const topology = new SurfaceTopology(bone.positions, bone.faces);
    let copy = new SurfaceTopology(bone.positions, bone.faces, null, structuredClone(topology.parts()));
    for (const kind of [...editKinds, ...editKinds]) {
      expect([kind, answers(copy)]).toEqual([kind, answers(topology)]);
      const edit = edited.edit(kind, random);
      edited.apply(edit);
      const [positions, faces] = [Float64Array.from(edited.positions), Uint32Array.from(edited.faces.flat())];
      for (const each of [topology, copy])
        each.edit(edit.remove, positions, positions.length / 3, faces, faces.length / 3);
      expect([kind, answers(copy)]).toEqual([kind, answers(topology)]);
      copy = new SurfaceTopology(positions, faces, null, structuredClone(topology.parts()));
      improper += topology.improperFaces().size;
    }
  }
  expect(improper).toBeGreaterThan(0);
});
