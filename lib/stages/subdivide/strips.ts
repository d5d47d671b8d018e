// A face and h → the pieces into which the rule of strips divides it.
//
// Only midpoints of edges longer than h are cut. A triangle whose edges are all at most h is a leaf. L ≥ m ≥ s are the
// edges of a triangle, longest first:
//
//   all > h, s > 0.6·L         m > h, s ≤ 0.5·m: a needle      else: the longest edge is halved
//          2                            0                                2
//         / \                          / \                             / | \
//        / 2 \                        / 0 \     the apex, and         /  |  \
//       /_____\                      /_____\    a quad               / 0 | 1 \
//      / \ 3 / \                    /   1   \                       0____|____1
//     / 0 \ / 1 \                  1_________2
//    0_____V_____1
//
//   A quad with a pair of opposite edges both > h: that pair is halved, the longer one if there are two. Strips of
//   quads follow, until both pairs have an edge of at most h; then the quad is cut along its shorter diagonal.
//
// Conforming: an edge is kept whole or halved at its midpoint, and that depends on the edge alone, not on the piece
// that it belongs to. So an edge of a face ends in 2^k equal parts, for the least k with parts of at most h, on both
// sides of it, within a face and from face to face. Two leaves touch if and only if they share a corner.
//
// An edge's length depends on the edge alone because it is computed from the differences Δu, Δv, Δw of its ends'
// barycentric coordinates, which are exact (whole multiples of 2^-32), and from the squares of the face's edges:
// |Δ|² = −(Δu·Δv·|ab|² + Δv·Δw·|bc|² + Δw·Δu·|ca|²). The same products come out if its ends are exchanged, and for a
// part of a face's edge it is that edge's square times a power of 4, which is exact, so that both faces agree.
//
// What is computed differs from the true square by less than 8·2^-53 of the sum of the three products' magnitudes: two
// roundings a product, two a sum, and four in a square of an edge, each at most 2^-53. So is the sum itself by as much.
// Twice that is added: an edge that is taken for at most h is at most h.

/** Of a piece's corners: (u, v) of each, in parts of the face's edges from its first corner on. */
export type PieceCorners = readonly number[];

export interface Piece {
  /** Three pairs (u, v) for a triangle, four for a quad; u along ab, v along ac. */
  readonly corners: PieceCorners;
  /** Bits of `path` in use, 0 to 32. */
  readonly level: number;
  /** The splits on the way from the face, left-aligned: one bit for a split in two, two bits for a split in four. */
  readonly path: number;
  readonly isLeaf: boolean;
}

/** A triangle is quartered if its shortest edge, squared, exceeds this share of the longest. */
const WELL_SHAPED = 0.36;
/** It is a needle if the shortest is at most this share of the middle one. */
const NEEDLE = 0.25;
const PATH_BITS = 32;
/** See above: twice 8·2^-53, and as much again for squares of edges that their caller has rounded. */
const ERROR = 2 ** -48;

/** Squares of a face's edges, mm². */
export interface EdgeSquares {
  readonly ab: number;
  readonly bc: number;
  readonly ca: number;
}

/**
 * Visits the face and its pieces, depth first, in the order of paths.
 * @param visit returns whether the piece's own pieces are wanted; not asked of leaves' children, of which there are
 * none.
 * @returns false if a piece would need more than 32 bits: its children are then not visited.
 */
export function dividedInStrips(squares: EdgeSquares, resolution: number, visit: (piece: Piece) => boolean): boolean {
  const cut = resolution * resolution;
  let fits = true;
  const length = (corners: PieceCorners, i: number, j: number) => upperSquare(squares, corners, i, j);

  function go(corners: PieceCorners, level: number, path: number): void {
    const children = childrenOf(corners, length, cut);
    if (!visit({ corners, level, path, isLeaf: children.length === 0 })) return;
    const bits = children.length / 2;
    if (bits > 0 && level + bits > PATH_BITS) {
      fits = false;
      return;
    }
    children.forEach((child, n) => {
      go(child, level + bits, (path | (n << (PATH_BITS - level - bits))) >>> 0);
    });
  }
  go([0, 0, 1, 0, 0, 1], 0, 0);
  return fits;
}

type Length = (corners: PieceCorners, i: number, j: number) => number;

/** None for a leaf, two or four. */
function childrenOf(corners: PieceCorners, length: Length, cut: number): PieceCorners[] {
  return corners.length === 8 ? quadsChildren(corners, length, cut) : trianglesChildren(corners, length, cut);
}

function trianglesChildren(P: PieceCorners, length: Length, cut: number): PieceCorners[] {
  /** Of the edge from each corner to the next. */
  const squares = [length(P, 0, 1), length(P, 1, 2), length(P, 2, 0)];
  // The first of equals counts as the longest, the last of equals as the shortest.
  const longest = squares.indexOf(Math.max(...squares));
  const shortest = squares.lastIndexOf(Math.min(...squares));
  const middle = 3 - longest - shortest;
  if (squares[longest] <= cut) return [];
  if (squares[shortest] > cut && squares[shortest] > WELL_SHAPED * squares[longest]) {
    const [a, b, c] = [halfway(P, 0, 1), halfway(P, 1, 2), halfway(P, 2, 0)];
    return [
      [...corner(P, 0), ...a, ...c],
      [...a, ...corner(P, 1), ...b],
      [...c, ...b, ...corner(P, 2)],
      [...b, ...c, ...a],
    ];
  }
  if (squares[middle] > cut && squares[shortest] <= NEEDLE * squares[middle]) {
    const [base, end, apex] = [shortest, (shortest + 1) % 3, (shortest + 2) % 3];
    const [first, second] = [halfway(P, apex, base), halfway(P, end, apex)];
    return [
      [...corner(P, apex), ...first, ...second],
      [...first, ...corner(P, base), ...corner(P, end), ...second],
    ];
  }
  const [from, to, third] = [longest, (longest + 1) % 3, (longest + 2) % 3];
  const m = halfway(P, from, to);
  return [
    [...corner(P, from), ...m, ...corner(P, third)],
    [...m, ...corner(P, to), ...corner(P, third)],
  ];
}

function quadsChildren(P: PieceCorners, length: Length, cut: number): PieceCorners[] {
  const [p0, p1, p2, p3] = [corner(P, 0), corner(P, 1), corner(P, 2), corner(P, 3)];
  const pair = (i: number, j: number, k: number, l: number) => {
    const [one, other] = [length(P, i, j), length(P, k, l)];
    return one > cut && other > cut ? one + other : 0;
  };
  const [first, second] = [pair(0, 1, 2, 3), pair(1, 2, 3, 0)];
  if (first > 0 && first >= second) {
    const [low, high] = [halfway(P, 0, 1), halfway(P, 2, 3)];
    return [
      [...p0, ...low, ...high, ...p3],
      [...low, ...p1, ...p2, ...high],
    ];
  }
  if (second > 0) {
    const [near, far] = [halfway(P, 1, 2), halfway(P, 3, 0)];
    return [
      [...p0, ...p1, ...near, ...far],
      [...far, ...near, ...p2, ...p3],
    ];
  }
  return length(P, 0, 2) <= length(P, 1, 3)
    ? [
        [...p0, ...p1, ...p2],
        [...p0, ...p2, ...p3],
      ]
    : [
        [...p0, ...p1, ...p3],
        [...p1, ...p2, ...p3],
      ];
}

const corner = (P: PieceCorners, i: number): readonly [number, number] => [P[2 * i], P[2 * i + 1]];
const halfway = (P: PieceCorners, i: number, j: number): readonly [number, number] => [
  (P[2 * i] + P[2 * j]) / 2,
  (P[2 * i + 1] + P[2 * j + 1]) / 2,
];

/** mm²: at least the square of the distance of two corners, and the same whichever comes first. */
function upperSquare({ ab, bc, ca }: EdgeSquares, P: PieceCorners, i: number, j: number): number {
  // u and v are the weights of b and c.
  const b = P[2 * i] - P[2 * j];
  const c = P[2 * i + 1] - P[2 * j + 1];
  const a = -(b + c);
  const [x, y, z] = [a * b * ab, b * c * bc, c * a * ca];
  return -(x + y + z) + ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z));
}
