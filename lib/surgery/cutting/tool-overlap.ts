// A posed tool → parts with winding number 0 or 1 everywhere, whose union is the tool's solid.
//
// The solid is where the winding number is not 0. A surface's shells (tool-shells.ts) add up to it. A plain shell whose
// faces meet only in common corners and edges has the same winding number in front of all of its faces, and one of
// these faces has the outermost space on one side. So its winding number is 0 or 1; or, if it encloses a negative
// volume, 0 or −1: a cavity. Such shells are combined into parts with winding number 0 or 1:
//
//   P, Q, …        bodies, none inside another, no two crossing
//   P, Q … less N  cavities, each inside one of these bodies, none inside another and no two crossing
//
// The winding numbers of all parts add up to the tool's, and none is below 0, so the solid is the union of the parts. A
// body that another part contains, or that occurs twice, adds nothing to the union and is left out.
//
// If the shells cannot be combined in this way, the answer is unknown: null.

import { FacePair } from '#triangles';
import { weldVertices } from '#mesh';
import { isWithin, type Shell } from './shell-sides.ts';
import { boxesOf } from './tool-faces.ts';
import { type Shells, shellsOf } from './tool-shells.ts';

/** Relative to the sum of the magnitudes: a volume this near to 0 has no sign. */
const NO_VOLUME = 2 ** -20;
/** At most this many pairs of faces of two shells are examined in all. */
const MOST_WORK = 2 ** 28;

interface Body extends Shell {
  readonly isCavity: boolean;
  readonly volume: number;
}

interface Part {
  readonly bodies: number[];
  readonly cavities: number[];
}

/**
 * @param points xyz per vertex; faces refer to them, and equal points are one corner.
 * @returns the faces of each part; null if not known.
 */
export function simpleParts(points: Float64Array, faces: Uint32Array): Uint32Array[] | null {
  const welded = weldVertices(points);
  const corners = faces.map((vertex) => welded[vertex]);
  const shells = shellsOf(corners);
  if (shells === null || shells.isPlain.includes(false)) return null;
  const boxes = boxesOf(points, faces, 0);
  const crossed = crossedShells(points, faces, boxes, shells);
  if (crossed === null) return null;
  const bodies = bodiesOf(points, faces, boxes, shells);
  if (bodies === null) return null;
  const parts = new PartMaker(points, faces, corners, bodies, crossed).made();
  if (parts === null) return null;
  return parts.map(({ bodies: own, cavities }) => {
    const list = [...own, ...cavities].flatMap((shell) => bodies[shell].faces).sort((a, b) => a - b);
    return Uint32Array.from(list.flatMap((face) => [...faces.subarray(3 * face, 3 * face + 3)]));
  });
}

/** By pair of shells, the lower number first: CROSSED, or EDGE if they have an edge in common. */
type Crossed = Map<number, number>;
const CROSSED = 1;
const EDGE = 2;

/** @returns null if a shell intersects itself. */
function crossedShells(
  points: Float64Array,
  faces: Uint32Array,
  boxes: Float64Array,
  { count, of }: Shells,
): Crossed | null {
  const crossed: Crossed = new Map();
  const pair = new FacePair(points, faces);
  const along = longestAxis(boxes);
  const order = Uint32Array.from({ length: of.length }, (_, face) => face);
  order.sort((a, b) => boxes[6 * a + along] - boxes[6 * b + along]);
  for (let n = 0; n < order.length; n++) {
    const a = 6 * order[n];
    for (let m = n + 1; m < order.length && boxes[6 * order[m] + along] <= boxes[a + 3 + along]; m++) {
      if (!doMeet(boxes, a, boxes, 6 * order[m])) continue;
      const [s, t] = [of[order[n]], of[order[m]]];
      const key = Math.min(s, t) * count + Math.max(s, t);
      const held = crossed.get(key) ?? 0;
      if (held & CROSSED) continue;
      pair.set(order[n], order[m]);
      const isParted = pair.areParted();
      if (s === t && !isParted) return null;
      if (s !== t && (!isParted || pair.common === 2)) crossed.set(key, held | (isParted ? EDGE : CROSSED));
    }
  }
  return crossed;
}

function doMeet(P: Float64Array, p: number, Q: Float64Array, q: number): boolean {
  for (let k = 0; k < 3; k++) if (P[p + k] > Q[q + 3 + k] || Q[q + k] > P[p + 3 + k]) return false;
  return true;
}

function longestAxis(boxes: Float64Array): number {
  const extent = [0, 1, 2].map((k) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let n = k; n < boxes.length; n += 6) {
      low = Math.min(low, boxes[n]);
      high = Math.max(high, boxes[n + 3]);
    }
    return high - low;
  });
  return extent.indexOf(Math.max(...extent));
}

/** @returns null if a shell's volume has no sign. */
function bodiesOf(P: Float64Array, faces: Uint32Array, boxes: Float64Array, shells: Shells): Body[] | null {
  const lists = Array.from({ length: shells.count }, (): number[] => []);
  for (let face = 0; face < shells.of.length; face++) lists[shells.of[face]].push(face);
  const bodies: Body[] = [];
  for (const list of lists) {
    const box = boxes.slice(6 * list[0], 6 * list[0] + 6);
    const start = 3 * faces[3 * list[0]];
    let [sum, size] = [0, 0];
    for (const face of list) {
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k], boxes[6 * face + k]);
        box[3 + k] = Math.max(box[3 + k], boxes[6 * face + 3 + k]);
      }
      const [a, b, c] = [0, 1, 2].map((n) => [0, 1, 2].map((k) => P[3 * faces[3 * face + n] + k] - P[start + k]));
      const six =
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      sum += six;
      size += Math.abs(six);
    }
    if (!(Math.abs(sum) > NO_VOLUME * size)) return null;
    bodies.push({ faces: list, box, isCavity: sum < 0, volume: Math.abs(sum) });
  }
  return bodies;
}

/** How two shells lie: the first inside the second, vice versa, apart, or possibly crossing. */
type Lie = 'within' | 'around' | 'apart' | 'crossing';

class PartMaker {
  readonly #points: Float64Array;
  readonly #faces: Uint32Array;
  readonly #corners: Uint32Array;
  readonly #bodies: readonly Body[];
  readonly #crossed: Crossed;
  readonly #known = new Map<number, Lie>();
  #work = 0;

  constructor(
    points: Float64Array,
    faces: Uint32Array,
    corners: Uint32Array,
    bodies: readonly Body[],
    crossed: Crossed,
  ) {
    this.#points = points;
    this.#faces = faces;
    this.#corners = corners;
    this.#bodies = bodies;
    this.#crossed = crossed;
  }

  made(): Part[] | null {
    const numbers = [...this.#bodies.keys()];
    // The largest first: a shell inside another comes after it.
    numbers.sort((a, b) => this.#bodies[b].volume - this.#bodies[a].volume || a - b);
    const parts: Part[] = [];
    for (const body of numbers.filter((n) => !this.#bodies[n].isCavity)) {
      const part = parts.find(({ bodies }) => bodies.every((other) => this.#lie(body, other) === 'apart'));
      if (part === undefined) parts.push({ bodies: [body], cavities: [] });
      else part.bodies.push(body);
    }
    for (const cavity of numbers.filter((n) => this.#bodies[n].isCavity)) {
      const part = parts.find(({ bodies, cavities }) => this.#fits(cavity, bodies, cavities));
      if (part === undefined) return null;
      part.cavities.push(cavity);
    }
    const kept: Part[] = [];
    for (const part of parts) {
      const own = part.cavities.length > 0 ? part.bodies : part.bodies.filter((body) => !this.#isHeld(body, kept));
      const isNew = own.length > 0 && !kept.some((other) => this.#areSame(part, other));
      if (isNew) kept.push({ bodies: own, cavities: part.cavities });
    }
    return kept;
  }

  /** Whether a cavity is inside one of a part's bodies, and apart from the others and all cavities. */
  #fits(cavity: number, bodies: readonly number[], cavities: readonly number[]): boolean {
    const lies = bodies.map((body) => this.#lie(cavity, body));
    return (
      lies.filter((lie) => lie === 'within').length === 1 &&
      lies.every((lie) => lie === 'within' || lie === 'apart') &&
      cavities.every((other) => this.#lie(cavity, other) === 'apart')
    );
  }

  /** Whether a part contains all of a body: one of its bodies encloses it or equals it, and no cavity reaches it. */
  #isHeld(body: number, parts: readonly Part[]): boolean {
    return parts.some(
      ({ bodies, cavities }) =>
        bodies.some((other) => this.#lie(body, other) === 'within' || this.#areAlike(body, other)) &&
        cavities.every((cavity) => this.#lie(body, cavity) === 'apart'),
    );
  }

  #areSame(a: Part, b: Part): boolean {
    const alike = (own: readonly number[], others: readonly number[]) =>
      own.length === others.length && own.every((shell) => others.some((other) => this.#areAlike(shell, other)));
    return alike(a.bodies, b.bodies) && alike(a.cavities, b.cavities);
  }

  /** Whether two shells have the same faces. */
  #areAlike(a: number, b: number): boolean {
    const [one, other] = [this.#bodies[a], this.#bodies[b]];
    if (one.faces.length !== other.faces.length || one.box.some((x, n) => x !== other.box[n])) return false;
    const held = new Set(one.faces.map((face) => this.#nameOf(face)));
    return other.faces.every((face) => held.has(this.#nameOf(face)));
  }

  /** A face's corners, the lowest first. */
  #nameOf(face: number): string {
    const own = [0, 1, 2].map((n) => this.#corners[3 * face + n]);
    const first = own.indexOf(Math.min(...own));
    return [own[first], own[(first + 1) % 3], own[(first + 2) % 3]].join();
  }

  #lie(a: number, b: number): Lie {
    const { length } = this.#bodies;
    const [low, high] = a < b ? [a, b] : [b, a];
    const known = this.#known.get(low * length + high) ?? this.#found(low, high);
    this.#known.set(low * length + high, known);
    if (a < b || known === 'apart' || known === 'crossing') return known;
    return known === 'within' ? 'around' : 'within';
  }

  #found(a: number, b: number): Lie {
    const [one, other] = [this.#bodies[a], this.#bodies[b]];
    if (!doMeet(one.box, 0, other.box, 0)) return 'apart';
    const crossed = this.#crossed.get(a * this.#bodies.length + b) ?? 0;
    if (crossed & CROSSED) return 'crossing';
    this.#work += one.faces.length * other.faces.length;
    if (this.#work > MOST_WORK) return 'crossing';
    const isEdge = crossed === EDGE;
    const inner = isWithin(this.#points, this.#faces, one, other, isEdge);
    const outer = isWithin(this.#points, this.#faces, other, one, isEdge);
    if (inner === null || outer === null || (inner && outer)) return 'crossing';
    return inner ? 'within' : outer ? 'around' : 'apart';
  }
}
