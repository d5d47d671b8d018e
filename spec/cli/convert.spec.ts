// `kerf convert` with --weld, --repair and --refine: what is written, and what each line reports.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { box, sphere } from '#datasets';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { joined, reversed } from '#harness/shells.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { createMesh, inspectMesh, refineMesh, repairMesh, type TriangleMesh, weldMesh } from '#mesh';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder('convert');
});

async function converted(given: TriangleMesh, ...argv: string[]) {
  const kit = fakeToolkit();
  kit.loadMesh = async () => given;
  const written: TriangleMesh[] = [];
  const { writeMesh } = kit;
  kit.writeMesh = (mesh, format) => {
    written.push(mesh);
    return writeMesh(mesh, format);
  };
  const terminal = recordedTerminal();
  const exitCode = await run(['convert', 'a.stl', join(root, 'b.ply'), ...argv], kit, terminal);
  return { exitCode, lines: terminal.stdout.split('\n').slice(0, -1), err: terminal.stderr, mesh: written[0] };
}

const cube = box({ size: [2, 2, 2] });

/** A cube whose faces have their own corners, each a little off; one face turned, one repeated, a vertex unused. */
function damagedCube(): TriangleMesh {
  const corners = [...cube.faces, ...cube.faces.subarray(6, 9)];
  const faces = corners.map((_, i) => i);
  const positions = corners.flatMap((vertex, i) =>
    [0, 1, 2].map((k) => cube.positions[3 * vertex + k] + (k === 0 ? (i % 5) * 1e-6 : 0)),
  );
  return createMesh([...positions, 9, 9, 9], [...faces.slice(0, 3).reverse(), ...faces.slice(3)], { name: 'cube' });
}

describe('--weld, --repair and --refine', () => {
  test('in this order, whatever the order of the options; a line on each', async () => {
    const given = damagedCube();
    const { mesh, lines, err } = await converted(given, '--refine', '1.5', '--repair', '--weld', '0.00001');
    expect(err).toBe('');
    const welded = weldMesh(given, 0.00001);
    const repaired = repairMesh(welded.mesh);
    expect(mesh).toEqual(refineMesh(repaired.mesh, 1.5));
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true });
    const count = cube.faces.length / 3;
    expect(lines).toEqual([
      expect.stringMatching(/^Welded: 31 vertices joined to another, moved by at most \S+ mm\.$/),
      'Repaired: 1 repeated face left out, 1 unused vertex left out, 1 face turned in 1 closed part.',
      `Refined: ${count} faces became ${mesh.faces.length / 3}, with no edge longer than 1.5 mm.`,
      `Wrote ${join(root, 'b.ply')}: ${mesh.faces.length / 3} faces.`,
    ]);
    const moved = Number(/at most (\S+) mm/.exec(lines[0])?.[1]);
    expect(moved).toBeGreaterThanOrEqual(welded.moved);
    expect(moved).toBeLessThanOrEqual(1.02 * welded.moved);
  });

  test('each alone; lengths with a unit', async () => {
    const given = damagedCube();
    expect((await converted(given, '--weld', '0')).mesh).toEqual(weldMesh(given, 0).mesh);
    expect((await converted(given, '--weld', '1 um')).mesh).toEqual(weldMesh(given, 0.001).mesh);
    expect((await converted(given, '--repair')).mesh).toEqual(repairMesh(given).mesh);
    expect((await converted(given, '--refine', '1')).mesh).toEqual(refineMesh(given, 1));
    const plain = await converted(given);
    expect(plain.mesh.faces).toEqual(given.faces);
    expect(plain.lines.length).toBe(1);
  });

  test('lines where nothing changes', async () => {
    const { lines } = await converted(cube, '--weld', '0', '--repair', '--refine', '10');
    expect(lines.slice(0, -1)).toEqual([
      'Welded: nothing to join.',
      'Repaired: nothing to change.',
      'Refined: no edge was longer than 10 mm.',
    ]);
  });

  test('what repair leaves as it was, and faces that welding leaves out', async () => {
    const open = createMesh(cube.positions, cube.faces.subarray(3));
    const cavity = reversed(sphere({ radius: 0.5, subdivisions: 1 }));
    const { lines } = await converted(joined([open, cavity], false), '--repair');
    expect(lines[0]).toBe(
      'Repaired: nothing to change. Left as it was: 1 open part, 1 part in the box of another, perhaps a cavity.',
    );
    const ball = sphere({ radius: 1, subdivisions: 2 });
    const coarse = weldMesh(ball, 0.5);
    expect(coarse.dropped).toBeGreaterThan(1);
    expect((await converted(ball, '--weld', '0.5')).lines[0]).toContain(
      `; ${coarse.dropped} faces left out, two of whose corners became one.`,
    );
  });

  test('the frame is changed after them', async () => {
    const { mesh } = await converted(damagedCube(), '--repair', '--from-frame', 'ras', '--frame', 'lps');
    const mended = repairMesh(damagedCube()).mesh;
    expect(mesh.frame).toBe('LPS');
    expect(mesh.faces).toEqual(mended.faces);
    expect(mesh.positions).toEqual(mended.positions.map((x, i) => (i % 3 === 2 ? x : -x)));
  });

  test.each<[string, string[]]>([
    ['--weld is -1', ['--weld', '-1']],
    ['--weld is "near"', ['--weld', 'near']],
    ['--refine is 0', ['--refine', '0']],
    ['--refine is "fine"', ['--refine', 'fine']],
    ['no face with three different corners', ['--weld', '100']],
  ])('%s: refused, nothing written', async (words, argv) => {
    const { exitCode, err, lines } = await converted(cube, ...argv);
    expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining(words) });
    expect(lines).toEqual([]);
    expect(await readdir(root)).toEqual([]);
  });
});
