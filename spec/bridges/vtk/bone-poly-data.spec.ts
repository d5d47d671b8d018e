// A bone in blocks of polydata: the edited mesh, whatever the edits; an edit changes few blocks, and no others.

import { describe, expect, test } from '@jest/globals';
import type { vtkPolyData } from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { box, sphere } from '#datasets';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { mulberry32 } from '#harness/random.ts';
import { createDetectorSync, createMesh, MeshError, OptionError } from '#kerf';
import { type BonePolyData, bonePolyData } from '#vtk';

const SEED = 50_005;

/** Triangles as sorted words of coordinates. */
function drawn(bone: BonePolyData): string[] {
  return bone.blocks
    .flatMap((data) => {
      const points = data.getPoints().getData();
      const cells = data.getPolys().getData();
      return Array.from({ length: cells.length / 4 }, (_, face) =>
        [1, 2, 3].map((k) => [...points.slice(3 * cells[4 * face + k], 3 * cells[4 * face + k] + 3)].join()).join(' '),
      );
    })
    .sort();
}

function wanted(kept: EditedBone): string[] {
  return kept
    .live()
    .map((face) => kept.faces[face].map((v) => kept.positions.slice(3 * v, 3 * v + 3).join()).join(' '))
    .sort();
}

const times = (blocks: readonly vtkPolyData[]) => blocks.map((data) => data.getMTime());

describe('bonePolyData', () => {
  test(`60 edits of every kind: what is drawn is the bone, and only the blocks named have changed (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kept = new EditedBone(sphere({ radius: 10, subdivisions: 4 }));
    const bone = bonePolyData(createMesh(kept.positions, kept.faces.flat()), { facesPerBlock: 40 });
    expect(bone.blocks.length).toBeGreaterThan(30);
    expect(drawn(bone)).toEqual(wanted(kept));
    let changedFaces = 0;
    for (let k = 0; k < 60; k++) {
      const edit = kept.edit(editKinds[k % editKinds.length], random);
      kept.apply(edit);
      const before = times(bone.blocks);
      const changed = bone.edit(edit);
      times(bone.blocks).forEach((time, block) => {
        expect([k, block, time === before[block]]).toEqual([k, block, !changed.includes(block)]);
      });
      for (const block of changed) changedFaces += bone.blocks[block].getNumberOfPolys();
      expect(drawn(bone)).toEqual(wanted(kept));
    }
    expect(changedFaces / 60).toBeLessThan(kept.live().length / 2);
  });

  test('new numbers after compaction: no block changes, and the next edit is of the new numbers', async () => {
    const mesh = sphere({ radius: 10, subdivisions: 3 });
    const bone = bonePolyData(mesh);
    const detector = createDetectorSync({
      bone: mesh,
      tool: box({ size: [1, 1, 1] }),
      contactDistance: 0.1,
      resolution: 1,
    });
    const cut = { remove: [5, 9, 100] };
    bone.edit(cut);
    detector.editBone(cut);
    const before = [drawn(bone), times(bone.blocks)];
    const numbers = await detector.compactBone();
    if (numbers === null) throw new Error('The bone was not renumbered.');
    bone.renumber(numbers);
    expect([drawn(bone), times(bone.blocks)]).toEqual(before);
    const last = numbers.faceCount - 1;
    bone.edit({ remove: [last] });
    const old = numbers.faces.indexOf(last);
    const gone = [0, 1, 2]
      .map((k) => [...mesh.positions.subarray(3 * mesh.faces[3 * old + k], 3 * mesh.faces[3 * old + k] + 3)].join())
      .join(' ');
    expect(before[0]).toContain(gone);
    expect(drawn(bone)).toEqual((before[0] as string[]).filter((face) => face !== gone));
  });

  test('a bad edit is refused, and nothing changes', () => {
    const bone = bonePolyData(sphere({ radius: 10, subdivisions: 2 }));
    const before = [drawn(bone), times(bone.blocks)];
    for (const edit of [
      { remove: [0, 0] },
      { remove: [1e6] },
      { remove: [3], faces: [0, 1, 1e6] },
      { remove: [], positions: [1, 2] },
    ])
      expect(() => bone.edit(edit)).toThrow(MeshError);
    expect([drawn(bone), times(bone.blocks)]).toEqual(before);
    expect(() => bonePolyData(sphere({ radius: 1, subdivisions: 1 }), { facesPerBlock: 0 })).toThrow(OptionError);
  });
});
