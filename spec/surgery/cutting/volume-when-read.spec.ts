// The swept volume is computed when first read; whenever that is, it refers to the bone as it was before the cut.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type CutEdit, type CutResult, createCuttableBone, createDetector, createMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 1832;
const CUTS = longRun(40, 9);
const block = box({ size: [14, 12, 10] });
const tools = [
  sphere({ radius: 1.5, subdivisions: 2 }),
  box({ size: [0.6, 6, 5], divisions: [1, 3, 3] }),
  // Its parts overlap, so its cells range from none of their bone counted to all of it.
  both(sphere({ radius: 1, subdivisions: 1 }), box({ size: [1, 1, 3] })),
];
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

function both(a: ReturnType<typeof box>, b: ReturnType<typeof box>) {
  const first = a.positions.length / 3;
  return createMesh([...a.positions, ...b.positions], [...a.faces, ...Array.from(b.faces, (vertex) => vertex + first)]);
}

/** Cuts, undos, redos and renumberings, one after another. @param visit receives each cut's result at once. */
async function work(visit: (result: CutResult) => void): Promise<void> {
  const bone = await createCuttableBone({ surface: block, cell: longRun(0.7, 1.5) });
  const detector = await createDetector({
    bone: bone.mesh,
    tool: tools[0],
    contactDistance: 0.2,
    resolution: 1,
    backend: 'cpu',
  });
  const follow = (edit: CutEdit | null) => {
    if (edit !== null && edit.remove.length + edit.faces.length > 0) detector.editBone(edit);
  };
  const random = mulberry32(SEED);
  for (let n = 0; n < CUTS; n++) {
    const [x, y, z] = [7 * signed(random), 6 * signed(random), 5 * signed(random)];
    const to = at(x + signed(random), y + signed(random), z + signed(random));
    const result = bone.cut(tools[n % tools.length], { from: at(x, y, z), to });
    follow(result.edit);
    visit(result);
    if (n % 7 === 3) follow(bone.undo());
    if (n % 7 === 5) for (const step of [bone.undo, bone.undo, bone.redo]) follow(step.call(bone));
    if (n % 10 === 8) bone.renumber(await detector.compactBone());
  }
  detector.dispose();
}

test(`${CUTS} cuts, undone, redone and renumbered: read at the end, last first, as read at once (seed ${SEED})`, async () => {
  const atOnce: unknown[] = [];
  await work((result) => atOnce.push({ ...result.removedVolume }));
  const results: CutResult[] = [];
  await work((result) => results.push(result));
  const later = results.map(() => ({}));
  for (let n = CUTS - 1; n >= 0; n--) later[n] = { ...results[n].removedVolume };
  expect(later).toEqual(atOnce);
  expect(results.filter(({ removedVolume }) => removedVolume.low > 0).length).toBeGreaterThan(CUTS / 2);
  expect(results[0].removedVolume).toBe(results[0].removedVolume);
});

test('a result that is copied or written as JSON has its volume', async () => {
  const bone = await createCuttableBone({ surface: block, cell: 0.7 });
  const result = bone.cut(tools[0], { from: at(0, 0, 5), to: at(0, 0, 4) });
  const { low, high } = JSON.parse(JSON.stringify(result)).removedVolume;
  expect(low).toBeGreaterThan(0);
  expect([{ low, high }, structuredClone(result).removedVolume]).toEqual([result.removedVolume, result.removedVolume]);
});
