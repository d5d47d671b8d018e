// A checkbox, an address, and what the haptic loop reports about the device there → whether an Inverse device or the
// keys hold the saw.

import { type DeviceRefusal, INVERSE_URL, type InverseOptions } from 'kerf';
import { element } from './element.ts';
import type { Felt } from './wire.ts';

export interface DeviceOwner {
  /** Where the saw is held now. */
  pose(): Float64Array;
  /** `isOn` or `options` has changed. */
  changed(): void;
  says(text: string, isBad: boolean): void;
}

export class DeviceHold {
  readonly #owner: DeviceOwner;
  readonly #box = element('input', { type: 'checkbox', id: 'device-holds' });
  readonly #address = element('input', { type: 'text', id: 'device-address', value: INVERSE_URL, spellcheck: false });
  #taken: InverseOptions | null = null;
  #isThere = false;
  #refusal: DeviceRefusal['code'] | null = null;

  constructor(container: HTMLElement, owner: DeviceOwner) {
    this.#owner = owner;
    container.append(
      element('label', { className: 'tick' }, this.#box, ' held by an Inverse device'),
      element('label', {}, 'at ', this.#address),
    );
    this.#box.addEventListener('change', () => {
      if (this.#box.checked) this.#take();
      else this.#release('The keys hold the saw.', false);
    });
    document.addEventListener('visibilitychange', () => this.#onVisibility());
  }

  /** Whether the device holds the saw, or is being called. */
  get isOn(): boolean {
    return this.#taken !== null;
  }

  /** Whether the device reports where the saw is. */
  get isThere(): boolean {
    return this.#isThere;
  }

  /** What the loop must connect to; null: nothing, for now or at all. */
  get options(): InverseOptions | null {
    return document.hidden ? null : this.#taken;
  }

  release(): void {
    if (this.isOn) this.#release('The keys hold the saw.', false);
  }

  /** @returns false if this makes the page give the device up; what is felt no longer matters then. */
  felt({ state, refusal }: Felt): boolean {
    if (!this.isOn) return true;
    const wasThere = this.#isThere;
    this.#isThere ||= state !== 'disconnected' && state !== 'bad-pose';
    if (!this.#isThere) {
      if (refusal !== null)
        this.#release(`${refusal.message} The keys hold the saw; tick the box to call it again.`, true);
      return refusal === null;
    }
    const code = refusal?.code ?? null;
    if (wasThere && code === this.#refusal) return true;
    this.#refusal = code;
    if (refusal === null) this.#owner.says(`The device at ${this.#address.value} holds the saw.`, false);
    else this.#owner.says(refusal.message, true);
    return true;
  }

  #take(): void {
    this.#taken = { url: this.#address.value.trim(), ...frameAt(this.#owner.pose()) };
    this.#address.disabled = true;
    this.#call();
  }

  #call(): void {
    this.#isThere = false;
    this.#refusal = null;
    this.#owner.says(`Calling the Inverse service at ${this.#address.value} …`, false);
    this.#owner.changed();
  }

  #release(says: string, isBad: boolean): void {
    this.#taken = null;
    this.#isThere = false;
    this.#box.checked = false;
    this.#address.disabled = false;
    this.#owner.changed();
    this.#owner.says(says, isBad);
  }

  /** While the page is hidden, a hand at the device must not be pushed by what its user does not see. */
  #onVisibility(): void {
    if (!this.isOn) return;
    if (!document.hidden) {
      this.#call();
      return;
    }
    this.#isThere = false;
    this.#owner.changed();
    this.#owner.says(
      'The page is hidden: the device’s force fades, and it holds the saw again when you are back.',
      false,
    );
  }
}

/**
 * The middle of the device's workspace is where the saw is; its x, y and z (right, forward, up) are along the cut, away
 * from the blade's side, and out of the bone.
 */
function frameAt(m: Float64Array): Pick<InverseOptions, 'base' | 'mount'> {
  const base = [...m.slice(0, 4), ...m.slice(8, 12).map((x) => -x), ...m.slice(4, 8), ...m.slice(12)];
  // The inverse rotation, so that a grip that is not turned leaves the saw as it was.
  return { base, mount: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1] };
}
