// Two ascending lists of face pairs → how many of each list the other lacks.

import type { PoseJudgement } from './judgement.ts';

/** @param kerf, exact bone, tool, bone, tool, …; kerf's order is not relied on, and a repeated pair is extra. */
export function differingPairs(kerf: Uint32Array, exact: Uint32Array): PoseJudgement['pairs'] {
  const wanted = new Set<string>();
  for (let i = 0; i < exact.length; i += 2) wanted.add(`${exact[i]} ${exact[i + 1]}`);
  const count = { kerf: kerf.length / 2, exact: wanted.size };
  let extra = 0;
  for (let i = 0; i < kerf.length; i += 2) if (!wanted.delete(`${kerf[i]} ${kerf[i + 1]}`)) extra++;
  return { ...count, missed: wanted.size, extra };
}
