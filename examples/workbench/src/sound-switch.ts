// A checkbox, off at first → the sound of the tool, while it is on and the page is seen.

import { element } from './element.ts';
import { SawLoad } from './saw-load.ts';
import { SawSound } from './saw-sound.ts';

/** What the tool does now. */
export interface Working {
  readonly isOn: boolean;
  /** N; null: the bone is not felt. */
  readonly force: number | null;
  /** mm³ so far; null: the bone cannot be cut yet. */
  readonly removed: number | null;
}

export class SoundSwitch {
  readonly #box = element('input', { type: 'checkbox', id: 'saw-sound' });
  readonly #load = new SawLoad();
  /** Made when it is first wanted: a browser lets no page sound before its user has acted. */
  #context: AudioContext | null = null;
  #sound: SawSound | null = null;
  #isOn = false;

  constructor(container: HTMLElement) {
    container.append(element('label', { className: 'tick' }, this.#box, ' sound of the tool'));
    this.#box.addEventListener('change', () => this.#set());
    document.addEventListener('visibilitychange', () => this.#set());
  }

  works({ isOn, force, removed }: Working): void {
    const load = this.#load.of(force, removed, performance.now());
    this.#isOn = isOn;
    this.#sound?.play(isOn ? load : null);
  }

  #set(): void {
    const isWanted = this.#box.checked && !document.hidden;
    if (isWanted && this.#context === null) {
      this.#context = new AudioContext();
      this.#sound = new SawSound(this.#context);
      if (this.#isOn) this.#sound.play(0);
    }
    // A context without a device to play on refuses: the page is as silent as the machine then.
    (isWanted ? this.#context?.resume() : this.#context?.suspend())?.catch(() => {});
  }
}
