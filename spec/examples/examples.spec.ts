// Every example runs from the built package and prints what its README says.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { box, boxDistance, sawBlade, sphere, sphericalBurr } from '#datasets';
import { SERVO_STATES } from '#haptics';
import {
  createDetector,
  createImpactDetector,
  createMesh,
  inspectMesh,
  loadMesh,
  selfIntersections,
  type TriangleMesh,
  writeMesh,
} from '#kerf';
import { allImpacts } from '#harness/all-impacts.ts';
import { translation } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { firstProgram } from '#harness/readme.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const SEED = 2003;

const script = (name: string) => `examples/${name}/${name}.mjs`;
/** Lets the examples use the run's phantoms, the same to the last bit as those that they would make. */
const phantoms = longRun(1, 0) === 1 ? [] : ['--import', './spec/harness/made-phantoms.mjs'];
const run = (name: string, ...args: string[]): string =>
  execFileSync(process.execPath, [...phantoms, script(name), ...args], { encoding: 'utf8', timeout: 60_000 });
const linesOf = (name: string, ...args: string[]) =>
  run(name, ...args)
    .trim()
    .split('\n');

/** The single line that it prints to standard error; its exit code must not be 0. */
function refusal(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script(name), ...args], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
}

test('README: the first program, exactly as it stands, prints a contact, and what README says', () => {
  const { program, prints } = firstProgram();
  expect(prints).toMatch(/^intersecting\n(bone|tool): /);
  const printed = execFileSync(process.execPath, [...phantoms, '--input-type=module'], {
    input: program,
    encoding: 'utf8',
  });
  expect(printed).toBe(prints);
});

describe('examples', () => {
  test('each folder holds one program of its name, its parts and a README, and is run below', () => {
    // The workbench with its trainer, the plain page and those for vtk.js, three.js and React are run by spec/browser;
    // clients are in other languages. Engines are in engines.spec.ts, guides in guides.spec.ts, and a cluster's job
    // files in cluster.spec.ts.
    const pages = ['bridge-page.mjs', 'plain-page', 'react', 'three-page', 'trainer', 'vtk-page', 'workbench'];
    const others = ['clients', 'cluster', 'engines', 'guides', 'README.md', ...pages];
    const folders = readdirSync('examples')
      .filter((name) => !others.includes(name))
      .sort();
    expect(folders).toEqual([
      ...[
        'batch-of-poses',
        'craniotomy',
        'cut-the-bone',
        'cutting-path',
        'deforming-flap',
        'guide-clearance',
        'haptic-loop',
        'many-bodies',
      ],
      ...['radial-map', 'saw-stroke', 'two-triangles', 'your-own-mesh'],
    ]);
    const parts = new Map([['deforming-flap', ['page.mjs', 'picture.mjs', 'settle-impacts.mjs', 'sheet.mjs']]]);
    for (const name of folders)
      expect(readdirSync(`examples/${name}`).sort()).toEqual(
        ['README.md', `${name}.mjs`, ...(parts.get(name) ?? [])].sort(),
      );
  });

  test('two-triangles: near, and every interval holds the gap of 0.1 mm or more', () => {
    const [state, ...rows] = linesOf('two-triangles');
    expect(state).toBe('state: near');
    expect(rows.length).toBeGreaterThan(1);
    const nearest = rows.map((row) => Number(/: (-?[\d.]+) mm in/.exec(row)?.[1]));
    expect(Math.min(...nearest)).toBe(0.1);
    for (const distance of nearest) expect(distance).toBeGreaterThanOrEqual(0.1);
  });

  test('cutting-path: 20 rows that begin apart, cut and end apart', () => {
    const [header, ...rows] = linesOf('cutting-path');
    expect(header).toBe('pose,state,contacts,patches,insertion_mm,wall_ahead_mm,through,area_mm2');
    expect(rows).toHaveLength(20);
    const states = rows.map((row) => row.split(',')[1]);
    expect(states[0]).toBe('separated');
    expect(states[19]).toBe('separated');
    expect(states.filter((state) => state === 'intersecting').length).toBeGreaterThan(5);
    const column = (i: number) => rows.map((row) => Number(row.split(',')[i]));
    // The path goes 5 mm into a wall of 6.5 mm; the coarse phantom's surface deviates from the vault by up to 0.2 mm.
    expect(Math.abs(Math.max(...column(4)) - 5)).toBeLessThan(0.25);
    expect(Math.abs(Math.min(...column(5)) - 1.5)).toBeLessThan(0.25);
    expect(new Set(rows.map((row) => row.split(',')[6]))).toEqual(new Set(['false']));
  });

  inLong(() => {
    test('craniotomy: each step removes about its slot, and the last frees the flap', () => {
      const [header, ...rows] = linesOf('craniotomy');
      expect(header).toBe('frame,step,removed_mm3,faces,pieces');
      const steps = rows.map((row) => row.split(','));
      const lines = [1, 2, 3, 4].map((n) => `saw line ${n}`);
      expect(steps.map(([, step]) => step)).toEqual(['whole', 'burr hole', ...lines]);
      // Skull and jaw; then the flap.
      expect(steps.map((step) => step[4])).toEqual(['2', '2', '2', '2', '2', '3']);
      const removed = steps.map((step) => Number(step[2]));
      // The burr's centre stops 2.5 mm above the inner side of a wall of 6.5 mm: a cylinder, and part of a ball. The
      // coarse phantom's two surfaces deviate from the vault by up to 0.2 mm each, and the grid rounds the rims.
      const hole = Math.PI * (4 ** 2 * 4 + 4 ** 2 * 2.5 - 2.5 ** 3 / 3);
      expect(Math.abs(removed[1] - hole)).toBeLessThan(2 * 0.2 * Math.PI * 4 ** 2 + 10);
      // A slot is at most as long as the blade plus its slide, at least as wide as the set teeth, and at most a cell
      // wider than these.
      for (const slot of removed.slice(2)) expect(slot > 0.6 * 26 * 6.5 && slot < 1.8 * 49 * 6.5).toBe(true);
    });
  });

  test('saw-stroke: free above the wall, in contact from its upper side to its lower', () => {
    const lines = linesOf('saw-stroke');
    const { min, max } = inspectMesh(sawBlade({ targetFaces: 2000 })).bounds;
    expect(lines.slice(0, 2)).toEqual(['before the stroke: separated', 'behind the stroke: separated']);
    const numbers = (start: string) =>
      (lines.find((line) => line.startsWith(start))?.match(/[\d.]+(?= mm)/g) ?? []).map(Number);
    const [free, contact] = numbers('straight down');
    expect(free).toBeCloseTo(5 + min[1] - 0.15, 5);
    expect(contact).toBeCloseTo(5 + min[1] - 0.15, 2);
    expect(numbers('a clearance of 1 mm')[1]).toBeCloseTo(5 + min[1] - 1.15, 5);
    expect(numbers('with a turn of 20°').every((x) => x > 4 && x < 6)).toBe(true);
    expect(lines).toContain('past the wall: free');
    expect(Number(/to ([\d.]+) mm$/.exec(lines.at(-1) ?? '')?.[1])).toBeCloseTo(5 + max[1] + 0.15, 2);
  });

  test('radial-map: through the vault once, little unknown, and a picture of each texel', async () => {
    const file = join(await temporaryFolder('example'), 'made/map.svg');
    const lines = linesOf('radial-map', file);
    expect(lines.at(-1)).toBe(`drawn: ${file}`);
    const sides = lines.slice(0, -3).map((line) => /^([\d.]+) mm above the centre: (\w+)$/.exec(line)?.slice(1));
    expect(sides.map((told) => told?.[1])).toEqual(['outside', 'unknown', 'inside', 'unknown', 'outside']);
    const [, unknownFrom, insideFrom, unknownAgain, outsideFrom] = sides.map((told) => Number(told?.[0]));
    // The wall of 6.5 mm lies between the points classified on both of its sides; a step of the line is 0.5 mm.
    expect(outsideFrom - unknownFrom).toBeGreaterThanOrEqual(6.5 - 0.2);
    expect(unknownAgain - insideFrom).toBeLessThanOrEqual(6.5 + 0.2);
    const shares = Array.from(lines.at(-2)?.matchAll(/([\d.]+) %/g) ?? [], ([, share]) => Number(share));
    expect(shares).toHaveLength(3);
    expect(shares[0] + shares[1] + shares[2]).toBeCloseTo(100, 1);
    expect(shares[2]).toBeLessThan(5);
    const squares = readFileSync(file, 'utf8').match(/<rect [^>]*width="16" height="16" fill="(rgb|#fff)/g);
    expect(squares).toHaveLength(6 * 16 * 16);
  });

  test('batch-of-poses: in order, a line is what detectSync says of that place', async () => {
    const rows = linesOf('batch-of-poses');
    const summary = rows.pop();
    expect(rows).toHaveLength(45);
    const [bone, tool] = [phantom(20_000), sphericalBurr({ diameter: 5 })];
    const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu' });
    const counts = new Map<string, number>();
    for (const [pose, row] of rows.entries()) {
      const [, number, place = '', said = ''] = /^pose (\d+) at (\S+ \S+ \S+): (\w+), \d+ contacts$/.exec(row) ?? [];
      expect(number).toBe(`${pose}`);
      counts.set(said, (counts.get(said) ?? 0) + 1);
      if (pose % longRun(1, 9) !== 0) continue;
      const { state, contacts } = detector.detectSync(translation(...numbers(place)));
      expect(row).toBe(`pose ${pose} at ${place}: ${state}, ${contacts.length} contacts`);
    }
    const total = Array.from(counts, ([state, count]) => `${count} ${state}`);
    expect(summary).toBe(`45 poses: ${total.join(', ')}`);
    for (const state of ['separated', 'near', 'intersecting']) expect(counts.get(state)).toBeGreaterThan(4);
    expect(new Set(rows.map((row) => /at (\S+ \S+ \S+):/.exec(row)?.[1])).size).toBe(45);
  });

  test('cut-the-bone: each frame meets the plate as a fresh detector meets a plate with lowered vertices', async () => {
    const [header, ...rows] = linesOf('cut-the-bone');
    expect(header).toBe('frame,x_mm,tip_mm,state,pairs,inside_mm,signed,faces_cut,faces_left,pairs_left');
    expect(rows).toHaveLength(15);
    const plate = box({ size: [24, 12, 5], divisions: [48, 24, 10] });
    const tool = sphericalBurr({ diameter: 5 });
    // The same plate with each vertex at its present place: no face was ever removed from it.
    const positions = Float64Array.from(plate.positions);
    const detectorNow = () => {
      const bone = createMesh(positions.slice(), plate.faces);
      return createDetector({ bone, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu' });
    };
    let volume = inspectMesh(plate).volume;
    const cuts: number[] = [];
    for (const [frame, row] of rows.entries()) {
      const [x, tip] = row.split(',').slice(1, 3).map(Number);
      const pose = translation(x, 0, tip + 2.5);
      // Fresh detectors for each frame take most of the time.
      const isAsked = frame % longRun(1, 6) === longRun(0, 1);
      const before = isAsked ? (await detectorNow()).detectSync(pose) : null;
      const lowered = new Set<number>();
      for (let v = 0; v < positions.length / 3; v++) {
        const [vx, vy, vz] = positions.subarray(3 * v, 3 * v + 3);
        const z = tip + 2.5;
        const square = 2.75 ** 2 - (vx - x) ** 2 - vy ** 2;
        if (square <= (vz - z) ** 2) continue;
        positions[3 * v + 2] = z - Math.sqrt(square);
        lowered.add(v);
      }
      let cut = 0;
      for (let f = 0; f < plate.faces.length; f += 3)
        if (plate.faces.subarray(f, f + 3).some((vertex) => lowered.has(vertex))) cut++;
      // No face that the burr met is left in its way, and the plate has lost volume but is still closed.
      expect(row).toMatch(new RegExp(`^${frame},.*,${cut},${plate.faces.length / 3},0$`));
      if (before !== null) {
        const left = (await detectorNow()).intersectingFaces(pose).length / 2;
        const depth = Math.max(0, ...before.patches.map((patch) => patch.depth));
        const pairs = before.intersectingFaces.length / 2;
        const signed = before.signed.tool;
        expect(row).toBe(
          [frame, x, tip, before.state, pairs, depth.toFixed(3), signed, cut, plate.faces.length / 3, left].join(','),
        );
        expect(left).toBe(0);
      }
      const now = inspectMesh(createMesh(positions.slice(), plate.faces));
      expect(now).toMatchObject({ closed: true, oriented: true, manifold: true });
      expect(now.volume < volume).toBe(cut > 0);
      volume = now.volume;
      cuts.push(cut);
    }
    expect(rows.filter((row) => row.includes(',intersecting,')).length).toBeGreaterThan(10);
    expect(cuts.filter((cut) => cut > 50).length).toBeGreaterThan(10);
  });

  inLong(() => {
    test('many-bodies: the saw comes in by 1 mm a frame, the burr leaves the jaw as it opens onto the retractor', () => {
      const rows = linesOf('many-bodies');
      expect(rows).toHaveLength(9);
      const depths = rows.map((row) => Number(/skull–saw \w+ at \d+ places, (\S+) mm in/.exec(row)?.[1] ?? Number.NaN));
      expect(Number.isNaN(depths[0])).toBe(true);
      // Printed with two decimals.
      for (let frame = 3; frame < 9; frame++)
        expect(Math.abs(depths[frame] - depths[frame - 1] - 1)).toBeLessThan(0.011);
      expect(rows.map((row) => row.includes('jaw–burr'))).toEqual(rows.map((_, frame) => frame === 0));
      expect(rows.map((row) => row.includes('jaw–retractor'))).toEqual(rows.map((_, frame) => frame >= 3));
      expect(rows.filter((row) => /skull–(burr|retractor)|jaw–saw/.test(row))).toEqual([]);
    });
  });

  test('guide-clearance: each clearance is that of the block and the ball, by as much more as the ball’s mesh is smaller', () => {
    const rows = linesOf('guide-clearance');
    const [least, onBone, onGuide] = rows.splice(-3);
    expect(rows).toHaveLength(41);
    const radius = 24;
    const size = [30, 12, 6] as const;
    // A point Σ λᵢ vᵢ of a face with corners on the sphere has the squared radius r² − Σ λᵢ λⱼ eᵢⱼ² over the face's
    // edges, at least r² − e²/3 with e the longest edge.
    const { positions, faces } = sphere({ radius, subdivisions: 5 });
    const shrink = radius - Math.sqrt(radius ** 2 - longestEdge(positions, faces) ** 2 / 3);
    expect(shrink).toBeLessThan(0.02);
    // Printed with six decimals: the error is half a unit, and f64's own rounding is far less than the other half.
    const printed = 1e-6;
    const clearances = rows.map((row, pose) => {
      const words = /^pose (\d+) at (\S+ \S+ \S+), tilted (\S+)°: (\S+) mm$/.exec(row);
      expect(words?.[1]).toBe(String(pose));
      const place = numbers(words?.[2] ?? '');
      const toGuide = (point: readonly number[]) => inGuide(place, Number(words?.[3]), point);
      const [x, y, z] = toGuide([0, 0, 0]);
      const exact = boxDistance({ size }, x, y, z) - radius;
      const clearance = Number(words?.[4]);
      expect(clearance).toBeGreaterThanOrEqual(exact - printed);
      expect(clearance).toBeLessThanOrEqual(exact + shrink + printed);
      return { clearance, toGuide };
    });
    const lowest = Math.min(...clearances.map(({ clearance }) => clearance));
    const at = clearances.findIndex(({ clearance }) => clearance === lowest);
    expect(lowest).toBeGreaterThan(0);
    expect(at > 5 && at < 35).toBe(true);
    expect(least).toBe(`least clearance: ${lowest.toFixed(6)} mm, at pose ${at}`);
    const p = numbers(/^on the bone at (\S+ \S+ \S+), face \d+$/.exec(onBone)?.[1] ?? '');
    const q = numbers(/^on the guide at (\S+ \S+ \S+), face \d+$/.exec(onGuide)?.[1] ?? '');
    // The error of each of a point's three coordinates is at most half a unit, so the point's is less than one unit.
    expect(Math.abs(Math.hypot(...p.map((value, k) => value - q[k])) - lowest)).toBeLessThanOrEqual(3 * printed);
    expect(Math.hypot(...p)).toBeLessThanOrEqual(radius + printed);
    expect(Math.hypot(...p)).toBeGreaterThanOrEqual(radius - shrink - printed);
    const [x, y, z] = clearances[at].toGuide(q);
    expect(Math.abs(boxDistance({ size }, x, y, z))).toBeLessThanOrEqual(printed);
  });

  inLong(() => {
    test('deforming-flap: drawn along by the hook, with many impacts, and no faces cross in any frame', async () => {
      const folder = await temporaryFolder('example');
      const count = 40;
      const lines = linesOf('deforming-flap', '--steps', `${count}`, '--faces', '450', '--out', folder);
      expect(lines).toContain('steps as taken: all free until t = 1 or later');
      expect(lines).toContain('pairs of faces that cross: 0 at the start, 0 at the end');
      expect(lines.at(-1)).toBe(`drawn: ${join(folder, 'flap.html')}`);
      const [header, ...rows] = readFileSync(join(folder, 'steps.csv'), 'utf8').trim().split('\n');
      expect(header).toBe('step,hook_mm,impacts,of_flap_with_itself,free_until,rounds,held');
      expect(rows).toHaveLength(count);
      const steps = rows.map((row) => row.split(',').map(Number));
      // A step with impacts is not free, and a free step has none.
      for (const [, , impacts, , free, rounds] of steps) {
        expect(free === 1).toBe(impacts === 0);
        expect(rounds > 0).toBe(impacts > 0);
      }
      expect(steps.filter(([, , impacts]) => impacts > 0).length).toBeGreaterThan(count / 2);
      const skull = await loadMesh(join(folder, 'skull.ply'));
      const first = await loadMesh(join(folder, 'flap-0.ply'));
      for (let frame = 0; frame < 6; frame++) {
        const flap = await loadMesh(join(folder, `flap-${frame}.ply`));
        expect(flap.faces).toEqual(first.faces);
        const detector = await createDetector({
          bone: skull,
          tool: flap,
          contactDistance: 1,
          resolution: 5,
          backend: 'cpu',
        });
        expect(detector.intersectingFaces(translation(0, 0, 0))).toHaveLength(0);
        expect(selfIntersections(flap)).toHaveLength(0);
        // The hook's corner is vertex 0; its path is an arc slightly longer than its chord, unless the flap is stuck.
        const moved = Math.hypot(...[0, 1, 2].map((k) => flap.positions[k] - first.positions[k]));
        const way = frame === 0 ? 0 : steps[(count / 5) * frame - 1][1];
        expect(moved >= 0.9 * way && moved < way + 4).toBe(true);
        detector.dispose();
      }
      const page = readFileSync(join(folder, 'flap.html'), 'utf8');
      expect(page.match(/<img /g)).toHaveLength(6);
      expect(page.match(/<circle /g)).toHaveLength(count);
    });
  });

  test(`deforming-flap: any step is made free of impacts, what nothing pushes is held, seed ${SEED}`, async () => {
    // The path is in a variable because the program is plain JavaScript.
    const path = '../../examples/deforming-flap/settle-impacts.mjs';
    const { settleImpacts } = await import(path);
    const random = mulberry32(SEED);
    const counts = { held: 0, pushed: 0, untouched: 0 };
    for (let round = 0; round < longRun(24, 12); round++) {
      // Faces of 1 mm in cells of 4 mm, so that none touch; then all move anywhere at once.
      const faces = Uint32Array.from({ length: 3 * 18 }, (_, i) => i);
      const vertices = Array.from(faces, (vertex) => Math.floor(vertex / 3));
      const start = Float64Array.from(
        vertices.flatMap((cell) =>
          [cell % 3, Math.floor(cell / 3) % 3, Math.floor(cell / 9)].map((x) => 4 * x + random()),
        ),
      );
      const end = start.map((x) => x + 3 * (round % 4) * signed(random));
      const inverseMass = Float64Array.from(faces, () => (round % 2 === 0 ? 1 : Math.round(random())));
      const detector = await createImpactDetector({ vertexCount: faces.length, faces });
      const velocities = end.map((x, i) => x - start[i]);
      const proposal = end.slice();
      const { impacts, held } = await settleImpacts({ detector, faces, inverseMass, start, end, velocities });
      expect(allImpacts(faces.length, faces, start, end)).toEqual([]);
      expect(allImpacts(faces.length, faces, start, proposal)).toHaveLength(impacts.length);
      if (impacts.length === 0) expect(end).toEqual(proposal);
      counts[held > 0 ? 'held' : impacts.length > 0 ? 'pushed' : 'untouched']++;
      detector.dispose();
    }
    console.log(`seed ${SEED}: steps ${JSON.stringify(counts)}`);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(longRun(3, 1));
  });

  const refusals = [
    ['--steps', '0', 'an integer from 1 to 10000'],
    ['--faces', 'many', 'an integer from 32 to 20000'],
  ];
  test.each(partOf(refusals, 2, 1))('deforming-flap: %s %s is refused', (name, value, expected) => {
    expect(refusal('deforming-flap', name, value)).toBe(
      `${name} is "${value}", expected ${expected}; leave it out for the usual.`,
    );
  });

  describe('your-own-mesh', () => {
    const ball = sphere({ radius: 6, center: [30, -4, 5], subdivisions: 3 });
    const { positions, faces } = ball;
    /** Without the first face and another that shares no vertex with it: two holes of three edges. */
    const holed = (): TriangleMesh => {
      const first = [...faces.subarray(0, 3)];
      const apart = Array.from({ length: faces.length / 3 }, (_, f) => f).filter((f) =>
        faces.subarray(3 * f, 3 * f + 3).every((vertex) => !first.includes(vertex)),
      )[7];
      return createMesh(
        positions,
        faces.filter((_, i) => i >= 3 && Math.floor(i / 3) !== apart),
      );
    };
    const flipped = () => createMesh(positions, faces.toReversed());
    /** The ball, its last face again, and a face that uses a corner twice. */
    const doubled = () => createMesh(positions, [...faces, ...faces.slice(-3), 0, 1, 1]);
    const two = () => {
      const other = sphere({ radius: 3, center: [10, 0, -20], subdivisions: 1 });
      const start = positions.length / 3;
      return createMesh([...positions, ...other.positions], [...faces, ...other.faces.map((v) => v + start)]);
    };
    const crowded = [
      'odd: not oriented: neighbouring faces disagree on which side is out',
      'odd: not manifold: an edge with more than two faces, or a vertex where parts only touch',
      ...['odd: faces without area: 1', 'odd: duplicate faces: 1'],
    ];

    test('of its own making: a sphere that lacks a face', () => {
      const [head, ...rest] = linesOf('your-own-mesh');
      expect(head).toBe('sphere.stl: 5119 faces from -20 -20 -20 to 20 20 20 mm');
      expect(rest).toHaveLength(3);
      expect(rest[0]).toBe('odd: open, with boundary edges: 3');
      expect(rest[1]).toMatch(/^a burr at its top: intersecting, /);
      expect(rest[2]).toMatch(/not signed/);
    });

    const meshes = [
      ['sound', 'vtp', () => ball, []],
      ['two holes', 'stl', holed, ['odd: open, with boundary edges: 6']],
      ['inside out', 'ply', flipped, ['odd: inside out: its volume is negative']],
      ['a face twice, one without area', 'obj', doubled, crowded],
      ['two balls', 'vtk', two, ['odd: separate parts: 2']],
    ] as const;
    test.each(partOf(meshes, 5, 4))('%s, from a file', async (_, format, make, odd) => {
      const file = join(await temporaryFolder('example'), `ball.${format}`);
      writeFileSync(file, writeMesh(make(), format));
      const [head, ...rest] = linesOf('your-own-mesh', file);
      const bone = await loadMesh(file);
      expect(head).toContain(`ball.${format}: ${bone.faces.length / 3} faces from `);
      expect(rest.slice(0, -2)).toEqual(odd);
      // The ball's highest vertex is its only one with z = 11.
      const tool = sphericalBurr({ diameter: 5 });
      const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu' });
      const { state, intersectingFaces, contacts, signed } = detector.detectSync(translation(30, -4, 11 + 2));
      const pairs = intersectingFaces.length / 2;
      expect(state).toBe('intersecting');
      expect(rest.at(-2)).toBe(`a burr at its top: ${state}, ${pairs} pairs of faces, ${contacts.length} contacts`);
      expect(rest.at(-1)?.includes('not signed')).toBe(!signed.tool);
      expect(signed.tool).toBe(!odd.some((oddity) => /open|oriented/.test(oddity)));
    });

    const files = [
      ['of words', 'words.stl', 'no mesh at all'],
      ['of nothing', 'nothing.ply', ''],
      ['with a vertex that is no number', 'bad.obj', 'v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n'],
      ['of another kind', 'notes.txt', 'f 1 2 3'],
    ];
    test.each(partOf(files, 4, 0))('a file %s is refused in kerf’s one sentence', async (_, name, text) => {
      const file = join(await temporaryFolder('example'), name);
      writeFileSync(file, text);
      const error = await loadMesh(file).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(refusal('your-own-mesh', file)).toBe((error as Error).message);
    });

    inLong(() => {
      test('and so is a file that is not there', async () => {
        const file = join(await temporaryFolder('example'), 'absent.stl');
        expect(refusal('your-own-mesh', file)).toMatch(
          /^"[^"]+absent.stl" cannot be read \(ENOENT.*\); check the name/,
        );
      });
    });
  });

  describe('haptic-loop', () => {
    test('feels the bone within its limits, and ends by itself', () => {
      const started = performance.now();
      const output = run('haptic-loop', ...(longRun(1, 0) === 1 ? [] : ['1']));
      const elapsed = performance.now() - started;
      const changes = Array.from(output.matchAll(/^tick (\d+): (\S+), (\S+) N$/gm));
      for (const [i, [, tick, state]] of changes.entries()) {
        expect(SERVO_STATES).toContain(state);
        if (i === 0) continue;
        expect(state).not.toBe(changes[i - 1][2]);
        expect(Number(tick)).toBeGreaterThan(Number(changes[i - 1][1]));
      }
      expect(changes.map(([, , state]) => state)).toContain('contact');
      const [ticks, force, step] = numbers(
        /^(\d+) ticks, largest force (\S+) N, largest step (\S+) N$/m.exec(output)?.slice(1).join(' ') ?? '',
      );
      // A tick is due every millisecond, and a missed one is skipped.
      expect(ticks).toBeLessThanOrEqual(elapsed);
      expect(ticks).toBeGreaterThan(100);
      expect(ticks).toBeGreaterThanOrEqual(Number(changes.at(-1)?.[1]));
      // The limiter's presets.
      expect(force).toBeGreaterThan(0);
      expect(force).toBeLessThanOrEqual(8);
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThanOrEqual(0.2);
      for (const name of ['tick time', 'lateness', 'model age']) {
        const shares = Array.from(
          output.matchAll(new RegExp(`^${name} +(median|99 %|99.9 %|most) +([\\d.]+) (#*)$`, 'gm')),
        );
        expect(shares.map(([, share]) => share)).toEqual(['median', '99 %', '99.9 %', 'most']);
        const times = shares.map(([, , time]) => Number(time));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        const bars = shares.map(([, , , bar]) => bar.length);
        expect(bars).toEqual(bars.toSorted((a, b) => a - b));
      }
    });

    test.each(partOf(['abc', 'NaN', '', '0.5', '0', '-3', '601', 'Infinity'], 8, 6))(
      '"%s" seconds are refused',
      (seconds) => {
        expect(refusal('haptic-loop', seconds)).toBe(
          `The cut is to last "${seconds}" seconds, expected a number from 1 to 600; leave it out for 4.`,
        );
      },
    );
  });
});

function numbers(text: string): [number, number, number] {
  const [a, b, c] = text.split(' ').map(Number);
  return [a, b, c];
}

/** A point of the bone's frame in the frame of the guide, which is at a place, tilted about y. */
function inGuide(place: readonly number[], degrees: number, point: readonly number[]): [number, number, number] {
  const [dx, dy, dz] = point.map((value, k) => value - place[k]);
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle) * dx - Math.sin(angle) * dz, dy, Math.sin(angle) * dx + Math.cos(angle) * dz];
}

function longestEdge(positions: ArrayLike<number>, faces: ArrayLike<number>): number {
  let longest = 0;
  for (let i = 0; i < faces.length; i++) {
    const [a, b] = [3 * faces[i], 3 * faces[i % 3 === 2 ? i - 2 : i + 1]];
    const edge = Math.hypot(...[0, 1, 2].map((k) => positions[a + k] - positions[b + k]));
    longest = Math.max(longest, edge);
  }
  return longest;
}
