// The force with which the bone pushes back → a bar beside the picture, for a hand that cannot feel it.

import { element } from './element.ts';
import { MOST_FORCE, shareOf } from './force.ts';

/** Share of the bar above which it warns. */
const NEAR = 0.75;

export class ForceBar {
  readonly #bar: HTMLElement;
  readonly #number = element('b');

  constructor(bar: HTMLElement) {
    this.#bar = bar;
    bar.role = 'meter';
    bar.ariaLabel = 'Force of the bone on the tool, N';
    bar.ariaValueMin = '0';
    bar.ariaValueMax = String(MOST_FORCE);
    bar.title = `Force of the bone on the tool. At ${MOST_FORCE} N it grows no more: the hand goes deeper unfelt.`;
    const limit = element('small', { textContent: `limit ${MOST_FORCE} N` });
    bar.append(limit, element('span', { className: 'track' }), this.#number);
    this.show(null);
  }

  /** @param force N; null: the bone is not felt. */
  show(force: number | null): void {
    this.#bar.hidden = force === null;
    if (force === null) return;
    const share = shareOf(force);
    const says = `${force.toFixed(1)} N`;
    this.#bar.style.setProperty('--share', String(share));
    this.#bar.dataset.danger = share >= 1 ? 'high' : share >= NEAR ? 'some' : 'none';
    this.#bar.ariaValueNow = (share * MOST_FORCE).toFixed(1);
    this.#bar.ariaValueText = share >= 1 ? `${says}, the limit` : says;
    this.#number.textContent = says;
  }
}
