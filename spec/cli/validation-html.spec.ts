// The pages of `kerf validate`: what they say without scripts, and which data they hold.

import { describe, expect, test } from '@jest/globals';
import { unpack } from '#cli/report/payload.ts';
import { errorHistogram, validationPayload } from '#cli/validation-report/validation-payload.ts';
import { precise, short } from '#cli/validation-report/number-text.ts';
import type { StudyPayload, ValidationPayload } from '#cli/validation-report/payload.ts';
import { reproduceCommand, type ValidationHeader } from '#cli/validation-report/validation-header.ts';
import { studyHtml } from '#cli/validation-report/study-html.ts';
import { validationHtml } from '#cli/validation-report/validation-html.ts';
import type { PoseJudgement, RefinementStudy } from '#validation';
import { summarise } from '#validation/summarise.ts';
import { run } from '#harness/command.ts';
import { fakeJudgement } from '#harness/fake-judge-pool.ts';
import { boxMesh, loweringPath, sphereMesh } from '#harness/fake-toolkit.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const POSES = 12;
const SCRIPT = 'const a = "</script><!--";';
const hostile = '<img src=x onerror=alert(1)> & \'co\' "x".stl';
const hash = (digit: string) => digit.repeat(64);

const header: ValidationHeader = {
  format: 'kerf-validation',
  formatVersion: 1,
  kerf: '9.9.9',
  node: 'v20.0.0',
  units: { length: 'mm', time: 'ms' },
  bone: { file: hostile, vertices: 1234, faces: 5678, sha256: hash('a') },
  tool: { file: 'tool.nii.gz', vertices: 12, faces: 34, sha256: hash('b'), isoValue: 225.5 },
  poses: { from: 'file', file: 'the cut.csv', sha256: hash('c'), count: POSES },
  options: { contactDistance: 0.2, resolution: 0.5, seed: 7, samples: 5, oracleLimit: 2000 },
  backend: 'cpu',
  backendReason: `asked for ${hostile}`,
  signed: { bone: true, tool: true },
};
const bone = sphereMesh(12);
const tool = boxMesh();
const path = loweringPath(POSES);
const held = Array.from({ length: POSES }, (_, pose) =>
  fakeJudgement(pose, path.subarray(16 * pose, 16 * pose + 16), header.options),
);
const broken = held.map((judgement): PoseJudgement => {
  if (judgement.pose === 5)
    return {
      ...judgement,
      state: { kerf: 'near', exact: 'intersecting' },
      pairs: { ...judgement.pairs, missed: 3, extra: 1 },
      stable: { ...judgement.stable, repeats: false },
    };
  return judgement.pose === 8 ? { ...judgement, certified: { judged: 5, broken: 2, undecided: 1 } } : judgement;
});
const undecided = held.map((judgement) =>
  judgement.pose === 3 ? { ...judgement, sound: { judged: 5, broken: 0, undecided: 1 } } : judgement,
);

function page(judgements: readonly PoseJudgement[], head = header) {
  const payload = validationPayload({
    header: head,
    summary: summarise(judgements),
    judgements,
    times: null,
    bone,
    tool,
  });
  return { payload, html: validationHtml(payload, SCRIPT) };
}

function embedded<Payload>(html: string): Payload {
  return JSON.parse(/<script type="application\/json" id="kerf-data">([^<]*)<\/script>/.exec(html)![1]);
}

/** The cells of a table's rows, as text. */
function rows(html: string, name: string): string[][] {
  const table = new RegExp(`<table class="${name}">.*?</table>`, 's').exec(html)![0];
  const body = /<tbody>(.*)<\/tbody>/s.exec(table)![1];
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell
        .replaceAll('<br>', ' ')
        .replace(/<[^>]*>/g, '')
        .trim(),
    ),
  );
}

const study: RefinementStudy = {
  bodies: [{ name: '<b>ball</b>', expression: 'x < 3' }],
  rows: [2, 1, 0.5].map((resolution) => ({
    body: '<b>ball</b>',
    faces: 1280,
    edge: 1.25,
    resolution,
    contacts: 77,
    width: { mean: resolution / 4, max: resolution / 2 },
    error: { mean: resolution ** 2 / 16, max: resolution ** 2 / 8 },
    meshError: { mean: 1 / 64, max: 1 / 32 },
    samplingError: { mean: resolution ** 2 / 32, max: resolution ** 2 / 16 },
    truthWidth: 1e-9,
    milliseconds: 12.5,
  })),
  fits: [
    {
      ...({ body: '<b>ball</b>', quantity: 'width', statistic: 'max', against: 'resolution' } as const),
      ...{ order: 1.0375, constant: 0.53125, points: 3, unresolved: 2, r2: 0.98765 },
    },
  ],
};
const studyPage = studyHtml(
  study,
  { format: 'kerf-refinement', formatVersion: 1, kerf: '9.9.9', node: 'v20.0.0', units: { length: 'mm', time: 'ms' } },
  SCRIPT,
);

describe.each([
  ['validation.html', page(broken).html, "&lt;img src=x onerror=alert(1)&gt; &amp; 'co' &quot;x&quot;.stl"],
  ['refinement.html', studyPage, '&lt;b&gt;ball&lt;/b&gt;'],
])('%s', (_name, html, name) => {
  test('asks for nothing outside itself', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z0-9.-]+\.[a-z]{2,}/i);
    expect(html).not.toMatch(/<(link|iframe|object|embed|base)\b/i);
    expect(html).not.toMatch(/\s(src|href)\s*=\s*["'](?!data:)/i);
    expect(html).toContain(`content="default-src 'none'; script-src 'unsafe-inline'`);
  });
  test('a name cannot become markup, nor the data or the script end early', () => {
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain(name);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).toContain('const a = "<\\/script><\\!--";');
  });
});

describe('validation.html says without JavaScript', () => {
  test.each([
    ['held', held],
    ['broken', broken],
    ['undecided', undecided],
  ])('the verdict %s, and its sentence', (verdict, judgements) => {
    const { payload, html } = page(judgements);
    expect(payload.summary.verdict).toBe(verdict);
    expect(html).toContain(`<p class="verdict ${verdict}">`);
    expect(html).toContain(`</strong>${payload.summary.sentence}</p>`);
  });

  test('of every guarantee how many cases were judged, broken, undecided', () => {
    const { payload, html } = page(broken);
    const { summary } = payload;
    const { complete, sound, local, certified, distance, decided } = summary;
    const tallies = [complete, sound, local, certified].map((tally) => [tally.judged, tally.broken, tally.undecided]);
    const expected = [
      ...tallies,
      [POSES, 1, 0],
      [decided.oracle.f64 + decided.oracle.exact, 4, 0],
      [POSES, 1, 0],
      [distance.judged, distance.broken, distance.undecided],
    ];
    const table = rows(html, 'guarantees');
    expect(
      table.map(([, , ...numbers]) => numbers.slice(0, 3).map((text) => Number.parseInt(text.replaceAll(',', ''), 10))),
    ).toEqual(expected);
    const outcomes = ['held', 'held', 'held', 'broken', 'broken', 'broken', 'broken', 'held'];
    expect(table.map(([, outcome]) => outcome)).toEqual(outcomes);
    expect(table.every((row) => row[5].length > 30)).toBe(true);
    expect(html).toContain('(3 missed, 1 extra)');
  });

  test('no case as no case, not as held', () => {
    const nothing = { judged: 0, broken: 0, undecided: 0 };
    const empty = held.map(
      (judgement): PoseJudgement => ({
        ...judgement,
        ...{ sound: nothing, certified: nothing, samples: [], worst: null, insideDistance: null },
        region: { bone: null, tool: null },
      }),
    );
    const { html } = page(empty);
    const outcomes = rows(html, 'guarantees').map(([name, outcome]) => [name, outcome]);
    expect(outcomes.filter(([, outcome]) => outcome === 'no case').map(([name]) => name)).toEqual([
      'G2 sound',
      'G4 certified',
    ]);
    expect(html).toContain('there is no worst case');
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('the figures of the summary', () => {
    const { payload, html } = page(broken);
    const { error, width, region, contacts } = payload.summary;
    const figures = /<dl>.*?<\/dl>/s.exec(html)![0];
    for (const value of [error.mean, error.median, error.p95, error.max, width.mean, width.max])
      expect(figures).toContain(` ${short(value)}`);
    expect(figures).toContain(`upper bound ${short(region.reportedToExact.high!)} mm`);
    expect(figures).toContain(`${error.count} sampled contacts`);
    expect(figures).toContain(`(of ${contacts} contacts)`);
  });

  test('an unknown bound as unknown', () => {
    const unknown = { reportedToExact: { low: 0.125, high: null }, exactToReported: null };
    const { html } = page(held.map((judgement) => ({ ...judgement, region: { bone: unknown, tool: null } })));
    expect(html).toContain('upper bound (unknown)');
    expect(rows(html, 'poses').every((row) => row[9] === 'unknown / unknown' && row[10] === '–')).toBe(true);
  });

  test('the worst cases with their numbers', () => {
    const { payload, html } = page(held);
    const { worst } = payload.summary;
    expect(worst.length).toBeGreaterThan(1);
    const expected = worst.map(({ pose, contact }, i) => {
      const { body, face, error, distance, exactLow, exactHigh, low, high } = contact;
      const places = [contact.point, contact.opposite].map((at) => `(${at.map((v) => v.toFixed(3)).join(', ')})`);
      return [
        ...[`${i + 1}`, `${pose}`, `${body} ${face}`, short(error), precise(distance)],
        ...[`[${precise(exactLow)}, ${precise(exactHigh)}]`, `[${short(low)}, ${short(high)}]`, places.join(' ')],
      ];
    });
    expect(rows(html, 'cases')).toEqual(expected);
  });

  test('every pose: those with faults first, and what the faults are', () => {
    const { html } = page(broken.map((judgement, i) => (i === 3 ? undecided[3] : judgement)));
    const table = rows(html, 'poses');
    expect(table).toHaveLength(POSES);
    expect(new Set(table.map(([pose]) => pose)).size).toBe(POSES);
    const faults = new Map(table.map(([pose, , words]) => [pose, words]));
    expect(new Set(table.slice(0, 2).map(([pose]) => pose))).toEqual(new Set(['5', '8']));
    expect(table[2][0]).toBe('3');
    expect(faults.get('5')).toBe(
      'state: kerf says near; pairs missed: 3; pairs extra: 1; not the same when asked again',
    );
    expect(faults.get('8')).toBe('G4: 2 broken; G4: 1 undecided');
    expect(faults.get('3')).toBe('G2: 1 undecided');
    const others = table.slice(3);
    expect(others.every(([, , words]) => words === 'none')).toBe(true);
    const errors = others.map((row) => Number(row[7]));
    expect(errors).toEqual([...errors].sort((a, b) => b - a));
    const shown = table.find(([pose]) => pose === '7')!;
    expect(shown.slice(3, 7)).toEqual(['17', '30', '12', short(held[7].insideDistance!)]);
  });

  test('inputs with their checksums, options and versions', () => {
    const { html } = page(held);
    for (const text of [hash('a'), hash('b'), hash('c'), '5,678 faces', '225.5', '0.2 mm', '0.5 mm', '2,000 pieces'])
      expect(html).toContain(text);
    expect(html).toContain('kerf 9.9.9, Node v20.0.0');
    expect(html).toContain('cpu (asked for ');
    const drawn = page(held, { ...header, poses: { from: 'random', seed: 7, count: POSES } });
    expect(drawn.html).toContain(`${POSES}, drawn with seed 7`);
    expect(html).not.toContain('open or inconsistently oriented');
    expect(page(held, { ...header, signed: { bone: false, tool: true } }).html).toContain('Here the tool is open');
  });
});

test('a shell takes the command apart into the words that repeat the run', () => {
  const words = (head: ValidationHeader) =>
    run('.', 'sh', '-c', `printf '%s\\n' ${reproduceCommand(head)}`)
      .trimEnd()
      .split('\n');
  const options = [
    '--seed',
    '7',
    '--distance',
    '0.2',
    '--resolution',
    '0.5',
    '--samples',
    '5',
    '--oracle-limit',
    '2000',
  ];
  const bodies = ['--bone', hostile, '--tool', 'tool.nii.gz', '--iso', '225.5'];
  expect(words(header)).toEqual(['kerf', 'validate', ...bodies, '--path', 'the cut.csv', ...options, '--out', 'DIR']);
  expect(words({ ...header, poses: { from: 'random', seed: 7, count: 40 } })).toEqual([
    'kerf',
    'validate',
    ...bodies,
    '--random',
    '40',
    ...options,
    '--out',
    'DIR',
  ]);
});

describe('the data of validation.html', () => {
  test('are the payload, and decode to what the judgements said', () => {
    const { payload, html } = page(broken);
    const data = embedded<ValidationPayload>(html);
    expect(data).toEqual(JSON.parse(JSON.stringify(payload)));
    expect(data.header.bone.file).toBe(hostile);
    const samples = broken.flatMap((judgement) => judgement.samples);
    expect(data.samples.total).toBe(samples.length);
    for (const key of ['exact', 'error', 'width'] as const)
      expect(Array.from(unpack(data.samples[key]))).toEqual(samples.map((sample) => Math.fround(sample[key])));
    const { series } = data;
    expect(Array.from(unpack(series.pose))).toEqual(broken.map(({ pose }) => pose));
    expect(Array.from(unpack(series.faces))).toEqual(broken.map(({ faces }) => faces));
    for (const key of ['kerf', 'oracle'] as const)
      expect(Array.from(unpack(series[key]))).toEqual(broken.map((pose) => Math.fround(pose.milliseconds[key])));
    const region = unpack(series.region.bone.reportedToExact);
    expect(Array.from(region)).toEqual(broken.map((pose) => Math.fround(pose.region.bone!.reportedToExact.high!)));
    expect(unpack(series.region.tool.exactToReported).every(Number.isNaN)).toBe(true);
    for (const { pose, matrix } of data.cases) expect(matrix).toEqual(broken[pose].matrix);
  });

  test('a large run is thinned evenly, with the greatest error kept (seed 11)', () => {
    const random = mulberry32(11);
    const greatest = { exact: -1, error: 0.75, width: 0.5 };
    const large = Array.from({ length: 400 }, (_, pose): PoseJudgement => {
      const judgement = fakeJudgement(pose, path.subarray(0, 16), header.options);
      const samples = Array.from({ length: 100 }, (_, i) =>
        pose === 7 && i === 33 ? greatest : { exact: -random(), error: random() / 100, width: random() / 10 },
      );
      return { ...judgement, samples };
    });
    const { payload, html } = page(large);
    expect(html.length).toBeLessThan(15e6);
    const errors = unpack(payload.samples.error);
    expect(payload.samples.total).toBe(40_000);
    expect(errors.length).toBeGreaterThan(15_000);
    expect(errors.length).toBeLessThanOrEqual(20_000);
    expect(errors).toContain(Math.fround(greatest.error));
    expect(payload.listed).toHaveLength(300);
  });

  inDeep(() => {
    test('a large surface is cropped about the cases, and the page stays below 15 MB (seed 12)', () => {
      const random = mulberry32(12);
      const places = Array.from({ length: 6 }, () => {
        const v = [random() - 0.5, random() - 0.5, random() - 0.5];
        return v.map((value) => (40 * value) / Math.hypot(...v));
      });
      const cases = held.slice(0, 6).map((judgement, pose): PoseJudgement => {
        const point = places[pose];
        return { ...judgement, worst: { ...judgement.worst!, point, opposite: point, error: 1 - pose / 100 } };
      });
      const sphere = sphereMesh(longRun(400, 260));
      const payload = validationPayload({
        ...{ header, bone: sphere, tool: sphere, times: null },
        ...{ judgements: cases, summary: summarise(cases) },
      });
      expect(validationHtml(payload, SCRIPT).length).toBeLessThan(15e6);
      expect(payload.bone.facesShown).toBeLessThan(payload.bone.facesTotal);
      // What is left out is farther from every case than what is shown near it, so each case keeps its surroundings.
      const shown = unpack(payload.bone.positions);
      for (const place of places) {
        let near = 0;
        for (let i = 0; i < shown.length; i += 3)
          if (Math.hypot(shown[i] - place[0], shown[i + 1] - place[1], shown[i + 2] - place[2]) < 5) near++;
        let all = 0;
        for (let i = 0; i < sphere.positions.length; i += 3) {
          const [x, y, z] = sphere.positions.subarray(i, i + 3);
          if (Math.hypot(x - place[0], y - place[1], z - place[2]) < 5) all++;
        }
        expect(all).toBeGreaterThan(100);
        expect(near).toBe(all);
      }
    });
  });
});

describe('the histogram', () => {
  test('counts every error in the bin whose middle is nearest (seed 3)', () => {
    const random = mulberry32(3);
    for (const scale of [1e-14, 1e-6, 0.3, 1e3])
      for (let trial = 0; trial < longRun(20, 4); trial++) {
        const errors = Array.from({ length: 300 }, () => scale * (random() ** 3 - 0.1 * random()));
        const { step, first, counts } = errorHistogram(errors);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(errors.length);
        expect(counts.length).toBeGreaterThan(30);
        expect(counts.length).toBeLessThanOrEqual(102);
        const inside = Array.from(counts, (_, bin) => {
          const middle = (first + bin) * step;
          return errors.filter((error) => Math.abs(error - middle) < step / 2 - 1e-9 * step).length;
        });
        expect(Array.from(counts)).toEqual(inside);
      }
  });
  test.each([
    ['of nothing', [], 0],
    ['of zeros', [0, 0, 0], 3],
    ['of one value', [-0.25], 1],
  ])('%s', (_what, errors, total) => {
    const { step, counts } = errorHistogram(errors);
    expect(step).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
  });
});

describe('refinement.html', () => {
  test('shows every fit and every measurement without JavaScript', () => {
    const [fit] = rows(studyPage, 'fitted');
    expect(fit.slice(0, 3)).toEqual(['&lt;b&gt;ball&lt;/b&gt;', 'certified width', 'h, on the finest mesh']);
    expect(fit.slice(3)).toEqual(['no fit', '–', '–', '–', '1.04', '0.5313', '0.9877', '3 (2)']);
    const measured = rows(studyPage, 'measured');
    expect(measured.map((row) => row.slice(1, 7))).toEqual(
      study.rows.map(({ resolution: h, width }) => [
        '1,280',
        '1.25',
        short(h),
        '77',
        short(width.mean),
        short(width.max),
      ]),
    );
    expect(measured[0].slice(7)).toEqual(['0.25', '0.5', '0.01563', '0.03125', '0.125', '0.25', '1.00e-9', '12.5']);
  });
  test('its data are the study', () => {
    const data = embedded<StudyPayload>(studyPage);
    expect(data.study).toEqual(study);
    expect(data.header.format).toBe('kerf-refinement');
  });
});

test('numbers keep four digits, ends of brackets nine', () => {
  const random = mulberry32(8);
  for (let i = 0; i < 1000; i++) {
    const value = (random() - 0.5) * 10 ** (12 * (random() - 0.8));
    expect(Math.abs(Number(short(value)) - value)).toBeLessThanOrEqual(0.006 * Math.abs(value));
    expect(Math.abs(Number(precise(value)) - value)).toBeLessThanOrEqual(1e-8 * Math.abs(value));
    if (Math.abs(value) >= 1e-3) expect(Math.abs(Number(short(value)) - value)).toBeLessThan(6e-4 * Math.abs(value));
  }
  expect([short(0), precise(0)]).toEqual(['0', '0']);
});
