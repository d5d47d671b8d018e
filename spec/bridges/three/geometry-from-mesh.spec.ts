// geometryFromMesh: mesh → geometry → mesh bit for bit; what is shared, and how far rounding moves a vertex.

import { describe, expect, test } from '@jest/globals';
import { box, sawBlade, sphere, sphericalBurr, torus } from '#datasets';
import { geometryFromMesh, meshFromGeometry } from '#kerf/three';
import { createMesh, type TriangleMesh } from '#mesh';

const meshes: [string, TriangleMesh][] = [
  ['box', box({ size: [10, 20, 5], divisions: 3 })],
  ['sphere', sphere({ radius: 10, subdivisions: 3 })],
  ['torus', torus({ majorRadius: 10, minorRadius: 3, segments: 24 })],
  ['saw blade', sawBlade({})],
  ['burr', sphericalBurr({ diameter: 6 })],
];

describe.each(meshes)('%s', (_name, mesh) => {
  const single = createMesh(Float32Array.from(mesh.positions), mesh.faces, { name: 'single' });

  test('in single precision is shared, and comes back as it was', () => {
    const geometry = geometryFromMesh(single);
    expect(geometry.getAttribute('position').array).toBe(single.positions);
    expect(geometry.index?.array).toBe(single.faces);
    expect([geometry.name, geometry.userData.kerf.rounding]).toEqual(['single', 0]);
    const { mesh: back, welded, dropped } = meshFromGeometry(geometry);
    expect([welded, dropped]).toEqual([0, 0]);
    expect(back).toEqual(single);
    expect([back.positions === single.positions, back.faces === single.faces]).toEqual([true, true]);
  });

  test('in double precision is rounded to the nearest f32, by as much as it says', () => {
    const geometry = geometryFromMesh(mesh);
    const { positions, faces } = meshFromGeometry(geometry).mesh;
    expect(faces).toBe(mesh.faces);
    expect(positions).toEqual(single.positions);
    let most = 0;
    for (let i = 0; i < positions.length; i += 3)
      most = Math.max(most, Math.hypot(...[0, 1, 2].map((k) => positions[i + k] - mesh.positions[i + k])));
    const { rounding } = geometry.userData.kerf;
    expect(Math.abs(rounding - most)).toBeLessThanOrEqual(2 ** -50 * most);
    const largest = Math.max(...Float64Array.from(mesh.positions, Math.abs));
    expect(rounding).toBeLessThanOrEqual(Math.sqrt(3) * 2 ** -24 * largest);
  });
});

test('normals are computed on request', () => {
  const mesh = sphere({ radius: 10, subdivisions: 3 });
  expect(geometryFromMesh(mesh).getAttribute('normal')).toBeUndefined();
  const normal = geometryFromMesh(mesh, { normals: true }).getAttribute('normal');
  for (let v = 0; v < normal.count; v++) {
    const out = [0, 1, 2].reduce((sum, k) => sum + (normal.getComponent(v, k) * mesh.positions[3 * v + k]) / 10, 0);
    expect(out).toBeGreaterThan(0.99);
  }
});

test.each<[string, () => unknown]>([
  ['WRONG_TYPE', () => geometryFromMesh({} as never)],
  ['COORDINATE_RANGE', () => geometryFromMesh(createMesh([0, 0, 0, 1e39, 0, 0, 0, 1, 0], [0, 1, 2]))],
  ['UNKNOWN_OPTION', () => geometryFromMesh(box({ size: 1 }), { normal: true } as never)],
  ['WRONG_TYPE', () => geometryFromMesh(box({ size: 1 }), { normals: 1 } as never)],
])('is refused: %s', (code, call) => expect(call).toThrow(expect.objectContaining({ code })));
