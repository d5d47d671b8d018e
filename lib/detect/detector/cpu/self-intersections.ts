// A mesh → the pairs of its own faces that intersect, exactly.

import { BoneBody, checkMesh, ToolBody } from '#bodies';
import { pairStage } from '#candidates';
import { checkPose, grown } from '#core';
import { keptFaces, type TriangleMesh } from '#mesh';
import { candidatePairs } from '#records';
import { BeyondCorners, TrianglePair } from '#triangles';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * The pairs of faces of one mesh that intersect each other: a, b, a, b, … with a < b, in ascending order.
 *
 * Two faces intersect if they share a point beyond what neighbours must share: a point outside the hull of their common
 * corners, which is nothing, a corner or an edge. Corners are common by exact position, as in inspectMesh; faces with
 * the same three distinct corners intersect; a zero-area face counts as its segment or point. Exact for the stored
 * coordinates. Time and memory: a detector's indexes, plus the pairs of faces whose boxes meet.
 * @throws OptionError MISSING_MESH; MeshError as createMesh, and COORDINATE_RANGE.
 */
export function selfIntersections(mesh: TriangleMesh): Uint32Array {
  checkMesh(mesh, 'mesh');
  return intersectionsOf(mesh, null);
}

/** The same pairs, of which at least one face satisfies `isAsked`; null: all. Some face must. */
export function intersectionsOf(mesh: TriangleMesh, isAsked: ((face: number) => boolean) | null): Uint32Array {
  const bone = new BoneBody(mesh);
  // The same surface, or part of it, as the other body: at the identity its posed coordinates are the stored ones.
  const asked =
    isAsked === null ? null : Uint32Array.from({ length: mesh.faces.length / 3 }, (_, face) => face).filter(isAsked);
  const twin = new ToolBody(isAsked === null ? mesh : { ...mesh, ...keptFaces(mesh.positions, mesh.faces, isAsked) });
  twin.moveTo(checkPose(IDENTITY), bone.magnitude);
  const { positions, faces, faceCount } = bone;
  const beyond = new BeyondCorners();
  const pair = new TrianglePair();
  const pairs = candidatePairs();
  let keys = new Float64Array(16);
  let count = 0;
  pairStage(bone, twin, bone.method).find(0, pairs, () => {
    const { boneFace, toolFace } = pairs.columns;
    for (let i = 0; i < pairs.length; i++) {
      const a = boneFace[i];
      const b = asked === null ? toolFace[i] : asked[toolFace[i]];
      // Two asked faces are found both ways.
      if (a === b || (a > b && (isAsked === null || isAsked(a)))) continue;
      if (!beyond.meet(pair.loadFirstFace(positions, faces, a).loadSecondFace(positions, faces, b))) continue;
      keys = grown(keys, count, count + 1);
      keys[count++] = Math.min(a, b) * faceCount + Math.max(a, b);
    }
    // Each candidate pair is tested once and dropped: there are dozens for each face.
    pairs.clear();
    return false;
  });

  const found = new Uint32Array(2 * count);
  keys
    .subarray(0, count)
    .sort()
    .forEach((key, i) => {
      const a = Math.floor(key / faceCount);
      found[2 * i] = a;
      found[2 * i + 1] = key - a * faceCount;
    });
  return found;
}
