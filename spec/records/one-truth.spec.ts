// What host and shaders share is declared once, in lib/records: no shader writes such a number, a binding or a bit of a
// shared word itself, and the WGSL that is generated has the names and values of TypeScript.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as bvh from '../../lib/records/bvh.ts';
import * as tables from '../../lib/records/gpu-tables.ts';
import { bindingsWgsl, packedWord, partOf, recordsWgsl } from '../../lib/records/index.ts';
import * as leafPath from '../../lib/records/leaf-path.ts';
import * as scanlines from '../../lib/records/scanline-index.ts';
import { wgslBitFields } from '../../lib/records/wgsl-text.ts';
import type { BitFields } from '../../lib/records/word-schema.ts';
import { mulberry32 } from '../harness/random.ts';
import { bufferOf, readWords, specGpu } from '../harness/software-gpu.ts';

const gpu = await specGpu();
const root = join(import.meta.dirname, '../..');
const sourcesIn = (folder: string, ending: string): [path: string, text: string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => [`${folder}/${path.replaceAll('\\', '/')}`, readFileSync(join(root, folder, path), 'utf8')]);
const withoutComments = (text: string) => text.replaceAll(/\/\/.*$/gm, '');
const shaders = sourcesIn('wgsl', '.wgsl').map(([path, text]) => [path, withoutComments(text)] as const);
/** Host code of the GPU; lib/records declares. */
const hosts = sourcesIn('lib', '.ts').filter(([path]) => /\/gpu[-/]/.test(path) && !path.startsWith('lib/records/'));
const generated = recordsWgsl();

/** name → [type, value text] of `const` lines. */
const constantsOf = (text: string) =>
  new Map([...text.matchAll(/^const (\w+): (\w+) = (.+);$/gm)].map(([, name, type, value]) => [name, [type, value]]));
const shared = constantsOf(generated);

const isFields = (value: unknown): value is BitFields =>
  typeof value === 'object' && value !== null && Object.values(value).every((part) => typeof part?.shift === 'number');
const declared: Readonly<Record<string, unknown>> = { ...tables, ...scanlines, ...bvh, ...leafPath };
const numbers = Object.entries(declared).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
const words = Object.entries(declared).filter((entry): entry is [string, BitFields] => isFields(entry[1]));

/**
 * The numbers that no host code reads: bounds of f32 arithmetic, and answers of one shader function to another. Where
 * the host comes to need one of them, it moves to lib/records.
 */
const SHADER_ONLY = [
  ...['EPSILON', 'ROOT_3_ABOVE', 'LEAST_SQUARED', 'SLIVER', 'FAR'],
  ...['SPANS_PER_UNIT', 'STACK_SIZE'],
  ...['RAY_MISSES', 'RAY_LEAVES', 'RAY_ENTERS', 'RAY_UNDECIDED'],
];

/** 64-bit arithmetic in halves of words. */
const HALVES = 'wgsl/common/grid.wgsl';

describe('the shaders', () => {
  test('were found', () => expect(shaders.length).toBeGreaterThan(50));
  test('write no number that is shared, and no other than their own', () => {
    const written = shaders.flatMap(([path, text]) => [...constantsOf(text).keys()].map((name) => `${path}: ${name}`));
    const names = written.map((entry) => entry.split(': ')[1]);
    expect(written.filter((_, i) => shared.has(names[i]) || names[i] in declared)).toEqual([]);
    expect([...names].sort()).toEqual([...SHADER_ONLY].sort());
  });
  test('have no number of which host code has another by the same name', () => {
    const both = hosts.flatMap(([path, text]) =>
      [...text.matchAll(/^(?:export )?const (\w+) =/gm)].map(([, name]) => `${path}: ${name}`),
    );
    expect(both.length).toBeGreaterThan(20);
    expect(both.filter((entry) => SHADER_ONLY.includes(entry.split(': ')[1]))).toEqual([]);
  });
  test.each<[what: string, pattern: RegExp]>([
    ['declare no binding', /@binding|var<(storage|uniform)/],
    [
      'declare no record',
      /^struct (?!ScanlineGrid|FaceCells|NearestFace|TriangleGap|NearestPoints|Leaf\b|Nearest\b|Decision)/m,
    ],
    ['give no override a value', /override \w+: u32 =/],
    ['read no bits by number', /(>>|<<) ?\d(?!u?\b;)|& ?0x|& ?\d{2,}/],
  ])('%s', (_, pattern) => {
    const breaches = shaders
      .filter(([path]) => path !== HALVES)
      .flatMap(([path, text]) => text.split('\n').map((line) => `${path}: ${line}`))
      .filter((line) => pattern.test(line.slice(line.indexOf(': ') + 2)))
      // The next level's bit comes to the front.
      .filter((line) => !line.includes('grid.levels >> 1u'));
    expect(breaches).toEqual([]);
  });
});

test('host code of the GPU reads no bits by number', () => {
  const breaches = hosts
    .flatMap(([path, text]) =>
      withoutComments(text)
        .split('\n')
        .map((line) => `${path}: ${line}`),
    )
    .filter((line) => /(>>>?|<<) ?\d{2}|& ?0x|0x[0-9a-f]{4}/.test(line));
  expect(breaches).toEqual([]);
});

describe('the generated WGSL', () => {
  /** Numbers of the host alone: sizes of its buffers and of the CPU's spans. */
  const HOST_ONLY = [
    ...['FIRST_LEVEL_COUNTER', 'STATE_CELLS', 'STATE_WORDS', 'MOST_LEVELS'],
    ...['SPAN', 'SPAN_FACE', 'SPAN_BOUNDS', 'SPAN_DEPTH'],
  ];
  test('has every declared number under its name, with its value', () => {
    const missing = numbers.filter(([name]) => !shared.has(name)).map(([name]) => name);
    expect(missing.sort()).toEqual(HOST_ONLY.sort());
    for (const [name, value] of numbers) {
      const [type, text] = shared.get(name) ?? ['', String(value)];
      expect([name, Number(text.replace(/u$/, ''))]).toEqual([name, value]);
      if (type === 'u32') expect([name, value >= 0 && value < 2 ** 32]).toEqual([name, true]);
      if (type === 'i32') expect([name, Math.abs(value) < 2 ** 31]).toEqual([name, true]);
    }
  });
  test('has no name twice', () => {
    const names = [...generated.matchAll(/^(?:const|struct|fn) (\w+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

describe('the parts of a word', () => {
  test('were found', () => expect(words.length).toBeGreaterThanOrEqual(7));
  test.each(words)('%s: lie side by side from bit 0 on, within the word', (_, fields) => {
    let next = 0;
    for (const { shift, bits } of Object.values(fields)) {
      expect(shift).toBe(next);
      next = shift + bits;
    }
    expect(next).toBeLessThanOrEqual(32);
  });
  test('of a span’s owner are those of its masks', () => {
    const { FACE_BITS, LOWEST_COLUMN, LOWEST_ROW, SPAN_OWNER } = scanlines;
    expect(packedWord(SPAN_OWNER, { face: FACE_BITS, lowestRow: 0, lowestColumn: 0 })).toBe(FACE_BITS);
    expect(packedWord(SPAN_OWNER, { face: 0, lowestRow: 1, lowestColumn: 0 })).toBe(LOWEST_ROW);
    expect(packedWord(SPAN_OWNER, { face: 0, lowestRow: 0, lowestColumn: 1 })).toBe(LOWEST_COLUMN);
    expect((FACE_BITS ^ LOWEST_ROW ^ LOWEST_COLUMN) >>> 0).toBe(2 ** 32 - 1);
    expect([FACE_BITS & LOWEST_ROW, FACE_BITS & LOWEST_COLUMN, LOWEST_ROW & LOWEST_COLUMN]).toEqual([0, 0, 0]);
  });

  test('of a span’s depths are those that its functions pack and take apart', () => {
    const { SPAN_DEPTHS, depthsWord, farDepth, nearDepth } = scanlines;
    for (const near of [0, 1, 2 ** 16 - 1])
      for (const far of [0, 1, 2 ** 16 - 1]) {
        const word = depthsWord(near, far) >>> 0;
        expect(word).toBe(packedWord(SPAN_DEPTHS, { near, far }));
        expect([nearDepth(word), farDepth(word)]).toEqual([near, far]);
      }
  });

  // Seed 91. Each word: packed by the GPU of parts that the host drew, and taken apart again; one part replaced.
  test.each(words)('%s: are the same on both sides', async (name, fields) => {
    const random = mulberry32(91);
    const parts = Object.entries(fields);
    const rows = 61;
    const drawn = Array.from({ length: rows }, () =>
      parts.map(([, { bits }]) => [0, 2 ** bits - 1, Math.floor(random() * 2 ** bits)][Math.floor(3 * random())]),
    );
    const width = 2 * parts.length + 1;
    const list = parts.map((_, k) => `values[at + ${k}u]`).join(', ');
    const takeApart = parts.map(([part], k) => {
      const title = `Spec${part[0].toUpperCase()}${part.slice(1)}`;
      return `
  out[to + ${1 + k}u] = ${title[0].toLowerCase()}${title.slice(1)}(word);
  out[to + ${1 + parts.length + k}u] = with${title}(word, values[${parts.length}u * ((row + 1u) % ${rows}u) + ${k}u]);`;
    });
    const text = `${wgslBitFields('Spec', fields)}
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  let at = ${parts.length}u * row;
  let to = ${width}u * row;
  let word = packSpec(${list});
  out[to] = word;${takeApart.join('')}
}`;
    const pipeline = await gpu.kernel({ label: name, parts: [text] });
    const input = bufferOf(gpu, 'values', Uint32Array.from(drawn.flat()));
    const output = bufferOf(gpu, 'out', new Uint32Array(width * rows));
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(rows);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    const found = await readWords(gpu, output, width * rows);
    const packed = (values: readonly number[]) =>
      packedWord(fields, Object.fromEntries(parts.map(([part], k) => [part, values[k]])));
    drawn.forEach((values, row) => {
      const of = found.subarray(width * row, width * (row + 1));
      expect(of[0]).toBe(packed(values));
      expect(parts.map(([, field]) => partOf(of[0], field))).toEqual(values);
      expect([...of.subarray(1, 1 + parts.length)]).toEqual(values);
      const next = drawn[(row + 1) % rows];
      parts.forEach((_, k) => {
        expect(of[1 + parts.length + k]).toBe(packed(values.with(k, next[k])));
      });
    });
  });
});

test('a binding list is its declarations, in order', () =>
  expect(bindingsWgsl({ scene: 'uniform', counters: 'uniform', pairs: 'read', hits: 'write', inside: 'atomic' })).toBe(
    [
      '@group(0) @binding(0) var<uniform> scene: Scene;',
      `@group(0) @binding(1) var<uniform> counters: array<vec4u, ${tables.COUNTER_WORDS / 4}>;`,
      '@group(0) @binding(2) var<storage, read> pairs: array<Pair>;',
      '@group(0) @binding(3) var<storage, read_write> hits: array<Pair>;',
      '@group(0) @binding(4) var<storage, read_write> inside: array<atomic<u32>>;',
      '',
    ].join('\n'),
  ));
