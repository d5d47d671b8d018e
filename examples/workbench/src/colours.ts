// A signed distance → its colour, and the legend of both.

import { element } from './element.ts';

/** mm: the depth from which on the colour stays. */
export const DEEPEST = 5;
/** δ, mm: the widest gap that is a contact. */
const WIDEST = 0.2;
export type Rgb = readonly [number, number, number];
/** Of what is drawn in one colour, 0–1. */
export const PAINT = {
  bone: [0.94, 0.9, 0.82],
  /** Where it was cut. */
  raw: [0.86, 0.6, 0.5],
  plan: [0.25, 0.72, 0.62],
  tool: [0.82, 0.86, 0.92],
  others: [0.55, 0.66, 0.6],
  /** Darker than bone and steel, bluer than any depth: told apart where few colours are seen, too. */
  overlap: [0, 0.62, 0.45],
  outlines: [0.05, 0.35, 0.3],
  curve: [0.06, 0.08, 0.1],
  region: [0.1, 0.5, 0.15],
  scanlines: [0.55, 0.1, 0.75],
  stroke: [0.85, 0.05, 0.6],
} as const satisfies Readonly<Record<string, Rgb>>;

type Colour = readonly [number, number, number];
/** Of the backdrop, bytes: where it is lightest, and in its corners. */
const MIDDLE: Colour = [74, 84, 98];
const CORNER: Colour = [22, 26, 33];

/** Of the backdrop, at a place from −1, left and below, to 1; the lightest is a little above the middle. */
export function backdropColour(x: number, y: number): readonly number[] {
  const share = Math.min(1, Math.hypot(x, y - 0.15) / 1.35);
  const eased = share * share * (3 - 2 * share);
  return MIDDLE.map((from, k) => from + (CORNER[k] - from) * eased);
}

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

function css(distance: number): string {
  return `rgb(${colourOf(distance).join(' ')})`;
}

export const LEGEND_TITLE = 'signed distance, mm';
/** Where a colour stands in the bar, 0–1: a third of it is the gap's, so that it can be seen. */
export const LEGEND_STOPS: readonly { readonly at: number; readonly colour: string }[] = [
  { at: 0, colour: css(WIDEST) },
  ...Array.from({ length: 11 }, (_, i) => ({ at: 1 / 3 + i / 15, colour: css(-(DEEPEST * i) / 10) })),
];
/** At equal spaces below it. */
export const LEGEND_MARKS = [`+${WIDEST}`, '0', `−${DEEPEST / 2}`, `−${DEEPEST}`] as const;

export const OVERLAP_SAYS = 'bone in the tool';

/** A bar of the colours with their distances, and the colour of the bone in the tool, which is hidden. */
export function legend(): HTMLElement {
  const bar = element('div', { className: 'bar' });
  const stops = LEGEND_STOPS.map(({ at, colour }) => `${colour} ${100 * at}%`);
  bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  const marks = element('div', { className: 'marks' });
  for (const textContent of LEGEND_MARKS) marks.append(element('span', { textContent }));
  const title = element('figcaption', { textContent: LEGEND_TITLE });
  const overlap = element('div', { id: 'legend-overlap', hidden: true }, swatch('overlap'), OVERLAP_SAYS);
  return element('figure', { className: 'legend' }, title, bar, marks, overlap);
}

export function cssOf(paint: Rgb): string {
  return `rgb(${paint.map((share) => Math.round(255 * share)).join(' ')})`;
}

/** The colour in which a layer is drawn, where it has one. */
export function swatch(layer: string): HTMLElement {
  const made = element('span', { className: 'swatch' });
  const paint = (PAINT as Readonly<Record<string, Rgb>>)[layer];
  made.style.background =
    paint === undefined ? `linear-gradient(to right, ${css(WIDEST)}, ${css(0)}, ${css(-DEEPEST)})` : cssOf(paint);
  return made;
}
