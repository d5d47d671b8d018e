// Balls without surface: a lower bound on the distance from a ball's current centre, and the side it is on, which no
// edit leaves known.

import { expect, test } from '@jest/globals';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { FarBalls } from '#haptics/far-balls.ts';
import { EMBEDDED, localModel, MODEL_BYTES } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { boneOf, IDENTITY, liveFaces, toolOf } from '#harness/stage-bodies.ts';
import { box, join, move } from '#spec/base/mesh/bodies.ts';

test('a ball bounds no more than its radius less the way, and nothing farther than asked for', () => {
  const balls = new FarBalls(2);
  expect(balls.leastFrom(1, Float64Array.of(0, 0, 0), 1)).toBeLessThanOrEqual(0);
  balls.keep(1, Float64Array.of(1, 2, 3), 5, true);
  expect(balls.leastFrom(1, Float64Array.of(1, 2, 3), 0)).toBe(5);
  expect(balls.leastFrom(1, Float64Array.of(1, 2, 3.5), 1)).toBe(4.5);
  expect(balls.leastFrom(1, Float64Array.of(1, 2, 4.5), 1)).toBe(Number.NEGATIVE_INFINITY);
  // Added faces are taken to be as near as their box, and the other ball stays as it is.
  balls.keep(0, Float64Array.of(100, 0, 0), 9, false);
  balls.edit(Float64Array.of(4, 0, 0, 6, 4, 6));
  expect(balls.leastFrom(1, Float64Array.of(1, 2, 3), 0)).toBe(3);
  expect(balls.leastFrom(0, Float64Array.of(100, 0, 0), 0)).toBe(9);
});

test('on which side a ball is, is known until an edit, and once it has been asked again', () => {
  const balls = new FarBalls(1);
  balls.keep(0, Float64Array.of(0, 0, 0), 5, true);
  expect([balls.hasSide(0), balls.isInside(0)]).toEqual([true, true]);
  balls.edit(Float64Array.of(20, 0, 0, 21, 1, 1));
  expect(balls.hasSide(0)).toBe(false);
  balls.setSide(0, false);
  expect([balls.hasSide(0), balls.isInside(0)]).toEqual([true, false]);
});

test('a tool deep in a block that is dropped whole is in no bone then, though no face has come near it', () => {
  const bone = boneOf(join(box(40, 40, 40), move(box(5, 5, 5), [80, 0, 0])));
  const samples = samplePoints(toolOf(move(box(2, 2, 2), [19, 19, 19]), IDENTITY, 100), 1);
  const builder = new LocalModelBuilder(bone, samples);
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  const build = () => {
    builder.build(Float64Array.from(IDENTITY), 0, { motion: 0.5, maxDistance: 2 }, model);
    return model.head[EMBEDDED];
  };
  expect(build()).toBe(1);
  expect(build()).toBe(1);
  const block = liveFaces(bone).filter((face) => bone.positions[3 * bone.faces[3 * face]] < 60);
  bone.apply(Uint32Array.from(block), new Float64Array(0), new Uint32Array(0));
  expect(build()).toBe(0);
});
