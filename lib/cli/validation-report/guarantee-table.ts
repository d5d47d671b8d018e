// A validation's summary → each guarantee's statement, the number of cases judged and the results; and its figures in
// words.

import type { Tally, ValidationSummary } from '#validation';
import { count, escapeHtml } from '../report/page.ts';
import { states } from '../report/payload.ts';
import { short } from './number-text.ts';
import type { ValidationHeader } from './validation-header.ts';

interface GuaranteeRow {
  readonly name: string;
  readonly says: string;
  readonly cases: string;
  readonly tally: Tally;
  /** How the broken cases divide into kinds; absent if they do not. */
  readonly note?: string;
}

type Outcome = 'held' | 'broken' | 'undecided' | 'no case';

export function guaranteeTable(summary: ValidationSummary): string {
  const rows = guaranteeRows(summary).map(({ name, says, cases, tally, note }) => {
    const outcome = outcomeOf(tally);
    return `<tr><th scope="row">${name}</th><td><span class="outcome ${outcome.replace(' ', '-')}">${outcome}</span></td><td>${count(tally.judged)}<span class="unit"> ${cases}</span></td><td>${count(tally.broken)}${tally.broken > 0 && note ? ` <span class="unit">(${note})</span>` : ''}</td><td>${count(tally.undecided)}</td><td class="says">${says}</td></tr>`;
  });
  return `<div class="table whole"><table class="guarantees"><thead><tr><th scope="col"></th><th scope="col">outcome</th><th scope="col">judged</th><th scope="col">broken</th><th scope="col">undecided</th><th scope="col" class="says">what it says</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function guaranteeRows(summary: ValidationSummary): GuaranteeRow[] {
  const { poses, wrongStates, pairs, decided, unstable } = summary;
  const decidedBy = (broken: number, judged: number): Tally => ({ judged, broken, undecided: 0 });
  return [
    {
      name: 'G1 complete',
      says: 'Every point of either surface whose exact signed distance to the other body is at most δ lies in a reported sub-triangle.',
      cases: 'points',
      tally: summary.complete,
    },
    {
      name: 'G2 sound',
      says: 'The exact minimum signed distance over a reported sub-triangle is at most δ + (high − low).',
      cases: 'contacts',
      tally: summary.sound,
    },
    {
      name: 'G3 local',
      says: 'The longest edge of a reported sub-triangle is at most h, or it is a whole face that was shorter already.',
      cases: 'contacts',
      tally: summary.local,
    },
    {
      name: 'G4 certified',
      says: 'low ≤ exact minimum ≤ high, and high − low ≤ h/√3 but for rounding.',
      cases: 'contacts',
      tally: summary.certified,
    },
    {
      name: 'G5 exact state',
      says: 'The state at a pose is the one that exact arithmetic gives for the stored coordinates.',
      cases: 'poses',
      tally: decidedBy(wrongStates, poses),
    },
    {
      name: 'G5 exact pairs',
      says: 'The pairs of faces that share a point are those that exact arithmetic gives: none missed, none extra.',
      cases: 'pairs whose boxes meet',
      tally: decidedBy(pairs.missed + pairs.extra, decided.oracle.f64 + decided.oracle.exact),
      note: `${count(pairs.missed)} missed, ${count(pairs.extra)} extra`,
    },
    {
      name: 'G6 stable',
      says: 'Asked again, the report is the same byte for byte, times aside.',
      cases: 'poses',
      tally: decidedBy(unstable, poses),
    },
    {
      name: 'Distance at its point',
      says: "A contact's distance is the signed distance at its point, to rounding (backend webgpu: to 1e-4 mm); its points lie on the two faces and as far apart as it says.",
      cases: 'contacts',
      tally: summary.distance,
    },
  ];
}

function outcomeOf({ judged, broken, undecided }: Tally): Outcome {
  if (broken > 0) return 'broken';
  if (undecided > 0) return 'undecided';
  return judged > 0 ? 'held' : 'no case';
}

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
