// A distance range → the legend: a colour bar with values in mm.

import { element } from './element.ts';
import { colourOf, cssColour, type DistanceRange } from './palette.ts';

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
