// How deep the tool is in the bone → the chart, the ring of the wall ahead, and the words that warn.

import type { Penetration } from 'kerf';
import { WallRing } from '../../trainer/src/wall-ring.ts';
import type { Chart } from './chart.ts';
import type { CutHold } from './cut-hold.ts';
import { finite, mm, type Numbers } from './numbers.ts';

export class Danger {
  readonly #words: HTMLElement;
  readonly #ring: WallRing;
  readonly #chart: Chart;
  readonly #numbers: Numbers;

  constructor(words: HTMLElement, ring: HTMLElement, chart: Chart, numbers: Numbers) {
    this.#words = words;
    this.#ring = new WallRing(ring);
    this.#chart = chart;
    this.#numbers = numbers;
  }

  /** @param force N; null: the bone is not felt. */
  tell(found: Penetration | null, force: number | null, cuts: CutHold): void {
    this.#numbers.penetration(found);
    this.#chart.add(found?.insertion?.high ?? null, finite(found?.wallAhead?.low), force);
    const isThrough = found?.through === true;
    this.#ring.show(found?.wallAhead ?? null, isThrough);
    document.body.dataset.through = String(isThrough);
    const warning = isThrough ? `Through the bone: ${mm(found.protrusion)} out` : cuts.warning(found);
    this.#words.hidden = warning === null;
    this.#words.classList.toggle('near', !isThrough);
    this.#words.textContent = warning;
  }
}
