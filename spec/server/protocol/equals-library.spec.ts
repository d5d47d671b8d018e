// Every request by WebSocket and by standard input: its answer equals the library's, byte for byte in arrays; and the
// published schema has every message sent or received.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { box, makeDataset } from '#datasets';
import { boneLabels } from '#ct-bone';
import { createCuttableBone } from '#cutting';
import { createDetector, type Detector } from '#detector';
import { type HapticSnapshot, startHapticLoop } from '#haptics';
import { readMesh, writeMesh } from '#io';
import { createMesh, type TriangleMesh } from '#mesh';
import type { ContactPatch, ContactReport } from '#records';
import { REQUESTS } from '#protocol/requests.ts';
import { shifted } from '#harness/haptic-run.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { messageJudge } from '#harness/protocol-messages.ts';
import { mulberry32 } from '#harness/random.ts';
import {
  type Client,
  type Message,
  type SpecServer,
  StdioClient,
  specServer,
  WebSocketClient,
} from '#harness/serve-clients.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const SEED = 21_001;
const inDoubles = (mesh: TriangleMesh) =>
  createMesh(Float64Array.from(mesh.positions), mesh.faces, { name: mesh.name });
const bone = inDoubles(box({ size: [20, 16, 12], divisions: 3 }));
const tool = inDoubles(box({ size: [4, 4, 4], divisions: 2 }));
const options = {
  contactDistance: 0.3,
  resolution: longRun(1.5, 3),
  backend: 'cpu',
  feed: [-1, 0, 0],
  shank: 0,
} as const;

/** Turned about z by a seeded angle, and moved along x: apart, near, cutting, inside. */
const random = mulberry32(SEED);
const poses = [30, 12.9, 12.1, 11.5, 10.7, 9, 3, 0].map((x, n) => {
  const turn = n % 2 === 0 ? 0 : (random() - 0.5) / 4;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return Float64Array.of(c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, random() - 0.5, random() - 0.5, 1);
});
const allPoses = Float64Array.from(poses.flatMap((pose) => [...pose]));

let server: SpecServer;
let folder: string;
let direct: Detector;
/** What it reports at each pose. */
let reports: ContactReport[];
const asked = new Set<string>();

beforeAll(async () => {
  folder = await temporaryFolder('serve');
  writeFileSync(join(folder, 'bone.ply'), writeMesh(bone, 'ply'));
  server = await specServer({ files: folder });
  direct = await createDetector({ bone, tool, ...options });
  reports = poses.map((pose) => direct.detectSync(pose));
});
afterAll(async () => {
  direct.dispose();
  await server.close();
  expect(server.lines).toEqual([]);
});

/** A report's members as the page lists them, made from the library's report field by field. */
function membersOf(report: ContactReport): Message {
  const { contacts, patches, penetration, stats: _, ...plain } = report;
  const names = ['body', 'face', 'level', 'path', 'corners', 'point', 'opposite', 'oppositeFace', 'normal'] as const;
  const columns = [...names, ...(['distance', 'low', 'high', 'patch'] as const)].map((name) => {
    const width = contacts.length === 0 ? 0 : Array.from(contacts, (row) => [row[name]].flat(2).length)[0];
    return [`contacts.${name}`, contacts[name].slice(0, contacts.length * width)] as const;
  });
  const column = (name: keyof ContactPatch) => patches.flatMap((patch) => patch[name] as number | number[]);
  const { protrusionPoint, ...depths } = penetration ?? {};
  return {
    ...plain,
    ...Object.fromEntries(columns),
    'patches.body': Uint8Array.from(patches, ({ body }) => ['bone', 'tool'].indexOf(body)),
    'patches.contactCount': Uint32Array.from(column('contactCount')),
    ...Object.fromEntries(
      (['area', 'centroid', 'normal', 'depth'] as const).map((name) => [
        `patches.${name}`,
        Float64Array.from(column(name)),
      ]),
    ),
    penetration: penetration === null ? null : JSON.parse(JSON.stringify(depths, infinite)),
    protrusionPoint,
  };
}

function infinite(_name: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
}

/** An answer without the members common to all answers, and without times. */
function own({ id: _id, type: _type, ok, seq: _seq, stats: _stats, ...members }: Message): Message {
  expect(ok).toBe(true);
  return members;
}

const TRANSPORTS = {
  WebSocket: async (): Promise<Client> => WebSocketClient.open(server.url),
  'standard input': async (): Promise<Client> => StdioClient.open({}, folder),
};

describe.each(Object.entries(TRANSPORTS))(`by %s (seed ${SEED})`, (name, open) => {
  /** What takes a second goes by one transport, with KERF_LONG=1 by both. */
  const goesBy = (one: keyof typeof TRANSPORTS) => longRun(1, Number(name === one)) === 1;
  let client: Client;
  const ask = async (type: string, members: Message = {}): Promise<Message> => {
    asked.add(type);
    return client.ask(type, members);
  };

  beforeAll(async () => {
    client = await open();
    const judge = messageJudge('answer');
    const next = client.next.bind(client);
    client.next = async (isWanted) => {
      const heard = await next(isWanted);
      expect([judge(heard.message), heard.message]).toEqual(['', expect.anything()]);
      return heard;
    };
    const send = client.send.bind(client);
    client.send = (text, frame) => {
      expect(messageJudge('request')(JSON.parse(text))).toBe('');
      send(text, frame);
    };
    asked.add('hello');
    await client.greet();
    await ask('load', { mesh: 'bone', positions: bone.positions, faces: bone.faces });
    await ask('load', { mesh: 'tool', positions: tool.positions, faces: tool.faces });
    const made = await ask('detector', { detector: 'd', bone: 'bone', tool: 'tool', ...options, feed: [-1, 0, 0] });
    expect(made).toMatchObject({ ok: true, backend: 'cpu', backendReason: direct.backendReason });
  });
  afterAll(async () => {
    await client.close();
  });

  describe('a mesh', () => {
    const given = { positions: bone.positions, faces: bone.faces };
    const inSingles = Float32Array.from(bone.positions);
    test.each<[string, Message, TriangleMesh]>([
      ['in f64', given, bone],
      ['in f32', { ...given, positions: inSingles }, { ...bone, positions: inSingles }],
      ['in lists', { positions: [...bone.positions], faces: [...bone.faces] }, bone],
      ['as a file', { bytes: writeMesh(bone, 'stl'), format: 'stl' }, readMesh(writeMesh(bone, 'stl'), 'stl')],
      ['by a path', { path: 'bone.ply' }, readMesh(writeMesh(bone, 'ply'), 'ply')],
      ['by the name of a dataset', { dataset: 'sphere', faceCount: 300 }, makeDataset('sphere', { faces: 300 })],
    ])('%s', async (_what, members, expected) => {
      const { positions, faces } = expected;
      expect(own(await ask('load', { mesh: 'm', ...members }))).toMatchObject({
        vertexCount: positions.length / 3,
        faceCount: faces.length / 3,
      });
      expect(own(await ask('mesh', { mesh: 'm' }))).toEqual({ positions, faces });
    });
    test('a dataset, with feed and shank where it is a tool', async () => {
      const faces = longRun(5000, 1200);
      for (const name of ['saw-blade', 'burr', 'torus']) {
        const { feed, shank } = makeDataset(name, { faces });
        const { ok, ...answer } = await ask('load', { mesh: 'm', dataset: name, faceCount: faces });
        expect([ok, answer.feed, answer.shank]).toEqual([true, feed && Float64Array.from(feed), shank]);
      }
      await ask('unload', { mesh: 'm' });
    });
    test('a list of numbers is as good as a frame', async () => {
      await ask('load', { mesh: 'lists', positions: [...bone.positions], faces: [...bone.faces] });
      await ask('detector', {
        detector: 'lists',
        bone: 'lists',
        tool: 'tool',
        ...options,
        feed: Float32Array.of(-1, 0, 0),
      });
      const answers = await Promise.all(
        ['d', 'lists'].map(async (detector) => own(await ask('report', { detector, pose: poses[5] }))),
      );
      expect(answers[1]).toEqual(answers[0]);
      expect(own(await ask('report', { detector: 'd', pose: [...poses[5]] }))).toEqual(answers[0]);
    });
  });

  test('the poses show each state, and contacts', async () => {
    const states = reports.map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['separated', 'near', 'intersecting', 'enclosed']));
    expect(reports.filter(({ contacts }) => contacts.length > 10).length).toBeGreaterThan(3);
  });

  test('intersects', async () => {
    for (const [n, pose] of poses.entries())
      expect(own(await ask('intersects', { detector: 'd', pose }))).toEqual({
        intersects: direct.intersects(pose),
        state: reports[n].state,
        intersectingFaces: direct.intersectingFaces(pose),
      });
  });

  test('report, of a pose that comes along and of one that was set', async () => {
    for (const [n, pose] of poses.entries()) {
      const expected = membersOf(reports[n]);
      expect(own(await ask('report', { detector: 'd', pose }))).toEqual(expected);
      expect(own(await ask('pose', { detector: 'd', pose }))).toEqual({});
      expect(own(await ask('report', { detector: 'd' }))).toEqual(expected);
    }
  });

  test.each([1, 2])('path, by %d workers: a report a pose, in order', async (workers) => {
    asked.add('path');
    const answers = await client.stream('path', { detector: 'd', poses: allPoses, workers });
    expect(answers.map(({ seq }) => seq)).toEqual([...answers.keys()]);
    expect(answers.at(-1)).toMatchObject({ ok: true, done: true, count: poses.length });
    expect(answers.slice(0, -1).map(own)).toEqual(reports.map(membersOf));
  });

  test('distance', async () => {
    for (const pose of poses)
      expect(own(await ask('distance', { detector: 'd', pose }))).toEqual(direct.minimumDistance(pose));
  });

  test('volume', async () => {
    for (const pose of partOf(poses.slice(3), 2, 0))
      expect(own(await ask('volume', { detector: 'd', pose, relativeWidth: 0.001 }))).toEqual({
        volume: await direct.overlapVolume(pose, { relativeWidth: 0.001 }),
      });
  });

  test('sweep', async () => {
    const ways = [
      { from: poses[0], to: poses[6] },
      { from: poses[0], to: poses[5], motion: 'screw' as const },
      { from: poses[0], to: poses[1] },
      { from: poses[5], to: poses[0] },
    ];
    const found = [];
    for (const way of ways)
      for (const more of [{}, { tolerance: 0.01, distance: 0.5 }]) {
        const expected = direct.firstContact(way, more);
        found.push(expected.status);
        expect(own(await ask('sweep', { detector: 'd', ...way, ...more }))).toEqual(expected);
      }
    expect(new Set(found)).toEqual(new Set(['contact', 'free', 'initial']));
  });

  test('edit: the report of a detector that was edited likewise', async () => {
    const edited = await createDetector({ bone, tool, ...options });
    await ask('detector', { detector: 'edited', bone: 'bone', tool: 'tool', ...options });
    const at = bone.positions.length / 3;
    const edit = {
      remove: Uint32Array.of(0, 7),
      positions: Float64Array.of(11, 0, 0),
      faces: Uint32Array.of(0, 1, at),
    };
    edited.editBone(edit);
    expect(own(await ask('edit', { detector: 'edited', ...edit }))).toEqual({});
    for (const pose of poses)
      expect(own(await ask('report', { detector: 'edited', pose }))).toEqual(membersOf(edited.detectSync(pose)));
    edited.dispose();
  });

  if (goesBy('standard input'))
    test.each([
      ['all of it', null],
      ['a window of it that grows', [6, -5, -5, 14, 5, 5]],
    ])(
      'cuttable and cut: the edits of a bone that was cut likewise, made on its detector; %s',
      async (_what, corner) => {
        const window = corner === null ? {} : { window: { min: corner.slice(0, 3), max: corner.slice(3) } };
        const cuttable = await createCuttableBone({ surface: bone, cell: longRun(0.75, 1.5), ...window });
        const { cell, bound, thinWalls, mesh } = cuttable;
        const volume = {
          dimensions: [19, 21, 20],
          indexToWorld: [1.3, 0.1, 0, -13.04, 0, 1.3, 0, -13.03, 0, 0.2, 1.3, -15.01],
        } as const;
        const structures = { frame: volume.indexToWorld, size: volume.dimensions, structures: ['nerve', 'bone'] };
        const held = { cuttable: 'c', surface: 'bone', cell, ...(corner && { window: corner }), ...structures };
        const nerve = box({ size: [30, 3, 30], center: [0, 1.5, 0] });
        await ask('load', { mesh: 'nerve', positions: nerve.positions, faces: nerve.faces });
        const ct = { ...volume, values: new Uint8Array(19 * 21 * 20) };
        const solids = [nerve, bone].map((surface, n) => ({ name: `${n}`, surface }));
        const labelled = async () => (await boneLabels(cuttable, ct, { structures: solids })).labels.values;
        let labels = await labelled();
        const corners = cuttable.window && [...cuttable.window.min, ...cuttable.window.max];
        expect(own(await ask('cuttable', held))).toMatchObject({
          ...{ cell, bound, thinWalls, ...(corners && { window: Float64Array.from(corners) }) },
          vertexCount: mesh.positions.length / 3,
          faceCount: mesh.faces.length / 3,
        });
        const beside = await createDetector({ bone: mesh, tool, ...options });
        await ask('detector', { detector: 'cut', cuttable: 'c', tool: 'tool', ...options });
        for (const [from, to] of [
          [shifted(12, 0, 0), shifted(9, 0, 0)],
          [shifted(9, 0, 0), shifted(9, 3, 0)],
        ]) {
          const { edit, volumeLoss, removedVolume, lost, bridges } = cuttable.cut(tool, { from, to });
          const { positions: lostAt, ...counts } = lost;
          beside.editBone(edit);
          const answer = own(await ask('cut', { cuttable: 'c', tool: 'tool', from, to, volume: true }));
          const { min = [], max = [] } = cuttable.window ?? {};
          const sides = corner === null ? {} : { window: Float64Array.from([...min, ...max]) };
          const measures = { volumeLoss, removedVolume, lost: counts, lostAt, bridges, ...sides };
          const now = await labelled();
          const changed = (was: boolean) =>
            Uint32Array.from([...now.keys()].filter((n) => (labels[n] === 1) === was && (now[n] === 1) !== was));
          const voxels = { voxels: changed(true), regained: changed(false), unsure: 0 };
          // Labels count structures from 3.
          const within = Uint8Array.from(voxels.voxels, (n) => now[n] - 2);
          expect(new Set(within)).toEqual(new Set([1, 2]));
          labels = now;
          const said = { ...edit, ...measures, ...voxels, structures: within };
          expect(answer).toEqual({ ...said, detectors: ['cut'], loops: [] });
          expect(volumeLoss).toBeGreaterThan(1);
          for (const pose of [...partOf(poses, 3, 1), shifted(8, 1, 0)])
            expect(own(await ask('report', { detector: 'cut', pose }))).toEqual(membersOf(beside.detectSync(pose)));
        }
        const { positions, faces } = cuttable.mesh;
        expect(own(await ask('mesh', { cuttable: 'c' }))).toEqual({ positions, faces });
        beside.dispose();
      },
    );

  if (goesBy('WebSocket'))
    test('haptic-…: what a loop of the library says when its hand has come to rest in the same place', async () => {
      const rest = shifted(11.6, 0, 0);
      const loop = await startHapticLoop({ bone, tool, friction: 0.2 });
      const started = await ask('haptic-start', { loop: 'l', bone: 'bone', tool: 'tool', options: { friction: 0.2 } });
      expect(started).toMatchObject({ ok: true, transport: loop.transport });
      for (let x = 13; x >= 11.6; x -= 0.1) {
        loop.move(shifted(x, 0, 0));
        await ask('haptic-move', { loop: 'l', pose: shifted(x, 0, 0) });
        await new Promise((done) => setTimeout(done, 5));
      }
      loop.move(rest);
      await ask('haptic-move', { loop: 'l', pose: rest });
      const isAtRest = ({ devicePose, force }: Pick<HapticSnapshot, 'devicePose' | 'force'>, ticks: number) =>
        devicePose[12] === 11.6 && force[0] > 0.35 && ticks > 300;
      // Looks in a row at which both are at rest with one force.
      let together = 0;
      for (;;) {
        const [ours, theirs] = [loop.snapshot(), await ask('haptic-snapshot', { loop: 'l' })];
        const snapshot = theirs.snapshot as HapticSnapshot | null;
        if (ours !== null && snapshot !== null && isAtRest(ours, ours.ticks)) {
          const felt = theirs as unknown as HapticSnapshot;
          // Damping fades at a speed that depends on how busy the machine is; the test's own time is the limit.
          const isOne = isAtRest(felt, snapshot.ticks) && Math.abs(felt.force[0] - ours.force[0]) < 0.005;
          together = isOne ? together + 1 : 0;
          // Forces that only pass each other do not stay together.
          if (together === 10) {
            expect(felt.devicePose).toEqual(ours.devicePose);
            expect([snapshot.state, theirs['contacts.sample']]).toEqual(['contact', expect.any(Uint32Array)]);
            expect((theirs['contacts.point'] as Float64Array).length).toBe(
              3 * (theirs['contacts.sample'] as Uint32Array).length,
            );
            break;
          }
        }
        await new Promise((done) => setTimeout(done, 5));
      }
      const stretched = rest.map((x, n) => (n === 0 ? 2 : x));
      expect(own(await ask('haptic-move', { loop: 'l', pose: stretched }))).toEqual({});
      while (((await ask('haptic-snapshot', { loop: 'l' })).snapshot as HapticSnapshot).state !== 'bad-pose')
        await new Promise((done) => setTimeout(done, 1));
      expect(own(await ask('haptic-move', { loop: 'l' }))).toEqual({});
      expect(await ask('haptic-cut', { loop: 'l', isOn: true })).toMatchObject({
        ok: false,
        error: { code: 'BAD_OPTION' },
      });
      const { summary } = own(await ask('haptic-stop', { loop: 'l' }));
      expect(summary).toMatchObject({ tick: { count: expect.any(Number) }, mostForce: expect.any(Number) });
      await loop.stop();
    });

  test('ping, cancel, and what is held', async () => {
    expect(own(await ask('ping'))).toEqual({});
    const { detectors } = own(await ask('held')) as { detectors: string[] };
    expect(detectors).toContain('d');
    expect(own(await ask('cancel', { request: 999_999 }))).toEqual({ cancelled: false });
  });

  test('errors have the codes of the library', async () => {
    const stretched = poses[5].map((x, n) => (n === 0 ? 2 : x));
    for (const [type, members, refused] of [
      ['report', { detector: 'd', pose: stretched }, () => direct.detectSync(stretched)],
      ['load', { mesh: 'm', positions: [], faces: [] }, () => createMesh([], [])],
      [
        'sweep',
        { detector: 'd', from: poses[0], to: poses[1], tolerance: -1 },
        () => direct.firstContact({ from: poses[0], to: poses[1] }, { tolerance: -1 }),
      ],
      ['load', { mesh: 'm', dataset: 'skul' }, () => makeDataset('skul')],
    ] as const) {
      let error: unknown;
      try {
        refused();
      } catch (thrown) {
        error = thrown;
      }
      const { code } = error as { code: string };
      expect(await ask(type, members)).toMatchObject({ ok: false, error: { code } });
    }
  });
});

test('every request was asked', () => expect([...asked].sort()).toEqual(Object.keys(REQUESTS).sort()));
