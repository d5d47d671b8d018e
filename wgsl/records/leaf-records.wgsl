// What the words of leaf records mean: see lib/records/gpu-tables.ts.

const NO_FACE: u32 = 0xffffffffu;
const FACE_NUMBER: u32 = 0x7fffffffu;
/// Farther than any two points of the grid, in spans; its square is finite.
const FAR: f32 = 16.0;

const LEAF_NO: u32 = 0u;
const LEAF_YES: u32 = 1u;
const LEAF_UNDECIDED: u32 = 2u;
const KIND_APART: u32 = 0u;
const KIND_SHARED: u32 = 1u;
const KIND_CORNER: u32 = 2u;
/// Kinds that are no contacts: out of reach, and left to the CPU.
const KIND_DROPPED: u32 = 0x7eu;
const KIND_OPEN: u32 = 0x7fu;
const KIND_SHIFT: u32 = 24u;
const KIND_BITS: u32 = 0x7fu;
const CORNER_INSIDE_BIT: u32 = 0x80000000u;

const CORNER_OUTSIDE: u32 = 0u;
const CORNER_INSIDE: u32 = 1u;
const CORNER_UNDECIDED: u32 = 2u;
const CORNER_SIGN: u32 = 3u;
/// The corner's distance is wanted, and not there yet.
const CORNER_WANTED: u32 = 4u;

fn bodyOf(row: SubTriangleRow) -> u32 {
  return row.owner >> 31u;
}

fn poseOf(row: SubTriangleRow) -> u32 {
  return row.state & 0xffffu;
}

fn levelOf(row: SubTriangleRow) -> u32 {
  return (row.state >> 16u) & 0xffu;
}

fn gapNear(gap: LeafGap) -> u32 {
  return gap.state & 3u;
}

fn gapCrossing(gap: LeafGap) -> u32 {
  return (gap.state >> 2u) & 3u;
}

/// bodies: Scene.signed.
fn hasInside(bodies: u32, body: u32) -> bool {
  return ((bodies >> body) & 1u) == 1u;
}

/// Whether it was proved before that the leaf lies inside the other solid, no face near.
fn isProvedInside(row: SubTriangleRow) -> bool {
  return row.state >> 24u == 1u;
}
