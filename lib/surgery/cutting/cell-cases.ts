// Which corners of a cell are inside → the loops in which the surface crosses the cell's edges.
//
// Corner c is at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge 4·axis + n leaves the n-th corner that is low on that
// axis; side 2·axis + s is the cell's low (s = 0) or high side on it.
//
// On each side, a run of inside corners is cut off from the rest by one segment, from the edge where the run begins to
// the edge where it ends. So two diagonally opposite inside corners of a side are separated, in both cells that share
// it: neighbours agree, and the inside is connected where edges of the lattice connect it. The segments of the six
// sides join into loops.
//
// Consequences, by inspection of all 256 cases (a spec does that):
//
// 1. A loop crosses no edge twice.
// 2. In a cell with several loops, no loop crosses a side twice, and some plane separates any two loops, wherever on
//    their edges they cross.
//
// Source: W. E. Lorensen, H. E. Cline, "Marching cubes", 1987; the rule for ambiguous sides: B. A. Payne, A. W. Toga,
// "Surface mapping brain function on 3D models", 1990, and many after them.

export interface CellLoop {
  /** Edges in order, counter-clockwise when seen from outside the surface. */
  readonly edges: readonly number[];
  /** The side on which the loop goes from edge n to the next. */
  readonly sides: readonly number[];
}
export interface CellCase {
  readonly loops: readonly CellLoop[];
  /** Bit by side: two inside corners lie diagonally across it, and two outside corners too. */
  readonly ambiguous: number;
}

/** The corner from which each edge leaves, and the edge's axis. */
export const EDGE_CORNER = [0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3] as const;
export const edgeAxis = (edge: number): 0 | 1 | 2 => (edge >> 2) as 0 | 1 | 2;

/** By the bits of a cell's inside corners. */
export const CELL_CASES: readonly CellCase[] = Array.from({ length: 256 }, (_, inside) => caseOf(inside));

function caseOf(inside: number): CellCase {
  const next = new Map<number, { edge: number; side: number }>();
  let ambiguous = 0;
  for (let side = 0; side < 6; side++) {
    const ring = cornersAround(side);
    const isIn = (n: number) => ((inside >> ring[n % 4]) & 1) === 1;
    const begins = [0, 1, 2, 3].filter((n) => !isIn(n) && isIn(n + 1));
    if (begins.length === 2) ambiguous |= 1 << side;
    for (const begin of begins) {
      let end = begin + 1;
      while (isIn(end + 1)) end++;
      const to = edgeBetween(ring[end % 4], ring[(end + 1) % 4]);
      next.set(edgeBetween(ring[begin], ring[(begin + 1) % 4]), { edge: to, side });
    }
  }
  const loops: CellLoop[] = [];
  const done = new Set<number>();
  for (const start of [...next.keys()].sort((a, b) => a - b)) {
    if (done.has(start)) continue;
    const edges: number[] = [];
    const sides: number[] = [];
    for (let at = start; !done.has(at); ) {
      done.add(at);
      const step = next.get(at) as { edge: number; side: number };
      edges.push(at);
      sides.push(step.side);
      at = step.edge;
    }
    loops.push({ edges, sides });
  }
  return { loops, ambiguous };
}

/** Counter-clockwise, seen from outside the cell. */
function cornersAround(side: number): number[] {
  const axis = side >> 1;
  const u = 1 << ((axis + 1) % 3);
  const v = 1 << ((axis + 2) % 3);
  const base = (side & 1) << axis;
  const ring = [base, base + u, base + u + v, base + v];
  return side & 1 ? ring : ring.reverse();
}

function edgeBetween(a: number, b: number): number {
  const axis = Math.log2(a ^ b);
  const from = a & b;
  return 4 * axis + EDGE_CORNER.slice(4 * axis, 4 * axis + 4).indexOf(from as 0);
}
