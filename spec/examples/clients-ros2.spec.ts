// The ROS 2 node with a stand-in of ROS and a real server: transforms in metres and quaternions x, y, z, w in, and what
// it publishes against closed forms of two boxes; and its folder, as ament_python wants it.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createMesh, writeMesh } from '#kerf';
import { ran } from '#harness/client-probes.ts';
import { testUnless, testWithPrograms } from '#harness/outside-programs.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const FOLDER = join(root, 'examples/clients/ros2');
const PROBES = join(root, 'spec/harness/client-probes');
const CLIENTS = ['examples/clients/python', 'examples/clients/python/src'].map((path) => join(root, path));
const COMMAND = `'${process.execPath}' '${join(root, 'dist/cli.js')}'`;
const missing = spawnSync('python3', ['-c', 'import numpy']).status === 0 ? [] : ['Python with numpy'];
const testWithPython = (says: string, body: () => Promise<void>) => testUnless(missing, says, body);

type Point = readonly number[];
type Quaternion = readonly [number, number, number, number];
type Frame = readonly [parent: string, place: Point, quaternion: Quaternion, nanoseconds: number];

/** mm. */
const BONE = { centre: [10, -20, 30], half: 20 };
const TOOL = { centre: [7, 1, 0], half: 2 };
/** A third of a turn about (1, 1, 1), exact in f64: (x, y, z) → (z, x, y). */
const THIRD: Quaternion = [0.5, 0.5, 0.5, 0.5];
/** About z, x towards y, by the angle with cosine 0.28 and sine 0.96. */
const TILT: Quaternion = [0, 0, 0.6, 0.8];
const NOW = 5_000_000_000;

/** The bone's frame in the map's: shifted, and turned by THIRD. */
const SHIFT = [1, 2, 3];
const bone: Frame = ['map', SHIFT, THIRD, NOW];
/** A place in the bone's frame, mm → in the map's, m. */
const inMap = ([x, y, z]: Point) => [z, x, y].map((part, k) => part / 1000 + SHIFT[k]);
/** THIRD · q in Hamilton's product, by its definition. */
function afterThird([x, y, z, w]: Quaternion): Quaternion {
  const [a, b, c, d] = THIRD;
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}
/** The tool's frame in the map's, for a tool turned by q and at a place, in the bone's frame, mm. */
const toolAt = (place: Point, q: Quaternion, time = NOW): Frame => ['map', inMap(place), afterThird(q), time];
/** The same for its centre, turned by THIRD: R c = (0, 7, 1). */
const centredAt = ([x, y, z]: Point, time = NOW) => toolAt([x, y - 7, z - 1], THIRD, time);

interface Marker {
  readonly header: { readonly stamp: { readonly sec: number; readonly nanosec: number }; readonly frame_id: string };
  readonly ns: string;
  readonly type: number;
  readonly action: number;
  readonly scale: Readonly<Record<'x' | 'y' | 'z', number>>;
  readonly pose: { readonly orientation: { readonly w: number } };
  readonly points: Readonly<Record<'x' | 'y' | 'z', number>>[];
  readonly colors: Readonly<Record<'r' | 'g' | 'b', number>>[];
}
interface Tick {
  readonly '~/state': { readonly data: string };
  readonly '~/distance': number | 'NaN';
  readonly '~/depth': number | 'NaN';
  readonly '~/contacts': { readonly markers: Marker[] };
  readonly period: number;
  readonly warnings: string[];
}
interface Ran {
  readonly ticks: Tick[];
  readonly ended: string | null;
  readonly isThere: boolean;
}

let files: string;
beforeAll(async () => {
  files = await temporaryFolder('ros2');
  const body = ({ centre, half }: typeof BONE, unit: number) => {
    const { positions, faces } = box({ size: [2 * half, 2 * half, 2 * half] });
    return createMesh(
      Float64Array.from(positions, (x, i) => (x + centre[i % 3]) * unit),
      faces,
    );
  };
  const all = { bone: body(BONE, 1), tool: body(TOOL, 1), 'bone-in-m': body(BONE, 0.001) };
  const open = createMesh(all.bone.positions, all.bone.faces.slice(3));
  for (const [name, mesh] of Object.entries({ ...all, open }))
    writeFileSync(join(files, `${name}.ply`), writeMesh(mesh, 'ply'));
});

interface Step {
  readonly frames: Readonly<Record<string, Frame>>;
  readonly now: number;
  readonly endServer?: true;
}
async function run(steps: readonly Step[], parameters: object = {}): Promise<Ran> {
  const usual = { bone_file: join(files, 'bone.ply'), tool_file: join(files, 'tool.ply'), command: COMMAND };
  const args = [join(PROBES, 'ros_node.py'), PROBES, FOLDER, ...CLIENTS];
  return JSON.parse(await ran('python3', args, JSON.stringify({ steps, parameters: { ...usual, ...parameters } })));
}
/** The frames at each tick; without one of its own the bone's is as above. */
const spun = (frames: readonly Step['frames'][], parameters: object = {}) =>
  run(
    frames.map((own) => ({ frames: { bone, ...own }, now: NOW })),
    parameters,
  );
const near = (value: number | 'NaN', exact: number) => {
  // Places of 3 m and less in f64, some ten roundings each.
  expect(Math.abs(Number(value) - exact)).toBeLessThanOrEqual(32 * 2 ** -52);
};
const [x, y, z] = BONE.centre;
const CORNER = [x + 22 + 3, y + 22 + 4, z + 22 + 12];

describe('with a server of its own', () => {
  testWithPython('distance, depth and state in metres, at turned frames', async () => {
    const { ticks, ended, isThere } = await spun([
      { tool: centredAt(CORNER) },
      // The tilted tool's least x is 0.28·5 − 0.96·3 = −1.48; turned the other way it would be 0.44.
      { tool: toolAt([x + 20 + 5 + 1.48, y - 7, z], TILT) },
      { tool: centredAt([x, y - 22 + 1, z]) },
      { tool: centredAt(BONE.centre) },
      { tool: centredAt([x, y, z - 22 - 0.25]) },
    ]);
    expect([ended, isThere]).toEqual([null, false]);
    expect(ticks.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(ticks.map((tick) => tick['~/state'].data)).toEqual([
      ...['separated', 'separated', 'intersecting', 'enclosed', 'near'],
    ]);
    for (const [k, exact] of [0.013, 0.005, 0, 0.018, 0.00025].entries()) near(ticks[k]['~/distance'], exact);
    for (const [k, exact] of [0, 0, 0.001, 0.018, 0].entries()) near(ticks[k]['~/depth'], exact);
    expect(ticks[0].period).toBe(1 / 30);
  });

  testWithPython('markers lie in the bone’s frame, in metres, at the transform’s time', async () => {
    const { ticks } = await spun([{ tool: centredAt(CORNER) }, { tool: centredAt([x, y - 22 + 1, z]) }]);
    const [away, meeting] = ticks.map((tick) => tick['~/contacts'].markers);
    for (const markers of [away, meeting]) {
      expect(markers[0]).toMatchObject({ action: 3, points: [] });
      for (const { header } of markers) expect(header).toEqual({ stamp: { sec: 5, nanosec: 0 }, frame_id: 'bone' });
      for (const { pose } of markers) expect(pose.orientation.w).toBe(1);
    }
    expect(away.slice(1).map(({ ns, type }) => [ns, type])).toEqual([['nearest', 5]]);
    const coordinates = ({ points }: Marker) => points.map((point) => [point.x, point.y, point.z]);
    // The bone's corner and the tool's.
    for (const [k, exact] of [0.03, 0, 0.05, 0.033, 0.004, 0.062].entries())
      near(coordinates(away[1]).flat()[k], exact);

    const kinds = new Set(meeting.slice(1).map(({ ns, type }) => `${ns} ${type}`));
    expect(kinds).toEqual(new Set(['contacts 11', 'patches 0', 'nearest 5']));
    const [contacts] = meeting.filter(({ ns }) => ns === 'contacts');
    expect(contacts.points.length).toBeGreaterThan(30);
    expect(contacts.points.length % 3).toBe(0);
    expect(contacts.colors).toHaveLength(contacts.points.length);
    expect(contacts.scale).toEqual({ x: 1, y: 1, z: 1 });
    // No corner is farther from the overlap, y in [−41, −40] ± 2, than the contact distance and an edge of 1 mm.
    const overlap = [0.01, -0.04, 0.03];
    const far = coordinates(contacts).flatMap((point) => point.map((part, k) => Math.abs(part - overlap[k])));
    expect(Math.max(...far)).toBeLessThanOrEqual(0.002 + 0.001 + 0.0015);
    // Only the tool's sub-triangles leave the plane of the bone's side, y = −40: one inside is red, one outside is not.
    const isRed = contacts.colors.map(({ r, g }) => r > g + 0.5);
    let [within, without] = [0, 0];
    for (let k = 0; k < isRed.length; k += 3) {
      expect(isRed[k + 1] === isRed[k] && isRed[k + 2] === isRed[k]).toBe(true);
      const heights = coordinates(contacts)
        .slice(k, k + 3)
        .map((corner) => corner[1] + 0.04);
      // Places are rounded by some 1e-16 m.
      const [isWithin, isWithout] = [Math.min(...heights) > 1e-9, Math.max(...heights) < -1e-9];
      if (isWithin) within++;
      if (isWithout) without++;
      if (isWithin || isWithout) expect(isRed[k]).toBe(isWithin);
    }
    expect([within > 3, without > 3]).toEqual([true, true]);
    // Arrows from the middle of each patch, 10 mm along its normal.
    for (const { points } of meeting.filter(({ ns }) => ns === 'patches')) {
      const [from, to] = points;
      expect(Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z)).toBeCloseTo(0.01, 12);
    }
  });

  testWithPython('what is not known is unknown and NaN, and old markers go', async () => {
    const beyond = { tool: centredAt(CORNER) };
    const { ticks } = await spun([
      beyond,
      {},
      { tool: centredAt(CORNER, NOW - 600_000_000) },
      { tool: centredAt(CORNER, NOW + 600_000_000), bone: ['map', SHIFT, THIRD, NOW + 700_000_000] },
      { tool: toolAt(CORNER, [0, 0, 0, 0]) },
      { tool: centredAt(CORNER, 0), bone: ['map', SHIFT, THIRD, 0] },
      beyond,
    ]);
    const states = ticks.map((tick) => tick['~/state'].data);
    const known = [true, false, false, false, false, true, true];
    expect(states).toEqual(known.map((is) => (is ? 'separated' : 'unknown')));
    for (const [k, tick] of ticks.entries()) {
      expect(Number.isFinite(tick['~/distance'])).toBe(known[k]);
      expect(Number.isFinite(tick['~/depth'])).toBe(known[k]);
      if (!known[k]) expect(tick['~/contacts'].markers.map(({ action }) => action)).toEqual([3]);
    }
    expect(ticks.map(({ warnings }) => warnings.join())).toEqual([
      '',
      '"tool" does not exist',
      expect.stringMatching(/^The newest transform is 0\.600 s old, expected at most 0\.5 s/),
      expect.stringMatching(/^The newest transform is -0\.600 s old/),
      expect.stringMatching(/no quaternion/),
      ...['', ''],
    ]);
  });

  testWithPython('a file in metres, and a bone that is open', async () => {
    const inMetres = { bone_file: join(files, 'bone-in-m.ply'), bone_file_unit: 1 };
    const [metres] = (await spun([{ tool: centredAt(CORNER) }], inMetres)).ticks;
    // The file's numbers are rounded in metres, and once more by the unit.
    expect(Math.abs(Number(metres['~/distance']) - 0.013)).toBeLessThanOrEqual(1e-9);
    const [open] = (await spun([{ tool: centredAt([x, y - 22 + 1, z]) }], { bone_file: join(files, 'open.ply') }))
      .ticks;
    expect([open['~/state'].data, open['~/distance'], open['~/depth']]).toEqual(['intersecting', 0, 'NaN']);
  });

  testWithPython('it ends if its server does', async () => {
    const frames = { bone, tool: centredAt(CORNER) };
    const { ticks, ended, isThere } = await run([
      { frames, now: NOW },
      { frames, now: NOW, endServer: true },
    ]);
    expect([ticks.length, isThere]).toEqual([1, false]);
    expect(ended).toMatch(/^(ConnectionError|BrokenPipeError|ConnectionResetError): /);
  });

  testWithPython('it does not start without a file, or with one that is no mesh', async () => {
    expect(await spun([], { bone_file: '' })).toMatchObject({ ended: expect.stringMatching(/bone_file is empty/) });
    writeFileSync(join(files, 'no.stl'), 'none');
    const refused = await spun([], { bone_file: join(files, 'no.stl') });
    expect(refused.ended).toMatch(/^KerfError: /);
  });
});

describe('the folder', () => {
  const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');
  testWithPrograms(['python3'], 'is a package of ament_python: names agree, what setup.py names is there', async () => {
    const program = [
      'import json, os, runpy, sys, types, xml.etree.ElementTree as tree',
      'os.chdir(sys.argv[1])',
      'given = {}',
      'sys.modules["setuptools"] = types.SimpleNamespace(setup=lambda **all: given.update(all))',
      'runpy.run_path("setup.py")',
      'top = tree.parse("package.xml").getroot()',
      'of = lambda name: [one.text for one in top.iter(name)]',
      'xml = {name: of(name) for name in ("name", "version", "license", "exec_depend", "build_type", "maintainer")}',
      'print(json.dumps({"setup": given, "xml": xml, "format": top.get("format")}))',
    ].join('\n');
    const { setup, xml, format } = JSON.parse(await ran('python3', ['-B', '-c', program, FOLDER]));
    expect(xml).toMatchObject({ name: [setup.name], version: [setup.version], license: [setup.license] });
    expect([format, xml.build_type, xml.maintainer]).toEqual(['3', ['ament_python'], [setup.maintainer]]);
    const [[index, markers], [share, shared]] = setup.data_files;
    expect([index, share]).toEqual(['share/ament_index/resource_index/packages', `share/${setup.name}`]);
    for (const path of [...markers, ...shared]) expect([path, existsSync(join(FOLDER, path))]).toEqual([path, true]);
    expect(markers).toEqual([`resource/${setup.name}`]);
    const [script] = setup.entry_points.console_scripts;
    expect(script).toBe('contact_node = kerf_ros.contact_node:main');
    expect(setup.packages).toEqual([setup.name]);
    const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
    expect(setup.version).toBe(version);
    expect(read('setup.cfg').match(/\$base\/lib\/(\w+)/g)).toEqual([
      `$base/lib/${setup.name}`,
      `$base/lib/${setup.name}`,
    ]);
    // What the node imports, the standard library apart.
    const imported = [...read('kerf_ros/contact_node.py').matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name);
    const own = ['math', 'os', 'shlex', 'numpy', 'kerf_client'];
    const needed = new Set(imported.filter((name) => !own.includes(name)));
    expect([...needed].filter((name) => !xml.exec_depend.includes(name))).toEqual([]);
    expect(xml.exec_depend).toContain('python3-numpy');
  });

  test('its page names every topic and parameter, with its default', () => {
    const [source, page] = [read('kerf_ros/contact_node.py'), read('README.md')];
    const [, block] = /^PARAMETERS = \{\n(.*?)^\}/ms.exec(source) ?? [];
    const parameters = [...block.matchAll(/^ {4}"(\w+)": ([^,]+),/gm)];
    expect(parameters.length).toBeGreaterThan(10);
    for (const [, name, usual] of parameters) {
      const shown = usual === '""' ? '' : ` \`${usual.replaceAll('"', '')}\``;
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\|${shown} +\\|`, 'm'));
    }
    for (const [, topic] of source.matchAll(/"~\/(\w+)"/g)) expect(page).toContain(`\`~/${topic}\``);
  });
});
