// A signed distance → its colour, and the legend of both.

import { element } from './element.ts';

/** mm: beyond this depth the colour stays the same. */
export const DEEPEST = 5;
/** δ, mm: the widest gap that is a contact. */
const WIDEST = 0.2;
export type Rgb = readonly [number, number, number];
/** Colours of what is drawn in one colour, 0–1. */
export const PAINT = {
  bone: [0.94, 0.9, 0.82],
  /** Bone where it was cut. */
  raw: [0.86, 0.6, 0.5],
  plan: [0.25, 0.72, 0.62],
  tool: [0.82, 0.86, 0.92],
  others: [0.55, 0.66, 0.6],
  /** Darker than bone and steel, bluer than any depth, so distinct also for colour-blind readers. */
  overlap: [0, 0.62, 0.45],
  outlines: [0.05, 0.35, 0.3],
  curve: [0.06, 0.08, 0.1],
  region: [0.1, 0.5, 0.15],
  scanlines: [0.55, 0.1, 0.75],
  stroke: [0.85, 0.05, 0.6],
} as const satisfies Readonly<Record<string, Rgb>>;

type Colour = readonly [number, number, number];
/** In the eye's frame, whose z points toward the viewer: direction, colour and strength. */
export const LAMPS: readonly {
  readonly from: readonly [number, number, number];
  readonly colour: Rgb;
  readonly power: number;
}[] = [
  { from: [-0.7, 0.9, 1], colour: [1, 0.96, 0.9], power: 0.78 },
  { from: [1, 0.1, 0.7], colour: [0.75, 0.85, 1], power: 0.3 },
  { from: [0.3, 0.6, -1], colour: [0.85, 0.92, 1], power: 0.3 },
];

/** The backdrop's colours, in bytes: at its lightest point, and in its corners. */
const MIDDLE: Colour = [74, 84, 98];
const CORNER: Colour = [22, 26, 33];

/** The backdrop's colour at a place from −1, left and bottom, to 1; lightest slightly above the middle. */
export function backdropColour(x: number, y: number): readonly number[] {
  const share = Math.min(1, Math.hypot(x, y - 0.15) / 1.35);
  const eased = share * share * (3 - 2 * share);
  return MIDDLE.map((from, k) => from + (CORNER[k] - from) * eased);
}

/** From touching to deepest, evenly spaced; readable for colour-blind readers, since lightness decreases throughout. */
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
/** A colour's place in the bar, 0–1: the gap takes a third of the bar, so that it is visible. */
export const LEGEND_STOPS: readonly { readonly at: number; readonly colour: string }[] = [
  { at: 0, colour: css(WIDEST) },
  ...Array.from({ length: 11 }, (_, i) => ({ at: 1 / 3 + i / 15, colour: css(-(DEEPEST * i) / 10) })),
];
/** Labels, evenly spaced below the bar. */
export const LEGEND_MARKS = [`+${WIDEST}`, '0', `−${DEEPEST / 2}`, `−${DEEPEST}`] as const;

export const OVERLAP_SAYS = 'bone in the tool';

/** A bar of the colours with their distances, and the colour of the bone in the tool, hidden at first. */
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

/** A layer's colour, if it has a single one, or the bar's colours. */
export function swatch(layer: string): HTMLElement {
  const made = element('span', { className: 'swatch' });
  const paint = (PAINT as Readonly<Record<string, Rgb>>)[layer];
  made.style.background =
    paint === undefined ? `linear-gradient(to right, ${css(WIDEST)}, ${css(0)}, ${css(-DEEPEST)})` : cssOf(paint);
  return made;
}
