// A signed distance → its colour: blue for a gap, amber for touching, red to violet for depth.

import { element } from './page-part.ts';

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

function cssColour([r, g, b]: Colour): string {
  return `rgb(${Math.round(r)},${Math.round(g)},${Math.round(b)})`;
}

function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

const STEPS = 60;
/** The smallest share of the bar given to gaps, and to depths. Each of the two parts is linear. */
const LEAST_PART = 0.18;

export function colourScale(range: DistanceRange): HTMLElement {
  const zero = zeroAt(range);
  const bar = element('div', { className: 'bar' });
  const colours = Array.from({ length: STEPS + 1 }, (_, i) => {
    const at = i / STEPS;
    const distance = at < zero ? range.widest * (1 - at / zero) : range.deepest * ((at - zero) / (1 - zero || 1));
    return cssColour(colourOf(distance, range));
  });
  bar.style.background = `linear-gradient(${colours.join(',')})`;
  const mark = (value: string, at: number) => {
    const tick = element('span', { className: 'tick', textContent: value });
    tick.style.top = `${100 * at}%`;
    bar.append(tick);
  };
  const text = (value: number) => String(Number(value.toPrecision(3)));
  if (range.widest > 0) mark(`+${text(range.widest)} gap`, 0);
  mark('0 touching', zero);
  if (range.deepest < 0) {
    mark(text(range.deepest / 2), (1 + zero) / 2);
    mark(`${text(range.deepest)} inside`, 1);
  }
  const curve = element('div', { className: 'key' });
  curve.append(element('i', {}), element('span', { textContent: 'surfaces meet' }));
  const scale = element('div', { className: 'scale' });
  scale.append(element('p', { className: 'title', textContent: 'signed distance, mm' }), bar, curve);
  return scale;
}

/** Where distance 0 lies on the bar, as a fraction from its top. */
function zeroAt({ deepest, widest }: DistanceRange): number {
  if (deepest === 0) return widest > 0 ? 1 : 0;
  if (widest === 0) return 0;
  return Math.min(1 - LEAST_PART, Math.max(LEAST_PART, widest / (widest - deepest)));
}
