// Faces of a body that the compiled stages have met → their places in the module's memory, with their corners.
//
//   face ──#placeOf──▶ place     its number and corners in the module's table (./module/records/question.ts)
//
// A face keeps its place from pose to pose, so lists of near faces outlast a pose; if the body moves, corners are
// written anew for each pose.

import { cornerOffset, grown } from '#core';
import type { Surface } from '#records';
import type { CompiledStages } from './compiled-stages.ts';

/** The f64 of a face's corners. */
export const CORNERS = 9;

export class KeptFaces {
  /** Faces kept. */
  count = 0;
  readonly #body: Surface;
  /** 1 + the place of each face; 0 if it has none. */
  #placeOf = new Uint32Array(0);
  /** The face at each place. */
  #faces = new Uint32Array(64);

  constructor(body: Surface) {
    this.#body = body;
  }

  /** The place of a face, made if it has none: the memory may grow. */
  placeFor(face: number, stages: CompiledStages): number {
    this.#placeOf = grown(this.#placeOf, this.#placeOf.length, this.#body.faceCount);
    const known = this.#placeOf[face];
    return known > 0 ? known - 1 : this.#append(face, stages);
  }

  /** The place of a face that has one. */
  placeOf(face: number): number {
    return this.#placeOf[face] - 1;
  }

  forget(): void {
    for (let place = 0; place < this.count; place++) this.#placeOf[this.#faces[place]] = 0;
    this.count = 0;
  }

  /** Writes all corners as they are under the present pose. */
  write(stages: CompiledStages): void {
    stages.look();
    const { positions, faces } = this.#body;
    for (let place = 0; place < this.count; place++)
      writeCorners(positions, faces, this.#faces[place], stages.f64, stages.call.otherAt(place) / 8);
  }

  #append(face: number, stages: CompiledStages): number {
    const place = this.count++;
    this.#faces = grown(this.#faces, place, place + 1);
    this.#faces[place] = face;
    this.#placeOf[face] = place + 1;
    const { positions, faces } = this.#body;
    stages.call.reserveOthers(place + 1);
    const at = stages.call.setOther(place, face);
    stages.look();
    writeCorners(positions, faces, face, stages.f64, at / 8);
    return place;
  }
}

/** Nine numbers at out[at]. */
export function writeCorners(A: Float64Array, faces: Uint32Array, face: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const v = cornerOffset(faces, face, k);
    out[at + 3 * k] = A[v];
    out[at + 3 * k + 1] = A[v + 1];
    out[at + 3 * k + 2] = A[v + 2];
  }
}
