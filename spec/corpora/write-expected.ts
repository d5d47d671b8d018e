// The oracle → datasets/corpora/triangle-verdicts.ts and mesh-answers.ts. datasets/corpora/README.md says how to run
// this.

import { writeFileSync } from 'node:fs';
import { meshCorpus } from '#datasets';
import { meshAnswer, triangleAnswers } from './exact-answers.ts';

const SEED = 1;
const ROUNDS = 10;

const written = '// Written by spec/corpora/write-expected.ts; the specs of spec/datasets prove it.';

const { count, sha256, sharing, verdicts } = triangleAnswers(SEED, ROUNDS);
const triangles = {
  origin: 'pairs by datasets/triangle-corpus.ts; verdicts by trianglesSharePoint of lib/oracle/reference, in integers',
  ...{ seed: SEED, rounds: ROUNDS, count, sha256, sharing, verdicts },
};
writeFileSync(
  'datasets/corpora/triangle-verdicts.ts',
  `// The fixed part of the triangle corpus → its checksum, and whether the triangles of each pair share a point, by the oracle.
${written}

import type { TriangleFamily } from '../triangle-families.ts';

export interface TriangleVerdicts {
  readonly origin: string;
  readonly seed: number;
  readonly rounds: number;
  readonly count: number;
  /** SHA-256 of the coordinates in the corpus's order, as f64, little-endian. */
  readonly sha256: string;
  /** How many pairs of each family share a point. */
  readonly sharing: Readonly<Record<TriangleFamily, number>>;
  /**
   * A hexadecimal digit for each round and scale; its bits, highest first, are the offsets, 1 where the triangles share
   * a point.
   */
  readonly verdicts: Readonly<Record<TriangleFamily, string>>;
}

export const triangleVerdicts: TriangleVerdicts = ${JSON.stringify(triangles, null, 2)};
`,
);

const rows = meshCorpus().map((given) => `  ${JSON.stringify(given.name)}: ${JSON.stringify(meshAnswer(given))},`);
writeFileSync(
  'datasets/corpora/mesh-answers.ts',
  `// The mesh corpus → the exact answer to each case, by the oracle.
${written}

import type { MeshAnswer } from '../mesh-corpus.ts';

// biome-ignore format: a table
export const meshAnswers: Readonly<Record<string, MeshAnswer>> = {
${rows.join('\n')}
};
`,
);
