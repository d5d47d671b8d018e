// Insertion, wall ahead and force, as they come → their chart, or, if it cannot be drawn, a sentence in its place.

import { element } from './element.ts';
import { mendLanguage } from './mend-language.ts';
import type { StripChart } from './strip-chart.ts';

export class Chart {
  readonly #container: HTMLElement;
  /** null until it is loaded, and if it cannot be drawn. */
  #chart: StripChart | null = null;

  constructor(container: HTMLElement) {
    this.#container = container;
    void this.#load();
  }

  /** mm, mm and N; null if there is none. */
  add(insertion: number | null, wallAhead: number | null, force: number | null): void {
    try {
      this.#chart?.add(insertion, wallAhead, force);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Uses import(): the code that draws it may fail to load, but everything else must not. */
  async #load(): Promise<void> {
    try {
      mendLanguage();
      const { StripChart } = await import('./strip-chart.ts');
      this.#chart = new StripChart(this.#container);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    console.error(error);
    this.#chart = null;
    const reason = error instanceof Error ? error.message : String(error);
    const textContent = `The chart cannot be drawn here (${reason}); the numbers go on.`;
    // With the role of an image, its text would not be read out.
    this.#container.removeAttribute('role');
    this.#container.replaceChildren(element('p', { className: 'notice', textContent }));
  }
}
