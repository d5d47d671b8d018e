// Bytes that no text contains, encoding marks and line ends, in every text format that kerf reads: the same mesh, or a
// refusal that names them, never another mesh.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { parseForces } from '#cli/commands/assess.ts';
import { parsePath, parsePose } from '#cli/pose-file.ts';
import { KerfError } from '#core';
import { type MeshFormat, readMesh, readSurfaceFromVolume, writeMesh } from '#io';
import type { TriangleMesh } from '#mesh';
import { refusal } from '#harness/io-errors.ts';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { ballVolume, bytesOf, sampled, type VolumePlan, vtiText } from '#harness/io-volumes.ts';
import { VTP_STORAGES, vtpBytes } from '#harness/io-vtp.ts';
import { partOf } from '#harness/long-run.ts';

const POINTS = ['0 0 0', '10.5 0 0', '0 9.25 0', '1 2 8', '17 -3 1e1'];
const LISTS = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];
const mesh: TriangleMesh = {
  positions: Float32Array.from(POINTS.flatMap((point) => point.split(' ').map(Number))),
  faces: Uint32Array.from(LISTS.flat()),
  name: 'four faces',
};
const rows = LISTS.map((list) => `3 ${list.join(' ')}`).join('\n');
const plyHead = (format: string) =>
  `ply\nformat ${format} 1.0\ncomment made in 1994\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n`;
const vtkHead = (encoding: string) => `# vtk DataFile Version 3.0\na title of 2\n${encoding}\nDATASET POLYDATA\n`;
const OBJ = `# 5 vertices\n${POINTS.map((point) => `v ${point}`).join('\n')}\nvn 0 0 1\n${LISTS.map((list) => `f ${list.map((v) => `${v + 1}//1`).join(' ')}`).join('\n')}\n`;
const STL = `solid part 1\n${LISTS.map((list) => `facet normal 0 0 1\nouter loop\n${list.map((v) => `vertex ${POINTS[v]}\n`).join('')}endloop\nendfacet\n`).join('')}endsolid part 1\n`;
const PLY = `${plyHead('ascii')}${POINTS.join('\n')}\n${rows}\n`;
const VTK = `${vtkHead('ASCII')}FIELD FieldData 1\ntime 1 1 double\n0.5\nPOINTS 5 float\n${POINTS.join('\n')}\nPOLYGONS 4 16\n${rows}\n`;
const stored = (format: string, zlib = false) =>
  VTP_STORAGES.find((way) => way.format === format && way.zlib === zlib && !way.bigEndian)!;
const vtp = (format: string, zlib = false) => vtpBytes(mesh, { kind: 'Polys', lists: LISTS }, stored(format, zlib));
const binary = { ply: writeMesh(mesh, 'ply'), vtk: writeMesh(mesh, 'vtk') };

/** Name, format, bytes, and the number of leading bytes that are text. */
const TEXTS: readonly (readonly [string, MeshFormat, Uint8Array, number])[] = [
  ['OBJ', 'obj', bytesOf(OBJ), OBJ.length],
  ['ASCII STL', 'stl', bytesOf(STL), STL.length],
  ['ASCII PLY', 'ply', bytesOf(PLY), PLY.length],
  ['ASCII legacy VTK', 'vtk', bytesOf(VTK), VTK.length],
  ['ascii VTP', 'vtp', vtp('ascii'), vtp('ascii').length],
  ['base64 VTP', 'vtp', vtp('binary', true), vtp('binary', true).length],
  ['raw VTP', 'vtp', vtp('appended-raw'), Buffer.from(vtp('appended-raw')).indexOf('\n_')],
  ['head of a binary PLY', 'ply', binary.ply, Buffer.from(binary.ply).indexOf('end_header')],
  ['head of a binary VTK', 'vtk', binary.vtk, Buffer.from(binary.vtk).indexOf('float')],
];

const ALL = Array.from({ length: 32 }, (_, code) => code).filter((code) => code < 9 || code > 13);
/** All of them with KERF_LONG=1. */
const CONTROLS = [0, 3, 0x18, 0x1f, 127].concat(partOf(ALL, ALL.length, ALL.length));

function digitsOf(bytes: Uint8Array, end: number): number[] {
  return Array.from({ length: end }, (_, at) => at).filter((at) => bytes[at] >= 48 && bytes[at] <= 57);
}

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = byte;
  return copy;
}

/** The code of a refusal, 'same' for the surface of the intact file, 'other' for any other. */
function outcome(bytes: Uint8Array, format: MeshFormat, intact: TriangleMesh): string {
  let read: TriangleMesh;
  try {
    read = readMesh(bytes, format);
  } catch (error) {
    if (error instanceof KerfError) return error.code;
    throw error;
  }
  const same = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Buffer.from(Array.from(a).join()).equals(Buffer.from(Array.from(b).join()));
  return same(read.positions, intact.positions) && same(read.faces, intact.faces) ? 'same' : 'other';
}

describe.each(TEXTS)('%s', (_, format, bytes, end) => {
  const intact = readMesh(bytes, format);
  const all = digitsOf(bytes, end);
  const digits = all.length > 20 ? partOf(all, 4, 0) : all;

  test('every digit replaced by every control byte is refused as BAD_TOKEN', () => {
    expect(digits.length).toBeGreaterThan(2);
    const counts = new Map<string, number>();
    for (const at of digits)
      for (const byte of CONTROLS) {
        const found = outcome(withByte(bytes, at, byte), format, intact);
        counts.set(found, (counts.get(found) ?? 0) + 1);
      }
    expect([...counts]).toEqual([['BAD_TOKEN', digits.length * CONTROLS.length]]);
  });

  test('a digit replaced by a byte from 128 on never gives another mesh', () => {
    for (const at of digits)
      for (const byte of [0x80, 0x85, 0xa0, 0xad, 0xff])
        expect(outcome(withByte(bytes, at, byte), format, intact)).not.toBe('other');
  });

  test('a line end replaced by a control byte is refused', () => {
    for (let at = 0; at < end; at++)
      if (bytes[at] === 10)
        for (const byte of [0, 3, 31]) expect(outcome(withByte(bytes, at, byte), format, intact)).toBe('BAD_TOKEN');
  });

  test('the mark of UTF-8 changes nothing', () => {
    expect(readMesh(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes), format)).toEqual(intact);
  });

  test('UTF-16 is named, in both orders, with its mark and without', () => {
    const little = Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const text of [
      little,
      big,
      Buffer.concat([Uint8Array.of(0xff, 0xfe), little]),
      Buffer.concat([Uint8Array.of(0xfe, 0xff), big]),
    ]) {
      expect(refusal(() => readMesh(new Uint8Array(text), format))).toBe('UNSUPPORTED');
      expect(() => readMesh(new Uint8Array(text), format)).toThrow('UTF-16');
    }
  });
});

describe.each(TEXTS.filter(([, , bytes, end]) => bytes.length === end))('%s', (_, format, bytes) => {
  const text = Buffer.from(bytes).toString('latin1');

  test.each([1, 1000])('%d NUL bytes at the end are named, with their place', (count) => {
    const padded = bytesOf(text + '\0'.repeat(count));
    expect(refusal(() => readMesh(padded, format))).toBe('BAD_TOKEN');
    expect(() => readMesh(padded, format)).toThrow(`${count} NUL bytes from byte ${bytes.length} on`);
  });

  test('lines may end in LF, CR LF or CR', () => {
    const intact = readMesh(bytes, format);
    for (const end of ['\r\n', '\r']) expect(readMesh(bytesOf(text.replaceAll('\n', end)), format)).toEqual(intact);
  });
});

test.each([
  ['ply', 'end_header'],
  ['vtk', 'float'],
] as const)('a binary %s whose head has lines of CR, and whose data begin with any byte', (format, last) => {
  for (const x of [0, 10, 13, 32].map((byte) =>
    new DataView(Uint8Array.of(byte, byte, byte, 0x41).buffer).getFloat32(0, true),
  ))
    for (const end of ['\n', '\r\n', '\r']) {
      const moved = { ...mesh, positions: mesh.positions.with(0, x) };
      const bytes = Buffer.from(writeMesh(moved, format));
      const head = bytes.indexOf(last) + last.length + 1;
      const changed = bytes.subarray(0, head).toString('latin1').replaceAll('\n', end);
      const whole = new Uint8Array(Buffer.concat([Buffer.from(changed, 'latin1'), bytes.subarray(head)]));
      expect(readMesh(whole, format).positions).toEqual(moved.positions);
    }
});

test('a VTI: the mark of UTF-8 changes nothing, UTF-16 and control bytes are named', async () => {
  const text = vtiText(ballVolume(8, 0, 8));
  const read = (bytes: Uint8Array) => readSurfaceFromVolume(bytes, 'vti', 0);
  expect(await read(bytesOf(`\xef\xbb\xbf${text}`))).toEqual(await read(bytesOf(text)));
  await expect(read(new Uint8Array(Buffer.from(text, 'utf16le')))).rejects.toThrow('UTF-16');
  for (const place of ['Spacing="', 'Origin="', '<DataArray', '>'])
    await expect(read(bytesOf(text.replace(place, `${place}\x1f`)))).rejects.toThrow('control byte 0x1f');
});

describe('heads of volumes', () => {
  const plan: VolumePlan = {
    dimensions: [4, 5, 3],
    frame: [1, 0, 0, 15, 0, 2, 0, 16, 0, 0, 3, 17],
    value: (x, y, z) => 5 - Math.abs(x - 16.4) - Math.abs(y - 19.9) - Math.abs(z - 19.8),
  };
  const meta = `ObjectType = Image\nNDims = 3\nOffset = 15 16 17\nElementSpacing = 1 2 3\nDimSize = 4 5 3\nElementType = MET_DOUBLE\nBinaryData = False\nElementDataFile = LOCAL\n`;
  const nrrd = nrrdBytes(plan, { encoding: 'ascii' });
  test.each([
    ['nrrd', nrrd, Buffer.from(nrrd).indexOf('\n\n')],
    ['mha', bytesOf(meta + sampled(plan).join(' ')), meta.length],
  ] as const)(
    '%s: a digit replaced by a control byte or a no-break space never gives another surface',
    async (format, bytes, end) => {
      const surface = async (given: Uint8Array) =>
        readSurfaceFromVolume(given, format, 0.5).then(
          (read) => Buffer.from(Float64Array.from(read.positions).buffer).toString('hex'),
          (error: unknown) => (error instanceof KerfError ? 'refused' : `not by name: ${error}`),
        );
      const intact = await surface(bytes);
      expect(intact.length).toBeGreaterThan(100);
      for (const at of digitsOf(bytes, end))
        for (const byte of [0, 3, 0x1f, 0xa0, 0x85]) {
          const found = await surface(withByte(bytes, at, byte));
          expect(byte < 128 ? ['refused'] : ['refused', intact]).toContain(found);
        }
    },
  );
});

describe('OBJ', () => {
  const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

  test.each(['\n', '\r\n', '\r'])('a comment ends with its line, a backslash at its end or not (%j)', (end) => {
    const lines = [
      '# C:\\parts\\',
      'v 0 0 0',
      'v 1 0 0 # first \\',
      'v 1 1 \\',
      ' 0 # second \\',
      'v 0 1 0',
      'f 1 \\',
      '2 3',
    ];
    const read = readMesh(bytesOf(lines.join(end)), 'obj');
    expect([...read.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...read.faces]).toEqual([0, 1, 2]);
  });

  test('a first line that is no statement is not passed over, unless it holds numbers', () => {
    expect(readMesh(bytesOf(`4 1\n${square}f 1 2 3`), 'obj').positions.length).toBe(12);
    for (const first of ['w 0 0 0', '\xa0v 0 0 0', 'not a mesh'])
      expect(refusal(() => readMesh(bytesOf(`${first}\n${square}f 1 2 3`), 'obj'))).toBe('BAD_TOKEN');
  });

  test('a vertex that stands behind another on its line is not swallowed', () => {
    expect(refusal(() => readMesh(bytesOf(`${square.replace('\nv 1 1', ' v 1 1')}f 1 2 3`), 'obj'))).toBe('BAD_TOKEN');
    expect(readMesh(bytesOf(`${square}v 1 2 3 1.0 # w\nv 1 2 3 0.5 0.5 nan\nf 1 2 3`), 'obj').positions.length).toBe(
      18,
    );
  });
});

describe('what begins as another format is named', () => {
  const named = (bytes: Uint8Array, format: MeshFormat) => {
    expect(refusal(() => readMesh(bytes, format))).toBe('BAD_HEADER');
    try {
      readMesh(bytes, format);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  const WORDS = {
    OBJ: 'OBJ',
    'ASCII STL': 'ASCII STL',
    'ASCII PLY': 'PLY',
    'ASCII legacy VTK': 'legacy VTK',
    'ascii VTP': 'VTK XML',
  };

  test.each(Object.entries(WORDS).filter(([name]) => name !== 'OBJ'))('%s', (name, words) => {
    const [, own, bytes] = TEXTS.find(([text]) => text === name)!;
    for (const format of (['stl', 'ply', 'obj', 'vtp', 'vtk'] as const).filter((other) => other !== own)) {
      expect(named(bytes, format)).toContain(`${words} file`);
      expect(named(bytes, format)).toContain(`name it .${own}`);
    }
  });

  test('a web page, a gzipped mesh, a volume, and text that is no STL', () => {
    expect(named(bytesOf('<!DOCTYPE html>\n<html>404</html>'), 'stl')).toContain('web page');
    expect(named(Uint8Array.of(0x1f, 0x8b, 8, 0), 'vtk')).toContain('gzipped');
    expect(named(bytesOf("<VTKFile type='ImageData'></VTKFile>"), 'vtp')).toContain('name it .vti');
    expect(named(bytesOf(`${OBJ}\n`), 'stl')).toContain('is text that begins with "#"');
  });
});

describe('poses and forces', () => {
  const identity = '1 0 0 0 0 1 0 0 0 0 1 0 15 0 0 1';
  const tracker = 't x y z qx qy qz qw\n0 10 20 30 0 0 0 1\n1 10 20 31 0 0 0 1\n';
  const forces = 't,fx,fy,fz\n0,1,2,3\n1.5,1,2,13\n';
  const json = `[[${identity.replaceAll(' ', ', ')}]]\n`;
  const READERS: readonly (readonly [string, string, (text: string) => unknown])[] = [
    ['a pose', `# 1\n${identity}\n`, (text) => parsePose(text, 'file')],
    ['a path', `${identity}\n${identity}\n`, (text) => parsePath(text, 'file')],
    ['JSON', json, (text) => parsePath(text, 'file')],
    ['a tracker', tracker, (text) => parsePath(text, 'file')],
    ['forces', forces, (text) => parseForces(text, 'file')],
  ];

  test.each(READERS)(
    '%s: control bytes, no-break spaces, UTF-16 and NUL at the end are refused by name',
    (_, text, read) => {
      const intact = JSON.stringify(read(text));
      for (let at = 0; at < text.length; at++) {
        if (!/[\d\n]/.test(text[at])) continue;
        const changed = (character: string) => () => read(text.slice(0, at) + character + text.slice(at + 1));
        for (const byte of CONTROLS) expect(refusal(changed(String.fromCharCode(byte)))).toBe('BAD_TOKEN');
        for (const character of ['\xa0', '\x85', '\u2028', '\ufeff', '\ufffd', '\u2003'])
          if (/\d/.test(text[at]) && !text.slice(0, at).endsWith('# '))
            expect(refusal(changed(character))).toMatch(/NOT_A_NUMBER|BAD_LENGTH/);
      }
      expect(JSON.stringify(read(`\ufeff${text}`))).toBe(intact);
      expect(refusal(() => read(`${text}\0`))).toBe('BAD_TOKEN');
      expect(JSON.stringify(read(text.replaceAll('\n', '\r')))).toBe(intact);
      const little = Buffer.from(text, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${text}`, 'utf16le')])
        expect(() => read(bytes.toString('utf8'))).toThrow('UTF-16');
    },
  );
});
