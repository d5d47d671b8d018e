// The C++ client compiles without a warning and gets the same answers as another client, and its example prints the
// library's answers, with kerf serve as built.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, readMesh, writeMesh } from '#kerf';
import { builtServer } from '#harness/built-server.ts';
import { expectSameHeard, expectTooLargeRefused, type Probe, ran, TOKEN } from '#harness/client-probes.ts';
import { translation } from '#harness/contact-cases.ts';
import { testWithPrograms } from '#harness/outside-programs.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const FOLDER = join(import.meta.dirname, '../../examples/clients/cpp');
const PROBES = join(import.meta.dirname, '../harness/client-probes');

async function compiled(source: string, name: string): Promise<string> {
  const program = join(await temporaryFolder('cpp'), name);
  const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wshadow', '-Werror'];
  await ran('g++', ['-std=c++17', ...warnings, `-I${FOLDER}`, source, '-o', program]);
  return program;
}

testWithPrograms(['g++'], 'kerf_client.hpp hears every answer as another client does', async () => {
  const program = await compiled(join(PROBES, 'probe.cpp'), 'probe');
  const probe: Probe = ({ host, port }, lines) => ran(program, [host, port, TOKEN], lines);
  await expectSameHeard(probe);
  await expectTooLargeRefused(probe);
});

inLong(() => {
  testWithPrograms(['g++'], 'first_contact prints what the library answers of the same files', async () => {
    const program = await compiled(join(FOLDER, 'first_contact.cpp'), 'first_contact');
    const folder = await temporaryFolder('cpp-meshes');
    const [bonePath, toolPath] = [join(folder, 'bone.ply'), join(folder, 'tool.stl')];
    const bytes = [
      writeMesh(sphere({ radius: 12, subdivisions: 2 }), 'ply'),
      writeMesh(box({ size: [6, 6, 6] }), 'stl'),
    ];
    writeFileSync(bonePath, bytes[0]);
    writeFileSync(toolPath, bytes[1]);
    const [bone, tool] = [readMesh(bytes[0], 'ply'), readMesh(bytes[1], 'stl')];
    const detector = await createDetector({ bone, tool, contactDistance: 0.5, resolution: 1, backend: 'cpu' });
    const { port, stop } = await builtServer();
    const states: string[] = [];
    for (const x of [40, 15.25, 12.5, 0]) {
      const words = (await ran(program, [port, bonePath, toolPath, `${x}`, '0', '0'])).trim().split('\n');
      const { state, contacts } = detector.detectSync(translation(x, 0, 0));
      states.push(state);
      if (state === 'near') for (const shown of pageLines()) expect(words).toContain(shown);
      const rows = Array.from(
        contacts,
        ({ body, face, point, distance }) =>
          `${body} face ${face} at ${point.map(printed).join(' ')}: ${printed(distance)} mm`,
      );
      expect(words.map((word) => word.replaceAll('-0.000000', '0.000000'))).toEqual([
        `bone: ${bone.faces.length / 3} faces`,
        `tool: ${tool.faces.length / 3} faces`,
        `state: ${state}`,
        `smallest distance: ${printed(detector.minimumDistance(translation(x, 0, 0)).distance)} mm`,
        `contacts: ${contacts.length}`,
        ...rows,
      ]);
    }
    expect(states).toEqual(['separated', 'near', 'intersecting', 'enclosed']);
    detector.dispose();
    expect((await stop()).said).toBe('');
    await expect(ran(program, [port, bonePath, toolPath, '0', '0', '0'])).rejects.toThrow(/CONNECTION: Nobody answers/);
  });
});

/** The output that the page shows for a near tool. */
function pageLines(): string[] {
  const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const [, block = ''] = /^```text\n(.*?)…\n```/ms.exec(page) ?? [];
  expect(block).toMatch(/^contacts: \d+$/m);
  return block.trim().split('\n');
}

/** Six decimals of the exact value, as printf prints them. */
function printed(value: number): string {
  return value.toFixed(6).replace('-0.000000', '0.000000');
}
