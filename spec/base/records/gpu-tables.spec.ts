// Host and shader agree on every word of every record: a kernel reads each field by name and returns the word that it
// found.

import { expect, test } from '@jest/globals';
import {
  BRANCH,
  CORNER_DISTANCE,
  FACE,
  INDEX_BUILD,
  LEAF_GAP,
  LEAF_RESULT,
  PAIR,
  POSE,
  POSE_COUNTS,
  PREFIX_SUM_TASK,
  SCENE,
  SUB_TRIANGLE_ROW,
  SUBDIVISION,
  TOUCHED_CELL,
  type WordSchema,
  wordOffsets,
  wordsOf,
} from '#records';
import { wgslStruct } from '#records/wgsl-text.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const schemas: Readonly<Record<string, WordSchema>> = {
  ...{ SCENE, POSE, FACE, PAIR, SUB_TRIANGLE_ROW, LEAF_GAP, CORNER_DISTANCE, LEAF_RESULT },
  ...{ BRANCH, SUBDIVISION, POSE_COUNTS, INDEX_BUILD, TOUCHED_CELL },
  ...{ PREFIX_SUM_TASK },
};

test.each(Object.entries(schemas))('%s', async (name, schema) => {
  const fields = Object.keys(schema);
  const text = `${wgslStruct('Row', schema)}
@group(0) @binding(0) var<storage, read> rows: array<Row>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
${fields.map((field, k) => `  words[id.x * ${fields.length}u + ${k}u] = bitcast<u32>(rows[id.x].${field});`).join('\n')}
}`;
  const pipeline = await gpu.kernel({ label: name, parts: [text] });
  const rows = 3;
  // No float is a NaN, whose bits a copy may change.
  const expected = Uint32Array.from({ length: rows * fields.length }, (_, i) => 1000 + i);
  const input = bufferOf(gpu, 'rows', expected);
  const output = bufferOf(gpu, 'words', new Uint32Array(expected.length));
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(rows);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const found = await readWords(gpu, output, expected.length);
  const offsets: Record<string, number> = wordOffsets(schema);
  expect(wordsOf(schema)).toBe(fields.length);
  for (let row = 0; row < rows; row++)
    fields.forEach((field, k) => {
      expect(found[row * fields.length + k]).toBe(expected[row * wordsOf(schema) + offsets[field]]);
    });
});

test('a struct is its fields in the order of the words', () =>
  expect(wgslStruct('Pair', PAIR)).toBe(
    'struct Pair {\n  pose: u32,\n  boneFace: u32,\n  toolFace: u32,\n  verdict: u32,\n}\n',
  ));
