// The figures of an assessment → the rows that the table and the page show, and one sentence with the worst of them.

import type { RemovedVolume, WallFacts } from '#assessment';
import { rangeText, timeText } from '../pose-record.ts';
import type { AssessResults, ForceRecord } from './assess-record.ts';

interface AssessRow {
  readonly what: string;
  readonly value: string;
  readonly where: string;
  /** Whether the reader must not pass over it. */
  readonly warns?: true;
}

export function assessRows(results: AssessResults): AssessRow[] {
  const { seconds, force, plunge, leastWallAhead, structures, removed, deviations, bound, pieces } = results;
  const rows: AssessRow[] = [
    plunge === null
      ? { what: 'plunge past the bone', value: 'none: never through', where: '' }
      : { what: 'plunge past the bone', value: `${rangeText(plunge.depth)} mm`, where: whereText(plunge) },
  ];
  if (leastWallAhead !== null)
    rows.push({
      what: 'least bone ahead',
      value: `${rangeText(leastWallAhead.wall)} mm`,
      where: whereText(leastWallAhead),
    });
  for (const structure of structures)
    rows.push({ what: `distance to ${structure.name}`, value: nearnessText(structure), where: whereText(structure) });
  rows.push({ what: 'bone removed', value: volumeText(removed.all), where: '' });
  for (const side of ['inside', 'outside'] as const) {
    const volume = removed[side];
    if (volume !== null) rows.push({ what: `… ${side} the region`, value: volumeText(volume), where: '' });
  }
  deviations.forEach(({ all, facingAlong, facingAgainst }, n) => {
    const plane = deviations.length > 1 ? ` ${n + 1}` : '';
    rows.push({ what: `walls from plane${plane}`, value: wallText(all), where: '' });
    rows.push({ what: "… facing the plane's way", value: wallText(facingAlong), where: '' });
    rows.push({ what: '… facing against it', value: wallText(facingAgainst), where: '' });
  });
  if (seconds !== null) rows.push({ what: 'time', value: `${timeText(seconds)} s`, where: '' });
  if (force !== null) rows.push(...forceRows(force));
  const wall = plunge === null ? (leastWallAhead?.wall ?? null) : null;
  const isBeyondWall = wall !== null && bound > wall.low;
  rows.push({
    what: 'cut surface off by, at worst',
    value: `${bound.toFixed(2)} mm`,
    where: isBeyondWall
      ? 'more than the least bone ahead: whether the cut bone, its pieces and pictures keep that wall is not known; take a smaller --cell'
      : 'plunge, bone ahead and distances: of the bone as given',
    ...(isBeyondWall && { warns: true }),
  });
  rows.push({ what: 'pieces of bone', value: `${pieces.before} → ${pieces.after}`, where: '' });
  return rows;
}

function forceRows({ seconds, mean, peak, peakTime, limit, secondsAbove }: ForceRecord): AssessRow[] {
  const value = `peak ${peak.toFixed(2)} N, mean ${mean.toFixed(2)} N over ${timeText(seconds)} s`;
  const rows = [{ what: 'force', value, where: `peak at t ${timeText(peakTime)} s` }];
  if (secondsAbove !== null)
    rows.push({ what: `… above ${limit} N`, value: `${secondsAbove.toFixed(3)} s`, where: '' });
  return rows;
}

export function assessVerdict({ plunge, structures, removed }: AssessResults): string {
  const through =
    plunge === null
      ? 'Never through the bone'
      : `Through the bone: ${rangeText(plunge.depth)} mm past it, ${whereText(plunge)}`;
  const touched = structures.filter(({ distance }) => distance.high === 0).map(({ name }) => name);
  const maybe = structures.filter(({ distance: { low, high } }) => low === 0 && high > 0).map(({ name }) => name);
  const hurt = [
    ...(touched.length > 0 ? [`; ${touched.join(' and ')} touched`] : []),
    ...(maybe.length > 0 ? [`; between the poses, contact with ${maybe.join(' and ')} is not ruled out`] : []),
  ].join('');
  return `${through}${hurt}; ${certainText(removed.all)} of bone removed.`;
}

/** The style class of the verdict, by the worst finding. */
export function verdictClass({ plunge, structures }: AssessResults): 'through' | 'touching' | 'near' | 'clear' {
  if (plunge !== null) return 'through';
  if (structures.some(({ distance }) => distance.high === 0)) return 'touching';
  return structures.some(({ distance }) => distance.low === 0) ? 'near' : 'clear';
}

function whereText({ pose, time }: { readonly pose: number; readonly time?: number }): string {
  return `at pose ${pose}${time === undefined ? '' : `, t ${timeText(time)} s`}`;
}

function nearnessText({ distance: { low, high }, depth }: AssessResults['structures'][number]): string {
  if (high > 0) return `${high.toFixed(2)} mm at a pose, ≥ ${low.toFixed(2)} mm between`;
  return `touched, ${depth === null ? 'depth unknown: it is open' : `${rangeText(depth)} mm deep`}`;
}

/** Rounded outward. */
function certainText({ low, high }: RemovedVolume): string {
  const [from, to] = [Math.floor(10 * low) / 10, Math.ceil(10 * high) / 10].map((x) => x.toFixed(1));
  return from === to ? `${from} mm³` : `${from} to ${to} mm³`;
}

const volumeText = (removed: RemovedVolume): string =>
  `${certainText(removed)}; the surface lost ${removed.surface.toFixed(1)} mm³`;

function wallText(facts: WallFacts | null): string {
  if (facts === null) return 'no such wall';
  const { area, meanSigned, mean, of95Percent, largest } = facts;
  const signed = `${meanSigned < 0 ? '−' : '+'}${Math.abs(meanSigned).toFixed(3)}`;
  return `mean ${mean.toFixed(3)} (signed ${signed}), 95 % ${of95Percent.toFixed(3)}, largest ${largest.toFixed(3)} mm, on ${area.toFixed(0)} mm²`;
}
