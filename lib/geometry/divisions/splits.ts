// The ways in which a piece of a face is split: by name, which corners its children have.
//
// A triangle's corners are 0, 1, 2, a quad's 0, 1, 2, 3, both in order around the piece. A child's corner is one of its
// parent's, or the midpoint of two. "01" is the midpoint of 0 and 1:
//
//   quartered        a needle of apex 0      the edge 0–1 halved     a quad's 0–1 and 2–3 halved    the diagonal 0–2
//        2                  0                       2                     3_____23____2                3_________2
//       / \                / \                     /|\                    |     |     |                |  1   /  |
//      / 2 \              / 0 \                   / | \                   |  0  |  1  |                |   /     |
//    20_____12          01_____20                / 0|1 \                  |     |     |                |/   0    |
//    / \ 3 / \          /   1   \               0___01__1                 0_____01____1                0_________1
//   / 0 \ / 1 \        1_________2
//  0____01_____1

/** A leaf is not split; neither is what would need more pieces than a face may have. */
export const LEAF = 0;
export const TOO_FINE = 1;
export const QUARTER = 2;
/** NEEDLE + k: of apex k; HALVE + k: the edge from corner k to the next is halved. */
export const NEEDLE = 3;
export const HALVE = 6;
/** Of a quad: two opposite edges are halved, from 0–1 or from 1–2 on; or it is cut along its diagonal 0–2 or 1–3. */
export const HALVE_QUAD = 9;
export const CUT_QUAD = 11;

export const SPLIT_COUNT = 13;
export const MOST_CHILDREN = 4;
export const MOST_CORNERS = 4;

/** By split: its children, "," between them, by their corners. */
const CHILDREN = [
  '',
  '',
  '0 01 20, 01 1 12, 20 12 2, 12 20 01',
  '0 01 20, 01 1 2 20',
  '1 12 01, 12 2 0 01',
  '2 20 12, 20 0 1 12',
  '0 01 2, 01 1 2',
  '1 12 0, 12 2 0',
  '2 20 1, 20 0 1',
  '0 01 23 3, 01 1 2 23',
  '0 1 12 30, 30 12 2 3',
  '0 1 2, 0 2 3',
  '0 1 3, 1 2 3',
];

/**
 * Of each split, SPLIT_BYTES: two parent's corners for each of 4 corners of each of 4 children, equal for a corner that
 * stays; then how many corners each child has, how many children there are, and how many bits of a path number them.
 */
const SPLIT_BYTES = 2 * MOST_CHILDREN * MOST_CORNERS + MOST_CHILDREN + 2;
const CORNER_COUNTS = 2 * MOST_CHILDREN * MOST_CORNERS;
const CHILD_COUNT = CORNER_COUNTS + MOST_CHILDREN;
const SPLIT_BITS = CHILD_COUNT + 1;

/** As SPLIT_BYTES says. */
export const SPLITS: Uint8Array = splitBytes();

export const childCountOf = (split: number): number => SPLITS[SPLIT_BYTES * split + CHILD_COUNT];
/** The bits of a path that number a split's children. */
export const bitsOf = (split: number): number => SPLITS[SPLIT_BYTES * split + SPLIT_BITS];

/** How many corners a child has. */
export const cornersOfChild = (split: number, child: number): number =>
  SPLITS[SPLIT_BYTES * split + CORNER_COUNTS + child];
/** Where in SPLITS the two ends of each corner of a child begin. */
export const endsOf = (split: number, child: number): number => SPLIT_BYTES * split + 2 * MOST_CORNERS * child;

function splitBytes(): Uint8Array {
  const bytes = new Uint8Array(SPLIT_BYTES * SPLIT_COUNT);
  CHILDREN.forEach((text, split) => {
    const of = bytes.subarray(SPLIT_BYTES * split, SPLIT_BYTES * (split + 1));
    const children = text === '' ? [] : text.split(', ');
    of[CHILD_COUNT] = children.length;
    of[SPLIT_BITS] = children.length / 2;
    children.forEach((child, n) => {
      const corners = child.split(' ');
      of[CORNER_COUNTS + n] = corners.length;
      corners.forEach((ends, k) => {
        const at = 2 * (MOST_CORNERS * n + k);
        of[at] = Number(ends[0]);
        of[at + 1] = Number(ends.at(-1));
      });
    });
  });
  return bytes;
}
