// Bits of the front → its rows, in order of pose, body and face. One thread a word.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<uniform> level: SubdivisionLevel;
@group(0) @binding(3) var<storage, read> inside: array<u32>;
@group(0) @binding(4) var<storage, read> undecided: array<u32>;
@group(0) @binding(5) var<storage, read> front: array<u32>;
@group(0) @binding(6) var<storage, read> frontStarts: array<u32>;
@group(0) @binding(7) var<storage, read> nearStarts: array<u32>;
@group(0) @binding(8) var<storage, read> nearFill: array<u32>;
@group(0) @binding(9) var<storage, read_write> rows: array<SubTriangleRow>;

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
  let pose = w / words;
  let body = select(0u, 1u, w % words >= scene.boneBitmapWords);
  let firstFace = 32u * (w % words - body * scene.boneBitmapWords);
  var row = frontStarts[w];
  for (var bits = front[w]; bits != 0u && row < rowTotal(); bits &= bits - 1u) {
    let k = countTrailingZeros(bits);
    var side = select(INSIDE_NOT_ASKED, INSIDE_UNDECIDED, ((undecided[w] >> k) & 1u) == 1u);
    side = select(side, INSIDE_YES, ((inside[w] >> k) & 1u) == 1u);
    rows[row] = SubTriangleRow(
      (firstFace + k) | (body << BODY_SHIFT), pose | (side << INSIDE_SHIFT), 0u, nearStarts[row], nearFill[row],
    );
    row++;
  }
}
