// Shapes as a user writes them → bodies whose points and surfaces are those of the shape; anything else is refused.

import { describe, expect, test } from '@jest/globals';
import type { ConvexBody } from '#convex';
import { type ConvexShape, createConvex, createMesh, inspectMesh, OptionError } from '#kerf';

const bodyOf = (shape: ConvexShape) => createConvex(shape) as ConvexBody;

describe('createConvex', () => {
  test('makes a sphere of its centre and radius, and a point of radius 0', () => {
    const { kind, points, radius, magnitude } = bodyOf({ kind: 'sphere', radius: 2 });
    expect({ kind, points: [...points], radius, magnitude }).toEqual({
      ...{ kind: 'sphere', points: [0, 0, 0], radius: 2, magnitude: 2 },
    });
    expect(bodyOf({ kind: 'sphere', radius: 0 }).radius).toBe(0);
  });

  test('makes a capsule of the segment along z, and of length 0 a sphere', () => {
    expect([...bodyOf({ kind: 'capsule', radius: 1, length: 3 }).points]).toEqual([0, 0, -1.5, 0, 0, 1.5]);
    expect([...bodyOf({ kind: 'capsule', radius: 1, length: 0 }).points]).toEqual([0, 0, 0]);
  });

  test('makes a box whose surface is closed, faces outward and has its volume', () => {
    const size = [1, 2, 3] as const;
    const { points, faces, starts } = bodyOf({ kind: 'box', size });
    const { closed, oriented, volume, bounds } = inspectMesh(createMesh(points, faces));
    expect({ closed, oriented, volume, bounds }).toEqual({
      ...{ closed: true, oriented: true, volume: 6 },
      bounds: { min: [-0.5, -1, -1.5], max: [0.5, 1, 1.5] },
    });
    expect(starts.at(-1)).toBe(2 * (12 + 6));
  });

  test.each([
    ['no object', null, 'WRONG_TYPE'],
    ['an unknown kind', { kind: 'cone', radius: 1 }, 'BAD_SHAPE'],
    ['a negative radius', { kind: 'sphere', radius: -1 }, 'BAD_SHAPE'],
    ['a radius that is no number', { kind: 'sphere', radius: '1' }, 'WRONG_TYPE'],
    ['a length that is NaN', { kind: 'capsule', radius: 1, length: Number.NaN }, 'BAD_SHAPE'],
    ['a box without a height', { kind: 'box', size: [1, 1, 0] }, 'BAD_SHAPE'],
    ['a box of two lengths', { kind: 'box', size: [1, 1] }, 'WRONG_TYPE'],
  ])('refuses %s', (_, shape, code) => {
    const make = () => createConvex(shape as ConvexShape);
    expect(make).toThrow(OptionError);
    expect(make).toThrow(expect.objectContaining({ code, message: expect.stringMatching(/; .*\.$/) }));
  });
});
