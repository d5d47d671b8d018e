// Handmade judgements → the word, the sums and the sentence that they must give.

import { describe, expect, test } from '@jest/globals';
import {
  type AnswerJudgement,
  type DepthDefinition,
  depthDefinitions,
  type Enclosure,
  type JudgeOptions,
  summariseEngine,
} from '#validation';

const OPTIONS: JudgeOptions = { tolerance: 0.1, radius: 1, feed: null, oracleLimit: 1 };
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function judgement(pose: number, changes: Partial<AnswerJudgement> = {}): AnswerJudgement {
  return {
    ...{ pose, repetition: 0, matrix: identity, exact: { state: 'intersecting', pairs: 3, distance: 0 } },
    ...{ verdict: null, pairs: null, distance: null, depth: null, contacts: null, repeats: null },
    milliseconds: { engine: null, oracle: 1 },
    ...changes,
  };
}
const summary = (...judgements: AnswerJudgement[]) =>
  summariseEngine({ name: 'plain', version: '2' }, judgements, OPTIONS);
const right = { engine: 'contact', finding: 'right' } as const;
const exactly = (value: number): Enclosure => ({ low: value, high: value });

/** A depth of the engine and the exact ones; which definitions agree follows from these. */
function depth(engine: number, exact: Partial<Record<DepthDefinition, Enclosure>>): AnswerJudgement['depth'] {
  const all = { nearest: null, feed: null, protrusion: null, translation: null, ...exact };
  const agrees = depthDefinitions.filter((name) => {
    const within: Enclosure | null = all[name];
    return within !== null && engine >= within.low - 0.1 && engine <= within.high + 0.1;
  });
  return { engine, exact: all, agrees };
}

describe('the word', () => {
  test.each<[string, Partial<AnswerJudgement>]>([
    ['a false verdict', { verdict: { engine: 'contact', finding: 'false' } }],
    ['a missed one', { verdict: { engine: 'separated', finding: 'missed' } }],
    ['the wrong kind', { verdict: { engine: 'enclosed', finding: 'other' } }],
    ['a missed pair', { pairs: { engine: 2, missed: 1, extra: 0, repeated: 0 } }],
    ['an extra pair', { pairs: { engine: 4, missed: 0, extra: 1, repeated: 0 } }],
    ['a repeated pair', { pairs: { engine: 4, missed: 0, extra: 0, repeated: 1 } }],
    ['a distance beyond the tolerance', { distance: { engine: 0.2, error: -0.1001 } }],
    ['a depth of no definition', { depth: depth(3, { nearest: exactly(1), feed: exactly(2) }) }],
    ['a repetition that is not the same', { repetition: 1, repeats: false }],
    ['a point off the region', { contacts: contacts('out', 0) }],
    ['a normal backwards', { contacts: contacts('in', 90.1) }],
  ])('differs: %s', (_says, changes) => {
    expect(summary(judgement(0, { verdict: right }), judgement(1, changes)).verdict).toBe('differs');
  });

  test.each<[string, Partial<AnswerJudgement>]>([
    ['verdicts right', { verdict: right }],
    ['a distance within the tolerance', { distance: { engine: 0.2, error: 0.0999 } }],
    ['a depth by one definition', { depth: depth(2, { nearest: exactly(1), feed: exactly(2) }) }],
    ['most of the region uncovered', { contacts: contacts('in', 89) }],
    ['a repetition that is the same', { repetition: 1, repeats: true }],
  ])('agrees: %s', (_says, changes) => {
    expect(summary(judgement(0, { verdict: right }), judgement(1, changes)).verdict).toBe('agrees');
  });

  test('undecided: nothing judged, or a depth whose interval is too wide to tell', () => {
    expect(summary(judgement(0))).toMatchObject({ verdict: 'undecided' });
    const wide = summary(judgement(0, { depth: depth(1, { nearest: { low: 0.9, high: 1.2 } }) }));
    expect(wide).toMatchObject({
      verdict: 'undecided',
      depth: { definitions: { nearest: { agrees: 1, undecided: 1 } } },
    });
    const narrow = summary(judgement(0, { depth: depth(1, { nearest: { low: 0.95, high: 1.05 } }) }));
    expect(narrow).toMatchObject({
      verdict: 'agrees',
      depth: { definitions: { nearest: { agrees: 1, undecided: 0 } } },
    });
  });
});

function contacts(place: 'in' | 'out', normalError: number): AnswerJudgement['contacts'] {
  const row = { point: [0, 0, 0], bone: exactly(0), tool: exactly(0), place, normalError, depth: null };
  return {
    rows: [row],
    elsewhere: { mirrored: 0, metres: 0 },
    bone: { area: { low: 10, high: 12 }, uncovered: { low: 6, high: 9 } },
    tool: null,
  };
}

describe('depth', () => {
  const exact = { nearest: exactly(1), feed: exactly(4), translation: exactly(2) };
  test('the definition that the most answers in contact agree with; an answer by another one differs', () => {
    const apart = { state: 'separated', pairs: 0, distance: 5 } as const;
    const nothing = { nearest: exactly(0), feed: exactly(0), translation: exactly(0) };
    const all = [
      ...[4.05, 3.95, 4].map((engine, pose) => judgement(pose, { depth: depth(engine, exact) })),
      judgement(3, { depth: depth(1, exact) }),
      judgement(4, { depth: depth(0, nothing), exact: apart }),
    ];
    const mixed = summary(...all);
    expect(mixed.depth).toMatchObject({ judged: 5, none: 0, agreesWith: 'feed' });
    expect(mixed.depth!.definitions.feed).toMatchObject({ judged: 5, agrees: 4, error: { max: 3, worstPose: 3 } });
    expect(mixed.depth!.definitions.nearest).toMatchObject({ judged: 5, agrees: 2 });
    expect(mixed.depth!.definitions.protrusion).toMatchObject({ judged: 0, agrees: 0, error: { worstPose: null } });
    expect(mixed.verdict).toBe('differs');
    expect(summary(...all.filter(({ pose }) => pose !== 3)).verdict).toBe('agrees');
  });
  test('that of bodies apart says nothing of the definition', () => {
    const apart = judgement(0, {
      depth: depth(0, { nearest: exactly(0) }),
      exact: { state: 'separated', pairs: 0, distance: 5 },
    });
    expect(summary(apart)).toMatchObject({ verdict: 'agrees', depth: { agreesWith: null, none: 0 } });
  });
});

test('sums, shares and quantiles', () => {
  const all = Array.from({ length: 100 }, (_, pose) =>
    judgement(pose, {
      milliseconds: { engine: pose + 1, oracle: 1 },
      pairs: { engine: 4, missed: 1, extra: 2, repeated: 0 },
      contacts: contacts('in', pose / 10),
      distance: { engine: 0, error: pose % 2 === 0 ? -pose : pose },
    }),
  ).reverse();
  const {
    milliseconds,
    pairs,
    contacts: points,
    distance,
    states,
    absent,
  } = summary(...all, judgement(5, { repetition: 1, repeats: true }));
  expect(milliseconds).toEqual({ count: 100, median: 50, p99: 99 });
  expect(pairs).toEqual({ judged: 100, engine: 400, exact: 300, missed: 100, extra: 200, repeated: 0 });
  expect(points!.share).toEqual({ low: 600 / 1200, high: 900 / 1000 });
  expect(points!.normals!.error).toMatchObject({ max: 9.9, median: 4.9, worstPose: 99 });
  expect(distance).toMatchObject({ beyond: 99, error: { max: 99, mean: 49.5, worstPose: 99 } });
  expect(states).toEqual({ separated: 0, intersecting: 100, enclosed: 0 });
  expect(absent).toEqual(['verdicts', 'depths']);
});

test('the sentence', () => {
  const { sentence } = summary(
    judgement(0, { verdict: right, pairs: { engine: 3, missed: 1, extra: 2, repeated: 0 } }),
    judgement(1, {
      verdict: { engine: 'separated', finding: 'missed' },
      exact: { state: 'enclosed', pairs: 0, distance: 2 },
      distance: { engine: 2.5, error: 0.5 },
      depth: depth(1, { nearest: exactly(1) }),
      contacts: contacts('out', 12.3456),
    }),
    judgement(1, { repetition: 1, repeats: false }),
  );
  expect(sentence).toBe(
    'Over 3 answers at 2 poses, plain 2 differs from the exact answers: of 2 verdicts 0 false, 1 missed (1 of bodies ' +
      'one inside the other); 1 of 3 face pairs missed, 2 extra; 1 of 1 distance off by more than 0.1 mm, at most 0.5; ' +
      '1 of 1 contact point farther than 0.1 mm from the contact region, of which they leave 50 % to 90 % uncovered at ' +
      '1 mm; normals 12.3° off at the median, 0 backwards; depths by the definition "nearest" at 1 of 1 answer, within ' +
      '0.1 mm; 1 of 1 repeated answer not the same.',
  );
  expect(summary(judgement(0)).sentence).toBe(
    'Over 1 answer at 1 pose, plain 2 could be found neither right nor wrong: nothing that could be judged.',
  );
});
