// Seeds → pairs of closed bodies with radial maps, and poses under which they miss, touch, cross and enclose each
// other; an answer of a map's test → what the exact oracle finds wrong in it.

import { box, sphere, torus } from '#datasets';
import { createMesh, createRadialMap, type RadialMap, type RadialMapTest, type TriangleMesh } from '#kerf';
import { intersectingFacePairs, posedPositions, referenceMesh, windingNumber } from '#reference';
import { movedMesh, poseOf, randomDirection, randomRotation, scaled } from './contact-cases.ts';
import { joined } from './degenerate-bodies.ts';

type Random = () => number;

const inverted = ({ positions, faces }: TriangleMesh) => createMesh(positions, Array.from(faces).reverse());
const ball = (radius: number, center: [number, number, number], subdivisions = 1) =>
  sphere({ radius, center, subdivisions });

/** A tetrahedron on whole numbers: under a whole translation, faces lie in one plane and corners on edges. */
function tetrahedron(random: Random): TriangleMesh {
  const p = Array.from({ length: 12 }, () => Math.floor(9 * random()) - 4);
  return createMesh(p, [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
}

/** Closed bodies about 10 mm wide. */
export const mappedBodies: Readonly<Record<string, (random: Random) => TriangleMesh>> = {
  box: () => box({ size: [8, 10, 6], divisions: 2 }),
  blade: () => box({ size: [10, 8, 0.5], divisions: [4, 3, 1] }),
  torus: () => torus({ majorRadius: 4, minorRadius: 1.3, segments: 8 }),
  'balls that overlap': () => joined(ball(4, [-1, 0, 0]), ball(3, [2, 1, 0.5], 0)),
  'balls that are apart': () => joined(ball(2, [-3, 0, 0]), ball(2, [3, 1, 0.5])),
  'a cavity': () => joined(ball(5, [0, 0, 0]), inverted(ball(3.5, [0.3, 0, 0]))),
  tetrahedra: tetrahedron,
};

export interface MapPair {
  readonly says: string;
  readonly meshes: readonly [own: TriangleMesh, other: TriangleMesh];
  readonly maps: readonly [own: RadialMap, other: RadialMap];
}

const scales = [1e-3, 1, 1, 1e3];
const centres = ['default', 'outside', 'on the surface', 'at random'] as const;

function someCentre(kind: (typeof centres)[number], { positions, faces }: TriangleMesh, random: Random) {
  if (kind === 'default') return undefined;
  const at = (corner: number, k: number) => positions[3 * faces[corner] + k];
  const face = 3 * Math.floor((random() * faces.length) / 3);
  if (kind === 'on the surface') return [0, 1, 2].map((k) => (at(face, k) + at(face + 1, k)) / 2);
  const [first, second] = [0, 1, 2].map((k) => positions[k]).map((x, k) => [x, at(face, k)]);
  if (kind === 'at random') return [0, 1, 2].map((k) => (first[k % 2] + second[k % 2] + at(face, k)) / 3);
  return [0, 1, 2].map((k) => at(face, k) * 3 + (k === 0 ? Math.max(...positions.map(Math.abs)) : 0));
}

/** Pair k of a seeded stream. In every fourth pair both bodies are 1e5 mm from the origin. */
export function mapPair(k: number, random: Random): MapPair {
  const names = Object.keys(mappedBodies);
  const picked = [names[k % names.length], names[Math.floor(random() * names.length)]];
  const scale = scales[k % scales.length];
  const far = k % 4 === 2 ? 1e5 : 0;
  // One in three is small enough to be enclosed.
  const ratio = [1, 0.1 + 0.15 * random(), 0.3 + 0.7 * random()][k % 3];
  const meshes = picked.map((name, i) => {
    const made = scaled(mappedBodies[name](random), scale * (i === k % 2 ? ratio : 1));
    return movedMesh(made, poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [far, -far, far / 2]));
  });
  const kinds = [centres[k % 7 < 3 ? 0 : k % 4], centres[Math.floor(k / 4) % 7 < 4 ? 0 : k % 3]];
  const sizes = [
    [16, 8],
    [8, 3],
    [32, 16],
    [5, 16],
  ][Math.floor(k / 2) % 4];
  const maps = meshes.map((mesh, i) =>
    createRadialMap(mesh, { size: sizes[i], centre: someCentre(kinds[i], mesh, random) }),
  );
  const says = `pair ${k}: ${picked.join(' and ')}, × ${scale}, ${ratio}, ${far} mm away, centres ${kinds}`;
  return { says, meshes: [meshes[0], meshes[1]], maps: [maps[0], maps[1]] };
}

const middleOf = ({ positions }: TriangleMesh) =>
  [0, 1, 2].map((k) => {
    const all = positions.filter((_, i) => i % 3 === k);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
const extentOf = (mesh: TriangleMesh) => {
  const middle = middleOf(mesh);
  return Math.max(...Array.from(mesh.positions, (x, i) => Math.abs(x - middle[i % 3])));
};

/** A pose: the other body's middle is near this body's, a corner of it is on a corner here, or it is not turned. */
export function somePose({ meshes: [own, other] }: MapPair, random: Random): Float64Array {
  const kind = random();
  const turn = kind < 0.25 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : randomRotation(random);
  // A pose is taken as given: this one's rotation is off by almost as much as is allowed.
  if (kind > 0.9) for (let i = 0; i < 9; i++) turn[i] *= 1 + 4e-6 * (random() - 0.5);
  const corner = (mesh: TriangleMesh) => {
    const vertex = mesh.faces[Math.floor(random() * mesh.faces.length)];
    return Array.from(mesh.positions.subarray(3 * vertex, 3 * vertex + 3));
  };
  const place = random();
  const isTouching = place < 0.2;
  const [from, to] = isTouching ? [corner(other), corner(own)] : [middleOf(other), middleOf(own)];
  const [moved] = [movedMesh(createMesh(from, [0, 0, 0]), poseOf(turn, [0, 0, 0])).positions];
  const reach = isTouching ? 0 : (extentOf(own) + extentOf(other)) * (place > 0.6 ? 0.2 : 1.3) * random() ** 0.7;
  const way = randomDirection(random);
  const unit = kind < 0.15 ? 2 ** Math.round(Math.log2(extentOf(own)) - 3) : 0;
  return poseOf(
    turn,
    [0, 1, 2].map((k) => {
      const x = to[k] - moved[k] + reach * way[k];
      return unit > 0 ? Math.round(x / unit) * unit : x;
    }),
  );
}

/** What is wrong in an answer, by the exact oracle; '' if nothing is. `crosses`: whether the surfaces share a point. */
export function faultIn(
  { meshes: [own, other] }: MapPair,
  pose: Float64Array,
  answer: RadialMapTest,
): { readonly fault: string; readonly crosses: boolean } {
  const here = referenceMesh(own);
  const posed = posedPositions(other.positions, pose);
  const there = referenceMesh({ positions: posed, faces: other.faces });
  const pairs = intersectingFacePairs(here, there);
  const crosses = pairs.length > 0;
  const says = (fault: string) => ({ fault, crosses });
  const { relation, witness, left } = answer;
  if (witness !== null) {
    const [positions, solid] = witness.of === 'this' ? [own.positions, there] : [posed, here];
    const winding = windingNumber(positions.slice(3 * witness.vertex, 3 * witness.vertex + 3), solid);
    if (winding === 'on surface' || winding === 0) return says(`its witness has the winding number ${winding}`);
  }
  if (relation === 'overlap') return says(witness === null ? 'it overlaps without a witness' : '');
  if (relation === 'unknown') {
    const isHanded = (i: number) => left.own.includes(pairs[i]) && left.other.includes(pairs[i + 1]);
    for (let i = 0; i < pairs.length; i += 2)
      if (!isHanded(i)) return says(`it leaves out the faces ${pairs[i]} and ${pairs[i + 1]}, which share a point`);
    return says('');
  }
  if (crosses) return says(`it is ${relation}, but the faces ${pairs[0]} and ${pairs[1]} share a point`);
  const partsIn = (parts: typeof here, solid: typeof here) =>
    parts.componentFaces.map((face) => windingNumber(parts.cornersOf(face).subarray(0, 3), solid) !== 0);
  const [ownIn, otherIn] = [partsIn(here, there), partsIn(there, here)];
  const expected = { apart: [false, false], inside: [false, true], around: [true, false] }[relation];
  const isRight = ownIn.every((x) => x === expected[0]) && otherIn.every((x) => x === expected[1]);
  return says(isRight ? '' : `it is ${relation}, but of its parts inside are ${ownIn}, of the other's ${otherIn}`);
}
