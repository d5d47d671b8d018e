// The workbench draws back faces of open bones only.

import { expect, test } from '@jest/globals';
import { cellsOf } from '../../examples/workbench/src/cells.ts';
import { isClosed } from '../../examples/workbench/src/closed.ts';
import { sphere } from '#datasets';
import { phantom } from '#harness/phantom.ts';

const cells = (faces: ArrayLike<number>) => cellsOf(faces.length, 3, Uint32Array.from(faces));

test('closed are surfaces whose edges all have their opposite, and none that lacks or turns one face', () => {
  for (const { faces } of [sphere({ radius: 3, subdivisions: 2 }), phantom(5000)]) {
    expect(isClosed(cells(faces))).toBe(true);
    for (let face = 0; face < faces.length / 3; face += Math.ceil(faces.length / 300)) {
      const lacking = Array.from(faces).filter((_, i) => Math.floor(i / 3) !== face);
      expect(isClosed(cells(lacking))).toBe(false);
      const turned = Array.from(faces);
      [turned[3 * face], turned[3 * face + 1]] = [turned[3 * face + 1], turned[3 * face]];
      expect(isClosed(cells(turned))).toBe(false);
    }
  }
});
