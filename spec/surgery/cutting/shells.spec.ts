// Closed tools of several shells that touch, coincide, nest or overlap: `removedVolume` holds the volume that their
// union has in common with the bone, by closed forms and by another library's booleans.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createCuttableBone, type TriangleMesh } from '#kerf';
import { translation } from '#harness/contact-cases.ts';
import { joined, octahedron, reversed, tetrahedron } from '#harness/shells.ts';
import { splitCases } from '#harness/split-cases.ts';

const cube = box({ size: 14 });
const at = translation(0.37, -0.21, 0.13);

async function removed(tool: TriangleMesh, cell: number, from = at, to = from) {
  const bone = await createCuttableBone({ surface: cube, cell });
  return bone.cut(tool, { from, to, motion: 'linear' });
}

/** 3 mm along each axis from the middle: 36 mm³. */
const octa = octahedron(3);
/** From the middle, with a corner, an edge and a face on the octahedron's: 4.5 mm³, a sixth of 3³. */
const inner = tetrahedron([0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]);

/** Name, tool, mm³ in all, and how much wider the interval may be, as a share. */
const tools: [string, TriangleMesh, number, number][] = [
  ['one shell', octa, 36, 0.001],
  ['the same shell twice', joined(octa, octa), 36, 0.001],
  ['… three times, the corners in common', joined([octa, octa, octa], true), 36, 0.001],
  ['… its faces in another order', joined([octa, { ...octa, faces: turned(octa.faces) }], true), 36, 0.001],
  ['an inner body with a face in common', joined([octa, inner], true), 36, 0.35],
  ['… each with corners of its own', joined(octa, inner), 36, 0.35],
  ['an inner body that touches in a corner', joined([octa, tetrahedron([3, 0, 0], [1, -0.5, 0.4], [1, 0.5, 0.4], [1, 0, -0.5])], true), 36, 0.001], // biome-ignore format: a line
  ['an inner body in the middle', joined(octa, octahedron(1)), 36, 0.001],
  ['a cavity', joined(octa, reversed(octahedron(1))), 36 - 4 / 3, 0.001],
  ['the same with a cavity twice', joined([octa, reversed(octahedron(1)), octa, reversed(octahedron(1))], true), 36 - 4 / 3, 0.001], // biome-ignore format: a line
  ['a body in the cavity', joined(octa, reversed(octahedron(2)), octahedron(1)), 36 - 32 / 3 + 4 / 3, 0.1],
  ['boxes that share a face', joined([box({ size: [4, 3, 2] }), box({ size: [2, 3, 2], center: [3, 0, 0] })], true), 36, 0.5], // biome-ignore format: a line
  ['boxes that overlap', joined(box({ size: 4 }), box({ size: 4, center: [2, 2, 2] })), 2 * 64 - 8, 0.5],
  ['boxes that share an edge', joined([box({ size: 3 }), box({ size: 3, center: [3, 3, 0] })], true), 54, 0.001],
  ['boxes that share a corner', joined([box({ size: 3 }), box({ size: 3, center: [3, 3, 3] })], true), 54, 0.001],
];
// One of each kind is quick: alone, twice, a shared face, a cavity, an overlap.
describe.each([1, 0.7])('at rest within the bone, cell %s', (cell) => {
  const quick = cell === 1 ? [1, 5, 9] : [0, 12];
  splitCases(tools, quick, (some) =>
    test.each(some)('%s', async (_what, tool, exact, width) => {
      const { removedVolume, volumeLoss } = await removed(tool, cell);
      const { low, high } = removedVolume;
      expect(low).toBeLessThanOrEqual(exact);
      expect(high).toBeGreaterThanOrEqual(exact);
      // The interval also holds the volume that the surface lost.
      expect(high - low).toBeLessThanOrEqual(Math.abs(volumeLoss - exact) + width * cell * exact);
    }),
  );
});

function turned(faces: Uint32Array): Uint32Array {
  return Uint32Array.from(
    { length: faces.length },
    (_, n) => faces[faces.length - 3 - 3 * Math.floor(n / 3) + ((n + 1) % 3)],
  );
}
