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

/** What one needs with the tool in the hand: the rest are behind one button. */
const FIRST: readonly string[] = ['g', 'k', 'z', 'y', '0', 'c', 'f', '?'];

/** @param first where the actions that one needs now stand. @returns the buttons by their keys. */
export function actionButtons(
  first: HTMLElement,
  rest: HTMLElement,
  actions: readonly Action[],
): ReadonlyMap<string, HTMLButtonElement> {
  const buttons = new Map<string, HTMLButtonElement>();
  const add = (container: HTMLElement, label: string, chosen: readonly Action[]): void => {
    const row = element('fieldset', { className: 'buttons' }, element('legend', { textContent: label }));
    for (const { key, says, does, run } of chosen) {
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
  };
  const isFirst = ({ key }: Action) => FIRST.includes(key);
  add(
    first,
    'Tool and view',
    FIRST.flatMap((key) => actions.filter((action) => action.key === key)),
  );
  for (const group of new Set(actions.map((action) => action.group)))
    add(
      rest,
      group,
      actions.filter((action) => action.group === group && !isFirst(action)),
    );
  return buttons;
}
