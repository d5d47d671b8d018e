// A score → the part of the panel that shows it: a sentence, and a row for each figure with its aim.

import { element } from '../../workbench/src/element.ts';
import type { Plan } from './plan.ts';
import type { Score } from './score.ts';
import { scoreRows, verdictOf } from './score-words.ts';

const SIGNS = { met: '✓', missed: '✗', open: '?' } as const;
const WORDS = { met: 'met', missed: 'missed', open: 'not decided' } as const;

export function scoreView(score: Score, plan: Plan): HTMLElement {
  const rows = scoreRows(score, plan);
  const body = rows.map(({ what, found, aim, verdict }) => {
    const row = element('tr', { className: verdict ?? '' });
    const sign = element('td', { className: 'sign', textContent: verdict === null ? '' : SIGNS[verdict] });
    if (verdict !== null) sign.setAttribute('aria-label', WORDS[verdict]);
    const aimed = aim === '' ? [] : [element('small', { textContent: `aim: ${aim}` })];
    row.append(sign, element('th', { scope: 'row', textContent: what }), element('td', {}, found, ...aimed));
    return row;
  });
  return element(
    'div',
    { id: 'score' },
    element('p', { id: 'verdict', textContent: verdictOf(rows) }),
    element('table', {}, element('tbody', {}, ...body)),
    element('p', {
      className: 'note',
      textContent: `Measured on the path as kept (${score.poses.toLocaleString('en')} poses, 0.5 mm or 1° apart, and where each pass was deepest): depths and distances at the poses, volumes swept between them. Ranges hold the exact value.`,
    }),
  );
}
