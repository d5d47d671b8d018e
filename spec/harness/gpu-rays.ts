// A ray and a triangle in integers per case → the results of the shader functions on the GPU.

import grid from '#wgsl/common/grid.wgsl';
import rayBounds from '#wgsl/triangles/ray-bounds.wgsl';
import rayCopy from '#wgsl/triangles/ray-copy.wgsl';
import rayFace from '#wgsl/triangles/ray-face.wgsl';
import { answersOf, specGpu } from './software-gpu.ts';

const gpu = await specGpu();

/** p, a, b, c, axis, error (or margin). */
export type RayCase = readonly number[];

const kernel = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<i32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = 14u * id.x;
  if (at + 13u >= arrayLength(&cases)) { return; }
  let p = point(at);
  let a = point(at + 3u);
  let b = point(at + 6u);
  let c = point(at + 9u);
  let axis = u32(cases[at + 12u]);
  answers[2u * id.x] = rayCrossing(p, a, b, c, axis, f32(cases[at + 13u]));
  answers[2u * id.x + 1u] = copyCrossing(p, a, b, c, axis, cases[at + 13u]);
}`;

/** The answers of rayCrossing and copyCrossing, case by case. */
export async function askRays(cases: readonly RayCase[]): Promise<{ face: Int32Array; copy: Int32Array }> {
  const pipeline = await gpu.kernel({ label: 'spec: rays', parts: [grid, rayBounds, rayFace, rayCopy, kernel] });
  const answers = await answersOf(gpu, pipeline, Int32Array.from(cases.flat()), cases.length, 2);
  const words = new Int32Array(answers.buffer);
  return { face: words.filter((_, i) => i % 2 === 0), copy: words.filter((_, i) => i % 2 === 1) };
}
