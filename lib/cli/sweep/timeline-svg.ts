// Step records → an SVG timeline: the clearance at the poses, the first contacts, and a strip of step statuses.

import { at, type PlotBox, type PlotFrame, plotFrame, svg } from '../report/plot.ts';
import type { PoseClearance, StepRecord } from './step-record.ts';
import { isWithin, oneClearance, type StepRun, stepRuns, stepText } from './step-runs.ts';

const BOX: PlotBox = {
  ...{ width: 1200, height: 340, left: 74, right: 1182, top: 14, bottom: 250 },
  ...{ numbers: 304, name: 330, side: 18 },
};
/** The edges of the strip. */
const STRIP = 262;
const STRIP_END = 284;
/** No step is drawn narrower than this, so that a step with a contact is visible on a long path. */
const NARROWEST = 4;
/** A path with more points is drawn as at most this many parts, each by its least and its greatest clearance. */
const PARTS = 1100;
/** Dots that show a pose's clearance on hover are drawn for at most this many poses. */
const DOTS = 300;

/** A point of the curve. */
interface Point {
  readonly along: number;
  readonly clearance: number;
  /** Whether the curve breaks off here: the clearance between a first contact and the next pose is unknown. */
  readonly isEnd: boolean;
}

type Scales = Pick<PlotFrame, 'x' | 'y'>;

export function timelineSvg(steps: readonly StepRecord[], clearance: number): string {
  const poses = [steps[0].start, ...steps.map(({ end }) => end)];
  const along = placesAlong(poses);
  const points = curvePoints(steps, along, clearance);
  const most = 1.08 * points.reduce((a, b) => Math.max(a, b.clearance), clearance) || 1;
  const isTimed = isClock(poses);
  const name = isTimed ? 'time since the first pose, s' : 'pose';
  const scales = plotFrame(
    BOX,
    { from: along[0], to: along[along.length - 1], ticks: 12, isWhole: !isTimed, name },
    { from: 0, to: most, ticks: 5, isWhole: false, name: 'clearance, mm' },
  );
  const content = `${scales.grid}
${scales.names}
<text x="${BOX.left - 8}" y="${STRIP_END - 6}" text-anchor="end">status</text>
${limit(scales, clearance)}${curve(points, scales)}${dots(poses, along, scales)}
${strip(stepRuns(steps), along, scales)}
${marks(steps, along, scales)}`;
  return svg(BOX, "The clearance in mm along the path, and each step's status", content);
}

/** Whether the poses have times that increase along the path. */
function isClock(poses: readonly PoseClearance[]): boolean {
  const [first, last] = [poses[0].time, poses[poses.length - 1].time];
  return first !== undefined && last !== undefined && last > first;
}

/** s since the first pose; pose numbers if there are no times, or all are the same. */
function placesAlong(poses: readonly PoseClearance[]): number[] {
  return isClock(poses) ? poses.map(({ time = 0 }) => time - (poses[0].time ?? 0)) : poses.map(({ pose }) => pose);
}

/** The clearance at each pose, and the points within steps where it falls to the clearance that counts as touching. */
function curvePoints(steps: readonly StepRecord[], along: readonly number[], clearance: number): Point[] {
  const points = [{ along: along[0], clearance: steps[0].start.clearance, isEnd: false }];
  for (const [i, { status, end, time }] of steps.entries()) {
    if (isWithin(status)) points.push({ along: placeWithin(along, i, time.high), clearance, isEnd: true });
    points.push({ along: along[i + 1], clearance: end.clearance, isEnd: false });
  }
  return thinned(points);
}

/** The points with the least and the greatest clearance of each part of a long path. */
function thinned(points: readonly Point[]): Point[] {
  const size = Math.ceil(points.length / PARTS);
  if (size <= 2) return [...points];
  return Array.from({ length: Math.ceil(points.length / size) }, (_, part) => {
    const own = points.slice(part * size, part * size + size);
    const least = own.reduce((a, b) => (b.clearance < a.clearance ? b : a));
    const greatest = own.reduce((a, b) => (b.clearance > a.clearance ? b : a));
    return least.along < greatest.along ? [least, greatest] : [greatest, least];
  }).flat();
}

const placeWithin = (along: readonly number[], step: number, part: number) =>
  along[step] + part * (along[step + 1] - along[step]);

/** A line at the distance at or below which the tool counts as touching. */
function limit({ y }: Scales, clearance: number): string {
  if (clearance === 0) return '';
  return `<path class="limit" d="M${BOX.left} ${at(y(clearance))}H${BOX.right}"/><text class="limit" x="${BOX.right - 6}" y="${at(y(clearance) - 5)}" text-anchor="end">counts as touching: ${clearance} mm</text>\n`;
}

function curve(points: readonly Point[], { x, y }: Scales): string {
  const way = points.map(
    (point, i) => `${i === 0 || points[i - 1].isEnd ? 'M' : 'L'}${at(x(point.along))} ${at(y(point.clearance))}`,
  );
  return `<path class="curve" d="${way.join('')}"/>`;
}

function dots(poses: readonly PoseClearance[], along: readonly number[], { x, y }: Scales): string {
  if (poses.length > DOTS) return '';
  const radius = poses.length > DOTS / 4 ? 2 : 3.5;
  const circles = poses.map(
    (pose) =>
      `<circle cx="${at(x(along[pose.pose]))}" cy="${at(y(pose.clearance))}" r="${radius}"><title>pose ${pose.pose}: ${oneClearance(pose)}${pose.enclosed ? '' : ' mm'}</title></circle>`,
  );
  return `<g class="dots">${circles.join('')}</g>`;
}

/** Free runs are drawn first, so that a narrow step lies above them. */
function strip(runs: readonly StepRun[], along: readonly number[], { x }: Scales): string {
  const order = [...runs.filter(({ status }) => status === 'free'), ...runs.filter(({ status }) => status !== 'free')];
  const rects = order.map((run) => {
    const [left, right] = [x(along[run.first.start.pose]), x(along[run.last.end.pose])];
    const width = Math.max(NARROWEST, right - left);
    const from = Math.min(left, BOX.right - width);
    return `<rect class="${run.status}" x="${at(from)}" y="${STRIP}" width="${at(width)}" height="${STRIP_END - STRIP}"><title>step ${stepText(run)}: ${run.status}</title></rect>`;
  });
  return rects.join('');
}

/** A line where a step first touches, or comes too near to decide. */
function marks(steps: readonly StepRecord[], along: readonly number[], { x }: Scales): string {
  return steps
    .filter(({ status }) => isWithin(status))
    .map(({ step, status, time }) => {
      const place = placeWithin(along, step, time.high);
      return `<path class="mark ${status}" d="M${at(x(place))} ${BOX.top}V${STRIP}"><title>step ${step}: ${status}</title></path>`;
    })
    .join('');
}
