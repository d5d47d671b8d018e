// The sets of specs: what spec/sets.json lists exists, and `npm test` leaves out no room and no guarantee.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { setReasons, specFiles, specSets } from '#harness/spec-sets.mjs';

const root = join(import.meta.dirname, '../..');
const reasons = Object.values(setReasons).flatMap((set) => Object.keys(set));
const listed = Object.values(setReasons).flatMap((set) => Object.values(set).flat());
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> };
/** Folders of rooms below lib/, and below spec/. */
const rooms = Object.values(imports).flatMap((path) => /^\.\/lib\/(.+)\/\*$/.exec(path)?.slice(1) ?? []);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('spec/sets.json', () => {
  test('lists specs that there are, each once, and says why', () => {
    expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(listed.filter((path) => !path.endsWith('.spec.ts'))).toEqual([]);
    expect(listed.filter((path, i) => listed.indexOf(path) !== i)).toEqual([]);
    expect(reasons.filter((reason) => !/^[A-Z].*\w{2}/.test(reason))).toEqual([]);
  });
  test('every spec is quick or listed, and a run of all has each', () => {
    expect(specFiles.length).toBeGreaterThan(200);
    expect([...specSets.quick, ...listed].sort()).toEqual(specFiles);
    expect(specSets.long).toEqual(specFiles);
  });
  test('a quick spec is deep as well if it says so', () => {
    const both = specSets.quick.filter((path) => specSets.deep.includes(path));
    expect(both).toEqual(specSets.quick.filter((path) => /^ *inDeep\(\(\) =>/m.test(read(path))));
  });
});

describe('npm test', () => {
  test('every spec that jest would find is in a set', () => {
    const { jest } = JSON.parse(read('package.json')) as { jest: { testMatch: string[] } };
    expect(jest.testMatch).toEqual(['<rootDir>/spec/**/*.spec.ts']);
  });
  test.each(rooms)('has a spec of the room %s', (room) => {
    expect(specSets.quick.filter((path) => path.startsWith(`spec/${room}/`))).not.toEqual([]);
  });
  test.each(['g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7'])('has a spec of the guarantee %s', (guarantee) => {
    expect(specSets.quick.filter((path) => path.startsWith(`spec/contracts/${guarantee}-`))).not.toEqual([]);
  });
  test('has a software GPU and a page in a browser', () => {
    expect(specSets.quick.filter((path) => read(path).includes('specGpu('))).not.toEqual([]);
    expect(specSets.quick.filter((path) => path.startsWith('spec/browser/'))).not.toEqual([]);
  });
});
