// A place on the page, and what fills it → a part that may fail alone: a sentence then replaces it, and the rest of the
// page works.

export class PagePart<Made> {
  readonly #place: HTMLElement;
  readonly #name: string;
  #made: Promise<Made | undefined>;

  /**
   * @param place an element that no other part uses. @param name the part's name as it begins a sentence.
   * @param make fills the place. It loads its drawing library by import(), since that may fail too. It returns
   * undefined if the part cannot be used later.
   */
  constructor(place: HTMLElement, name: string, make: (place: HTMLElement) => Promise<Made | undefined>) {
    this.#place = place;
    this.#name = name;
    this.#made = make(place).catch((error: unknown) => this.#fail(error));
  }

  /** Runs `deed` on the part once it is made, in the order of the calls. Does nothing if the part has failed. */
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

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

/** The words for a mouse, or those for fingers where these are what points. */
export function byPointer(mouse: string, touch: string): string {
  return window.matchMedia('(pointer: coarse)').matches ? touch : mouse;
}

/**
 * Under a POSIX locale (LANG=C.UTF-8: containers, WSL, CI) Chromium calls its language "en-US@posix", which is not a
 * BCP 47 tag. Intl refuses it, and so any code that passes it to Intl fails, as uPlot does while it loads. Call this
 * before loading uPlot.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { configurable: true, value: 'en-US' });
  }
}
