// A step's impacts, counted → one sentence that says until when it is free, and what meets afterwards.

import { count } from '../report/page-shell.ts';
import type { ImpactCounts } from './impacts-json.ts';

export function impactsVerdict({ impacts, vertexFace, edgeEdge, atStart }: ImpactCounts, freeUntil: number): string {
  if (impacts === 0) return 'No impact: every vertex may go all of its way.';
  const free =
    atStart > 0
      ? `Free at no time: ${count(atStart)} ${atStart === 1 ? 'touches' : 'touch'} at the start`
      : `Free until t = ${freeUntil}`;
  const all = `${count(impacts)} ${impacts === 1 ? 'impact' : 'impacts'}`;
  return `${free}; ${all}: ${count(vertexFace)} of a vertex and a face, ${count(edgeEdge)} of two edges.`;
}
