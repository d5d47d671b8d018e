// What the page can do → a button for each, in groups, with its key.

import { element } from './element.ts';

export interface Action {
  readonly group: 'Tool' | 'Cut' | 'View' | 'Stroke' | 'Save';
  readonly key: string;
  /** A verb and its object. */
  readonly says: string;
  /** A sentence for the help sheet. */
  readonly does: string;
  readonly run: () => void;
}

/** @returns the buttons by their keys. */
export function actionButtons(
  container: HTMLElement,
  actions: readonly Action[],
): ReadonlyMap<string, HTMLButtonElement> {
  const buttons = new Map<string, HTMLButtonElement>();
  for (const group of new Set(actions.map((action) => action.group))) {
    const row = element('fieldset', { className: 'buttons' }, element('legend', { textContent: group }));
    for (const { key, says, does, run } of actions.filter((action) => action.group === group)) {
      const shown = element('kbd', { textContent: key === 'escape' ? 'Esc' : key.toUpperCase() });
      shown.setAttribute('aria-hidden', 'true');
      const label = element('span', { textContent: says });
      const button = element('button', { type: 'button', id: `do-${key}`, title: does }, label, shown);
      button.setAttribute('aria-keyshortcuts', key === 'escape' ? 'Escape' : key);
      button.addEventListener('click', run);
      row.append(button);
      buttons.set(key, button);
    }
    container.append(row);
  }
  return buttons;
}
