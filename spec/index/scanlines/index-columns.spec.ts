// Columns → the same indexes again; columns that no build can have produced are refused with a message.

import { describe, expect, test } from '@jest/globals';
import { bvhColumns, bvhFrom } from '#bvh';
import { type Bvh, type ScanlineIndex, SPAN } from '#records';
import { scanlineColumns, scanlinesFrom } from '#scanlines';
import { boneOf } from '#harness/stage-bodies.ts';
import { join, move, sphere, tetrahedron } from '#spec/base/mesh/bodies.ts';

const bone = boneOf(sphere(3, 5));
const { faceCount } = bone;

type Changes = Partial<ScanlineIndex>;

describe('scanlines', () => {
  const { numbers, arrays } = scanlineColumns(bone.scanlines);
  /** The columns with some of them replaced. */
  const changed = (by: Changes) =>
    scanlinesFrom({ numbers: { ...numbers, ...by }, arrays: { ...arrays, ...by } }, faceCount);

  test('come back', () => expect(changed({})).toEqual(bone.scanlines));
  test('come back where there are several levels', () => {
    const many = Array.from({ length: 60 }, (_, i) => move(tetrahedron, [i % 8, i >> 3, i], 0.01));
    const { scanlines, faceCount: count } = boneOf(join(...many, move(tetrahedron, [0, 0, 0], 20)));
    expect(scanlines.levels).toBeGreaterThan(1);
    expect(scanlinesFrom(scanlineColumns(scanlines), count)).toEqual(scanlines);
    const { numbers: ofMany, arrays: all } = scanlineColumns(scanlines);
    const oneFewer = { numbers: { ...ofMany, levels: ofMany.levels - 1 }, arrays: all };
    expect(scanlinesFrom(oneFewer, count)).toContain(`counts for ${all.cellCount.length} cells`);
  });
  test.each<[string, Changes, string]>([
    ['an axis that is none', { axis: 3 }, 'along axis 3, expected 0, 1 or 2'],
    ['cells of no size', { cellSize: 0 }, 'expected finite numbers'],
    ['an origin at infinity', { v0: Number.POSITIVE_INFINITY }, 'expected finite numbers'],
    ['half a column', { nu: numbers.nu / 2 + 0.5 }, `counts for ${arrays.cellCount.length} cells`],
    ['more columns than counted cells', { nu: 1e300 }, `counts for ${arrays.cellCount.length} cells`],
    ['no level', { levels: 0 }, 'has 0 levels'],
    ['half a level', { levels: 1.5 }, 'has 1.5 levels'],
    ['levels without end', { levels: 1e9 }, 'has 1000000000 levels'],
    ['a level that has no cells', { levels: 2 }, `counts for ${arrays.cellCount.length} cells`],
    ['no extents', { cellExtent: new Uint16Array(0) }, 'extent of 0 cells'],
    ['a span that is cut short', { spans: arrays.spans.slice(1) }, 'together, expected'],
    ['a depth that is none', { depth0: Number.NaN }, 'depth of NaN mm'],
    ['steps that run backward', { depthScale: -1 }, 'has -1 steps a mm'],
    [
      'a cell with one span more',
      { cellCount: arrays.cellCount.with(0, arrays.cellCount[0] + 1) },
      'together, expected',
    ],
    ['a face beyond the last', { spans: arrays.spans.with(5 * SPAN, faceCount) }, `names face ${faceCount} in span 5`],
  ])('%s', (_, by, says) => expect(changed(by)).toContain(says));
});

describe('bvh', () => {
  const { numbers, arrays } = bvhColumns(bone.bvh);
  const { order, boxes } = arrays;
  const changed = (by: Partial<typeof arrays>) => bvhFrom({ numbers, arrays: { ...arrays, ...by } }, faceCount);

  test.each<[string, Bvh, number]>([
    ['of a sphere', bone.bvh, faceCount],
    ['of one group', boneOf(tetrahedron).bvh, 4],
  ])('come back: %s', (_, tree, faces) => expect(bvhFrom(bvhColumns(tree), faces)).toEqual(tree));
  test.each<[string, Partial<typeof arrays>, string]>([
    ['a face too few', { order: order.slice(1) }, `puts ${faceCount - 1} faces in order`],
    ['a face beyond the last', { order: order.with(3, faceCount) }, `puts face ${faceCount} in order`],
    ['a face twice', { order: order.with(3, order[4]) }, `puts face ${order[4]} in order, expected each`],
    ['a box too few', { boxes: boxes.slice(6) }, `has ${boxes.length - 6} numbers for boxes`],
  ])('%s', (_, by, says) => expect(changed(by)).toContain(says));
});
