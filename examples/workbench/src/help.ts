// Keys and actions → the help sheet: what each does, besides what the page's markup explains.

import type { Action } from './actions.ts';
import { element } from './element.ts';
import { DEGREES_PER_SECOND, KEYS, MM_PER_SECOND, SHIFT, TAP } from './hold.ts';

export class Help {
  readonly #sheet: HTMLDialogElement;

  /** @param sheet holds `#help-speeds`, `#help-keys`, `#help-actions` and `#help-backend`. */
  constructor(sheet: HTMLDialogElement, actions: readonly Action[]) {
    this.#sheet = sheet;
    const part = (name: string) => sheet.querySelector(`#help-${name}`) as HTMLElement;
    part('speeds').textContent =
      `A held key moves the tool by ${MM_PER_SECOND} mm a second, or turns it by ${DEGREES_PER_SECOND}° a second; ` +
      `with Shift ${SHIFT} times as fast. A tap is ${MM_PER_SECOND * TAP} mm, or ${DEGREES_PER_SECOND * TAP}°. Several keys go together.`;
    for (const [key, { says }] of Object.entries(KEYS)) part('keys').append(...row(nameOf(key), says));
    for (const { key, says, does } of actions) part('actions').append(...row(nameOf(key), `${says}: ${does}`));
    sheet.querySelector('button')?.addEventListener('click', () => sheet.close());
    // A click beside the sheet.
    sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
  }

  get isOpen(): boolean {
    return this.#sheet.open;
  }

  /** Says what computes, and why that. */
  tellBackend(backend: string, reason: string): void {
    const says = `What computes now: backend ${backend}: ${reason}.`;
    (this.#sheet.querySelector('#help-backend') as HTMLElement).textContent = says;
  }

  open(): void {
    if (!this.isOpen) this.#sheet.showModal();
  }
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  escape: 'Esc',
};

function nameOf(key: string): string {
  return ARROWS[key] ?? key.toUpperCase();
}

function row(key: string, says: string): readonly HTMLElement[] {
  return [element('dt', {}, element('kbd', { textContent: key })), element('dd', { textContent: says })];
}
