// Boxes → which of them lie within another one.
//
// A box that holds another holds its lowest corner. Each box is entered into one cell of a grid, by its own lowest
// corner; the cells of its grid are longer than the box, so that every point of it is in that cell or in one of the
// next ones. There is a grid for each power of two, because boxes differ in size by orders of magnitude.

/** Per box its three lowest and its three highest coordinates. */
type Boxes = { readonly min: Float64Array; readonly max: Float64Array };

/**
 * Boxes are closed: equal ones lie within each other. Takes linear time unless many boxes of similar size cover the
 * same place.
 * @returns by box: 1 if it lies within another one.
 */
export function findNestedBoxes({ min, max }: Boxes): Uint8Array {
  const nested = new Uint8Array(min.length / 3);
  const grids = new Map<number, Map<string, number[]>>();
  const levels = Array.from(nested, (_, box) => levelOf(min, max, box));
  for (let box = 0; box < nested.length; box++) {
    const grid = grids.get(levels[box]) ?? new Map<string, number[]>();
    grids.set(levels[box], grid);
    const key = cellKey(min, box, 2 ** levels[box], 0);
    const cell = grid.get(key);
    if (cell === undefined) grid.set(key, [box]);
    else cell.push(box);
  }
  const holds = (outer: number, inner: number) => {
    if (outer === inner) return false;
    for (let i = 0; i < 3; i++)
      if (min[3 * outer + i] > min[3 * inner + i] || max[3 * outer + i] < max[3 * inner + i]) return false;
    return true;
  };
  for (let box = 0; box < nested.length; box++)
    for (const [level, grid] of grids) {
      if (level < levels[box] || nested[box] === 1) continue;
      for (let step = 0; step < 8; step++)
        if (grid.get(cellKey(min, box, 2 ** level, step))?.some((outer) => holds(outer, box))) nested[box] = 1;
    }
  return nested;
}

/** 2^level is at least twice the longest side, whatever the rounding. */
function levelOf(min: Float64Array, max: Float64Array, box: number): number {
  let longest = 0;
  for (let i = 3 * box; i < 3 * box + 3; i++) longest = Math.max(longest, max[i] - min[i]);
  return Math.ceil(Math.log2(longest)) + 2;
}

/** @param step bit i: one cell back along axis i. */
function cellKey(min: Float64Array, box: number, cell: number, step: number): string {
  const along = (axis: number) => Math.floor(min[3 * box + axis] / cell) - ((step >> axis) & 1);
  return `${along(0)},${along(1)},${along(2)}`;
}
