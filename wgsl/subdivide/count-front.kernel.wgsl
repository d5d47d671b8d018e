// Bitmaps of faces → the bits of the front: every wanted face that has candidates or may lie inside, and how many there
// are. One thread a word.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> candidates: array<u32>;
@group(0) @binding(2) var<storage, read> inside: array<u32>;
@group(0) @binding(3) var<storage, read> undecided: array<u32>;
@group(0) @binding(4) var<storage, read_write> front: array<u32>;
/// Counts, of which the prefix sum makes starts.
@group(0) @binding(5) var<storage, read_write> frontStarts: array<u32>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let w = flatGroup(group, groups) * workgroupSize + thread;
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  if (w >= min(scene.poseCount * words, min(arrayLength(&front), arrayLength(&frontStarts)))) {
    return;
  }
  let body = select(0u, 1u, w % words >= scene.boneBitmapWords);
  var bits = 0u;
  if (((scene.sides >> body) & 1u) == 1u) {
    bits = candidates[w] | inside[w] | undecided[w];
  }
  front[w] = bits;
  frontStarts[w] = countOneBits(bits);
}
