// Bad options, meshes and poses → a typed error with a stable code and one sentence; the detector answers on as before.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, createMesh, MeshError, OptionError, PoseError } from '#kerf';
import { identityPose, translation } from '#harness/contact-cases.ts';
import { answers, isRefused, isRejected, refusesOptions } from '#harness/detector-refusals.ts';

const bone = box({ size: 10, divisions: 2 });
const tool = sphere({ radius: 2, subdivisions: 1 });
const good = { bone, tool, contactDistance: 0.5, resolution: 2 };
const cutting = translation(5, 0.5, 0.25);

const shown = (value: unknown) => (typeof value === 'string' ? `"${value}"` : `${value}`);

describe('options', () => {
  test.each([-1, -1e-300, Number.NaN, Infinity, -Infinity, 2 ** 121, '0.5', null, undefined])(
    'contactDistance %p is refused',
    (contactDistance) =>
      refusesOptions(
        { ...good, contactDistance },
        {
          Class: OptionError,
          code: 'BAD_DISTANCE',
          names: ['contactDistance', `is ${shown(contactDistance)}`, 'from 0 to 1.3e+36 mm'],
        },
      ),
  );

  test.each([0, -0, -1, Number.NaN, Infinity, -Infinity, 2 ** 121, 2 ** -161, '1', null, undefined])(
    'resolution %p is refused',
    (resolution) =>
      refusesOptions(
        { ...good, resolution },
        {
          Class: OptionError,
          code: 'BAD_RESOLUTION',
          names: ['resolution', `is ${shown(resolution)}`, 'from 6.8e-49 to 1.3e+36 mm'],
        },
      ),
  );

  test('contactDistance 0 and −0 are distances', async () => {
    const hashes = [];
    for (const contactDistance of [0, -0])
      hashes.push(answers(await createDetector({ ...good, contactDistance }), cutting));
    expect(hashes[1]).toBe(hashes[0]);
  });

  test.each(['gpu', '', null, 0])('backend %p is refused', (backend) =>
    refusesOptions({ ...good, backend }, { Class: OptionError, code: 'BAD_BACKEND', names: [`${backend}`, 'webgpu'] }),
  );

  test.each(['all', '', null, 0])('sides %p is refused', (sides) =>
    refusesOptions({ ...good, sides }, { Class: OptionError, code: 'BAD_SIDES', names: [`${sides}`, 'both'] }),
  );

  test.each([[[0, 0, -2]], [[1, 0]], [[0, 0, Number.NaN]], [[0, 0, 0]]])('feed %p is refused', (feed) =>
    refusesOptions({ ...good, feed }, { Class: OptionError, code: 'BAD_FEED', names: ['feed', 'length 1'] }),
  );

  test.each(['down', 7, null])('feed %p is refused', (feed) =>
    refusesOptions({ ...good, feed }, { Class: OptionError, code: 'WRONG_TYPE', names: ['feed', 'length 1'] }),
  );

  test.each([-1, 0.5, 1e9, '0', null])('shank %p is refused', (shank) =>
    refusesOptions({ ...good, shank }, { Class: OptionError, code: 'BAD_SHANK', names: [`${shank}`, 'vertex'] }),
  );

  test('a resolution too fine for the faces is refused by name when asked, and nothing is dropped', async () => {
    const detector = await createDetector({ ...good, resolution: 1e-6 });
    isRefused(() => detector.detectSync(cutting), {
      Class: OptionError,
      code: 'RESOLUTION_TOO_FINE',
      names: ['0.000001 mm', 'of "box"', /at least \d+ sub-triangles/, /at least 0\.0001\d+ mm/],
    });
    expect(detector.intersectingFaces(cutting).length).toBeGreaterThan(0);
  });

  test('no options at all: refused by name', async () => {
    await expect(createDetector(undefined as never)).rejects.toMatchObject({
      name: 'OptionError',
      code: 'MISSING_MESH',
    });
  });
});

describe('backend', () => {
  test('cpu gives the CPU because it was asked for', async () => {
    const detector = await createDetector({ ...good, backend: 'cpu' });
    expect([detector.backend, detector.backendReason]).toEqual(['cpu', 'the CPU was asked for']);
  });
});

describe('meshes', () => {
  const { positions, faces } = bone;
  const name = 'odd';
  const withPosition = (at: number, value: number) => ({
    positions: positions.map((old, i) => (i === at ? value : old)),
    faces,
    name,
  });
  const withFaces = (list: readonly number[]) => ({ positions, faces: Uint32Array.from(list), name });
  const last = positions.length / 3;

  const bad = [
    [
      'NaN',
      withPosition(4, Number.NaN),
      { Class: MeshError, code: 'NON_FINITE_VERTEX', names: ['"odd"', 'vertex 1', 'y = NaN'] },
    ],
    [
      'Infinity',
      withPosition(3, Infinity),
      { Class: MeshError, code: 'NON_FINITE_VERTEX', names: ['vertex 1', 'x = Infinity'] },
    ],
    [
      'an index one too high',
      withFaces([0, 1, 2, 2, 1, last]),
      { Class: MeshError, code: 'INDEX_OUT_OF_RANGE', names: ['face 1', `vertex ${last}`, `< ${last}`] },
    ],
    ['no faces', withFaces([]), { Class: MeshError, code: 'EMPTY_MESH', names: ['"odd"', 'no faces'] }],
    [
      'two corners in the last face',
      withFaces([0, 1, 2, 3, 4]),
      { Class: MeshError, code: 'BAD_LENGTH', names: ['faces has 5', '3'] },
    ],
    [
      'a ragged vertex',
      { positions: positions.subarray(1), faces, name },
      { Class: MeshError, code: 'BAD_LENGTH', names: [`positions has ${positions.length - 1}`, '3'] },
    ],
    [
      'a coordinate beyond the range',
      withPosition(5, 2 ** 121),
      { Class: MeshError, code: 'COORDINATE_RANGE', names: ['vertex 1', 'z = 2.658455991569832e+36', '1.3e+36'] },
    ],
    [
      'a coordinate nearer to 0 than the range',
      withPosition(5, -(2 ** -161)),
      { Class: MeshError, code: 'COORDINATE_RANGE', names: ['vertex 1', 'z = -3.4', '6.8e-49'] },
    ],
    ['nothing', undefined, { Class: OptionError, code: 'MISSING_MESH', names: ['undefined', 'TriangleMesh'] }],
    ['null', null, { Class: OptionError, code: 'MISSING_MESH', names: ['null', 'TriangleMesh'] }],
    ['an empty object', {}, { Class: OptionError, code: 'MISSING_MESH', names: ['object', 'TriangleMesh'] }],
  ] as const;

  test.each(bad)('%s is refused as bone and as tool', async (_, mesh, refusal) => {
    await refusesOptions({ ...good, bone: mesh }, refusal);
    await refusesOptions({ ...good, tool: mesh }, refusal);
  });

  test('the widest and the least coordinates in range are taken, −0 too', async () => {
    const mesh = createMesh([-0, 0, 0, 2 ** 120, 0, 0, 0, 2 ** -160, 0], [0, 1, 2]);
    const detector = await createDetector({ bone: mesh, tool: mesh, contactDistance: 0, resolution: 2 ** 120 });
    expect(detector.detectSync(identityPose).state).toBe('intersecting');
  });

  test('a mesh of plain arrays, as a hand-made object, answers as the typed one', async () => {
    const plain = (mesh: typeof bone) =>
      ({ positions: [...mesh.positions], faces: [...mesh.faces], name: mesh.name }) as unknown as typeof bone;
    const detector = await createDetector({ ...good, bone: plain(bone), tool: plain(tool) });
    expect(answers(detector, cutting)).toBe(answers(await createDetector(good), cutting));
    const edit = { remove: [0], positions: [6, 6, 6], faces: [0, 1, positions.length / 3] };
    detector.editBone(edit);
    const other = await createDetector(good);
    other.editBone(edit);
    expect(answers(detector, cutting)).toBe(answers(other, cutting));
  });

  test('the meshes are copied: later changes of their arrays have no effect', async () => {
    const own = createMesh(positions.slice(), faces.slice());
    const ownTool = createMesh(tool.positions.slice(), tool.faces.slice());
    const detector = await createDetector({ ...good, bone: own, tool: ownTool });
    const before = answers(await createDetector(good), cutting);
    for (const mesh of [own, ownTool]) {
      mesh.positions.fill(Number.NaN);
      mesh.faces.fill(7);
    }
    expect(answers(detector, cutting)).toBe(before);
  });
});

describe('poses', () => {
  const changed = (change: (m: Float64Array) => void) => {
    const m = translation(5, 0.5, 0.25);
    change(m);
    return m;
  };
  const scaledBy = (factor: number, columns: number) =>
    changed((m) => {
      for (let i = 0; i < 4 * columns; i++) m[i] *= factor;
    });
  const bad = [
    [
      'scale 1.001',
      scaledBy(1.001, 3),
      { Class: PoseError, code: 'NOT_RIGID', names: ['2.001e-3', '0.00001', 'scale'] },
    ],
    ['one axis scaled', scaledBy(1.001, 1), { Class: PoseError, code: 'NOT_RIGID', names: ['2.001e-3', '0.00001'] }],
    [
      'sheared',
      changed((m) => {
        m[1] = 1e-4;
      }),
      { Class: PoseError, code: 'NOT_RIGID', names: ['1.000e-4', '0.00001', 'shear'] },
    ],
    ['mirrored', scaledBy(-1, 1), { Class: PoseError, code: 'NOT_RIGID', names: ['-1.000000', '+1', 'mirror'] }],
    [
      'NaN in the rotation',
      changed((m) => {
        m[6] = Number.NaN;
      }),
      { Class: PoseError, code: 'NON_FINITE_POSE', names: ['entry 6', 'NaN'] },
    ],
    [
      'an infinite translation',
      changed((m) => {
        m[13] = Infinity;
      }),
      { Class: PoseError, code: 'NON_FINITE_POSE', names: ['entry 13', 'Infinity'] },
    ],
    ['15 numbers', cutting.slice(0, 15), { Class: PoseError, code: 'BAD_LENGTH', names: ['15', '16'] }],
    ['17 numbers', [...cutting, 0], { Class: PoseError, code: 'BAD_LENGTH', names: ['17', '16'] }],
    ['no numbers', [], { Class: PoseError, code: 'BAD_LENGTH', names: ['0 numbers', '16'] }],
    ['nothing', undefined, { Class: PoseError, code: 'BAD_LENGTH', names: ['no numbers', '16'] }],
    [
      'row-major',
      Float64Array.of(1, 0, 0, 5, 0, 1, 0, 0.5, 0, 0, 1, 0.25, 0, 0, 0, 1),
      { Class: PoseError, code: 'NOT_RIGID', names: ['5 0.5 0.25 1', '0 0 0 1', 'column-major'] },
    ],
    [
      'a last row that ends in 2',
      changed((m) => {
        m[15] = 2;
      }),
      { Class: PoseError, code: 'NOT_RIGID', names: ['0 0 0 2', '0 0 0 1'] },
    ],
    [
      'a translation beyond the range',
      translation(0, 2 ** 121, 0),
      { Class: PoseError, code: 'COORDINATE_RANGE', names: ['2.658455991569832e+36', '1.33e+36'] },
    ],
  ] as const;

  test.each(bad)('%s is refused, and the detector answers on as before', async (_, pose, refusal) => {
    const detector = await createDetector(good);
    const before = answers(detector, cutting);
    const given = pose as Float64Array;
    isRefused(() => detector.detectSync(given), refusal);
    isRefused(() => detector.intersectingFaces(given), refusal);
    isRefused(() => detector.minimumDistance(given), refusal);
    await isRejected(() => detector.detect(given), refusal);
    expect(answers(detector, cutting)).toBe(before);
  });

  test('a rotation off by less than the limit is taken as given, never re-orthonormalised', async () => {
    const detector = await createDetector({ ...good, tool: box({ size: 2 }) });
    const factor = 1 + 4.9e-6;
    const pose = scaledBy(factor, 3);
    pose[12] = 20;
    const { distance, toolPoint } = detector.minimumDistance(pose);
    expect([distance, toolPoint[0]]).toEqual([20 - factor - 5, 20 - factor]);
  });
});
