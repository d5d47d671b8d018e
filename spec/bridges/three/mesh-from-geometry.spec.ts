// meshFromGeometry: every layout of a geometry gives the triangles that three draws; seams; what is refused.

import { describe, expect, test } from '@jest/globals';
import * as THREE from 'three';
import type { KerfError } from '#core';
import { box, sphere } from '#datasets';
import { mulberry32 } from '#harness/random.ts';
import { createDetector } from '#kerf';
import { meshFromGeometry } from '#kerf/three';
import { inspectMesh, type TriangleMesh } from '#mesh';

type Triangle = number[];
const cornersOf = ({ positions, faces }: TriangleMesh): Triangle[] =>
  Array.from({ length: faces.length / 3 }, (_, f) =>
    [0, 1, 2].flatMap((k) => [...positions.subarray(3 * faces[3 * f + k], 3 * faces[3 * f + k] + 3)]),
  );

/** What three draws, by its own accessors: 9 numbers a triangle. */
function drawn(geometry: THREE.BufferGeometry): Triangle[] {
  const { index, drawRange } = geometry;
  const position = geometry.getAttribute('position');
  const count = index?.count ?? position.count;
  const triangles: Triangle[] = [];
  for (let i = drawRange.start; i + 2 < Math.min(count, drawRange.start + drawRange.count); i += 3)
    triangles.push(
      [i, i + 1, i + 2].flatMap((at) =>
        new THREE.Vector3().fromBufferAttribute(position, index?.getX(at) ?? at).toArray(),
      ),
    );
  return triangles;
}

const code = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    return (error as KerfError).code;
  }
  return 'accepted';
};

/** A torus of 96 triangles, single precision, indexed. */
const indexed = () => new THREE.TorusGeometry(10, 4, 6, 8);

describe('layouts', () => {
  const position = () => indexed().getAttribute('position').array;
  const withPosition = (attribute: THREE.BufferAttribute | THREE.InterleavedBufferAttribute) => {
    const geometry = indexed();
    geometry.setAttribute('position', attribute);
    return geometry;
  };
  const interleaved = (array: Float32Array | Float64Array) => {
    const wide = new (array.constructor as Float32ArrayConstructor)((array.length / 3) * 5);
    for (let i = 0; i < array.length; i++) wide[5 * Math.floor(i / 3) + 1 + (i % 3)] = array[i];
    return withPosition(new THREE.InterleavedBufferAttribute(new THREE.InterleavedBuffer(wide, 5), 3, 1));
  };
  const layouts: [string, () => THREE.BufferGeometry, string][] = [
    ['indexed', indexed, 'Float32Array'],
    ['without an index', () => indexed().toNonIndexed(), 'Float32Array'],
    [
      'a wide index',
      () => indexed().setIndex(new THREE.Uint32BufferAttribute(indexed().index!.array, 1)),
      'Float32Array',
    ],
    ['doubles', () => withPosition(new THREE.BufferAttribute(Float64Array.from(position()), 3)), 'Float64Array'],
    ['interleaved', () => interleaved(position() as Float32Array), 'Float32Array'],
    ['interleaved doubles', () => interleaved(Float64Array.from(position())), 'Float64Array'],
    [
      'half floats',
      () => withPosition(new THREE.Float16BufferAttribute(Array.from(position(), THREE.DataUtils.toHalfFloat), 3)),
      'Float32Array',
    ],
    [
      'normalized integers',
      () =>
        withPosition(
          new THREE.BufferAttribute(
            Int16Array.from(position(), (x) => x * 2000),
            3,
            true,
          ),
        ),
      'Float64Array',
    ],
    [
      'integers',
      () =>
        withPosition(
          new THREE.BufferAttribute(
            Int8Array.from(position(), (x) => x * 8),
            3,
          ),
        ),
      'Float64Array',
    ],
    [
      'a draw range',
      () => {
        const geometry = indexed();
        geometry.setDrawRange(12, 30);
        return geometry;
      },
      'Float32Array',
    ],
    [
      'a draw range to the end, without an index',
      () => {
        const geometry = indexed().toNonIndexed();
        geometry.setDrawRange(9, Number.POSITIVE_INFINITY);
        return geometry;
      },
      'Float32Array',
    ],
    [
      'groups, some of which are missing',
      () => {
        const geometry = indexed();
        geometry.addGroup(0, 3, 1);
        geometry.addGroup(0, 30, 0);
        return geometry;
      },
      'Float32Array',
    ],
  ];
  test.each(layouts)('%s', (_name, make, type) => {
    const geometry = make();
    const { mesh, triangles, dropped, moved } = meshFromGeometry(geometry);
    expect(mesh.positions.constructor.name).toBe(type);
    const all = drawn(geometry);
    expect([mesh.faces.length / 3, dropped, moved]).toEqual([all.length, 0, 0]);
    expect(all.length).toBeGreaterThan(5);
    // -0 equals 0, and a weld by equal coordinates may take the one for the other.
    expect(cornersOf(mesh).map((triangle) => triangle.map((x) => x + 0))).toEqual(
      all.map((triangle) => triangle.map((x) => x + 0)),
    );
    expect([...triangles]).toEqual(all.map((_, i) => i + geometry.drawRange.start / 3));
  });

  test('plain arrays are shared, not copied', () => {
    const whole = sphere({ radius: 10, subdivisions: 1 });
    for (const positions of [whole.positions, Float32Array.from(whole.positions)]) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
      geometry.setIndex(new THREE.BufferAttribute(whole.faces, 1));
      const { mesh, welded } = meshFromGeometry(geometry, { name: 'mine' });
      expect([mesh.positions === positions, mesh.faces === whole.faces, welded]).toEqual([true, true, 0]);
      expect(mesh.name).toBe('mine');
      geometry.setDrawRange(3, 6);
      expect(meshFromGeometry(geometry).mesh.faces.buffer).toBe(whole.faces.buffer);
    }
    const repeated = new THREE.BoxGeometry(1, 1, 1);
    const { mesh, welded } = meshFromGeometry(repeated);
    expect(mesh.positions).toBe(repeated.getAttribute('position').array);
    expect([mesh.name, welded]).toEqual(['geometry', 24 - 8]);
    expect(new Set(mesh.faces).size).toBe(8);
  });

  test('triangles are what a raycast numbers, with some of them dropped', () => {
    const geometry = indexed().toNonIndexed();
    const position = geometry.getAttribute('position');
    // Triangle 4 becomes a segment, so that it is dropped.
    position.setXYZ(13, position.getX(12), position.getY(12), position.getZ(12));
    const { mesh, triangles, dropped } = meshFromGeometry(geometry);
    expect(dropped).toBe(1);
    const all = drawn(geometry);
    expect([...triangles]).toEqual(all.map((_, i) => i).filter((i) => i !== 4));
    for (const [f, triangle] of cornersOf(mesh).entries()) expect(triangle).toEqual(all[triangles[f]]);
    const object = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
    const raycaster = new THREE.Raycaster();
    const random = mulberry32(1);
    let hits = 0;
    for (let i = 0; i < 40; i++) {
      const face = Math.floor(random() * triangles.length);
      const [a, b, c] = [0, 1, 2].map((k) => new THREE.Vector3().fromArray(cornersOf(mesh)[face], 3 * k));
      const inside = a.add(b).add(c).divideScalar(3);
      raycaster.set(
        new THREE.Vector3(0, 0, 50),
        inside
          .clone()
          .sub(new THREE.Vector3(0, 0, 50))
          .normalize(),
      );
      const near = raycaster.intersectObject(object).filter(({ point }) => point.distanceTo(inside) < 1e-4);
      if (near.some(({ faceIndex }) => faceIndex === triangles[face])) hits++;
    }
    expect(hits).toBeGreaterThan(35);
  });
});

describe('seams', () => {
  const curve = new THREE.LineCurve3(new THREE.Vector3(0, 0, -5), new THREE.Vector3(0, 0, 5));
  test.each<[string, (size: number) => THREE.BufferGeometry, number]>([
    ['SphereGeometry', (s) => new THREE.SphereGeometry(s, 32, 16), 1],
    ['SphereGeometry of few faces', (s) => new THREE.SphereGeometry(s, 3, 2), 1],
    ['CylinderGeometry', (s) => new THREE.CylinderGeometry(s / 4, s / 4, s, 24, 3), 1],
    ['ConeGeometry', (s) => new THREE.ConeGeometry(s / 3, s, 17, 2), 1],
    ['TorusGeometry', (s) => new THREE.TorusGeometry(s, s / 3, 12, 32), 1],
    ['TorusKnotGeometry', (s) => new THREE.TorusKnotGeometry(s, s / 4, 64, 8), 1],
    ['CapsuleGeometry', (s) => new THREE.CapsuleGeometry(s / 3, s, 8, 16), 1],
    ['BoxGeometry', (s) => new THREE.BoxGeometry(s, s / 2, s / 3, 2, 3, 4), 1],
    ['IcosahedronGeometry', (s) => new THREE.IcosahedronGeometry(s, 3), 1],
    ['OctahedronGeometry', (s) => new THREE.OctahedronGeometry(s, 2), 1],
    [
      'LatheGeometry',
      (s) =>
        new THREE.LatheGeometry(
          [
            [0, -s],
            [s, 0],
            [0, s],
          ].map(([x, y]) => new THREE.Vector2(x, y)),
        ),
      1,
    ],
    [
      'ExtrudeGeometry',
      (s) =>
        new THREE.ExtrudeGeometry(
          new THREE.Shape(
            [
              [0, 0],
              [s, 0],
              [0, s],
            ].map(([x, y]) => new THREE.Vector2(x, y)),
          ),
          { depth: s },
        ),
      1,
    ],
    ['TubeGeometry', () => new THREE.TubeGeometry(curve, 8, 2, 12), 0],
    ['PlaneGeometry', (s) => new THREE.PlaneGeometry(s, s, 3, 3), 0],
  ])('%s', (_name, make, isClosed) => {
    for (const size of [1e-3, 1, 10, 1e3]) {
      const geometry = make(size);
      const { mesh, moved, dropped, triangles } = meshFromGeometry(geometry, { weld: 1e-6 * size });
      expect(inspectMesh(mesh)).toMatchObject({
        ...{ closed: isClosed === 1, oriented: true, manifold: true, components: 1, degenerateFaces: 0 },
      });
      expect(moved).toBeLessThanOrEqual(1e-6 * size);
      expect(triangles.length + dropped).toBe(drawn(geometry).length);
      // No two vertices that faces use are at one place.
      const { positions } = mesh;
      const used = [...new Set(mesh.faces)];
      expect(new Set(Array.from(used, (v) => `${positions.subarray(3 * v, 3 * v + 3).map((x) => x + 0)}`)).size).toBe(
        used.length,
      );
    }
  });

  test("a sphere's seam is open until it is welded by a tolerance", () => {
    const geometry = new THREE.SphereGeometry(10);
    expect(inspectMesh(meshFromGeometry(geometry).mesh).closed).toBe(false);
    const { mesh, moved, welded } = meshFromGeometry(geometry, { weld: 1e-5 });
    expect(moved).toBeGreaterThan(0);
    expect(mesh.positions).toBe(geometry.getAttribute('position').array);
    expect(new Set(mesh.faces).size).toBe(mesh.positions.length / 3 - welded);
    const { volume, closed } = inspectMesh(mesh);
    expect(closed).toBe(true);
    expect(volume).toBeGreaterThan(0);
  });
});

test("a detector's report is that of the same mesh", async () => {
  const options = { contactDistance: 0.2, resolution: 1, backend: 'cpu' } as const;
  const [bone, tool] = [box({ size: 10, divisions: 3 }), sphere({ radius: 3, subdivisions: 2 })];
  const read = ({ positions, faces, name }: TriangleMesh) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setIndex(new THREE.BufferAttribute(faces, 1));
    return meshFromGeometry(geometry.toNonIndexed(), { name }).mesh;
  };
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 6, 0.3, 0.1, 1];
  const own = await createDetector({ ...options, bone, tool });
  const given = await createDetector({ ...options, bone: read(bone), tool: read(tool) });
  // toNonIndexed gives each corner a vertex, in the order of the faces.
  const [a, b] = [own.detectSync(pose), given.detectSync(pose)];
  expect(a.contacts.length).toBeGreaterThan(10);
  expect(b.state).toBe(a.state);
  for (const name of ['intersectingFaces', 'intersectionSegments', 'signed', 'penetration'] as const)
    expect(b[name]).toEqual(a[name]);
  for (const name of [
    'body',
    'face',
    'corners',
    'point',
    'opposite',
    'normal',
    'distance',
    'low',
    'high',
    'patch',
  ] as const)
    expect(b.contacts[name]).toEqual(a.contacts[name]);
  own.dispose();
  given.dispose();
});

describe('is refused', () => {
  const changed = (change: (geometry: THREE.BufferGeometry) => void) => () => {
    const geometry = indexed();
    change(geometry);
    return meshFromGeometry(geometry);
  };
  test.each<[string, (geometry: THREE.BufferGeometry) => void]>([
    ['MORPHED', (g) => (g.morphAttributes.position = [g.getAttribute('position') as THREE.BufferAttribute])],
    ['SKINNED', (g) => g.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(new Uint16Array(4 * 63), 4))],
    ['NO_POSITIONS', (g) => g.deleteAttribute('position')],
    ['NO_POSITIONS', (g) => ((g.getAttribute('position') as THREE.BufferAttribute).array = null as never)],
    [
      'NO_POSITIONS',
      (g) => g.setAttribute('position', new THREE.GLBufferAttribute({} as never, 5126, 3, 4, 9) as never),
    ],
    ['BAD_ITEM_SIZE', (g) => g.setAttribute('position', new THREE.Float32BufferAttribute(18, 2))],
    ['NON_FINITE_VERTEX', (g) => g.getAttribute('position').setY(5, Number.NaN)],
    ['INDEX_OUT_OF_RANGE', (g) => g.index!.setX(4, 999)],
    ['BAD_LENGTH', (g) => g.setIndex([0, 1, 2, 3])],
    ['BAD_LENGTH', (g) => g.setDrawRange(1, 3)],
    ['BAD_LENGTH', (g) => g.setDrawRange(0, 4)],
    ['EMPTY_MESH', (g) => g.setDrawRange(0, 0)],
    ['EMPTY_MESH', (g) => g.setDrawRange(3000, 3)],
    ['EMPTY_MESH', (g) => g.setIndex([1, 1, 2])],
    ['WRONG_TYPE', (g) => g.setIndex(new THREE.Float32BufferAttribute([0, 1, 2], 1))],
    ['WRONG_TYPE', (g) => g.setIndex(new THREE.Uint32BufferAttribute([0, 1, 2], 3))],
  ])('%s', (expected, change) => expect(code(changed(change))).toBe(expected));

  test('instances, what is no geometry, and bad options', () => {
    const instanced = new THREE.InstancedBufferGeometry().copy(new THREE.BoxGeometry() as never);
    expect(code(() => meshFromGeometry(instanced))).toBe('INSTANCED');
    expect(code(() => meshFromGeometry(null as never))).toBe('WRONG_TYPE');
    expect(code(() => meshFromGeometry({} as never))).toBe('NO_POSITIONS');
    expect(code(() => meshFromGeometry(indexed(), { weld: -1 }))).toBe('BAD_TOLERANCE');
    expect(code(() => meshFromGeometry(indexed(), { weld: Number.NaN }))).toBe('BAD_TOLERANCE');
    expect(code(() => meshFromGeometry(indexed(), { welded: 1 } as never))).toBe('UNKNOWN_OPTION');
    expect(code(() => meshFromGeometry(indexed(), { name: 1 } as never))).toBe('WRONG_TYPE');
    expect(code(() => meshFromGeometry(indexed(), { weld: 1000 }))).toBe('EMPTY_MESH');
  });
});
