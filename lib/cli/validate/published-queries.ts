// A folder of published queries with labels → sets of queries, checked.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '#core';
import { withFileErrors } from '../exit-code.ts';
import type { PublishedSet } from '../toolkit.ts';

/** Bytes of a query: four points at t = 0, then at t = 1, xyz each, little-endian f64. */
const QUERY_BYTES = 24 * 8;
const NAME = /^(.+)-(vf|ee)\.f64$/;

/**
 * Files NAME-vf.f64 (a vertex, then the corners of a face) and NAME-ee.f64 (two ends of one edge, then of another),
 * each with a file of the same name that ends in .u8: a byte per query, 1 if they share a point at a time in [0, 1],
 * else 0. In order of name.
 * @throws FileAccessError; FormatError NO_QUERIES, TRUNCATED, BAD_LABEL, NON_FINITE_COORDINATE.
 */
export async function readPublished(folder: string): Promise<PublishedSet[]> {
  const names = (await withFileErrors('read', folder, () => readdir(folder))).filter((name) => NAME.test(name)).sort();
  if (names.length === 0)
    throw new FormatError(
      'NO_QUERIES',
      `${folder} holds no file NAME-vf.f64 or NAME-ee.f64; give the folder of the published queries.`,
    );
  const sets: PublishedSet[] = [];
  for (const file of names) {
    const [, name, kind] = NAME.exec(file) as RegExpExecArray;
    const points = await read(join(folder, file));
    const labels = await read(join(folder, `${name}-${kind}.u8`));
    check(join(folder, file), points, labels);
    sets.push({
      kind: kind === 'vf' ? 'vertex-face' : 'edge-edge',
      name,
      points: coordinatesOf(points, join(folder, file)),
      labels,
    });
  }
  return sets;
}

async function read(path: string): Promise<Uint8Array> {
  return withFileErrors('read', path, () => readFile(path));
}

function check(path: string, { byteLength }: Uint8Array, labels: Uint8Array): void {
  if (byteLength !== QUERY_BYTES * labels.length)
    throw new FormatError(
      'TRUNCATED',
      `${path} has ${byteLength} bytes, and there are ${labels.length} labels of ${QUERY_BYTES} bytes each; check both files.`,
    );
  const wrong = labels.findIndex((label) => label > 1);
  if (wrong >= 0)
    throw new FormatError(
      'BAD_LABEL',
      `Label ${wrong} of ${path} is ${labels[wrong]}, expected 0 or 1; check its file.`,
    );
}

function coordinatesOf(bytes: Uint8Array, path: string): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.byteLength / 8 }, (_, i) => {
    const value = view.getFloat64(8 * i, true);
    if (Number.isFinite(value)) return value;
    throw new FormatError(
      'NON_FINITE_COORDINATE',
      `Number ${i % 24} of query ${Math.floor(i / 24)} of ${path} is ${value}, expected a finite number; check the file.`,
    );
  });
}
