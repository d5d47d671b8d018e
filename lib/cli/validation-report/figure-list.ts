// A validation's summary → its figures in words: states, errors, widths, regions, and what decided each pair.

import type { ValidationSummary } from '#validation';
import { count, escapeHtml } from '../report/page-shell.ts';
import { states } from '../report/payload.ts';
import { short } from './number-text.ts';
import type { ValidationHeader } from './validation-header.ts';

export function figureList(summary: ValidationSummary, { options }: ValidationHeader): string {
  const { error, width, region, complete, pairs, decided } = summary;
  const { f64, exact } = decided.oracle;
  const { candidates, escalated } = decided.kerf;
  return `${stateBar(summary)}
<dl>
<dt>Error of the distance</dt><dd>mean ${short(error.mean)}, median ${short(error.median)}, 95 % within ${short(error.p95)}, greatest ${short(error.max)} mm, over ${count(error.count)} sampled contacts whose exact minimum was bounded (of ${count(summary.contacts)} contacts)</dd>
<dt>Certified width, high − low</dt><dd>mean ${short(width.mean)}, greatest ${short(width.max)} mm; the bound h/√3 is ${short(options.resolution / Math.sqrt(3))} mm</dd>
<dt>Contact region, reported to exact</dt><dd>the reported region reaches at least ${short(region.reportedToExact.low)} mm beyond the exact one; upper bound ${millimetres(region.reportedToExact.high)}</dd>
<dt>Contact region, exact to reported</dt><dd>the exact region reaches ${millimetres(region.exactToReported)} beyond the reported one, at the points tried</dd>
<dt>Points tried for G1</dt><dd>${count(complete.judged)}, of which ${count(complete.within)} lie within δ; the farthest of these is ${millimetres(complete.farthest)} from the reported region</dd>
<dt>Intersecting pairs of faces</dt><dd>${count(pairs.exact)} by the oracle, ${count(pairs.kerf)} by kerf</dd>
<dt>Decided by the oracle</dt><dd>${count(f64)} pairs whose boxes meet by filtered f64, ${count(exact)} by exact arithmetic</dd>
<dt>Decided by kerf</dt><dd>${count(candidates - escalated)} candidate pairs by plain f64, ${count(escalated)} by exact predicates</dd>
</dl>`;
}

/** The number of poses in each state, by the oracle, as a bar and in words. */
function stateBar({ states: counts, poses }: ValidationSummary): string {
  const present = states.filter((state) => counts[state] > 0);
  const share = (state: (typeof states)[number]) => ((100 * counts[state]) / Math.max(1, poses)).toFixed(1);
  const words = present.map(
    (state) => `<span><i class="${state}"></i>${escapeHtml(state)} ${count(counts[state])} (${share(state)} %)</span>`,
  );
  return `<p class="states">${count(poses)} poses by their exact state: ${words.join(' ')}</p>
<div class="state-bar" aria-hidden="true">${present.map((state) => `<i class="${state}" style="flex-grow: ${counts[state]}"></i>`).join('')}</div>`;
}

function millimetres(value: number | null): string {
  return value === null ? '(unknown)' : `${short(value)} mm`;
}
