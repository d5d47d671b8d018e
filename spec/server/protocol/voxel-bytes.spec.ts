// What a client's frame is charged for holds what the lines of its voxels take, in flat frames too.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { hitLines, LineHits } from '#cutting/line-hits.ts';
import { voxelBytes } from '#protocol/limits.ts';

test.each([
  [1, 300, 300],
  [300, 1, 300],
  [40, 30, 50],
])('a hollow body in a frame of %i × %i × %i voxels', (...size: number[]) => {
  const [outer, inner] = [1.9, 0.7].map((share) =>
    box({ size: size.map((n) => share * n) as [number, number, number] }),
  );
  const middle = (mesh: typeof outer) => Float64Array.from(mesh.positions, (x, n) => x + size[n % 3] / 2 - 0.3);
  let taken = 0;
  for (const axis of [0, 1, 2] as const) {
    const hits = new LineHits();
    // Four hits a line at most: two walls.
    for (const mesh of [outer, inner])
      hitLines(middle(mesh), mesh.faces, null, mesh.faces.length / 3, axis, [0, 0, 0], size.map((n) => n - 1), hits); // biome-ignore format: as one call
    expect(hits.length).toBeGreaterThan(0);
    const order = hits.byLine();
    taken += [hits.i, hits.j, hits.w, hits.tag, order].reduce((sum, column) => sum + column.byteLength, 0);
  }
  // A column is never shorter than 1024.
  expect(voxelBytes(size, 0) + 3 * 1024 * 24).toBeGreaterThan(taken);
});
