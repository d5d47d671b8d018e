// Buttons for thumbs → keys held while a button is held, and what one finger on the picture does.

import { element } from './element.ts';
import type { HeldKeys } from './held-keys.ts';

const HELD = [
  { key: 'w', says: 'Lift', does: 'Lift the tool out of the bone while this is held' },
  { key: 's', says: 'Push', does: 'Push the tool into the bone while this is held' },
] as const;

export interface ThumbOwner {
  readonly held: HeldKeys;
  place(): void;
  /** Switches the tool on or off. */
  cut(): void;
}

export interface Thumbs {
  /** Whether a finger moves the tool instead of turning the view. */
  isMoving(): boolean;
  readonly cut: HTMLButtonElement;
}

export function thumbs(container: HTMLElement, { held, place, cut }: ThumbOwner): Thumbs {
  const put = element('button', { type: 'button', textContent: 'Place', title: 'Put the tool on the bone' });
  put.addEventListener('click', place);
  const move = element('button', { type: 'button', textContent: 'Move', title: 'One finger moves the tool' });
  move.setAttribute('aria-pressed', 'false');
  const isMoving = () => move.getAttribute('aria-pressed') === 'true';
  move.addEventListener('click', () => move.setAttribute('aria-pressed', String(!isMoving())));
  const saw = element('button', { type: 'button', textContent: 'Cut', title: 'Switch the tool on, or off' });
  saw.setAttribute('aria-pressed', 'false');
  saw.addEventListener('click', cut);
  container.append(put, move, ...HELD.map((button) => holding(button, held)), saw);
  return { isMoving, cut: saw };
}

function holding({ key, says, does }: (typeof HELD)[number], held: HeldKeys): HTMLButtonElement {
  const button = element('button', { type: 'button', textContent: says, title: does });
  const isPress = (event: Event) => !(event instanceof KeyboardEvent) || event.key === ' ' || event.key === 'Enter';
  for (const name of ['pointerdown', 'keydown'] as const)
    button.addEventListener(name, (event) => {
      if (!isPress(event)) return;
      event.preventDefault();
      held.press(key, event.timeStamp);
    });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur'] as const)
    button.addEventListener(name, (event) => isPress(event) && held.release(key, event.timeStamp));
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  return button;
}
