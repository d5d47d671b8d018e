// A solid → the sign of its winding numbers: 1 if they are nowhere < 0, −1 if they are nowhere > 0, 0 if they are mixed
// or unknown.
//
// WallAhead needs it to know which faces a line may leave the solid through. The winding number of a body is the sum
// over its connected components. A component without self-intersection has the winding number 1 inside if its volume is
// > 0, and −1 if it is < 0. A component of the other sign is a cavity if it is clear of the others and the sum of their
// winding numbers on it is at least 1 of the right sign: inside it the sum is then not of the other sign. (A component
// that intersects itself may enclose places of the other sign, about which this says nothing.)

import { cornerOffset, DisjointSets, stopIfUnwanted, UNIT_ROUNDOFF } from '#core';
import type { Solid } from './face-cut.ts';
import { eachChild, eachFace } from './tool-nodes.ts';
import { type WoundSurface, windingAtFraction } from './winding-at-fraction.ts';

/** At most this many components of the other sign are tested; each takes time proportional to the number of faces. */
const MOST_CAVITIES = 128;
const MOST_TILTS = 16;

export class SolidSense {
  readonly #body: Solid;
  #sense: -1 | 0 | 1 = 0;
  /** Faces are only ever added and retired, so these two counts show whether the body has changed. */
  #faceCount = -1;
  #retiredCount = -1;

  constructor(body: Solid) {
    this.#body = body;
  }

  /** Computed in the body's own frame, once per edit: the same at every pose. */
  sign(): -1 | 0 | 1 {
    const { faceCount, retired } = this.#body;
    const retiredCount = retired === null ? 0 : retired.reduce((sum, one) => sum + one, 0);
    if (faceCount === this.#faceCount && retiredCount === this.#retiredCount) return this.#sense;
    this.#faceCount = faceCount;
    this.#retiredCount = retiredCount;
    this.#sense = senseOf(this.#body);
    return this.#sense;
  }
}

function senseOf(body: Solid): -1 | 0 | 1 {
  const { faces, faceCount, retired, vertexCount, topology } = body;
  const own = inOwnFrame(body);
  const { welded } = topology;
  const sets = new DisjointSets(vertexCount);
  const live = (face: number): boolean => retired === null || retired[face] === 0;
  let liveCount = 0;
  for (let face = 0; face < faceCount; face++) {
    if (face % 16_384 === 0) stopIfUnwanted();
    if (!live(face)) continue;
    liveCount++;
    sets.join(welded[faces[3 * face]], welded[faces[3 * face + 1]]);
    sets.join(welded[faces[3 * face]], welded[faces[3 * face + 2]]);
  }
  const rootOf = (face: number): number => sets.find(welded[faces[3 * face]]);
  const volumes = new Map<number, { sum: number; size: number }>();
  for (let face = 0; face < faceCount; face++) {
    if (!live(face)) continue;
    if (face % 16_384 === 0) stopIfUnwanted();
    const root = rootOf(face);
    let volume = volumes.get(root);
    if (volume === undefined) {
      volume = { sum: 0, size: 0 };
      volumes.set(root, volume);
    }
    addVolume(own, face, root, volume);
  }
  const signs = Array.from(volumes, ([root, { sum, size }]) => {
    // Rounding: each determinant of six products of three differences has an error of 8u of the sum of their
    // magnitudes; n sums add n·u.
    const wrong = (liveCount + 16) * UNIT_ROUNDOFF * size;
    return { root, sign: Math.abs(sum) <= wrong ? 0 : Math.sign(sum) };
  });
  if (signs.some(({ sign }) => sign === 0)) return 0;
  for (const sense of [1, -1] as const) {
    const others = signs.filter(({ sign }) => sign !== sense);
    if (others.length <= MOST_CAVITIES && others.every(({ root }) => isCavity(body, own, root, rootOf, sense)))
      return sense;
  }
  return 0;
}

function inOwnFrame(body: Solid): WoundSurface {
  const positions = body.ownPositions();
  const bounds = new Float64Array(6).fill(Number.POSITIVE_INFINITY).fill(Number.NEGATIVE_INFINITY, 3);
  let magnitude = 0;
  for (let i = 0; i < positions.length; i++) {
    bounds[i % 3] = Math.min(bounds[i % 3], positions[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], positions[i]);
    magnitude = Math.max(magnitude, Math.abs(positions[i]));
  }
  const { faces, faceCount, retired } = body;
  return { positions, faces, faceCount, retired, bounds, magnitude };
}

/** Adds six times the signed volume between a face and a vertex, and the magnitudes of its products. */
function addVolume(
  { positions: P, faces }: WoundSurface,
  face: number,
  from: number,
  to: { sum: number; size: number },
): void {
  const [a, b, c] = [0, 1, 2].map((k) => {
    const at = cornerOffset(faces, face, k);
    return [P[at] - P[3 * from], P[at + 1] - P[3 * from + 1], P[at + 2] - P[3 * from + 2]];
  });
  for (let k = 0; k < 3; k++) {
    const [x, y] = [b[(k + 1) % 3] * c[(k + 2) % 3], b[(k + 2) % 3] * c[(k + 1) % 3]];
    to.sum += a[k] * (x - y);
    to.size += Math.abs(a[k]) * (Math.abs(x) + Math.abs(y));
  }
}

/**
 * Whether a component is clear of the others (no box of its faces meets one of theirs), and they wind about it at least
 * once in the given sense.
 */
function isCavity(
  body: Solid,
  own: WoundSurface,
  root: number,
  rootOf: (face: number) => number,
  sense: -1 | 1,
): boolean {
  const at = 3 * root;
  const isOwn = (face: number): boolean => rootOf(face) === root;
  const winding = windingAtFraction(own, own.positions, [at, at, at], [1n, 0n, 0n], isOwn, MOST_TILTS);
  if (winding === null || sense * winding < 1) return false;
  const top = body.bvh.levels.length - 1;
  for (let face = 0; face < own.faceCount; face++) {
    if (face % 1024 === 0) stopIfUnwanted();
    if (own.retired !== null && own.retired[face] === 1) continue;
    if (isOwn(face) && meetsOther(body, own, top, 0, boxOf(own, face), isOwn)) return false;
  }
  return true;
}

/** Whether some face below a node, not of the component itself, has a box that meets the given one. */
function meetsOther(
  body: Solid,
  own: WoundSurface,
  level: number,
  node: number,
  box: readonly number[],
  isOwn: (face: number) => boolean,
): boolean {
  if (!boxesMeet(box, body.bvh.levels[level].subarray(6 * node, 6 * node + 6))) return false;
  let meets = false;
  if (level > 0)
    eachChild(body, level, node, (child) => {
      meets ||= meetsOther(body, own, level - 1, child, box, isOwn);
    });
  else
    eachFace(body, node, (face) => {
      meets ||= !isOwn(face) && boxesMeet(box, boxOf(own, face));
    });
  return meets;
}

/** Low x, y, z, high x, y, z. */
function boxOf({ positions: P, faces }: WoundSurface, face: number): number[] {
  const corners = [0, 1, 2].map((k) => cornerOffset(faces, face, k));
  const along = (axis: number) => corners.map((at) => P[at + axis]);
  return [0, 1, 2].map((axis) => Math.min(...along(axis))).concat([0, 1, 2].map((axis) => Math.max(...along(axis))));
}

function boxesMeet(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return [0, 1, 2].every((axis) => a[axis] <= b[axis + 3] && b[axis] <= a[axis + 3]);
}
