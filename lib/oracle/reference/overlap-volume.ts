// Two closed, oriented meshes → ∫ w₁·w₂, exactly: their common volume if both winding numbers are 0 or 1 everywhere.
//
// Join each face of a closed surface to an apex. The winding number about a point is the sum of ±1 over the tetrahedra
// that contain the point, by the sign of their volume. So the integral is a signed sum, over pairs of tetrahedra, one
// from each mesh, of the volume that the two share: one of them clipped by the planes of the other.

import { Fraction } from 'fraction.js';
import { exactFraction } from './exact-numbers.ts';
import type { MeshData } from './reference-mesh.ts';

type Point = readonly [Fraction, Fraction, Fraction];
type Tetrahedron = readonly [Point, Point, Point, Point];
interface Signed {
  readonly corners: Tetrahedron;
  readonly sign: number;
  /** Low x, y, z, high x, y, z: corners are f64. */
  readonly box: readonly number[];
}

const ZERO = new Fraction(0);

/** mm³. Takes time proportional to the product of both face counts; for small meshes. */
export function windingProductVolume(first: MeshData, second: MeshData): Fraction {
  const others = tetrahedra(second);
  let sum = ZERO;
  for (const a of tetrahedra(first))
    for (const b of others) {
      if (!boxesMeet(a.box, b.box)) continue;
      const shared = sharedVolume(a.corners, b.corners);
      sum = a.sign === b.sign ? sum.add(shared) : sum.sub(shared);
    }
  return sum;
}

/** Each face joined to the first corner of the first face; flat tetrahedra are left out. */
function tetrahedra({ positions, faces }: MeshData): Signed[] {
  const f64 = (vertex: number): number[] => [0, 1, 2].map((k) => positions[3 * vertex + k]);
  const found: Signed[] = [];
  for (let i = 0; i < faces.length; i += 3) {
    const given = [faces[0], faces[i], faces[i + 1], faces[i + 2]].map(f64);
    const corners = given.map((point) => point.map(exactFraction)) as unknown as Tetrahedron;
    const sign = determinant(corners).compare(ZERO);
    const box = [Math.min, Math.max].flatMap((end) => [0, 1, 2].map((k) => end(...given.map((point) => point[k]))));
    if (sign !== 0) found.push({ corners, sign: Math.sign(sign), box });
  }
  return found;
}

function boxesMeet(a: readonly number[], b: readonly number[]): boolean {
  return [0, 1, 2].every((k) => a[k] < b[3 + k] && b[k] < a[3 + k]);
}

function sharedVolume(a: Tetrahedron, b: Tetrahedron): Fraction {
  let parts: Tetrahedron[] = [a];
  for (let k = 0; k < 4; k++) {
    const plane = [b[(k + 1) % 4], b[(k + 2) % 4], b[(k + 3) % 4]] as const;
    const inside = determinant([b[k], ...plane]);
    const side = (point: Point): Fraction => {
      const found = determinant([point, ...plane]);
      return inside.compare(ZERO) > 0 ? found : found.neg();
    };
    parts = parts.flatMap((part) => clipped(part, part.map(side)));
  }
  return parts.reduce((sum, part) => sum.add(determinant(part).abs()), ZERO).div(6);
}

/** The part of a tetrahedron where a linear function, given at its corners, is ≥ 0, as tetrahedra. */
function clipped(part: Tetrahedron, values: readonly Fraction[]): Tetrahedron[] {
  const [kept, lost] = [0, 1, 2, 3].reduce<[number[], number[]]>(
    ([yes, no], n) => (values[n].compare(ZERO) >= 0 ? [[...yes, n], no] : [yes, [...no, n]]),
    [[], []],
  );
  const cut = (n: number, m: number): Point => {
    const t = values[n].div(values[n].sub(values[m]));
    return [0, 1, 2].map((k) => part[n][k].add(t.mul(part[m][k].sub(part[n][k])))) as unknown as Point;
  };
  if (lost.length === 0) return [part];
  if (kept.length === 0) return [];
  const [a, b, c] = kept;
  const [d, e, f] = lost;
  if (kept.length === 1) return [[part[a], cut(a, d), cut(a, e), cut(a, f)]];
  if (kept.length === 2) return prism([part[a], cut(a, d), cut(a, e)], [part[b], cut(b, d), cut(b, e)]);
  return prism([part[a], part[b], part[c]], [cut(a, d), cut(b, d), cut(c, d)]);
}

/** The prism between two triangles, corner to corner, as tetrahedra. */
function prism([a, b, c]: readonly [Point, Point, Point], [d, e, f]: readonly [Point, Point, Point]): Tetrahedron[] {
  return [
    [a, b, c, d],
    [b, c, d, e],
    [c, d, e, f],
  ];
}

/** Six times the signed volume. */
function determinant([o, a, b, c]: Tetrahedron): Fraction {
  const [u, v, w] = [a, b, c].map((point) => point.map((x, k) => x.sub(o[k])));
  const minor = (i: number, j: number): Fraction => v[i].mul(w[j]).sub(v[j].mul(w[i]));
  return u[0]
    .mul(minor(1, 2))
    .add(u[1].mul(minor(2, 0)))
    .add(u[2].mul(minor(0, 1)));
}
