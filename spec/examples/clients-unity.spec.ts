// The C# client, a package for Unity: its formulas, read from the source, are those derived on its page; the requests
// that it names exist; the package's files are what Unity looks for; and, if there is a compiler, the client gets the
// same answers as another one, and starts and ends a server.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createMesh, inspectMesh } from '#kerf';
import { REQUESTS } from '#protocol/requests.ts';
import { expectSameHeard, expectTooLargeRefused, type Probe, ran, TOKEN } from '#harness/client-probes.ts';
import { until } from '#harness/igtl-peers.ts';
import { testWithPrograms } from '#harness/outside-programs.ts';
import { mulberry32 } from '#harness/random.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const FOLDER = join(import.meta.dirname, '../../examples/clients/unity');
const SEED = 55_104;
const PROBES = join(import.meta.dirname, '../harness/client-probes');
const RUNTIME = ['KerfClient.cs', 'KerfServer.cs'].map((name) => join(FOLDER, 'Runtime', name));
const SAMPLE = join(FOLDER, 'Samples~/BoneContact/BoneContact.cs');
const source = readFileSync(RUNTIME[0], 'utf8');
const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');

type Formula = (...numbers: number[]) => number[];
/** KerfFrame's functions from doubles to a list of doubles, whose arithmetic is the same in JavaScript. */
const formulas = Object.fromEntries(
  [...source.matchAll(/public static double\[\] (\w+)\(((?:double \w+(?:, )?)+)\)\n {8}\{\n(.*?)\n {8}\}/gs)].map(
    ([, name, parameters, body]): [string, Formula] => [
      name,
      new Function(
        ...parameters.split(', ').map((parameter) => parameter.replace('double ', '')),
        body
          .replace(/new double\[\]\s*\{/g, '[')
          .replace(/\};/g, '];')
          .replace(/\bdouble (\w+) =/g, 'const $1 ='),
      ) as Formula,
    ],
  ),
);

type Vector = readonly [number, number, number];
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (s: number, [x, y, z]: Vector): Vector => [s * x, s * y, s * z];
const mirror = ([x, y, z]: Vector): Vector => [x, y, -z];
/** n R p for a quaternion of squared length n, by Hamilton's product q p q*; integers stay integers. */
function turned([x, y, z, w]: readonly number[], p: Vector): Vector {
  const u: Vector = [x, y, z];
  const dot = x * p[0] + y * p[1] + z * p[2];
  return plus(plus(times(2 * dot, u), times(w * w - (x * x + y * y + z * z), p)), times(2 * w, cross(u, p)));
}
const applied = (pose: readonly number[], [x, y, z]: Vector): Vector =>
  [0, 1, 2].map((row) => pose[row] * x + pose[4 + row] * y + pose[8 + row] * z + pose[12 + row]) as unknown as Vector;

describe('KerfFrame', () => {
  test('was read', () =>
    expect(Object.keys(formulas).sort()).toEqual(['Direction', 'Point', 'Pose', 'UnityPoint', 'UnityTorque']));

  test('a pose of kerf takes K(p) to K(R p + t), for all small whole quaternions', () => {
    let [count, turning, worst] = [0, 0, 0];
    // Each entry is 1 − s·m or s·m, with m an integer, s = 2/n and |s·m| ≤ 2. In units of u = 2^-53 its error is 2 from
    // rounding s, 2 from the product and 1 from the difference; multiplying by n adds 1.
    const bound = 6 * 2 ** -53;
    const range = [-3, -2, -1, 0, 1, 2, 3];
    for (const x of range)
      for (const y of range)
        for (const z of range)
          for (const w of range) {
            const n = x * x + y * y + z * z + w * w;
            if (n === 0) continue;
            const pose = formulas.Pose(7, -5, 3, x, y, z, w);
            for (const [k, exact] of [7000, -5000, -3000, 1].entries())
              worst = Math.max(worst, Math.abs(pose[12 + k] - exact));
            worst = Math.max(worst, Math.abs(pose[3]), Math.abs(pose[7]), Math.abs(pose[11]));
            for (const axis of [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ] as const) {
              const exact = mirror(turned([x, y, z, w], mirror(axis)));
              const column = 4 * axis.indexOf(1);
              for (let row = 0; row < 3; row++)
                worst = Math.max(worst, Math.abs(n * pose[column + row] - exact[row]) / n);
            }
            count++;
            if (x * y * z * w !== 0) turning++;
          }
    expect(worst).toBeLessThanOrEqual(bound);
    expect([count, turning]).toEqual([7 ** 4 - 1, 6 ** 4]);
  });

  test('points go and come back; directions, and torques as the cross products that they are', () => {
    const p: Vector = [0.25, -3, 7];
    expect(formulas.Point(...p)).toEqual([250, -3000, -7000]);
    expect(formulas.UnityPoint(250, -3000, -7000)).toEqual(p);
    const force: Vector = [2, 3, -5];
    // r × f, r in mm in kerf and in m in Unity.
    const torque = cross([250, -3000, -7000], formulas.Direction(...force) as unknown as Vector);
    expect(formulas.UnityTorque(...torque)).toEqual([...cross(p, force)]);
  });

  test('the numbers of the page are those of the formulas', () => {
    const row = (what: string) => {
      const [, numbers = ''] = new RegExp(`^\\| ${what} +\\| ([-\\d., ]+?) +\\|$`, 'm').exec(page) ?? [];
      return numbers.split(', ').map(Number);
    };
    const vector = (what: string) => row(what) as unknown as Vector;
    const place = vector('place, Unity, m');
    const quaternion = row('quaternion x, y, z, w, Unity');
    const point = vector("the tool's point, Unity, m");
    const pose = formulas.Pose(...place, ...quaternion);
    expect(pose).toEqual(row('pose, kerf, column by column'));
    const local = vector("that point, kerf, the tool's frame, mm");
    expect(formulas.Point(...point)).toEqual(local);
    const moved = applied(pose, local);
    expect(moved).toEqual(vector("that point, kerf, the bone's frame, mm"));
    // This quaternion's squared length is 1.
    const inUnity = plus(turned(quaternion, point), place);
    const shown = vector("that point, Unity, the bone's frame, m");
    expect(formulas.UnityPoint(...moved)).toEqual(shown);
    // Sums of decimals that are not binary fractions, each below 1: three roundings.
    for (let k = 0; k < 3; k++) expect(Math.abs(inUnity[k] - shown[k])).toBeLessThanOrEqual(4 * 2 ** -53);
  });
});

test('it and its page ask for what there is, with members that there are', () => {
  const asked = [source, page, readFileSync(SAMPLE, 'utf8')].flatMap((text) => [
    ...text.matchAll(/(?:Ask|Stream)\(\s*"([\w-]+)",\s*new KerfMembers\s*\{(.*?)\}\s*\)/gs),
  ]);
  expect(asked.length).toBeGreaterThan(5);
  for (const [, type, members] of asked) {
    const names = [...members.matchAll(/\["(\w+)"\]/g)].map(([, name]) => name);
    expect([type, names.filter((name) => !(name in (REQUESTS[type]?.members ?? {})))]).toEqual([type, []]);
    expect(names.length).toBeGreaterThan(0);
  }
});

describe('the package', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));
  test('its package.json names what is there, with the version of kerf', () => {
    const { name, version, samples } = read('package.json');
    expect(name).toMatch(/^[a-z\d]+(\.[a-z\d]+){2}$/);
    expect(version).toBe(JSON.parse(readFileSync(join(FOLDER, '../../../package.json'), 'utf8')).version);
    for (const { path } of samples) {
      const files = readdirSync(join(FOLDER, path));
      const [scripts, assemblies] = ['.cs', '.asmdef'].map((end) => files.filter((file) => file.endsWith(end)));
      // Unity takes a MonoBehaviour only from a file of its name.
      for (const script of scripts)
        expect(readFileSync(join(FOLDER, path, script), 'utf8')).toContain(
          `class ${script.slice(0, -3)} : MonoBehaviour`,
        );
      expect([scripts.length, assemblies.length]).toEqual([1, 1]);
      expect(read(join(path, assemblies[0])).references).toEqual([read('Runtime/Kerf.asmdef').name]);
    }
  });
  test('each asset has a .meta with a GUID of its own, without which an installed package would lack it', () => {
    // What ends in ~ is no asset.
    const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('Samples~'),
    );
    const assets = names.filter((name) => !name.endsWith('.meta'));
    expect(names.filter((name) => name.endsWith('.meta')).sort()).toEqual(assets.map((name) => `${name}.meta`).sort());
    const guids = assets.map((name) => {
      const meta = readFileSync(join(FOLDER, `${name}.meta`), 'utf8');
      return /^fileFormatVersion: 2\nguid: ([\da-f]{32})\n$/.exec(meta)?.[1];
    });
    expect(new Set(guids).size).toBe(assets.length);
    expect(guids).not.toContain(undefined);
  });
});

/**
 * Source → what is wrong with its brackets, once texts and comments are left out: what a machine without a compiler can
 * see of it.
 */
function bracketBreaches(text: string): string[] {
  const bare = text.replace(/\/\/[^\n]*|\/\*.*?\*\/|@"(?:""|[^"])*"|"(?:\\.|[^"\\\n])*"|'(?:\\.[^']*|[^'\\])'/gs, '""');
  const open: string[] = [];
  const partner: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const [bracket] of bare.matchAll(/[()[\]{}]/g)) {
    if (!(bracket in partner)) open.push(bracket);
    else if (open.pop() !== partner[bracket]) return [`${bracket} without its partner`];
  }
  return [
    ...open.map((bracket) => `${bracket} without its partner`),
    ...(/"(?!")/.test(bare.replaceAll('""', '')) ? ['an open text'] : []),
  ];
}

test('in every source of C# each bracket has its partner', () => {
  const probes = readdirSync(PROBES).filter((name) => name.endsWith('.cs'));
  const all = [...RUNTIME, SAMPLE, ...probes.map((name) => join(PROBES, name))];
  expect(all.length).toBeGreaterThan(5);
  for (const path of all) expect([path, bracketBreaches(readFileSync(path, 'utf8'))]).toEqual([path, []]);
  for (const planted of ['{ ( }', '{ "}"', 'f(@"\\")"', '}', "{ '}'"]) expect(bracketBreaches(planted)).not.toEqual([]);
});

const COMPILES = ['-langversion:7', '-warn:4', '-warnaserror'];
async function compiled(probe: string): Promise<string> {
  const program = join(await temporaryFolder('cs'), 'probe.exe');
  await ran('mcs', [...COMPILES, `-out:${program}`, join(PROBES, probe), ...RUNTIME]);
  return program;
}

testWithPrograms(['mcs', 'mono'], 'KerfClient.cs hears every answer as another client does', async () => {
  const program = await compiled('Probe.cs');
  const probe: Probe = ({ host, port }, lines) => ran('mono', [program, host, port, TOKEN], lines);
  await expectSameHeard(probe);
  await expectTooLargeRefused(probe);
});

testWithPrograms(
  ['mcs', 'mono'],
  'a cube as Unity has it, four vertices a side, is a closed one for kerf',
  async () => {
    const program = await compiled('Probe.cs');
    const positions: number[] = [];
    const faces: number[] = [];
    for (let axis = 0; axis < 3; axis++)
      for (const side of [-1, 1]) {
        const first = positions.length / 3;
        for (const [a, b] of [
          [-1, -1],
          [-1, 1],
          [1, 1],
          [1, -1],
        ]) {
          const corner = [0, 0, 0];
          corner[axis] = side;
          corner[(axis + 1) % 3] = a;
          corner[(axis + 2) % 3] = b;
          positions.push(...corner.map((x) => x / 4));
        }
        // The algebraic (b − a) × (c − a) points outward, as in Unity's own meshes.
        const quad = [0, 1, 2, 0, 2, 3].map((k) => first + k);
        faces.push(...(side < 0 ? quad : quad.toReversed()));
      }
    for (const scale of [
      [1, 1, 1],
      [2, -1, 1],
      [-1, -1, -1],
    ]) {
      const said = await ran('mono', [program, 'surface'], `${JSON.stringify({ positions, faces, scale })}\n`);
      const made = JSON.parse(said) as { positions: number[]; faces: number[] };
      expect(made.positions).toHaveLength(3 * 8);
      const { closed, oriented, manifold, volume } = inspectMesh(createMesh(made.positions, made.faces));
      expect({ closed, oriented, manifold }).toEqual({ closed: true, oriented: true, manifold: true });
      expect(volume).toBe(500 ** 3 * Math.abs(scale[0] * scale[1] * scale[2]));
    }
  },
);

const UNITY = ['-define:UNITY_5_3_OR_NEWER', join(PROBES, 'UnityStandIn.cs')];
testWithPrograms(['mcs'], 'with Unity’s types, by stand-ins, it and the sample compile', async () => {
  const library = join(await temporaryFolder('cs'), 'sample.dll');
  // The fields of a component are set by Unity's inspector.
  const options = [...COMPILES, '-nowarn:0649', '-target:library', `-out:${library}`];
  await ran('mcs', [...options, ...UNITY, ...RUNTIME, SAMPLE]);
});

testWithPrograms(['mcs', 'mono'], `transforms of Unity, by stand-ins, to kerf and back, seed ${SEED}`, async () => {
  const program = join(await temporaryFolder('cs'), 'frames.exe');
  await ran('mcs', [...COMPILES, `-out:${program}`, join(PROBES, 'FrameProbe.cs'), ...UNITY, ...RUNTIME]);
  const random = mulberry32(SEED);
  const float = () => Math.fround(2 * random() - 1);
  const placed = () => {
    const q = [float(), float(), float(), float()];
    const length = Math.hypot(...q);
    return [float(), float(), float(), ...q.map((x) => Math.fround(x / length))];
  };
  const given = Array.from({ length: 200 }, () => ({
    ...{ bone: placed(), tool: placed(), points: Array.from({ length: 6 }, () => 300 * float()) },
  }));
  const lines = given.map((one) => `${JSON.stringify(one)}\n`).join('');
  const made = (await ran('mono', [program], lines)).trim().split('\n');
  expect(made).toHaveLength(given.length);
  // Lengths of 4 m at most; each of some 40 operations in floats errs by 2^-24 of what it computes.
  const metres = 4 * 40 * 2 ** -24;
  const far = (a: Vector, b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));
  const placeOf = (numbers: readonly number[]) => numbers.slice(0, 3) as unknown as Vector;
  const unturned = ([x, y, z, w]: readonly number[], p: Vector) => turned([-x, -y, -z, w], p);
  for (const [n, { bone, tool, points }] of given.entries()) {
    const { pose, point, direction, position, rotation } = JSON.parse(made[n]);
    // K(the bone's frame ← the world ← the tool's frame, p) = pose K(p).
    const p: Vector = [0.25, -0.5, 0.125];
    const world = plus(turned(tool.slice(3), p), placeOf(tool));
    const local = unturned(bone.slice(3), plus(world, times(-1, placeOf(bone))));
    const moved = applied(pose, formulas.Point(...p) as unknown as Vector);
    expect(far(local, formulas.UnityPoint(...moved))).toBeLessThanOrEqual(metres);
    // The second of two points and of two directions.
    const [a, b, c] = points.slice(3);
    const shown = plus(turned(bone.slice(3), [a / 1000, b / 1000, -c / 1000]), placeOf(bone));
    expect(far(shown, point)).toBeLessThanOrEqual(metres);
    expect(far(turned(bone.slice(3), [a, b, -c]), direction)).toBeLessThanOrEqual(300 * metres);
    // The pose leads back to the tool.
    expect(far(placeOf(tool), position)).toBeLessThanOrEqual(metres);
    const dot = tool.slice(3).reduce((sum, x, k) => sum + x * rotation[k], 0);
    expect(1 - Math.abs(dot)).toBeLessThanOrEqual(metres);
  }
});

describe('KerfServer', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const kerf = `"${process.execPath}" "${join(FOLDER, '../../../dist/cli.js')}"`;
  const isOpen = (port: number) =>
    new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
  /** A program that starts a server and says where it is. */
  async function started(program: string) {
    const child = spawn('mono', [program, kerf]);
    children.push(child);
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const port = Number(/^ws:\/\/127\.0\.0\.1:(\d+) hello\n$/.exec(line)?.[1]);
    expect(await isOpen(port)).toBe(true);
    return { child, port };
  }
  async function expectEnded(port: number): Promise<void> {
    let isThere = true;
    await until(() => {
      void isOpen(port).then((is) => {
        isThere = is;
      });
      return !isThere;
    });
  }

  testWithPrograms(['mcs', 'mono'], 'starts a server, which ends with Dispose, and with a crash', async () => {
    const program = await compiled('ServerProbe.cs');
    const { child, port } = await started(program);
    child.stdin.end('end\n');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expectEnded(port);
    const crashing = await started(program);
    crashing.child.kill('SIGKILL');
    await expectEnded(crashing.port);
  });

  testWithPrograms(['mcs', 'mono'], 'says why it has not started', async () => {
    const program = await compiled('ServerProbe.cs');
    const said = (command: string) => ran('mono', [program, command]);
    expect(await said('no-such-kerf at all')).toMatch(/^NO_COMMAND: "no-such-kerf at all" cannot be started/);
    const fails = `"${process.execPath}" -e "console.error('first');console.error('no such luck')"`;
    expect(await said(fails)).toMatch(/^NO_SERVER: .* has not started: no such luck$/m);
    expect(await said(`"${process.execPath}" -e "console.log('hello')"`)).toMatch(/^NO_SERVER: .*: hello$/m);
  });
});
