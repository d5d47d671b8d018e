// A signed distance → its colour, and the legend of both.

import { element } from './element.ts';

/** mm: the depth from which on the colour stays. */
export const DEEPEST = 5;
/** δ, mm: the widest gap that is a contact. */
const WIDEST = 0.2;
type Colour = readonly [number, number, number];
/** By share of the way: touching → deepest; readable for those who see few colours, for lightness falls all the way. */
const DEPTHS: readonly Colour[] = [
  [255, 183, 3],
  [244, 93, 34],
  [193, 18, 63],
  [80, 10, 90],
];
const GAP: Colour = [38, 132, 204];

export function colourOf(distance: number): Colour {
  if (distance > 0) return mix(DEPTHS[0], GAP, Math.min(1, distance / WIDEST));
  const at = Math.min(1, -distance / DEEPEST) * (DEPTHS.length - 1);
  const from = Math.min(DEPTHS.length - 2, Math.floor(at));
  return mix(DEPTHS[from], DEPTHS[from + 1], at - from);
}

function mix(a: Colour, b: Colour, share: number): Colour {
  return [0, 1, 2].map((k) => Math.round(a[k] + (b[k] - a[k]) * share)) as [number, number, number];
}

const css = (distance: number) => `rgb(${colourOf(distance).join(' ')})`;

/** A bar of the colours with their distances, mm. */
export function legend(): HTMLElement {
  // A third of the bar is the gap's, so that it can be seen; marks stand where their colours do.
  const stops = Array.from({ length: 11 }, (_, i) => `${css(-(DEEPEST * i) / 10)} ${100 / 3 + (20 / 3) * i}%`);
  const bar = element('div', { className: 'bar' });
  bar.style.background = `linear-gradient(to right, ${css(WIDEST)} 0%, ${stops.join(', ')})`;
  const marks = element('div', { className: 'marks' });
  for (const text of [`+${WIDEST}`, '0', `−${DEEPEST / 2}`, `−${DEEPEST}`])
    marks.append(element('span', { textContent: text }));
  return element(
    'figure',
    { className: 'legend' },
    element('figcaption', { textContent: 'signed distance, mm' }),
    bar,
    marks,
  );
}
