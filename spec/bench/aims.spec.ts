// Made-up results at and around the aims' limits → the verdicts.

import { describe, expect, test } from '@jest/globals';
import { aims } from './aims.mjs';
import { MS, PEER, size } from './made-up-results.ts';

const SIZES = [10_000, 50_000, 200_000, 800_000];
const verdicts = (large: object = {}) =>
  aims({ sizes: SIZES.map((faces) => size(faces, faces > 100_000 ? large : {})) });
const failed = (large: object) =>
  verdicts(large)
    .filter(({ reached }) => reached !== true)
    .map(({ aim }) => aim);
const timesOf = (kerf: number, kind = 'cut') => {
  const { times } = size(1).pairs;
  return { times: { ...times, kerf: { ...times.kerf, [kind]: { ...times.kerf[kind], median: kerf, p99: kerf } } } };
};
const coldOf = (distance: number, intersects: number) => ({
  distance: { kerf: { median: distance }, [PEER]: { median: 100 } },
  intersects: { kerf: { median: intersects }, [PEER]: { median: 1 } },
});

test('every aim of the issue has its line, the large sizes each where both are named', () => {
  const lines = verdicts();
  expect(lines.filter(({ reached }) => reached !== true)).toEqual([]);
  const counts = [
    ...[
      /all intersecting pairs, cutting.*(≥ 12 × three-mesh-bvh, 200|≥ 10 × three-mesh-bvh, 800)/,
      /99th.*≤ 4.0 ×/,
      /state only, separated: ≥ 2 ×/,
      /state only, deep: ≥ 2 ×/,
    ],
    ...[/smallest distance, 1–20 mm clear: ≥ 100 ×/, /each pose cold: ≥ 100 ×/, /^build and first pairs: ≥ 2.5 ×/],
    /state only, clear, each pose cold: ≥ 1 ×/,
    ...[/h 0.5, first behind an edit.*≤ 1.3 ×/, /h 1, first behind an edit.*≤ 1.3 ×/],
  ].map((line) => lines.filter(({ aim }) => line.test(aim)).length);
  expect(counts).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  for (const line of [
    ...[/h 0.5, .*≤ 5.0 ms, 200,000/, /h 1, .*≤ 2.5 ms, 200,000/, /≤ 57 bytes, 800,000/, /2 workers: ≥ 1.8 ×/],
    ...[
      /growth of all intersecting pairs.*≤ 0.15/,
      /growth of a full report, h 0.5.*≤ 0.15/,
      /growth of a full report, h 1.*≤ 0.15/,
    ],
    ...[/editBone, 100 faces: ≤ 0.50 ms, 800,000/, /0 bytes a query/],
  ])
    expect(lines.filter(({ aim }) => line.test(aim))).toHaveLength(1);
});

describe('an aim is reached at its limit and not beyond:', () => {
  const peerOver = (ratio: number) => MS.peer / ratio;
  const beyond = 1 + 1e-9;
  test.each<[what: string, line: RegExp, make: (scale: number) => object]>([
    ['distance', /^smallest distance/, (s) => ({ distance: timesOf(s * peerOver(100), 'clear') })],
    ['boolean, apart', /separated/, (s) => ({ intersects: timesOf(s * peerOver(2), 'separated') })],
    ['boolean, deep', /deep: ≥ 2/, (s) => ({ intersects: timesOf(s * peerOver(2)) })],
    ['memory', /memory/, (s) => ({ bytes: { kerf: s * 57 } })],
    ['workers', /workers/, (s) => ({ many: { workers: 2, one: 1.8, two: s } })],
    ['editBone', /editBone/, (s) => ({ edit: { ...size(1).edit, edit: { median: s * 0.5 } } })],
    [
      'behind an edit',
      /first behind an edit/,
      (s) => ({
        report: size(1).report.map((report) => ({
          ...report,
          edited: { before: { median: 1 }, behind: { median: s * 1.3 } },
        })),
      }),
    ],
    ['build', /^build/, (s) => ({ build: { kerf: { median: s }, [PEER]: { median: 2.5 } } })],
    ['cold', /same, each pose cold/, (s) => ({ cold: coldOf(s, 1) })],
    ['cold state', /state only, clear, each pose cold/, (s) => ({ cold: coldOf(1, s) })],
  ])('%s', (_what, line, make) => {
    expect(failed(make(1))).toEqual([]);
    const lost = failed(make(beyond));
    expect(lost.length).toBeGreaterThan(0);
    for (const aim of lost) expect(aim).toMatch(line);
  });
  test('the tail', () => {
    const tail = (p99: number) => ({
      pairs: {
        times: { ...size(1).pairs.times, kerf: { ...size(1).pairs.times.kerf, cut: { median: 1, p99, posesP99: 1 } } },
      },
    });
    expect(failed(tail(4))).toEqual([]);
    expect(failed(tail(4 * beyond))).toHaveLength(2);
  });
  test('an object in a hundred queries, or one collection', () => {
    expect(failed({ garbage: { queries: 10_000, bytes: 32, collections: 0 } })).toEqual([]);
    expect(failed({ garbage: { queries: 10_000, bytes: 16 * 100, collections: 0 } })).toHaveLength(1);
    expect(failed({ garbage: { queries: 10_000, bytes: 0, collections: 1 } })).toHaveLength(1);
  });
});

test('growth is judged over all sizes', () => {
  const grown = (p: number) =>
    aims({ sizes: SIZES.map((faces) => size(faces, { pairs: timesOf((faces / 1e6) ** p) })) })
      .filter(({ aim }) => aim.startsWith('growth of all'))
      .map(({ reached, measured }) => ({ reached, measured }));
  expect(grown(0.14)).toEqual([{ reached: true, measured: '0.14' }]);
  expect(grown(0.2)).toEqual([{ reached: false, measured: '0.20' }]);
});

test('a refused option is reported by name, not as reached', () => {
  const [line] = verdicts({ many: { workers: 2, refused: 'workers is unknown' } }).filter(({ aim }) =>
    /workers/.test(aim),
  );
  expect(line).toMatchObject({ reached: null, measured: 'the option is refused (workers is unknown)' });
});

test('without a large bone the largest stands for it', () => {
  const lines = aims({ sizes: [size(10_000), size(50_000)] });
  expect(lines.filter(({ aim }) => aim.includes('50,000 faces')).length).toBeGreaterThan(10);
  expect(lines.filter(({ aim }) => aim.endsWith('10,000 faces'))).toEqual([]);
});
