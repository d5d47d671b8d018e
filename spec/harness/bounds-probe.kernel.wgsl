// Cases of 15 numbers → results of the functions of wgsl/common/bounds.wgsl, 6 numbers each. One thread per case.

@group(0) @binding(0) var<storage, read> cases: array<f32>;
@group(0) @binding(1) var<storage, read_write> bounds: array<f32>;

fn vectorAt(word: u32) -> vec3f {
  return vec3f(cases[word], cases[word + 1u], cases[word + 2u]);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = 15u * id.x;
  if (at >= arrayLength(&cases)) {
    return;
  }
  let u = vectorAt(at);
  let v = vectorAt(at + 3u);
  let w = vectorAt(at + 6u);
  let spread = vectorAt(at + 9u);
  let q = cases[at + 12u];
  let distance = cases[at + 13u];
  let gap = cases[at + 14u];
  let out = 6u * id.x;
  bounds[out] = planeSideBound(u, v, w, q);
  bounds[out + 1u] = alongBound(u, v);
  bounds[out + 2u] = alongLower(u, gap, q);
  bounds[out + 3u] = betweenBound(spread);
  bounds[out + 4u] = betweenUpper(distance, spread, q);
  bounds[out + 5u] = boxLower(vec3i(w / WIDTHS_PER_UNIT));
}
