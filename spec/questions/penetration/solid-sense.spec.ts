// The sign of a solid's winding numbers, against bodies for which it is known.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { createMesh, type TriangleMesh } from '#mesh';
import { SolidSense } from '#penetration/solid-sense.ts';
import { block, flipped, joined } from '#harness/penetration-bodies.ts';

const outer = block([-9, -9, -9], [9, 9, 9]);
const inner = block([-4, -4, -4], [4, 4, 4]);
const beside = block([20, 0, 0], [24, 4, 4]);
const across = block([5, 5, 5], [14, 14, 14]);
const flush = block([9, -5, -5], [12, 5, 5]);
const core = sphere({ radius: 2, subdivisions: 1 });
const signOf = (mesh: TriangleMesh) => new SolidSense(new BoneBody(mesh)).sign();

describe('one way', () => {
  test.each([
    ['a block', outer],
    ['blocks apart', joined(outer, beside)],
    ['blocks in and across each other', joined(outer, inner, across)],
    ['a shell', joined(outer, flipped(inner))],
    ['a ball in a shell', joined(outer, flipped(inner), core)],
    ['a shell beside a block', joined(beside, outer, flipped(inner))],
  ])('%s', (_, mesh) => {
    expect(signOf(mesh)).toBe(1);
    expect(signOf(flipped(mesh))).toBe(-1);
  });
});

describe('both ways, or not known', () => {
  test.each([
    ['one of two blocks is wound inwards', joined(outer, flipped(beside))],
    ['the ball in a shell is', joined(outer, flipped(inner), flipped(core))],
    ['a cavity that reaches out of its block', joined(outer, flipped(across))],
    ['two that touch along faces', joined(outer, flipped(flush))],
    ['a body of no volume', joined(outer, createMesh([20, 0, 0, 24, 0, 0, 24, 4, 0], [0, 1, 2, 0, 2, 1]))],
  ])('%s', (_, mesh) => {
    expect(signOf(mesh)).toBe(0);
    expect(signOf(flipped(mesh))).toBe(0);
  });
});

test('after an edit the body is looked at anew', () => {
  const body = new BoneBody(joined(outer, flipped(beside)));
  const sense = new SolidSense(body);
  expect(sense.sign()).toBe(0);
  const first = outer.faces.length / 3;
  const remove = Uint32Array.from({ length: beside.faces.length / 3 }, (_, i) => first + i);
  body.apply(remove, new Float64Array(0), new Uint32Array(0));
  expect(sense.sign()).toBe(1);
});
