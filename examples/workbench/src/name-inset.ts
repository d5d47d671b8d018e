// What the small second picture shows → the words of the button over it, which makes it the large one.

import { element } from './element.ts';
import type { LookedAt } from './picture-wire.ts';

/** null: there is no small picture. */
export function nameInset(inset: HTMLElement, shown: LookedAt | null): void {
  inset.dataset.shows = shown ?? '';
  const textContent = shown === 'all' ? 'Whole' : 'Close up';
  if (inset.textContent !== textContent) inset.replaceChildren(element('span', { textContent }));
}
