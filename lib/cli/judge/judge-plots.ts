// Judgements of an engine's answers → SVG plots: its depth against each definition, and the distribution of its errors.

import type { AnswerJudgement, DepthDefinition } from '#validation';
import { count } from '../report/page.ts';
import {
  at,
  axisNames,
  barCounts,
  barsSvg,
  type PlotBox,
  type Series,
  seriesPlot,
  svg,
  ticks,
} from '../report/plot.ts';
import { short } from '../validation-report/number-text.ts';
import { BACKWARDS } from './answer-table.ts';
import { normalErrors } from './judge-files.ts';
import { definitionWords } from './judge-rows.ts';

const GOOD = 'var(--good)';
const BAD = 'var(--bad)';
const BARS = 60;

const SQUARE: PlotBox = {
  ...{ width: 400, height: 400, left: 58, right: 386, top: 14, bottom: 346 },
  ...{ numbers: 364, name: 388, side: 16 },
};
/** If there are more answers, at most this many are drawn, evenly chosen. */
const DOTS = 2000;

/** The engine's depth against one definition: equal on the diagonal, within the tolerance inside the band. */
export function depthSvg(answers: readonly AnswerJudgement[], name: DepthDefinition, tolerance: number): string {
  const points = answers.flatMap(({ pose, depth }) => {
    const exact = depth?.exact[name] ?? null;
    return depth === null || exact === null ? [] : [{ pose, engine: depth.engine, exact, agrees: depth.agrees.includes(name) }]; // biome-ignore format: a line
  });
  const ends = points.flatMap(({ engine, exact }) => [engine, exact.high]);
  const most = 1.06 * ends.reduce((a, b) => Math.max(a, b), 0) || 1;
  const { left, right, top, bottom, numbers } = SQUARE;
  const x = (value: number) => left + ((right - left) * Math.min(value, most)) / most;
  const y = (value: number) => bottom - ((bottom - top) * Math.min(value, most)) / most;
  const grid = ticks(0, most, 5, false).map(
    (value) =>
      `<path class="grid" d="M${left} ${at(y(value))}H${right}M${at(x(value))} ${top}V${bottom}"/><text x="${left - 6}" y="${at(y(value) + 5)}" text-anchor="end">${value}</text><text x="${at(x(value))}" y="${numbers}" text-anchor="middle">${value}</text>`,
  );
  const step = Math.ceil(points.length / DOTS);
  const dots = points
    .filter((_, i) => i % step === 0)
    .map(({ pose, engine, exact, agrees }) => {
      const [low, high] = [x(exact.low), x(exact.high)];
      const says = `pose ${pose}: ${short(engine)} mm, exact ${short(exact.low)} to ${short(exact.high)} mm`;
      const colour = agrees ? 'good' : 'bad';
      return `<g class="${colour}"><title>${says}</title><path d="M${at(low)} ${at(y(engine))}H${at(high)}"/><circle cx="${at((low + high) / 2)}" cy="${at(y(engine))}" r="3.5"/></g>`;
    });
  const band = [[0, tolerance], [most - tolerance, most], [most, most], [most, most - tolerance], [tolerance, 0], [0, 0]]; // biome-ignore format: a line
  const outline = band.map(([a, b]) => `${at(x(a))} ${at(y(b))}`).join('L');
  const content = `${grid.join('')}<path class="band" d="M${outline}Z"/><path class="diagonal" d="M${left} ${bottom}L${right} ${top}"/>
${dots.join('\n')}
${axisNames(SQUARE, `exact: ${definitionWords[name]}, mm`, "the engine's depth, mm")}`;
  return svg(SQUARE, `The engine's depth against the depth ${definitionWords[name]}`, content);
}

/** The engine's smallest distance minus the exact one. '' if there are none. */
export function distanceBars(answers: readonly AnswerJudgement[], tolerance: number): string {
  const errors = answers.flatMap(({ distance }) => (distance === null ? [] : [distance.error]));
  if (errors.length === 0) return '';
  const widest = errors.reduce((most, error) => Math.max(most, Math.abs(error)), 2 * tolerance);
  return barsSvg({
    counts: barCounts(errors, BARS, -widest, widest),
    ...{ from: -widest, to: widest, axis: 'distance of the engine − exact distance, mm', counted: 'answers' },
    label: 'How far the distances of the engine are off',
    colour: (error) => (Math.abs(error) <= tolerance ? GOOD : BAD),
    write: (error) => `${short(error)} mm`,
    marks: [-tolerance, tolerance],
  });
}

/** The distance of each reported point from the body farther from it. '' if there are none. */
export function pointBars(answers: readonly AnswerJudgement[], tolerance: number): string {
  const rows = answers.flatMap(({ contacts }) => contacts?.rows ?? []);
  const distances = rows.map(({ bone, tool }) => Math.max(0, bone.low, tool.low));
  if (distances.length === 0) return '';
  const widest = distances.reduce((most, distance) => Math.max(most, distance), 2 * tolerance);
  return barsSvg({
    counts: barCounts(distances, BARS, 0, widest),
    ...{ from: 0, to: widest, axis: 'distance of a reported point from the farther body, 0 inside, mm', counted: 'points' }, // biome-ignore format: a line
    label: 'How far reported points are from both bodies',
    colour: (distance) => (distance <= tolerance ? GOOD : BAD),
    write: (distance) => `${short(distance)} mm`,
    marks: [tolerance],
  });
}

/** The angle between each reported normal and the nearest exact direction. '' if there are none. */
export function normalBars(answers: readonly AnswerJudgement[]): string {
  const errors = answers.flatMap(normalErrors);
  if (errors.length === 0) return '';
  return barsSvg({
    counts: barCounts(errors, BARS, 0, 180),
    ...{ from: 0, to: 180, axis: 'angle between a normal and the nearest exact direction, °', counted: 'points' },
    label: 'How far reported normals are off',
    colour: (error) => (error <= BACKWARDS ? GOOD : BAD),
    write: (error) => `${error}°`,
    marks: [BACKWARDS],
  });
}

/** Lines along the poses, for first answers: the engine's value and the exact one; '' for fewer than two poses. */
export function alongPoses(
  what: string,
  answers: readonly AnswerJudgement[],
  series: readonly { readonly name: string; readonly colour: string; readonly value: (answer: AnswerJudgement) => Series['values'][number] }[], // biome-ignore format: a line
): string {
  const first = answers.filter(({ repetition }) => repetition === 0);
  const drawn = series
    .map(({ name, colour, value }) => ({ name, colour, values: first.map(value) }))
    .filter(({ values }) => values.some((value) => value !== null));
  if (first.length < 2 || drawn.length < 2) return '';
  const along = { places: first.map(({ pose }) => pose), axis: 'pose', isTimed: false };
  return seriesPlot(what, along, drawn);
}

/** How many of the answers a plot shows; '' if it shows all. */
export function dotsNote(answers: number): string {
  return answers > DOTS ? `<p class="hint">${count(Math.ceil(answers / Math.ceil(answers / DOTS)))} of ${count(answers)} answers, evenly chosen.</p>` : ''; // biome-ignore format: a line
}
