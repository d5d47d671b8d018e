// The judgements of an engine's answers → sentences about errors that its results seem to share as a whole, rather than
// one by one. Nothing is rescaled or turned.

import type { AnswerJudgement } from './engine-judgement.ts';

/** With fewer cases nothing is suspected. */
const LEAST_CASES = 3;
/** A suspicion fits at least this share of the cases. A case that is right as it stands fits none. */
const MOST = 0.9;

export function suspicionsOf(answers: readonly AnswerJudgement[], tolerance: number): string[] {
  return [
    distancesInMetres(answers, tolerance),
    ...pointsElsewhere(answers),
    distancesInside(answers, tolerance),
    depthsOutside(answers, tolerance),
    depthsOfNought(answers, tolerance),
    noContainment(answers),
  ].filter((sentence) => sentence !== null);
}

function distancesInMetres(answers: readonly AnswerJudgement[], tolerance: number): string | null {
  // A distance of a few tolerances would fit zero nearly as well.
  const cases = answers.filter(({ distance, exact }) => distance !== null && exact.distance > 10 * tolerance);
  const fitting = (factor: number) =>
    cases.filter(({ distance, exact }) => Math.abs(factor * (distance?.engine ?? 0) - exact.distance) <= tolerance)
      .length;
  const [metres, plain] = [fitting(1000), fitting(1)];
  if (!areMost(metres, cases.length)) return null;
  return `Times 1000, ${metres} of ${cases.length} distances fit and ${plain} as they are: they seem to be in metres, write millimetres.`;
}

function pointsElsewhere(answers: readonly AnswerJudgement[]): (string | null)[] {
  let [points, plain, mirrored, metres] = [0, 0, 0, 0];
  for (const { contacts } of answers) {
    if (contacts === null) continue;
    points += contacts.rows.length;
    plain += contacts.rows.filter(({ place }) => place === 'in').length;
    mirrored += contacts.elsewhere.mirrored;
    metres += contacts.elsewhere.metres;
  }
  return [
    areMost(mirrored, points)
      ? `With x and y negated, ${mirrored} of ${points} contact points lie in the contact region and ${plain} as they ` +
        "are: they seem to be in the other anatomical frame, RAS or LPS; write them in the bone's."
      : null,
    areMost(metres, points)
      ? `Times 1000, ${metres} of ${points} contact points lie in the contact region and ${plain} as they are: they seem to be in metres, write millimetres.`
      : null,
  ];
}

/** If the surfaces share a point, the smallest distance is 0. */
function distancesInside(answers: readonly AnswerJudgement[], tolerance: number): string | null {
  const cases = answers.filter(({ distance, exact }) => distance !== null && exact.state === 'intersecting');
  const positive = cases.filter(({ distance }) => (distance?.engine ?? 0) > tolerance).length;
  if (!areMost(positive, cases.length)) return null;
  return (
    `Where the surfaces intersect, ${positive} of ${cases.length} distances are more than ${tolerance} mm: they seem to ` +
    'be signed distances that lost their sign; write 0 there, and how deep the bodies overlap as depth.'
  );
}

function depthsOutside(answers: readonly AnswerJudgement[], tolerance: number): string | null {
  const cases = answers.filter(
    ({ depth, exact }) => depth !== null && exact.state === 'separated' && exact.distance > tolerance,
  );
  const gaps = cases.filter(
    ({ depth, exact }) =>
      (depth?.engine ?? 0) > tolerance && Math.abs((depth?.engine ?? 0) - exact.distance) <= tolerance,
  ).length;
  if (!areMost(gaps, cases.length)) return null;
  return (
    `Where the bodies are apart, ${gaps} of ${cases.length} depths are the distance between them: the depth seems to ` +
    'have no sign, so that it does not distinguish inside from outside.'
  );
}

function depthsOfNought(answers: readonly AnswerJudgement[], tolerance: number): string | null {
  const cases = answers.filter(({ depth }) => (depth?.exact.nearest?.low ?? 0) > 2 * tolerance);
  const nought = cases.filter(({ depth }) => depth?.engine === 0).length;
  if (!areMost(nought, cases.length)) return null;
  return `Where the bodies overlap, ${nought} of ${cases.length} depths are 0: the engine seems to compute no depth, leave it out.`;
}

function noContainment(answers: readonly AnswerJudgement[]): string | null {
  const missed = (state: AnswerJudgement['exact']['state']) => {
    const cases = answers.filter(({ verdict, exact }) => verdict !== null && exact.state === state);
    return { cases: cases.length, missed: cases.filter(({ verdict }) => verdict?.finding === 'missed').length };
  };
  const [enclosed, intersecting] = [missed('enclosed'), missed('intersecting')];
  if (enclosed.cases === 0 || enclosed.missed < enclosed.cases || areMost(intersecting.missed, intersecting.cases))
    return null;
  return (
    `At all ${enclosed.cases} answers where one body lies inside the other it says separated: the engine seems to ` +
    'compare surfaces alone and to know no containment.'
  );
}

function areMost(count: number, of: number): boolean {
  return of >= LEAST_CASES && count >= MOST * of;
}
