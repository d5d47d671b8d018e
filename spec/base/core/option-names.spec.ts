// Options with one name misspelt, at every entry point that takes options → OptionError UNKNOWN_OPTION with its name
// and the nearest known one.

import { describe, expect, test } from '@jest/globals';
import * as datasets from '#datasets';
import { type KerfError, OptionError } from '#core';
import { checkOptionNames, nearestName, type OptionNames } from '#core/option-names.ts';
import * as kerf from '#kerf';
import { identityPose } from '#harness/contact-cases.ts';

const bodies = { bone: datasets.box({ size: 2 }), tool: datasets.box({ size: 1 }) };
const options = { ...bodies, contactDistance: 0.2, resolution: 1, backend: 'cpu' as const };

test('a list that lacks a name of the type, or has one too many, does not compile', () => {
  interface Options {
    readonly size: number;
    readonly center?: number;
  }
  const whole: OptionNames<Options> = { size: true, center: true };
  // @ts-expect-error center is missing
  const less: OptionNames<Options> = { size: true };
  // @ts-expect-error there is no radius
  const more: OptionNames<Options> = { size: true, center: true, radius: true };
  expect([whole, less, more].map((names) => Object.keys(names).length)).toEqual([2, 1, 3]);
});

describe('the nearest known name', () => {
  const known = ['contactDistance', 'resolution', 'backend', 'sides', 'targetFaces', 'name'];
  test.each([
    ['contactdistance', 'contactDistance'],
    ['contactDistanse', 'contactDistance'],
    ['resolutoin', 'resolution'],
    ['Backend', 'backend'],
    ['side', 'sides'],
    ['faces', 'targetFaces'],
    ['distance', 'contactDistance'],
    ['names', 'name'],
    ['tolerance', null],
    ['x', null],
    ['', null],
  ])('%p: %p', (given, expected) => expect(nearestName(given, known)).toBe(expected));

  test('of a text that is far too long is none, soon', () => {
    expect(nearestName('q'.repeat(10_000), known)).toBeNull();
  });
});

test('known are the names of the list, whatever else every object has', () => {
  for (const name of ['toString', '__proto__', 'constructor', 'hasOwnProperty'])
    expect(() => checkOptionNames(JSON.parse(`{ "${name}": 1 }`), { size: true }, 'box')).toThrow(
      `box has no option "${name}"`,
    );
});

describe('every door that takes options refuses one that it does not know, by name', () => {
  const detector = kerf.createDetector(options);
  const doors: [name: string, call: () => unknown, says: string][] = [
    ['createDetector', () => kerf.createDetector({ ...options, side: 'bone' } as never), 'write sides'],
    ['createScene', () => kerf.createScene({ bones: [], tool: [] } as never), 'write tools'],
    ['createBroadPhase', () => kerf.createBroadPhase({ boxes: [], worker: 2 } as never), 'write workers'],
    ['buildIndex', () => kerf.buildIndex(bodies.bone, { onprogress() {} } as never), 'write onProgress'],
    ['loadIndex', () => kerf.loadIndex(new Uint8Array(1), bodies.bone, { source: 'a' } as never), 'expected name;'],
    ['createMesh', () => kerf.createMesh([0, 0, 0], [0, 0, 0], { label: 'a' } as never), 'expected name or frame;'],
    ['readMesh', () => kerf.readMesh(new Uint8Array(1), 'ply', { Name: 'a' } as never), 'write name'],
    ['loadMesh', () => kerf.loadMesh('a.ply', { fromat: 'ply' } as never), 'write format'],
    [
      'readSurfaceFromVolume',
      () => kerf.readSurfaceFromVolume(new Uint8Array(1), 'nii', 1, { largest: true } as never),
      'expected name, series, acceptUneven or onNotice;',
    ],
    ['startHapticLoop', () => kerf.startHapticLoop({ ...bodies, stifness: 1 } as never), 'write stiffness'],
    [
      'startHapticLoop',
      () => kerf.startHapticLoop({ ...bodies, script: { poses: identityPose, interval: 1, loop: true } } as never),
      'write loops',
    ],
    ['startHapticLoop', () => kerf.startHapticLoop({ ...bodies, inverse: { uri: 'a' } } as never), 'write url'],
    ['box', () => datasets.box({ size: 1, centre: [0, 0, 0] } as never), 'write center'],
    ['sphere', () => datasets.sphere({ radius: 1, subdivision: 1 } as never), 'write subdivisions'],
    ['torus', () => datasets.torus({ majorRadius: 2, minorradius: 1, segments: 9 } as never), 'write minorRadius'],
    ['cappedShell', () => datasets.cappedShell({ outerRadius: 2, angle: 1 } as never), 'write capAngle'],
    ['sawBlade', () => datasets.sawBlade({ faces: 4000 } as never), 'write targetFaces'],
    ['sphericalBurr', () => datasets.sphericalBurr({ radius: 4 } as never), 'expected diameter'],
    ['skullPhantom', () => datasets.skullPhantom({ faces: 4000 } as never), 'write targetFaces'],
    ['cuttingPath', () => datasets.cuttingPath({ count: 9 } as never), 'expected poses;'],
    ['isosurface', () => datasets.isosurface({ steps: 1 } as never), 'write step'],
    ['makeDataset', () => datasets.makeDataset('box', { face: 12 } as never), 'write faces'],
    ['triangleCorpus', () => datasets.triangleCorpus({ seeds: 12 } as never).next(), 'write seed'],
    ['trianglePair', () => datasets.trianglePair('any-pair', { scal: 1 } as never), 'write scale'],
  ];
  test.each(doors)('%s', async (name, call, says) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as KerfError).code).toBe('UNKNOWN_OPTION');
    expect((error as KerfError).message).toMatch(new RegExp(`^${name} has no option "\\w+", expected .*\\.$`));
    expect((error as KerfError).message).toContain(says);
  });

  test('detectMany, before any pose is asked; editBone, with nothing changed', async () => {
    const made = await detector;
    const path = made.detectMany(identityPose, { worker: 2 } as never);
    await expect(path[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'UNKNOWN_OPTION',
      message:
        'detectMany has no option "worker", expected signal, onProgress, workers or between; write workers, or leave it out.',
    });
    const pairs = made.intersectingFaces(identityPose);
    expect(() => made.editBone({ remove: [0], faces: [], vertices: [1, 1, 1] } as never)).toThrow(
      expect.objectContaining({ name: 'MeshError', code: 'UNKNOWN_OPTION' }),
    );
    expect(made.intersectingFaces(identityPose)).toEqual(pairs);
  });
});
