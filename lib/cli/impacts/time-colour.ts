// A time of the step → its colour, from light to dark, which eyes that cannot tell red from green can read too.

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
