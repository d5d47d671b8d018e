// The focused element and a key → whether the key belongs to that element, not to the page.

/**
 * Inputs that are pressed, not typed in: they use only Space and Enter, which the page does not use.
 */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit']);

export function ownsKey(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'radio') return key.startsWith('Arrow');
    if (target.type === 'range') return /^(Arrow|Home|End|Page)/.test(key);
    // Numbers need no exponent here; a letter typed there is for the tool.
    if (target.type === 'number') return !/^[a-z]$/i.test(key);
    return !PRESSED.has(target.type);
  }
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** A choice by pointer gives up the focus, so that the next key is the page's; a user who tabbed to it keeps it. */
export function chosenByPointer(select: HTMLSelectElement): void {
  let isPointed = false;
  select.addEventListener('pointerdown', () => (isPointed = true));
  select.addEventListener('blur', () => (isPointed = false));
  select.addEventListener('change', () => isPointed && select.blur());
}
