import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { datasetNames, makeDataset } from '#datasets';
import { NumberHash } from '#spec/corpora/sha256.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { inDeep } from '#harness/sets.ts';
import { surfaceFacts } from '#harness/surface-facts.ts';

const readme = readFileSync(new URL('../../datasets/README.md', import.meta.url), 'utf8');

const isSkull = (name: string) => name === 'skull-phantom';
describe.each(datasetNames.filter((name) => !isSkull(name)))('%s', checked);
inDeep(() => describe.each(datasetNames.filter(isSkull))('%s', checked));

function checked(name: string): void {
  test('default: closed and oriented, f64, and the checksum and face count in datasets/README.md', () => {
    // The phantom takes seconds to make, and the run has that of 50,000 faces already.
    const mesh = isSkull(name) && longRun(1, 0) === 0 ? phantom(50_000) : makeDataset(name);
    expect(mesh.name).toBe(name);
    expect(mesh.positions).toBeInstanceOf(Float64Array);
    const facts = surfaceFacts(mesh);
    expect(facts).toMatchObject({
      closedAndOriented: true,
      manifoldVertices: true,
      zeroAreaFaces: 0,
      duplicateFaces: 0,
    });
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toContain(facts.faceCount.toLocaleString('en-US'));
    expect(row).toContain(new NumberHash().f64(mesh.positions).u32(mesh.faces).digest());
  });

  // skull-phantom.spec.ts has the phantom's counts.
  if (isSkull(name)) return;
  test('faces: 6,000 gives about that many', () => {
    const count = makeDataset(name, { faces: 6_000 }).faces.length / 3;
    // The icosphere has 20 · 4^n faces only.
    expect(Math.abs(count / 6_000 - 1)).toBeLessThan(name === 'sphere' ? 0.2 : 0.1);
  });
}

test('an unknown name and a bad count are refused by name', () => {
  expect(() => makeDataset('femur')).toThrow(expect.objectContaining({ code: 'UNKNOWN_DATASET' }));
  expect(() => makeDataset('femur')).toThrow(/skull-phantom, saw-blade/);
  for (const faces of [0, -5, 2.5, NaN])
    expect(() => makeDataset('sphere', { faces })).toThrow(expect.objectContaining({ code: 'BAD_FACE_COUNT' }));
});
