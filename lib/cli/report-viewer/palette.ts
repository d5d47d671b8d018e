// A signed distance → its colour: blue for a gap, amber for touching, red to violet for depth.

export interface DistanceRange {
  /** The least distance of all poses shown, mm, ≤ 0. */
  readonly deepest: number;
  /** δ, mm, ≥ 0. */
  readonly widest: number;
}

type Colour = readonly [number, number, number];

/** Fractions of the range from touching to the deepest. */
const DEPTH_STOPS: readonly (readonly [number, Colour])[] = [
  [0, [255, 183, 3]],
  [0.3, [244, 93, 34]],
  [0.65, [193, 18, 63]],
  [1, [80, 10, 90]],
];
const TOUCHING: Colour = DEPTH_STOPS[0][1];
const WIDEST_GAP: Colour = [38, 132, 204];

export function colourOf(distance: number, range: DistanceRange): Colour {
  if (distance > 0) return mix(TOUCHING, WIDEST_GAP, range.widest > 0 ? Math.min(1, distance / range.widest) : 1);
  const fraction = range.deepest < 0 ? Math.min(1, distance / range.deepest) : 0;
  for (let i = 1; i < DEPTH_STOPS.length; i++) {
    const [from, start] = DEPTH_STOPS[i - 1];
    const [to, end] = DEPTH_STOPS[i];
    if (fraction <= to) return mix(start, end, (fraction - from) / (to - from));
  }
  return DEPTH_STOPS[DEPTH_STOPS.length - 1][1];
}

export function cssColour([r, g, b]: Colour): string {
  return `rgb(${Math.round(r)},${Math.round(g)},${Math.round(b)})`;
}

function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
