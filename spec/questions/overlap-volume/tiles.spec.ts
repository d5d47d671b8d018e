import { expect, test } from '@jest/globals';
import { Tiles } from '#overlap-volume/tiles.ts';

test('a tile of 65,536 faces counts its pairs as they are: 2^32, which 32 bits would take for none', () => {
  const tiles = new Tiles();
  const tile = tiles.add();
  tiles.pairs[tile] = 65_536 ** 2;
  for (let n = 0; n < 300; n++) tiles.add();
  expect(tiles.pairs[tile]).toBe(2 ** 32);
});
