// Inner functions of the compiled stages, which the package's module does not export → instances of a module that does.

import { readFileSync } from 'node:fs';
import { knownGap, lengthSlack } from '#core';
import { CompiledStages, type Instantiate, type StagesHost } from '#compiled/compiled-stages.ts';
import { StageAnswers } from '#compiled/stage-answers.ts';
import type { InsideTest, Surface } from '#records';
import { innerFile } from './inner-kernels.mjs';

/** What the module exports beside main.ts: see the module's files for each. Places are byte offsets. */
interface Inner {
  sphereOf(point: number, corners: number): void;
  mayMeet(first: number, second: number): number;
  slotOf(point: number): number;
  isInside(slot: number): number;
  isApartInside(a: number, b: number, c: number): number;
  markInside(slot: number): void;
  measurePoint(slot: number): void;
  distanceOf(slot: number): number;
  placeOf(slot: number): number;
  nearestOf(slot: number): number;
  contactNormal(own: number, other: number, ends: number, distance: number, slack: number, out: number): void;
  measureLeaf(start: number, count: number, onlyCrossing: number, stamp: number): void;
  isWithin(start: number, count: number): number;
  leafAt(): number;
  leafMayShare(): number;
  leafDistance(): number;
  leafPlace(): number;
  stampOther(place: number, stamp: number): void;
}

function instantiator(code: string): Instantiate {
  const module = new WebAssembly.Module(Buffer.from(code, 'base64'));
  return (host: StagesHost) =>
    new WebAssembly.Instance(module, { host: { ...host } }).exports as unknown as ReturnType<Instantiate>;
}

const { vectors, scalars } = JSON.parse(readFileSync(innerFile, 'utf8')) as Record<string, string>;
/** With vectors, and without. */
const instantiators = { vectors: instantiator(vectors), scalars: instantiator(scalars) };

interface InnerOptions {
  /** mm: the report distance, and the other rounding slacks. */
  readonly maxDistance?: number;
  readonly slack?: number;
  readonly inflate?: number;
  readonly inside?: InsideTest | null;
  /** h, mm. */
  readonly resolution?: number;
}

/** An instance for leaves and points measured against `other`. */
export class InnerStages {
  readonly call: Inner & CompiledStages['call'];
  readonly #answers: StageAnswers;
  readonly #stages: CompiledStages;
  readonly #other: Surface;

  constructor(other: Surface, make = instantiators.vectors) {
    this.#other = other;
    this.#answers = new StageAnswers(other, make);
    this.#stages = this.#answers.makeStages();
    this.call = this.#stages.call as Inner & CompiledStages['call'];
  }

  /** Forgets points and lists, and writes the numbers of a question. */
  begin({ maxDistance = 1, slack, inflate = 0, inside = null, resolution = 1 }: InnerOptions = {}): void {
    const { call } = this;
    const { magnitude, frame } = this.#other;
    const rounding = slack ?? lengthSlack(magnitude + maxDistance);
    this.#answers.asked = { inside, maxDistance, slack: rounding };
    this.#answers.lists.begin(resolution);
    this.#answers.kept.write(this.#stages);
    call.clearLists();
    call.clearPoints();
    call.setDistances(inflate, maxDistance, rounding, knownGap(magnitude), 0);
    call.setBodies(resolution, frame.shrink, inside === null ? 0 : 1, 0);
    this.f64.set(frame.inverse.subarray(0, 12), call.inverseAt() / 8);
  }

  get f64(): Float64Array {
    this.#stages.look();
    return this.#stages.f64;
  }

  /** The place of a face of the other body, and where its corners are. */
  place(face: number): number {
    return this.#answers.kept.placeFor(face, this.#stages);
  }

  /** Writes up to nine numbers where a leaf's corners are. @returns where that is. */
  write(numbers: ArrayLike<number>): number {
    const at = this.call.leafAt();
    this.f64.set(numbers, at / 8);
    return at;
  }

  /** The near faces that lists of leaves are parts of. */
  writeNear(faces: ArrayLike<number>): void {
    const places = Array.from(faces, (face) => this.place(face));
    this.call.reserveLeaves(0, faces.length);
    this.#stages.look();
    this.#stages.u32.set(faces, this.call.nearFaces() / 4);
    this.#stages.u32.set(places, this.call.nearPlaces() / 4);
  }

  /** The face at a place; −1 for none. */
  faceAt(place: number): number {
    return place < 0 ? -1 : this.#facesAt().indexOf(place);
  }

  #facesAt(): number[] {
    return Array.from({ length: this.#other.faceCount }, (_, face) => this.#answers.kept.placeOf(face));
  }
}

const refuse = (): number => {
  throw new Error('The host is not asked for spheres.');
};
const alone: StagesHost = {
  ...{ isInside: refuse, knownDistance: refuse, sharpen: refuse, isWithin: refuse, listAt: refuse, nearestTo: refuse },
  look() {},
};
const spheres = Object.values(instantiators).map((make) => {
  const stages = new CompiledStages(alone, make);
  stages.call.reserveOthers(2);
  stages.look();
  return stages as CompiledStages & { readonly call: Inner };
});

function sphereMayMeet(leaf: ArrayLike<number>, face: ArrayLike<number>, inflate: number): boolean[] {
  const far = Array.from(leaf, (x) => 2 * x + 1e9);
  return spheres.flatMap(({ call, f64 }) => {
    const [a, b] = [call.setOther(0, 0), call.setOther(1, 1)];
    call.setDistances(inflate, 0, 0, 0, 0);
    f64.set(leaf, call.leafAt() / 8);
    call.sphereOf(call.leafAt(), 3);
    f64.set(face, a / 8);
    f64.set(far, b / 8);
    return [call.mayMeet(a, b) === 1, call.mayMeet(b, a) === 2];
  });
}

/**
 * Whether the sphere about a leaf, inflated, may meet a face (nine numbers each): as the first face of two and as the
 * second, with vectors and without, which must agree. The other face of the two is far away.
 */
export function sphereMeets(leaf: ArrayLike<number>, face: ArrayLike<number>, inflate: number): boolean {
  const answers = new Set(sphereMayMeet(leaf, face, inflate));
  if (answers.size > 1) throw new Error(`The answers differ: ${Array.from(leaf)} and ${Array.from(face)}, ${inflate}.`);
  return answers.has(true);
}

interface NormalQuestion {
  /** Corners of the contact's face and of the opposite one, nine numbers each; its points on both, six. */
  readonly own: ArrayLike<number>;
  readonly other: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  readonly distance: number;
  readonly slack: number;
  readonly bodyIsTool: boolean;
}

/** A contact's normal by the module. */
export function moduleNormal({ own, other, ends, distance, slack, bodyIsTool }: NormalQuestion): Float64Array {
  const [{ call, f64 }] = spheres;
  call.setBodies(1, 1, 1, bodyIsTool ? 1 : 0);
  const [first, second, at] = [call.setOther(0, 0), call.setOther(1, 1), call.leafAt()];
  f64.set(own, first / 8);
  f64.set(other, second / 8);
  f64.set(ends, at / 8);
  call.contactNormal(first, second, at, distance, slack, at + 48);
  return f64.slice(at / 8 + 6, at / 8 + 9);
}
