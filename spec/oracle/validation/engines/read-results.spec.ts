// Results files of both forms → the same answers; malformed files of every kind → an error with the file, the line and
// the value.

import { describe, expect, test } from '@jest/globals';
import { FormatError, mulberry32 } from '#core';
import {
  type EngineAnswer,
  readResults,
  resultLine,
  resultsHeader,
  resultsPage,
  resultsSchema,
  resultsTemplates,
} from '#validation';

const LIMITS = { poses: 5, strokes: 3, boneFaces: 100, toolFaces: 50 };
const read = (text: string) => readResults(text, 'a.jsonl', LIMITS);
const header = resultsHeader({ name: 'plain', version: '2', machine: 'a desk' });
const lines = (...rows: readonly unknown[]) => `${[header, ...rows.map((row) => JSON.stringify(row))].join('\n')}\n`;
const table = (columns: string, ...rows: readonly string[]) => `${[columns, ...rows].join('\n')}\n`;

describe('what is written is read:', () => {
  test('any answer, to the last bit, in JSON Lines (seed 5)', () => {
    const random = mulberry32(5);
    const answers = Array.from({ length: 5 }, (_, pose): EngineAnswer => {
      const z = 2 * random() - 1;
      const normal = [Math.sqrt(1 - z * z), 0, z];
      return {
        pose,
        verdict: 'contact',
        distance: random(),
        depth: random(),
        contacts: [
          { point: [random(), -random(), 1e9 * random()], normal, depth: random(), boneFace: 99, toolFace: 49 },
        ],
        pairs: [0, 1, 99, 49],
        milliseconds: random(),
      };
    });
    const text = [header, ...answers.map(resultLine)].join('\n');
    for (const ends of ['', '\n', '\r\n\r\n'])
      expect(read(text + ends)).toEqual({
        engine: { name: 'plain', version: '2', machine: 'a desk' },
        answers,
        strokes: [],
        notices: [],
      });
  });

  test('CSV and JSON Lines of the same answers', () => {
    const csv = table(
      'kind,pose,verdict,distance,depth,milliseconds,x,y,z,nx,ny,nz,bone_face,tool_face,stroke,status,time',
      'pose,0,separated,1.5,,0.25,,,,,,,,,,,',
      'pose,1,contact,0,.5,,,,,,,,,,,,',
      'contact,1,,,0.5,,1,-2,3e1,0,0,1,7,,,,',
      'contact,1,,,,,4,5,6,,,,,,,,',
      'pair,1,,,,,,,,,,,7,8,,,',
      'stroke,,,,,3,,,,,,,,,2,contact,0.5',
    );
    const json = lines(
      { pose: 0, verdict: 'separated', distance: 1.5, milliseconds: 0.25, contacts: [], pairs: [] },
      {
        ...{ pose: 1, verdict: 'contact', distance: 0, depth: 0.5, pairs: [7, 8] },
        contacts: [{ point: [1, -2, 30], normal: [0, 0, 1], depth: 0.5, boneFace: 7 }, { point: [4, 5, 6] }],
      },
      { stroke: 2, status: 'contact', time: 0.5, milliseconds: 3 },
    );
    const named = `# engine: plain\n# version: 2\n#machine:  a desk \n# a comment\n${csv}`;
    expect(read(named)).toEqual(read(json));
    expect(read(csv).engine).toEqual({ name: 'a.jsonl' });
  });

  test('a table without kinds has a pose or a stroke a row, and gives no contacts and no pairs', () => {
    expect(read(table('pose,verdict', '0,contact', '1,')).answers).toEqual([
      { pose: 0, verdict: 'contact' },
      { pose: 1 },
    ]);
    expect(read(table('stroke,status', '0,free')).strokes).toEqual([{ stroke: 0, status: 'free' }]);
  });

  test('the templates, as they stand, of both forms alike', () => {
    const [json, csv] = [resultsTemplates.jsonl, resultsTemplates.csv].map(read);
    expect(json.answers).toHaveLength(3);
    expect(json.engine.name).toBe('my engine');
    expect(csv.engine).toEqual(json.engine);
    // A table with contacts and pairs gives them at every pose; the JSON leaves them out at two.
    const filled = json.answers.map((answer) => ({ contacts: [], pairs: [], ...answer }));
    expect(csv.answers).toEqual(filled);
  });

  test('the page and the schema name every field', () => {
    for (const { properties } of Object.values(resultsSchema.$defs))
      for (const name of Object.keys(properties)) expect([name, resultsPage.includes(name)]).toEqual([name, true]);
  });
});

describe('odd, and taken:', () => {
  test('out of order: sorted and said, repetitions in the order of the file', () => {
    const { answers, notices } = read(
      lines({ pose: 3, distance: 1 }, { pose: 1 }, { pose: 3, distance: 2 }, { pose: 0 }, { pose: 4 }),
    );
    expect(answers).toEqual([
      { pose: 0 },
      { pose: 1 },
      { pose: 3, distance: 1 },
      { pose: 3, distance: 2 },
      { pose: 4 },
    ]);
    expect(notices).toEqual([
      'The answers are out of order and were sorted: line 3 is of pose 1, the row before it of 3.',
      'More than one answer is given to pose 3 (2 times): each is compared with the first.',
      '1 of 5 poses have no answer: not judged.',
    ]);
  });
  test('two poses repeated', () => {
    const { notices } = read(lines(...[0, 0, 1, 2, 2, 2, 3, 4].map((pose) => ({ pose }))));
    expect(notices).toEqual([
      'More than one answer is given to 2 poses, the first 0 (2 times): each is compared with the first.',
    ]);
  });
  test('a byte order mark, blank lines, no header', () => {
    expect(read('\uFEFF\n{"pose":2}\n\n').answers).toEqual([{ pose: 2 }]);
  });
});

const contact = (fields: object) =>
  lines({ pose: 0, contacts: [{ point: [0, 0, 0] }, { point: [1, 2, 3], ...fields }] });
const columns = 'kind,pose,verdict,depth,x,y,z,nx,ny,nz,bone_face,tool_face';

const refusals: readonly (readonly [code: string, text: string, says: string])[] = [
  ['EMPTY_RESULTS', '', 'a.jsonl holds no answer to any of the 5 poses'],
  ['EMPTY_RESULTS', `${header}\n`, 'a.jsonl holds no answer'],
  ['EMPTY_RESULTS', 'pose,verdict\n', 'a.jsonl holds no answer'],
  ['UNKNOWN_FORMAT', '[{"pose":0}]', 'a.jsonl begins with ['],
  ['SECOND_HEADER', `${lines({ pose: 0 })}${header}\n`, 'line 3: this is a first line again'],
  ['BAD_HEADER', '{"format":"kerf-poses","formatVersion":1}\n{"pose":0}', 'line 1: format is "kerf-poses"'],
  [
    'BAD_HEADER',
    '{"format":"kerf-results","formatVersion":1,"engine":{"version":"1"}}\n{"pose":0}',
    'which has no name',
  ],
  ['BAD_HEADER', '{"format":"kerf-results","formatVersion":1,"engine":{"name":"a","os":"b"}}', 'engine has "os": "b"'],
  [
    'WRONG_VERSION',
    '{"format":"kerf-results","formatVersion":2}\n{"pose":0}',
    'formatVersion is 2, and this kerf reads',
  ],
  [
    'TRUNCATED',
    lines({ pose: 0 }, { pose: 1, contacts: [{ point: [1, 2, 3] }] }).slice(0, -3),
    'line 3: the last line is cut',
  ],
  [
    'TRUNCATED',
    lines({ pose: 0 }, { pose: 1, verdict: 'contact' }).slice(0, -6),
    'so the run that wrote it was cut off',
  ],
  ['TRUNCATED', 'pose,verdict,distance\n0,contact,1\n1,cont', 'line 3: the last line is cut after 2 of 3 cells'],
  ['NOT_JSON', `{"pose":0,\n{"pose":1}\n`, 'line 1: this is no JSON'],
  ['NOT_JSON', '{"pose":0}\n7\n', 'line 2: this is 7'],
  ['NOT_JSON', '{"pose":0}\n{"pose":1,}', 'line 2: this is no JSON'],
  ['NOT_A_NUMBER', table('pose,distance', '0,1.5mm'), 'line 2: distance is "1.5mm"'],
  ['BAD_LENGTH', table('pose,distance', '0,1', '1,2,3'), 'line 3: this row has 3 cells, expected 2'],
  ['BAD_LENGTH', table('pose,distance', '0', '1,2'), 'line 2: this row has 1 cells, expected 2'],
  ['WRONG_TYPE', lines({ verdict: 'contact' }), 'line 2: pose is missing'],
  ['WRONG_TYPE', lines({ pose: '0' }), 'pose is "0", expected a whole number'],
  ['WRONG_TYPE', lines({ pose: 0, distance: null }), 'distance is null, expected a number'],
  ['WRONG_TYPE', lines({ pose: 0, contacts: {} }), 'contacts is {}'],
  ['WRONG_TYPE', lines({ pose: 0, contacts: [3] }), 'contacts[0] is 3'],
  ['WRONG_TYPE', lines({ pose: 0, contacts: [{}] }), 'contacts[0].point is missing'],
  ['WRONG_TYPE', contact({ point: [1, 2] }), 'contacts[1].point is [1,2], expected three numbers'],
  ['WRONG_TYPE', lines({ pose: 0, pairs: 4 }), 'pairs is 4'],
  ['WRONG_TYPE', table(columns, 'pose,0,,,,,,,,,,', 'contact,0,,,1,2,,,,,,'), 'line 3: the contact.point is missing'],
  ['NO_SUCH_POSE', lines({ pose: 0 }, { pose: 5 }), 'line 3: pose is 5, expected a whole number from 0 to 4'],
  ['NO_SUCH_POSE', lines({ pose: -1 }), 'pose is -1'],
  ['NO_SUCH_POSE', lines({ pose: 1.5 }), 'pose is 1.5'],
  ['NO_SUCH_POSE', table('pose,verdict', '5,contact'), 'line 2: pose is 5'],
  ['NO_SUCH_STROKE', lines({ stroke: 3, status: 'free' }), 'stroke is 3, expected a whole number from 0 to 2'],
  ['MISPLACED_ROW', table(columns, 'contact,0,,,1,2,3,,,,,'), 'no row of kind pose of pose 0 is before this contact'],
  ['NON_FINITE', '{"pose":0,"distance":NaN}\n{"pose":1}', 'line 1: distance is NaN'],
  ['NON_FINITE', '{"pose":0,"contacts":[{"point":[0,1,-Infinity]}]}', 'point is -Infinity'],
  ['NON_FINITE', '{"pose":0,"depth":1e999}', 'depth is Infinity'],
  ['NON_FINITE', table('pose,depth', '0,nan'), 'line 2: depth is nan'],
  ['NEGATIVE', lines({ pose: 0, distance: -0.5 }), 'signed distances writes the negative part as depth'],
  ['NEGATIVE', lines({ pose: 0, depth: -2 }), 'depth is -2, expected a number >= 0'],
  ['NEGATIVE', contact({ depth: -2 }), 'contacts[1].depth is -2'],
  ['NEGATIVE', table('pose,distance', '0,-1'), 'distance is -1'],
  ['OUT_OF_RANGE', lines({ stroke: 0, status: 'contact', time: 1.25 }), 'time is 1.25, which is beyond 1'],
  ['UNKNOWN_VERDICT', lines({ pose: 0, verdict: 'touching' }), 'verdict is "touching"'],
  ['UNKNOWN_VERDICT', table('pose,verdict', '0,true'), 'verdict is "true"'],
  ['UNKNOWN_STATUS', lines({ stroke: 0 }), 'status is undefined'],
  ['UNKNOWN_FIELD', lines({ pose: 0, distnce: 1 }), 'the answer has a field "distnce"; perhaps distance is meant'],
  ['UNKNOWN_FIELD', contact({ body: 1 }), 'contacts[1] has a field "body"; the fields are point, normal, depth'],
  ['UNKNOWN_FIELD', lines({ stroke: 0, status: 'free', pose: 1 }), 'the stroke has a field "pose"'],
  ['UNKNOWN_FIELD', table('pose,Distance', '0,1'), 'line 1: the header names a column "Distance"'],
  ['UNKNOWN_FIELD', table(columns, 'pose,0,,,1,,,,,,,'), 'line 2: a row of kind pose has x "1"'],
  ['BAD_HEADER', table('pose,pose', '0,1'), 'the header names "pose" twice'],
  ['BAD_HEADER', table('verdict', 'contact'), 'the header names neither pose nor stroke'],
  [
    'UNKNOWN_KIND',
    table(columns, 'point,0,,,1,2,3,,,,,'),
    'line 2: kind is "point"; write pose, contact, pair or stroke',
  ],
  ['NOT_UNIT', contact({ normal: [0, 0, 1.01] }), 'has length 1.01, which is 0.01 off 1, beyond the limit of 0.001'],
  ['NOT_UNIT', contact({ normal: [0, 0, 0] }), 'has length 0, which is 1 off 1'],
  ['ODD_PAIRS', lines({ pose: 0, pairs: [1, 2, 3] }), 'pairs holds 3 numbers'],
  ['INDEX_OUT_OF_RANGE', lines({ pose: 0, pairs: [100, 0] }), 'bone face is 100, expected a whole number from 0 to 99'],
  ['INDEX_OUT_OF_RANGE', lines({ pose: 0, pairs: [0, 50] }), 'tool face is 50, expected a whole number from 0 to 49'],
  ['INDEX_OUT_OF_RANGE', contact({ toolFace: 50 }), 'tool face is 50'],
];

test.each(refusals)('%s: %#', (code, text, says) => {
  let thrown: unknown;
  try {
    read(text);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FormatError);
  const { code: given, message } = thrown as FormatError;
  expect([given, message]).toEqual([code, expect.stringContaining(says)]);
  expect(message).toMatch(/^a\.jsonl[ ,][^\n]*\.$/);
  expect(message).not.toMatch(/[.!?] +\p{Lu}/u);
});

test('a normal within the limit of length 1 is taken; faces without known counts are not checked', () => {
  const near = readResults(contact({ normal: [0, 0, 1.0009], boneFace: 1e6 }), 'b', { poses: 1 });
  expect(near.answers[0].contacts).toHaveLength(2);
});
