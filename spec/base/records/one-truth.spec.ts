// What host and shaders share is declared once, in lib/base/records: no shader itself writes such a number, a binding
// or a bit of a shared word, and the generated WGSL has the names and values of TypeScript.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as bvh from '#records/bvh.ts';
import * as tables from '#records/gpu-tables.ts';
import * as impactTables from '#records/impact-tables.ts';
import { bindingsWgsl, packedWord, partOf, recordsWgsl } from '#records';
import * as leafTables from '#records/leaf-tables.ts';
import * as scanlines from '#records/scanline-index.ts';
import { wgslBitFields } from '#records/wgsl-text.ts';
import type { BitFields } from '#records/word-schema.ts';
import { mulberry32 } from '#harness/random.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const root = join(import.meta.dirname, '../../..');
const sourcesIn = (folder: string, ending: string): [path: string, text: string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => [`${folder}/${path.replaceAll('\\', '/')}`, readFileSync(join(root, folder, path), 'utf8')]);
const withoutComments = (text: string) => text.replaceAll(/\/\/.*$/gm, '');
const shaders = sourcesIn('wgsl', '.wgsl').map(([path, text]) => [path, withoutComments(text)] as const);
/** Host code of the GPU, and the rooms of the two indexes that both sides keep; lib/base/records declares. */
const hosts = sourcesIn('lib', '.ts')
  .filter(([path]) => /\/gpu[-/]|^lib\/index\/(scanlines|bvh)\//.test(path) && !path.startsWith('lib/base/records/'))
  .map(([path, text]) => [path, withoutComments(text)] as const);
const generated = recordsWgsl();

/** name → [type, value text] of `const` lines. */
const constantsOf = (text: string) =>
  new Map([...text.matchAll(/^const (\w+): (\w+) = (.+);$/gm)].map(([, name, type, value]) => [name, [type, value]]));
const shared = constantsOf(generated);

const isFields = (value: unknown): value is BitFields =>
  typeof value === 'object' && value !== null && Object.values(value).every((part) => typeof part?.shift === 'number');
const declared: Readonly<Record<string, unknown>> = {
  ...tables,
  ...impactTables,
  ...leafTables,
  ...scanlines,
  ...bvh,
};
const numbers = Object.entries(declared).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
const words = Object.entries(declared).filter((entry): entry is [string, BitFields] => isFields(entry[1]));

/**
 * Numbers that no host code reads: bounds of f32 arithmetic, and values that one shader function returns to another. If
 * the host comes to need one of them, it moves to lib/base/records.
 */
const SHADER_ONLY = [
  ...['EPSILON', 'ROOT_3_ABOVE', 'LEAST_SQUARED', 'SLIVER', 'FAR'],
  ...['WIDTHS_PER_UNIT', 'STACK_SIZE', 'BLOCK_CORNERS', 'TABLE_SIZE', 'MOST_NODES', 'LISTED', 'SCAN_ROW'],
  ...['NO_PLACE', 'WANTS_SIDE', 'WANTS_DISTANCE'],
  ...[
    'CELLS_AN_AXIS',
    'DOP_VALUES',
    'DOP_WORDS',
    'PART_ERROR',
    'TIME_BITS',
    'CELLS_BEYOND',
    'NO_CELL',
    'MOST_CORNER_ERROR',
    'MOST_PROBES',
    'LEAST_ABOVE_ERRORS',
    'ABOVE_FACTOR',
    'ABOVE_UNITS',
  ],
  ...['FRACTION_BITS', 'BEYOND'],
  ...['LEAST_POINT_DEPTH', 'LINE_MARGIN', 'SQUARE_MARGIN'],
  ...['SUM_ERROR', 'ABOVE_ALL', 'DIFFERENCE_ERROR', 'MOST_DESCENDED'],
  ...['NEVER', 'BOX_STEPS', 'MOST_SWEPT_TANGENTS', 'MOST_SWEPT_TRIES', 'MOST_WAITING', 'SHEARED_ERROR'],
  ...['RAY_MISSES', 'RAY_LEAVES', 'RAY_ENTERS', 'RAY_UNDECIDED'],
];

type Sources = readonly (readonly [path: string, text: string])[];
/** Text that a rule skips, by the path of its file. */
type Spared = readonly (readonly [path: RegExp, text: RegExp])[];

const linesOf = (sources: Sources) =>
  sources.flatMap(([path, text]) => text.split('\n').map((line) => [path, line] as const));
const breachesOf = (sources: Sources, pattern: RegExp, spared: Spared): string[] =>
  linesOf(sources)
    .filter(([path, line]) => {
      const texts = spared.filter(([of]) => of.test(path)).map(([, text]) => text);
      return pattern.test(texts.reduce((left, text) => left.replaceAll(text, ''), line));
    })
    .map(([path, line]) => `${path}: ${line}`);

/** A rule, the pattern of a violation, and lines that violate it. */
type Rule = [what: string, pattern: RegExp, planted: readonly string[]];
const itFinds = (pattern: RegExp, planted: readonly string[], spared: Spared) => {
  for (const line of planted) expect(breachesOf([['planted', line]], pattern, spared)).toEqual([`planted: ${line}`]);
};
const isUsed = (sources: Sources, spared: Spared) =>
  spared.map(([path, text]) => linesOf(sources).some(([of, line]) => path.test(of) && line.search(text) >= 0));

describe('the shaders', () => {
  const SPARED: Spared = [
    // 64-bit arithmetic, in halves of words: no shared word.
    [/^wgsl\/common\/grid\.wgsl$/, /& 0xffffu|(>>|<<) 16u/g],
    // The mask of levels shifts down by one level per step: the current bit is the lowest.
    [/^wgsl\/scanlines\/scanlines\.wgsl$/, /grid\.levels (>>|&) 1u/g],
    // One bit of a mask or a bitmap, whose position has a name.
    [/./, />> [a-z]+\) & 1u/g],
  ];
  const RULES: Rule[] = [
    ['declare no binding', /@binding|var<(storage|uniform)/, ['@group(0) @binding(0) var<storage, read> rows: i32;']],
    [
      'declare no record',
      /^struct (?!ScanlineGrid|FaceCells|WordBox|ToolFaceBox|NearestFace|MovingSphere|SweptFace|FaceBounds|ShearedRay|RayOnFace|SeenFace|MovingPoint|MovingVector|MovingCross|FeaturePoints|MovingDop|SeenItem|Descent|Asked|Box\b|TriangleGap|NearestPoints|Leaf\b|Nearest\b|Place\b|Decision)/m,
      ['struct Pair {'],
    ],
    ['give no override a value', /override \w+: u32 =/, ['override workgroupSize: u32 = 64u;']],
    [
      'read no bits by number',
      /(>>|<<) ?\d|& ?0x|& ?\d/,
      ['let level = word >> 16u;', 'word << 2u', 'word & 0xffu', 'path & 3u', '(levels & 1u) == 1u', 'word & 255u'],
    ],
    ['divide by no width of a word', /[/%] ?\d{2,}(?![\d.])/, ['face / 32u', 'face % 32u', 'face / 32;']],
  ];

  test('were found', () => expect(shaders.length).toBeGreaterThan(50));
  const numbersIn = (sources: Sources) => sources.flatMap(([, text]) => [...constantsOf(text).keys()]);
  const sharedIn = (sources: Sources) => numbersIn(sources).filter((name) => shared.has(name) || name in declared);
  const hostNumbers = (sources: Sources) =>
    sources.flatMap(([, text]) => [...text.matchAll(/^(?:export )?const (\w+) =/gm)].map(([, name]) => name));
  const inBoth = (sources: Sources) => hostNumbers(sources).filter((name) => SHADER_ONLY.includes(name));
  test('write no number that is shared, and no other than their own', () => {
    expect(sharedIn(shaders)).toEqual([]);
    expect(numbersIn(shaders).sort()).toEqual([...SHADER_ONLY].sort());
    expect(sharedIn([['planted', 'const NODE_BITS: u32 = 28u;\nconst FAR: f32 = 16.0;']])).toEqual(['NODE_BITS']);
  });
  test('have no number of which host code has another by the same name', () => {
    expect(hostNumbers(hosts).length).toBeGreaterThan(20);
    expect(inBoth(hosts)).toEqual([]);
    expect(inBoth([['planted', 'export const FAR = 16;\nconst NEAR = 1;']])).toEqual(['FAR']);
  });
  test('and host code writes no number that is shared', () => {
    expect(hostNumbers(hosts).filter((name) => name in declared)).toEqual([]);
    const planted = 'const NODE_BITS = 28;\nconst NEAR = 1;';
    expect(hostNumbers([['planted', planted]]).filter((name) => name in declared)).toEqual(['NODE_BITS']);
  });
  test.each(RULES)('%s', (_, pattern) => expect(breachesOf(shaders, pattern, SPARED)).toEqual([]));
  test.each(RULES)('%s: a planted breach is found', (_, pattern, planted) => itFinds(pattern, planted, SPARED));
  test('have each text that the rules pass over', () =>
    expect(isUsed(shaders, SPARED)).toEqual(SPARED.map(() => true)));
});

describe('host code of the GPU and of the indexes', () => {
  const SPARED: Spared = [
    // The bytes of a span's bounds, in the CPU's two hot loops over spans: one call per span costs more than the test.
    // spec/index/scanlines/build-scanlines.spec.ts reads the same bytes through SPAN_EDGES.
    [
      /^lib\/index\/scanlines\/(faces-near-box|scanline-winding)\.ts$/,
      /\(q & 255\) > qu1 \|\| \(\(q >>> 8\) & 255\) < qu0 \|\| \(\(q >>> 16\) & 255\) > qv1 \|\| q >>> 24 < qv0/g,
    ],
    // A bitmap that only the CPU uses, in 32-bit words.
    [/^lib\/index\/scanlines\/faces-near-box\.ts$/, /\(face & 31\)/g],
    // Spreads the bits of a number: no shared word.
    [/^lib\/index\/bvh\/morton-code\.ts$/, /\(n \| \(n << \d+\)\) & 0x[0-9a-f]{8}/g],
  ];
  const RULES: Rule[] = [
    [
      'reads no bits by number',
      /(>>>?|<<) ?\d{2}|& ?0x|0x[0-9a-f]{4}|& ?\d{2}/,
      ['const level = word >>> 16;', 'word << 28', 'spans[s] & 0x3f', 'const DEEPEST = 0xffff;', 'q & 255'],
    ],
    ['divides by no width of a word', /[/%] ?32\b/, ['Math.ceil(bone.faceCount / 32)', 'face % 32']],
  ];

  test('were found', () => {
    const rooms = [
      'lib/index/scanlines/cells.ts',
      'lib/index/bvh/node-pairs.ts',
      'lib/detect/detector/gpu/gpu-scene.ts',
    ];
    expect(hosts.map(([path]) => path)).toEqual(expect.arrayContaining(rooms));
  });
  test.each(RULES)('%s', (_, pattern) => expect(breachesOf(hosts, pattern, SPARED)).toEqual([]));
  test.each(RULES)('%s: a planted breach is found', (_, pattern, planted) => itFinds(pattern, planted, SPARED));
  test('have each text that the rules pass over', () => expect(isUsed(hosts, SPARED)).toEqual(SPARED.map(() => true)));
});

describe('the generated WGSL', () => {
  /** Numbers that only the host uses: sizes of its buffers and of the CPU's spans. */
  const HOST_ONLY = [
    ...['STATE_CELLS', 'STATE_WORDS', 'MOST_LEVELS'],
    ...['MOST_IMAGES', 'MOST_IMAGE_PIXELS'],
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

  // Seed 91. Each word: packed by the GPU from parts that the host drew, and unpacked again; one part replaced.
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
