// A bone → times of replacing patches of faces all along it, and of the query after each edit; and query times after
// many such edits, before and after the bone is compacted.

import { detectorOf } from './peers/kerf.mjs';
import { sink, summary, timed } from './timing.mjs';

const FACES = 100;
/**
 * Warm-up edits, at most, for a bone with faces for four times as many: the first edit raises capacities, and the code
 * of an edit is compiled only after many runs.
 */
const WARM = 60;
/** Edits after which a bone is compacted, at most: patches must leave faces for them. */
const MANY = 1000;

/**
 * After warm-up edits, one edit at each pose's place: FACES adjacent faces are retired and appended again at the same
 * positions with their own vertices. The surface stays, so the number of pairs must stay. All of the detector's indexes
 * are built beforehand.
 * @returns summaries of editBone, of intersectingFaces right before and right after it; differ: edits that changed the
 * number of pairs.
 */
export async function measureEdits(bone, tool, matrices) {
  const detector = await detectorOf(bone, tool, 0.5);
  const patches = new Patches(bone);
  const taken = { edit: [], before: [], after: [] };
  let differ = 0;
  const warm = warmEdits(bone);
  for (let i = 0; i < warm + matrices.length; i++) {
    const pose = matrices[i % matrices.length];
    const edit = patches.next(pose.subarray(12, 15));
    sink.sum += detector.minimumDistance(pose).distance + detector.detectSync(pose).contacts.length;
    const [old, before] = await timed(() => detector.intersectingFaces(pose).length);
    const [, own] = await timed(() => detector.editBone(edit));
    const [pairs, after] = await timed(() => detector.intersectingFaces(pose).length);
    if (pairs !== old) differ++;
    if (i >= warm) for (const [name, value] of Object.entries({ edit: own, before, after })) taken[name].push(value);
  }
  detector.dispose();
  const times = Object.fromEntries(Object.entries(taken).map(([name, values]) => [name, summary(values)]));
  return { faces: FACES, edits: matrices.length, differ, ...times };
}

/** The number of warm-up edits for a bone. */
export function warmEdits({ faces }) {
  return Math.min(WARM, Math.floor(faces.length / 3 / (4 * FACES)));
}

/**
 * @returns edits; summaries of the queries of all poses with the bone fresh, after these edits, and then compacted;
 * took: milliseconds of the compaction; differ: poses at which the number of pairs changed.
 */
export async function measureCompaction(bone, tool, matrices) {
  const detector = await detectorOf(bone, tool, 0.5);
  const edits = Math.min(MANY, Math.floor(bone.faces.length / 3 / (2 * FACES)));
  const patches = new Patches(bone);
  const fresh = await measureQueries(detector, matrices);
  for (let edit = 0; edit < edits; edit++)
    detector.editBone(patches.next(matrices[edit % matrices.length].subarray(12, 15)));
  const edited = await measureQueries(detector, matrices);
  const [, took] = await timed(() => detector.compactBone());
  const compacted = await measureQueries(detector, matrices);
  detector.dispose();
  const differ = fresh.pairs.filter((pairs, i) => pairs !== edited.pairs[i] || pairs !== compacted.pairs[i]).length;
  return { edits, differ, took, fresh: fresh.times, edited: edited.times, compacted: compacted.times };
}

/** Times the second of two queries at each pose: after the first, nothing is left to build. */
async function measureQueries(detector, matrices) {
  const taken = { pairs: [], distance: [] };
  const pairs = [];
  for (const pose of matrices) {
    sink.sum += detector.intersectingFaces(pose).length + detector.minimumDistance(pose).distance;
    const [found, ofPairs] = await timed(() => detector.intersectingFaces(pose).length);
    const [, ofDistance] = await timed(() => detector.minimumDistance(pose).distance);
    pairs.push(found);
    taken.pairs.push(ofPairs);
    taken.distance.push(ofDistance);
  }
  return { pairs, times: { pairs: summary(taken.pairs), distance: summary(taken.distance) } };
}

/** Patches of faces not yet replaced, found by way of shared vertices. */
export class Patches {
  #bone;
  /** Faces around vertex v: around[start[v]] … around[start[v + 1] − 1]. */
  #start;
  #around;
  #retired;
  #vertexCount;

  constructor(bone) {
    const { faces, positions } = bone;
    this.#bone = bone;
    this.#vertexCount = positions.length / 3;
    this.#retired = new Uint8Array(faces.length / 3);
    this.#start = new Uint32Array(this.#vertexCount + 1);
    for (const vertex of faces) this.#start[vertex + 1]++;
    for (let v = 0; v < this.#vertexCount; v++) this.#start[v + 1] += this.#start[v];
    this.#around = new Uint32Array(faces.length);
    const filled = this.#start.slice();
    for (let i = 0; i < faces.length; i++) this.#around[filled[faces[i]]++] = Math.floor(i / 3);
  }

  /** The edit that replaces the remaining face nearest to `point` and its neighbours, FACES in all. */
  next(point) {
    const patch = this.#grow(this.#nearestFace(point));
    const { faces, positions } = this.#bone;
    const numbers = new Map();
    const corners = [];
    for (const face of patch)
      for (const vertex of faces.subarray(3 * face, 3 * face + 3)) {
        if (!numbers.has(vertex)) numbers.set(vertex, this.#vertexCount + numbers.size);
        corners.push(numbers.get(vertex));
      }
    this.#vertexCount += numbers.size;
    const moved = [...numbers.keys()].flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
    return { remove: Uint32Array.from(patch), positions: Float64Array.from(moved), faces: Uint32Array.from(corners) };
  }

  #nearestFace([x, y, z]) {
    const { faces, positions } = this.#bone;
    let best = 0;
    let least = Infinity;
    for (let face = 0; face < this.#retired.length; face++) {
      if (this.#retired[face]) continue;
      const at = 3 * faces[3 * face];
      const far = Math.hypot(positions[at] - x, positions[at + 1] - y, positions[at + 2] - z);
      if (far < least) [best, least] = [face, far];
    }
    return best;
  }

  #grow(seed) {
    const patch = [seed];
    this.#retired[seed] = 1;
    for (let i = 0; i < patch.length && patch.length < FACES; i++)
      for (const vertex of this.#bone.faces.subarray(3 * patch[i], 3 * patch[i] + 3))
        for (const face of this.#around.subarray(this.#start[vertex], this.#start[vertex + 1])) {
          if (this.#retired[face] || patch.length === FACES) continue;
          this.#retired[face] = 1;
          patch.push(face);
        }
    return patch;
  }
}
