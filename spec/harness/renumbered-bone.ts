// Edits of a bone and the numbers that its compaction gave out → what is wrong with the numbers, and the edits so far
// under them.

import { type BoneRenumbering, createMesh } from '#kerf';
import { EditedBone } from './edited-bone.ts';

/**
 * By definition, each live face and each vertex that these use has a number of its own; all others have none.
 * @param isAlone no edit came during the compaction, so that the numbers are 0, 1, 2, … in the old order.
 * @returns sentences; none if all is right.
 */
export function renumberingFaults(
  model: EditedBone,
  { faces, vertices, faceCount, vertexCount }: BoneRenumbering,
  isAlone: boolean,
): string[] {
  const live = model.live();
  const used = [...new Set(live.flatMap((face) => [...model.faces[face]]))].sort((a, b) => a - b);
  return [
    ...faultsOf('face', faces, model.faces.length, live, faceCount, isAlone),
    ...faultsOf('vertex', vertices, model.positions.length / 3, used, vertexCount, isAlone),
  ];
}

function faultsOf(
  what: string,
  numbers: Int32Array,
  length: number,
  kept: readonly number[],
  count: number,
  isAlone: boolean,
): string[] {
  const found: string[] = [];
  if (numbers.length !== length) found.push(`${numbers.length} old numbers of a ${what}, expected ${length}`);
  const isKept = new Set(kept);
  numbers.forEach((number, old) => {
    if (number >= 0 !== isKept.has(old)) found.push(`${what} ${old} became ${number}`);
  });
  const given = kept.map((old) => numbers[old]);
  if (new Set(given).size !== given.length) found.push(`two of a ${what} share a number`);
  if (given.some((number) => number >= count)) found.push(`a ${what} has a number beyond the ${count} that there are`);
  // An earlier vertex may have come back later.
  if (what === 'face' && given.some((number, i) => i > 0 && number <= given[i - 1])) found.push('faces change places');
  if (isAlone && (given.some((number, i) => number !== i) || count !== given.length))
    found.push(`${given.length} of a ${what} do not have the numbers 0 … ${count - 1} in their order`);
  return found;
}

/** The model under the new numbers. Unused numbers stand for a retired face or for a vertex at 0. */
export function renumbered(
  model: EditedBone,
  { faces, vertices, faceCount, vertexCount }: BoneRenumbering,
): EditedBone {
  const positions = new Float64Array(3 * vertexCount);
  vertices.forEach((number, old) => {
    if (number >= 0) positions.set(model.positions.slice(3 * old, 3 * old + 3), 3 * number);
  });
  const corners = new Uint32Array(3 * faceCount);
  const isLive = new Set<number>();
  faces.forEach((number, old) => {
    if (number < 0) return;
    isLive.add(number);
    corners.set(
      model.faces[old].map((vertex) => vertices[vertex]),
      3 * number,
    );
  });
  const made = new EditedBone(createMesh(positions, corners));
  for (let face = 0; face < faceCount; face++) if (!isLive.has(face)) made.retired.add(face);
  for (const hole of model.holes) {
    const [a, b, c] = hole.map((vertex) => vertices[vertex]);
    if (a >= 0 && b >= 0 && c >= 0) made.holes.push([a, b, c]);
  }
  return made;
}
