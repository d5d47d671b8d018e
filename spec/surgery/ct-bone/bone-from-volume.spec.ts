// boneFromVolume: closed by flat caps in the planes of the outermost samples or of the crop, compared with closed
// forms; what is kept, in which frame, from which source; what is refused.

import { describe, expect, test } from '@jest/globals';
import { type BoneOptions, boneFromVolume, inspectMesh, meshInFrame, readSurfaceFromVolume } from '#kerf';
import { BALL, ballPlan, expectBall } from '#harness/ball-surface.ts';
import { dicomSeries } from '#harness/io-dicom.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { bytesOf, niftiBytes, type VolumePlan, vtiText } from '#harness/io-volumes.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';

const ISO = 300;
const FORMAT = 'nrrd' as const;
const bone = (plan: VolumePlan, options: Partial<BoneOptions> = {}, type = 'double') =>
  boneFromVolume({ bytes: nrrdBytes(plan, { type }), format: FORMAT, name: 'test' }, { isoValue: ISO, ...options });

/** Axis-aligned, with spacings that f64 holds exactly; axes permuted, and mirrored by the signs. */
function grid(
  dimensions: readonly [number, number, number],
  spacing: readonly number[],
  options: { order?: number[]; sign?: number[]; origin?: number[] } = {},
) {
  const { order = [0, 1, 2], sign = [1, 1, 1], origin = [8, -4, 16] } = options;
  const frame = [0, 1, 2].flatMap((row) => [
    ...[0, 1, 2].map((column) => (order[column] === row ? sign[column] * spacing[column] : 0)),
    origin[row],
  ]);
  return { dimensions, frame };
}
function boxOf({ dimensions, frame: m }: { dimensions: readonly number[]; frame: readonly number[] }): number[] {
  const ends = [0, 4, 8].map((r) => [0, 1, 2].reduce((sum, c) => sum + m[r + c] * (dimensions[c] - 1), m[r + 3]));
  return [3, 7, 11].flatMap((r, axis) => [Math.min(m[r], ends[axis]), Math.max(m[r], ends[axis])]);
}
const boundsOf = ({ bounds: { min, max } }: { bounds: { min: readonly number[]; max: readonly number[] } }) =>
  [0, 1, 2].flatMap((axis) => [min[axis], max[axis]]);

describe('a ball within the volume', () => {
  splitCases([false, true], [1], (some) =>
    test.each(some)(
      'as readSurfaceFromVolume gives it, bit by bit where nothing is capped; turned, mirrored: %p',
      async (mirror) => {
        const plan = ballPlan(ISO, { mirror });
        const plain = await readSurfaceFromVolume(nrrdBytes(plan), FORMAT, ISO, { name: 'test' });
        expect((await bone(plan, { cap: false, largest: false })).mesh).toEqual(plain);
        const capped = await bone(plan);
        expectBall(capped.mesh, plan.centre);
        expect(capped.inspection).toEqual(inspectMesh(capped.mesh));
        expect(capped.inspection).toMatchObject({
          closed: true,
          oriented: true,
          manifold: true,
          components: 1,
          faceCount: plain.faces.length / 3,
        });
        // With a layer of air added, a vertex's place may be rounded once more.
        const off = plain.positions.map((x, i) => Math.abs(x - capped.mesh.positions[i]));
        expect(Math.max(...off)).toBeLessThan(8 * 2 ** -53 * 200);
        expect(capped).toMatchObject({
          surfaceValue: ISO,
          coarsened: null,
          components: { found: 1, leftOut: 0, leftOutFaces: 0 },
        });
        expect(capped.volume).toMatchObject({ dimensions: BALL.dimensions, frame: 'LPS' });
        for (const axis of [0, 1, 2]) expect(capped.volume.spacing[axis]).toBeCloseTo(BALL.spacing[axis], 12);
      },
    ),
  );

  inDeep(() =>
    test('by the bytes of every format, and whatever type its values have', async () => {
      const plan = ballPlan(ISO);
      for (const type of ['int16', 'int32', 'float']) expectBall((await bone(plan, {}, type)).mesh, plan.centre, 1);
      const sources = [
        { bytes: niftiBytes(plan), format: 'nii', frame: 'RAS' },
        { bytes: bytesOf(vtiText(plan)), format: 'vti', frame: null },
        { bytes: dicomSeries(plan), format: 'dicom', frame: 'LPS' },
      ] as const;
      for (const { frame, ...source } of sources) {
        const made = await boneFromVolume(source, { isoValue: ISO });
        expectBall(made.mesh, plan.centre, 1);
        expect(made.volume.frame).toBe(frame);
        expect(made.mesh.frame ?? null).toBe(frame);
        expect(made.mesh.name).toBe('volume');
      }
    }),
  );
});

describe('bone that reaches the border', () => {
  const places = [
    grid([5, 6, 7], [1, 2, 0.5]),
    grid([5, 6, 7], [1, 2, 0.5], { order: [2, 0, 1], sign: [-1, 1, -1] }),
    grid([2, 2, 2], [4, 4, 4], { sign: [1, -1, 1], origin: [0, 0, 0] }),
  ];

  test.each(places)('half a volume of bone is a box, exactly: volume, area, planes; place %#', async (place) => {
    const box = boxOf(place);
    // Bone below a plane across x, a little beyond a quarter of the way: linear, so every crossing is exact.
    const at = box[0] + (box[1] - box[0]) / 4 + 0.125;
    const { mesh, inspection } = await bone({ ...place, value: (x) => ISO + 8 * (at - x) });
    const sides = [at - box[0], box[3] - box[2], box[5] - box[4]];
    expect(boundsOf(inspection)).toEqual([box[0], at, ...box.slice(2)]);
    expect(inspection).toMatchObject({
      closed: true,
      oriented: true,
      manifold: true,
      components: 1,
      degenerateFaces: 0,
    });
    expect(inspection.volume).toBeCloseTo(sides[0] * sides[1] * sides[2], 9);
    expect(inspection.area).toBeCloseTo(2 * (sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0]), 9);
    // Every vertex is on one of the six planes, to the last bit.
    const planes = [box[0], at, ...box.slice(2)];
    for (let i = 0; i < mesh.positions.length; i += 3)
      expect([0, 1, 2].some((k) => planes.slice(2 * k, 2 * k + 2).includes(mesh.positions[i + k]))).toBe(true);
  });

  test('a ball cut by the volume: a flat disc in the outermost plane, the volume of a spherical segment', async () => {
    const place = grid([24, 24, 12], [1, 1, 1], { origin: [0, 0, 0] });
    // The centre is 3 below the upper plane, so R + 3 of 2R remains.
    const [radius, centre] = [8, [11.3, 11.7, 8]];
    const value = (x: number, y: number, z: number) =>
      ISO + 100 * (radius - Math.hypot(x - centre[0], y - centre[1], z - centre[2]));
    const capped = await bone({ ...place, value });
    expect(capped.inspection).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
    expect(capped.inspection.bounds.max[2]).toBe(11);
    const height = radius + 3;
    const segment = (Math.PI * height * height * (3 * radius - height)) / 3;
    // Chords over cells sink the surface by at most d²/(8·R), d² = 3, and linear interpolation raises it by at most
    // 1/(8·(R − 1)).
    const area = 2 * Math.PI * radius * height;
    expect(capped.inspection.volume).toBeGreaterThan(segment - area * (3 / (8 * radius)));
    expect(capped.inspection.volume).toBeLessThan(segment + area / (8 * (radius - 1)));
    const open = await bone({ ...place, value }, { cap: false });
    expect(open.inspection.closed).toBe(false);
    const inPlane = (mesh: { positions: ArrayLike<number>; faces: Uint32Array }) =>
      mesh.faces.filter(
        (v, i) =>
          i % 3 === 0 && [v, mesh.faces[i + 1], mesh.faces[i + 2]].every((u) => mesh.positions[3 * u + 2] === 11),
      ).length;
    expect(inPlane(open.mesh)).toBe(0);
    expect(inPlane(capped.mesh)).toBe((capped.mesh.faces.length - open.mesh.faces.length) / 3);
  });

  test('random samples up to the border, iso on some of them: closed, oriented, manifold (seed 8)', async () => {
    const random = mulberry32(8);
    const TRIALS = longRun(40, 10);
    let [onIso, capped] = [0, 0];
    for (let trial = 0; trial < TRIALS; trial++) {
      const n = 3 + (trial % 5);
      const place = grid([n, n + 1, 4], [1, 2, 3], { sign: [1, -1, 1] });
      const values = Array.from({ length: n * (n + 1) * 4 }, () => Math.floor(4 * random()));
      let next = 0;
      const plan = { ...place, value: () => values[next++] };
      const { inspection, surfaceValue } = await bone(
        plan,
        { isoValue: 2, largest: false },
        trial % 2 === 0 ? 'int16' : 'double',
      );
      expect(inspection).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
      expect(inspection.volume).toBeGreaterThan(0);
      expect(surfaceValue).toBe(values.includes(2) ? 2 - 2 ** -10 : 2);
      const box = boxOf(place);
      const bounds = boundsOf(inspection);
      for (let k = 0; k < 6; k++) expect(k % 2 === 0 ? bounds[k] >= box[k] : bounds[k] <= box[k]).toBe(true);
      if (values.includes(2)) onIso++;
      if (bounds.some((x, k) => x === box[k])) capped++;
    }
    expect(onIso).toBeGreaterThan((3 / 4) * TRIALS);
    expect(capped).toBeGreaterThan((7 / 8) * TRIALS);
  });
});

describe('crop', () => {
  const place = grid([9, 8, 7], [1, 2, 3], { order: [1, 2, 0], sign: [1, -1, 1] });
  const box = boxOf(place);
  const within = (lows: number[], highs: number[]) =>
    [0, 1, 2].flatMap((k) => [lows[k], highs[k]].map((part) => box[2 * k] + part * (box[2 * k + 1] - box[2 * k])));

  test('planes between samples: the box of a solid is the crop, exactly; beyond the volume, its end', async () => {
    // Bone everywhere but in one corner sample.
    const value = (x: number, y: number, z: number) => (x === box[0] && y === box[2] && z === box[4] ? 0 : 2 * ISO);
    for (const crop of [within([0.25, 0.125, 0.3], [0.75, 0.99, 0.8]), within([0.5, 0.5, 0.5], [0.53, 0.53, 0.53])]) {
      // The crop excludes the corner: no sample is below the value, and the volume's own minimum stands for air.
      const { inspection } = await bone({ ...place, value }, { crop });
      const sides = [0, 1, 2].map((k) => crop[2 * k + 1] - crop[2 * k]);
      for (const [k, x] of boundsOf(inspection).entries())
        expect(Math.abs(x - crop[k])).toBeLessThan(8 * 2 ** -53 * 64);
      expect(inspection).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
      expect(inspection.volume / (sides[0] * sides[1] * sides[2])).toBeCloseTo(1, 9);
    }
    const beyond = within([0.5, -1, -9], [3, 0.5, 9]);
    const { inspection } = await bone({ ...place, value }, { crop: beyond });
    expect(boundsOf(inspection)).toEqual([beyond[0], box[1], box[2], beyond[3], box[4], box[5]]);
  });

  test('what is left is the surface as it was: vertices inside the crop are those of the whole', async () => {
    const plan = ballPlan(ISO, { turn: false });
    const [cx, cy, cz] = plan.centre;
    const crop = [cx - 4.321, cx + 30, cy - 30, cy + 3.21, cz - 5.05, cz + 6.789];
    const keys = (mesh: { positions: ArrayLike<number> }, margin: number) => {
      const found = new Set<string>();
      for (let i = 0; i < mesh.positions.length; i += 3) {
        const point = [0, 1, 2].map((k) => mesh.positions[i + k]);
        if (point.every((x, k) => x > crop[2 * k] + margin && x < crop[2 * k + 1] - margin))
          found.add(point.map((x) => x.toFixed(9)).join());
      }
      return found;
    };
    const [whole, cut] = [await bone(plan), await bone(plan, { crop })];
    const own = keys(whole.mesh, Math.max(...BALL.spacing));
    expect(own.size).toBeGreaterThan(100);
    const found = keys(cut.mesh, 1e-6);
    expect([...own].filter((key) => !found.has(key))).toEqual([]);
    expect(cut.inspection).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
    const bounds = boundsOf(cut.inspection);
    expect(bounds[0]).toBeCloseTo(cx - 4.321, 11);
    expect(bounds[3]).toBeCloseTo(cy + 3.21, 11);
    expect(bounds[4]).toBeCloseTo(cz - 5.05, 11);
    expect(bounds[5]).toBeCloseTo(cz + 6.789, 11);
    // Both parts of a cut add up to the whole, except for the cells along the cut: an arc of at most 2πR, cells of
    // diagonal d, where faces differ by no more than a chord sinks, d²/(8R).
    const half = async (planes: number[]) => (await bone(plan, { crop: planes })).inspection.volume;
    const parts = [
      await half([-1e3, cx - 1.234, -1e3, 1e3, -1e3, 1e3]),
      await half([cx - 1.234, 1e3, -1e3, 1e3, -1e3, 1e3]),
    ];
    const diagonal = Math.hypot(...BALL.spacing);
    const slack = (2 * Math.PI * BALL.radius * diagonal * diagonal ** 2) / (8 * BALL.radius);
    expect(Math.abs(parts[0] + parts[1] - whole.inspection.volume)).toBeLessThan(slack);
  });

  test('in the frame asked for', async () => {
    const plan = ballPlan(ISO, { turn: false });
    const [x, y, z] = plan.centre;
    const lps = await bone(plan, { crop: [x, x + 99, y, y + 99, z, z + 99] });
    const ras = await bone(plan, { frame: 'RAS', crop: [-x - 99, -x, -y - 99, -y, z, z + 99] });
    expect(ras.mesh).toEqual(meshInFrame(lps.mesh, 'RAS'));
  });

  test('refused: outside, and along axes that the volume does not have', async () => {
    const plan = ballPlan(ISO, { turn: false });
    await expect(bone(plan, { crop: [1000, 1001, -999, 999, -999, 999] })).rejects.toThrow(
      /along x, expected a part of the volume, which lies from 31\.500 to 57\.600/,
    );
    expect(await asyncRefusal(bone(plan, { crop: [1000, 1001, -999, 999, -999, 999] }))).toBe('BAD_CROP');
    const turned = ballPlan(ISO);
    await expect(bone(turned, { crop: [-999, 999, -999, 999, -999, 999] })).rejects.toThrow(/axes run aside of x/);
  });
});

describe('components', () => {
  // Three balls of 6, 4 and 3 mm; the first has a cavity of 2.
  const centres = [
    [9, 9, 9, 6],
    [24, 9, 9, 4],
    [24, 22, 9, 3],
  ];
  const plan: VolumePlan = {
    ...grid([32, 30, 19], [1, 1, 1], { origin: [0, 0, 0] }),
    value: (x, y, z) => {
      const outside = centres.map(([a, b, c, r]) => r - Math.hypot(x - a, y - b, z - c));
      return ISO + 100 * Math.min(Math.max(...outside), Math.hypot(x - 9.4, y - 9.2, z - 9) - 2);
    },
  };
  const sphere = (radius: number) => 4 * Math.PI * radius * radius;

  test('the largest is kept, its cavity filled; what is left out is counted and measured', async () => {
    const { inspection, components } = await bone(plan);
    expect(components).toMatchObject({ found: 4, leftOut: 3 });
    expect(inspection).toMatchObject({ components: 1, closed: true });
    expect(inspection.area / sphere(6)).toBeCloseTo(1, 1);
    expect(inspection.volume / ((4 / 3) * Math.PI * 6 ** 3)).toBeCloseTo(1, 1);
    expect(components.largestLeftOutArea / sphere(4)).toBeCloseTo(1, 1);
    expect(components.leftOutArea / (sphere(4) + sphere(3) + sphere(2))).toBeCloseTo(1, 1);
    const all = await bone(plan, { largest: false });
    expect(all.components).toEqual({
      found: 4,
      leftOut: 0,
      leftOutFaces: 0,
      leftOutArea: 0,
      largestLeftOutFaces: 0,
      largestLeftOutArea: 0,
    });
    expect(all.inspection.components).toBe(4);
    expect(all.inspection.faceCount).toBe(inspection.faceCount + components.leftOutFaces);
    expect(all.inspection.area).toBeCloseTo(inspection.area + components.leftOutArea, 6);
    expect(components.largestLeftOutFaces).toBeLessThan(components.leftOutFaces);
  });
});

describe('frame', () => {
  const plan = ballPlan(ISO);
  test('the other frame is the half turn of the own one; the own one changes nothing', async () => {
    const own = await bone(plan);
    expect(own.mesh.frame).toBe('LPS');
    expect((await bone(plan, { frame: 'LPS' })).mesh).toEqual(own.mesh);
    const ras = await bone(plan, { frame: 'RAS' });
    expect(ras.mesh).toEqual(meshInFrame(own.mesh, 'RAS'));
    expect(ras.volume.frame).toBe('LPS');
    expect(ras.volume.bounds.min[0]).toBeCloseTo(-own.volume.bounds.max[0], 9);
  });
  test('a volume that states none: given as it is, refused in another', async () => {
    const source = { bytes: bytesOf(vtiText(plan)), format: 'vti', name: 'head.vti' } as const;
    expect((await boneFromVolume(source, { isoValue: ISO })).volume.frame).toBeNull();
    expect(await asyncRefusal(boneFromVolume(source, { isoValue: ISO, frame: 'LPS' }))).toBe('UNKNOWN_FRAME');
  });
});

test('refused: options by name, values without a surface', async () => {
  const plan = ballPlan(ISO);
  const refused = (options: object) => asyncRefusal(bone(plan, options as Partial<BoneOptions>));
  expect(await refused({ isovalue: 1 })).toBe('UNKNOWN_OPTION');
  expect(await refused({ isoValue: Number.NaN })).toBe('BAD_ISO_VALUE');
  expect(await refused({ isoValue: '225' })).toBe('BAD_ISO_VALUE');
  expect(await refused({ largest: 'yes' })).toBe('BAD_FLAG');
  expect(await refused({ cap: 0 })).toBe('BAD_FLAG');
  expect(await refused({ frame: 'lps' })).toBe('BAD_FRAME');
  for (const faces of [3, 2.5, -1, Number.NaN, '9']) expect(await refused({ faces })).toBe('BAD_FACES');
  for (const crop of [
    [0, 1, 0, 1, 0],
    [0, 1, 0, 1, 0, 1, 0],
    [1, 0, 0, 1, 0, 1],
    [0, 0, 0, 1, 0, 1],
    [0, Number.NaN, 0, 1, 0, 1],
  ])
    expect(await refused({ crop })).toBe('BAD_CROP');
  for (const crop of [5, null, 'all']) expect(await refused({ crop })).toBe('WRONG_TYPE');
  expect(await asyncRefusal(boneFromVolume({ bytes: nrrdBytes(plan), format: FORMAT }, null as never))).toBe(
    'WRONG_TYPE',
  );
  expect(await asyncRefusal(boneFromVolume({ bytes: nrrdBytes(plan), format: 'hdr' as never }, { isoValue: 1 }))).toBe(
    'UNKNOWN_FORMAT',
  );
  expect(await asyncRefusal(boneFromVolume('absent.nii', { isoValue: 1 }))).toBe('UNREADABLE');
  for (const acceptUneven of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(await asyncRefusal(boneFromVolume('absent.nii', { isoValue: 1, acceptUneven }))).toBe('BAD_UNEVEN');
  expect(await asyncRefusal(boneFromVolume('absent.nii', { isoValue: 1, series: 3 as never }))).toBe('WRONG_TYPE');
  for (const source of [null, 5, {}, [], () => 1])
    expect(await asyncRefusal(boneFromVolume(source as never, { isoValue: 1 }))).toBe('WRONG_TYPE');
  for (const bytes of [null, 5, 'text', {}])
    expect(await asyncRefusal(boneFromVolume({ bytes, format: FORMAT } as never, { isoValue: 1 }))).toBe('WRONG_TYPE');
  for (const isoValue of [1e6, -1e6])
    await expect(bone(plan, { isoValue })).rejects.toThrow(/"test" has no surface at -?1000000: its values run from -/);
  // At the least value, all of it would be bone.
  const two = { ...grid([3, 3, 3], [1, 1, 1]), value: (x: number) => (x > 8 ? 5 : 4) };
  expect(await asyncRefusal(bone(two, { isoValue: 4 }))).toBe('EMPTY_MESH');
  expect((await bone(two, { isoValue: 5 })).surfaceValue).toBe(5 - 2 ** -10);
  expect((await bone(two, { isoValue: 4.5 })).surfaceValue).toBe(4.5);
});
