// A number of faces → the skull phantom with that many, made once per run: it takes seconds, whatever the number.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skullPhantom } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { onceInRun } from './spec-run.mjs';

/** The same as from `skullPhantom`, to the last bit. */
export function phantom(targetFaces: number): TriangleMesh {
  const folder = onceInRun(`phantom-${targetFaces}`, (into) => {
    const { positions, faces, name } = skullPhantom({ targetFaces });
    writeFileSync(join(into, 'positions'), positions);
    writeFileSync(join(into, 'faces'), faces);
    writeFileSync(join(into, 'name'), name);
  });
  const read = (part: string) => readFileSync(join(folder, part));
  return createMesh(numbersOf(read('positions'), Float64Array), numbersOf(read('faces'), Uint32Array), {
    name: read('name').toString(),
  });
}

function numbersOf<T extends Float64Array | Uint32Array>(
  bytes: Uint8Array,
  Numbers: { new (length: number): T; readonly BYTES_PER_ELEMENT: number },
): T {
  const numbers = new Numbers(bytes.length / Numbers.BYTES_PER_ELEMENT);
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
}
