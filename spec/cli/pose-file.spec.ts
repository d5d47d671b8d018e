import { describe, expect, test } from '@jest/globals';
import { type PoseList, parsePath, parsePose } from '#cli/pose-file.ts';
import { PoseError } from '#core';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const moved = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1.5, -2e-3, 30, 1];

function failure(action: () => PoseList): PoseError {
  try {
    action();
  } catch (error) {
    if (error instanceof PoseError) return error;
    throw error;
  }
  throw new Error('expected a PoseError');
}

describe('a pose', () => {
  const layouts: Record<string, string> = {
    'blanks on one line': moved.join(' '),
    'commas on one line': moved.join(','),
    'commas with blanks and a last comma': `${moved.join(', ')},`,
    'semicolons and tabs': moved.join(';\t'),
    'one number a line': moved.join('\n'),
    'four columns, one a line': [0, 4, 8, 12].map((i) => moved.slice(i, i + 4).join(' ')).join('\r\n'),
    'comments and blank lines': `# from the tracker\n\n${moved.slice(0, 8).join(' ')} # first half\n${moved.slice(8).join(' ')}\n#`,
    'a byte order mark': `\uFEFF${moved.join(' ')}`,
    'JSON array': JSON.stringify(moved),
    'JSON array of one array': `\n ${JSON.stringify([moved], null, 2)}`,
  };
  test.each(Object.entries(layouts))('%s', (_, text) => {
    const list = parsePose(text, 'pose.txt');
    expect(list.count).toBe(1);
    expect(Array.from(list.matrices)).toEqual(moved);
  });

  test.each([
    ['', 'BAD_LENGTH', 'found 0 numbers, expected 16'],
    ['# nothing', 'BAD_LENGTH', 'found 0 numbers, expected 16'],
    [identity.slice(1).join(' '), 'BAD_LENGTH', 'line 1: found 15 numbers, expected 16'],
    [`${identity.join(' ')}\n${identity.join(' ')}`, 'BAD_LENGTH', '--path'],
    [JSON.stringify([identity, identity]), 'BAD_LENGTH', '--path'],
    [identity.join(' ').replace('1', 'one'), 'NOT_A_NUMBER', '"one"'],
    [identity.join(' ').replace('1', 'NaN'), 'NON_FINITE_POSE', 'NaN'],
    [identity.join(' ').replace('1', '-Infinity'), 'NON_FINITE_POSE', '-Infinity'],
    [identity.join(' ').replace('1', '1e999'), 'NON_FINITE_POSE', '1e999'],
    [identity.join(' ').replace('1', '0x1'), 'NOT_A_NUMBER', '0x1'],
    [identity.join(',').replace('0', ''), 'NOT_A_NUMBER', 'field 2 is empty'],
    ['[1, 0, 0', 'NOT_A_NUMBER', 'starts like JSON'],
    ['{"pose": []}', 'BAD_LENGTH', 'no array'],
    ['[]', 'BAD_LENGTH', 'found 0'],
    [JSON.stringify([...identity.slice(1), '1']), 'NOT_A_NUMBER', '"1"'],
    [JSON.stringify([...identity.slice(1), null]), 'NOT_A_NUMBER', 'null'],
    ['\u0000\u0001\u0002\u0003 1 2', 'BAD_TOKEN', 'line 1: found the control byte 0x00'],
  ])('%j is refused', (text, code, words) => {
    const error = failure(() => parsePose(text, 'pose.txt'));
    expect(error.code).toBe(code);
    expect(error.message).toContain('pose.txt');
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('\n');
  });

  test.each([
    ['scaled by 1.001', identity.map((v, i) => (i % 5 === 0 && i < 15 ? 1.001 * v : v))],
    ['mirrored', identity.map((v, i) => (i === 0 ? -v : v))],
    ['row-major', [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1]],
    ['all zero', identity.map(() => 0)],
  ])('%s is not rigid', (_, numbers) => {
    const error = failure(() => parsePose(numbers.join(' '), 'pose.txt'));
    expect(error.code).toBe('NOT_RIGID');
    expect(error.message).toMatch(/^pose\.txt, line 1: /);
  });
});

describe('a path', () => {
  test.each([
    ['plain', ''],
    ['after a header', 'm0,m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15\n'],
    ['after comments and a header', '# tool to bone\n\nm0 m1 m2\n'],
  ])('rows %s', (_, head) => {
    const list = parsePath(`${head}${identity.join(',')}\n\n# pause\n${moved.join(' ')}\n`, 'path.csv');
    expect(list.count).toBe(2);
    expect(Array.from(list.matrices)).toEqual([...identity, ...moved]);
    expect(list.places[1]).toBe(`line ${head.split('\n').length + 3}`);
  });

  test('JSON rows', () => {
    expect(parsePath(JSON.stringify([identity, moved]), 'path.json').count).toBe(2);
    expect(parsePath(JSON.stringify(moved), 'path.json').count).toBe(1);
  });

  test('a ragged row names file, line, found and expected', () => {
    for (const length of [1, 12, 15, 17, 32]) {
      const row = Array.from({ length }, (_, i) => identity[i % 16]);
      const text = `${identity.join(',')}\n# comment\n${row.join(',')}\n${identity.join(',')}\n`;
      const error = failure(() => parsePath(text, 'path.csv'));
      expect(error.code).toBe('BAD_LENGTH');
      expect(error.message).toContain(`path.csv, line 3: found ${length} numbers, expected 16`);
    }
    expect(failure(() => parsePath(JSON.stringify([identity, [1]]), 'path.json')).message).toContain(
      'element 1: found 1 numbers, expected 16',
    );
    expect(failure(() => parsePath(JSON.stringify([identity, 1]), 'path.json')).code).toBe('BAD_LENGTH');
  });

  test('a bad pose far down is refused before any is answered, by its line', () => {
    const rows = Array.from({ length: 900 }, () => identity.join(' '));
    rows[711] = identity.map((v, i) => (i === 5 ? -v : v)).join(' ');
    const error = failure(() => parsePath(rows.join('\n'), 'path.csv'));
    expect(error.code).toBe('NOT_RIGID');
    expect(error.message).toContain('path.csv, line 712: ');
  });

  test('only one header line is passed over', () => {
    const error = failure(() => parsePath(`a,b,c\nd,e,f\n${identity.join(',')}`, 'path.csv'));
    expect(error.message).toContain('line 2: "d" is not a number');
  });

  test.each(['', '\n\n', '# only a comment', 'm0,m1'])('%j holds no pose', (text) => {
    expect(failure(() => parsePath(text, 'path.csv')).message).toContain('holds no pose');
  });

  test('random text is read or refused by name, never otherwise (seed 11)', () => {
    const random = mulberry32(11);
    const pieces = [
      ...'0123456789.,;- \n\t#[]{}eE"+x',
      ...Array(4).fill(`\n${identity.join(' ')}\n`),
      ...Array(4).fill(`\n${identity.join(',')}\n`),
      'NaN',
      '\n',
    ];
    const trials = longRun(2000, 300);
    let refused = 0;
    let read = 0;
    for (let trial = 0; trial < trials; trial++) {
      const length = 1 + Math.floor(6 * random());
      const text = Array.from({ length }, () => pieces[Math.floor(pieces.length * random())]).join('');
      try {
        const list = parsePath(text, 'path.csv');
        expect(list.matrices.length).toBe(16 * list.count);
        expect(list.count).toBeGreaterThan(0);
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(PoseError);
        expect((error as Error).message).toContain('path.csv');
        refused++;
      }
    }
    expect(read).toBeGreaterThan(trials / 40);
    expect(refused).toBeGreaterThan(trials / 4);
  });
});
