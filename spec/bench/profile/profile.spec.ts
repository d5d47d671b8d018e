// Folded profiles and heap snapshots, compared with independent definitions; the compiled stages' names.

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep, inLong } from '#harness/sets.ts';
import { functionsOf, type Profile, roomsOf } from './fold.mjs';
import { wasmNames } from './wasm-names.mjs';

const SEED = 71_126;
const DIST = 'file:///somewhere/dist/';
const FRAMES = [
  ['report', `${DIST}detector-ChA8hqdf.js`, 'detector'],
  ['find', `${DIST}detector-ChA8hqdf.js`, 'detector'],
  ['find', `${DIST}broad-phase-DfRvP1r7.js`, 'broad-phase'],
  ['place', `${DIST}bodies-gpu-BC5cyYj6.js`, 'bodies-gpu'],
  ['run', 'file:///somewhere/spec/bench/profile/bodies.mjs', 'this bench'],
  ['wasm-function[3]', 'wasm://wasm/00ab', 'WebAssembly'],
  ['fill', '', 'V8'],
  ['(garbage collector)', '', 'collector'],
  ['(idle)', '', 'V8'],
] as const;
const IDLE = FRAMES.length - 1;

/** A call tree: node 0 is the root; each other node has an earlier node as parent. */
function madeUp(random: () => number) {
  const count = 2 + Math.floor(30 * random());
  const frames = Array.from({ length: count }, (_, i) => (i === 0 ? 6 : Math.floor(FRAMES.length * random())));
  const parents = Array.from({ length: count }, (_, i) => Math.floor(i * random()));
  const samples = Array.from({ length: 60 }, () => Math.floor(count * random()));
  const timeDeltas = samples.map(() => Math.floor(100 * random()));
  const profile: Profile = {
    nodes: frames.map((frame, id) => ({
      id,
      callFrame: { functionName: FRAMES[frame][0], url: FRAMES[frame][1], lineNumber: 7 },
      children: parents.flatMap((parent, child) => (child > 0 && parent === id ? [child] : [])),
    })),
    ...{ samples, timeDeltas },
  };
  const stackOf = (node: number): number[] => (node === 0 ? [frames[0]] : [frames[node], ...stackOf(parents[node])]);
  return { profile, stacks: samples.map(stackOf), timeDeltas };
}

describe(`a profile, seed ${SEED}`, () => {
  test.each(['', 'find', 'run', 'report', '/dist/'])(
    'under "%s": shares are of the samples that have it on their stack',
    (under) => {
      const random = mulberry32(SEED);
      let left = 0;
      for (let round = 0; round < longRun(200, 15); round++) {
        const { profile, stacks, timeDeltas } = madeUp(random);
        const { share, functions } = functionsOf(profile, { under });
        const isAsked = (stack: number[]) =>
          stack[0] !== IDLE &&
          (under === '' ||
            stack.some(
              (frame) => FRAMES[frame][0] === under || (under === '/dist/' && FRAMES[frame][1].startsWith(DIST)),
            ));
        const timeWhere = (is: (stack: number[]) => boolean) =>
          timeDeltas.reduce((sum, time, i) => sum + (is(stacks[i]) ? time : 0), 0);
        const whole = timeWhere(() => true);
        const asked = timeWhere(isAsked);
        if (asked < whole) left++;
        expect(share).toBeCloseTo(asked / whole, 12);
        for (const [frame, [name, , room]] of FRAMES.entries()) {
          const found = functions.find((entry) => entry.name === name && entry.room === room);
          const total = timeWhere((stack) => isAsked(stack) && stack.includes(frame));
          if (!found) expect(total).toBe(0);
          else if (asked > 0) {
            expect(found.self).toBeCloseTo(timeWhere((stack) => isAsked(stack) && stack[0] === frame) / asked, 12);
            expect(found.total).toBeCloseTo(total / asked, 12);
          }
        }
        if (asked > 0) expect(roomsOf(functions).reduce((sum, room) => sum + room.share, 0)).toBeCloseTo(1, 12);
      }
      expect(left).toBeGreaterThan(longRun(50, 3));
    },
  );
  test('a function that waits counts as idle', () => {
    const { profile, stacks, timeDeltas } = madeUp(mulberry32(SEED));
    const { share, functions } = functionsOf(profile, { waiting: ['place'] });
    const left = timeDeltas.filter((_, i) => FRAMES[stacks[i][0]][0] === 'place' || stacks[i][0] === IDLE);
    expect(left.length).toBeGreaterThan(5);
    const sum = (times: number[]) => times.reduce((all, time) => all + time, 0);
    expect(share).toBeCloseTo(1 - sum(left) / sum(timeDeltas), 12);
    expect(functions.find(({ name }) => name === 'place')?.self ?? 0).toBe(0);
  });
  test('functions of the compiled stages have their names', () => {
    const { profile } = madeUp(mulberry32(1));
    const nodes = [{ id: 0, callFrame: { functionName: 'wasm-function[3]', url: 'wasm://wasm/1', lineNumber: 0 } }];
    const { functions } = functionsOf(
      { ...profile, nodes, samples: [0], timeDeltas: [1] },
      { names: new Map([[3, 'measure']]) },
    );
    expect(functions).toEqual([{ name: 'measure', room: 'WebAssembly', self: 1, total: 1 }]);
  });
});

inLong(() =>
  test('names of the compiled stages: every function of their own has one', async () => {
    const names = await wasmNames();
    expect(names.size).toBeGreaterThan(50);
    expect([...names.values()]).toContain('lib/stages/compiled/module/measure/measure-sub-triangles/measure');
  }),
);

/** In a separate process with a small heap: what one of its objects holds, in fields of several kinds. */
const HELD = `
  import { getHeapSnapshot } from 'node:v8';
    import { buffersOf } from './heap.mjs';
  class Holder {
    kept = new Float64Array(100_003);
    #hidden = new Uint8Array(300_007);
    parts = { words: new Uint32Array(50_021) };
    again = new Float64Array(this.kept.buffer, 8, 10);
    get length() {
      return this.kept.length + this.#hidden.length + this.parts.words.length + this.again.length;
    }
  }
  const holder = new Holder();
  const chunks = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(Buffer.from(chunk));
  const buffers = buffersOf(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  console.log(JSON.stringify({ length: holder.length, buffers: [...buffers] }));
`;

inDeep(() =>
  test('a snapshot of the heap: array buffers count for the field that holds them, once', () => {
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', HELD], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    const { length, buffers: entries } = JSON.parse(out);
    const buffers = new Map<string, number>(entries);
    expect(length).toBe(450_041);
    expect((buffers.get('Holder.kept') ?? 0) + (buffers.get('Holder.again') ?? 0)).toBe(8 * 100_003);
    expect(buffers.get('Holder.#hidden')).toBe(300_007);
    expect(buffers.get('Object.words')).toBe(4 * 50_021);
  }),
);
