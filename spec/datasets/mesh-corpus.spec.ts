// The mesh corpus: its stored answers are the oracle's and the detector's; each bone has its case's defects.

import { describe, expect, test } from '@jest/globals';
import { type BoneFacts, meshCorpus, soundBone } from '#datasets';
import { createDetector, inspectMesh } from '#kerf';
import { meshAnswer } from '#spec/corpora/exact-answers.ts';
import { NumberHash } from '#spec/corpora/sha256.ts';
import { partOf } from '#harness/long-run.ts';

const corpus = meshCorpus();
/** Cases whose stored answers are compared with the oracle's. */
const byOracle = new Set(partOf(corpus, 6, 0).map(({ name }) => name));
const digestOf = (pairs: Uint32Array) => new NumberHash().u32(pairs).digest();
const oddBones = (name: keyof BoneFacts) => corpus.filter(({ expected }) => name in expected.bone).length;

describe(`${corpus.length} pairs of meshes`, () => {
  test('have names of their own, an origin, and every state in several cases', () => {
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
    expect(corpus.filter(({ origin }) => origin === '')).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, corpus.filter(({ expected }) => expected.state === state).length >= 7]).toEqual([state, true]);
  });

  test('hold open, unoriented, non-manifold, inverted, doubled and zero-area bones', () => {
    const odd = ['closed', 'oriented', 'manifold', 'insideOut', 'duplicateFaces', 'degenerateFaces'] as const;
    for (const name of odd) expect([name, oddBones(name) >= 2]).toEqual([name, true]);
  });

  test.each(corpus)('$name: $expected.state, $expected.pairs pairs', async ({ expected, ...given }) => {
    if (byOracle.has(given.name)) expect(meshAnswer(given)).toEqual(expected);

    const { bone, tool, pose, contactDistance } = given;
    const { volume, ...said } = inspectMesh(bone);
    expect({ ...said, insideOut: volume < 0 }).toMatchObject({ ...soundBone, ...expected.bone });

    const detector = await createDetector({ bone, tool, contactDistance, resolution: 8 });
    const report = detector.detectSync(pose);
    expect([report.state, report.intersectingFaces.length / 2]).toEqual([expected.state, expected.pairs]);
    expect(digestOf(report.intersectingFaces)).toBe(expected.digest);
    expect(digestOf(detector.intersectingFaces(pose))).toBe(expected.digest);
    detector.dispose();
  });
});

/** The definition's answers for the unambiguous cases, worked out by hand. */
test.each([
  ['blade flush with a flat bone', 'intersecting'],
  ['blade one ulp above a flat bone, δ = 0', 'separated'],
  ['blade one ulp above a flat bone, δ one ulp', 'near'],
  ['blade one ulp into a flat bone', 'intersecting'],
  ['boxes stacked, faces alike', 'intersecting'],
  ['boxes stacked, 2^-48 mm between', 'separated'],
  ['roofs, ridge across ridge', 'intersecting'],
  ['tool identical to bone', 'intersecting'],
  ['tool enclosed in the wall of a bowl', 'enclosed'],
  ['tool in a cavity', 'separated'],
  ['tool inside an open bone', 'separated'],
  ['tool enclosed beside a non-manifold edge', 'enclosed'],
  ['tool inside a bone with two faces twice', 'separated'],
  ['tool where a self-intersecting bone is twice inside', 'enclosed'],
  ['tool enclosed in an inverted bone', 'enclosed'],
])('%s is stored as %s', (name, state) => {
  expect(corpus.find((given) => given.name === name)?.expected.state).toBe(state);
});
