// The entry point of the broad phase: what it chooses, what it refuses, and that an update changes all or nothing.

import { describe, expect, test } from '@jest/globals';
import { Coherence } from '#broad-phase/coherence.ts';
import { createBroadPhase, OptionError } from '#kerf';
import { overlappingBoxes } from '#reference';
import { boxSet } from '#harness/box-sets.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1553;
const UNIT = [0, 0, 0, 1, 1, 1];

describe('createBroadPhase', () => {
  test.each([
    ['in a face', [1, 0, 0, 2, 1, 1]],
    ['in an edge', [1, 1, 0, 2, 2, 1]],
    ['in a corner', [1, 1, 1, 2, 2, 2]],
    ['in a point, being one', [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]],
  ])('takes boxes that touch %s for overlapping', async (_, box) => {
    const found = await createBroadPhase({ boxes: [...UNIT, ...box] });
    expect([...found.pairsSync()]).toEqual([0, 1]);
    expect([...(await found.pairs())]).toEqual([0, 1]);
  });

  test('takes boxes one step of rounding apart for separate', async () => {
    const boxes = [...UNIT, 1 + Number.EPSILON, 0, 0, 2, 1, 1];
    for (const method of ['grid', 'octree', 'kd-tree', 'bsp', 'sweep', 'bvh', 'lbvh', 'hybrid'] as const)
      expect([...(await createBroadPhase({ boxes, method })).pairsSync()]).toEqual([]);
  });

  test('answers for no box and for one', async () => {
    for (const boxes of [[], UNIT]) expect([...(await createBroadPhase({ boxes })).pairsSync()]).toEqual([]);
  });

  type Choice = [string, Float64Array, string, RegExp];
  const choosesByItself = (choices: () => Choice[]) =>
    test.each(choices())('chooses by itself for %s, and says why', async (_, boxes, method, reason) => {
      const found = await createBroadPhase({ boxes });
      expect([found.method, found.backend]).toEqual([method, 'cpu']);
      expect(found.methodReason).toMatch(reason);
      expect(found.pairsSync()).toEqual(overlappingBoxes(boxes));
    });
  choosesByItself(() => [['few boxes', boxSet('uniform', 900, 1), 'sweep', /900 boxes are few/]]);
  inDeep(() =>
    choosesByItself(() => [
      ['many boxes with few partners', boxSet('uniform', 5000, 2), 'lbvh', /5000 boxes, sizes 1 : \d+, each overlaps/],
      [
        'many boxes with many partners',
        boxSet('uniform', 5000, 3).map((x, at) => (at % 6 < 3 ? x - 0.5 : x + 0.5)),
        'hybrid',
        /each overlaps about \d+/,
      ],
    ]),
  );

  inDeep(() =>
    test(`takes a tree that is refitted while boxes move on by little, and leaves it when they leap, seed ${SEED}`, async () => {
      const random = mulberry32(SEED);
      let boxes = boxSet('uniform', 1100, SEED);
      const found = await createBroadPhase({ boxes });
      const methods = [found.method];
      /** Moves every box by up to this share of its extent, then queries. */
      const step = (share: number, bodies?: number[]): void => {
        boxes = boxes.slice();
        for (const i of bodies ?? Array(1100).keys())
          for (let k = 6 * i; k < 6 * i + 3; k++) {
            const by = share * (2 * random() - 1) * (boxes[k + 3] - boxes[k]);
            boxes[k] += by;
            boxes[k + 3] += by;
          }
        if (bodies === undefined) found.update(boxes);
        else
          found.update(
            bodies.flatMap((i) => [...boxes.subarray(6 * i, 6 * i + 6)]),
            bodies,
          );
        methods.push(found.method);
        expect(found.pairsSync()).toEqual(overlappingBoxes(boxes));
      };
      for (const share of [0.1, 0.1, 0.1, 0.1, 0.1]) step(share);
      expect(found.methodReason).toMatch(
        /in the last 5 updates boxes moved by little \(0.0\d of their extent\): a tree by/,
      );
      for (const share of [3, 0.1]) step(share);
      expect(found.methodReason).toMatch(/^1100 boxes, sizes /);
      // A few that jump among many that rest.
      for (let n = 0; n < 4; n++) step(10, [5, 17]);
      expect(methods).toEqual([...Array(4).fill('lbvh'), 'bvh', 'bvh', ...Array(4).fill('lbvh'), 'bvh', 'bvh']);
      const asked = await createBroadPhase({ boxes, method: 'lbvh' });
      for (let n = 0; n < 6; n++) asked.update(boxes);
      expect(asked.method).toBe('lbvh');
    }),
  );

  test.each(['as large as numbers go', 'tiny and huge', 'equal, and points'])(
    'describes in finite numbers how boxes move that are %s',
    (kind) => {
      const boxes = { count: 1050, bounds: boxSet(kind, 1050, 4) };
      const coherence = new Coherence(boxes);
      const update = (seed: number): string | null => {
        boxes.bounds.set(boxSet(kind, 1050, seed));
        coherence.update();
        return coherence.steady;
      };
      for (const seed of [5, 4, 5, 4]) update(seed);
      expect([4, 4, 4, 4].map(update).at(-1)).toMatch(
        /in the last \d+ updates boxes moved by little \(0 of their extent\)/,
      );
    },
  );

  test.each(['as large as numbers go', 'tiny and huge', 'equal, and points'])(
    'says why in finite numbers for boxes that are %s',
    async (kind) => {
      const { methodReason } = await createBroadPhase({ boxes: boxSet(kind, 1200, 4) });
      expect(methodReason).toMatch(/^1200 boxes, sizes .*, each overlaps about /);
      expect(methodReason).not.toMatch(/NaN|Infinity/);
    },
  );

  test('takes the method that it is asked for', async () => {
    const found = await createBroadPhase({ boxes: UNIT, method: 'kd-tree', backend: 'cpu' });
    expect([found.method, found.methodReason]).toEqual(['kd-tree', 'kd-tree was asked for']);
  });

  test.each([
    ['no options', undefined, 'WRONG_TYPE'],
    ['an option of another name', { boxes: UNIT, methods: 'grid' }, 'UNKNOWN_OPTION'],
    ['no boxes', {}, 'WRONG_TYPE'],
    ['five numbers', { boxes: UNIT.slice(1) }, 'BAD_LENGTH'],
    ['min above max', { boxes: [0, 0, 2, 1, 1, 1] }, 'BAD_BOX'],
    ['NaN', { boxes: [0, 0, Number.NaN, 1, 1, 1] }, 'BAD_BOX'],
    ['infinity', { boxes: [0, 0, 0, 1, Number.POSITIVE_INFINITY, 1] }, 'BAD_BOX'],
    ['2^32 bodies', { boxes: { length: 6 * 2 ** 32 } }, 'TOO_MANY_BODIES'],
    ['a method that there is not', { boxes: UNIT, method: 'octre' }, 'BAD_METHOD'],
    ['a method that is none', { boxes: UNIT, method: 3 }, 'BAD_METHOD'],
    ['a backend that there is not', { boxes: UNIT, backend: 'gpu' }, 'BAD_BACKEND'],
    ['a backend that does not serve the method', { boxes: UNIT, method: 'grid', backend: 'webgpu' }, 'BAD_BACKEND'],
    ['no threads', { boxes: UNIT, workers: 0 }, 'BAD_WORKERS'],
  ])('refuses %s', async (_, options, code) => {
    const asked = createBroadPhase(options as never);
    await expect(asked).rejects.toThrow(OptionError);
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(/; .*\.$/) });
  });

  test('names the method that was meant', async () => {
    await expect(createBroadPhase({ boxes: UNIT, method: 'kdtree' as never })).rejects.toThrow('write kd-tree');
  });

  test('refuses an update of a body that does not exist, or of a bad box, and changes nothing', async () => {
    const found = await createBroadPhase({ boxes: [...UNIT, ...UNIT] });
    const far = [5, 5, 5, 6, 6, 6];
    expect(() => found.update(far, [2])).toThrow(expect.objectContaining({ code: 'UNKNOWN_BODY' }));
    expect(() => found.update([...far, ...far.toReversed()], [0, 1])).toThrow(
      expect.objectContaining({ code: 'BAD_BOX' }),
    );
    expect(() => found.update(far)).toThrow(expect.objectContaining({ code: 'BAD_LENGTH' }));
    expect([...found.pairsSync()]).toEqual([0, 1]);
    found.update(far, [1]);
    expect([...found.pairsSync()]).toEqual([]);
  });

  test('keeps its own copy of the boxes', async () => {
    const boxes = [...UNIT, ...UNIT];
    const found = await createBroadPhase({ boxes });
    boxes.fill(9, 6);
    expect([...found.pairsSync()]).toEqual([0, 1]);
  });

  test('says after dispose that it was disposed', async () => {
    const found = await createBroadPhase({ boxes: UNIT });
    found.dispose();
    found.dispose();
    const disposed = expect.objectContaining({ code: 'DISPOSED' });
    expect(() => found.pairsSync()).toThrow(disposed);
    expect(() => found.update(UNIT)).toThrow(disposed);
    await expect(found.pairs()).rejects.toEqual(disposed);
  });
});
