// A place on the page, and what fills it → a part that may fail alone: a sentence then stands there, and the rest of
// the page works.

import { element } from './element.ts';

export class PagePart<Made> {
  readonly #place: HTMLElement;
  readonly #name: string;
  #made: Promise<Made | undefined>;

  /**
   * @param place of this part alone. @param name as a sentence begins with it.
   * @param make fills the place. What it draws with it loads by import(), since that may fail as well.
   *   undefined: there is nothing to be done with it later.
   */
  constructor(place: HTMLElement, name: string, make: (place: HTMLElement) => Promise<Made | undefined>) {
    this.#place = place;
    this.#name = name;
    this.#made = make(place).catch((error: unknown) => this.#fail(error));
  }

  /** Does something with the part once it is made, in the order of the calls; does nothing if it has failed. */
  use(deed: (made: Made) => void): void {
    this.#made = this.#made
      .then((made) => {
        if (made !== undefined) deed(made);
        return made;
      })
      .catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): undefined {
    console.error(error);
    const reason = error instanceof Error ? error.message : String(error);
    this.#place.replaceChildren(
      element('p', {
        className: 'notice',
        textContent: `${this.#name} cannot be shown here (${reason}); the rest of the page is complete.`,
      }),
    );
    return undefined;
  }
}
