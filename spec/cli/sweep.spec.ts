// kerf sweep: steps whose first contact, clearance and inside are known in closed form, as text, JSON and on the page;
// what the command refuses.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { parsePose } from '#cli/pose-file.ts';
import { run } from '#cli/run.ts';
import type { StepRecord, SweepHeader } from '#cli/sweep/step-record.ts';
import type { SweepDetector } from '#cli/toolkit.ts';
import { createDetector } from '#detector';
import { createMesh, inspectMesh, type TriangleMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { moved, turned } from '#harness/strokes.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** mm. */
const WALL = 0.3;
const wall = box({ size: [40, 40, WALL] });
const cube = box({ size: [1, 1, 1] });
/** The tool's origin when it lies on the wall. */
const TOUCH = WALL / 2 + 0.5;
const TOLERANCE = 1e-3;

drawSmallPictures();
let root: string;
beforeEach(async () => {
  root = await temporaryFolder('sweep');
});

interface Swept extends SweepHeader {
  readonly steps: readonly StepRecord[];
}

function kitOf(bone: TriangleMesh, tool: TriangleMesh) {
  return { ...fakeToolkit(), inspectMesh, loadMesh: async (path: string) => (path.includes('tool') ? tool : bone) };
}

async function kerf(
  text: string,
  more: readonly string[] = [],
  { kit = kitOf(wall, cube), terminal = recordedTerminal() } = {},
) {
  const path = join(root, 'path.csv');
  await writeFile(path, text);
  const argv = ['sweep', '--bone', 'bone.stl', '--tool', 'tool.stl', '--path', path, ...more];
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

async function swept(text: string, more: readonly string[] = [], kit = kitOf(wall, cube)): Promise<Swept> {
  const { exitCode, out, err } = await kerf(text, ['--json', ...more], { kit });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return JSON.parse(out);
}

/** Heights of the tool's origin above the middle of the wall, mm → a path file. */
const falling = (heights: readonly number[]) => heights.map((z) => moved([0.2, 0.1, z]).join(' ')).join('\n');
/** The same as a tracker writes them, with their times, s. */
const timed = (heights: readonly number[], times: readonly number[]) =>
  `t x y z qx qy qz qw\n${heights.map((z, i) => `${times[i]} 0.2 0.1 ${z} 0 0 0 1`).join('\n')}\n`;

/** Poses on both sides of the wall, none at it. */
const STRADDLING = [10, 4, -4, -9];

function expectContact(step: StepRecord, part: number, way: number): void {
  expect(step.status).toBe('contact');
  const { low, high } = step.time;
  // Rounding of the poses and of the closed form.
  expect(low).toBeLessThanOrEqual(part + 1e-12);
  expect(high).toBeGreaterThanOrEqual(part - 1e-12);
  expect((high - low) * way).toBeLessThanOrEqual(TOLERANCE);
  // A line: a few roundings of places below 16 mm.
  expect(Math.abs((step.contact?.way ?? Number.NaN) - high * way)).toBeLessThan(2 ** -44);
}

describe('a thin wall that two poses straddle', () => {
  test('detect sees nothing at any pose; sweep finds it, when and where, by closed form', async () => {
    const detector = await createDetector({
      bone: wall,
      tool: cube,
      contactDistance: 0.2,
      resolution: 5,
      backend: 'cpu',
    });
    for (const z of STRADDLING) expect(detector.detectSync(moved([0.2, 0.1, z])).state).toBe('separated');
    const found = await swept(falling(STRADDLING));
    expect(found.steps.map(({ step, status }) => [step, status])).toEqual([
      [0, 'free'],
      [1, 'contact'],
      [2, 'free'],
    ]);
    const [before, step, after] = found.steps;
    expectContact(step, (4 - TOUCH) / 8, 8);
    const contact = step.contact!;
    expect(detector.intersects(contact.pose)).toBe(true);
    expect(contact.pose.slice(12, 14)).toEqual([0.2, 0.1]);
    expect(contact.pose[14]).toBeCloseTo(TOUCH, 3);
    expect(contact.normal).toEqual([0, 0, 1]);
    expect(contact.bonePoint[2]).toBeCloseTo(WALL / 2, 3);
    expect(contact).not.toHaveProperty('seconds');
    expect(detector.intersectingFaces(contact.pose).slice(0, 2)).toEqual(
      Uint32Array.of(contact.boneFace, contact.toolFace),
    );
    for (const { time, contact } of [before, after]) expect({ time, contact }).toEqual({ time: { low: 1, high: 1 }, contact: null }); // biome-ignore format: a line
    for (const { start, end, step } of found.steps) {
      expect([start.pose, end.pose]).toEqual([step, step + 1]);
      for (const { pose, clearance, enclosed } of [start, end]) {
        expect(clearance).toBeCloseTo(Math.abs(STRADDLING[pose]) - TOUCH, 12);
        expect(enclosed).toBe(false);
      }
    }
    expect(found).toMatchObject({
      format: 'kerf-sweep',
      kerf: '9.9.9',
      units: { length: 'mm', stepTime: 'part of the step', poseTime: 's' },
      path: { file: 'path.csv', poses: 4 },
      options: { tolerance: TOLERANCE, clearance: 0 },
      notices: [],
      firstContactStep: 1,
      counts: { free: 2, contact: 1, initial: 0, grazing: 0 },
    });
    detector.dispose();
  });

  test('seconds, where the path has times: the same interval on their clock', async () => {
    const times = [1.7e9, 1.7e9 + 2, 1.7e9 + 6, 1.7e9 + 7];
    const { steps } = await swept(timed(STRADDLING, times));
    const exact = times[1] + (4 * (4 - TOUCH)) / 8;
    const { low, high } = steps[1].contact!.seconds!;
    expect(low).toBeLessThanOrEqual(exact);
    expect(high).toBeGreaterThanOrEqual(exact);
    expect(high - low).toBeLessThan(TOLERANCE);
    expect(steps.map(({ start }) => start.time)).toEqual(times.slice(0, 3));
  });

  test('--clearance: what comes as near counts, and is found earlier', async () => {
    const { steps, counts } = await swept(falling(STRADDLING), ['--clearance', '1.5']);
    expectContact(steps[1], (4 - 1.5 - TOUCH) / 8, 8);
    expect(counts).toEqual({ free: 2, contact: 1, initial: 0, grazing: 0 });
    const near = await swept(falling(STRADDLING), ['--clearance', '5']);
    expect(near.steps.map(({ status }) => status)).toEqual(['contact', 'initial', 'initial']);
    expectContact(near.steps[0], (10 - 5 - TOUCH) / 6, 6);
  });

  test('--tolerance: the interval is no wider', async () => {
    const { steps } = await swept(falling(STRADDLING), ['--tolerance', '1e-9']);
    const { low, high } = steps[1].time;
    expect((high - low) * 8).toBeLessThanOrEqual(1e-9 * (1 + 1e-9));
  });

  test('--unit and --path-unit: the same answer in metres', async () => {
    const inMetres = createMesh(
      wall.positions.map((x) => x / 1000),
      wall.faces,
    );
    const kit = kitOf(inMetres, createMesh(cube.positions.map((x) => x / 1000), cube.faces)); // biome-ignore format: a line
    const metres = await swept(falling(STRADDLING.map((z) => z / 1000)).replaceAll('0.2 0.1 ', '0.0002 0.0001 '), ['--unit', 'm'], kit); // biome-ignore format: a line
    expectContact(metres.steps[1], (4 - TOUCH) / 8, 8);
    const path = falling(STRADDLING.map((z) => z / 10)).replaceAll('0.2 0.1 ', '0.02 0.01 ');
    expectContact((await swept(path, ['--path-unit', 'cm'])).steps[1], (4 - TOUCH) / 8, 8);
  });
});

describe('text', () => {
  test('runs of free steps are one row; the last line says where contact is first', async () => {
    const heights = [40, 30, 20, 10, 4, -4, -9, -30];
    const { exitCode, out, err } = await kerf(falling(heights));
    expect([exitCode, err]).toEqual([0, '']);
    for (const head of ['step', 'status', 'part of the way', 'point, x y z mm', 'clearance mm'])
      expect(out).toContain(head);
    expect(out).toMatch(/│ +0–3 │ free +│ +│ +│ +│ +39\.350 → 3\.350 │/);
    expect(out).toMatch(/│ +4 │ contact │ +0\.41875\d │ +3\.350 │ .* 0\.15 │ +3\.350 → 3\.350 │/);
    expect(out).toMatch(/│ +5–6 │ free /);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^First contact: step 4, from pose 4 to pose 5, at 0\.41875\d of the way, after \d+\.\d{3} mm; contact in 1 of 7 steps\.$/,
    );
  });

  test('a free path', async () => {
    const heights = [9, 5, 2.65, 30];
    const { exitCode, out } = await kerf(falling(heights));
    expect(exitCode).toBe(0);
    expect(out).not.toContain('part of the way');
    expect(out).toMatch(/│ +0–2 │ free +│ +8\.350 → 29\.350, least 2\.000 │/);
    expect(out).toContain(
      'Free on all 3 steps: the tool never touches the bone; least clearance at a pose 2.000 mm, at pose 2.\n',
    );
    const found = await swept(falling(heights), ['--clearance', '1']);
    expect(found.firstContactStep).toBeNull();
    expect(found.verdict).toMatch(/^Free on all 3 steps: the tool never comes within 1 mm of the bone;/);
  });

  test('times stand in the table', async () => {
    const { out } = await kerf(timed(STRADDLING, [0, 0.5, 1, 1.5]));
    expect(out).toMatch(/│ +from t s │/);
    expect(out).toMatch(/│ +1 │ +0\.500 │ contact │ +0\.41875\d │ +3\.350 │ +0\.709[34] │/);
    expect(out).toMatch(
      /First contact: step 1, .* of the way, t 0\.709[34] s, after \d\.\d{3} mm; contact in 1 of 3 steps\./,
    );
  });

  test('a tool inside the bone has no clearance, and is reported as inside', async () => {
    const kit = kitOf(box({ size: [20, 20, 20] }), cube);
    const path = [moved([1, 2, 3]), moved([1, 2, 4]), moved([0, 0, 30]), moved([0, 1, 2])].map((pose) => pose.join(' ')).join('\n'); // biome-ignore format: a line
    const { steps, verdict } = await swept(path, [], kit);
    expect(steps.map(({ status }) => status)).toEqual(['initial', 'initial', 'contact']);
    expect([steps[0].start, ...steps.map(({ end }) => end)]).toEqual([
      { pose: 0, clearance: 0, enclosed: true },
      { pose: 1, clearance: 0, enclosed: true },
      { pose: 2, clearance: 19.5, enclosed: false },
      { pose: 3, clearance: 0, enclosed: true },
    ]);
    expect(verdict).toBe(
      'First contact: at pose 0, where step 0 starts: one body lies inside the other; contact in 3 of 3 steps.',
    );
    const { out } = await kerf(path, [], { kit });
    expect(out).toMatch(/│ +0–1 │ initial │ +│ .* inside → 19\.500 │/);
  });

  test('many rows are thinned, the first contact is not', async () => {
    const there = Array.from({ length: 240 }, (_, i) => (i % 2 === 0 ? 4 : -4) * (1 + i / 1000));
    const { out } = await kerf(falling([30, 20, ...there]));
    expect(out.match(/│ (free|contact) /g)!.length).toBe(100);
    expect(out).toMatch(/Showing 100 of 240 rows; --json or sweep\.json has all 241 steps\./);
    expect(out).toMatch(/│ +2 │ contact /);
  });

  test('an open bone, and a path in another unit, are said first', async () => {
    const sheet = createMesh([-40, -40, 0, 40, -40, 0, 0, 60, 0], [0, 1, 2]);
    const { out } = await kerf(falling([0.2, 0.15].map((z) => 5 + z)), [], { kit: kitOf(sheet, cube) });
    expect(out).toMatch(/^The bone is open: no inside, no depth; /);
    const metres = falling([0.03, 0.004, 0.01]).replaceAll('0.2 0.1 ', '0.0002 0.0001 ');
    expect((await kerf(metres)).out).toMatch(/^The path's positions .* give --path-unit m\.\n/);
  });
});

describe('what is refused, before anything is read or written', () => {
  const half = [moved([0, 0, 9]), moved([0, 0, 8]), turned(Math.PI, [0, 0, 1], [0, 0, 0], [0, 0, 8])];
  const rows = (poses: readonly number[][]) => poses.map((pose) => pose.join(' ')).join('\n');
  test.each<[what: string, text: string, more: readonly string[], says: RegExp]>([
    [
      'half a turn',
      `# poses\n${rows(half)}`,
      [],
      /path\.csv, step 1 \(line 3 to line 4\): The motion turns by 3\.14159\d* rad, half a turn, .*; give a pose between\.$/,
    ],
    [
      'a path of one pose',
      rows(half.slice(0, 1)),
      [],
      /path\.csv holds 1 pose, expected at least 2, .*kerf detect --pose/,
    ],
    ['no pose', '# nothing', [], /path\.csv holds no pose/],
    [
      'a pose that is not rigid',
      `${rows(half.slice(0, 1))}\n${half[1].map((x) => 2 * x).join(' ')}`,
      [],
      /line 2: Pose/,
    ],
    ['tolerance 0', falling([9, 8]), ['--tolerance', '0'], /--tolerance is 0, expected a number of mm above 0/],
    ['tolerance −1', falling([9, 8]), ['--tolerance', '-1'], /--tolerance is -1/],
    ['tolerance NaN', falling([9, 8]), ['--tolerance', 'NaN'], /--tolerance is "NaN"/],
    ['no tolerance', falling([9, 8]), ['--tolerance', ''], /--tolerance is ""/],
    ['clearance −1', falling([9, 8]), ['--clearance', '-1'], /--clearance is -1, expected a number of mm, 0 or more/],
    ['clearance infinite', falling([9, 8]), ['--clearance', 'Infinity'], /--clearance is "Infinity"/],
    [
      'a unit of weight',
      falling([9, 8]),
      ['--unit', 'ounce'],
      /--unit is "1ounce", whose unit is ounce, expected m, cm/,
    ],
    ['iso', falling([9, 8]), ['--iso', 'bone'], /--iso is "bone"/],
  ])('%s: exit code 3', async (_, text, more, says) => {
    const kit = kitOf(wall, cube);
    let loaded = 0;
    const { loadMesh } = kit;
    kit.loadMesh = (path) => {
      loaded++;
      return loadMesh(path);
    };
    const { exitCode, out, err } = await kerf(text, ['--out', join(root, 'out'), ...more], { kit });
    expect({ exitCode, out, loaded }).toEqual({ exitCode: 3, out: '', loaded: 0 });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(err.trimEnd()).toMatch(says);
    expect(await readdir(root)).toEqual(['path.csv']);
  });

  test.each([
    [['--unit'], 'argument missing'],
    [['--motion', 'spline'], 'unknown option'],
  ])('%j: wrong usage', async (more, says) => {
    const { exitCode, err } = await kerf(falling([9, 8]), more);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(says) });
  });

  test('a tolerance beyond the range of coordinates: a typed error, and nothing is left', async () => {
    const { exitCode, err } = await kerf(falling([9, 8]), ['--tolerance', '1e300', '--out', join(root, 'out')]);
    expect({ exitCode, err }).toEqual({ exitCode: 3, err: expect.stringContaining('tolerance is 1e+300') });
    expect(await readdir(root)).toEqual(['path.csv']);
  });
});

describe('--out', () => {
  /** Two contacts with a turn between, a start in contact, and free steps; the fourth is turned into a grazing one. */
  const poses = [
    moved([0, 0, 9]),
    moved([0, 0, -6]),
    turned(1.1, [0, 0, 1], [0, 0, 0], [0, 0, -7]),
    turned(1.1, [0, 0, 1], [0, 0, 0], [0, 0, 0.1]),
    moved([0, 0, 5]),
    moved([0, 0, 6]),
    moved([0, 0, 7]),
  ];
  const text = poses.map((pose) => pose.join(' ')).join('\n');

  /** The real detector, but step 4 grazes. */
  function kitThatGrazes() {
    const kit = kitOf({ ...wall, name: 'wall' }, cube);
    const create = kit.createSweepDetector;
    kit.createSweepDetector = async (request) => {
      const detector = await create(request);
      const firstContact: SweepDetector['firstContact'] = (motion, options) => {
        const found = detector.firstContact(motion, options);
        if (motion.from[14] !== 5) return found;
        const [low, high] = [0.25, 0.2501];
        return { ...found, status: 'grazing', time: { low, high }, boneFace: 1, toolFace: 2, bonePoint: Float64Array.of(1, 2, 3), normal: Float64Array.of(0, 0, 1), highPose: Float64Array.from(motion.from) }; // biome-ignore format: a line
      };
      return Object.assign(Object.create(detector), {
        firstContact,
        minimumDistance: (pose: ArrayLike<number>) => detector.minimumDistance(pose),
        dispose: () => detector.dispose(),
      });
    };
    return kit;
  }

  test('the two files and nothing hidden; sweep.json is what --json prints', async () => {
    const out = join(root, 'a/b');
    const printed = await kerf(text, ['--json', '--out', out]);
    expect(printed.exitCode).toBe(0);
    expect(printed.err).toBe(`Sweep: ${join(out, 'sweep.html')} (also sweep.json)\n`);
    expect((await readdir(out)).sort()).toEqual(['sweep.html', 'sweep.json']);
    expect(await readFile(join(out, 'sweep.json'), 'utf8')).toBe(printed.out);
  });

  test('the page: a row a run, a colour and a legend a status, poses that kerf takes again, nothing from outside', async () => {
    const out = join(root, 'out');
    const printed = await kerf(text, ['--json', '--out', out], { kit: kitThatGrazes() });
    const { steps, counts, verdict }: Swept = JSON.parse(printed.out);
    expect(steps.map(({ status }) => status)).toEqual(['contact', 'free', 'contact', 'initial', 'grazing', 'free']);
    expect(verdict).toMatch(
      /^First contact: step 0, .* contact in 3 of 6 steps\. Not decided at step 4: .*--tolerance/,
    );
    const page = await readFile(join(out, 'sweep.html'), 'utf8');
    // The first contact, from afar and from near by.
    const image = /<img src="data:image\/png;base64,[\w+/=]+"/g;
    expect(page.match(image)).toHaveLength(2);
    const html = page.replace(image, '<img');
    expect(html).not.toMatch(/https?:|<script|\s(src|href)\s*=|<(link|iframe|object|embed|base)\b/i);
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
    expect(html).toContain(verdict);
    for (const [status, count] of Object.entries(counts)) {
      const legend = new RegExp(`<li><i class="${status}"></i>${status}: [^<]*\\(${count} steps?\\)</li>`);
      expect(html).toMatch(legend);
      expect(html).toContain(`<rect class="${status}"`);
    }
    for (const words of ['clearance, mm</text>', '>pose</text>', 'point x y z, mm', 'clearance before → after, mm'])
      expect(html).toContain(words);
    const given = [...html.matchAll(/<pre>([^<]*)<\/pre>/g)].map(([, pose]) =>
      Array.from(parsePose(pose, 'the page').matrices),
    );
    expect(given).toEqual(steps.flatMap(({ contact }) => (contact ? [contact.pose] : [])));
    expect(given).toHaveLength(4);
    // A circle per pose, with its clearance.
    expect(html.match(/<circle /g)).toHaveLength(poses.length);
    expect(html).toContain('<title>pose 0: 8.350 mm</title>');
    expect(html).toContain('<title>pose 3: 0 mm</title>');
  });

  test('a file name cannot become markup', async () => {
    const hostile = '<img src=x onerror=alert(1)> & "co".stl';
    const out = join(root, 'out');
    const argv = ['--bone', hostile, '--out', out];
    expect((await kerf(text, argv)).exitCode).toBe(0);
    const html = await readFile(join(out, 'sweep.html'), 'utf8');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;.stl');
  });

  test('Ctrl-C in the middle leaves nothing behind, and an older sweep as it was', async () => {
    const out = join(root, 'out');
    await kerf(text, ['--out', out]);
    const before = await readFile(join(out, 'sweep.json'), 'utf8');
    const terminal = recordedTerminal();
    const kit = kitOf(wall, cube);
    const create = kit.createSweepDetector;
    let asked = 0;
    let disposed = 0;
    kit.createSweepDetector = async (request) => {
      const detector = await create(request);
      return {
        ...detector,
        detectMany: () => [] as never,
        minimumDistance: (pose) => detector.minimumDistance(pose),
        firstContact(motion, options) {
          if (++asked === 3) terminal.abort.abort();
          return detector.firstContact(motion, options);
        },
        dispose() {
          disposed++;
        },
      };
    };
    const { exitCode, err, out: said } = await kerf(text, ['--out', out], { kit, terminal });
    expect({ exitCode, said, disposed }).toEqual({ exitCode: 130, said: '', disposed: 1 });
    expect(err).toBe('kerf: Interrupted: nothing was written; run the command again.\n');
    expect(asked).toBeLessThan(poses.length);
    expect((await readdir(out)).sort()).toEqual(['sweep.html', 'sweep.json']);
    expect(await readFile(join(out, 'sweep.json'), 'utf8')).toBe(before);
  });

  test('a folder that another process sweeps into is refused', async () => {
    const out = join(root, 'out');
    await kerf(text, ['--out', out]);
    await writeFile(join(out, 'sweep.lock'), String(process.ppid));
    const { exitCode, err } = await kerf(text, ['--out', out]);
    expect({ exitCode, err }).toEqual({ exitCode: 4, err: expect.stringContaining(`process ${process.ppid};`) });
  });
});
