// Results of a run over the corpora: the tallies, their sums and the verdict.

import type { MeshPairJudgement } from './judge-mesh-pair.ts';
import type { FamilyTally } from './judge-triangle-pairs.ts';
import type { Verdict } from './summary.ts';

interface CorporaSummary {
  readonly verdict: Verdict;
  /** One sentence with the figures. */
  readonly sentence: string;
  readonly trianglePairs: Omit<FamilyTally, 'family'>;
  readonly meshPairs: {
    readonly cases: number;
    readonly wrongStates: number;
    /** Face pairs: the oracle's, those that kerf lacks, those that only kerf has. */
    readonly exact: number;
    readonly missed: number;
    readonly extra: number;
  };
}

export function summariseCorpora(
  families: readonly FamilyTally[],
  meshes: readonly MeshPairJudgement[],
): CorporaSummary {
  const total = (of: (tally: FamilyTally) => number) => families.reduce((sum, tally) => sum + of(tally), 0);
  const trianglePairs = {
    pairs: total((tally) => tally.pairs),
    sharing: total((tally) => tally.sharing),
    missed: total((tally) => tally.missed),
    extra: total((tally) => tally.extra),
    wrongStates: total((tally) => tally.wrongStates),
    decided: {
      compared: total(({ decided }) => decided.compared),
      f64: total(({ decided }) => decided.f64),
      adaptive: total(({ decided }) => decided.adaptive),
    },
  };
  const meshTotal = (of: (mesh: MeshPairJudgement) => number) => meshes.reduce((sum, mesh) => sum + of(mesh), 0);
  const meshPairs = {
    cases: meshes.length,
    wrongStates: meshTotal(({ state }) => Number(state.kerf !== state.exact)),
    exact: meshTotal(({ pairs }) => pairs.exact),
    missed: meshTotal(({ pairs }) => pairs.missed),
    extra: meshTotal(({ pairs }) => pairs.extra),
  };
  const missed = trianglePairs.missed + meshPairs.missed;
  const extra = trianglePairs.extra + meshPairs.extra;
  const wrong = trianglePairs.wrongStates + meshPairs.wrongStates;
  const n = (value: number, name: string) => `${value.toLocaleString('en-US')} ${name}${value === 1 ? '' : 's'}`;
  const share = trianglePairs.pairs === 0 ? 0 : (100 * trianglePairs.sharing) / trianglePairs.pairs;
  return {
    verdict: missed + extra + wrong === 0 ? 'held' : 'broken',
    sentence: `Over ${n(trianglePairs.pairs, 'pair')} of triangles (${share.toFixed(1)} % intersect) and ${n(meshPairs.cases, 'pair')} of meshes (${n(meshPairs.exact, 'intersecting face pair')}): ${n(wrong, 'wrong state')}, ${n(missed, 'missed pair')}, ${n(extra, 'extra pair')}.`,
    trianglePairs,
    meshPairs,
  };
}
