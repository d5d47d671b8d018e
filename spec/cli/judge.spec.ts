// `kerf judge` in this process: an engine without a fault, one planted fault of each kind, and inputs it refuses.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EngineAnswer, EngineSummary } from '#validation';
import { recordedTerminal } from '#harness/fake-toolkit.ts';
import { JudgeFolder, judgeKit, kerfJudge, poses, states, trueAnswers } from '#harness/judge-command.ts';
import { inDeep } from '#harness/sets.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { withoutTimes } from '#harness/validation-times.ts';

drawSmallPictures();

let exact: readonly EngineAnswer[];
/** Without contacts and depths, which take the oracle longest. */
let bare: readonly EngineAnswer[];
let folder: JudgeFolder;
beforeAll(async () => {
  exact = await trueAnswers();
  bare = exact.map(({ contacts, depth, ...answer }) => answer);
});
beforeEach(async () => {
  folder = await JudgeFolder.create();
});

/** The answers, one of them changed. */
const changed = (pose: number, change: (answer: EngineAnswer) => object, answers = bare) =>
  answers.map((answer) => (answer.pose === pose ? change(answer) : answer));

async function summaryOf(answers: readonly object[], ...words: string[]): Promise<EngineSummary> {
  await folder.results(answers);
  await kerfJudge(folder.words(...words));
  return (await folder.json()).summary;
}

test('the poses are what they are called, and there is something to be wrong about', () => {
  expect(exact.map(({ verdict }) => verdict)).toEqual(states);
  for (const { contacts = [], pairs = [], verdict } of exact) {
    expect(contacts.length > 0).toBe(verdict !== 'separated');
    expect(pairs.length > 8).toBe(verdict === 'intersecting');
  }
});

describe('an engine without a fault', () => {
  async function agrees(answers: readonly object[], parts: object): Promise<void> {
    await folder.results(answers);
    const { exitCode, out, err } = await kerfJudge(folder.words());
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect((await readdir(folder.out)).sort()).toEqual(['judge.csv', 'judge.html', 'judge.json']);
    const { summary, judgements, notices } = await folder.json();
    expect(out).toContain(`Verdict: an engine agrees with the oracle. ${summary.sentence}`);
    expect(notices).toEqual([]);
    expect(summary).toMatchObject({
      verdict: 'agrees',
      answers: poses.length,
      states: { separated: 1, intersecting: 3, enclosed: 1 },
      verdicts: { judged: poses.length, right: poses.length, false: 0, missed: 0, other: 0 },
      pairs: { missed: 0, extra: 0, repeated: 0 },
      distance: { beyond: 0 },
      ...parts,
      determinism: null,
      milliseconds: { count: poses.length, median: 3, p99: 5 },
      suspicions: [],
    });
    expect(judgements.map(({ pose, exact: { state } }) => [pose, state])).toEqual([...states.entries()]);
  }
  test('agrees: exit code 0, three files, every part right', () => agrees(bare, { contacts: null, depth: null }));
  inDeep(() => {
    test('agrees with contacts and depths, too', () => {
      const contacts = { out: 0, normals: { backwards: 0 } };
      return agrees(exact, { contacts, depth: { none: 0, agreesWith: 'nearest' } });
    });
  });

  test('a row an answer in judge.csv, each as long as the row of names', async () => {
    await folder.results([...bare, bare[2]]);
    await kerfJudge(folder.words());
    const [names, ...rows] = (await readFile(join(folder.out, 'judge.csv'), 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(exact.length + 1);
    for (const row of rows) expect(row.split(',')).toHaveLength(names.split(',').length);
    const column = (name: string) => rows.map((row) => row.split(',')[names.split(',').indexOf(name)]);
    expect(column('pose')).toEqual(['0', '1', '2', '2', '3', '4']);
    expect(column('repetition')).toEqual(['0', '0', '0', '1', '0', '0']);
    expect(column('repeats')).toEqual(['', '', '', 'true', '', '']);
    expect(column('depth_feed_low_mm')).toEqual(Array(6).fill(''));
    expect(column('state_exact')).toEqual(['separated', ...Array(4).fill('intersecting'), 'enclosed']);
  });

  test('what is absent is not judged, and that is said', async () => {
    const { summary } = await judged(exact.map(({ pose, verdict }) => ({ pose, verdict })));
    const { pairs, distance, contacts, depth, milliseconds } = summary;
    expect({ pairs, distance, contacts, depth, milliseconds }).toEqual({
      ...{ pairs: null, distance: null, contacts: null, depth: null, milliseconds: null },
    });
    expect(summary.verdict).toBe('agrees');
    expect(summary.absent.length).toBeGreaterThan(3);
    expect(await readFile(join(folder.out, 'judge.html'), 'utf8')).toContain('Not in the results');
  });

  test('poses without an answer are left out, and that is said', async () => {
    await folder.results(bare.slice(1, 3));
    const { err } = await kerfJudge(folder.words());
    const { judgements, notices } = await folder.json();
    expect(judgements.map(({ pose }) => pose)).toEqual([1, 2]);
    expect(notices).toHaveLength(1);
    expect(err).toBe(`kerf: ${notices[0]}\n`);
  });

  inDeep(() => {
    test('with --feed the depth along it is a definition, too', async () => {
      const summary = await summaryOf(
        exact.slice(1, 2).map(({ pose, depth }) => ({ pose, depth })),
        '--feed',
        '-1,0,0',
      );
      expect(summary.depth?.definitions.feed.judged).toBe(1);
    });
  });

  async function judged(answers: readonly object[]) {
    await folder.results(answers);
    await kerfJudge(folder.words());
    return folder.json();
  }
});

describe('a planted fault is found and counted:', () => {
  const flipped = ({ contacts = [], ...answer }: EngineAnswer) => ({
    ...answer,
    contacts: contacts.map((contact, i) =>
      i === 0 ? { ...contact, normal: contact.normal?.map((x) => -x) } : contact,
    ),
  });
  const moved = ({ contacts = [], ...answer }: EngineAnswer) => ({
    ...answer,
    contacts: contacts.map((contact, i) => (i < 2 ? { ...contact, point: [30, 0, 0] } : contact)),
  });
  const faults: [what: string, answers: () => object[], finds: object][] = [
    [
      'a contact that is missed',
      () => changed(2, (a) => ({ ...a, verdict: 'separated' })),
      { verdicts: { missed: 1, missedEnclosed: 0, false: 0, other: 0, right: 4 } },
    ],
    [
      'a tool inside the bone that is missed',
      () => changed(4, (a) => ({ ...a, verdict: 'separated' })),
      { verdicts: { missed: 1, missedEnclosed: 1 } },
    ],
    [
      'a false contact',
      () => changed(0, (a) => ({ ...a, verdict: 'contact' })),
      { verdicts: { false: 1, missed: 0, right: 4 } },
    ],
    [
      'a contact of another kind',
      () => changed(4, (a) => ({ ...a, verdict: 'intersecting' })),
      { verdicts: { other: 1, right: 4 } },
    ],
    [
      'three pairs missed',
      () => changed(2, ({ pairs = [], ...a }) => ({ ...a, pairs: pairs.slice(6) })),
      { pairs: { missed: 3, extra: 0, repeated: 0 } },
    ],
    [
      'two extra pairs',
      () => changed(0, (a) => ({ ...a, pairs: [0, 0, 1, 1] })),
      { pairs: { missed: 0, extra: 2, repeated: 0 } },
    ],
    [
      'a distance that is off',
      () => changed(0, ({ distance = 0, ...a }) => ({ ...a, distance: distance + 0.5 })),
      { distance: { beyond: 1, error: { worstPose: 0 } } },
    ],
    [
      'a normal that points backwards',
      () => changed(1, () => flipped(exact[1])),
      { contacts: { out: 0, normals: { backwards: 1 } } },
    ],
    ['a depth that is that of no definition', () => changed(2, (a) => ({ ...a, depth: 40 })), { depth: { none: 1 } }],
    [
      'a second answer that is another one',
      () => [...bare, { ...bare[1], distance: 0.01 }],
      { determinism: { repeated: 1, different: 1 } },
    ],
  ];
  const finds = async (_what: string, answers: () => object[], found: object) => {
    await folder.results(answers());
    const { exitCode, out, err } = await kerfJudge(folder.words());
    const { summary } = await folder.json();
    expect(summary).toMatchObject({ verdict: 'differs', ...found });
    expect(exitCode).toBe(5);
    expect(out).toContain('Verdict: an engine differs from the oracle.');
    expect(err).toContain(`kerf: an engine differs from the oracle. ${summary.sentence}\n`);
  };
  test.each(faults)('%s', finds);
  inDeep(() => {
    test('two points outside', () => finds('', () => changed(3, () => moved(exact[3])), { contacts: { out: 2 } }));
  });

  test('pairs given twice are reported, and are no fault', async () => {
    const summary = await summaryOf(changed(2, ({ pairs = [], ...a }) => ({ ...a, pairs: [...pairs, ...pairs] })));
    expect(summary.pairs).toMatchObject({ missed: 0, extra: 0, repeated: (exact[2].pairs ?? []).length / 2 });
  });

  inDeep(() => {
    test.each([
      ['metres', /metres/, (x: number) => x / 1000],
      ['the other frame', /LPS|RAS|negated/, (x: number, axis: number) => (axis < 2 ? -x : x)],
    ])('%s is suspected', async (_what, says, from) => {
      // Off the axes, so that the other frame gives another point.
      const answers = exact.slice(2, 4).map(({ pose, contacts = [] }) => ({
        pose,
        contacts: contacts.map(({ point }) => ({ point: point.map(from) })),
      }));
      const { suspicions } = await summaryOf(answers);
      expect(suspicions.join(' ')).toMatch(says);
    });
  });
});

describe('refused, with exit code and sentence:', () => {
  const line = (answer: object) => `${JSON.stringify(answer)}\n`;
  test.each([
    ['no file', null, 4, /^kerf: Cannot read .*results.jsonl: it does not exist/],
    [
      'a pose that does not exist',
      line({ pose: 99, verdict: 'contact' }),
      3,
      /line 1: pose is 99, expected a whole number from 0 to 4/,
    ],
    ['a line that is cut short', `${line({ pose: 0, verdict: 'contact' })}{"pose":1,"verd`, 3, /line 2/],
    ['not a number', '{"pose":0,"distance":NaN}\n', 3, /line 1.*distance/],
    ['nothing', '\n', 3, /no answer/],
  ])('%s', async (_what, text, code, says) => {
    if (text !== null) await writeFile(folder.file('results.jsonl'), text);
    const { exitCode, err } = await kerfJudge(folder.words());
    expect({ exitCode, err }).toEqual({ exitCode: code, err: expect.stringMatching(says) });
    expect(err).toMatch(/^kerf: [^\n]+\n$/);
  });

  test.each([
    [['--out', undefined], /Give --out DIR/],
    [['--results', undefined], /one of --results FILE and --engine MODULE/],
    [['--engine', 'a.mjs'], /one of --results FILE and --engine MODULE/],
    [['--schema', ''], /do nothing else/],
  ])('%j', async (more, says) => {
    const argv = folder.words(...(more as string[])).filter((word) => word !== '');
    const { exitCode, err } = await kerfJudge(argv);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringMatching(says) });
  });

  test.each([
    ['--tolerance', '0'],
    ['--radius', '-1'],
    ['--feed', '0,0,0'],
    ['--workers', '0'],
  ])('%s %s', async (option, value) => {
    await folder.results(bare);
    expect(await kerfJudge(folder.words(option, value))).toMatchObject({ exitCode: 3 });
  });
});

describe('--engine', () => {
  const module = (answer: (pose: Float64Array) => Omit<EngineAnswer, 'pose'>) => ({
    engine: { name: 'mine', version: '2' },
    createEngine: () => ({ answer }),
  });
  const words = () => folder.words('--results', undefined, '--engine', 'mine.mjs');
  const right = (pose: Float64Array) => ({
    verdict: exact[poses.findIndex((other) => other[12] === pose[12])].verdict,
  });

  test('is run first, and its answers are kept and judged', async () => {
    const { exitCode } = await kerfJudge(words(), judgeKit({ engine: module(right) }));
    expect(exitCode).toBe(0);
    const lines = (await readFile(join(folder.out, 'results.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + poses.length);
    const { summary, engine } = await folder.json();
    expect(engine).toEqual({ name: 'mine', version: '2' });
    expect(summary.milliseconds?.count).toBe(poses.length);
  });

  test('a run that is cut short goes on with the answers that were kept', async () => {
    const terminal = recordedTerminal();
    const stopped = judgeKit({
      engine: module(right),
      beforePose: (pose) => {
        if (pose === 2) terminal.abort.abort();
      },
    });
    expect(await kerfJudge(words(), stopped, terminal)).toMatchObject({ exitCode: 130 });
    const kept = await readFile(join(folder.out, 'results.jsonl'), 'utf8');
    const never = module(() => {
      throw new Error('asked again');
    });
    const { exitCode, err } = await kerfJudge(words(), judgeKit({ engine: never }));
    expect(exitCode).toBe(0);
    expect(err).toContain('it is not run again');
    expect(await readFile(join(folder.out, 'results.jsonl'), 'utf8')).toBe(kept);
  });

  test('a module that cannot be loaded is refused', async () => {
    const kit = judgeKit();
    kit.loadEngine = async () => {
      throw new Error("Cannot find package 'three'");
    };
    const { exitCode, err } = await kerfJudge(words(), kit);
    expect({ exitCode, err }).toEqual({
      exitCode: 3,
      err: expect.stringMatching(/mine.mjs cannot be loaded \(Cannot/),
    });
  });

  test.each([
    ['that exports no engine', {}, 3, /mine.mjs exports no engine with a name/],
    ['that exports no function', { engine: { name: 'a' } }, 3, /exports no function createEngine/],
    ['that fails at a pose', module(() => { throw new Error('no luck'); }), 3, /mine fails at pose 0 \(no luck\)/], // biome-ignore format: a line
    ['that answers nonsense', module(() => ({ distance: -1 })), 3, /results.jsonl, line 2: distance is -1/],
  ])('a module %s is refused', async (_what, engine, code, says) => {
    const { exitCode, err } = await kerfJudge(words(), judgeKit({ engine }));
    expect({ exitCode, err }).toEqual({ exitCode: code, err: expect.stringMatching(says) });
  });
});

test('stopped after two poses and resumed, it ends with the same files', async () => {
  await folder.results(bare);
  await kerfJudge(folder.words('--out', folder.file('whole')));
  const terminal = recordedTerminal();
  const kit = judgeKit({
    beforePose: (pose) => {
      if (pose === 2) {
        terminal.abort.abort();
        throw new Error('Terminating worker thread');
      }
    },
  });
  const { exitCode, err } = await kerfJudge(folder.words(), kit, terminal);
  expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringContaining('2 of 5 poses are kept') });
  expect(await readdir(folder.out)).toEqual(['judge.partial.jsonl']);
  const judged: number[] = [];
  const again = await kerfJudge(folder.words(), judgeKit({ beforePose: (pose) => judged.push(pose) }));
  expect(again).toMatchObject({ exitCode: 0, err: '2 of 5 poses were done already.\n' });
  expect(judged).toEqual([2, 3, 4]);
  const text = async (out: string) => withoutTimes(await readFile(join(out, 'judge.json'), 'utf8'));
  expect(await text(folder.out)).toBe(await text(folder.file('whole')));
});

test('poses of other results in the folder are refused by name', async () => {
  await folder.results(bare);
  const terminal = recordedTerminal();
  await kerfJudge(folder.words(), judgeKit({ beforePose: (pose) => pose === 2 && terminal.abort.abort() }), terminal);
  await folder.results(changed(2, (a) => ({ ...a, depth: 40 })));
  const { exitCode, err } = await kerfJudge(folder.words());
  expect({ exitCode, err }).toEqual({ exitCode: 3, err: expect.stringMatching(/of another run.*results\.sha256/) });
  expect(await kerfJudge(folder.words('--fresh', ''))).toMatchObject({ exitCode: 2 });
  const fresh = [...folder.words(), '--fresh'];
  expect(await kerfJudge(fresh)).toMatchObject({ exitCode: 5 });
});

test('--schema and --template print what a results file is', async () => {
  const page = await kerfJudge(['judge', '--schema']);
  expect(page).toMatchObject({ exitCode: 0, err: '', out: expect.stringContaining('verdict') });
  const schema = await kerfJudge(['judge', '--schema', '--json']);
  expect(JSON.parse(schema.out)).toMatchObject({ $defs: { answer: { required: ['pose'] } } });
  expect((await kerfJudge(['judge', '--template'])).out).toBe((await kerfJudge(['judge', '--template', 'jsonl'])).out);
});

inDeep(() => {
  test.each(['jsonl', 'csv'])('the %s template is judged as it stands', async (form) => {
    const { exitCode, out } = await kerfJudge(['judge', '--template', form]);
    expect(exitCode).toBe(0);
    await writeFile(folder.file(`results.${form}`), out);
    const argv = folder.words('--results', folder.file(`results.${form}`), '--oracle-limit', '100');
    expect([0, 5]).toContain((await kerfJudge(argv)).exitCode);
  });
});
