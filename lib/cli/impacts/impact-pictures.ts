// A step's impacts → pictures for the page: the surface at the time of the first, with a dot for each, coloured by
// time.

import { faceComponents, type TriangleMesh } from '#mesh';
import { aslant, ballAround, drawn, PICTURE_SIZE } from '../report/drawn-picture.ts';
import { count, type Picture } from '../report/page.ts';
import type { Marks, Shown, View } from '../report/picture.ts';
import { type FoundImpacts, positionsAt, recordImpact, timeOf } from './impact-record.ts';

/** Colours of bodies that share no vertex, in turn. */
const BODIES = [
  [226, 211, 178],
  [176, 190, 205],
  [214, 184, 184],
  [187, 205, 182],
];
/** At most this many impacts are drawn, evenly chosen in order of time. */
const DOTS = 20_000;
/** More dots than this are drawn smaller; radii in pixels. */
const MANY = 1000;
const RADIUS = { few: 3.5, many: 2 };
/** A close-up is drawn if the impacts span at most FARTHEST of the surface; it shows at least NEAREST of it. */
const FARTHEST = 0.6;
const NEAREST = 0.05;

/** @param byTime the table's rows, the earliest first. */
export function impactPictures(found: FoundImpacts, byTime: Uint32Array, span: TimeSpan): Picture[] {
  const { faces, name } = found.start.mesh;
  const mesh: TriangleMesh = { positions: positionsAt(found, found.freeUntil), faces, name };
  const bodies = faceComponents(faces, mesh.positions.length / 3).of;
  const surface: Shown = { mesh, colour: (face) => BODIES[bodies[face] % BODIES.length] };
  const marks = marksOf(found, byTime, span);
  const dots = marks.positions.length / 3;
  const whole = ballAround(mesh);
  const [from, behind] = [aslant([0, 1, 0], 0.7), aslant([0, -1, 0], 0.7)];
  const view = ({ centre, radius }: typeof whole, forward: readonly number[]): View => ({
    centre,
    radius: radius || 1,
    depth: Number.POSITIVE_INFINITY,
    forward,
    ...PICTURE_SIZE,
  });
  const when = byTime.length === 0 ? 'at the end of the step' : `at t = ${found.freeUntil.toPrecision(6)}`;
  const some = dots < byTime.length ? ` (${count(dots)} of them, evenly chosen)` : '';
  const what = byTime.length === 0 ? '' : `; impacts${some} as dots, seen through it`;
  const pictures = [
    drawn(`The surface ${when}${what}`, view(whole, from), [surface], marks),
    drawn('… from the other side', view(whole, behind), [surface], marks),
  ];
  if (dots === 0) return pictures;
  const { centre, radius } = ballAround({ positions: marks.positions, faces: Uint32Array.from({ length: dots }, (_, i) => i) }); // biome-ignore format: a line
  if (radius > FARTHEST * whole.radius) return pictures;
  const close = { centre, radius: 1.25 * Math.max(radius, NEAREST * whole.radius) };
  return [...pictures, drawn('… from nearer', view(close, from), [surface], marks)];
}

/** The earliest is drawn last, over the others. */
function marksOf(found: FoundImpacts, byTime: Uint32Array, span: TimeSpan): Marks {
  const step = Math.ceil(byTime.length / DOTS);
  const rows = byTime.filter((_, i) => i % step === 0).reverse();
  const positions = new Float64Array(3 * rows.length);
  for (const [mark, row] of rows.entries()) positions.set(recordImpact(found, row).point, 3 * mark);
  const radius = rows.length > MANY ? RADIUS.many : RADIUS.few;
  return { positions, radius, colour: (mark) => timeColour(timeOf(found.table, rows[mark]), span) };
}

/** From viridis (S. van der Walt, N. Smith, 2015), bright end first: the earliest is seen best on a surface. */
const STOPS = [
  [253, 231, 37],
  [93, 201, 98],
  [33, 145, 140],
  [59, 82, 139],
  [68, 1, 84],
] as const;

/** The range of times that the colours span, from the earliest to the latest. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The shortest span, a share of the step, whose times can be distinguished along an axis. */
const SHORTEST = 0.01;

/** A span within [0, 1] that contains the times. */
export function spanOf(earliest: number, latest: number): TimeSpan {
  const middle = (earliest + latest) / 2;
  const length = Math.max(SHORTEST, latest - earliest);
  const from = Math.min(1 - length, Math.max(0, middle - length / 2));
  return { from: Math.min(earliest, from), to: Math.max(latest, from + length) };
}

/** Red, green, blue, 0 … 255. */
export function timeColour(time: number, { from, to }: TimeSpan): readonly number[] {
  const place = ((STOPS.length - 1) * (time - from)) / (to - from);
  const stop = Math.min(STOPS.length - 2, Math.max(0, Math.floor(place)));
  const part = Math.min(1, place - stop);
  return STOPS[stop].map((x, k) => Math.round(x + part * (STOPS[stop + 1][k] - x)));
}

export function timeGradient(): string {
  return `linear-gradient(to right, ${STOPS.map((colour) => `rgb(${colour.join(',')})`).join(', ')})`;
}
