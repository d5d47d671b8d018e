// What is being done, and how much of it is done → words and a bar over the picture, while there is none of it.

export class Waiting {
  readonly #words: HTMLElement;
  readonly #bar: HTMLProgressElement;

  /** @param container holds a paragraph and a progress bar. */
  constructor(container: HTMLElement) {
    this.#words = container.querySelector('p') as HTMLElement;
    this.#bar = container.querySelector('progress') as HTMLProgressElement;
  }

  /** @param share of the task that is done, 0 to 1, if known. */
  tell(says: string, share: number | undefined): void {
    this.#words.textContent = says;
    if (share === undefined) this.#bar.removeAttribute('value');
    else this.#bar.value = share;
  }
}
