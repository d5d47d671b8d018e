// A headset that the browser knows → a button that begins and ends holding the tool with its controllers.

import { element } from './element.ts';
import { XrHand, type XrOwner } from './xr-hand.ts';

/** Where the wearer sees the room, the hands are seen too. An inline session has no tracked controllers. */
const MODES = ['immersive-ar', 'immersive-vr'] as const;
const BEGIN = 'Use controller';

export interface XrPage extends XrOwner {
  says(text: string, isBad: boolean): void;
}

export class XrButton {
  readonly #page: XrPage;
  readonly #button = element('button', { type: 'button', id: 'hold-xr', textContent: BEGIN });
  #session: XRSession | null = null;
  #hand: XrHand | null = null;

  /** @param container hidden until there is a headset. */
  constructor(container: HTMLElement, page: XrPage) {
    this.#page = page;
    this.#button.title = 'The picture hangs before you; squeeze to hold the tool, pull the trigger to cut';
    container.append(this.#button);
    void this.#offer(container);
  }

  /** Shakes the controller that holds the tool, if one does. @param share 0 … 1. */
  shake(share: number): void {
    this.#hand?.shake(share);
  }

  async #offer(container: HTMLElement): Promise<void> {
    const xr = navigator.xr;
    if (!xr) return;
    for (const mode of MODES) {
      // A page whose policy lets it use no headset is refused.
      if (!(await xr.isSessionSupported(mode).catch(() => false))) continue;
      container.hidden = false;
      this.#button.addEventListener('click', () => {
        if (this.#session === null) void this.#begin(xr, mode);
        else void this.#session.end();
      });
      return;
    }
  }

  async #begin(xr: XRSystem, mode: XRSessionMode): Promise<void> {
    this.#button.disabled = true;
    let session: XRSession | null = null;
    try {
      session = await xr.requestSession(mode);
      session.addEventListener('end', () => this.#ended());
      this.#hand = await XrHand.begin(session, this.#page);
      this.#session = session;
      this.#button.textContent = 'End session';
      this.#page.says('Squeeze the controller to hold the tool, and pull its trigger to cut.', false);
    } catch (error) {
      await session?.end();
      this.#page.says(`The headset cannot be used: ${(error as Error).message}. Other hands hold the tool.`, true);
    }
    this.#button.disabled = false;
  }

  #ended(): void {
    if (this.#session === null) return;
    this.#session = null;
    this.#hand = null;
    this.#button.textContent = BEGIN;
    this.#page.says('The controller has let the tool go; the keys hold it.', false);
  }
}
