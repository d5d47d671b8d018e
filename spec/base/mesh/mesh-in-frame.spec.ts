// RAS ↔ LPS: a half turn about z, exact; a mesh that does not state its frame is refused.

import { expect, test } from '@jest/globals';
import { createMesh, inspectMesh, meshInFrame } from '#mesh';
import { refusal } from '#harness/io-errors.ts';
import { box } from './bodies.ts';

test.each([Float32Array, Float64Array])(
  '%p: x and y negated, bit by bit; z, faces, sense and name kept; there and back',
  (Storage) => {
    const { positions, faces } = box(3, 4, 5);
    const awkward = Storage.from(positions.map((x, i) => 0.1 * i + x - 0.7));
    awkward[0] = 0;
    awkward[1] = -0;
    const ras = createMesh(awkward, faces, { name: 'head', frame: 'RAS' });
    const before = awkward.slice();
    const lps = meshInFrame(ras, 'LPS');
    expect(lps).toMatchObject({ name: 'head', frame: 'LPS' });
    expect(lps.positions).toBeInstanceOf(Storage);
    for (let i = 0; i < awkward.length; i++)
      expect(lps.positions[i] + (i % 3 === 2 ? -awkward[i] : awkward[i])).toBe(0);
    expect(inspectMesh(lps).volume).toBeCloseTo(inspectMesh(ras).volume, 6);
    expect(inspectMesh(lps).volume).toBeGreaterThan(0);
    const back = meshInFrame(lps, 'RAS');
    expect(back.positions.every((x, i) => x === awkward[i])).toBe(true);
    expect([back.faces, back.frame]).toEqual([ras.faces, 'RAS']);
    expect(meshInFrame(ras, 'RAS')).toBe(ras);
    expect(awkward).toEqual(before);
  },
);

test('an unknown frame is no guess: it is refused, and so is a word that is none', () => {
  const mesh = createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { name: 'head' });
  expect('frame' in mesh).toBe(false);
  expect(refusal(() => meshInFrame(mesh, 'LPS'))).toBe('UNKNOWN_FRAME');
  for (const nothing of [null, {}, 5, 'mesh'])
    expect(refusal(() => meshInFrame(nothing as never, 'LPS'))).toBe('WRONG_TYPE');
  for (const frame of ['lps', '', 'scanner', null, 1])
    for (const call of [
      () => meshInFrame(mesh, frame as never),
      () => createMesh([0, 0, 0], [0, 0, 0], { frame: frame as never }),
    ])
      expect(refusal(call)).toBe('BAD_FRAME');
});
