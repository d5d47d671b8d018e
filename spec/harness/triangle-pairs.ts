// shared/data/ground-truth → labelled pairs of triangles.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './data-folder.ts';

export interface LabelledPair {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly share: boolean;
  /** The exact smallest distance, rounded once to f64. */
  readonly distance: number;
}

/** The folder of real data outside the project, or undefined if it is absent. */
export function groundTruthFolder(): string | undefined {
  const folder = join(dataFolder, 'ground-truth');
  return existsSync(folder) ? folder : undefined;
}

/** triangle-pairs.*: 18 f32 per pair, an exact verdict and an exact distance. */
export function labelledPairs(folder: string): LabelledPair[] {
  const coordinates = new Float32Array(bytesOf(join(folder, 'triangle-pairs.f32')));
  const share = new Uint8Array(bytesOf(join(folder, 'triangle-pairs.share.u8')));
  const distance = new Float64Array(bytesOf(join(folder, 'triangle-pairs.distance.f64')));
  const category = new Uint8Array(bytesOf(join(folder, 'triangle-pairs.category.u8')));
  const categories = JSON.parse(readFileSync(join(folder, 'triangle-pairs.categories.json'), 'utf8'));
  return Array.from(share, (verdict, i) => ({
    name: `pair ${i} (${categories[category[i]]})`,
    a: [...coordinates.subarray(18 * i, 18 * i + 9)],
    b: [...coordinates.subarray(18 * i + 9, 18 * i + 18)],
    share: verdict === 1,
    distance: distance[i],
  }));
}

export interface PublishedPair {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly published: boolean;
  /** The exact answers for the f64 coordinates; null for the ten pairs with a degenerate triangle. */
  readonly exactShare: boolean | null;
  readonly exactDistance: number | null;
}

/** published-vectors.json: pairs published by three-mesh-bvh and libigl, with the exact answers. */
export function publishedPairs(folder: string): PublishedPair[] {
  const vectors: PublishedVector[] = JSON.parse(readFileSync(join(folder, 'published-vectors.json'), 'utf8'));
  return vectors.map(({ source, name, a, b, expected, exact_f64, exact_distance_f64 }) => ({
    name: `${source}: ${name}`,
    a: a.flat(),
    b: b.flat(),
    published: expected,
    exactShare: exact_f64,
    exactDistance: exact_distance_f64,
  }));
}

interface PublishedVector {
  readonly source: string;
  readonly name: string;
  readonly a: number[][];
  readonly b: number[][];
  readonly expected: boolean;
  readonly exact_f64: boolean | null;
  readonly exact_distance_f64: number | null;
}

function bytesOf(file: string): ArrayBuffer {
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
