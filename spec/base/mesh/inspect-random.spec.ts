import { describe, expect, test } from '@jest/globals';
import { createMesh, inspectMesh, SurfaceTopology } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { type Body, box, flip, join, move, permute, soup, strip, tetrahedron, torus, without } from './bodies.ts';
import { inspectPlainly } from './plain-inspection.ts';

/** A few bodies, on integer coordinates if possible, damaged in 0 to 3 ways, as soup or shared, in random order. */
function randomBody(random: () => number): Body {
  const pick = (n: number): number => Math.floor(random() * n);
  const shapes = [tetrahedron, box(1, 2, 3), box(2, 2, 2), torus(4, 3, 3, 1), strip(3, 'moebius'), strip(4, 'ring')];
  let body = join(
    ...Array.from({ length: 1 + pick(3) }, () =>
      move(shapes[pick(random() < 0.7 ? 4 : 6)], [2 * pick(3), 2 * pick(2), 0]),
    ),
  );
  for (let damage = pick(4); damage > 0; damage--) {
    const faceCount = body.faces.length / 3;
    const face = pick(faceCount);
    const corners = body.faces.slice(3 * face, 3 * face + 3);
    const vertex = pick(body.positions.length / 3);
    switch (pick(6)) {
      case 0:
        if (faceCount > 1) body = without(body, face);
        break;
      case 1:
        body = flip(body, face);
        break;
      case 2:
        body = { ...body, faces: [...body.faces, ...corners] };
        break;
      case 3:
        body = { ...body, faces: [...body.faces, corners[0], corners[2], corners[1]] };
        break;
      case 4:
        body = { ...body, faces: [...body.faces, corners[0], vertex, corners[1]] };
        break;
      default:
        body = { ...body, faces: [...body.faces, corners[0], vertex, corners[0]] };
    }
  }
  if (random() < 0.3) body = soup(body);
  return permute(body, random);
}

describe('inspectMesh and SurfaceTopology against the definitions', () => {
  test.each([101, 102, 103, 104].slice(0, longRun(4, 2)))('random bodies, seed %i', (seed) => {
    const random = mulberry32(seed);
    const trials = longRun(600, 80);
    const hits = { closed: 0, oriented: 0, manifold: 0, signed: 0, duplicate: 0, degenerate: 0, severalPieces: 0 };
    for (let trial = 0; trial < trials; trial++) {
      const body = randomBody(random);
      const mesh = createMesh(trial % 2 === 0 ? body.positions : Float32Array.from(body.positions), body.faces);
      const stored = { positions: [...mesh.positions], faces: body.faces };
      const { unbalancedEdges, ...expected } = inspectPlainly(stored);
      const found = inspectMesh(mesh);
      expect(found).toMatchObject(expected);
      expect(Number.isNaN(found.volume)).toBe(!(expected.closed && expected.oriented));
      const topology = new SurfaceTopology(mesh.positions, mesh.faces);
      expect(topology.signed).toBe(expected.closed && expected.oriented);
      expect([topology.boundaryEdges, topology.unbalancedEdges]).toEqual([expected.boundaryEdges, unbalancedEdges]);
      expect(topology.representatives()).toHaveLength(expected.components);
      if (expected.closed) hits.closed++;
      if (expected.oriented) hits.oriented++;
      if (expected.manifold) hits.manifold++;
      if (topology.signed) hits.signed++;
      if (expected.duplicateFaces > 0) hits.duplicate++;
      if (expected.degenerateFaces > 0) hits.degenerate++;
      if (expected.components > 1) hits.severalPieces++;
    }
    for (const [what, count] of Object.entries(hits))
      expect({ what, inRange: count / trials > 0.15 && count / trials < 0.85 }).toEqual({ what, inRange: true });
  });
});
