// An edit as given → an edit of the bone, applied entirely or not at all.

import { checkNumbers, checkOptionNames, MeshError, type OptionNames } from '#core';
import { checkCoordinates } from '#mesh';
import type { BoneBody } from './bone-body.ts';

/** A cut: see Detector.editBone. */
export interface BoneEdit {
  readonly remove: ArrayLike<number>;
  readonly positions?: ArrayLike<number>;
  readonly faces?: ArrayLike<number>;
}

/** An edit that a bone has undergone: the faces that it retired, the vertices and faces that it appended. */
export interface AppliedEdit {
  readonly remove: Uint32Array;
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}

/** What an edit is checked against and applied to: a bone, or one under other numbers. */
export type EditableBone = Pick<BoneBody, 'name' | 'vertexCount' | 'faceCount' | 'liveFaceCount' | 'retired' | 'apply'>;

const BONE_EDIT: OptionNames<BoneEdit> = { remove: true, positions: true, faces: true };

/**
 * @returns a copy of the edit.
 * @throws MeshError INDEX_OUT_OF_RANGE, RETIRED_FACE, BAD_LENGTH, NON_FINITE_VERTEX, COORDINATE_RANGE, EMPTY_MESH,
 * WRONG_TYPE, UNKNOWN_OPTION; the bone is then as it was.
 */
export function editBone(bone: EditableBone, edit: BoneEdit): AppliedEdit {
  checkEdit(edit);
  const { remove = [], positions = [], faces = [] } = edit;
  const name = bone.name;
  checkWhole(name, 'positions', positions.length);
  checkWhole(name, 'faces', faces.length);
  const retiring = new Set<number>();
  for (let i = 0; i < remove.length; i++) {
    const face = remove[i];
    if (!Number.isInteger(face) || face < 0 || face >= bone.faceCount)
      throw new MeshError(
        'INDEX_OUT_OF_RANGE',
        `Edit of "${name}" removes face ${face}, expected an integer from 0 to ${bone.faceCount - 1}; number faces as the bone does.`,
      );
    if (bone.retired?.[face] === 1 || retiring.has(face))
      throw new MeshError(
        'RETIRED_FACE',
        `Edit of "${name}" removes face ${face} twice; a face number is retired for good, drop it from the list.`,
      );
    retiring.add(face);
  }
  for (let i = 0; i < positions.length; i++)
    if (!Number.isFinite(positions[i]))
      throw new MeshError(
        'NON_FINITE_VERTEX',
        `Edit of "${name}": new vertex ${bone.vertexCount + Math.floor(i / 3)} has ${'xyz'[i % 3]} = ${positions[i]}, expected a finite number; leave that vertex out.`,
      );
  checkCoordinates(positions, name, bone.vertexCount);
  const vertexCount = bone.vertexCount + positions.length / 3;
  for (let i = 0; i < faces.length; i++)
    if (!Number.isInteger(faces[i]) || faces[i] < 0 || faces[i] >= vertexCount)
      throw new MeshError(
        'INDEX_OUT_OF_RANGE',
        `Edit of "${name}": new face ${Math.floor(i / 3)} names vertex ${faces[i]}, expected an integer from 0 to ${vertexCount - 1}; count old vertices, then new ones.`,
      );
  if (bone.liveFaceCount - retiring.size + faces.length / 3 === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `Edit of "${name}" leaves no face; keep at least one, or make a detector for another bone.`,
    );
  const applied = {
    remove: Uint32Array.from(retiring),
    positions: Float64Array.from(positions),
    faces: Uint32Array.from(faces),
  };
  bone.apply(applied.remove, applied.positions, applied.faces);
  return applied;
}

function checkWhole(name: string, what: string, length: number): void {
  if (length % 3 !== 0)
    throw new MeshError(
      'BAD_LENGTH',
      `Edit of "${name}": ${what} has ${length} numbers, expected a multiple of 3; check the array's layout.`,
    );
}

/** Checks the shape of an edit, not its numbers. @throws MeshError WRONG_TYPE, UNKNOWN_OPTION. */
export function checkEdit(edit: BoneEdit): void {
  checkOptionNames(edit, BONE_EDIT, 'editBone', 'edit', MeshError);
  const { remove, positions, faces } = edit;
  if (remove !== undefined) checkNumbers(remove, 'remove', 'list the faces to retire, [] for none', MeshError);
  if (positions !== undefined) checkNumbers(positions, 'positions', 'pass x, y, z of each new vertex, mm', MeshError);
  if (faces !== undefined) checkNumbers(faces, 'faces', 'pass three vertex indices a new face', MeshError);
}
