// The browser's gamepads, frame by frame while there is one → the hand's poses, the page's actions, and the legend.

import { element } from './element.ts';
import { buttonsDown, keysPressed, padLegend, poseAfterPad } from './gamepad.ts';
import { Rumble } from './rumble.ts';

export interface PadOwner {
  pose(): Float64Array;
  hold(next: Float64Array): void;
  /** The text of a key's action, and, with `run`, the action itself. */
  says(key: string): string;
  run(key: string): void;
}

export class GamepadWatch {
  readonly #owner: PadOwner;
  readonly #section: HTMLElement;
  readonly #rumble = new Rumble();
  #isPolling = false;
  #last = 0;
  #down: ReadonlySet<number> = new Set();

  /** @param section hidden until there is a gamepad. */
  constructor(section: HTMLElement, list: HTMLElement, owner: PadOwner) {
    this.#owner = owner;
    this.#section = section;
    for (const { name, says } of padLegend((key) => owner.says(key)))
      list.append(element('dt', { textContent: name }), element('dd', { textContent: says }));
    addEventListener('gamepadconnected', () => this.#start());
    addEventListener('gamepaddisconnected', () => this.#show());
  }

  /** Shakes the pad by a force. @param share 0 … 1. */
  shake(share: number): void {
    const pad = this.#isPolling ? this.#pad() : null;
    if (pad !== null) this.#rumble.shake(pad, share, performance.now());
  }

  /** The first with the standard mapping: the controls of any other are unknown. */
  #pad(): Gamepad | null {
    return navigator.getGamepads().find((pad) => pad?.connected && pad.mapping === 'standard') ?? null;
  }

  #show(): Gamepad | null {
    const pad = this.#pad();
    this.#section.hidden = pad === null;
    return pad;
  }

  #start(): void {
    const pad = this.#show();
    if (pad === null || this.#isPolling) return;
    this.#isPolling = true;
    this.#last = performance.now();
    // Buttons already down were not pressed for this page.
    this.#down = buttonsDown(pad);
    requestAnimationFrame(() => this.#frame());
  }

  #frame(): void {
    const pad = this.#pad();
    if (pad === null) {
      this.#isPolling = false;
      this.#section.hidden = true;
      return;
    }
    const now = performance.now();
    const next = poseAfterPad(this.#owner.pose(), pad, (now - this.#last) / 1000);
    this.#last = now;
    if (next !== null) this.#owner.hold(next);
    const down = buttonsDown(pad);
    for (const key of keysPressed(down, this.#down)) this.#owner.run(key);
    this.#down = down;
    requestAnimationFrame(() => this.#frame());
  }
}
