// A slide and the question it answers → what is wrong with it by the definition; '' if nothing is.

import type { Slide, TriangleMesh } from '#kerf';
import { exactFraction, pointTriangleBounds, pointTriangleSquaredDistance, SweptMesh } from '#reference';

export interface SlideQuestion {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly radius: number;
}

const U = 2 ** -53;

/** The corners of the path, three numbers each. */
export function cornersOfPath({ path }: Slide): number[][] {
  return Array.from({ length: path.length / 3 }, (_, i) => Array.from(path.subarray(3 * i, 3 * i + 3)));
}

/** A surface prepared for many slides. */
export class SlideJudge {
  readonly #mesh: TriangleMesh;
  readonly #oracle: SweptMesh;
  readonly #magnitude: number;

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#oracle = new SweptMesh(mesh);
    this.#magnitude = Float64Array.from(mesh.positions).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  /** Whether the sphere touches the surface at the point: exact. */
  touches(place: readonly number[], radius: number): boolean {
    return this.#oracle.touchedUntil({ from: place, to: place, radius }, 1) >= 0;
  }

  fault(question: SlideQuestion, slide: Slide): string {
    const { from, to, radius } = question;
    const corners = cornersOfPath(slide);
    const isAt = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).every((x, k) => x === b[k]);
    if (!isAt(corners[0], from) || !isAt(slide.end, corners[corners.length - 1]))
      return 'the path does not go from start to end';
    const touchesAtStart = this.touches(from, radius);
    if (touchesAtStart !== (slide.status === 'touching')) return `${slide.status}, but touching is ${touchesAtStart}`;
    if (touchesAtStart) return corners.length === 1 ? '' : 'it moves although it touches';
    for (let leg = 1; leg < corners.length; leg++) {
      const [a, b] = [corners[leg - 1], corners[leg]];
      const face = this.#oracle.touchedUntil({ from: a, to: b, radius }, 1);
      if (face >= 0) return `leg ${leg} touches face ${face}`;
      if (isAt(a, b)) return `leg ${leg} has no length`;
      if (!isForward(a, b, question)) return `leg ${leg} leads back`;
    }
    if (slide.contacts.length === 0 && !isAt(slide.end, to)) return 'nothing is in the way, but it does not arrive';
    if (slide.contacts.length === 0 && slide.status !== 'arrived') return `${slide.status} without a contact`;
    for (const { face, corner, normal } of slide.contacts) {
      if (!(corner in corners)) return `a contact at corner ${corner} of ${corners.length}`;
      // As slide promises: 8 slacks, 128·u·M each, but not of a tiny sphere.
      const magnitude = this.#magnitudeOf(question);
      const isPromised = radius >= 2 ** -16 * magnitude;
      const reach = exactFraction(radius + 1024 * U * magnitude);
      if (
        isPromised &&
        pointTriangleSquaredDistance(corners[corner], this.#cornersOf(face)).compare(reach.mul(reach)) > 0
      )
        return `face ${face} is not touched at corner ${corner}`;
      if (Math.abs(Math.hypot(...normal) - 1) > 1e-12) return `the normal of face ${face} is no unit vector`;
    }
    return '';
  }

  /** At how many of `times` even times of each leg the centre is within the radius of a face: exact. */
  touchingTimes({ radius }: SlideQuestion, slide: Slide, times: number): number {
    const corners = cornersOfPath(slide);
    let found = 0;
    for (let leg = 1; leg < corners.length; leg++) {
      const [a, b] = [corners[leg - 1], corners[leg]];
      const near = this.#facesNear(a, b, radius);
      for (let i = 0; i <= times; i++) if (this.#touchesAt(a, b, i / times, near, radius)) found++;
    }
    return found;
  }

  #touchesAt(
    a: readonly number[],
    b: readonly number[],
    t: number,
    near: readonly Float64Array[],
    radius: number,
  ): boolean {
    const place = a.map((x, k) => x + t * (b[k] - x));
    // Three roundings a coordinate, of at most 2·m, 2·m and 3·m: < 13·u·m as a vector; the rest for the sum.
    const off = 16 * U * Math.max(...a.map(Math.abs), ...b.map(Math.abs), radius);
    return near.some((corners) => {
      if (pointTriangleBounds(place, corners)[0] - off > radius) return false;
      const time = exactFraction(t);
      const exact = a.map((x, k) => exactFraction(x).add(exactFraction(b[k]).sub(exactFraction(x)).mul(time)));
      const reach = exactFraction(radius);
      return pointTriangleSquaredDistance(exact, corners).compare(reach.mul(reach)) <= 0;
    });
  }

  #facesNear(a: readonly number[], b: readonly number[], radius: number): Float64Array[] {
    const more = radius * (1 + 1e-9) + 1e-9 * this.#magnitude;
    const { positions, faces } = this.#mesh;
    const near: Float64Array[] = [];
    for (let f = 0; f < faces.length; f += 3) {
      let isNear = true;
      for (let k = 0; k < 3 && isNear; k++) {
        const [p, q, r] = [0, 1, 2].map((i) => positions[3 * faces[f + i] + k]);
        isNear = Math.max(p, q, r) >= Math.min(a[k], b[k]) - more && Math.min(p, q, r) <= Math.max(a[k], b[k]) + more;
      }
      if (isNear) near.push(this.#cornersOf(f / 3));
    }
    return near;
  }

  #cornersOf(face: number): Float64Array {
    const { positions, faces } = this.#mesh;
    return Float64Array.from({ length: 9 }, (_, i) => positions[3 * faces[3 * face + Math.floor(i / 3)] + (i % 3)]);
  }

  #magnitudeOf({ from, to, radius }: SlideQuestion): number {
    const length = Math.hypot(...to.map((x, k) => x - from[k]));
    return Math.max(this.#magnitude, radius, ...from.map((x) => Math.abs(x) + length));
  }
}

/** (b − a)·(to − from) ≥ 0, exactly. */
function isForward(a: readonly number[], b: readonly number[], { from, to }: SlideQuestion): boolean {
  const product = a
    .map((x, k) =>
      exactFraction(b[k])
        .sub(exactFraction(x))
        .mul(exactFraction(to[k]).sub(exactFraction(from[k]))),
    )
    .reduce((sum, x) => sum.add(x));
  return product.compare(0) >= 0;
}
