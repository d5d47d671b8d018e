import { describe, expect, test } from '@jest/globals';
import { surfaceFacts } from '#harness/surface-facts.ts';

const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const tetrahedron = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];

describe('the checker itself', () => {
  test('a tetrahedron', () => {
    const facts = surfaceFacts({ positions: points, faces: tetrahedron });
    expect(facts).toMatchObject({ closedAndOriented: true, manifoldVertices: true, euler: 2, components: 1 });
    expect(facts.volume).toBeCloseTo(1 / 6, 15);
  });
  test('a missing face, a turned face and a doubled face are seen', () => {
    expect(surfaceFacts({ positions: points, faces: tetrahedron.slice(3) }).closedAndOriented).toBe(false);
    const turned = [0, 1, 2, ...tetrahedron.slice(3)];
    expect(surfaceFacts({ positions: points, faces: turned }).closedAndOriented).toBe(false);
    const doubled = [...tetrahedron, ...tetrahedron.slice(0, 3)];
    expect(surfaceFacts({ positions: points, faces: doubled })).toMatchObject({
      closedAndOriented: false,
      duplicateFaces: 1,
    });
  });
  test('two tetrahedra that share one vertex are closed but not manifold there', () => {
    const positions = [...points, -1, 0, 0, 0, -1, 0, 0, 0, -1];
    const second = tetrahedron.map((vertex) => (vertex === 0 ? 0 : vertex + 3));
    const facts = surfaceFacts({ positions, faces: [...tetrahedron, ...second] });
    expect(facts).toMatchObject({ closedAndOriented: true, manifoldVertices: false });
  });
  test('a zero-area face is counted', () => {
    expect(surfaceFacts({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], faces: [0, 1, 2] }).zeroAreaFaces).toBe(1);
  });
});
