// The Slicer module with a stand-in of Slicer: a user starts a server by a button, moves transforms, and sees warnings,
// distances in closed form, errors as sentences. The server ends with the session, the scene, the module, a crash.

import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { ran } from '#harness/client-probes.ts';
import { until } from '#harness/igtl-peers.ts';
import { testUnless } from '#harness/outside-programs.ts';
import { specServer } from '#harness/serve-clients.ts';

const root = join(import.meta.dirname, '../..');
const FOLDER = join(root, 'examples/clients/slicer');
const PROBES = join(root, 'spec/harness/client-probes');
/** Words as in a shell: the folder may have blanks. */
const COMMAND = `'${process.execPath}' '${join(root, 'dist/cli.js')}'`;

const missing = spawnSync('python3', ['-c', 'import numpy']).status === 0 ? [] : ['Python with numpy'];
const testWithPython = (says: string, body: () => Promise<void>) => testUnless(missing, says, body);

const moved = ({ positions, faces }: TriangleMesh, by: readonly number[]): TriangleMesh =>
  createMesh(
    Float64Array.from(positions, (x, i) => x + by[i % 3]),
    faces,
  );
/** In RAS. Neither is symmetric about its own frame's origin, so that a wrong turn or sign shows. */
const BONE = { centre: [10, -20, 30], half: 20 };
const TOOL = { centre: [7, 0, 0], half: 2 };
const bone = moved(box({ size: [40, 40, 40] }), BONE.centre);
const tool = moved(box({ size: [4, 4, 4] }), TOOL.centre);
const open = createMesh(bone.positions, bone.faces.slice(3));

type Pose = readonly number[];
/** A quarter turn about z, x to y, then a shift; column by column. */
const quarter = (shift: readonly number[]): Pose => [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, ...shift, 1];
const IDENTITY: Pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** What the tool's transform must be for the turned tool's centre to lie at a place: R c = (0, 7, 0). */
const toolAt = ([x, y, z]: readonly number[]): Pose => quarter([x, y - TOOL.centre[0], z]);
const gaps = (place: readonly number[]) =>
  place.map((x, k) => Math.max(0, Math.abs(x - BONE.centre[k]) - BONE.half - TOOL.half));

interface Seen {
  readonly warning: string;
  readonly style: string;
  readonly state: string;
  readonly rows: string[][];
  readonly errors: string[];
  readonly polls: boolean;
  readonly port: number | null;
  readonly contacts: { readonly under: string; readonly points: number[]; readonly distances: number[] } | null;
  readonly nearest: { readonly under: string; readonly points: number[][] } | null;
  readonly received: { readonly under: string; readonly place: number[] } | null;
  readonly nodes: string[];
}
type Step = Readonly<Record<string, unknown>>;

const listed = ({ positions, faces }: TriangleMesh) => ({ positions: [...positions], faces: [...faces] });
/** What a user sees first, and after each step. */
async function used(steps: readonly Step[], more: Step = {}): Promise<{ usual: string; seen: Seen[] }> {
  const given = { bone: listed(bone), tool: listed(tool), command: COMMAND, lengths: [0.5, 4, 2], steps, ...more };
  const args = [join(PROBES, 'slicer_module.py'), FOLDER, PROBES];
  const [first, ...seen] = JSON.parse(await ran('python3', args, JSON.stringify(given)));
  return { usual: first.usual, seen };
}
const begun = { press: 'button' };

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}
async function expectEnded(port: number | null): Promise<void> {
  expect(port).toBeGreaterThan(0);
  let isThere = true;
  await until(() => {
    void isOpen(port as number).then((is) => {
      isThere = is;
    });
    return !isThere;
  });
}

describe('a server of its own', () => {
  testWithPython('distances, nearest points and warnings are those of two boxes, in RAS', async () => {
    // Beyond a corner of the bone, at a gap of (3, 4, 12), so 13 mm away; then within the limit, meeting, inside, away.
    const places = [
      [10 + 22 + 3, -20 + 22 + 4, 30 + 22 + 12],
      [10, -20, 30 - 22 - 1.5],
      [10, -20 - 22 + 1, 30],
      [10, -20, 30],
      [10 - 22 - 2.5, -20, 30],
    ];
    const { seen } = await used([
      { ...begun, tool: toolAt(places[0]) },
      ...places.slice(1).map((place) => ({ tool: toolAt(place) })),
      { press: 'end_button' },
    ]);
    expect(seen.flatMap(({ errors }) => errors)).toEqual([]);
    const distances = places.map((place) => Math.hypot(...gaps(place)));
    expect(distances).toEqual([13, 1.5, 0, 0, 2.5]);
    expect(seen.slice(0, 5).map(({ warning }) => warning)).toEqual([
      "13.00 mm from the bone's surface",
      "WARNING: 1.50 mm from the bone's surface",
      "BREACH: the tool's surface meets the bone's",
      'BREACH: one body is inside the other, 18.00 mm from its surface',
      "2.50 mm from the bone's surface",
    ]);
    expect(seen.map(({ style }) => style.includes('bold'))).toEqual([false, true, true, true, false, false]);
    expect(seen[0].state).toBe('separated');
    expect(seen[2].state).toMatch(/^intersecting, up to 1\.00 mm below a surface$/);
    // The bone's corner and the tool's, exactly: RAS in, RAS out.
    const { points: ends, under: frame } = seen[0].nearest as NonNullable<Seen['nearest']>;
    expect(frame).toBe('id of above the bone');
    // RAS's 0 may be LPS's −0.
    expect(ends.flat().map((part) => part + 0)).toEqual([30, 0, 50, 33, 4, 62]);
    // Contacts lie where the boxes meet: the bone's side y = −40, as far as the tool reaches.
    const { points, distances: depths, under } = seen[2].contacts as NonNullable<Seen['contacts']>;
    expect(under).toBe('id of above the bone');
    expect(depths.length).toBeGreaterThan(10);
    expect(points).toHaveLength(9 * depths.length);
    expect(Math.min(...depths)).toBeCloseTo(-1, 12);
    // No corner of a contact is farther from the overlap than the contact distance and an edge of 4 mm.
    const far = points.map((x, i) => Math.abs(x - [10, -40.5, 30][i % 3]) - [2, 2.5, 2][i % 3]);
    expect(Math.max(...far)).toBeLessThanOrEqual(4.5);
    expect(new Set(seen[2].rows.map(([body]) => body))).toEqual(new Set(['bone', 'tool']));
    expect(seen[5]).toMatchObject({ state: 'not connected', warning: '', polls: false, port: null, rows: [] });
  });

  testWithPython('the bone may be moved as well; a pose that cannot be asked has no old distance', async () => {
    const away = toolAt([10, -20, 30 + 22 + 9]);
    // Both by a quarter turn about z and a shift: the same pose.
    const both = quarter([100, 200, -300]);
    const product = (a: Pose, b: Pose) =>
      Array.from({ length: 16 }, (_, i) =>
        [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[i - (i % 4) + k], 0),
      );
    const { seen } = await used([
      { ...begun, tool: away },
      { bone: both, tool: product(both, away) },
      { bend: true },
      { bend: false },
      { bone: IDENTITY, tool: away.map((x, i) => (i < 12 ? 2 * x : x)) },
      { tool: away },
    ]);
    expect(seen.map(({ warning }) => warning)).toEqual([
      ...["9.00 mm from the bone's surface", "9.00 mm from the bone's surface", 'not known at this pose'],
      ...["9.00 mm from the bone's surface", 'not known at this pose', "9.00 mm from the bone's surface"],
    ]);
    expect(seen[2].state).toMatch(/^NOT_RIGID: .*not linear; harden it\.$/);
    expect(seen[4].state).toMatch(/^NOT_RIGID: /);
    expect(seen.every(({ polls }) => polls)).toBe(true);
  });

  testWithPython(
    'an open bone has no inside: beyond the limit nothing is certain, within it there is a warning',
    async () => {
      const inside = { tool: toolAt([10, -20, 30]) };
      const { seen } = await used([{ ...begun, ...inside }, { tool: toolAt([10, -20, 30 - 22 - 1]) }], {
        bone: listed(open),
      });
      expect(seen[0].warning).toMatch(/^18\.00 mm .*; it is open, so whether the tool is inside is not known$/);
      expect(seen[0].style).not.toContain('bold');
      expect(seen[1].warning).toBe("WARNING: 1.00 mm from the bone's surface");
    },
  );

  testWithPython('it ends by the button, with the scene, with the module, and with a crash of Slicer', async () => {
    for (const step of [{ press: 'end_button' }, { closeScene: true }, { cleanup: true }]) {
      const { seen } = await used([begun, step]);
      expect(seen[1]).toMatchObject({ state: 'not connected', polls: false, port: null });
      await expectEnded(seen[0].port);
    }
    // A start ends the server before.
    const { seen } = await used([begun, begun, { cleanup: true }]);
    expect(seen[0].port).not.toBe(seen[1].port);
    const given = { bone: listed(bone), tool: listed(tool), command: COMMAND, lengths: [0.5, 4, 2] };
    const { signal, stdout } = spawnSync('python3', [join(PROBES, 'slicer_module.py'), FOLDER, PROBES], {
      input: JSON.stringify({ ...given, steps: [begun, { crash: true }] }),
      encoding: 'utf8',
    });
    expect(signal).toBe('SIGKILL');
    const crashed = JSON.parse(stdout) as Seen[];
    await expectEnded(crashed[1].port);
  });

  testWithPython(
    'what goes wrong is a sentence: in a window if a button was pressed, in the state if not',
    async () => {
      const steps = [begun];
      const of = async (command: string, more: Step = {}) => (await used(steps, { command, ...more })).seen[0];
      const refused = (code: string, says: string) => {
        const sentence = expect.stringMatching(new RegExp(`^${code}: .*${says}`));
        return { state: sentence, errors: [sentence], polls: false, port: null, warning: '' };
      };
      expect(await of('no-such-kerf')).toMatchObject(refused('NO_COMMAND', 'no command "no-such-kerf"; install'));
      expect(await of('')).toMatchObject(refused('NO_COMMAND', 'no command ""'));
      const fails = `'${process.execPath}' -e 'console.error("first"); console.error("no such luck"); process.exit(3)'`;
      expect(await of(fails)).toMatchObject(refused('NO_SERVER', 'has not started: no such luck'));
      expect(await of(`'${process.execPath}' -e 'console.log("hello")'`)).toMatchObject(refused('NO_SERVER', 'hello'));
      const silent = `'${process.execPath}' -e 'process.stdin.resume()'`;
      expect(await of(silent, { patience: 0.5 })).toMatchObject(refused('NO_SERVER', 'nothing was heard'));
      expect((await used([{ ...begun, way: 1, host: '127.0.0.1', port: 1 }])).seen[0]).toMatchObject(
        refused('CONNECTION', 'Nobody answers at 127\\.0\\.0\\.1:1 .*run kerf serve'),
      );
      const { seen } = await used([begun, { killServer: true }]);
      expect(seen[1]).toMatchObject({ polls: false, port: null, errors: [] });
      expect(seen[1].state).toMatch(/^(SERVER_ENDED|CONNECTION): /);
    },
  );

  testWithPython('the command is KERF_COMMAND, else kerf, else npx --no kerf', async () => {
    const usual = async (environment: Step) => (await used([], { environment })).usual;
    expect(await usual({ KERF_COMMAND: 'node cli.js' })).toBe('node cli.js');
    expect(await usual({ KERF_COMMAND: '', PATH: join(root, 'spec') })).toBe('npx --no kerf');
    expect(await usual({ KERF_COMMAND: '', PATH: join(root, 'node_modules/.bin') })).toBe('npx --no kerf');
  });
});

testWithPython('a server that runs is used, and is left running', async () => {
  const server = await specServer();
  const running = { ...begun, way: 1, host: '127.0.0.1', port: Number(new URL(server.url).port) };
  const { seen } = await used([{ ...running, tool: toolAt([10, -20, 61]) }, { press: 'end_button' }]);
  expect(seen[0]).toMatchObject({ warning: "9.00 mm from the bone's surface", port: null });
  expect(await isOpen(running.port)).toBe(true);
  await server.close();
});

describe('OpenIGTLink', () => {
  const tracked = { ...begun, way: 2 };
  testWithPython('a connector sends the pose to a server of the module, and warnings come of its answers', async () => {
    const { seen } = await used([
      { ...tracked, tool: toolAt([35, 6, 64]), until: '13.00' },
      { tool: toolAt([10, -20, 30 - 22 - 1.5]), until: '1.50' },
      { tool: toolAt([10, -41, 30]), until: 'meets' },
      { tool: toolAt([10, -20, 30]), until: '18.00' },
      { tool: toolAt([35, 6, 64]), until: '13.00' },
      // kerf would refuse it, and the nodes would keep the 13 mm.
      { tool: toolAt([35, 6, 64]).map((x, i) => (i < 12 ? 2 * x : x)) },
      { tool: toolAt([35, 6, 64]).map((x, i) => (i < 4 ? -x : x)) },
      { press: 'end_button' },
    ]);
    expect(seen.flatMap(({ errors }) => errors)).toEqual([]);
    expect(seen.slice(0, 7).map(({ warning }) => warning)).toEqual([
      "13.00 mm from the bone's surface",
      "WARNING: 1.50 mm from the bone's surface",
      "BREACH: the tool's surface meets the bone's",
      'BREACH: one body is inside the other, 18.00 mm from its surface',
      "13.00 mm from the bone's surface",
      ...['not known at this pose', 'not known at this pose'],
    ]);
    expect(seen[4].received?.under).toBe('id of above the bone');
    expect(seen[4].received?.place.map((part) => part + 0)).toEqual([30, 0, 50]);
    for (const k of [5, 6]) expect(seen[k].state).toMatch(/^NOT_RIGID: .*a scale, a shear or a reflection/);
    expect(seen[6].nodes).toEqual(expect.arrayContaining(['kerf connector', 'KerfToolToBone']));
    for (const name of ['kerf connector', 'KerfToolToBone']) expect(seen[7].nodes).not.toContain(name);
    await expectEnded(seen[0].port);
  });

  testWithPython('a server that ends is said, and no old distance stays', async () => {
    const { seen } = await used([
      { ...tracked, tool: toolAt([35, 6, 64]), until: '13.00' },
      { killServer: true, until: 'ended' },
    ]);
    expect(seen[1]).toMatchObject({ polls: false, port: null, warning: '' });
    expect(seen[1].state).toMatch(/^SERVER_ENDED: kerf serve has ended: /);
    expect(seen[1].nodes).not.toContain('kerf connector');
  });

  testWithPython('without the extension a sentence says so', async () => {
    const { seen } = await used([tracked], { hasConnector: false });
    expect(seen[0].errors).toEqual([
      expect.stringMatching(/^NO_OPENIGTLINK: .*SlicerOpenIGTLink is not here; install it/),
    ]);
  });
});

test('the folder is one that Slicer takes: a class of the file’s name, and no other module beside it', async () => {
  const { readFileSync, readdirSync } = await import('node:fs');
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.py'));
  expect(files).toEqual(['KerfContact.py']);
  const source = readFileSync(join(FOLDER, 'KerfContact.py'), 'utf8');
  for (const part of ['', 'Widget', 'Logic']) expect(source).toMatch(new RegExp(`^class KerfContact${part}\\(`, 'm'));
});
