// OBJ: corners in every notation, polygons, odd first lines, and what is refused.

import { describe, expect, test } from '@jest/globals';
import { readMesh } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { bytesOf } from '#harness/io-volumes.ts';

const readObj = (text: string) => readMesh(bytesOf(text), 'obj', { name: 'part.obj' });
const facesOf = (text: string) => [...readObj(text).faces];
const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('valid', () => {
  test('corners with texture and normal numbers', () => {
    for (const face of ['f 1 2 3', 'f 1/9 2/9 3/9', 'f 1//9 2//9 3//9', 'f 1/9/9 2/9/9 3/9/9 # note', '\tf  1 2  3 \r'])
      expect(facesOf(`${SQUARE}vt 0 0\nvn 0 0 1\n${face}\n`)).toEqual([0, 1, 2]);
  });

  test('negative indices count back from the vertices above', () => {
    expect(facesOf(`${SQUARE}f -4 -3 -2\nv 5 5 5\nf -1 -2 -3\n`)).toEqual([0, 1, 2, 4, 3, 2]);
  });

  test('polygons become n − 2 triangles in their turning sense', () => {
    expect(facesOf(`${SQUARE}f 1 2 3 4`)).toEqual([0, 1, 2, 0, 2, 3]);
    expect(facesOf(`${SQUARE}f -1 -2 -3 -4`)).toEqual([3, 2, 1, 3, 1, 0]);
  });

  test('lines before the first statement, comments, materials, groups, continued lines, weights', () => {
    const text = `6540 2180\n# note\nmtllib a.mtl\no body\n${SQUARE}v 0.1 2 \\\n 3 1.0\ng one two\nusemtl a\ns off\nl 1 2\nf 1 \\\r\n2 5`;
    const mesh = readObj(text);
    expect([...mesh.positions.subarray(12)]).toEqual([0.1, 2, 3]);
    expect([...mesh.faces]).toEqual([0, 1, 4]);
  });

  test('a face may name vertices below it', () => {
    expect(facesOf(`f 1 2 3\n${SQUARE}`)).toEqual([0, 1, 2]);
  });
});

describe('refused', () => {
  test.each(['0', '5', '-5', '99999999999'])('index %s of four vertices', (index) => {
    expect(refusal(() => readObj(`${SQUARE}f 1 2 ${index}\n`))).toBe('INDEX_OUT_OF_RANGE');
  });

  test('the message names source, face and limit', () => {
    expect(() => readObj(`${SQUARE}f 1 2 3\nf 1 2 5\n`)).toThrow(
      '"part.obj": face 1 names vertex 4, expected less than 4',
    );
  });

  test.each(['nan', 'NaN', 'inf', 'Infinity', '1e400', '1.2.3', '1_0'])('coordinate %s', (token) => {
    expect(refusal(() => readObj(`${SQUARE}v 1 ${token} 3\nf 1 2 3\n`))).toBe('NON_FINITE_VERTEX');
    expect(() => readObj(`${SQUARE}v 1 ${token} 3\nf 1 2 3\n`)).toThrow(`vertex 4, at byte 36, has y = ${token}`);
  });

  test('missing coordinates and corners, corners that are no numbers', () => {
    expect(refusal(() => readObj('v 0 0\nf 1 1 1'))).toBe('TRUNCATED');
    expect(refusal(() => readObj(`${SQUARE}f 1 2`))).toBe('BAD_COUNT');
    expect(refusal(() => readObj(`${SQUARE}f`))).toBe('BAD_COUNT');
    for (const corner of ['a', '1.5', '/1/1', '1e0', '0x1'])
      expect(refusal(() => readObj(`${SQUARE}f 1 2 ${corner}`))).toBe('BAD_TOKEN');
  });

  test('a byte that joins two lines or parts a corner: no face and no corner is lost', () => {
    for (const text of ['vn 0 0 1 f 1 2 3', 'vt 0 0 \\\nf 1 2 3', 'f 1/ 1 2//1 3//1', 'f 1//1 2 3//1', 'f 1/1/1/1 2 3'])
      expect(refusal(() => readObj(`${SQUARE}${text}\nf 1 2 4\n`))).toBe('BAD_TOKEN');
    expect(facesOf(`${SQUARE}vn nan -inf -1.#IND # up\nf 1// 2// 3//\nf 1/ 2/ 3/`)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test('a statement that is no surface kerf knows, once the mesh has begun', () => {
    for (const line of ['w 0 0 0', 'surf 0 1 0 1 1 2 3 4'])
      expect(refusal(() => readObj(`${SQUARE}${line}\nf 1 2 3`))).toBe('BAD_TOKEN');
  });

  test('no vertex, no face', () => {
    expect(refusal(() => readObj(''))).toBe('TRUNCATED');
    expect(refusal(() => readObj('not a mesh\nat all\n'))).toBe('MISSING_ARRAY');
    expect(refusal(() => readObj(SQUARE))).toBe('EMPTY_MESH');
  });
});
