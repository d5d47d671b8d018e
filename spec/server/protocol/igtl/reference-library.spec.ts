// kerf's OpenIGTLink messages as the protocol's own library unpacks them; and the library's as kerf reads them.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, type DetectorOptions } from '#detector';
import { encodeTransform, FrameReader, type IgtlMessage, metadataEntry } from '#igtl';
import { IgtlService } from '#protocol/igtl/igtl-service.ts';
import { toolPose } from '#protocol/igtl/tool-pose.ts';
import { ran } from '#harness/client-probes.ts';
import { translation } from '#harness/contact-cases.ts';
import { Program, until } from '#harness/igtl-peers.ts';
import { testWithLibraries } from '#harness/outside-programs.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const SOURCE = join(import.meta.dirname, '../../../harness/client-probes/openigtlink.cpp');
const LIBRARY = { 'libopenigtlink-dev': 'openigtlink/igtlMessageHeader.h' };

const question: DetectorOptions = {
  bone: sphere({ radius: 20, subdivisions: 3 }),
  tool: box({ size: [3, 8, 30] }),
  ...{ contactDistance: 0.5, resolution: 4, backend: 'cpu' },
};

let built: Promise<string> | null = null;
function compiled(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const program = join(await temporaryFolder('openigtlink'), 'openigtlink');
  await ran('g++', ['-std=c++17', '-isystem/usr/include/openigtlink', SOURCE, '-o', program, '-lOpenIGTLink']);
  return program;
}

/** One line per frame. */
function read(program: string, frames: Uint8Array): string[] {
  const { status, stdout } = spawnSync(program, ['read'], { input: frames, encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}

const f32s = (numbers: ArrayLike<number>) => Array.from(numbers, (number) => Math.fround(number) + 0);
const numbersIn = (text: string) => text.trim().split(' ').map(Number);
const sumOf = (numbers: ArrayLike<number>) => f32s(numbers).reduce((sum, number) => sum + number, 0);

testWithLibraries(
  LIBRARY,
  'every frame of a free, a near, a touching, an enclosed and a lost tool is unpacked',
  async () => {
    const program = await compiled();
    const detector = await createDetector(question);
    const service = await IgtlService.start({
      ...{ detector, device: 'Saw', isTurned: false, port: 0, connect: null, tell: () => {} },
    });
    const client = await Program.connect(service.port ?? 0);
    const bytes: Uint8Array[] = [];
    client.socket.on('data', (chunk) => bytes.push(chunk));
    const states: string[] = [];
    let asked = 0;
    const ask = async (content: Uint8Array, more: Partial<IgtlMessage> = {}) => {
      asked++;
      client.send('TRANSFORM', 'Saw', content, { timestamp: BigInt(asked) << 32n, ...more });
      await until(() => client.statuses.length === asked);
    };
    try {
      for (const x of [45, 21.6, 20, 0]) {
        const pose = translation(x, 0, 0).map(Math.fround);
        bytes.length = 0;
        await ask(encodeTransform(pose));
        const report = detector.detectSync(pose);
        const { contacts, patches, state } = report;
        states.push(state);
        const { distance, bonePoint } = detector.minimumDistance(pose);
        const lines = read(program, Buffer.concat(bytes));
        const told = new Map(lines.map((line) => [line.split(' ', 2).join(' '), line]));
        expect(lines).toHaveLength(9);
        expect(told.size).toBe(9);
        const said = (what: string) => {
          const head = `${what} unpacked ${asked}.0 `;
          const line = `${told.get(what)} `;
          expect(line.slice(0, head.length)).toBe(head);
          return line.slice(head.length).trim();
        };
        expect(said('STRING KerfState')).toBe(state);
        expect(Number(said('STRING KerfDistance'))).toBe(distance);
        expect(said('NDARRAY KerfContacts')).toBe(`11: ${contacts.length} 8`);
        expect(f32s(numbersIn(said('TRANSFORM KerfNearest')))).toEqual([
          ...[1, 0, 0, 0, 1, 0, 0, 0, 1],
          ...f32s(bonePoint),
        ]);
        expect(numbersIn(said('TRANSFORM KerfProxy'))).toHaveLength(12);
        const points = [...said('POINT KerfPatches').matchAll(/\[([^|]*)\|([^|]*)\|(\d+)\|([^\]]*)\]/g)];
        const shown = points.map(([, , group, opacity, at]) => [group, Number(opacity), f32s(numbersIn(at))]);
        expect(shown).toEqual(
          patches.length === 0
            ? [['none', 0, f32s(bonePoint)]]
            : patches.map(({ body, centroid }) => [body, 255, f32s(centroid)]),
        );
        const n = contacts.length;
        const rows =
          / points 0 vertices (.*) lines 0 polygons distance (.*) (.*) body (.*) (.*) normal (.*) (.*)$/.exec(
            said('POLYDATA KerfContacts'),
          );
        expect(rows?.filter((_, i) => [1, 2, 4, 6].includes(i))).toEqual([`${n}`, `${n}*1`, `${n}*1`, `${n}*3`]);
        expect([3, 5, 7].map((i) => Number(rows?.[i]))).toEqual(
          [contacts.distance, contacts.body, contacts.normal].map(sumOf),
        );
        expect(said('POLYDATA KerfSurface')).toMatch(
          new RegExp(`^${3 * n} points 0 vertices 0 lines ${n} polygons distance ${3 * n}\\*1 .* body ${3 * n}\\*1 `),
        );
        expect(said('STATUS Kerf')).toMatch(/^1 OK \d+ poses answered/);
      }
      expect(states).toEqual(['separated', 'near', 'intersecting', 'enclosed']);
      bytes.length = 0;
      await ask(encodeTransform(translation(Number.NaN, 0, 0)));
      await ask(encodeTransform(translation(45, 0, 0)).subarray(0, 40));
      await ask(new Uint8Array(0));
      client.send('GET_CAPABIL', '', new Uint8Array(0));
      await until(() => client.of('CAPABILITY').length === 1);
      expect(read(program, Buffer.concat(bytes))).toEqual([
        expect.stringMatching(/^STATUS Kerf unpacked 5\.0 10 NON_FINITE_POSE The pose of Saw .*\.$/),
        expect.stringMatching(/^STATUS Kerf unpacked 6\.0 12 TRUNCATED .*\.$/),
        expect.stringMatching(/^STATUS Kerf unpacked 7\.0 16 NOT_SEEN The pose of Saw .*\.$/),
        expect.stringMatching(/^CAPABILITY Kerf unpacked 0\.0 TRANSFORM POSITION QTRANS TDATA QTDATA STATUS /),
      ]);
    } finally {
      client.socket.destroy();
      await service.close();
      detector.dispose();
    }
  },
);

testWithLibraries(LIBRARY, 'each message of the library’s with a tool’s place is read', async () => {
  const program = await compiled();
  const { stdout } = spawnSync(program, ['write']);
  const messages: IgtlMessage[] = [];
  new FrameReader().push(stdout, (frame) => {
    if ('refused' in frame) throw frame.refused;
    messages.push(frame.message);
  });
  expect(messages.map(({ type }) => type)).toEqual(['TRANSFORM', 'POSITION', 'TDATA', 'QTDATA']);
  for (const message of messages) {
    expect(message.timestamp).toBe((5n << 32n) | 6n);
    const pose = toolPose(message, 'StylusTipToReferenceTransform');
    [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1].forEach((entry, i) => {
      expect(Math.abs((pose?.[i] ?? Number.NaN) - entry)).toBeLessThanOrEqual(8 * 2 ** -25);
    });
    const metadata = [metadataEntry('StylusTipToReferenceStatus', 'OUT_OF_VIEW')];
    const lost = () => toolPose({ ...message, version: 2, metadata }, 'StylusTipToReferenceTransform');
    expect(lost).toThrow(expect.objectContaining({ code: 'NOT_SEEN' }));
  }
});
