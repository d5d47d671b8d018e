// Convex bodies, and meshes of several of them: shells that touch, coincide, nest or overlap.

import { box } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { measureBounds, weldVertices } from '#mesh';

type Point = readonly number[];

/** An octahedron with corners at this distance along each axis. */
export function octahedron(radius: number): TriangleMesh {
  const corners = [0, 1, 2].flatMap((axis) =>
    [1, -1].map((sign) => [0, 1, 2].map((k) => (k === axis ? sign * radius : 0))),
  );
  const faces = [0, 1].flatMap((x) =>
    [2, 3].flatMap((y) => [4, 5].map((z) => ((x + y + z) % 2 === 0 ? [x, y, z] : [x, z, y]))),
  );
  return createMesh(corners.flat(), faces.flat());
}

/** Faces outward, whatever the order of the corners. */
export function tetrahedron(a: Point, b: Point, c: Point, d: Point): TriangleMesh {
  const [u, v, w] = [b, c, d].map((point) => point.map((x, k) => x - a[k]));
  const six =
    w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) + w[2] * (u[0] * v[1] - u[1] * v[0]);
  const faces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
  const mesh = createMesh([...a, ...b, ...c, ...d], faces);
  return six > 0 ? mesh : reversed(mesh);
}

export function reversed({ positions, faces }: TriangleMesh): TriangleMesh {
  return createMesh(positions, faces.toReversed());
}

/** @param isWelded whether equal corners become one, as when a file of bare triangles is read. */
export function joined(...meshes: readonly TriangleMesh[]): TriangleMesh;
export function joined(meshes: readonly TriangleMesh[], isWelded: boolean): TriangleMesh;
export function joined(
  first: TriangleMesh | readonly TriangleMesh[],
  second?: TriangleMesh | boolean,
  ...more: readonly TriangleMesh[]
): TriangleMesh {
  const given = Array.isArray(first) ? first : [first, second, ...more];
  const positions: number[] = [];
  const faces: number[] = [];
  for (const mesh of given as readonly TriangleMesh[]) {
    const start = positions.length / 3;
    positions.push(...mesh.positions);
    faces.push(...Array.from(mesh.faces, (vertex) => vertex + start));
  }
  if (second !== true) return createMesh(positions, faces);
  const welded = weldVertices(Float64Array.from(positions));
  return createMesh(
    positions,
    faces.map((vertex) => welded[vertex]),
  );
}

/** How the shells of a random tool lie relative to each other. */
export const RELATIONS = ['same', 'nested', 'corner', 'edge', 'beside', 'overlap', 'cavity', 'apart'] as const;
export type Relation = (typeof RELATIONS)[number];

export interface ShellTool {
  readonly mesh: TriangleMesh;
  /** Its shells, each convex with faces outward. */
  readonly bodies: readonly TriangleMesh[];
  /** Whether the last one is a cavity in the others. */
  readonly isHollow: boolean;
}

/**
 * A body and up to two more: the same, within it, with a corner, an edge and faces or a face in common, beside it,
 * through it, apart; or a cavity in it. Corners are multiples of 2^-10, so that they are exact in f32 as well.
 */
export function randomShells(random: () => number, relation: Relation, shells: 1 | 2 | 3): ShellTool {
  const size = [0, 0, 0].map(() => 1.5 + 2.5 * random());
  const base = random() < 0.5 ? box({ size: [size[0], size[1], size[2]] }) : scaled(octahedron(1), size);
  const bodies = [rounded(base)];
  while (bodies.length < shells) bodies.push(rounded(another(bodies[0], random, relation)));
  const isHollow = relation === 'cavity' && shells > 1;
  const hollow = isHollow ? bodies.slice(0, 2) : bodies;
  const meshes = isHollow ? [hollow[0], reversed(hollow[1])] : hollow;
  return { mesh: joined(meshes, random() < 0.5), bodies: hollow, isHollow };
}

function another(body: TriangleMesh, random: () => number, relation: Relation): TriangleMesh {
  const corner = (n: number) => [0, 1, 2].map((k) => body.positions[3 * n + k]);
  const count = body.positions.length / 3;
  const any = () => corner(Math.floor(count * random()));
  const { faces } = body;
  const face = 3 * Math.floor((faces.length / 3) * random());
  switch (relation) {
    case 'same':
      return body;
    case 'nested':
    case 'cavity':
      return about(body, [0, 0, 0], 0.25 + 0.5 * random());
    case 'corner':
      return about(body, any(), 0.25 + 0.5 * random());
    case 'edge': {
      const [a, b, c] = [0, 1, 2].map((n) => corner(faces[face + n]));
      const inner = [0, 1, 2].map((k) => 0.2 * (a[k] + b[k] + c[k]) * random());
      return tetrahedron(a, b, random() < 0.5 ? c : inner.map((x) => -x / 2), inner);
    }
    case 'beside': {
      const { min, max } = measureBounds(body.positions, faces);
      const axis = Math.floor(3 * random());
      return offset(
        body,
        [0, 1, 2].map((k) => (k === axis ? max[k] - min[k] : 0)),
      );
    }
    case 'overlap':
      return offset(
        body,
        [0, 0, 0].map(() => 3 * (random() - 0.5)),
      );
    default:
      return offset(body, [5 + random(), random(), random()]);
  }
}

const mapped = ({ positions, faces }: TriangleMesh, of: (x: number, k: number) => number) =>
  createMesh(
    Array.from(positions, (x, n) => of(x, n % 3)),
    faces,
  );
const about = (mesh: TriangleMesh, centre: Point, share: number) =>
  mapped(mesh, (x, k) => centre[k] + share * (x - centre[k]));
const offset = (mesh: TriangleMesh, by: Point) => mapped(mesh, (x, k) => x + by[k]);
const scaled = (mesh: TriangleMesh, by: Point) => mapped(mesh, (x, k) => x * by[k]);
const rounded = (mesh: TriangleMesh) => mapped(mesh, (x) => Math.round(x * 1024) / 1024);

/** Square, about z. @param inner, outer half its widths. */
export function squareTube(inner: number, outer: number, length: number): TriangleMesh {
  const ring = [inner, outer].flatMap((r) => [-1, 1].flatMap((z) => [[-r, -r], [r, -r], [r, r], [-r, r]].map(([x, y]) => [x, y, (z * length) / 2]))); // biome-ignore format: a table
  const faces = [0, 1, 2, 3].flatMap((k) => {
    const n = (k + 1) % 4;
    const [low, high, outLow, outHigh] = [0, 4, 8, 12].map((first) => [first + k, first + n]);
    const quad = (a: number, b: number, c: number, d: number) => [a, b, c, a, c, d];
    return [
      ...quad(outLow[0], outLow[1], outHigh[1], outHigh[0]),
      ...quad(low[1], low[0], high[0], high[1]),
      ...quad(low[0], low[1], outLow[1], outLow[0]),
      ...quad(high[1], high[0], outHigh[0], outHigh[1]),
    ];
  });
  return createMesh(ring.flat(), faces);
}
